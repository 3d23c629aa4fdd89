//! DOT, the language of Graphviz.
//!
//! Source: *The DOT Language* (Graphviz documentation). The attributes `tint`, `token` and `square`
//! of a node and `weight` of an edge are marks; others are for drawing. In a digraph an edge with
//! `dir=none` has no direction. The parser is ours: those of the registries recurse without a bound
//! on nested subgraphs, or name no place of a mistake.

use crate::attributes;
use crate::draft::{Draft, Twice, weight};
use crate::given::{Ended, Sink, hand};
use crate::misread::place;
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit};
use boilingpoint_language::{Cursor, Unexpected};
use std::borrow::Cow;

/// The greatest depth of nested subgraphs.
const MAX_DEPTH: usize = 100;

/// The attributes that are read.
const KEYS: [&str; 5] = ["tint", "token", "square", "weight", "dir"];

/// The attributes of a statement that are read.
type Attributes = Vec<(&'static str, String)>;

/// Reads the graphs of a text.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let mut cursor = Cursor::new(text, "DOT");
    loop {
        skip(&mut cursor).map_err(|e| Misread::of(text, &e))?;
        if cursor.peek().is_none() {
            return Ok(());
        }
        let given = graph(&mut cursor, text, limit).map_err(|e| Misread::of(text, &e))?;
        hand(sink, given)?;
    }
}

/// The attributes that later nodes and edges get.
#[derive(Clone, Default)]
struct Defaults {
    node: Attributes,
    edge: Attributes,
}

struct DotReader<'r, 'a> {
    cursor: &'r mut Cursor<'a>,
    draft: Draft,
    directed: bool,
    depth: usize,
}

type DotResult<T> = Result<T, Unexpected>;

fn graph(cursor: &mut Cursor, text: &str, limit: BoardLimit) -> DotResult<Given> {
    let start = *cursor;
    let mut word = cursor.word().to_lowercase();
    let strict = word == "strict";
    if strict {
        skip(cursor)?;
        word = cursor.word().to_lowercase();
    }
    let directed = match &word[..] {
        "graph" => false,
        "digraph" => true,
        _ => return Err(start.expected("`graph` or `digraph`")),
    };
    skip(cursor)?;
    if cursor.peek() != Some('{') {
        id(cursor)?;
        skip(cursor)?;
    }
    let mut reader = DotReader {
        cursor,
        draft: Draft::new(limit),
        directed,
        depth: 0,
    };
    reader.block(Defaults::default())?;
    let line = place(text, start.at()).0;
    let twice = if strict {
        Twice::Merged
    } else {
        Twice::Parallel
    };
    reader
        .draft
        .finish(line, twice)
        .map_err(|e| start.wrong(e.problem))
}

