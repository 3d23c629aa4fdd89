//! The notation of boards: graph6, a family, a list of edges or rows of squares, each with optional
//! tints.
//!
//! The first characters of a text show which of the four it is. A graph6 text has only characters
//! from `?` to `~`, so it has no digit, parenthesis, comma, hyphen, space, colon, point or hash. A
//! family has a parenthesis after its name. Edges start with a digit. Squares start with a point or
//! a hash.
//!
//! In a list of edges, `0-0` is a loop, `0>1` an arc, `0-1*3` an edge of weight 3, and `0-1*3*5`
//! two parallel edges of weights 3 and 5. After edges or a family, `@2` puts the token on vertex 2.
//! In squares, `|` separates rows, as in `..|#.`. After a rectangle of squares, `-0,2` takes the
//! square of row 0 and column 2 out: `squares(4,5)-0,2` and `4x5-0,2`.

mod error;
mod field;
mod squares;
mod text;
mod walk;

pub use error::NotationError;
pub use field::is_cgsuite;
pub use squares::holes_text;
use squares::{read_rectangle, read_squares, with_holes};
pub use walk::cgsuite_text;

use super::construction::{BuildError, Construction, Definitions, FamilyCall};
use super::expr::Parameters;
use super::families::{Family, catalogue};
use super::marks::{Link, MAX_WEIGHT};
use super::{Board, BoardLimit, NamedGraph, digraph6, graph6, sparse6};
use boilingpoint_language::{Cursor, Unexpected, suggestion};

/// Reads a board. The arguments of a family must be numbers.
///
/// # Errors
/// [`NotationError`] names the position of the mistake.
pub fn parse_board(text: &str) -> Result<Board, NotationError> {
    parse_board_within(text, BoardLimit::MOST)
}

/// Like [`parse_board`], for boards within a limit, which is checked before a board is made.
///
/// # Errors
/// As [`parse_board`].
pub fn parse_board_within(text: &str, limit: BoardLimit) -> Result<Board, NotationError> {
    let board = read_board(text, limit)?;
    if limit.allows(board.order(), board.link_count()) {
        Ok(board)
    } else {
        Err(NotationError::TooLarge(limit))
    }
}

fn read_board(text: &str, limit: BoardLimit) -> Result<Board, NotationError> {
    if field::is_cgsuite(text) {
        return field::read_cgsuite(text.trim(), limit);
    }
    if field::is_cgt(text) {
        return field::read_cgt(text.trim(), limit);
    }
    let mut cursor = Cursor::new(text.trim(), "board");
    let mut labelled = false;
    let board = match cursor.peek() {
        None => return Err(NotationError::Empty),
        Some(c) if c.is_ascii_digit() => {
            if let Some(board) = read_rectangle(&mut cursor, limit)? {
                let board = with_holes(board, &mut cursor)?;
                return with_tints(board, cursor, false);
            }
            let board = read_edges(&mut cursor, limit)?;
            with_token(board, &mut cursor)?
        }
        Some('.' | '#') => read_squares(&mut cursor, limit)?,
        _ if is_call(cursor) => {
            let family = Construction::read(&mut cursor, &Definitions::none())?;
            let board = family.build_within(&Parameters::none(), limit)?;
            with_token(with_holes(board, &mut cursor)?, &mut cursor)?
        }
        _ => match read_code(&mut cursor, limit) {
            Ok(board) => {
                labelled = true;
                board
            }
            Err(error) => read_name(&mut cursor, limit, error)?,
        },
    };
    with_tints(board, cursor, labelled)
}

/// A family of boards in the notation: a construction with parameters. The text may add a token and
/// tints, which all boards of the family get.
#[derive(Debug, Clone)]
pub struct BoardFamily {
    construction: Construction,
    text: String,
    end: usize,
}

