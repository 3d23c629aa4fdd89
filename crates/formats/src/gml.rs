//! GML, the graph modelling language.
//!
//! A file is pairs of a key and a value: a number, a text in quotation marks, or pairs in square
//! brackets. Source: M. Himsolt, *GML: A portable graph file format* (Passau, 1997). The keys
//! `tint`, `token` and `square` of a node and `weight` of an edge are marks. If an edge has no
//! `weight`, a whole `value` is its weight, as in the files of M. Newman.

use crate::Misread;
use crate::attributes;
use crate::draft::{Draft, Twice, weight};
use crate::given::{Ended, Sink, hand};
use crate::misread::place;
use boilingpoint_boards::{Board, BoardLimit};
use boilingpoint_language::{Cursor, Unexpected};
use std::borrow::Cow;

type GmlResult<T> = Result<T, Unexpected>;

/// Reads the graphs of a text.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let mut cursor = Cursor::new(text, "GML");
    let mut graphs = 0;
    while let Some(key) = key(&mut cursor).map_err(|e| Misread::of(text, &e))? {
        let start = cursor;
        if key != "graph" {
            value(&mut cursor).map_err(|e| Misread::of(text, &e))?;
            continue;
        }
        graphs += 1;
        let line = place(text, start.at()).0;
        let read = graph(&mut cursor, limit).and_then(|(draft, twice)| {
            draft
                .finish(line, twice)
                .map_err(|e| start.wrong(e.problem))
        });
        hand(sink, read.map_err(|e| Misread::of(text, &e))?)?;
    }
    if cursor.peek().is_some() {
        return Err(Misread::of(text, &cursor.wrong("found `]` without a partner")).into());
    }
    match graphs {
        0 => Err(cursor_end(text, &cursor).into()),
        _ => Ok(()),
    }
}

fn cursor_end(text: &str, cursor: &Cursor) -> Misread {
    Misread::of(text, &cursor.expected("`graph [`"))
}

/// Reads the next key; `None` at a closing bracket or at the end.
fn key<'a>(cursor: &mut Cursor<'a>) -> GmlResult<Option<&'a str>> {
    skip(cursor);
    match cursor.peek() {
        None | Some(']') => Ok(None),
        Some(_) => match cursor.word() {
            "" => Err(cursor.expected("a key")),
            word => Ok(Some(word)),
        },
    }
}

/// Skips white space, and lines that begin with `#`.
fn skip(cursor: &mut Cursor) {
    loop {
        cursor.run(|c| c.is_whitespace() || c == '\u{feff}');
        if cursor.peek() != Some('#') {
            return;
        }
        cursor.run(|c| c != '\n');
    }
}

/// Reads a value. A list is skipped, and has no text.
fn value<'a>(cursor: &mut Cursor<'a>) -> GmlResult<Option<Cow<'a, str>>> {
    skip(cursor);
    let start = *cursor;
    match cursor.peek() {
        Some('[') => {
            skip_list(cursor)?;
            Ok(None)
        }
        Some('"') => {
            cursor.advance();
            let text = cursor.run(|c| c != '"');
            match cursor.advance() {
                Some(_) => Ok(Some(unescaped(text))),
                None => Err(start.wrong("the quotation mark has no partner")),
            }
        }
        _ => match cursor.run(|c| !c.is_whitespace() && c != '[' && c != ']') {
            "" => Err(start.expected("a number, a text in quotation marks, or `[`")),
            text => Ok(Some(Cow::Borrowed(text))),
        },
    }
}

/// Skips a list and the lists in it.
fn skip_list(cursor: &mut Cursor) -> GmlResult<()> {
    let start = *cursor;
    let mut depth = 0;
    loop {
        match cursor.advance() {
            Some('[') => depth += 1,
            Some(']') if depth == 1 => return Ok(()),
            Some(']') => depth -= 1,
            Some('"') => {
                cursor.run(|c| c != '"');
                cursor.advance();
            }
            Some(_) => {}
            None => return Err(start.wrong("the bracket `[` has no partner")),
        }
    }
}

/// A text whose characters outside of ASCII, and quotation marks, are written as in HTML.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain += before;
        let entity = after.split_once(';').and_then(|(name, after)| {
            let c = match name {
                "quot" => '"',
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "apos" => '\'',
                _ => char::from_u32(name.strip_prefix('#')?.parse().ok()?)?,
            };
            Some((c, after))
        });
        rest = match entity {
            Some((c, after)) => {
                plain.push(c);
                after
            }
            None => {
                plain.push('&');
                after
            }
        };
    }
    Cow::Owned(plain + rest)
}

