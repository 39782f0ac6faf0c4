//! What somebody needs to show a run on a page of their own: the choices that there are, the
//! snippets that come of them, and the guide that explains it all.
//!
//! Everything here is a function of a query, of the choices, and of the site's address.

mod choices;
mod contract;
pub mod dialog;
mod draft;
mod escape;
#[cfg(not(target_arch = "wasm32"))]
mod guide;
mod snippet;
#[cfg(not(target_arch = "wasm32"))]
mod table;

pub use choices::{Choices, HEIGHTS, Start, TOOLS, WIDTHS};
pub use contract::{ATTRIBUTES, Attribute, EVENTS, Event, HEIGHT_MESSAGE, Told};
pub use draft::Draft;
#[cfg(not(target_arch = "wasm32"))]
pub use guide::guide;
pub use snippet::{File, Form, address, file, site, snippet};
#[cfg(not(target_arch = "wasm32"))]
pub use table::{Table, attributes, events, keys};