impl BoardFamily {
    /// Reads a family; `known` are the user's definitions.
    ///
    /// # Errors
    /// A message with the position of the mistake.
    pub fn parse(text: &str, known: &Definitions) -> Result<BoardFamily, NotationError> {
        let text = text.trim().to_string();
        let mut cursor = Cursor::new(&text, "family");
        let construction = Construction::read(&mut cursor, known)?;
        let end = cursor.at();
        Ok(BoardFamily {
            construction,
            text,
            end,
        })
    }

    /// The boards of a construction, without a token or additional tints.
    pub fn of(construction: Construction) -> BoardFamily {
        BoardFamily {
            construction,
            text: String::new(),
            end: 0,
        }
    }

    /// The construction of the boards, without token and tints.
    pub fn construction(&self) -> &Construction {
        &self.construction
    }

    /// Builds the board of the family for these parameters.
    ///
    /// # Errors
    /// When the construction has no board for these parameters, or the token or the tints do not
    /// fit the board.
    pub fn board(&self, given: &Parameters) -> Result<Board, NotationError> {
        let mut cursor = Cursor::starting(&self.text, self.end, "family");
        let board = with_holes(self.construction.build(given)?, &mut cursor)?;
        with_tints(with_token(board, &mut cursor)?, cursor, false)
    }
}

/// Reads `@` and a vertex if they come next, and puts the token on this vertex.
fn with_token(board: Board, cursor: &mut Cursor) -> Result<Board, Unexpected> {
    let before = *cursor;
    if !cursor.take('@') {
        *cursor = before;
        return Ok(board);
    }
    cursor.reading("token");
    cursor.skip_spaces();
    let start = *cursor;
    let (v, order) = (read_vertex(cursor, BoardLimit::MOST)?, board.order());
    if v >= order {
        let problem = format!("there is no vertex {v} on a board of order {order}");
        return Err(start.wrong(problem));
    }
    Ok(board.with_token(Some(v)))
}

/// Whether a name with a parenthesis comes next.
fn is_call(mut cursor: Cursor) -> bool {
    !cursor.word().is_empty() && cursor.take('(')
}

/// Reads graph6, sparse6 or digraph6.
fn read_code(cursor: &mut Cursor, limit: BoardLimit) -> Result<Board, NotationError> {
    let rest = cursor.rest();
    // A header has no colon and no space. Sparse6 begins with a colon.
    let header = rest
        .strip_prefix(">>")
        .and_then(|r| r.find("<<"))
        .map_or(0, |at| at + 4);
    let after = &rest[header..];
    let first = after.chars().next().map_or(0, char::len_utf8);
    let more = after[first..].find(|c: char| c == ':' || c.is_whitespace());
    let length = header + first + more.unwrap_or(after.len() - first);
    let text = &rest[..length];
    let headed = |format| rest[..header].contains(format);
    let board = match after.chars().next() {
        Some(':') => sparse6::read_within(text, limit.order)?,
        Some('&' | '+') => digraph6::read_within(text, limit.order)?,
        _ if headed("digraph6") => digraph6::read_within(text, limit.order)?,
        _ => Board::untinted(graph6::read_within(text, limit.order)?),
    };
    cursor.take_bytes(length);
    Ok(board)
}

/// Reads a short form or the name of a graph, after the text was no code because of `error`.
fn read_name(
    cursor: &mut Cursor,
    limit: BoardLimit,
    error: NotationError,
) -> Result<Board, NotationError> {
    let rest = cursor.rest();
    if let Some((board, length)) = named(rest, limit) {
        cursor.take_bytes(length);
        return Ok(board?);
    }
    if rest.starts_with([':', '&', '+', '>']) {
        return Err(error);
    }
    let text = rest.split([':', ' ', '\t']).next().unwrap_or_default();
    Err(match Family::find(text) {
        Some(family) => NotationError::BareFamily {
            name: family.name,
            signature: family.signature,
        },
        None if may_be_name(text) => {
            let names = NamedGraph::all().iter().map(|g| g.name);
            match suggestion(text, names.chain(catalogue().iter().map(|f| f.name))) {
                Some(hint) => NotationError::NoName(text.to_string(), hint),
                None => error,
            }
        }
        None => error,
    })
}

