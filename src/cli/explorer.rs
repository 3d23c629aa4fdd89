//! `boil explorer`: the explorer of positions as one page that needs no server.

use super::failure::{CommandResult, Failure};
use boilingpoint_record::input::named_bytes;
use boilingpoint_serve::explorer_file;
use clap::Args;
use std::path::PathBuf;

/// The module inside the program; empty if it was built without one.
const MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/page.wasm"));

/// The largest module, in bytes.
const LARGEST: u64 = 1 << 24;

#[derive(Args, Debug)]
pub struct ExplorerArgs {
    /// The page to write
    #[arg(value_name = "FILE.html")]
    output: PathBuf,
    /// The WebAssembly module; by default the one inside the program, if it was built by `page/build`
    #[arg(long, value_name = "FILE.wasm")]
    module: Option<PathBuf>,
}

impl ExplorerArgs {
    pub fn run(&self) -> CommandResult {
        let module = match &self.module {
            Some(path) => named_bytes(path, LARGEST)
                .map_err(|e| Failure::input(format!("cannot read {}: {e}", path.display())))?,
            None => MODULE.to_vec(),
        };
        if !module.starts_with(b"\0asm") {
            let problem = match &self.module {
                Some(path) => format!("{} is no WebAssembly module", path.display()),
                None => {
                    "this program was built without the module of the page; `page/build` builds \
                         one with it, and `--module` names a module"
                        .to_string()
                }
            };
            return Err(Failure::input(problem));
        }
        let page = explorer_file(&module)?;
        std::fs::write(&self.output, page)
            .map_err(|e| Failure::input(format!("cannot write {}: {e}", self.output.display())))
    }
}
