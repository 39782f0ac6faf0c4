//! The player below the timeline: its names, its keys, and its moment in figures.

use crate::sim::Time;
use crate::words::clock;

/// The element around the player.
pub const PLAYER: &str = "player";
/// The slider for the moment, whose positions are counted from 0.
pub const MOMENT: &str = "moment";
/// The last position of the slider.
pub const POSITIONS: u64 = 200;
/// The place for the moment in figures.
pub const TIME: &str = "time";
/// The menu of speeds.
pub const SPEED: &str = "speed";
/// The switch that lets a run begin again when it has come to its end.
pub const REPEAT: &str = "repeat";
/// The list of keys.
pub const KEYS: &str = "keys";
/// The part of the page that says how things stand at the moment.
pub const STANDING: &str = "standing";
/// The place for how they do.
pub const NOW: &str = "now";

/// The line over the picture that stands where the moment is.
pub const CURSOR: &str = "cursor";
/// What there is to say about a step that is pointed at, beside its place in the picture.
pub const TIP: &str = "tip";

/// The speeds at which a run can be played, as factors of real time, in hundredths.
pub const SPEEDS: [u32; 6] = [25, 50, 100, 200, 400, 800];

/// What a button of the player does; its word stands in the button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    /// To the beginning of the run.
    Start,
    /// To the step before.
    Back,
    /// Plays, or stops playing.
    Play,
    /// To the next step.
    Forward,
    /// To the end of the run.
    End,
}

impl Go {
    /// All of them, from left to right.
    pub const ALL: [Go; 5] = [Go::Start, Go::Back, Go::Play, Go::Forward, Go::End];

    /// The word that stands for it.
    pub fn word(self) -> &'static str {
        match self {
            Go::Start => "start",
            Go::Back => "back",
            Go::Play => "play",
            Go::Forward => "forward",
            Go::End => "end",
        }
    }

    /// What a word stands for.
    pub fn from_word(word: &str) -> Option<Go> {
        Go::ALL.into_iter().find(|go| go.word() == word)
    }

    /// What a key stands for while the figure has the focus.
    pub fn from_key(key: &str) -> Option<Go> {
        Some(match key {
            " " => Go::Play,
            "ArrowLeft" => Go::Back,
            "ArrowRight" => Go::Forward,
            "Home" => Go::Start,
            "End" => Go::End,
            _ => return None,
        })
    }
}

/// The step to which a key leads from another one while the list of steps has the focus.
pub fn step_from_key(key: &str, step: u32, last: u32) -> Option<u32> {
    Some(match key {
        "ArrowUp" => step.saturating_sub(1).max(1),
        "ArrowDown" => step.saturating_add(1).min(last),
        "Home" => 1,
        "End" => last,
        _ => return None,
    })
}

/// A moment in figures, with no more decimals than it needs.
pub fn exact(at: Time) -> String {
    [&clock(at).to_string(), " s"].concat()
}

/// A moment in figures while it goes by: always with as many decimals, so that nothing jumps.
pub fn passing(at: Time) -> String {
    let hundredths = at.as_micros() / 10_000;
    format!("{}.{:02} s", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_has_a_key() {
        let keys = [" ", "ArrowLeft", "ArrowRight", "Home", "End"];
        let gone: Vec<Option<Go>> = keys.iter().map(|key| Go::from_key(key)).collect();
        assert!(Go::ALL.iter().all(|go| gone.contains(&Some(*go))));
        assert_eq!(Go::from_key("a"), None);
    }

    #[test]
    fn keys_lead_from_step_to_step_and_not_beyond_the_last() {
        let led = |key| [1, 2, 9].map(|step| step_from_key(key, step, 9));
        assert_eq!(led("ArrowUp"), [1, 1, 8].map(Some));
        assert_eq!(led("ArrowDown"), [2, 3, 9].map(Some));
        assert_eq!(led("Home"), [1; 3].map(Some));
        assert_eq!(led("End"), [9; 3].map(Some));
        assert_eq!(led("Enter"), [None; 3]);
    }

    #[test]
    fn a_moment_that_goes_by_has_two_decimals_and_has_come() {
        let said = |micros| passing(Time::from_micros(micros));
        assert_eq!(said(0), "0.00 s");
        assert_eq!(said(8_669_999), "8.66 s");
        assert_eq!(said(600_100_000), "600.10 s");
        assert_eq!(exact(Time::from_micros(8_669_999)), "8.67 s");
        assert_eq!(exact(Time::from_micros(20_000)), "0.02 s");
    }
}
