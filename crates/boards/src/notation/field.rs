//! Notation of other programs for games: the graph strings of CGSuite, and the options of
//! cgt-tools.
//!
//! A string of CGSuite is a path of vertices (`.`, `L`, `R`) and edges (`-`, or `>` and `<` for
//! arcs). Branches stand in parentheses after the vertex that they leave, with `;` between them:
//! `.-.-.(-.;-.)`. All vertices with the same name (`:A` or `:{root}`) are one vertex, so that
//! `:A---:A` is a triangle. A point may be left out. Source: CGSuite's help, *Games on Graphs*.

use super::NotationError;
use crate::{Board, BoardError, BoardLimit, Link, Tint};
use boilingpoint_language::{Cursor, Unexpected};
use std::collections::HashMap;

/// The greatest depth of branches.
const MAX_DEPTH: usize = 1000;

/// Whether a text is a graph string of CGSuite.
///
/// In CGSuite a tint names the player who has a neighbour. In Col that player may not move on the
/// vertex, so that the string has the tints of this program exchanged.
pub fn is_cgsuite(text: &str) -> bool {
    let text = text.trim();
    let (mut inside, mut before) = (false, ' ');
    let belongs = |c: char| {
        inside = (inside || c == '{') && c != '}';
        let is_name = before == ':' && c.is_ascii_alphanumeric();
        before = c;
        inside || is_name || ".LR-><:;(){}".contains(c)
    };
    // The first edge tells such a string from other notations: before it is at most one vertex.
    let first = text.find(['-', '<', '>']);
    let begins = first.is_some_and(|at| {
        let before = &text[..at];
        let named = before.trim_start_matches(['.', 'L', 'R', '(']);
        before.len() - named.len() <= 2 && (named.is_empty() || named.starts_with(':'))
    });
    begins && text.chars().all(belongs)
}

/// A board in the making.
struct FieldReader<'a> {
    cursor: Cursor<'a>,
    limit: BoardLimit,
    tints: Vec<Option<Tint>>,
    links: Vec<Link>,
    named: HashMap<&'a str, usize>,
    depth: usize,
}

/// Reads a graph string of CGSuite.
///
/// # Errors
/// [`NotationError`] names the position of the mistake.
pub(super) fn read_cgsuite(text: &str, limit: BoardLimit) -> Result<Board, NotationError> {
    let mut reader = FieldReader {
        cursor: Cursor::new(text, "CGSuite graph"),
        limit,
        tints: Vec::new(),
        links: Vec::new(),
        named: HashMap::new(),
        depth: 0,
    };
    let root = reader.vertex()?;
    reader.path(root)?;
    reader.cursor.end("an edge: `-`, `>` or `<`")?;
    let mut board = Board::of_links(reader.tints.len(), reader.links);
    for (v, tint) in reader.tints.into_iter().enumerate() {
        board.set_tint(v, tint.unwrap_or_default());
    }
    Ok(board)
}

impl<'a> FieldReader<'a> {
    /// Reads the edges and the branches after a vertex.
    fn path(&mut self, mut v: usize) -> Result<(), Unexpected> {
        loop {
            self.cursor.skip_spaces();
            match self.cursor.peek() {
                Some('-' | '>' | '<') => v = self.edge(v)?,
                Some('(') => self.branches(v)?,
                _ => return Ok(()),
            }
        }
    }

    /// Reads an edge and the vertex after it; returns the vertex.
    fn edge(&mut self, from: usize) -> Result<usize, Unexpected> {
        let start = self.cursor;
        let sign = self.cursor.advance();
        let to = self.vertex()?;
        if self.links.len() >= self.limit.size {
            return Err(start.wrong(format!(
                "more than {} edges are not accepted",
                self.limit.size
            )));
        }
        self.links.push(match sign {
            Some('>') if from != to => Link::arc(from, to, 1),
            Some('<') if from != to => Link::arc(to, from, 1),
            _ => Link::edge(from, to, 1),
        });
        Ok(to)
    }

    fn branches(&mut self, v: usize) -> Result<(), Unexpected> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let problem = format!("branches may be nested {MAX_DEPTH} deep");
            return Err(self.cursor.wrong(problem));
        }
        self.cursor.advance();
        loop {
            self.path(v)?;
            if self.cursor.take(')') {
                self.depth -= 1;
                return Ok(());
            }
            self.cursor.require(';', "an edge, `;` or `)`")?;
        }
    }

    /// Reads a vertex: a tint and a name, each of which may be left out.
    fn vertex(&mut self) -> Result<usize, Unexpected> {
        self.cursor.skip_spaces();
        let start = self.cursor;
        let tint = self.cursor.peek().and_then(Tint::of_symbol);
        if tint.is_some() {
            self.cursor.advance();
        }
        let name = match self.cursor.peek() {
            Some(':') => Some(self.name()?),
            _ => None,
        };
        let known = name.and_then(|name| self.named.get(name).copied());
        let v = match known {
            Some(v) => v,
            None if self.tints.len() >= self.limit.order => {
                let most = self.limit.order;
                return Err(start.wrong(format!("more than {most} vertices are not accepted")));
            }
            None => {
                self.tints.push(None);
                self.tints.len() - 1
            }
        };
        if let Some(name) = name {
            self.named.insert(name, v);
        }
        let tint = tint.filter(|tint| *tint != Tint::None);
        match (self.tints[v], tint) {
            (Some(old), Some(new)) if old != new => {
                Err(start.wrong("this vertex has another tint before"))
            }
            (old, new) => {
                self.tints[v] = old.or(new);
                Ok(v)
            }
        }
    }

    /// Reads the name of a vertex: `:` and a character, or `:` and a text in braces.
    fn name(&mut self) -> Result<&'a str, Unexpected> {
        self.cursor.advance();
        let start = self.cursor;
        if self.cursor.take_text("{") {
            let name = self.cursor.run(|c| c != '}');
            return match self.cursor.advance() {
                Some(_) => Ok(name),
                None => Err(start.wrong("the brace has no partner")),
            };
        }
        match self.cursor.peek().filter(|c| c.is_alphanumeric()) {
            Some(c) => Ok(self.cursor.take_bytes(c.len_utf8())),
            None => Err(start.expected("the name of a vertex")),
        }
    }
}

