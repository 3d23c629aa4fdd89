//! The explorer of positions as a page that is a file.

use crate::router::LIVE_STYLE;
use askama::Template;
use base64::prelude::{BASE64_STANDARD, Engine};
use boilingpoint_explorer::{
    EDITOR_SCRIPT, EXPLORER_SCRIPT, ExplorerQuery, FILE, FILE_SCRIPT, UPLOAD_SCRIPT, WORKER_SCRIPT,
    form,
};
use boilingpoint_report::page::{SCRIPT, STYLE};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// The explorer as a page that is a file: it needs neither a server nor a network.
#[derive(Template)]
#[template(path = "file.html")]
struct FilePage<'a> {
    style: String,
    version: &'a str,
    form: String,
    /// The WebAssembly module: gzip, in base 64.
    module: String,
    worker: &'a str,
    scripts: [&'a str; 5],
}

/// The page of the explorer as one file, with the WebAssembly module of `page/`. Equal modules give
/// equal bytes.
///
/// # Errors
/// When the module cannot be compressed.
pub fn explorer_file(module: &[u8]) -> std::io::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    let asked = ExplorerQuery::read("", FILE);
    let page = FilePage {
        style: format!("{STYLE}{LIVE_STYLE}"),
        version: env!("CARGO_PKG_VERSION"),
        form: form(&asked),
        module: BASE64_STANDARD.encode(packed.finish()?),
        worker: WORKER_SCRIPT,
        scripts: [
            SCRIPT,
            FILE_SCRIPT,
            EDITOR_SCRIPT,
            UPLOAD_SCRIPT,
            EXPLORER_SCRIPT,
        ],
    };
    Ok(page.render().unwrap_or_default())
}
