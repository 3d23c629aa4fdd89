//! From text to a checked tree, by precedence climbing.

use super::build::{self, Part};
use super::suggest::did_you_mean;
use super::token::{Placed, Token, tokens};
use super::tree::{FUNCTION_NAMES, Function, Node, Operator, binding};
use super::{ExpressionError, InvariantName, Kind, Quantity};
use std::ops::Range;

/// Bytes that an expression may have.
pub const MAX_LENGTH: usize = 4096;

/// Levels that an expression may be nested; a sum of k terms has k levels.
pub const MAX_DEPTH: usize = 200;

/// The largest exponent.
const MAX_EXPONENT: i128 = 64;

type Parsed = Result<Part, ExpressionError>;

/// The tree, its kind, and the sorted names that it uses.
pub(super) fn parse(
    text: &str,
    known: &[InvariantName],
) -> Result<(Node, Kind, Vec<String>), ExpressionError> {
    check_length(text)?;
    let mut parser = Parser {
        words: tokens(text)?,
        at: 0,
        level: 0,
        known,
        used: Vec::new(),
    };
    if parser.peek().token == Token::End {
        return Err(ExpressionError::new(
            0..text.len(),
            "the expression is empty",
        ));
    }
    let part = parser.expression(0)?;
    parser.end()?;
    let (mut root, used) = (part.node, parser.used);
    let mut sorted = used.clone();
    sorted.sort();
    let place = |name: &String| {
        sorted
            .binary_search(name)
            .expect("sorted has the names of used")
    };
    let places: Vec<usize> = used.iter().map(place).collect();
    root.for_each_name(&mut |i| *i = places[*i]);
    Ok((root, part.kind, sorted))
}

pub(super) fn check_length(text: &str) -> Result<(), ExpressionError> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    Err(ExpressionError::new(
        0..0,
        format!("the expression is longer than {MAX_LENGTH} bytes"),
    ))
}

struct Parser<'a> {
    words: Vec<Placed>,
    at: usize,
    level: usize,
    known: &'a [InvariantName],
    used: Vec<String>,
}