/// Whether a text looks like a misspelt name rather than like damaged graph6.
fn may_be_name(text: &str) -> bool {
    let is_long =
        text.len() >= 4 && text.starts_with(|c: char| c.is_lowercase()) || text.len() >= 6;
    is_long && text.chars().all(|c| c.is_alphabetic() || "_-".contains(c))
}

/// The board that the beginning of a text names, by a short form such as `K5` or by the name of a
/// graph, and the length of that beginning.
fn named(text: &str, limit: BoardLimit) -> Option<(Result<Board, BuildError>, usize)> {
    // A name may have spaces, and tints or a label may follow it.
    let ends = text
        .char_indices()
        .filter(|(_, c)| c.is_whitespace() || *c == ':');
    let mut ends: Vec<usize> = ends.map(|(at, _)| at).take(LONGEST_NAME).collect();
    ends.push(text.len());
    ends.into_iter().rev().find_map(|end| {
        let name = &text[..end];
        let short = FamilyCall::of_short(name).map(Construction::Family);
        let graph = || NamedGraph::find(name).map(Construction::Named);
        let construction = short.or_else(graph)?;
        Some((construction.build_within(&Parameters::none(), limit), end))
    })
}

/// The greatest number of words of a name.
const LONGEST_NAME: usize = 8;

/// The text between two commas: a vertex, or one or more links between two vertices.
struct BoardItem<'a> {
    start: Cursor<'a>,
    from: usize,
    to: Option<usize>,
    arc: bool,
    weights: Vec<u32>,
}

impl BoardItem<'_> {
    fn links(&self) -> impl Iterator<Item = Link> + '_ {
        let link = |to, weight| {
            if self.arc {
                Link::arc(self.from, to, weight)
            } else {
                Link::edge(self.from, to, weight)
            }
        };
        let to = self.to.into_iter();
        to.flat_map(move |to| self.weights.iter().map(move |&w| link(to, w)))
    }
}

/// Reads links and single vertices, separated by commas. Every vertex up to the greatest must
/// occur. Otherwise edges numbered from 1 would silently get an isolated vertex 0.
fn read_edges(cursor: &mut Cursor, limit: BoardLimit) -> Result<Board, Unexpected> {
    cursor.reading("edges");
    let mut items = Vec::new();
    loop {
        items.push(read_item(cursor, limit)?);
        let end = *cursor;
        if !cursor.take(',') {
            *cursor = end;
            return join(&items);
        }
    }
}

fn read_item<'a>(cursor: &mut Cursor<'a>, limit: BoardLimit) -> Result<BoardItem<'a>, Unexpected> {
    cursor.skip_spaces();
    let start = *cursor;
    let from = read_vertex(cursor, limit)?;
    let arc = cursor.peek() == Some('>');
    let mut to = None;
    if let Some('-' | '>') = cursor.peek() {
        cursor.advance();
        to = Some(read_vertex(cursor, limit)?);
    }
    let mut weights = Vec::new();
    while to.is_some() && cursor.peek() == Some('*') {
        cursor.advance();
        weights.push(read_weight(cursor)?);
    }
    if weights.is_empty() {
        weights.push(1);
    }
    Ok(BoardItem {
        start,
        from,
        to,
        arc,
        weights,
    })
}

fn read_weight(cursor: &mut Cursor) -> Result<u32, Unexpected> {
    let start = *cursor;
    let weight = cursor.number("a weight")?;
    match u32::try_from(weight) {
        Ok(w) if (1..=MAX_WEIGHT).contains(&w) => Ok(w),
        _ => {
            let problem = format!(
                "the weight {weight} is out of range; expected a weight from 1 to {MAX_WEIGHT}"
            );
            Err(start.wrong(problem))
        }
    }
}

