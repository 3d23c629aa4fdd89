//! A board as a person writes it: graph6, a family, edges or squares, each with optional tints.
//!
//! The four cannot be confused: a graph6 text has only characters from `?` to `~`, hence no
//! digit, parenthesis, comma, hyphen, space, colon, point or hash; a family has a parenthesis after
//! its name; edges start with a digit; squares with a point or a hash.
//!
//! Among edges, `0-0` is a loop, `0>1` an arc, `0-1*3` an edge of weight 3 and `0-1*3*5` two
//! parallel edges of weights 3 and 5. After edges or a family, `@2` lays the token on vertex 2. Rows
//! of squares are parted by `|`: `..|#.`.

use super::construction::{BuildError, Construction, Definitions};
use super::expr::{Cursor, Parameters, Unexpected};
use super::families::Family;
use super::marks::{Link, MAX_WEIGHT};
use super::{Board, Graph, MAX_ORDER, graph6};

/// The most rows and columns of squares.
const MOST_ROWS: i16 = 1000;

/// Why a text is not a board. Positions count characters of the text without the spaces around
/// it, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing there.
    #[error(
        "empty board; expected graph6 (`DQc`), a family (`star(4)`), edges (`0-1,1-2`) or squares (`..|#.`)"
    )]
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
    Build(#[from] BuildError),
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
    let chars: Vec<char> = text.trim().chars().collect();
    let (board, end) = match chars.first() {
        None => return Err(NotationError::Empty),
        Some(c) if c.is_ascii_digit() => {
            let (board, end) = read_edges(&chars)?;
            with_token(board, &chars, end)?
        }
        Some('.' | '#') => read_squares(&chars)?,
        _ if is_call(&chars) => {
            let (family, end) = Construction::read(&chars, 0, &Definitions::none())?;
            with_token(family.build(&Parameters::none())?, &chars, end)?
        }
        _ => {
            let (graph, end) = read_graph6(&chars)?;
            (Board::untinted(graph), end)
        }
    };
    with_tints(board, &chars, end)
}

/// A family of boards as a person writes it: a construction, and a token and tints that all of them have.
#[derive(Debug, Clone)]
pub struct BoardFamily {
    construction: Construction,
    chars: Vec<char>,
    end: usize,
}

impl BoardFamily {
    /// Reads a family.
    ///
    /// # Errors
    /// A message that names the character.
    pub fn parse(text: &str, known: &Definitions) -> Result<BoardFamily, NotationError> {
        let chars: Vec<char> = text.trim().chars().collect();
        let (construction, end) = Construction::read(&chars, 0, known)?;
        Ok(BoardFamily {
            construction,
            chars,
            end,
        })
    }

    /// The boards of a construction, without token and further tints.
    pub fn of(construction: Construction) -> BoardFamily {
        BoardFamily {
            construction,
            chars: Vec::new(),
            end: 0,
        }
    }

    /// What is built for each choice of parameters.
    pub fn construction(&self) -> &Construction {
        &self.construction
    }

    /// The board for these parameters.
    ///
    /// # Errors
    /// When the construction has no such member, or token and tints do not fit it.
    pub fn board(&self, given: &Parameters) -> Result<Board, NotationError> {
        let board = self.construction.build(given)?;
        let (board, end) = with_token(board, &self.chars, self.end)?;
        with_tints(board, &self.chars, end)
    }
}

/// The board with the token that `@` and a number lay on it, if that is what follows.
fn with_token(board: Board, chars: &[char], end: usize) -> Result<(Board, usize), NotationError> {
    let mut cursor = Cursor::new(chars, end);
    if !cursor.take('@') {
        return Ok((board, end));
    }
    cursor.skip_spaces();
    let start = cursor.at;
    let v = read_vertex(&mut cursor).map_err(|e| NotationError::at("token", e))?;
    if v >= board.order() {
        let problem = format!(
            "there is no vertex {v} on a board of order {}",
            board.order()
        );
        return Err(NotationError::at("token", (start, problem)));
    }
    Ok((board.with_token(Some(v)), cursor.at))
}

/// Squares, row by row.
fn read_squares(chars: &[char]) -> Result<(Board, usize), NotationError> {
    let (mut squares, mut row, mut column) = (Vec::new(), 0i16, 0i16);
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        match c {
            '.' => squares.push([row, column]),
            '#' => {}
            '|' => (row, column) = (row + 1, -1),
            _ => break,
        }
        column += 1;
        at += 1;
        if row >= MOST_ROWS || column > MOST_ROWS {
            let problem = format!("at most {MOST_ROWS} rows and columns are accepted");
            return Err(NotationError::at("squares", (at - 1, problem)));
        }
    }
    if squares.is_empty() {
        let problem = "no square of the board; expected at least one `.`".to_string();
        return Err(NotationError::at("squares", (0, problem)));
    }
    Ok((Board::of_squares(squares), at))
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

