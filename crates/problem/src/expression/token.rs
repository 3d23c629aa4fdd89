//! Splits the text of an expression into tokens.

use super::names::Scope;
use super::tree::Infix;
use super::{ExpressionError, InvariantName, Number};
use boilingpoint_language::{Cursor, fraction};
use boilingpoint_values::ValueCondition;
use std::ops::Range;

/// The word that begins a condition on the value of a board, such as `value >= {1|-1}`.
pub const VALUE: &str = "value";

/// The longest canonical form that a condition on the value names, in bytes.
pub const LONGEST_VALUE: usize = 1000;

/// The greatest number of digits after the point of a decimal.
const MAX_DECIMALS: usize = 30;

/// The greatest depth of brackets in an argument.
const MAX_BRACKETS: usize = 32;

/// The smallest unit of an expression's text: a number, a name, an operator or a bracket.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Number),
    Name(String),
    /// An invariant with an argument: a condition on the value, or a name of the scope.
    WithArgument(InvariantName),
    Operator(Infix),
    Not,
    Truth(bool),
    Power,
    Open,
    Close,
    Comma,
    End,
}

/// A token with the range of bytes of the text that it was read from.
#[derive(Clone, Debug)]
pub(super) struct PlacedToken {
    pub(super) token: Token,
    pub(super) span: Range<usize>,
}

/// Splits `text` into tokens; the last is always [`Token::End`].
pub(super) fn tokens(text: &str, scope: &Scope) -> Result<Vec<PlacedToken>, ExpressionError> {
    let mut cursor = Cursor::new(text, "expression");
    let mut found = Vec::new();
    loop {
        cursor.skip_spaces();
        let start = cursor.at();
        let token = match cursor.peek() {
            None => Token::End,
            Some('a'..='z' | 'A'..='Z' | '_') => match word(&mut cursor) {
                Token::Name(word) if word == VALUE => on_value(&mut cursor)?,
                Token::Name(word) if (scope.takes_argument)(&word) => {
                    with_argument(&mut cursor, word, scope)?
                }
                word => word,
            },
            Some('0'..='9' | '.') => number(&mut cursor)?,
            Some(first) => symbol(&mut cursor, first)?,
        };
        let end = token == Token::End;
        let span = start..cursor.at();
        found.push(PlacedToken { token, span });
        if end {
            return Ok(found);
        }
    }
}

fn word(cursor: &mut Cursor) -> Token {
    match cursor.run(|c| c.is_ascii_alphanumeric() || c == '_') {
        "not" => Token::Not,
        "true" => Token::Truth(true),
        "false" => Token::Truth(false),
        word => match Infix::TABLE.iter().find(|row| row.1 == word) {
            Some((operator, ..)) => Token::Operator(*operator),
            None => Token::Name(word.to_string()),
        },
    }
}

/// Reads the relation and the value of a condition on the value, which end before `and`, `or`, a
/// comma, or a bracket that closes nothing.
fn on_value(cursor: &mut Cursor) -> Result<Token, ExpressionError> {
    cursor.skip_spaces();
    let (start, rest) = (cursor.at(), cursor.rest());
    let mut depth = 0u32;
    while let Some(c) = cursor.peek() {
        let before = *cursor;
        match cursor.word() {
            "and" | "or" => {
                *cursor = before;
                break;
            }
            "" => {}
            _ => continue,
        }
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth > 0 => depth -= 1,
            ')' => break,
            ',' if depth == 0 => break,
            _ => {}
        }
        cursor.advance();
    }
    let text = rest[..cursor.at() - start].trim_end();
    let condition = ValueCondition::parse(text, LONGEST_VALUE).map_err(|error| {
        let ahead = text.chars().take(error.column - 1).map(char::len_utf8);
        let at = start + ahead.sum::<usize>();
        let next = text[at - start..].chars().next().map_or(0, char::len_utf8);
        ExpressionError::new(at..at + next, format!("`{VALUE}`: {}", error.message))
            .help(format!("write `{VALUE} >= {{1|-1}}`, or `{VALUE} = *2`"))
    })?;
    let name = format!("{VALUE} {condition}");
    Ok(Token::WithArgument(InvariantName::condition(name)))
}

