//! The short notation of descriptions, which is the name of a described game.
//!
//! `rules(LR>.L)` is Clobber: a path of an own and another vertex becomes an uncoloured and an own
//! vertex. The text has the rules of Left, with the symbols of boards (`words.rs`); `[.L]` is a
//! choice of colours. After the path and its changes may follow conditions, changes of neighbours,
//! the distance of neighbours, and the removal of edges:
//! `rules(.>L if R=0 within 2)`, `rules([.L]>- neighbours .>L,R>-)`,
//! `rules(*@*>=@ edges removed)`. In a path of several vertices, the conditions begin with the
//! number of the vertex, as in `if 2:R=0`.

use super::words::{self, ANY, REMOVED, TOKEN, UNCHANGED, amount, amount_text, of_symbol, symbol};
use super::{
    Change, Colour, Colours, Count, Described, DescriptionError, MOST_KINDS, MOST_PLACES, MoveKind,
    Place,
};
use boilingpoint_language::{Cursor, Unexpected};

/// The name before the parentheses.
pub const HEAD: &str = "rules";

const IF: &str = "if ";
const NEIGHBOURS: &str = "neighbours ";
const WITHIN: &str = "within ";
const EDGES: &str = "edges removed";

/// The name of the game with these kinds of moves.
pub(super) fn name(kinds: &[MoveKind]) -> String {
    let kinds: Vec<String> = kinds.iter().map(kind).collect();
    format!("{HEAD}({})", kinds.join("; "))
}

/// A kind of moves in the short notation.
pub(super) fn kind(kind: &MoveKind) -> String {
    let token = |is_here: bool| {
        if is_here {
            TOKEN.1.to_string()
        } else {
            String::new()
        }
    };
    let place = |p: &Place| colours_text(p.colours) + &token(p.has_token);
    let change = |p: &Place| change_symbol(p.change).to_string() + &token(p.gets_token);
    let places: String = kind.places.iter().map(place).collect();
    let changes: String = kind.places.iter().map(change).collect();
    let mut text = format!("{places}>{changes}");
    let numbered = kind.places.len() > 1;
    let counts = kind.places.iter().enumerate().flat_map(|(i, place)| {
        let number = if numbered {
            format!("{}:", i + 1)
        } else {
            String::new()
        };
        let count = move |c: &Count| {
            format!(
                "{number}{}={}",
                colours_text(c.colours),
                amount_text(c.amount)
            )
        };
        place.counts.iter().map(count)
    });
    let counts: Vec<String> = counts.collect();
    let changed = Colour::ALL
        .into_iter()
        .filter(|&c| kind.neighbour(c) != Change::Unchanged);
    let changed = changed.map(|c| format!("{}>{}", symbol(c), change_symbol(kind.neighbour(c))));
    let changed: Vec<String> = changed.collect();
    for (word, items) in [(IF, counts), (NEIGHBOURS, changed)] {
        if !items.is_empty() {
            text += &format!(" {word}{}", items.join(","));
        }
    }
    if kind.within > 1 {
        text += &format!(" {WITHIN}{}", kind.within);
    }
    if kind.removes_edges {
        text += &format!(" {EDGES}");
    }
    text
}

fn colours_text(colours: Colours) -> String {
    let symbols: String = colours.each().map(symbol).collect();
    match symbols.len() {
        1 => symbols,
        3 => ANY.1.to_string(),
        _ => format!("[{symbols}]"),
    }
}

fn change_symbol(change: Change) -> char {
    match change {
        Change::Unchanged => UNCHANGED.1,
        Change::Removed => REMOVED.1,
        Change::Becomes(colour) => symbol(colour),
    }
}

