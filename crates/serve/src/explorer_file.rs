//! The explorer of positions as a page that is a file.

use crate::router::LIVE_STYLE;
use askama::Template;
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
    /// The WebAssembly module: LZMA, in base 85.
    module: String,
    /// The module that unpacks the other one, in base 85.
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
        module: base85(&packed.finish()?),
        unpacker: base85(unpacker),
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

/// Four bytes are five digits of base 85, the greatest first: 6 % less text than in base 64. Of the
/// last `n` bytes, filled up by 0, the first `n + 1` digits are enough, since the reader rounds up.
/// The digit `d` is the character `35 + d`, but `x` stands for `<`, which has a meaning in a page.
fn base85(bytes: &[u8]) -> String {
    let digits = bytes.chunks(4).flat_map(|part| {
        let byte = |i| u32::from(part.get(i).copied().unwrap_or(0));
        let number = (0..4).fold(0, |sum, i| sum << 8 | byte(i));
        let digits = [4, 3, 2, 1, 0].map(|place| number / 85_u32.pow(place) % 85);
        digits.into_iter().take(part.len() + 1)
    });
    let character = |digit| match char::from(35 + digit as u8) {
        '<' => 'x',
        plain => plain,
    };
    digits.map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::base85;

    /// Ascii85 has the same digits from `!` on, and writes `Man ` as `9jqo^`.
    #[test]
    fn four_bytes_are_five_digits() {
        assert_eq!(base85(b"Man "), ";lsq`");
        assert_eq!(base85(b"Man Ma"), ";lsq`;lp");
        assert_eq!(base85(b"N"), "x(");
        assert_eq!(base85(b""), "");
    }
}
