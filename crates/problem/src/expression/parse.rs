//! Parses a text to a checked tree, by precedence climbing.

use super::build::{self, PartialTerm};
use super::names::{Names, Scope};
use super::token::{PlacedToken, Token, tokens};
use super::tree::{Function, Infix, Term};
use super::{ExpressionError, InvariantName, Quantity, QuantityKind};
use boilingpoint_language::{Grammar, Level, climb, did_you_mean};
use std::ops::Range;

/// The greatest length of an expression, in bytes.
pub const MAX_LENGTH: usize = 4096;

/// The greatest depth of an expression's tree. A sum of k terms has depth k.
pub const MAX_DEPTH: usize = 200;

type PartResult = Result<PartialTerm, ExpressionError>;

/// Parses a text; returns the tree, its kind, and the sorted names that it uses.
pub(super) fn parse(
    text: &str,
    names: &Names,
) -> Result<(Term, QuantityKind, Vec<String>), ExpressionError> {
    check_length(text)?;
    let words = tokens(text, names.scope)?;
    let with_argument = words.iter().filter_map(|word| match &word.token {
        Token::WithArgument(name) => Some(name.clone()),
        _ => None,
    });
    let known: &Vec<InvariantName> = &names.iter().cloned().chain(with_argument).collect();
    let mut parser = ExpressionParser {
        words,
        at: 0,
        level: 0,
        known,
        scope: names.scope,
    };
    if parser.peek().token == Token::End {
        let message = "the expression is empty";
        return Err(ExpressionError::new(0..text.len(), message));
    }
    let part = parser.expression(Level::ANY)?;
    parser.end()?;
    let mut root = part.node;
    let mut names: Vec<String> = Vec::new();
    root.for_each_name(&mut |i| names.push(known[*i].name.clone()));
    names.sort();
    names.dedup();
    root.for_each_name(&mut |i| *i = names.partition_point(|name| *name < known[*i].name));
    Ok((root, part.kind, names))
}

pub(super) fn check_length(text: &str) -> Result<(), ExpressionError> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    let message = format!("the expression is longer than {MAX_LENGTH} bytes");
    Err(ExpressionError::new(0..0, message))
}

struct ExpressionParser<'a> {
    words: Vec<PlacedToken>,
    at: usize,
    level: usize,
    known: &'a [InvariantName],
    scope: &'a Scope,
}

impl Grammar for ExpressionParser<'_> {
    type Tree = PartialTerm;
    type Operator = PlacedToken;
    type Error = ExpressionError;

    /// Parses an operand: a value with the signs before it.
    fn operand(&mut self) -> PartResult {
        let word = self.next();
        match word.token {
            Token::Operator(Infix::Subtract) => {
                let operand = self.expression(Level::Sign)?;
                build::negate(&word.span, operand)
            }
            Token::Not => {
                let operand = self.expression(Level::Compare)?;
                build::not(&word.span, operand)
            }
            _ => self.atom(word),
        }
    }

    fn operator(&mut self, least: Level) -> Result<Option<(PlacedToken, Level)>, ExpressionError> {
        let level = match self.peek().token {
            Token::Operator(operator) => operator.level(),
            Token::Power => Level::Power,
            _ => return Ok(None),
        };
        Ok((level >= least).then(|| (self.next(), level)))
    }

    fn binary(&mut self, word: PlacedToken, left: PartialTerm, right: PartialTerm) -> PartResult {
        let Token::Operator(operator) = word.token else {
            return build::power(left, &right);
        };
        let part = build::binary(operator, &word.span, left, right)?;
        if operator.level() == Level::Compare
            && let Some((again, _)) = self.operator(Level::Compare)?
        {
            let error = ExpressionError::new(again.span, "comparisons do not chain");
            return Err(error.help("write `a < b and b < c`"));
        }
        Ok(part)
    }

    fn expression(&mut self, least: Level) -> PartResult {
        self.level += 1;
        // An exponent adds no level to the tree, so an exponent may stand one level deeper.
        if self.level > MAX_DEPTH + usize::from(least == Level::Power) {
            return Err(build::too_deep(self.peek().span.clone()));
        }
        let part = climb(self, least)?;
        self.level -= 1;
        Ok(part)
    }
}

impl ExpressionParser<'_> {
    fn peek(&self) -> &PlacedToken {
        &self.words[self.at]
    }

    /// Takes the next token. The end token is never consumed: later calls return the end again.
    fn next(&mut self) -> PlacedToken {
        let word = self.words[self.at].clone();
        self.at = (self.at + 1).min(self.words.len() - 1);
        word
    }

    fn atom(&mut self, word: PlacedToken) -> PartResult {
        match word.token {
            Token::Number(n) => Ok(PartialTerm::constant(Quantity::Number(n), word.span)),
            Token::Truth(truth) => Ok(PartialTerm::constant(Quantity::Condition(truth), word.span)),
            Token::Name(name) if self.peek().token == Token::Open => self.call(&name, word.span),
            Token::Name(name) => self.name(&name, word.span),
            Token::WithArgument(name) => self.name(&name.name, word.span),
            Token::Open => {
                let mut inner = self.expression(Level::ANY)?;
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

    /// Reads the closing bracket that belongs to the opening bracket at `open`; returns the end of
    /// the closing bracket.
    fn close(&mut self, open: &Range<usize>) -> Result<usize, ExpressionError> {
        let word = self.next();
        let (span, message) = match word.token {
            Token::Close => return Ok(word.span.end),
            Token::End => (open.clone(), "this `(` is not closed"),
            _ => (word.span, "an operator or `)` should be here"),
        };
        Err(ExpressionError::new(span, message))
    }

    fn call(&mut self, name: &str, at: Range<usize>) -> PartResult {
        let function = Function::by_name(name);
        if function.is_none() && name != "if" {
            return Err(self.no_function(name, at));
        }
        let open = self.next().span;
        let mut parts = Vec::new();
        if self.peek().token == Token::Close {
            self.next();
        } else {
            parts.push(self.expression(Level::ANY)?);
            while self.peek().token == Token::Comma {
                self.next();
                parts.push(self.expression(Level::ANY)?);
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
        let functions: Vec<&str> = Function::names().chain((self.scope.functions)()).collect();
        let mut error = ExpressionError::new(at, format!("unknown function `{name}`"));
        if let Some(written) = (self.scope.written)(name) {
            error.message = format!("`{name}` is of vertices, not of boards");
            return error.help(format!("write `{written}`, for example"));
        }
        error.help = did_you_mean(name, &functions);
        error
    }

    fn name(&mut self, name: &str, span: Range<usize>) -> PartResult {
        match self.known.iter().position(|k| k.name == name) {
            Some(place) => Ok(PartialTerm::name(place, self.known[place].kind, span)),
            None => Err(self.unknown(name, span)),
        }
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> ExpressionError {
        if Function::names().any(|n| n == name) || (self.scope.takes_argument)(name) {
            let message = format!("`{name}` is a function and needs its arguments");
            return ExpressionError::new(span, message).help(format!("write `{name}(…)`"));
        }
        let known: Vec<&str> = self.known.iter().map(|k| k.name.as_str()).collect();
        let mut error = ExpressionError::new(span, format!("unknown invariant `{name}`"));
        let all = || format!("`boil list {}` names them all", self.scope.list);
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
        let mut error = ExpressionError::new(word.span.clone(), message);
        if let Token::Name(name) = &word.token
            && let word @ ("and" | "or") = &*name.to_lowercase()
        {
            error = error.help(format!("write `{word}`"));
        }
        Err(error)
    }
}
