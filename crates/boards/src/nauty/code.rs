//! Sextets, orders and errors, which the formats of nauty share.

/// The code of `?`, which stands for 0.
const BIAS: u8 = 63;

/// The reason why a text is not in a format of nauty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.fault.message(self.format))]
pub struct CodeError {
    /// The name of the format.
    pub format: &'static str,
    /// The mistake.
    pub fault: CodeFault,
}

/// A mistake in a text. Positions are counted in characters, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeFault {
    /// The text has no characters.
    Empty,
    /// The text does not begin with the character that begins the format.
    Begin {
        /// The description of the expected beginning.
        expected: &'static str,
    },
    /// A character is outside the range from `?` to `~`.
    Illegal {
        /// The position of the character.
        position: usize,
        /// The character at this position.
        found: char,
    },
    /// The text ends before the order is complete.
    TruncatedOrder {
        /// The position of the last character of the text.
        position: usize,
    },
    /// The order is written with more characters than necessary.
    NonMinimalOrder {
        /// The position where the order starts.
        position: usize,
        /// The order that the text announces.
        order: u64,
        /// The number of characters that the order needs.
        expected: usize,
        /// The number of characters that the order takes.
        found: usize,
    },
    /// The order is greater than the caller allows.
    TooLarge {
        /// The position where the order starts.
        position: usize,
        /// The order that the text announces.
        order: u64,
        /// The greatest order that is accepted.
        most: usize,
    },
    /// The text has too few or too many characters for its order.
    Length {
        /// The order that the text announces.
        order: usize,
        /// The number of characters that the text should have.
        expected: usize,
        /// The number of characters of the text.
        found: usize,
        /// The text with each pair of backslashes replaced by one, if its length is right.
        unescaped: Option<String>,
    },
    /// A bit of the last character does not have the value that fills up the text.
    Padding {
        /// The position of the character, always the last.
        position: usize,
        /// The character at this position.
        found: char,
    },
    /// The text ends within an edge.
    TruncatedEdge {
        /// The position of the last character of the text.
        position: usize,
    },
    /// A vertex alone has several loops.
    Loops,
    /// Characters follow the last edge.
    Surplus {
        /// The position of the first of these characters.
        position: usize,
    },
}

impl CodeFault {
    fn message(&self, format: &str) -> String {
        match self {
            CodeFault::Empty => format!(
                "empty {format} text; expected at least the order, such as `?` for the graph without vertices"
            ),
            CodeFault::Begin { expected } => {
                format!("this is no {format} text; expected {expected} at its beginning")
            }
            CodeFault::Illegal { position, found } => format!(
                "character {position} of the {format} text is {found:?}; expected one from `?` to `~` (codes 63 to 126)"
            ),
            CodeFault::TruncatedOrder { position } => format!(
                "the {format} text ends after character {position}, within the order that `~` announces"
            ),
            CodeFault::NonMinimalOrder {
                position,
                order,
                expected,
                found,
            } => format!(
                "at character {position} the order {order} is written in {found} characters; expected {expected}"
            ),
            CodeFault::TooLarge {
                position,
                order,
                most,
            } => format!(
                "the {format} text announces {order} vertices at character {position}; at most {most} are accepted"
            ),
            CodeFault::Length {
                order,
                expected,
                found,
                unescaped,
            } => {
                let hint = unescaped.as_ref().map_or(String::new(), |text| {
                    format!("; if its backslashes were doubled, the text is `{text}`")
                });
                format!(
                    "a {format} text of order {order} has {expected} characters, but this one has {found}{hint}"
                )
            }
            CodeFault::Padding { position, found } => format!(
                "character {position} of the {format} text, {found:?}, has padding bits of the wrong value"
            ),
            CodeFault::TruncatedEdge { position } => {
                format!("the {format} text ends after character {position}, within an edge")
            }
            CodeFault::Loops => format!(
                "the {format} text has one vertex and several loops, which programs write in different ways; expected `0-0*1*1` for two loops"
            ),
            CodeFault::Surplus { position } => format!(
                "characters follow the last edge of the {format} text, from character {position} on"
            ),
        }
    }
}

/// The sextets of a text, and its place in the whole text.
pub(super) struct Code<'a> {
    pub format: &'static str,
    /// The text without header and first character.
    text: &'a str,
    /// The number of characters before the text.
    pub skipped: usize,
    pub sextets: Vec<u8>,
}