/// Whether a text is the options that `cgt-cli snort graph` of cgt-tools takes.
pub(super) fn is_cgt(text: &str) -> bool {
    text.split_whitespace()
        .any(|word| word.starts_with("--edges"))
}

/// Reads the options of `cgt-cli snort graph`: `--edges 0-1,1-2 --tinted-left 0 --tinted-right 2`.
/// The order is that of the greatest vertex.
///
/// # Errors
/// [`NotationError`] names the position of the mistake.
pub(super) fn read_cgt(text: &str, limit: BoardLimit) -> Result<Board, NotationError> {
    let mut cursor = Cursor::new(text, "options of cgt-tools");
    let (mut ends, mut tinted) = (Vec::new(), Vec::new());
    while !cursor.rest().trim().is_empty() {
        cursor.skip_spaces();
        let start = cursor;
        let word = cursor.run(|c| !c.is_whitespace() && c != '=');
        match word {
            "cgt-cli" | "snort" | "graph" | "--no-graphviz" => continue,
            "--edges" | "--tinted-left" | "--tinted-right" => {
                cursor.run(|c| c == '=' || c.is_whitespace());
            }
            _ => {
                return Err(start
                    .expected("`--edges`, `--tinted-left` or `--tinted-right`")
                    .into());
            }
        }
        loop {
            let a = super::read_vertex(&mut cursor, limit)?;
            match word {
                "--edges" => {
                    cursor.require('-', "`-`")?;
                    ends.push((a, super::read_vertex(&mut cursor, limit)?));
                }
                "--tinted-left" => tinted.push((a, Tint::Left)),
                _ => tinted.push((a, Tint::Right)),
            }
            if cursor.peek() != Some(',') {
                break;
            }
            cursor.advance();
        }
    }
    let order = ends.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let links = ends.iter().map(|&(a, b)| Link::edge(a, b, 1)).collect();
    let mut board = Board::of_links(order, links);
    for (v, tint) in tinted {
        if v >= order {
            let source = BoardError::TintLength {
                expected: order,
                found: v + 1,
            };
            return Err(NotationError::Tints {
                position: 1,
                source,
            });
        }
        board.set_tint(v, tint);
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;
    use proptest::prelude::*;

    fn text(field: &str) -> String {
        parse_board(field).unwrap().text()
    }

    #[test]
    fn strings_of_cgsuite_are_read() {
        for (field, board) in [
            ("L-.-.-.-L", "0-1,1-2,2-3,3-4 L...L"),
            (".-.-.(-.;-.)", "0-1,1-2,2-3,2-4"),
            ("R-.-R-.-L-.-R-.-R-.", "path(10) R.R.L.R.R."),
            ("---", "path(4)"),
            ("--(-;--;---)", "0-1,1-2,2-3,2-4,4-5,2-6,6-7,7-8"),
            (":A----:A", "0-1,1-2,2-3,3-0"),
            (".:{root}-.-.:{root}", "0-1*1*1"),
            (":A-:A", "0-0"),
            (">>>", "0>1,1>2,2>3"),
            (".-L(<.;-R)", "0-1,2>1,1-3 .L.R"),
            ("L-R", "0-1 LR"),
        ] {
            assert!(is_cgsuite(field), "{field}");
            assert_eq!(text(field), text(board), "{field}");
        }
        for other in [
            "0-1,1-2", "..|.#", "DQc", ":Fa@x^", "path(3)", ".", "L", "0>1", "A-B", ".",
        ] {
            assert!(!is_cgsuite(other), "{other}");
        }
    }

    #[test]
    fn options_of_cgt_tools_are_read() {
        for options in [
            "--edges 0-1,1-2 --tinted-left 0 --tinted-right 2",
            "cgt-cli snort graph --edges=0-1,1-2 --tinted-left=0 --tinted-right=2 --no-graphviz",
        ] {
            assert_eq!(text(options), text("path(3) L.R"));
        }
    }

    #[test]
    fn errors_name_the_place() {
        let message = |text: &str| parse_board(text).unwrap_err().to_string();
        assert!(message(".-.(-.").contains("character 7: found the end; expected"));
        assert!(message("L:A-R:A").contains("another tint"));
        assert!(message(".-:").contains("the name of a vertex"));
        assert!(message("--edges 0-1,1").contains("expected `-`"));
        assert!(message("--edges 0-1 --tinted-left 5").contains("tint"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[-.LR:A{}();><]{0,24}") {
            let _ = parse_board(&text);
        }
    }
}
