//! The figure that other pages embed. Everything it is made of is in the library.

#[cfg(target_arch = "wasm32")]
fn main() {
    lock_simulator::ui::start_figure();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The simulator runs in a browser: cargo xtask serve");
}
