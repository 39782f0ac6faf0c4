//! The player below the timeline: its names, and how things stand at its moment as HTML.

use super::report::escape;

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
/// The place for how things stand at the moment.
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

/// How things stand at a moment.
pub fn now(rows: &[(&str, String)]) -> String {
    let mut html = String::new();
    for (name, words) in rows {
        html += &["<div><dt>", name, "</dt><dd>", &escape(words), "</dd></div>\n"].concat();
    }
    html
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
}
