//! Where the lanes of a timeline are.

use super::axis::TimeScale;
use super::picture::Rect;
use crate::sim::{ClientId, Node, ServerId, Setup, Time};

/// Narrower pictures have the names of the lanes above them instead of beside them.
const WIDE: i32 = 560;
/// The width of the column of names.
const GUTTER: i32 = 100;
/// The width of the column of the numbers of servers, in narrow pictures. Where there is only one
/// it is kept free all the same, so that time is where it is in other pictures.
const NUMBERS: i32 = 16;
/// The room for labels above the bars of a lane.
const STRIP: i32 = 16;

/// The rows of a client's lane.
#[derive(Clone, Copy, Debug)]
pub struct ClientLane {
    /// Whose lane it is.
    pub client: ClientId,
    /// The middle of the name, if it stands above the lane.
    pub name: i32,
    /// The whole lane, without the name above it.
    pub area: Rect,
    /// The middle of the row of labels.
    pub strip: i32,
    /// The row of what the client believes.
    pub belief: Rect,
    /// The line of what it may rely on.
    pub promise: i32,
    /// The row of what the service says.
    pub truth: Rect,
}

/// The rows of a lock server's lane.
#[derive(Clone, Copy, Debug)]
pub struct ServerLane {
    /// Whose lane it is.
    pub server: ServerId,
    /// The middle of the row of labels.
    pub strip: i32,
    /// The row of who holds the lock or the key.
    pub bar: Rect,
}

/// The rows of the storage's lane.
#[derive(Clone, Copy, Debug)]
pub struct StorageLane {
    /// The whole lane.
    pub area: Rect,
    /// The middle of the row of labels for the writes that come in.
    pub strip: i32,
    /// The line of the stored value.
    pub rule: i32,
    /// The middle of the row that names the value.
    pub caption: i32,
}

/// The whole picture, from top to bottom.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The width of the picture.
    pub width: i32,
    /// Whether the names of the lanes stand beside them.
    pub wide: bool,
    /// How time runs.
    pub scale: TimeScale,
    /// A lane for each client.
    pub clients: Vec<ClientLane>,
    /// The middle of the name above the lanes of the servers.
    pub servers_name: i32,
    /// A lane for each lock server.
    pub servers: Vec<ServerLane>,
    /// The middle of the name above the lane of the storage.
    pub storage_name: i32,
    /// The lane of the storage.
    pub storage: StorageLane,
    /// The line of the axis.
    pub axis: i32,
}

/// Hands out rows from top to bottom.
struct Rows {
    left: i32,
    right: i32,
    next: i32,
}

impl Rows {
    fn skip(&mut self, height: i32) -> i32 {
        let top = self.next;
        self.next += height;
        top
    }

    fn row(&mut self, height: i32) -> Rect {
        let top = self.skip(height);
        Rect::new(self.left, self.right, top, self.next)
    }

    fn since(&self, top: i32) -> Rect {
        Rect::new(self.left, self.right, top, self.next)
    }
}

impl Layout {
    /// The layout of a run's picture, whose time goes on at least `until` an instant. The lanes
    /// end with the run.
    pub fn new(setup: &Setup, end: Time, width: i32, until: Time) -> Layout {
        let wide = width >= WIDE;
        let several = setup.servers() > 1;
        let (left, right) = if wide { (GUTTER, width - 18) } else { (NUMBERS, width - 14) };
        let scale = TimeScale { left, right, end: end.max(until) };
        let mut rows = Rows { left, right: scale.x(end), next: 4 };
        let name = |rows: &mut Rows| if wide { 0 } else { rows.row(16).middle() };
        let mut clients = Vec::new();
        for client in setup.clients() {
            let name = name(&mut rows);
            let top = rows.next;
            let strip = rows.row(STRIP).middle();
            let belief = rows.row(18);
            let promise = rows.row(8).middle();
            let truth = rows.row(16);
            rows.skip(4);
            let area = rows.since(top);
            clients.push(ClientLane { client, name, area, strip, belief, promise, truth });
            rows.skip(8);
        }
        let servers_name = name(&mut rows);
        let mut servers = Vec::new();
        for server in ServerId::first(setup.servers()) {
            let (strip, bar) = if several {
                let bar = rows.row(15);
                (bar.middle(), bar)
            } else {
                (rows.row(STRIP).middle(), rows.row(20))
            };
            rows.skip(4);
            servers.push(ServerLane { server, strip, bar });
        }
        let storage_name = name(&mut rows);
        let top = rows.next;
        let strip = rows.row(STRIP + 6).middle() - 1;
        let rule = rows.row(16).middle();
        let caption = rows.row(16).middle();
        let storage = StorageLane { area: rows.since(top), strip, rule, caption };
        rows.skip(6);
        let axis = rows.next;
        Layout { width, wide, scale, clients, servers_name, servers, storage_name, storage, axis }
    }

