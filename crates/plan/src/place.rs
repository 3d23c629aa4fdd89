//! Converts places in a value to places in the file.

use std::ops::Range;

/// Line and column of a byte, both from 1. Columns count characters.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let at = (0..=at.min(text.len()))
        .rev()
        .find(|&i| text.is_char_boundary(i))
        .unwrap_or(0);
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    (
        before.matches('\n').count() + 1,
        before[start..].chars().count() + 1,
    )
}

/// The part of a written string that stands for the bytes `inner` of its content. The written
/// string has quotes, and may have escapes and line ends.
pub(super) fn within_string(written: &str, inner: Range<usize>) -> Range<usize> {
    let places = places(written);
    let at = |i: usize| places.get(i).or(places.last()).copied().unwrap_or(0);
    let start = at(inner.start);
    start..at(inner.end).max(start)
}

/// For each byte of the content, the byte of the written string at which the written form of this
/// byte begins. The last entry is for the end of the content.
fn places(written: &str) -> Vec<usize> {
    let quote = &written[..written.len().min(1)];
    let triple = quote.repeat(3);
    let many = written.len() >= 6 && written.starts_with(&triple);
    let wide = if many { 3 } else { 1 };
    let end = written.len().saturating_sub(wide);
    let mut at = wide;
    if many {
        at += line_end(&written[at..]);
    }
    let mut places = Vec::new();
    while at < end {
        let rest = &written[at..end];
        let (read, gives) = if quote == "\"" && rest.starts_with('\\') {
            escape(rest)
        } else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            (length, length)
        };
        places.extend((0..gives).map(|i| if gives == read { at + i } else { at }));
        at += read;
    }
    places.push(end);
    places
}

fn line_end(text: &str) -> usize {
    if text.starts_with("\r\n") {
        2
    } else {
        usize::from(text.starts_with('\n'))
    }
}

/// The number of bytes that an escape takes, and the number of bytes that it stands for.
fn escape(rest: &str) -> (usize, usize) {
    let digits = match rest.as_bytes().get(1) {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        Some(b' ' | b'\t' | b'\r' | b'\n') => {
            let next = rest[1..].find(|c: char| !c.is_whitespace());
            return (next.map_or(rest.len(), |i| i + 1), 0);
        }
        _ => return (rest.len().min(2), 1),
    };
    let code = rest
        .get(2..2 + digits)
        .and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let length = code.and_then(char::from_u32).map_or(1, char::len_utf8);
    (rest.len().min(2 + digits), length)
}
