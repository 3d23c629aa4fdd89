//! `boil explorer`: the explorer of positions as one page that needs no server.

use super::failure::{CommandResult, Failure};
use boilingpoint_record::input::named_bytes;
use boilingpoint_serve::explorer_file;
use clap::Args;
use std::path::{Path, PathBuf};

/// The modules inside the program; empty if it was built without them.
const MODULES: [&[u8]; 2] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/page.wasm")),
    include_bytes!(concat!(env!("OUT_DIR"), "/unpack.wasm")),
];

/// The name of the module that unpacks the other one.
const UNPACKER: &str = "boilingpoint_unpack.wasm";

/// The largest module, in bytes.
const LARGEST: u64 = 1 << 24;

#[derive(Args, Debug)]
pub struct ExplorerArgs {
    /// The page to write
    #[arg(value_name = "FILE.html")]
    output: PathBuf,
    /// The WebAssembly module, with the one that unpacks it beside it; by default those inside the
    /// program, if it was built by `page/build`
    #[arg(long, value_name = "FILE.wasm")]
    module: Option<PathBuf>,
}

impl ExplorerArgs {
    pub fn run(&self) -> CommandResult {
        let [module, unpacker] = match &self.module {
            Some(path) => [read(path)?, read(&path.with_file_name(UNPACKER))?],
            None => MODULES.map(<[u8]>::to_vec),
        };
        if ![&module, &unpacker].iter().all(|m| m.starts_with(b"\0asm")) {
            let problem = match &self.module {
                Some(path) => format!("{} or {UNPACKER} is no WebAssembly module", path.display()),
                None => {
                    "this program was built without the module of the page; `page/build` builds \
                         one with it, and `--module` names a module"
                        .to_string()
                }
            };
            return Err(Failure::input(problem));
        }
        let page = explorer_file(&module, &unpacker)?;
        std::fs::write(&self.output, page)
            .map_err(|e| Failure::input(format!("cannot write {}: {e}", self.output.display())))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    named_bytes(path, LARGEST)
        .map_err(|e| Failure::input(format!("cannot read {}: {e}", path.display())))
}
