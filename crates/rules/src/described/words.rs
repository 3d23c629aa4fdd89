//! The words of game files for colours and changes, and the symbols that stand for them in names.
//! The symbols are those of boards, for the moves of Left.

use super::{Amount, Change, Colour, Colours, Count, MoveKind, Place};
use crate::Algebra;
use boilingpoint_language::{Cursor, Unexpected, did_you_mean};
use std::fmt::Write;

/// Each colour with its word and its symbol, in the order of [`Colour::ALL`].
const COLOURS: [(&str, char); 3] = [("uncoloured", '.'), ("own", 'L'), ("other", 'R')];

/// All colours.
pub(super) const ANY: (&str, char) = ("any", '*');
/// The change of a vertex that leaves the board.
pub(super) const REMOVED: (&str, char) = ("removed", '-');
/// The change of a vertex that keeps its colour.
pub(super) const UNCHANGED: (&str, char) = ("unchanged", '=');
/// The token.
pub(super) const TOKEN: (&str, char) = ("token", '@');

/// The word between colours, and the words before a token.
const OR: &str = " or ";
const WITH_TOKEN: &str = " with token";

/// A word that has no meaning at its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no {part}")]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// The part of a description that the word should name.
    pub part: &'static str,
    /// The words that are known here.
    pub help: String,
}

impl UnknownWord {
    fn new(word: &str, part: &'static str, known: &[&str]) -> UnknownWord {
        UnknownWord {
            word: word.to_string(),
            part,
            help: did_you_mean(word, known).unwrap_or_default(),
        }
    }
}

/// The symbol of a colour.
pub(super) fn symbol(colour: Colour) -> char {
    COLOURS[colour as usize].1
}

/// The colour of a symbol.
pub(super) fn of_symbol(symbol: char) -> Option<Colour> {
    let place = COLOURS.iter().position(|c| c.1 == symbol)?;
    Some(Colour::ALL[place])
}

fn colour(word: &str) -> Option<Colour> {
    let place = COLOURS.iter().position(|c| c.0 == word)?;
    Some(Colour::ALL[place])
}

/// Reads colours, such as `own or uncoloured`.
///
/// # Errors
/// When a word is no colour.
pub fn read_colours(text: &str) -> Result<Colours, UnknownWord> {
    let mut colours = Colours::default();
    for word in text.split(OR).map(str::trim) {
        if word == ANY.0 {
            return Ok(Colours::ANY);
        }
        let known = || {
            UnknownWord::new(
                word,
                "colour",
                &[&COLOURS.map(|c| c.0)[..], &[ANY.0]].concat(),
            )
        };
        colours = colours.with(colour(word).ok_or_else(known)?);
    }
    Ok(colours)
}

/// Reads a vertex of a path, such as `own` or `any with token`: its colours, and whether the token
/// must lie on it. `token` alone is a vertex of any colour with the token.
///
/// # Errors
/// When a word has no meaning.
pub fn read_place(text: &str) -> Result<(Colours, bool), UnknownWord> {
    let text = text.trim();
    if text == TOKEN.0 {
        return Ok((Colours::ANY, true));
    }
    let bare = text.strip_suffix(WITH_TOKEN);
    let colours = read_colours(bare.unwrap_or(text)).map_err(|mut unknown| {
        // A vertex of a path may be described by the token, too.
        let known = [&COLOURS.map(|c| c.0)[..], &[ANY.0, TOKEN.0]].concat();
        unknown.help = did_you_mean(&unknown.word, &known).unwrap_or_default();
        unknown
    })?;
    Ok((colours, bare.is_some()))
}

/// Reads a change, such as `removed` or `own with token`: the change of a vertex, and whether the
/// token is moved to it. `token` alone is a vertex that keeps its colour and gets the token.
///
/// # Errors
/// When a word has no meaning.
pub fn read_change(text: &str) -> Result<(Change, bool), UnknownWord> {
    let text = text.trim();
    if text == TOKEN.0 {
        return Ok((Change::Unchanged, true));
    }
    let bare = text.strip_suffix(WITH_TOKEN);
    let word = bare.unwrap_or(text).trim();
    let change = match word {
        _ if word == REMOVED.0 => Change::Removed,
        _ if word == UNCHANGED.0 => Change::Unchanged,
        _ => {
            let known = [
                &COLOURS.map(|c| c.0)[..],
                &[REMOVED.0, UNCHANGED.0, TOKEN.0],
            ]
            .concat();
            let unknown = || UnknownWord::new(word, "change", &known);
            Change::Becomes(colour(word).ok_or_else(unknown)?)
        }
    };
    Ok((change, bare.is_some()))
}