fn read_vertex(cursor: &mut Cursor, limit: BoardLimit) -> Result<usize, Unexpected> {
    let start = *cursor;
    let number = cursor.number("the number of a vertex")?;
    match usize::try_from(number) {
        Ok(v) if v < limit.order => Ok(v),
        _ => {
            let most = limit.order - 1;
            let problem = format!("vertex {number} is too large; at most {most} is accepted");
            Err(start.wrong(problem))
        }
    }
}

/// Makes a board of the items.
fn join(items: &[BoardItem]) -> Result<Board, Unexpected> {
    let ends = |i: &BoardItem| [i.from, i.to.unwrap_or(i.from)];
    let order = items.iter().flat_map(ends).max().map_or(0, |v| v + 1);
    let mut present = vec![false; order];
    items.iter().flat_map(ends).for_each(|v| present[v] = true);
    if let Some(v) = present.iter().position(|p| !p) {
        let problem = format!(
            "vertex {v} does not occur, but vertex {} does; write `{v}` as an item if it is meant to be isolated",
            order - 1
        );
        return Err(items[0].start.wrong(problem));
    }
    let mut seen = std::collections::HashSet::new();
    for item in items {
        let Some(link) = item.links().next() else {
            continue;
        };
        if !seen.insert((link.from, link.to, link.arc)) {
            let (a, b, sign) = (
                item.from,
                link.from + link.to - item.from,
                if item.arc { '>' } else { '-' },
            );
            let problem = format!(
                "the edge {a}{sign}{b} occurs twice; parallel edges are written `{a}{sign}{b}*1*1`, with their weights"
            );
            return Err(item.start.wrong(problem));
        }
    }
    Ok(Board::of_links(
        order,
        items.iter().flat_map(BoardItem::links).collect(),
    ))
}

/// Reads the tints that follow a board after spaces or after a colon. A comment after spaces is
/// skipped, and if `labelled`, every other text. After a name such text may be meant as an
/// operator, as in `C5 x K2`.
fn with_tints(board: Board, mut cursor: Cursor, labelled: bool) -> Result<Board, NotationError> {
    cursor.reading("board");
    let end = cursor.at();
    let after_tab = cursor.rest().starts_with('\t');
    let colon = cursor.take(':');
    cursor.skip_spaces();
    let mut tints = cursor.rest();
    let labelled = labelled || after_tab || tints.starts_with(['#', '/']);
    if !colon && cursor.at() == end && !tints.is_empty() {
        return Err(cursor
            .expected("the end, or a space or colon and then the tints")
            .into());
    }
    if !colon {
        let word = tints.split_whitespace().next().unwrap_or_default();
        match may_be_tints(word, board.order()) {
            true if labelled => tints = word,
            true => {}
            false if labelled => tints = "",
            false => {
                let expected = "the end, tints, or a comment after `#` (products and sums are written \
                                `cartesian(C5,K2)` and `sum(C5,K2)`)";
                return Err(cursor.expected(expected).into());
            }
        }
        if tints.is_empty() {
            return Ok(board);
        }
    }
    let position = cursor.column();
    board
        .tinted(tints)
        .map_err(|source| NotationError::Tints { position, source })
}

