//! The explorer of positions as a page that is a file.

use crate::router::LIVE_STYLE;
use askama::Template;
use base64::prelude::{BASE64_STANDARD, Engine};
use boilingpoint_explorer::{
    EDITOR_SCRIPT, EXPLORER_SCRIPT, ExplorerQuery, FILE, FILE_SCRIPT, SEARCH_SCRIPT, UPLOAD_SCRIPT,
    WORKER_SCRIPT, form,
};
use boilingpoint_report::page::{SCRIPT, STYLE};
use lzma_rust2::{LzmaOptions, LzmaWriter};
use std::io::Write;

/// The bytes that LZMA looks back: a module, for which `page/unpack` has memory.
const DICTIONARY: u32 = 1 << 24;

/// The explorer as a page that is a file: it needs neither a server nor a network.
#[derive(Template)]
#[template(path = "file.html")]
struct FilePage<'a> {
    style: String,
    version: &'a str,
    form: String,
    /// The WebAssembly module: LZMA, in base 64.
    module: String,
    /// The module that unpacks the other one, in base 64.
    unpacker: String,
    worker: &'a str,
    scripts: [&'a str; 6],
}

/// The page of the explorer as one file, with the WebAssembly modules of `page/`. Equal modules
/// give equal bytes.
///
/// # Errors
/// When the module cannot be compressed.
pub fn explorer_file(module: &[u8], unpacker: &[u8]) -> std::io::Result<String> {
    let options = LzmaOptions {
        dict_size: DICTIONARY,
        ..LzmaOptions::with_preset(9)
    };
    let length = Some(module.len() as u64);
    let mut packed = LzmaWriter::new_use_header(Vec::new(), &options, length)?;
    packed.write_all(module)?;
    let asked = ExplorerQuery::read("", FILE);
    let page = FilePage {
        style: format!("{STYLE}{LIVE_STYLE}"),
        version: env!("CARGO_PKG_VERSION"),
        form: form(&asked),
        module: BASE64_STANDARD.encode(packed.finish()?),
        unpacker: BASE64_STANDARD.encode(unpacker),
        worker: WORKER_SCRIPT,
        scripts: [
            SCRIPT,
            FILE_SCRIPT,
            EDITOR_SCRIPT,
            UPLOAD_SCRIPT,
            EXPLORER_SCRIPT,
            SEARCH_SCRIPT,
        ],
    };
    Ok(page.render().unwrap_or_default())
}
