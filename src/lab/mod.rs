//! The laboratory: a program of its own for questions about many runs at once, loaded when a reader
//! asks the first of them. It shares nothing with the page's program but links; see
//! [`crate::page::lab`].

mod desk;
mod lease;
mod map;
mod places;
mod search;
mod slices;

use desk::Desk;

/// Ties the page's questions to the laboratory.
pub fn start() {
    if let Some(desk) = Desk::new() {
        places::listen(desk);
    }
}
