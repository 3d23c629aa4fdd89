//! Puts the WebAssembly modules of the page into the program, if `BOIL_PAGE` names the page's. The
//! module that unpacks it lies beside it.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=BOIL_PAGE");
    let out = std::env::var("OUT_DIR").expect("Cargo sets OUT_DIR");
    let page = std::env::var("BOIL_PAGE").unwrap_or_default();
    for (name, path) in [
        ("page.wasm", PathBuf::from(&page)),
        (
            "unpack.wasm",
            Path::new(&page).with_file_name("boilingpoint_unpack.wasm"),
        ),
    ] {
        let module = match page.is_empty() {
            true => Vec::new(),
            false => {
                println!("cargo:rerun-if-changed={}", path.display());
                std::fs::read(&path)
                    .unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()))
            }
        };
        std::fs::write(Path::new(&out).join(name), module).expect("the module can be written");
    }
}
