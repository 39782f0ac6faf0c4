//! Which controls an embedded figure has, as a list of names.

use super::{KEYS, Key};

/// What else a figure can have, besides the controls of keys.
pub const PARTS: [&str; 4] = ["player", "moment", "steps", "tools"];

/// What a figure has whose link does not say it, besides [`PARTS`].
const USUAL: [&str; 6] = ["service", "scenario", "storage", "lease", "pause", "faults"];

/// What follows the name of a control that is shown and cannot be changed.
const LOCKED: &str = ":locked";

/// The list of no controls.
const NONE: &str = "none";

/// Which controls a figure has; by default, the usual ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Controls(Option<List>);

/// A list of controls, each of them a bit, in the order of [`names`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct List {
    shown: u64,
    locked: u64,
}

/// The names of all that can be listed: the keys with a control on the page, then [`PARTS`].
pub fn names() -> impl Iterator<Item = &'static str> {
    let keys = KEYS.iter().copied().filter(|key| key.has_control()).map(|key: &Key| key.name);
    keys.chain(PARTS)
}

fn bit(name: &str) -> Option<u64> {
    names().position(|known| known == name).map(|place| 1 << place)
}

impl List {
    const EMPTY: List = List { shown: 0, locked: 0 };

    fn usual() -> List {
        let usual = USUAL.into_iter().chain(PARTS).filter_map(bit);
        List { shown: usual.fold(0, |all, bit| all | bit), locked: 0 }
    }
}

impl Controls {
    /// No controls at all.
    pub const NONE: Controls = Controls(Some(List::EMPTY));

    /// Whether a figure has a control.
    pub fn has(self, name: &str) -> bool {
        bit(name).is_some_and(|bit| self.list().shown & bit != 0)
    }

    /// Whether a control cannot be changed.
    pub fn is_locked(self, name: &str) -> bool {
        bit(name).is_some_and(|bit| self.list().locked & bit != 0)
    }

    /// The same with one control more; nothing, if there is none of this name, or if it should be
    /// locked and cannot be.
    pub fn with(self, name: &str, locked: bool) -> Option<Controls> {
        let (bit, list) = (bit(name)?, self.list());
        let lock = if locked { bit } else { 0 };
        let can_be = !locked || !PARTS.contains(&name);
        let list = List { shown: list.shown | bit, locked: list.locked & !bit | lock };
        can_be.then_some(Controls((list != List::usual()).then_some(list)))
    }

    fn list(self) -> List {
        self.0.unwrap_or_else(List::usual)
    }

    /// Whether any control cannot be changed.
    pub fn has_lock(self) -> bool {
        self.list().locked != 0
    }

    /// Reads a list, and tells which of its entries are nothing that can be had. Whoever names
    /// something wants no more than that, so the others are not there.
    pub fn parse(text: &str) -> (Controls, Vec<&str>) {
        let (mut controls, mut wrong) = (Controls::NONE, Vec::new());
        if text == NONE {
            return (controls, wrong);
        }
        for entry in text.split(',').map(str::trim) {
            let (name, locked) = match entry.strip_suffix(LOCKED) {
                Some(name) => (name, true),
                None => (entry, false),
            };
            match controls.with(name, locked) {
                Some(more) => controls = more,
                None => wrong.push(entry),
            }
        }
        (controls, wrong)
    }

    /// Writes the list in the way [`Controls::parse`] reads it.
    pub fn print(self) -> String {
        let mut list = String::new();
        for name in names().filter(|name| self.has(name)) {
            if !list.is_empty() {
                list += ",";
            }
            list += name;
            if self.is_locked(name) {
                list += LOCKED;
            }
        }
        if list.is_empty() { NONE.into() } else { list }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_bit_of_its_own() {
        assert!(names().count() <= 64);
        for name in names() {
            let controls = Controls::NONE.with(name, false).expect("a name");
            assert_eq!(controls.print(), name);
            assert_eq!(Controls::parse(name), (controls, Vec::new()));
        }
    }

    #[test]
    fn a_list_says_what_is_shown_and_what_is_locked() {
        let (controls, wrong) = Controls::parse("pause, service:locked");
        assert!(wrong.is_empty());
        assert!(controls.has("service") && controls.is_locked("service"));
        assert!(controls.has("pause") && !controls.is_locked("pause"));
        assert!(!controls.has("player") && !controls.has("lease"));
        assert_eq!(controls.print(), "service:locked,pause");
        assert!(controls.has_lock() && !Controls::default().has_lock());
        assert_eq!(Controls::parse("none"), (Controls::NONE, Vec::new()));
        assert_eq!(Controls::NONE.print(), "none");
    }

    #[test]
    fn the_usual_controls_are_the_default_however_they_are_listed() {
        let listed: Vec<&str> = PARTS.into_iter().chain(USUAL).collect();
        assert_eq!(Controls::parse(&listed.join(",")).0, Controls::default());
        assert!(Controls::default().has("pause") && !Controls::default().has("seed"));
    }

    #[test]
    fn what_is_no_control_is_told_and_the_others_stand() {
        for wrong in ["", "foo", "pause;lease", "t", "embed", "steps:locked", "pause:lock"] {
            assert_eq!(Controls::parse(wrong), (Controls::NONE, vec![wrong]), "{wrong}");
        }
        let (controls, wrong) = Controls::parse("foo,pause:locked,,bar");
        assert_eq!((controls.print().as_str(), wrong), ("pause:locked", vec!["foo", "", "bar"]));
    }
}
