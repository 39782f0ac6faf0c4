//! How long a lease should be: what each length risks, by how long clients pause, and what it costs
//! when one of them crashes.