/// The reason why a text describes no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text is not in the notation.
    #[error(transparent)]
    Unexpected(#[from] Unexpected),
    /// The rules make no sense, or the game may never end.
    #[error(transparent)]
    Description(#[from] DescriptionError),
}

impl Described {
    /// Reads the text between the parentheses of a name, with spaces anywhere between its parts.
    ///
    /// # Errors
    /// When the text is not in the notation, or describes no game that ends.
    pub fn parse(text: &str) -> Result<Described, TextError> {
        let mut cursor = Cursor::new(text, HEAD);
        let mut kinds = vec![read_kind(&mut cursor)?];
        while cursor.take(';') {
            if kinds.len() == MOST_KINDS {
                let problem = format!("a game has at most {MOST_KINDS} kinds of moves");
                return Err(cursor.wrong(problem).into());
            }
            kinds.push(read_kind(&mut cursor)?);
        }
        cursor
            .end("`;`, or one of `if`, `neighbours`, `within` and `edges removed` in this order")?;
        Ok(Described::new(kinds)?)
    }
}

fn read_kind(cursor: &mut Cursor) -> Result<MoveKind, Unexpected> {
    let mut places: Vec<Place> = Vec::new();
    while !cursor.take('>') {
        if places.len() == MOST_PLACES {
            let what = format!("`>`, since a path has at most {MOST_PLACES} vertices");
            return Err(cursor.expected(&what));
        }
        places.push(Place {
            colours: read_colours(cursor, "a colour (`.`, `L`, `R`, `*` or `[.L]`), or `>`")?,
            has_token: cursor.take(TOKEN.1),
            counts: Vec::new(),
            change: Change::Unchanged,
            gets_token: false,
        });
    }
    for place in &mut places {
        place.change = read_change(cursor)?;
        place.gets_token = cursor.take(TOKEN.1);
    }
    let mut kind = MoveKind {
        places,
        neighbours: [Change::Unchanged; 3],
        within: 1,
        removes_edges: false,
    };
    cursor.skip_spaces();
    if cursor.take_text(IF) {
        read_counts(cursor, &mut kind.places)?;
    }
    cursor.skip_spaces();
    if cursor.take_text(NEIGHBOURS) {
        read_neighbours(cursor, &mut kind.neighbours)?;
    }
    cursor.skip_spaces();
    if cursor.take_text(WITHIN) {
        cursor.skip_spaces();
        let number = cursor.number("a distance")?;
        // A distance that is too great is refused with the other mistakes.
        kind.within = u32::try_from(number).unwrap_or(u32::MAX);
    }
    cursor.skip_spaces();
    kind.removes_edges = cursor.take_text(EDGES);
    Ok(kind)
}

fn read_counts(cursor: &mut Cursor, places: &mut [Place]) -> Result<(), Unexpected> {
    let one = places.len() == 1;
    loop {
        cursor.skip_spaces();
        let place = match one {
            true => 0,
            false => {
                let start = *cursor;
                let what = format!(
                    "the number of a vertex of the path, from 1 to {}",
                    places.len()
                );
                let number = cursor.number(&what)?;
                let place = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
                cursor.require(':', "`:`")?;
                let place = place.filter(|&i| i < places.len());
                place.ok_or_else(|| start.expected(&what))?
            }
        };
        let colours = read_colours(cursor, "the colours of neighbours")?;
        cursor.require('=', "`=`")?;
        cursor.skip_spaces();
        let amount = amount(cursor)?;
        // A condition has more than one entry only if a text is made by hand.
        if let Some(place) = places.get_mut(place) {
            if place.counts.len() >= MOST_COUNTS {
                return Err(cursor.wrong(format!("a vertex has at most {MOST_COUNTS} conditions")));
            }
            place.counts.push(Count { colours, amount });
        }
        if !cursor.take(',') {
            return Ok(());
        }
    }
}

/// The greatest number of conditions of a vertex: one for each set of colours, twice.
const MOST_COUNTS: usize = 14;

fn read_neighbours(cursor: &mut Cursor, neighbours: &mut [Change; 3]) -> Result<(), Unexpected> {
    loop {
        let colours = read_colours(cursor, "the colours of neighbours")?;
        cursor.require('>', "`>`")?;
        let change = read_change(cursor)?;
        colours.each().for_each(|c| neighbours[c as usize] = change);
        if !cursor.take(',') {
            return Ok(());
        }
    }
}

fn read_colours(cursor: &mut Cursor, what: &str) -> Result<Colours, Unexpected> {
    if cursor.take(ANY.1) {
        return Ok(Colours::ANY);
    }
    let many = cursor.take('[');
    let mut colours = Colours::default();
    loop {
        cursor.skip_spaces();
        let Some(colour) = cursor.peek().and_then(of_symbol) else {
            return Err(cursor.expected(what));
        };
        cursor.advance();
        colours = colours.with(colour);
        if !many || cursor.take(']') {
            return Ok(colours);
        }
    }
}

fn read_change(cursor: &mut Cursor) -> Result<Change, Unexpected> {
    cursor.skip_spaces();
    let what =
        "a change for each vertex of the path (`.`, `L`, `R`, `-` for removed, `=` for unchanged)";
    let change = match cursor.peek() {
        Some(c) if c == REMOVED.1 => Change::Removed,
        Some(c) if c == UNCHANGED.1 => Change::Unchanged,
        Some(c) => Change::Becomes(words::of_symbol(c).ok_or_else(|| cursor.expected(what))?),
        None => return Err(cursor.expected(what)),
    };
    cursor.advance();
    Ok(change)
}