impl DotReader<'_, '_> {
    /// Reads statements in braces. Returns the vertices that occur in them.
    fn block(&mut self, mut defaults: Defaults) -> DotResult<Vec<usize>> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self
                .cursor
                .wrong(format!("subgraphs may be nested {MAX_DEPTH} deep")));
        }
        self.cursor.require('{', "`{`")?;
        let mut vertices = Vec::new();
        loop {
            skip(self.cursor)?;
            match self.cursor.peek() {
                Some('}') => {
                    self.cursor.advance();
                    self.depth -= 1;
                    vertices.sort_unstable();
                    vertices.dedup();
                    return Ok(vertices);
                }
                Some(';') => drop(self.cursor.advance()),
                None => return Err(self.cursor.expected("`}`")),
                Some(_) => vertices.extend(self.statement(&mut defaults)?),
            }
        }
    }

    fn statement(&mut self, defaults: &mut Defaults) -> DotResult<Vec<usize>> {
        let start = *self.cursor;
        let word = self.cursor.word().to_lowercase();
        let set = match &word[..] {
            "graph" => None,
            "node" => Some(&mut defaults.node),
            "edge" => Some(&mut defaults.edge),
            _ => {
                *self.cursor = start;
                return self.chain(defaults);
            }
        };
        let attributes = self.attributes()?;
        if let Some(set) = set {
            set.extend(attributes);
            // The last value of each key is the one that counts.
            let mut seen = Vec::new();
            set.reverse();
            set.retain(|(key, _)| {
                !seen.contains(key) && {
                    seen.push(*key);
                    true
                }
            });
            set.reverse();
        }
        Ok(Vec::new())
    }

    /// Reads a node, a subgraph, or several with the signs of edges between them.
    fn chain(&mut self, defaults: &Defaults) -> DotResult<Vec<usize>> {
        let start = *self.cursor;
        let name = match self.end(defaults)? {
            End::Vertices(first) => return self.links(start, first, defaults),
            End::Name(name) => name,
        };
        skip(self.cursor)?;
        if self.cursor.peek() == Some('=') {
            self.cursor.advance();
            skip(self.cursor)?;
            id(self.cursor)?;
            return Ok(Vec::new());
        }
        let first = vec![self.vertex(&start, &name, defaults)?];
        self.links(start, first, defaults)
    }

    /// Reads the edges that begin at some vertices, and the attributes of the statement.
    fn links(
        &mut self,
        start: Cursor,
        first: Vec<usize>,
        defaults: &Defaults,
    ) -> DotResult<Vec<usize>> {
        let mut chain = vec![first];
        loop {
            skip(self.cursor)?;
            let sign = *self.cursor;
            let arc = self.cursor.take_text("->");
            if !arc && !self.cursor.take_text("--") {
                break;
            }
            if arc != self.directed {
                let expected = if self.directed {
                    "`->` in a digraph"
                } else {
                    "`--` in a graph"
                };
                return Err(sign.expected(expected));
            }
            skip(self.cursor)?;
            chain.push(self.vertices(defaults)?);
        }
        let attributes = self.attributes()?;
        if let [only] = &chain[..] {
            for &v in only {
                self.mark(&start, v, &attributes)?;
            }
        }
        for pair in chain.windows(2) {
            self.join(
                &start,
                &pair[0],
                &pair[1],
                &[&defaults.edge[..], &attributes].concat(),
            )?;
        }
        Ok(chain.concat())
    }

    /// Reads a vertex or a subgraph.
    fn vertices(&mut self, defaults: &Defaults) -> DotResult<Vec<usize>> {
        let start = *self.cursor;
        match self.end(defaults)? {
            End::Vertices(vertices) => Ok(vertices),
            End::Name(name) => Ok(vec![self.vertex(&start, &name, defaults)?]),
        }
    }

    fn end(&mut self, defaults: &Defaults) -> DotResult<End> {
        let start = *self.cursor;
        let is_subgraph = self.cursor.word().to_lowercase() == "subgraph";
        if is_subgraph {
            skip(self.cursor)?;
            if self.cursor.peek() != Some('{') {
                id(self.cursor)?;
                skip(self.cursor)?;
            }
        } else {
            *self.cursor = start;
        }
        if is_subgraph || self.cursor.peek() == Some('{') {
            return Ok(End::Vertices(self.block(defaults.clone())?));
        }
        let name = id(self.cursor)?.into_owned();
        // A port, and a point of the compass.
        for _ in 0..2 {
            skip(self.cursor)?;
            if self.cursor.peek() == Some(':') {
                self.cursor.advance();
                skip(self.cursor)?;
                id(self.cursor)?;
            }
        }
        Ok(End::Name(name))
    }

    fn vertex(&mut self, at: &Cursor, name: &str, defaults: &Defaults) -> DotResult<usize> {
        let known = self.draft.find(name);
        let v = self.draft.vertex(name).map_err(|e| at.wrong(e))?;
        if known.is_none() {
            self.mark(at, v, &defaults.node)?;
        }
        Ok(v)
    }

    fn mark(&mut self, at: &Cursor, v: usize, attributes: &[(&str, String)]) -> DotResult<()> {
        for (key, value) in attributes {
            self.draft.mark(v, key, value).map_err(|e| at.wrong(e))?;
        }
        Ok(())
    }

    fn join(
        &mut self,
        at: &Cursor,
        from: &[usize],
        to: &[usize],
        attributes: &[(&str, String)],
    ) -> DotResult<()> {
        let last = |wanted: &str| attributes.iter().rfind(|(key, _)| *key == wanted);
        let weight = last("weight").map_or(Ok(1), |(_, value)| weight(value));
        let weight = weight.map_err(|e| at.wrong(e))?;
        let arcs: &[bool] = match last("dir").map_or("forward", |(_, value)| value) {
            "back" if self.directed => &[true],
            "both" if self.directed => &[false, true],
            _ => &[false],
        };
        let arc = self.directed && last("dir").is_none_or(|(_, value)| value != "none");
        for &a in from {
            for &b in to {
                for &back in arcs {
                    let (a, b) = if back { (b, a) } else { (a, b) };
                    self.draft
                        .link(a, b, weight, arc)
                        .map_err(|e| at.wrong(e))?;
                }
            }
        }
        Ok(())
    }

    /// Reads attribute lists: `[key=value, key=value] [...]`.
    fn attributes(&mut self) -> DotResult<Attributes> {
        let mut all = Vec::new();
        loop {
            skip(self.cursor)?;
            if self.cursor.peek() != Some('[') {
                return Ok(all);
            }
            self.cursor.advance();
            loop {
                skip(self.cursor)?;
                match self.cursor.peek() {
                    Some(']') => {
                        self.cursor.advance();
                        break;
                    }
                    Some(',' | ';') => drop(self.cursor.advance()),
                    None => return Err(self.cursor.expected("`]`")),
                    Some(_) => all.extend(self.attribute()?),
                }
            }
        }
    }

    /// Reads `key=value`, or a key alone. Returns it if the key is one that is read.
    fn attribute(&mut self) -> DotResult<Option<(&'static str, String)>> {
        let key = id(self.cursor)?;
        skip(self.cursor)?;
        let mut value = Cow::Borrowed("true");
        if self.cursor.peek() == Some('=') {
            self.cursor.advance();
            skip(self.cursor)?;
            value = id(self.cursor)?;
        }
        let key = KEYS.iter().find(|known| **known == key);
        Ok(key.map(|key| (*key, value.into_owned())))
    }
}

