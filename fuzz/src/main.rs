//! The targets of `tests/fuzz` under libFuzzer, which searches for inputs that reach new code.
//!
//! `BOIL_FUZZ_TARGET` names the target. Its seeds are written into the folder `BOIL_FUZZ_CORPUS`,
//! which libFuzzer must get as an argument as well. `.ci/fuzz` builds this program with the
//! coverage options of the stable toolchain, and runs it.
#![no_main]

#[path = "../../tests/fuzz/targets/mod.rs"]
mod targets;

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use targets::Target;

static TARGET: OnceLock<&'static Target> = OnceLock::new();

fn begin() {
    let name = std::env::var("BOIL_FUZZ_TARGET").expect("BOIL_FUZZ_TARGET names a target");
    let known = targets::ALL.map(|target| target.name).join(", ");
    let target = targets::by_name(&name).unwrap_or_else(|| panic!("targets are {known}"));
    if let Ok(folder) = std::env::var("BOIL_FUZZ_CORPUS") {
        for (i, seed) in (target.seeds)().iter().enumerate() {
            std::fs::write(format!("{folder}/seed-{i}"), seed)
                .expect("a folder that can be written to");
        }
    }
    TARGET.get_or_init(|| target);
}

fuzz_target!(init: begin(), |bytes: &[u8]| {
    if let Some(target) = TARGET.get() {
        (target.run)(bytes);
    }
});
