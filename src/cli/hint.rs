//! A hint for an option that is a key of a config.

use boilingpoint_plan::KEYS;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// The commands that take `--set KEY=VALUE`.
const WITH_SET: [&str; 4] = ["search", "check", "resume", "shrink"];

/// The way to give a key of a config on the command line, if an unknown option has the name of a
/// key, such as `--generations`.
pub fn of_key(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let is_one = |command: &OsString| WITH_SET.iter().any(|with| command == with);
    if error.kind() != ErrorKind::UnknownArgument || !arguments.get(1).is_some_and(is_one) {
        return None;
    }
    let ContextValue::String(option) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let name = option.trim_start_matches('-').replace('-', "_");
    let keys: Vec<String> = KEYS
        .iter()
        .filter(|key| key.name.rsplit('.').next() == Some(&*name))
        .map(|key| format!("--set {}=…", key.name))
        .collect();
    (!keys.is_empty()).then(|| format!("hint: keys of a config are given by {}", keys.join(" or ")))
}