    /// The part of the picture in which time runs.
    pub fn plot(&self) -> Rect {
        let top = self.clients.first().map_or(0, |lane| lane.area.top);
        Rect::new(self.scale.left, self.scale.right, top, self.axis)
    }

    /// The lane of a client.
    pub fn client(&self, client: ClientId) -> &ClientLane {
        &self.clients[client.index()]
    }

    /// The lane of a lock server.
    pub fn server(&self, server: ServerId) -> &ServerLane {
        &self.servers[server.index()]
    }

    /// The lane of the lock server, if there is only one.
    pub fn only_server(&self) -> Option<&ServerLane> {
        match self.servers.as_slice() {
            [lane] => Some(lane),
            _ => None,
        }
    }

    /// The middle of the row of labels in the lane of whoever acts.
    pub fn strip(&self, actor: Node) -> i32 {
        match actor {
            Node::Client(client) => self.client(client).strip,
            Node::Server(server) => self.server(server).strip,
            Node::Storage => self.storage.strip,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Params, ServiceKind, Trace, limits};

    /// The room of a row of text.
    fn row(middle: i32) -> Rect {
        Rect::new(0, 1, middle - 7, middle + 7)
    }

    /// Everything that has rows of its own, from top to bottom.
    fn rows(layout: &Layout) -> Vec<Rect> {
        let named = |name: i32| (!layout.wide).then(|| row(name));
        let mut rows = Vec::new();
        for lane in &layout.clients {
            rows.extend(named(lane.name));
            rows.extend([row(lane.strip), lane.belief, lane.truth]);
            assert!(lane.belief.bottom < lane.promise && lane.promise < lane.truth.top);
            assert!(lane.area.top <= row(lane.strip).top && lane.truth.bottom <= lane.area.bottom);
        }
        rows.extend(named(layout.servers_name));
        for lane in &layout.servers {
            rows.extend(layout.only_server().map(|lane| row(lane.strip)));
            rows.push(lane.bar);
        }
        rows.extend(named(layout.storage_name));
        let StorageLane { area, strip, rule, caption } = layout.storage;
        assert!(area.top <= row(strip).top && row(caption).bottom <= area.bottom);
        rows.extend([row(strip), row(rule), row(caption)]);
        rows
    }

    #[test]
    fn every_row_is_below_the_one_before_it_and_above_the_axis() {
        for (&service, clients) in ServiceKind::ALL.iter().zip([2, 5, 3, 5, 4]) {
            for nodes in limits::NODES {
                let params = Params { service, nodes, clients, ..Params::default() };
                let trace = Trace::of(Setup::new(params).expect("the setup is possible"));
                for width in [240, 559, 560, 8_192] {
                    let layout = Layout::new(&trace.setup, trace.end, width, Time::ZERO);
                    let rows = rows(&layout);
                    for rows in rows.windows(2) {
                        assert!(rows[0].bottom <= rows[1].top, "{rows:?} at {width}");
                    }
                    assert!(rows.iter().all(|row| 0 <= row.top && row.bottom <= layout.axis));
                }
            }
        }
    }
}
