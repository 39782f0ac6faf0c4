//! Texts broken into lines, by the widths that pictures are laid out with.

use crate::draw::{Weight, text_width};

/// Breaks a text into lines that are at most `room` pixels wide: between words, and inside of a
/// word that is too long for a line of its own.
pub fn wrap(text: &str, room: i32, size: i32, weight: Weight) -> Vec<String> {
    let fits = |line: &str| text_width(line, size, weight) <= room;
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = if line.is_empty() { word.into() } else { format!("{line} {word}") };
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            line.push(letter);
            if !fits(&line) && line.chars().nth(1).is_some() {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.into()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_break_between_words() {
        let room = text_width("A asks for", 13, Weight::Regular);
        let lines = wrap("A asks for the lock.", room, 13, Weight::Regular);
        assert_eq!(lines, ["A asks for", "the lock."]);
    }

    #[test]
    fn nothing_makes_no_line() {
        assert!(wrap("", 100, 13, Weight::Regular).is_empty());
    }

    proptest! {
        #[test]
        fn every_line_fits_and_nothing_is_lost(text in ".{0,200}", room in 20..400_i32) {
            let lines = wrap(&text, room, 13, Weight::Bold);
            for line in &lines {
                prop_assert!(text_width(line, 13, Weight::Bold) <= room, "{}", line);
            }
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
