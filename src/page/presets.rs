//! Pictures of every service in every scenario, for pages that show a figure: they are there before
//! the figure is, or where it cannot be.

use super::html;
use super::table::{cells, settings};
use crate::query::Query;
use crate::sim::{Policy, Trace};

/// How wide the pictures are, in CSS pixels, and what the names of their files end with. The narrow
/// one is for places of less than 560 pixels.
const WIDTHS: [(u32, &str); 2] = [(720, ""), (340, "-narrow")];

/// The queries of which there are pictures: with a storage that checks nothing and, where the
/// service has tokens without being asked to, with one that checks them.
pub fn presets() -> impl Iterator<Item = Query> {
    cells().flat_map(|(service, scenario)| {
        let presets = [Policy::Any, Policy::Fencing]
            .map(|storage| settings(&Query::default(), service, scenario, storage));
        let [plain, fencing] = presets;
        [plain].into_iter().chain((fencing != plain).then_some(fencing))
    })
}

/// The pictures of a preset, each with the name of its file.
pub fn pictures(preset: &Query) -> [(String, String); 2] {
    let trace = Trace::of(preset.setup());
    let name = name(preset);
    WIDTHS.map(|(width, ending)| (format!("{name}{ending}.svg"), html::picture(&trace, width)))
}

/// What the names of a preset's files begin with.
fn name(preset: &Query) -> String {
    let params = &preset.params;
    let (service, scenario) = (params.service.word(), params.scenario.word());
    let storage = if params.storage == Policy::Fencing { "-fencing" } else { "" };
    format!("{service}-{scenario}{storage}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{name, presets};
    use crate::query::Query;

    #[test]
    fn every_preset_is_a_query_in_order_and_has_a_name_of_its_own() {
        let mut names = BTreeSet::new();
        for preset in presets() {
            let (parsed, notices) = Query::parse(&preset.print());
            assert!(notices.is_empty(), "{}", preset.print());
            assert_eq!(parsed, preset);
            assert!(names.insert(name(&preset)), "{}", name(&preset));
        }
        assert_eq!(names.len(), (5 + 3) * 9);
    }

    #[test]
    fn only_services_with_tokens_have_pictures_with_a_storage_that_checks_them() {
        let names: Vec<String> = presets().map(|preset| name(&preset)).collect();
        for name in ["etcd-pause", "etcd-pause-fencing", "redis-clock-jump", "chubby-crash-fencing"]
        {
            assert!(names.iter().any(|other| other == name), "{name}");
        }
        assert!(!names.iter().any(|name| name.starts_with("red") && name.ends_with("fencing")));
    }
}
