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

/// The page of the explorer with the modules in files, or with those inside the program. `None` if
/// no file is given and the program was built without modules.
pub fn page(module: Option<&Path>) -> Result<Option<String>, Failure> {
    let modules = match module {
        Some(path) => [read(path)?, read(&path.with_file_name(UNPACKER))?],
        None if MODULES[0].is_empty() => return Ok(None),
        None => MODULES.map(<[u8]>::to_vec),
    };
    if !modules.iter().all(|module| module.starts_with(b"\0asm")) {
        let name = module.map_or("the module inside the program".into(), |path| {
            path.display().to_string()
        });
        let problem = format!("{name} or {UNPACKER} is no WebAssembly module");
        return Err(Failure::input(problem));
    }
    let [module, unpacker] = modules;
    Ok(Some(explorer_file(&module, &unpacker)?))
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

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    named_bytes(path, LARGEST)
        .map_err(|e| Failure::input(format!("cannot read {}: {e}", path.display())))
}
