//! The page. Everything it is made of is in the library.

#[cfg(target_arch = "wasm32")]
fn main() {
    lock_simulator::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The simulator runs in a browser: cargo xtask serve");
}
