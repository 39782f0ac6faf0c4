//! The workshop, which the page loads when a reader wants to do something to a run. Everything it
//! is made of is in the library.

#[cfg(target_arch = "wasm32")]
fn main() {
    lock_simulator::workshop::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The simulator runs in a browser: cargo xtask serve");
}
