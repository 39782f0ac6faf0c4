//! The figure that other pages embed. Everything it is made of is in the library.

/// A smaller allocator than Rust's own, which takes nearly two kilobytes more of a download.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(target_arch = "wasm32")]
fn main() {
    lock_simulator::ui::start_figure();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The simulator runs in a browser: cargo xtask serve");
}
