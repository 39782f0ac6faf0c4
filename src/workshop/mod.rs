//! The workshop: a program of its own for what a reader does to a run, loaded when somebody wants
//! to. It shares nothing with the page's program but links; see [`crate::page::workshop`].

mod bench;
mod compare;
mod edit;
mod page;
mod tools;

/// Ties the page's tools to the workshop.
pub fn start() {
    let Some(bench) = bench::Bench::new() else {
        return;
    };
    tools::listen(bench);
}
