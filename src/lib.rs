//! A simulator of distributed locks.
pub mod query;
pub mod sim;
pub mod words;
