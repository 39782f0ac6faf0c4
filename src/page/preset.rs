//! Which runs have a picture among the site's files, and what it is called.

use crate::query::{KEYS, Query};
use crate::sim::{Params, Policy, Scenario};

/// The name of the picture of a run, without the ending of a file, if the run is one of the presets:
/// a service with a scenario, and all else as usual, but that the storage may check the tokens that
/// the service has anyhow.
pub fn picture(query: &Query) -> Option<String> {
    let settled = query.settled();
    let Params { service, scenario, storage, .. } = settled.params;
    let preset = Params { service, scenario, storage, ..Params::default() };
    let preset = Query { params: preset, ..Query::default() };
    let is_preset = KEYS
        .iter()
        .filter(|key| key.is_of_run() && (key.matters)(&settled.params))
        .all(|key| (key.get)(&settled) == (key.get)(&preset));
    let ending = match storage {
        Policy::Any => "",
        Policy::Fencing => "-fencing",
        Policy::Conditional | Policy::Value => return None,
    };
    let has_one = is_preset && scenario != Scenario::Custom && query.view.compare.is_none();
    has_one.then(|| [service.word(), "-", scenario.word(), ending].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(link: &str) -> Option<String> {
        picture(&Query::parse(link).0)
    }

    #[test]
    fn presets_have_a_picture_however_they_are_shown() {
        assert_eq!(of("").as_deref(), Some("etcd-pause"));
        assert_eq!(of("storage=fencing&t=3&theme=dark").as_deref(), Some("etcd-pause-fencing"));
        assert_eq!(
            of("service=redlock&scenario=clock-jump").as_deref(),
            Some("redlock-clock-jump")
        );
    }

    #[test]
    fn what_makes_no_difference_takes_no_picture_away() {
        assert_eq!(of("scenario=crash&pause=3&tick=4").as_deref(), Some("etcd-crash"));
        assert_eq!(of("service=redlock&storage=fencing").as_deref(), Some("redlock-pause"));
    }

    #[test]
    fn other_runs_have_none() {
        for link in [
            "pause=3",
            "storage=conditional",
            "scenario=custom&faults=crash:A:1",
            "service=redis&token=incr&storage=fencing",
            "compare=storage:fencing",
            "starts=1,0",
        ] {
            assert_eq!(of(link), None, "{link}");
        }
    }
}
