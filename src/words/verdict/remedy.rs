//! What would have prevented a bad outcome: changes that were tried on the same run.

use super::findings::{Arrival, Findings};
use crate::sim::{
    Care, ClockSetting, Event, EventKind, Headline, Outcome, Params, Policy, Restart, Scenario,
    SequencerCheck, Setup, Trace,
};
use crate::words::names::service_name;

/// Something that could have been done otherwise.
struct Remedy {
    /// Does it.
    apply: fn(&mut Params),
    /// Says that it would have helped.
    words: &'static str,
}

/// What helps where the storage has seen no newer token yet.
const MARKS: &str = "Tokens that go along with reads too would have helped.";

/// What the clients and the service could have done.
const AT_THE_LOCK: &[Remedy] = &[
    Remedy {
        apply: |params| params.release = Care::Safe,
        words: "A release that deletes the key only if it still holds the client’s own value would \
                have left the next holder’s lock alone.",
    },
    Remedy {
        apply: |params| {
            if params.extend == Care::Naive {
                params.extend = Care::Safe;
                params.obey = true;
            }
        },
        words: "A renewal that fails if the key is gone, and a client that stops then, would have \
                prevented it.",
    },
    Remedy {
        apply: |params| params.recheck = true,
        words: "A waiter that looks for its own key when its turn has come finds that its session \
                is over.",
    },
    Remedy {
        apply: |params| params.clock = ClockSetting::Slew,
        words: "A clock that is set little by little, as time daemons can, would have done no harm.",
    },
    Remedy {
        apply: |params| params.restart = Restart::Delayed,
        words: "Had the server stayed away until every key that it may have forgotten was over, \
                nobody else could have won a majority.",
    },
    Remedy {
        apply: |params| {
            if params.scenario == Scenario::Overrun {
                params.renew = true;
            }
        },
        words: "Renewing the lease during the work would have kept the others waiting.",
    },
];

/// What the storage could have asked for.
const AT_THE_STORAGE: &[Remedy] = &[
    Remedy {
        apply: |params| params.storage = Policy::Fencing,
        words: "A storage that checks fencing tokens would have refused the late write, since it \
                had seen the next holder’s token by then.",
    },
    Remedy {
        apply: |params| {
            params.storage = Policy::Fencing;
            params.mark = true;
        },
        words: MARKS,
    },
    Remedy {
        apply: |params| {
            params.storage = Policy::Fencing;
            params.sequencer = SequencerCheck::Checked;
        },
        words: "A storage that asks Chubby about the sequencer would have refused the late write.",
    },
    Remedy {
        apply: |params| params.storage = Policy::Conditional,
        words: "A storage that takes a write only if the version is the one that the client has \
                read (compare-and-set) would have lost no update.",
    },
];

/// What would have prevented the outcome of a run; empty, if nothing needs to be.
pub fn remedy(trace: &Trace, headline: Headline, findings: &Findings) -> String {
    match headline {
        Headline::Safe | Headline::Protected => return String::new(),
        Headline::Corrupted | Headline::AtRisk => {}
    }
    let params = trace.setup.params();
    let helps = |remedy: &&Remedy| better(params, remedy, headline);
    let lock = AT_THE_LOCK.iter().find(helps).map(|remedy| remedy.words);
    let storage = AT_THE_STORAGE.iter().find(helps).map(|remedy| remedy.words);
    let promoted = |event: &Event| matches!(event.kind, EventKind::Promoted);
    let consensus = trace.events.iter().any(promoted).then_some(
        "etcd, ZooKeeper and Chubby do not answer before a quorum knows of a lock, so theirs \
         outlives a failover.",
    );
    let mut said: Vec<&str> = lock.into_iter().chain(consensus).collect();
    let untokened = format!(
        "{} hands out no fencing token that the storage could check.",
        service_name(params.service)
    );
    if storage.is_some() && params.storage == Policy::Any && !params.has_tokens() {
        said.push(&untokened);
    }
    let nothing_helps = said.is_empty() && storage.is_none();
    // Who reads of marks wonders why fencing tokens alone would not do.
    if storage == Some(MARKS)
        || nothing_helps && matches!(params.storage, Policy::Any | Policy::Fencing)
    {
        said.extend(why_not_tokens(trace, findings));
    }
    said.extend(storage);
    said.join(" ")
}

/// Why fencing tokens alone do not keep the late write out that is told of, or not only that.
fn why_not_tokens(trace: &Trace, findings: &Findings) -> Option<&'static str> {
    let Arrival { write: late, at, .. } = findings.told()?;
    let is_newer = |event: &Event| match event.kind {
        EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } => {
            event.at < at && write.token > late.token
        }
        _ => false,
    };
    if !trace.setup.params().has_tokens() {
        None
    } else if trace.events.iter().any(is_newer) {
        Some(
            "Fencing tokens alone are no help here: they would refuse this write, but not another.",
        )
    } else {
        Some(
            "Fencing tokens alone are no help here, since the storage had seen no newer one when \
             the write came.",
        )
    }
}

/// Whether the same run ends better with a change.
fn better(params: &Params, remedy: &Remedy, than: Headline) -> bool {
    let mut changed = *params;
    (remedy.apply)(&mut changed);
    changed != *params
        && Setup::new(changed).is_ok_and(|setup| Outcome::of(setup).headline() > than)
}
