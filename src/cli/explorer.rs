//! `boil explorer`: the explorer of positions as one page that needs no server.

use super::failure::{CommandResult, Failure};
use boilingpoint_record::input::named_bytes;
use boilingpoint_serve::explorer_file;
use clap::Args;
use std::path::{Path, PathBuf};

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

/// The page of the explorer with the module in a file, or with the one inside the program. `None` if
/// no file is given and the program was built without a module.
pub fn page(module: Option<&Path>) -> Result<Option<String>, Failure> {
    let bytes = match module {
        Some(path) => named_bytes(path, LARGEST)
            .map_err(|e| Failure::input(format!("cannot read {}: {e}", path.display())))?,
        None if MODULE.is_empty() => return Ok(None),
        None => MODULE.to_vec(),
    };
    if !bytes.starts_with(b"\0asm") {
        let name = module.map_or("the module inside the program".into(), |path| {
            path.display().to_string()
        });
        return Err(Failure::input(format!("{name} is no WebAssembly module")));
    }
    Ok(Some(explorer_file(&bytes)?))
}

impl ExplorerArgs {
    pub fn run(&self) -> CommandResult {
        let page = page(self.module.as_deref())?.ok_or_else(|| {
            Failure::input(
                "this program was built without the module of the page; `page/build` builds one \
                 with it, and `--module` names a module",
            )
        })?;
        std::fs::write(&self.output, page)
            .map_err(|e| Failure::input(format!("cannot write {}: {e}", self.output.display())))
    }
}