/// The keys and values of a node or an edge, and where it begins.
type Entries<'a> = (Cursor<'a>, Vec<(&'a str, Cow<'a, str>)>);

/// Reads the list of a graph.
fn graph(cursor: &mut Cursor, limit: BoardLimit) -> GmlResult<(Draft, Twice)> {
    skip(cursor);
    let open = *cursor;
    cursor.require('[', "`[` after `graph`")?;
    let mut draft = Draft::new(limit);
    let (mut directed, mut edges) = (false, Vec::new());
    while let Some(key) = key(cursor)? {
        match key {
            "node" => node(&mut draft, &entries(cursor)?)?,
            "edge" => {
                if edges.len() >= limit.size {
                    return Err(
                        cursor.wrong(format!("more than {} edges are not accepted", limit.size))
                    );
                }
                edges.push(entries(cursor)?);
            }
            _ => {
                let text = value(cursor)?;
                directed |= key == "directed" && text.as_deref() == Some("1");
            }
        }
    }
    if cursor.advance().is_none() {
        return Err(open.wrong("the bracket `[` has no partner"));
    }
    for edge in &edges {
        add(&mut draft, edge, directed)?;
    }
    Ok((draft, Twice::Parallel))
}

fn entries<'a>(cursor: &mut Cursor<'a>) -> GmlResult<Entries<'a>> {
    skip(cursor);
    let open = *cursor;
    cursor.require('[', "`[`")?;
    let mut all = Vec::new();
    while let Some(key) = key(cursor)? {
        if let Some(text) = value(cursor)? {
            all.push((key, text));
        }
    }
    match cursor.advance() {
        Some(_) => Ok((open, all)),
        None => Err(open.wrong("the bracket `[` has no partner")),
    }
}

fn find<'e>((at, all): &'e Entries, wanted: &str) -> GmlResult<&'e str> {
    let found = all.iter().find(|(key, _)| *key == wanted);
    found
        .map(|(_, text)| &**text)
        .ok_or_else(|| at.wrong(format!("expected `{wanted}` in the list")))
}

fn node(draft: &mut Draft, node: &Entries) -> GmlResult<()> {
    let wrong = |e: String| node.0.wrong(e);
    let v = draft.new_vertex(find(node, "id")?).map_err(wrong)?;
    for (key, text) in &node.1 {
        match *key {
            "label" => draft.name(v, text),
            key => draft.mark(v, key, text).map_err(wrong)?,
        }
    }
    Ok(())
}

fn add(draft: &mut Draft, edge: &Entries, directed: bool) -> GmlResult<()> {
    let wrong = |e: String| edge.0.wrong(e);
    let end = |key| draft.end(key, find(edge, key).ok()).map_err(wrong);
    let (from, to) = (end("source")?, end("target")?);
    let weight = match (find(edge, "weight"), find(edge, "value")) {
        (Ok(text), _) => weight(text).map_err(wrong)?,
        (Err(_), Ok(text)) => weight(text).unwrap_or(1),
        (Err(_), Err(_)) => 1,
    };
    draft.link(from, to, weight, directed).map_err(wrong)
}

/// Writes a board. In a directed graph an edge without direction is two arcs.
pub(crate) fn write(board: &Board, name: &dyn Fn(usize) -> String) -> String {
    let links = board.links();
    let (directed, weighted) = attributes::of_links(&links);
    let entries = attributes::entries(&links, directed);
    let mut text = format!("graph [\n  directed {}\n", u8::from(directed));
    // networkx refuses parallel edges without this.
    if attributes::are_several(&entries) {
        text += "  multigraph 1\n";
    }
    for v in 0..board.order() {
        text += &format!(
            "  node [\n    id {v}\n    label \"{}\"\n",
            escaped(&name(v))
        );
        for (key, value) in attributes::of_vertex(board, v) {
            text += &format!("    {key} \"{value}\"\n");
        }
        text += "  ]\n";
    }
    for (from, to, weight) in entries {
        text += &format!("  edge [\n    source {from}\n    target {to}\n");
        if weighted {
            text += &format!("    weight {weight}\n");
        }
        text += "  ]\n";
    }
    text + "]\n"
}

fn escaped(name: &str) -> String {
    let written = |c: char| match c {
        '"' => "&quot;".to_string(),
        '&' => "&amp;".to_string(),
        c if c.is_ascii() => c.to_string(),
        c => format!("&#{};", u32::from(c)),
    };
    name.chars().map(written).collect()
}