/// Reads the argument of a name. A bracket in quotes does not close it.
fn with_argument(
    cursor: &mut Cursor,
    name: String,
    scope: &Scope,
) -> Result<Token, ExpressionError> {
    let before = *cursor;
    cursor.skip_spaces();
    if !cursor.take_text("(") {
        *cursor = before;
        return Ok(Token::Name(name));
    }
    let (start, rest) = (cursor.at(), cursor.rest());
    let (mut quote, mut depth) = (None, 0);
    while let Some(c) = cursor.peek() {
        match quote {
            Some(open) if c == open => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '(' && depth == MAX_BRACKETS => {
                let message = format!("more than {MAX_BRACKETS} brackets in one another");
                return Err(ExpressionError::new(cursor.at()..cursor.at() + 1, message));
            }
            None if c == '(' => depth += 1,
            None if c == ')' && depth == 0 => break,
            None if c == ')' => depth -= 1,
            _ => {}
        }
        cursor.advance();
    }
    let end = cursor.at();
    if !cursor.take_text(")") {
        let message = "this `(` is not closed";
        return Err(ExpressionError::new(start - 1..start, message));
    }
    let found = (scope.with_argument)(&name, &rest[..end - start]);
    found
        .map(Token::WithArgument)
        .map_err(|error| error.moved(start))
}

/// Reads an integer or a decimal exactly.
fn number(cursor: &mut Cursor) -> Result<Token, ExpressionError> {
    let start = cursor.at();
    let whole = cursor.digits();
    let point = cursor.take_text(".");
    let places = if point { cursor.digits() } else { "" };
    let span = start..cursor.at();
    if point && (whole.is_empty() || places.is_empty()) {
        let message = "a decimal needs digits on both sides of its point";
        return Err(ExpressionError::new(span, message).help("write one half as `0.5` or `1/2`"));
    }
    let too_large = || {
        ExpressionError::new(span.clone(), "this number is too large or too fine").help(format!(
            "at most 38 digits, {MAX_DECIMALS} of them after the point"
        ))
    };
    if places.len() > MAX_DECIMALS {
        return Err(too_large());
    }
    let numerator = format!("{whole}{places}").parse();
    let numerator: i128 = numerator.map_err(|_| too_large())?;
    let scale = (0..places.len()).fold(1, |scale, _| scale * 10);
    Ok(Token::Number(Number::new(numerator, scale)))
}

/// Operators of other languages, and those that are meant.
const MISSPELT: [(&str, &str); 4] = [("===", "=="), ("=>", ">="), ("=<", "<="), ("<>", "!=")];

fn symbol(cursor: &mut Cursor, first: char) -> Result<Token, ExpressionError> {
    let misspelt = MISSPELT.iter().find(|row| cursor.rest().starts_with(row.0));
    if let Some((wrong, right)) = misspelt {
        let at = cursor.at()..cursor.at() + wrong.len();
        let error = ExpressionError::new(at, format!("unknown operator `{wrong}`"));
        return Err(error.help(format!("write `{right}`")));
    }
    let mut operators = Infix::TABLE.into_iter();
    if let Some((operator, ..)) = operators.find(|row| cursor.take_text(row.1)) {
        return Ok(Token::Operator(operator));
    }
    let mut others = Infix::OTHERS.into_iter();
    if let Some((_, operator)) = others.find(|row| cursor.take_text(row.0)) {
        return Ok(Token::Operator(operator));
    }
    if let Some((part, whole)) = fraction(first) {
        cursor.advance();
        return Ok(Token::Number(Number::new(part.into(), whole.into())));
    }
    let token = match first {
        '^' => Token::Power,
        '(' => Token::Open,
        ')' => Token::Close,
        ',' => Token::Comma,
        _ => return Err(unexpected(cursor.at(), first)),
    };
    cursor.advance();
    Ok(token)
}

/// The error for an unexpected character, with a hint at the character that was probably meant.
fn unexpected(at: usize, found: char) -> ExpressionError {
    let instead = match found {
        '&' => "and",
        '|' => "or",
        '!' | '¬' => "not",
        '[' | '{' => "(",
        ']' | '}' => ")",
        _ => "",
    };
    let shown = if found.is_control() {
        format!("unexpected character U+{:04X}", u32::from(found))
    } else {
        format!("unexpected character `{found}`")
    };
    let error = ExpressionError::new(at..at + found.len_utf8(), shown);
    if instead.is_empty() {
        error
    } else {
        error.help(format!("write `{instead}`"))
    }
}
