//! Pictures of every service in every scenario, for pages that show a figure: they are there before
//! the figure is, or where it cannot be.

use std::collections::BTreeMap;

use super::html;
use super::preset::picture;
use super::table::{cells, settings};
use crate::query::Query;
use crate::sim::{Policy, Trace};

/// How wide the pictures are, in CSS pixels, and what the names of their files end with. The narrow
/// one is for places of less than 560 pixels.
const WIDTHS: [(u32, &str); 2] = [(720, ".svg"), (340, "-narrow.svg")];

/// The queries of which there are pictures, each by the name of its picture.
pub fn presets() -> BTreeMap<String, Query> {
    let with_each = |(service, scenario)| {
        Policy::ALL
            .iter()
            .map(move |&storage| settings(&Query::default(), service, scenario, storage))
    };
    let named = |query| Some((picture(&query)?, query));
    cells().flat_map(with_each).filter_map(named).collect()
}

/// The pictures of a preset, each with the name of its file.
pub fn pictures(name: &str, preset: &Query) -> [(String, String); 2] {
    let trace = Trace::of(preset.setup());
    WIDTHS.map(|(width, ending)| (format!("{name}{ending}"), html::picture(&trace, width)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_query_in_order_and_has_a_name_of_its_own() {
        let presets = presets();
        for preset in presets.values() {
            let (parsed, notices) = Query::parse(&preset.print());
            assert!(notices.is_empty(), "{}", preset.print());
            assert_eq!(parsed, *preset);
        }
        assert_eq!(presets.len(), (5 + 3) * 9);
    }

    #[test]
    fn only_services_with_tokens_have_pictures_with_a_storage_that_checks_them() {
        let presets = presets();
        for name in ["etcd-pause", "etcd-pause-fencing", "redis-clock-jump", "chubby-crash-fencing"]
        {
            assert!(presets.contains_key(name), "{name}");
        }
        assert!(!presets.keys().any(|name| name.starts_with("red") && name.ends_with("fencing")));
    }
}
