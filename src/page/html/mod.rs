//! The parts of the page that are written before it is built.

mod compact;
mod controls;
mod run;
mod table;

pub use controls::controls;
pub use run::{default_run, heights, narrow_picture, readme_picture};

/// The article, written by hand but for the table in it.
pub fn article() -> String {
    include_str!("../article.html").replace("<!-- table -->\n", &table::table())
}

/// The gallery of incidents.
pub fn incidents() -> String {
    super::incidents::gallery()
}
