//! All the runs that can come of a setup, if so many things go wrong: is there a bad one?
