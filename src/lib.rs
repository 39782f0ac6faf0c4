//! A simulator of distributed locks.
pub mod sim;