/// The end of an edge: the name of a vertex, or the vertices of a subgraph.
enum End {
    Name(String),
    Vertices(Vec<usize>),
}

/// Skips white space, and comments in the three forms of DOT.
fn skip(cursor: &mut Cursor) -> DotResult<()> {
    loop {
        let at = cursor.at();
        cursor.run(|c| c.is_whitespace() || c == '\u{feff}');
        let start = *cursor;
        if cursor.take_text("/*") {
            match cursor.rest().find("*/") {
                Some(end) => drop(cursor.take_bytes(end + 2)),
                None => return Err(start.wrong("the comment has no `*/`")),
            }
        } else if cursor.rest().starts_with("//") || cursor.peek() == Some('#') {
            cursor.run(|c| c != '\n');
        }
        if cursor.at() == at {
            return Ok(());
        }
    }
}

/// Reads an identifier: a word, a number, a text in quotation marks, or HTML.
fn id<'a>(cursor: &mut Cursor<'a>) -> DotResult<Cow<'a, str>> {
    match cursor.peek() {
        Some('"') => quoted(cursor),
        Some('<') => html(cursor),
        Some('-' | '.' | '0'..='9') => {
            let start = *cursor;
            let sign = usize::from(cursor.peek() == Some('-'));
            let rest = &cursor.rest()[sign..];
            let length = rest
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .unwrap_or(rest.len());
            match length {
                0 => Err(start.expected("a name or a number")),
                length => Ok(Cow::Borrowed(cursor.take_bytes(sign + length))),
            }
        }
        _ => {
            let start = *cursor;
            match cursor.word() {
                "" => Err(start.expected("a name, a number or a text in quotation marks")),
                word => Ok(Cow::Borrowed(word)),
            }
        }
    }
}

/// Reads texts in quotation marks, which `+` puts together.
fn quoted<'a>(cursor: &mut Cursor<'a>) -> DotResult<Cow<'a, str>> {
    let mut text = String::new();
    loop {
        let start = *cursor;
        cursor.advance();
        loop {
            match cursor.advance() {
                None => return Err(start.wrong("the quotation mark has no partner")),
                Some('"') => break,
                Some('\\') => match cursor.advance() {
                    Some('"') => text.push('"'),
                    // A backslash at the end of a line continues the text.
                    Some('\n') | None => {}
                    Some(c) => text.extend(['\\', c]),
                },
                Some(c) => text.push(c),
            }
        }
        let end = *cursor;
        skip(cursor)?;
        if cursor.take_text("+") {
            skip(cursor)?;
            if cursor.peek() == Some('"') {
                continue;
            }
        }
        *cursor = end;
        return Ok(Cow::Owned(text));
    }
}

/// Reads HTML, whose brackets are balanced.
fn html<'a>(cursor: &mut Cursor<'a>) -> DotResult<Cow<'a, str>> {
    let start = *cursor;
    let mut depth = 0usize;
    for (at, c) in cursor.rest().char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(Cow::Borrowed(cursor.take_bytes(at + 1)));
        }
    }
    Err(start.wrong("the bracket `<` has no partner"))
}

/// Writes a board. `style` gives more attributes of a vertex.
///
/// A board with arcs is a digraph, in which other edges have no direction. A vertex with the token
/// has two outlines. Squares have their places as positions, and the layout program is `neato`,
/// which uses positions.
pub fn write(
    board: &Board,
    name: &dyn Fn(usize) -> String,
    style: &dyn Fn(usize) -> String,
) -> String {
    let links = board.links();
    let (directed, weighted) = attributes::of_links(&links);
    let mut text = format!("{} {{\n", if directed { "digraph" } else { "graph" });
    if board.squares().is_some() {
        text += "    layout=neato\n";
    }
    let name = |v: usize| name_as_id(&name(v));
    for v in 0..board.order() {
        let marks = attributes::of_vertex(board, v).into_iter();
        let marks: String = marks
            .map(|(key, value)| format!(" {key}=\"{value}\""))
            .collect();
        let all = format!("{}{marks}", style(v));
        match all.trim() {
            "" => text += &format!("    {}\n", name(v)),
            all => text += &format!("    {} [{all}]\n", name(v)),
        }
    }
    let sign = if directed { "->" } else { "--" };
    for l in links {
        let mut all = Vec::new();
        if weighted {
            all.push(format!("weight={0} label={0}", l.weight));
        }
        if directed && !l.arc {
            all.push("dir=none".to_string());
        }
        let all = if all.is_empty() {
            String::new()
        } else {
            format!(" [{}]", all.join(" "))
        };
        text += &format!("    {} {sign} {}{all}\n", name(l.from), name(l.to));
    }
    text + "}\n"
}

/// A name as an identifier: numbers and words are written as they are.
fn name_as_id(name: &str) -> String {
    let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    let is_keyword = ["node", "edge", "graph", "digraph", "subgraph", "strict"]
        .contains(&name.to_lowercase().as_str());
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_keyword;
    match is_number || is_word {
        true => name.to_string(),
        false => format!("\"{}\"", name.replace('"', "\\\"")),
    }
}
