//! Changing a run by hand: what of it can be moved on the timeline, where that leads, and back.
//!
//! All of this turns the values of one run into those of another. Whatever comes out can be run:
//! a position that is not possible is taken to be the nearest one that is.

mod board;
mod boundaries;
mod history;
mod knobs;
mod menu;
mod names;

pub use board::{Board, Grip, What};
pub use boundaries::boundaries;
pub use history::{History, Runs};
pub use knobs::{away, knobs, menus, square, step};
pub use menu::{Change, Choice, Whose, choices};
pub use names::{boundaries_in_words, grip_name, grip_value};
