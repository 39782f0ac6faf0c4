//! How things stand at a moment of a run, computed from the events up to it. Who goes from moment
//! to moment only needs the events in between.

use super::clock::WallClock;
use super::event::{Ended, Event, EventKind, Observer as _};
use super::node::{ClientId, Node, ServerId, Token, Version};
use super::outcome::Judge;
use super::time::{Duration, Time};
use super::trace::Trace;

/// Something that a client has sent, or that was sent to it, and that has not arrived yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnderWay {
    /// Its question for the lock.
    Question,
    /// The news that it has the lock.
    Grant,
    /// Its write.
    Write,
    /// The storage's answer to that.
    Answer,
    /// That it gives the lock back.
    Release,
}

/// How things stand at a moment; by default, before anything has happened.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    at: Time,
    /// How many events have happened.
    taken: usize,
    judge: Judge,
    highest: Option<Token>,
    clocks: [WallClock; ServerId::MOST as usize],
    under_way: [Option<UnderWay>; ClientId::MOST],
}

impl Trace {
    /// How things stand at a moment, once all that happens then has happened.
    pub fn moment(&self, at: Time) -> Moment {
        let mut moment = Moment::default();
        moment.turn_to(self, at);
        moment
    }
}

impl Moment {
    /// Goes on to another moment of the same run; to an earlier one by way of the beginning.
    pub fn turn_to(&mut self, trace: &Trace, at: Time) {
        if at < self.at {
            *self = Moment::default();
        }
        self.at = at;
        while let Some(event) = trace.events.get(self.taken).filter(|event| event.at <= at) {
            self.note(event);
            self.taken += 1;
        }
    }

    /// Whether a client holds the lock by the service's account.
    pub fn holds(&self, client: ClientId) -> bool {
        self.judge.holds(client)
    }

    /// Whether a client believes that it holds the lock.
    pub fn believes(&self, client: ClientId) -> bool {
        self.judge.believes(client)
    }

    /// Whether a client is entitled to rely on the lock.
    pub fn may_rely(&self, client: ClientId) -> bool {
        self.judge.may_rely(client)
    }

    /// Who wrote the value that is stored.
    pub fn stored(&self) -> Option<ClientId> {
        self.judge.stored()
    }

    /// The version of the value that is stored.
    pub fn version(&self) -> Version {
        self.judge.version()
    }

    /// The highest token that has come to the storage with a write that it took.
    pub fn highest(&self) -> Option<Token> {
        self.highest
    }

    /// How far the wall clock of a server is ahead of all others.
    pub fn ahead(&self, server: ServerId) -> Duration {
        let clock = self.clocks.get(server.index()).copied().unwrap_or_default();
        clock.shows(self.at).since(self.at)
    }

    /// What is on its way from or to a client.
    pub fn under_way(&self, client: ClientId) -> Option<UnderWay> {
        self.under_way[client.index()]
    }

    fn note(&mut self, event: &Event) {
        self.judge.observe(*event);
        if let Node::Server(server) = event.actor
            && let Some(clock) = self.clocks.get_mut(server.index())
        {
            match event.kind {
                EventKind::Jumped { by } => clock.step(by),
                EventKind::Slewed { by } => clock.slew(event.at, by),
                _ => {}
            }
        }
        if let EventKind::WriteAccepted { write, .. } = event.kind {
            self.highest = self.highest.max(write.token);
        }
        self.move_messages(event);
    }

    /// What the event sends on its way, and what it is the arrival of.
    fn move_messages(&mut self, event: &Event) {
        let acts = |now| event.client().map(|client| (client, now));
        let change = match event.kind {
            EventKind::Asked => acts(Some(UnderWay::Question)),
            EventKind::WriteSent { .. } => acts(Some(UnderWay::Write)),
            EventKind::Releasing => acts(Some(UnderWay::Release)),
            EventKind::Refused { .. }
            | EventKind::Acquired { .. }
            | EventKind::WriteAnswered { .. }
            | EventKind::GaveUp { .. }
            | EventKind::Finished => acts(None),
            EventKind::Queued { client, .. } => Some((client, None)),
            EventKind::Granted { client, .. } => Some((client, Some(UnderWay::Grant))),
            EventKind::Ended { client, why: Ended::Released }
            | EventKind::NothingToRelease { client } => Some((client, None)),
            EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } => {
                Some((write.client, Some(UnderWay::Answer)))
            }
            _ => None,
        };
        if let Some((client, now)) = change {
            self.under_way[client.index()] = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Params, Scenario, ServiceKind, Setup};

    fn run(service: ServiceKind, scenario: Scenario) -> Trace {
        let params = Params { service, scenario, ..Params::default() };
        Trace::of(Setup::new(params).expect("a possible run"))
    }

    fn at(millis: u64) -> Time {
        Time::ZERO + Duration::from_millis(millis)
    }

    const A: ClientId = ClientId::A;
    const B: ClientId = ClientId::B;

    #[test]
    fn before_anything_happens_nobody_holds_anything() {
        let moment = run(ServiceKind::Redis, Scenario::Pause).moment(Time::ZERO);
        assert!(!moment.holds(A) && !moment.believes(A) && !moment.may_rely(A));
        assert_eq!((moment.stored(), moment.highest()), (None, None));
        assert_eq!(moment.under_way(A), Some(UnderWay::Question));
    }

    #[test]
    fn in_the_default_run_a_believes_what_is_no_longer_so() {
        let run = run(ServiceKind::Etcd, Scenario::Pause);
        let moment = run.moment(at(6_000));
        assert!(moment.holds(B) && moment.believes(A) && moment.believes(B));
        assert!(!moment.may_rely(A) && moment.may_rely(B));
        let late = run.moment(at(8_590));
        assert_eq!(late.under_way(A), Some(UnderWay::Write));
        assert_eq!((late.stored(), late.highest()), (Some(B), Some(Token::FIRST.next())));
        assert_eq!(run.moment(run.end).stored(), Some(A));
    }

    #[test]
    fn a_clock_that_has_jumped_stays_ahead() {
        let run = run(ServiceKind::Redlock, Scenario::ClockJump);
        let ahead = |server| run.moment(at(1_000)).ahead(server);
        let ahead: Vec<u64> = ServerId::first(5).map(|server| ahead(server).as_millis()).collect();
        assert_eq!(ahead, [0, 0, 6_000, 0, 0]);
    }

    #[test]
    fn a_moment_is_the_same_whichever_way_one_comes_to_it() {
        for &service in ServiceKind::ALL {
            let run = run(service, Scenario::ClockJump);
            let mut moment = Moment::default();
            for millis in [0, 20, 21, 300, 1_000, 6_000, 700, 700, 0, 9_000] {
                moment.turn_to(&run, at(millis));
                let anew = run.moment(at(millis));
                assert_eq!(format!("{moment:?}"), format!("{anew:?}"), "{service:?}, {millis} ms");
            }
        }
    }

    #[test]
    fn at_the_end_nothing_is_on_its_way() {
        for &service in ServiceKind::ALL {
            let run = run(service, Scenario::Pause);
            let end = run.moment(run.end);
            assert_eq!([A, B].map(|client| end.under_way(client)), [None, None], "{service:?}");
        }
    }
}