/// Reads the numbers of neighbours that a condition accepts: `2`, `1..`, `1..3`, `even` or `odd`.
///
/// # Errors
/// When the text is none of these.
pub fn read_amount(text: &str) -> Result<Amount, Unexpected> {
    let mut cursor = Cursor::new(text, "number of neighbours");
    cursor.skip_spaces();
    let amount = amount(&mut cursor)?;
    cursor.end(AMOUNTS)?;
    Ok(amount)
}

const AMOUNTS: &str = "a number, `1..`, `1..3`, `even` or `odd`";

/// The greatest number of neighbours in a condition.
const MOST_COUNTED: i64 = 10_000;

/// Reads an amount at a cursor.
pub(super) fn amount(cursor: &mut Cursor) -> Result<Amount, Unexpected> {
    for (word, amount) in [("even", Amount::Even), ("odd", Amount::Odd)] {
        if cursor.take_text(word) {
            return Ok(amount);
        }
    }
    let number = |cursor: &mut Cursor| {
        let start = *cursor;
        let number = cursor.number(AMOUNTS)?;
        match u32::try_from(number) {
            Ok(n) if number <= MOST_COUNTED => Ok(n),
            _ => Err(start.wrong(format!("expected a number up to {MOST_COUNTED}"))),
        }
    };
    let least = number(cursor)?;
    if !cursor.take_text("..") {
        return Ok(Amount::Between(least, Some(least)));
    }
    let goes_on = cursor.peek().is_some_and(|c| c.is_ascii_digit());
    let most = goes_on.then(|| number(cursor)).transpose()?;
    Ok(Amount::Between(least, most))
}

/// Writes an amount as [`read_amount`] reads it.
pub(super) fn amount_text(amount: Amount) -> String {
    match amount {
        Amount::Even => "even".to_string(),
        Amount::Odd => "odd".to_string(),
        Amount::Between(least, None) => format!("{least}.."),
        Amount::Between(least, Some(most)) if least == most => least.to_string(),
        Amount::Between(least, Some(most)) => format!("{least}..{most}"),
    }
}

/// The colours in words.
fn colours_text(colours: Colours) -> String {
    if colours == Colours::ANY {
        return ANY.0.to_string();
    }
    let words: Vec<&str> = colours.each().map(|c| COLOURS[c as usize].0).collect();
    words.join(OR)
}

fn change_text(change: Change) -> &'static str {
    match change {
        Change::Unchanged => UNCHANGED.0,
        Change::Removed => REMOVED.0,
        Change::Becomes(colour) => COLOURS[colour as usize].0,
    }
}

/// The rules in words, for people.
pub(super) fn summary(kinds: &[MoveKind], algebra: Algebra) -> String {
    let kinds: Vec<String> = kinds.iter().map(kind_text).collect();
    let impartial = match algebra {
        Algebra::Impartial => "; impartial",
        _ => "",
    };
    format!("{}{impartial}", kinds.join("; or "))
}

fn kind_text(kind: &MoveKind) -> String {
    let place = |place: &Place| {
        let count = |c: &Count| {
            let colours = match c.colours == Colours::ANY {
                true => String::new(),
                false => format!("{} ", colours_text(c.colours)),
            };
            format!("{} {colours}neighbours", amount_text(c.amount))
        };
        let counts: Vec<String> = place.counts.iter().map(count).collect();
        let counts = match counts.is_empty() {
            true => String::new(),
            false => format!(" that has {}", counts.join(" and ")),
        };
        let token = if place.has_token { WITH_TOKEN } else { "" };
        format!("{}{token}{counts}", colours_text(place.colours))
    };
    let places: Vec<String> = kind.places.iter().map(place).collect();
    let change = |place: &Place| {
        let token = if place.gets_token { WITH_TOKEN } else { "" };
        format!("{}{token}", change_text(place.change))
    };
    let changes: Vec<String> = kind.places.iter().map(change).collect();
    let mut text = match places.as_slice() {
        [one] => format!("a vertex ({one}) becomes {}", changes.join("")),
        _ => format!(
            "a path ({}) becomes {}",
            places.join(", "),
            changes.join(", ")
        ),
    };
    if kind.removes_edges {
        text += ", its edges removed";
    }
    let changed = Colour::ALL
        .into_iter()
        .filter(|&c| kind.neighbour(c) != Change::Unchanged);
    for colour in changed {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            ", {} neighbours {}",
            COLOURS[colour as usize].0,
            change_text(kind.neighbour(colour))
        );
    }
    if kind.within > 1 {
        let _ = write!(text, " (neighbours: up to distance {})", kind.within);
    }
    text
}