/// Whether a word after a board is its tints, perhaps with a mistake, and not a label.
fn may_be_tints(word: &str, order: usize) -> bool {
    let is_tints = word.chars().all(|c| ".LR".contains(c));
    let is_near = word.chars().all(|c| ".LRlr-_".contains(c)) || word.contains('.');
    is_tints || is_near && word.chars().count() == order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Graph;
    use proptest::prelude::*;

    fn board(text: &str) -> Board {
        parse_board(text).unwrap()
    }

    fn message(text: &str) -> String {
        parse_board(text).unwrap_err().to_string()
    }

    #[test]
    fn a_limit_is_checked_before_a_board_is_made() {
        let limit = BoardLimit { order: 5, size: 4 };
        for text in ["path(5)", "DQc", "0-1,1-2,2-3,3-4", ".....", "tree(4*leaf)"] {
            assert!(parse_board_within(text, limit).is_ok(), "{text}");
        }
        for text in [
            "path(6)",
            "path(100000)",
            "E???",
            "0-5",
            "......",
            "tree(5*leaf)",
            "sum(E???)",
            "complete(4)",
            "0-1*1*1*1*1*1",
            "product(path(1000),path(1000))",
        ] {
            let message = parse_board_within(text, limit).unwrap_err().to_string();
            assert!(message.contains("at most"), "{text}: {message}");
        }
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
        let family = BoardFamily::parse("path(n-1)", &Definitions::none()).unwrap();
        assert_eq!(family.board(&Parameters::none().with('n', 4)), Ok(path));
    }

    #[test]
    fn names_and_short_forms_are_read() {
        for (text, same) in [
            ("K5", "complete(5)"),
            ("K_5", "complete(5)"),
            ("K(3,3)", "bipartite(3,3)"),
            ("K3,3", "bipartite(3,3)"),
            ("K_{3,3}", "bipartite(3,3)"),
            ("K2,2,2", "multipartite(2,2,2)"),
            ("C5", "cycle(5)"),
            ("P4 L..R", "path(4):L..R"),
            ("Q3", "hypercube(3)"),
            ("2x3", "squares(2,3)"),
            ("2 × 3", "squares(2,3)"),
            ("Petersen graph", "petersen"),
            ("PetersenGraph # Sage", "petersen"),
            ("sum(petersen,K3)", "sum(petersen,complete(3))"),
        ] {
            assert_eq!(board(text).text(), board(same).text(), "{text}");
        }
        assert!(message("2x").contains("the number of columns"));
        assert!(message("2000x2000").contains("too large"));
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
        for text in [
            "Bg # a path",
            "0-1,1-2 # a path",
            "Bg 3 vertices",
            "path(3) // of geng",
            "Bg\tP3",
            ":Bc labelled",
        ] {
            assert!(
                !board(text).is_tinted() && board(text).order() == 3,
                "{text}"
            );
        }
        assert_eq!(board("Bg L.R a label").tint_string(), "L.R");
        assert_eq!(board("path(3)\ta label"), board("path(3)"));
        for text in ["C5 x K2", "K3 + K2", "petersen x", "star(3) - e"] {
            assert!(message(text).contains("`cartesian(C5,K2)`"), "{text}");
        }
        assert!(message("Bg l.r").contains("`l`; expected"));
        assert_eq!(
            message("star(2):L.x"),
            "in the tints, which begin at character 9: character 3 of the tint string is `x`; expected `.`, `L` or `R`"
        );
        assert!(message("star(2):").contains("0 characters, but the board has 3"));
        assert!(message("star(2) L.").contains("2 characters, but the board has 3"));
        assert!(message("star(2)L..").contains("character 8"));
    }

    #[test]
    fn edges_are_checked() {
        assert_eq!(
            message("0-1,1-0"),
            "edges, character 5: the edge 1-0 occurs twice; parallel edges are written `1-0*1*1`, with their weights"
        );
        assert!(
            message("0-1*0")
                .contains("character 5: the weight 0 is out of range; expected a weight from 1")
        );
        assert!(message("0-1@2").contains("token, character 5: there is no vertex 2"));
        assert!(message("DQc@1").contains("character"));
        assert!(message("##|#").contains("at least one `.`"));
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
        assert!(
            message("petersn").contains("there is no graph `petersn`; did you mean `petersen`?")
        );
        assert!(message("catterpillar(1)").contains("did you mean `caterpillar`?"));
        assert!(message("star(n)").contains("`n` has no value here"));
        assert!(message(";Fa@x^").contains("graph6"));
        assert!(message(":Fa@x").contains("sparse6 text ends"));
        assert!(message("DQ").contains("has 3 characters, but this one has 2"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[-0-9a-zL.R(),: ^*/+?~é]{0,24}") {
            let _ = parse_board(&text);
        }
    }
}
