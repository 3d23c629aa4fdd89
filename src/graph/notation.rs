//! A board as a person writes it: graph6, a family or edges, each with optional tints.
//!
//! The three cannot be confused: a graph6 text has only characters from `?` to `~`, hence no
//! digit, parenthesis, comma, hyphen, space or colon; a family has a parenthesis after its
//! name; edges start with a digit.

use super::call::FamilyCall;
use super::expr::{Cursor, Unexpected};
use super::families::Family;
use super::{Board, Graph, MAX_ORDER, graph6};

/// Why a text is not a board. Positions count characters of the text without the spaces around
/// it, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing there.
    #[error("empty board; expected graph6 (`DQc`), a family (`star(4)`) or edges (`0-1,1-2`)")]
    Empty,
    /// Something unexpected at a place.
    #[error("{part}, character {position}: {problem}")]
    At {
        /// Which part of the notation.
        part: &'static str,
        /// The place.
        position: usize,
        /// What was found and what was expected.
        problem: String,
    },
    /// A damaged graph6 text.
    #[error(transparent)]
    Graph6(#[from] graph6::Graph6Error),
    /// A name without arguments.
    #[error("`{name}` is a family and needs its arguments: {signature}")]
    BareFamily {
        /// The name.
        name: &'static str,
        /// How to call it.
        signature: &'static str,
    },
    /// A family without such a member.
    #[error(transparent)]
    Call(#[from] super::call::CallError),
    /// Tints that do not fit the board.
    #[error("tints, from character {position} on: {source}")]
    Tints {
        /// Where the tints start.
        position: usize,
        /// Why they do not fit.
        source: super::BoardError,
    },
}

impl NotationError {
    /// An error in a part; the place is counted from 0.
    pub(super) fn at(part: &'static str, (place, problem): Unexpected) -> NotationError {
        NotationError::At {
            part,
            position: place + 1,
            problem,
        }
    }
}

/// Reads a board; a family's arguments must be numbers.
pub fn parse_board(text: &str) -> Result<Board, NotationError> {
    parse_board_with(text, None)
}

/// Reads a board in whose family arguments `n` has the given value.
pub fn parse_board_with(text: &str, n: Option<i64>) -> Result<Board, NotationError> {
    let chars: Vec<char> = text.trim().chars().collect();
    let (graph, end) = match chars.first() {
        None => return Err(NotationError::Empty),
        Some(c) if c.is_ascii_digit() => read_edges(&chars)?,
        _ if is_call(&chars) => {
            let (call, end) = FamilyCall::read(&chars, 0)?;
            (call.instantiate(n)?, end)
        }
        _ => read_graph6(&chars)?,
    };
    with_tints(graph, &chars, end)
}

/// Whether a name and a parenthesis come first.
fn is_call(chars: &[char]) -> bool {
    let name = chars
        .iter()
        .position(|&c| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(chars.len());
    let next = chars[name..].iter().find(|c| !c.is_whitespace());
    name > 0 && next == Some(&'(')
}

fn read_graph6(chars: &[char]) -> Result<(Graph, usize), NotationError> {
    let end = chars
        .iter()
        .skip(1)
        .position(|&c| c == ':' || c.is_whitespace())
        .map_or(chars.len(), |i| i + 1);
    let text: String = chars[..end].iter().collect();
    match graph6::read(&text) {
        Ok(graph) => Ok((graph, end)),
        Err(error) => match Family::find(&text) {
            Some(family) => Err(NotationError::BareFamily {
                name: family.name,
                signature: family.signature,
            }),
            None => Err(error.into()),
        },
    }
}

/// Edges and single vertices, separated by commas. Every vertex up to the largest must occur:
/// otherwise edges numbered from 1 would silently get an isolated vertex 0.
fn read_edges(chars: &[char]) -> Result<(Graph, usize), NotationError> {
    let mut cursor = Cursor::new(chars, 0);
    let mut items = Vec::new();
    let fail = |e| NotationError::at("edges", e);
    loop {
        cursor.skip_spaces();
        let start = cursor.at;
        let a = read_vertex(&mut cursor).map_err(fail)?;
        let b = if cursor.peek() == Some('-') {
            cursor.at += 1;
            Some(read_vertex(&mut cursor).map_err(fail)?)
        } else {
            None
        };
        items.push((start, a, b));
        let end = cursor.at;
        if !cursor.take(',') {
            return Ok((join(&items).map_err(fail)?, end));
        }
    }
}

fn read_vertex(cursor: &mut Cursor) -> Result<usize, Unexpected> {
    let start = cursor.at;
    let number = cursor.number("the number of a vertex")?;
    match usize::try_from(number) {
        Ok(v) if v < MAX_ORDER => Ok(v),
        _ => Err((
            start,
            format!(
                "vertex {number} is too large; at most {} is accepted",
                MAX_ORDER - 1
            ),
        )),
    }
}

/// The graph of the items, each with the place where it starts.
fn join(items: &[(usize, usize, Option<usize>)]) -> Result<Graph, Unexpected> {
    let order = items
        .iter()
        .map(|&(_, a, b)| a.max(b.unwrap_or(a)) + 1)
        .max()
        .unwrap_or(0);
    let mut present = vec![false; order];
    for &(_, a, b) in items {
        present[a] = true;
        present[b.unwrap_or(a)] = true;
    }
    if let Some(v) = present.iter().position(|p| !p) {
        let problem = format!(
            "vertex {v} does not occur, but vertex {} does; write `{v}` as an item if it is meant to be isolated",
            order - 1
        );
        return Err((0, problem));
    }
    let mut graph = Graph::empty(order);
    for &(start, a, b) in items {
        let Some(b) = b else { continue };
        if a == b {
            return Err((
                start,
                format!("the edge {a}-{b} is a loop; expected two different vertices"),
            ));
        }
        if graph.has_edge(a, b) {
            return Err((start, format!("the edge {a}-{b} occurs twice")));
        }
        graph.add_edge(a, b);
    }
    Ok(graph)
}

/// The board with the tints that follow its graph, after spaces or a colon.
fn with_tints(graph: Graph, chars: &[char], end: usize) -> Result<Board, NotationError> {
    let mut cursor = Cursor::new(chars, end);
    let colon = cursor.take(':');
    cursor.skip_spaces();
    let start = cursor.at;
    if !colon && start == end && start < chars.len() {
        let problem = cursor.expected("the end, or a space or colon and then the tints");
        return Err(NotationError::at("board", problem));
    }
    if !colon && start == chars.len() {
        return Ok(Board::untinted(graph));
    }
    let tints: String = chars[start..].iter().collect();
    Board::with_tints(graph, &tints).map_err(|source| NotationError::Tints {
        position: start + 1,
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board(text: &str) -> Board {
        parse_board(text).unwrap()
    }

    fn message(text: &str) -> String {
        parse_board(text).unwrap_err().to_string()
    }

    #[test]
    fn the_three_notations_agree() {
        let path = Board::untinted(Graph::from_edges(3, [(0, 1), (1, 2)]));
        assert_eq!(board("path(3)"), path);
        assert_eq!(board("0-1,1-2"), path);
        assert_eq!(board(" 1-0 , 2-1 "), path);
        assert_eq!(board("Bg"), path);
        assert_eq!(board(">>graph6<<Bg"), path);
        assert_eq!(board("?").order(), 0);
        assert_eq!(board("0-1,3,2").order(), 4);
        assert_eq!(parse_board_with("path(n-1)", Some(4)), Ok(path));
    }

    #[test]
    fn tints_follow_a_space_or_a_colon() {
        for text in [
            "Bg L.R",
            "Bg:L.R",
            "path(3) L.R",
            "path( 3 ):L.R",
            "0-1,1-2 L.R",
            "0-1, 1-2 : L.R",
        ] {
            assert_eq!(board(text).tint_string(), "L.R", "{text}");
        }
        assert_eq!(board("?:").order(), 0);
        assert_eq!(
            message("star(2):L.x"),
            "tints, from character 9 on: character 3 of the tint string is `x`; expected `.`, `L` or `R`"
        );
        assert!(message("star(2):").contains("0 characters, but the board has 3"));
        assert!(message("star(2) L.").contains("2 characters, but the board has 3"));
        assert!(message("star(2)L..").contains("character 8"));
    }

    #[test]
    fn edges_are_checked() {
        assert_eq!(
            message("0-1,1-1"),
            "edges, character 5: the edge 1-1 is a loop; expected two different vertices"
        );
        assert_eq!(
            message("0-1,1-0"),
            "edges, character 5: the edge 1-0 occurs twice"
        );
        assert!(message("0-99999999").contains("character 3: vertex 99999999 is too large"));
        assert!(message("0-99999999999999999999").contains("too large"));
        assert!(message("1-2,2-3").contains("vertex 0 does not occur"));
        assert!(message("0-").contains("found the end; expected the number of a vertex"));
        assert!(message("0-1,").contains("found the end"));
        assert!(message("0-1;1-2").contains("character 4"));
        assert!(message("-1").contains("character 1"));
    }

    #[test]
    fn near_misses_are_explained() {
        assert_eq!(parse_board("  "), Err(NotationError::Empty));
        assert_eq!(
            message("star"),
            "`star` is a family and needs its arguments: star(n)"
        );
        assert!(message("catterpillar(1)").contains("did you mean `caterpillar`?"));
        assert!(message("star(n)").contains("`n` has no value here"));
        assert!(message(":Fa@x^").contains("sparse6"));
        assert!(message("DQ").contains("has 3 characters, but this one has 2"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[-0-9a-zL.R(),: ^*/+?~é]{0,24}") {
            let _ = parse_board(&text);
        }
    }
}
