//! The words of an expression.

use super::tree::Operator;
use super::{ExpressionError, Number};
use std::ops::Range;

/// Digits after the point that a decimal may have.
const MAX_DECIMALS: usize = 30;

/// A word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Number),
    Name(String),
    Operator(Operator),
    Not,
    Truth(bool),
    Power,
    Open,
    Close,
    Comma,
    End,
}

/// A word and its place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) span: Range<usize>,
}

/// Splits `text` into words; the last is always [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, ExpressionError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, length) = match first {
            'a'..='z' | 'A'..='Z' | '_' => word(&text[at..]),
            '0'..='9' | '.' => number(text, at)?,
            _ => symbol(text, at, first)?,
        };
        found.push(Placed {
            token,
            span: at..at + length,
        });
        at += length;
    }
    found.push(Placed {
        token: Token::End,
        span: text.len()..text.len(),
    });
    Ok(found)
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn word(rest: &str) -> (Token, usize) {
    let length = run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
    let token = match &rest[..length] {
        "and" => Token::Operator(Operator::And),
        "or" => Token::Operator(Operator::Or),
        "not" => Token::Not,
        "true" => Token::Truth(true),
        "false" => Token::Truth(false),
        name => Token::Name(name.to_string()),
    };
    (token, length)
}

/// An integer or a decimal, read exactly.
fn number(text: &str, at: usize) -> Result<(Token, usize), ExpressionError> {
    let rest = &text[at..];
    let whole = run(rest, |c| c.is_ascii_digit());
    let point = rest[whole..].starts_with('.');
    let places = if point {
        run(&rest[whole + 1..], |c| c.is_ascii_digit())
    } else {
        0
    };
    let length = whole + usize::from(point) + places;
    let span = at..at + length;
    if point && (whole == 0 || places == 0) {
        return Err(ExpressionError::new(
            span,
            "a decimal needs digits on both sides of its point",
        )
        .help("write one half as `0.5` or `1/2`"));
    }
    let too_large = || {
        ExpressionError::new(span.clone(), "this number is too large or too fine").help(format!(
            "at most 38 digits, {MAX_DECIMALS} of them after the point"
        ))
    };
    if places > MAX_DECIMALS {
        return Err(too_large());
    }
    let digits: String = rest[..length].chars().filter(|c| *c != '.').collect();
    let numerator: i128 = digits.parse().map_err(|_| too_large())?;
    let scale = 10_i128.pow(u32::try_from(places).map_err(|_| too_large())?);
    Ok((Token::Number(Number::new(numerator, scale)), length))
}

fn symbol(text: &str, at: usize, first: char) -> Result<(Token, usize), ExpressionError> {
    const TWO: [(&str, Operator); 4] = [
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
    ];
    if let Some((_, operator)) = TWO.iter().find(|(s, _)| text[at..].starts_with(s)) {
        return Ok((Token::Operator(*operator), 2));
    }
    let token = match first {
        '+' => Token::Operator(Operator::Add),
        '-' => Token::Operator(Operator::Subtract),
        '*' => Token::Operator(Operator::Multiply),
        '/' => Token::Operator(Operator::Divide),
        '<' => Token::Operator(Operator::Less),
        '>' => Token::Operator(Operator::Greater),
        '^' => Token::Power,
        '(' => Token::Open,
        ')' => Token::Close,
        ',' => Token::Comma,
        _ => return Err(unexpected(at, first)),
    };
    Ok((token, 1))
}

/// A character of no use here, with what was probably meant.
fn unexpected(at: usize, found: char) -> ExpressionError {
    let instead = match found {
        '=' => "==",
        '&' => "and",
        '|' => "or",
        '!' | '¬' => "not",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '−' | '–' => "-",
        '×' | '·' => "*",
        '÷' => "/",
        '[' | '{' => "(",
        ']' | '}' => ")",
        _ => "",
    };
    let shown = if found.is_control() {
        format!("unexpected character U+{:04X}", u32::from(found))
    } else if found == '=' {
        "`=` is not a comparison".to_string()
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
