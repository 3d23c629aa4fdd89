//! Sets the size of the stack of the WebAssembly module.

/// The stack in bytes: `door.rs` tells it to the recursion.
const STACK: usize = 32 << 20;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=BOIL_PAGE_STACK={STACK}");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-cdylib-link-arg=-zstack-size={STACK}");
    }
}
