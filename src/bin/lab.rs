//! The laboratory, which the page loads when a reader asks about many runs at once. Everything it
//! is made of is in the library.

#[cfg(target_arch = "wasm32")]
fn main() {
    lock_simulator::lab::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The simulator runs in a browser: cargo xtask serve");
}