impl<'a> Code<'a> {
    /// Reads the sextets of a line. The line may begin with the header `>>format<<`.
    ///
    /// `begin` gives the number of characters that stand before the order.
    pub fn of(
        format: &'static str,
        line: &'a str,
        begin: impl FnOnce(&str) -> Result<usize, CodeFault>,
    ) -> Result<Code<'a>, CodeError> {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let rest = line.strip_prefix(">>").and_then(|l| l.strip_prefix(format));
        let body = rest.and_then(|l| l.strip_prefix("<<")).unwrap_or(line);
        let fail = |fault| CodeError { format, fault };
        let first = begin(body).map_err(fail)?;
        let skipped = line.len() - body.len() + first;
        let text = &body[first..];
        let illegal = |&(_, c): &(usize, char)| !('?'..='~').contains(&c);
        match text.chars().enumerate().find(illegal) {
            None => Ok(Code {
                format,
                text,
                skipped,
                sextets: text.bytes().map(|c| c - BIAS).collect(),
            }),
            Some((i, found)) => Err(fail(CodeFault::Illegal {
                position: skipped + i + 1,
                found,
            })),
        }
    }

    /// Makes an error.
    pub fn fail<T>(&self, fault: CodeFault) -> Result<T, CodeError> {
        let format = self.format;
        Err(CodeError { format, fault })
    }

    /// The position of the last character of the text.
    pub fn end(&self) -> usize {
        self.skipped + self.sextets.len()
    }

    /// Reads the order; returns the order, and the index of the first sextet after it.
    pub fn order(&self, most: usize) -> Result<(usize, usize), CodeError> {
        let tilde = 63;
        let (from, to) = match self.sextets[..] {
            [] => return self.fail(CodeFault::Empty),
            [first, ..] if first != tilde => (0, 1),
            [_, second, ..] if second == tilde => (2, 8),
            _ => (1, 4),
        };
        let Some(digits) = self.sextets.get(from..to) else {
            let position = self.end();
            return self.fail(CodeFault::TruncatedOrder { position });
        };
        let order = digits.iter().fold(0u64, |n, &d| n << 6 | u64::from(d));
        let position = self.skipped + 1;
        let expected = order_length(order);
        if expected != to {
            let found = to;
            return self.fail(CodeFault::NonMinimalOrder {
                position,
                order,
                expected,
                found,
            });
        }
        match usize::try_from(order) {
            Ok(n) if n <= most => Ok((n, to)),
            _ => self.fail(CodeFault::TooLarge {
                position,
                order,
                most,
            }),
        }
    }

    /// Fails unless `bits` bits follow the order, which ends before sextet `start`, and are filled
    /// up by zeros.
    pub fn holds(&self, order: usize, start: usize, bits: usize) -> Result<(), CodeError> {
        let expected = start + bits.div_ceil(6);
        if self.sextets.len() != expected {
            let unescaped = self.text.replace("\\\\", "\\");
            return self.fail(CodeFault::Length {
                order,
                expected: expected + self.skipped,
                found: self.end(),
                unescaped: Some(unescaped).filter(|text| text.len() == expected),
            });
        }
        let padding = 6 * (expected - start) - bits;
        match self.sextets[start..].last() {
            Some(last) if last & ((1 << padding) - 1) != 0 => self.fail(CodeFault::Padding {
                position: self.end(),
                found: char::from(last + BIAS),
            }),
            _ => Ok(()),
        }
    }
}

/// The number of characters that encode an order.
fn order_length(order: u64) -> usize {
    match order {
        0..=62 => 1,
        63..=258_047 => 4,
        _ => 8,
    }
}

/// Whether a bit is set, counted from the first bit of the first sextet.
pub(super) fn bit(sextets: &[u8], bit: usize) -> bool {
    sextets[bit / 6] >> (5 - bit % 6) & 1 == 1
}

/// Adds an order to a text.
pub(super) fn push_order(text: &mut String, order: usize) {
    let (tildes, digits) = match order_length(order as u64) {
        1 => (0, 1),
        4 => (1, 3),
        _ => (2, 6),
    };
    text.push_str(&"~".repeat(tildes));
    for digit in (0..digits).rev() {
        push_sextet(text, (order >> (6 * digit) & 63) as u8);
    }
}

/// Adds a sextet to a text.
pub(super) fn push_sextet(text: &mut String, sextet: u8) {
    text.push(char::from(sextet + BIAS));
}

/// Adds a matrix of bits to a text: the given bits are set, and zeros fill up the last sextet.
pub(super) fn push_bits(text: &mut String, length: usize, set: impl Iterator<Item = usize>) {
    let mut sextets = vec![0u8; length.div_ceil(6)];
    for bit in set {
        sextets[bit / 6] |= 1 << (5 - bit % 6);
    }
    sextets.into_iter().for_each(|s| push_sextet(text, s));
}
