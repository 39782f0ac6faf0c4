//! What stands for the content of files: marks in their names, so that no cache and no open tab
//! ever gets a file of one release for that of another, and sums that browsers check.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// How many hexadecimal digits a mark has.
const DIGITS: usize = 16;

/// A mark that tells some contents from any others.
pub fn mark<T: AsRef<[u8]>>(contents: impl IntoIterator<Item = T>) -> String {
    let mut whole = Sha256::new();
    for content in contents {
        // Each by its own sum, so that it makes a difference where one ends and the next begins.
        whole.update(Sha256::digest(content));
    }
    let mut mark = format!("{:x}", whole.finalize());
    mark.truncate(DIGITS);
    mark
}

/// The sum by which a browser checks that something is what it has to be.
pub fn sum(content: impl AsRef<[u8]>) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(content)))
}

/// The name of a file with a mark in it, before its ending.
pub fn marked(name: &str, mark: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{mark}.{ending}"),
        None => format!("{name}-{mark}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{mark, marked, sum};

    #[test]
    fn a_mark_stands_for_what_is_in_each_of_the_files() {
        assert_eq!(mark(["ab", "c"]), mark(["ab", "c"]));
        assert_eq!(mark(["ab", "c"]).len(), 16);
        assert_ne!(mark(["ab", "c"]), mark(["a", "bc"]));
        assert_ne!(mark(["ab"]), mark(["ba"]));
    }

    #[test]
    fn a_sum_is_written_as_browsers_want_it() {
        assert_eq!(sum("body {}"), "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=");
    }

    #[test]
    fn a_mark_stands_before_the_ending_of_a_name() {
        assert_eq!(marked("workshop_bg.wasm", "0f"), "workshop_bg-0f.wasm");
    }
}
