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

/// The gallery as a page of its own, which the program's page takes it from when a reader comes
/// near: it is long, and far down.
pub fn incidents_page() -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Incidents – Distributed lock simulator</title>\n<base href=\"./\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <link rel=\"stylesheet\" href=\"page.css\">\n</head>\n<body>\n<main>\n{}</main>\n\
         <p><a href=\"./\">To the simulator</a></p>\n</body>\n</html>\n",
        incidents()
    )
}
