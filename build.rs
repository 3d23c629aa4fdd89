//! Puts the WebAssembly module of the explorer into the program, if `BOIL_PAGE` names it.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=BOIL_PAGE");
    let out = std::env::var("OUT_DIR").expect("Cargo sets OUT_DIR");
    let place = Path::new(&out).join("page.wasm");
    let module = match std::env::var("BOIL_PAGE") {
        Ok(path) if !path.is_empty() => {
            println!("cargo:rerun-if-changed={path}");
            std::fs::read(&path).unwrap_or_else(|e| panic!("cannot read {path}: {e}"))
        }
        _ => Vec::new(),
    };
    std::fs::write(place, module).expect("the module can be written");
}