impl Parser<'_> {
    fn peek(&self) -> &Placed {
        &self.words[self.at]
    }

    /// The next word; the end stays where it is.
    fn next(&mut self) -> Placed {
        let word = self.words[self.at].clone();
        self.at = (self.at + 1).min(self.words.len() - 1);
        word
    }

    /// An expression whose outermost operator binds at least as tightly as `least`.
    fn expression(&mut self, least: u8) -> Parsed {
        self.level += 1;
        if self.level > MAX_DEPTH {
            return Err(build::too_deep(self.peek().span.clone()));
        }
        let mut left = self.operand()?;
        while let Placed {
            token: Token::Operator(operator),
            span,
        } = self.peek().clone()
        {
            let own = operator.binding();
            if own < least {
                break;
            }
            self.next();
            let right = self.expression(own + 1)?;
            left = build::binary(operator, &span, left, right)?;
            if own == binding::COMPARE {
                self.refuse_chain()?;
            }
        }
        self.level -= 1;
        Ok(left)
    }

    fn refuse_chain(&self) -> Result<(), ExpressionError> {
        match self.peek() {
            Placed {
                token: Token::Operator(operator),
                span,
            } if operator.binding() == binding::COMPARE => Err(ExpressionError::new(
                span.clone(),
                "comparisons do not chain",
            )
            .help("write `a < b and b < c`")),
            _ => Ok(()),
        }
    }

    /// What may stand before, between or after operators: signs, `not`, powers, atoms.
    fn operand(&mut self) -> Parsed {
        let word = self.next();
        match word.token {
            Token::Operator(Operator::Subtract) => {
                let operand = self.expression(binding::NEGATE)?;
                build::negate(&word.span, operand)
            }
            Token::Not => {
                let operand = self.expression(binding::NOT + 1)?;
                build::not(&word.span, operand)
            }
            _ => {
                let base = self.atom(word)?;
                self.powered(base)
            }
        }
    }

    fn powered(&mut self, base: Part) -> Parsed {
        if self.peek().token != Token::Power {
            return Ok(base);
        }
        self.next();
        let exponent = self.next();
        let small = match exponent.token {
            Token::Number(n) if n.is_integer() && *n.numer() <= MAX_EXPONENT => *n.numer(),
            _ => {
                let message = format!("an exponent is a whole number from 0 to {MAX_EXPONENT}");
                return Err(ExpressionError::new(exponent.span, message));
            }
        };
        let small = u32::try_from(small).expect("a literal is not negative");
        let power = build::power(base, small, exponent.span.end)?;
        if self.peek().token == Token::Power {
            return Err(
                ExpressionError::new(self.peek().span.clone(), "powers do not chain")
                    .help("write `(x^2)^3`"),
            );
        }
        Ok(power)
    }

    fn atom(&mut self, word: Placed) -> Parsed {
        match word.token {
            Token::Number(n) => Ok(Part::constant(Quantity::Number(n), word.span)),
            Token::Truth(truth) => Ok(Part::constant(Quantity::Condition(truth), word.span)),
            Token::Name(name) if self.peek().token == Token::Open => self.call(&name, word.span),
            Token::Name(name) => self.name(&name, word.span),
            Token::Open => {
                let mut inner = self.expression(0)?;
                let close = self.close(&word.span)?;
                inner.span = word.span.start..close;
                Ok(inner)
            }
            Token::End => Err(ExpressionError::new(
                word.span,
                "the expression ends where a value should be",
            )),
            _ => Err(ExpressionError::new(word.span, "a value should be here")),
        }
    }

    /// Reads a closing bracket; its end.
    fn close(&mut self, open: &Range<usize>) -> Result<usize, ExpressionError> {
        let word = self.next();
        match word.token {
            Token::Close => Ok(word.span.end),
            Token::End => Err(ExpressionError::new(open.clone(), "this `(` is not closed")),
            _ => Err(ExpressionError::new(
                word.span,
                "an operator or `)` should be here",
            )),
        }
    }

    fn call(&mut self, name: &str, at: Range<usize>) -> Parsed {
        let function = Function::by_name(name);
        if function.is_none() && name != "if" {
            return Err(self.no_function(name, at));
        }
        let open = self.next().span;
        let mut parts = Vec::new();
        if self.peek().token == Token::Close {
            self.next();
        } else {
            parts.push(self.expression(0)?);
            while self.peek().token == Token::Comma {
                self.next();
                parts.push(self.expression(0)?);
            }
            self.close(&open)?;
        }
        let span = at.start..self.words[self.at - 1].span.end;
        match function {
            Some(function) => build::call(function, span, parts),
            None => build::choice(span, parts),
        }
    }

    fn no_function(&self, name: &str, at: Range<usize>) -> ExpressionError {
        if self.known.iter().any(|k| k.name == name) {
            let message = format!("`{name}` is an invariant, not a function");
            return ExpressionError::new(at, message).help(format!("write `{name}` by itself"));
        }
        let mut error = ExpressionError::new(at, format!("unknown function `{name}`"));
        error.help = did_you_mean(name, &FUNCTION_NAMES);
        error
    }

    fn name(&mut self, name: &str, span: Range<usize>) -> Parsed {
        let Some(entry) = self.known.iter().find(|k| k.name == name) else {
            return Err(self.unknown(name, span));
        };
        let place = self.used.iter().position(|u| u == name).unwrap_or_else(|| {
            self.used.push(name.to_string());
            self.used.len() - 1
        });
        Ok(Part::name(place, entry.kind, span))
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> ExpressionError {
        if FUNCTION_NAMES.contains(&name) {
            let message = format!("`{name}` is a function and needs its arguments");
            return ExpressionError::new(span, message).help(format!("write `{name}(…)`"));
        }
        let known: Vec<&str> = self.known.iter().map(|k| k.name.as_str()).collect();
        let mut error = ExpressionError::new(span, format!("unknown invariant `{name}`"));
        let all = || "`boil list invariants` names them all".to_string();
        error.help = Some(did_you_mean(name, &known).unwrap_or_else(all));
        error
    }

    fn end(&self) -> Result<(), ExpressionError> {
        let word = self.peek();
        let message = match word.token {
            Token::End => return Ok(()),
            Token::Close => "this `)` closes nothing",
            Token::Comma => "a comma stands only between the arguments of a function",
            Token::Power => "a value should be here",
            _ => "an operator should be here",
        };
        Err(ExpressionError::new(word.span.clone(), message))
    }
}
