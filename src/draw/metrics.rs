//! How wide a text is, without asking anybody.
//!
//! The picture is laid out before there is anything to measure a text with, and where there is,
//! measuring costs the browser a layout of the page. The widths here are the larger ones of two
//! common fonts, Arial and the wide DejaVu Sans, so that a text has room in either.

use super::picture::Weight;

/// The widths of the printable ASCII characters, in hundredths of the font size.
#[rustfmt::skip]
const ASCII: [u8; 95] = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 56,
    102, 69, 69, 73, 78, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75, 79,
    67, 79, 73, 67, 62, 74, 69, 99, 69, 67, 69, 40, 34, 40, 84, 56,
    50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62,
    64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
];

fn hundredths(character: char) -> i32 {
    let place = u32::from(character).checked_sub(32).map(|place| ASCII.get(place as usize));
    match (place, character) {
        (Some(Some(&width)), _) => i32::from(width),
        (_, '·' | '’') => 32,
        _ => 100,
    }
}

/// The width of a text in pixels, rounded up.
pub fn width(words: &str, size: i32, weight: Weight) -> i32 {
    let regular: i32 = words.chars().map(hundredths).sum();
    let hundredths = match weight {
        Weight::Regular => regular,
        Weight::Bold => regular * 113 / 100,
    };
    (hundredths * size + 99) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_wide_as_its_characters_in_dejavu_sans() {
        assert_eq!(width("", 12, Weight::Regular), 0);
        // Set in DejaVu Sans at 100 px, this is 1458 px wide, and in Arial 1278 px.
        assert_eq!(width("believes, but its lease is over", 100, Weight::Regular), 1474);
    }

    #[test]
    fn bold_is_wider_and_unknown_characters_are_taken_to_be_wide() {
        assert!(width("etcd", 12, Weight::Bold) > width("etcd", 12, Weight::Regular));
        assert_eq!(width("鎖", 12, Weight::Regular), 12);
    }
}
