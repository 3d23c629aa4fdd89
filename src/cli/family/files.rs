//! Reads files with definitions of families, in TOML.

use crate::cli::failure::Failure;
use boilingpoint_boards::Definitions;
use boilingpoint_record::input::named_text;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::Path;
use toml::Spanned;

/// The size of the largest file of families, in bytes.
const MOST_BYTES: u64 = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    families: HashMap<String, Spanned<String>>,
}

/// Adds the definitions in a file, in the order of the file, and returns them as texts.
pub(super) fn read(file: &Path, known: &mut Definitions) -> Result<Vec<String>, Failure> {
    let name = file.display();
    let unreadable = |e: &dyn std::fmt::Display| Failure::input(format!("cannot read {name}: {e}"));
    let text = named_text(file, MOST_BYTES).map_err(|e| unreadable(&e))?;
    let read: File = toml::from_str(&text).map_err(|e| {
        let place = e
            .span()
            .map(|span| format!("{}: ", line(&text, span.start)));
        let message = e.message();
        Failure::input(format!("{name}, {}{message}", place.unwrap_or_default()))
    })?;
    let mut families: Vec<(String, Spanned<String>)> = read.families.into_iter().collect();
    families.sort_by_key(|(_, body)| body.span().start);
    let mut texts = Vec::new();
    for (signature, body) in families {
        let place = line(&text, body.span().start);
        known
            .define(&signature, body.get_ref())
            .map_err(|e| Failure::input(format!("{name}, {place}: `{signature}`: {e}")))?;
        texts.push(format!("{signature} = {}", body.get_ref()));
    }
    Ok(texts)
}

/// The number of the line that has the byte `place` of a text.
fn line(text: &str, place: usize) -> String {
    let before = text.get(..place).unwrap_or(text);
    format!("line {}", before.matches('\n').count() + 1)
}