/// What is written between two commas: a vertex, or links that join two.
struct Item {
    start: usize,
    from: usize,
    to: Option<usize>,
    arc: bool,
    weights: Vec<u32>,
}

impl Item {
    fn links(&self) -> impl Iterator<Item = Link> + '_ {
        let link = |to, weight| match self.arc {
            true => Link::arc(self.from, to, weight),
            false => Link::edge(self.from, to, weight),
        };
        let to = self.to.into_iter();
        to.flat_map(move |to| self.weights.iter().map(move |&w| link(to, w)))
    }
}

/// Links and single vertices, separated by commas. Every vertex up to the largest must occur:
/// otherwise edges numbered from 1 would silently get an isolated vertex 0.
fn read_edges(chars: &[char]) -> Result<(Board, usize), NotationError> {
    let mut cursor = Cursor::new(chars, 0);
    let mut items = Vec::new();
    let fail = |e| NotationError::at("edges", e);
    loop {
        items.push(read_item(&mut cursor).map_err(fail)?);
        let end = cursor.at;
        if !cursor.take(',') {
            return Ok((join(&items).map_err(fail)?, end));
        }
    }
}

fn read_item(cursor: &mut Cursor) -> Result<Item, Unexpected> {
    cursor.skip_spaces();
    let start = cursor.at;
    let from = read_vertex(cursor)?;
    let arc = cursor.peek() == Some('>');
    let to = match cursor.peek() {
        Some('-' | '>') => {
            cursor.at += 1;
            Some(read_vertex(cursor)?)
        }
        _ => None,
    };
    let mut weights = Vec::new();
    while to.is_some() && cursor.peek() == Some('*') {
        cursor.at += 1;
        let start = cursor.at;
        let weight = cursor.number("a weight")?;
        match u32::try_from(weight) {
            Ok(w) if (1..=MAX_WEIGHT).contains(&w) => weights.push(w),
            _ => {
                let problem = format!("weight {weight}; expected one from 1 to {MAX_WEIGHT}");
                return Err((start, problem));
            }
        }
    }
    if weights.is_empty() {
        weights.push(1);
    }
    Ok(Item {
        start,
        from,
        to,
        arc,
        weights,
    })
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

/// The board of the items.
fn join(items: &[Item]) -> Result<Board, Unexpected> {
    let ends = |i: &Item| [i.from, i.to.unwrap_or(i.from)];
    let order = items.iter().flat_map(ends).max().map_or(0, |v| v + 1);
    let mut present = vec![false; order];
    items.iter().flat_map(ends).for_each(|v| present[v] = true);
    if let Some(v) = present.iter().position(|p| !p) {
        let problem = format!(
            "vertex {v} does not occur, but vertex {} does; write `{v}` as an item if it is meant to be isolated",
            order - 1
        );
        return Err((0, problem));
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
            return Err((item.start, problem));
        }
    }
    Ok(Board::of_links(
        order,
        items.iter().flat_map(Item::links).collect(),
    ))
}

/// The board with the tints that follow its graph, after spaces or a colon.
fn with_tints(board: Board, chars: &[char], end: usize) -> Result<Board, NotationError> {
    let mut cursor = Cursor::new(chars, end);
    let colon = cursor.take(':');
    cursor.skip_spaces();
    let start = cursor.at;
    if !colon && start == end && start < chars.len() {
        let problem = cursor.expected("the end, or a space or colon and then the tints");
        return Err(NotationError::at("board", problem));
    }
    if !colon && start == chars.len() {
        return Ok(board);
    }
    let tints: String = chars[start..].iter().collect();
    board.tinted(&tints).map_err(|source| NotationError::Tints {
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
        let family = BoardFamily::parse("path(n-1)", &Definitions::none()).unwrap();
        assert_eq!(family.board(&Parameters::none().with('n', 4)), Ok(path));
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
            message("0-1,1-0"),
            "edges, character 5: the edge 1-0 occurs twice; parallel edges are written `1-0*1*1`, with their weights"
        );
        assert!(message("0-1*0").contains("character 5: weight 0; expected one from 1"));
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
