//! Where the lanes of a picture are, for whatever is laid over it.

use super::axis::TimeScale;
use super::layout::Layout;
use super::picture::{Point, Rect, point};
use crate::sim::{Node, Setup, Time};

/// A lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane {
    /// Whose it is.
    pub node: Node,
    /// The rows of it, below or beside its name.
    pub area: Rect,
    /// A place beside its name that nothing is drawn to.
    pub menu: Point,
}

/// How a picture is divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lanes {
    /// The width of the picture.
    pub width: i32,
    /// How time runs in it.
    pub scale: TimeScale,
    /// The lanes from top to bottom.
    pub lanes: Vec<Lane>,
}

/// The lanes of the picture that [`timeline_until`](super::timeline_until) draws of a run that ends
/// at `end`.
pub fn lanes(setup: &Setup, end: Time, width: u32, until: Time) -> Lanes {
    let width = super::possible(width);
    let layout = Layout::new(setup, end, width, until.min(super::MOST_TIME));
    // Names are beside the lanes of wide pictures, and above those of narrow ones.
    let menu = |strip: i32, name: i32| match layout.wide {
        true => point(layout.scale.left - 14, strip + 4),
        false => point(layout.scale.left + 84, name),
    };
    let clients = layout.clients.iter().map(|lane| Lane {
        node: Node::Client(lane.client),
        area: lane.area,
        menu: menu(lane.strip, lane.name),
    });
    let servers = layout.servers.iter().map(|lane| Lane {
        node: Node::Server(lane.server),
        area: lane.bar,
        menu: menu(lane.strip, layout.servers_name),
    });
    let lanes = clients.chain(servers).collect();
    Lanes { width, scale: layout.scale, lanes }
}
