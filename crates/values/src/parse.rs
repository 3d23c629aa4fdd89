//! Reads values in the usual notation of combinatorial game theory.
//!
//! The notation has numbers (`7`, `-3/4`), `*`, `*2`, `^`, `v`, `^^^`, `^3`, `v2*`, up-powers
//! `^<2>` and their sums `^[2]`, `tiny(x)`, `miny(x)`, `{a,b|c}` with nested braces or more bars
//! (`{a|b||c}`), `±x` or `+-x`, parentheses, sums and differences. Terms that are written side by
//! side are added (`5*`, `6^*`). The conventions are those of CGSuite and cgt-tools, as far as
//! these do not contradict each other.
//!
//! Multiples (`3.G`) and [functions](FUNCTIONS) such as `cool(G,1)` are read as well. A question
//! ([`Values::ask`]) may also have terms that the caller values, such as boards, and a comparison
//! of two values.

use super::functions::FUNCTIONS;
use super::uptimal::MAX_POWER;
use super::{Dyadic, MAX_NIMBER, NumberUpStar, Value, ValueError, Values};
use boilingpoint_language::{fraction, suggestion};

/// The greatest depth of nested braces and parentheses.
const MAX_DEPTH: usize = 400;

/// The greatest number of steps of work for a text, which takes a few seconds at worst. A limit is
/// needed, since even a short text may have sums that take long to compute.
pub(super) const MAX_WORK: u64 = 1 << 18;

/// The error for a text that is not a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the value: {message}")]
pub struct ParseError {
    /// The position of the mistake in characters, counted from 1.
    pub column: usize,
    /// A description of the mistake and of the expected text.
    pub message: String,
}

/// Values a term from its name and the text in the parentheses. Returns the value or the mistake;
/// `None` for an unknown name.
pub type ValueOfTerm<'t> = dyn FnMut(&mut Values, &str, &str) -> Option<Result<Value, String>> + 't;

/// The terms that this module does not know, such as `snort(star(4))`.
pub struct Terms<'t> {
    /// The names of the terms, for suggestions.
    pub names: Vec<&'t str>,
    /// The value of a term.
    pub value: &'t mut ValueOfTerm<'t>,
}

/// Values no terms.
pub(super) fn no_term(_: &mut Values, _: &str, _: &str) -> Option<Result<Value, String>> {
    None
}

impl Values {
    /// Reads a value from text and computes its canonical form.
    ///
    /// # Errors
    /// When the text is not a value, or computing it takes more than 2^18 steps of work.
    pub fn parse(&mut self, text: &str) -> Result<Value, ParseError> {
        self.within_work(MAX_WORK, |values| {
            let mut no_term = no_term;
            let mut parser = ValueParser::new(values, text, Terms::new(&mut no_term));
            let value = parser.sum()?;
            parser.end()?;
            Ok(value)
        })
    }
}

impl<'t> Terms<'t> {
    /// Terms without suggestions.
    pub fn new(value: &'t mut ValueOfTerm<'t>) -> Terms<'t> {
        let names = Vec::new();
        Terms { names, value }
    }
}

/// The text on one side of a bar: a list of options, or a single game if the side has bars of its
/// own.
enum ParsedSide {
    Options(Vec<Value>),
    Game(Value),
}

impl ParsedSide {
    fn options(self) -> Vec<Value> {
        match self {
            ParsedSide::Options(options) => options,
            ParsedSide::Game(game) => vec![game],
        }
    }
}

/// The character of the notation that a typographic one stands for.
fn plain(c: char) -> char {
    match c {
        '−' | '–' => '-',
        '∗' | '⋆' => '*',
        c => c,
    }
}

pub(super) struct ValueParser<'a, 't> {
    pub(super) values: &'a mut Values,
    terms: Terms<'t>,
    text: Vec<char>,
    at: usize,
    depth: usize,
}

pub(super) type ParseResult<T> = Result<T, ParseError>;

impl<'a, 't> ValueParser<'a, 't> {
    pub(super) fn new(values: &'a mut Values, text: &str, terms: Terms<'t>) -> Self {
        ValueParser {
            values,
            terms,
            text: text.chars().map(plain).collect(),
            at: 0,
            depth: 0,
        }
    }

    /// Fails unless the text ends here.
    pub(super) fn end(&mut self) -> ParseResult<()> {
        match (self.name(), self.peek()) {
            (Some(name), _) => self.fail(format!(
                "`{name}(` is not expected here; a sum is `G + H`, a multiple `3.G`"
            )),
            (None, Some(c)) => self.fail(format!("`{c}` is not expected here")),
            (None, None) => Ok(()),
        }
    }

    /// Takes one of these symbols, if it comes next. Returns its number.
    pub(super) fn symbol(&mut self, symbols: &[&str]) -> Option<usize> {
        self.skip_spaces();
        let rest: String = self.text[self.at..].iter().take(2).collect();
        let found = symbols.iter().position(|symbol| rest.starts_with(symbol))?;
        self.at += symbols[found].chars().count();
        Some(found)
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> ParseResult<T> {
        Err(ParseError {
            column: self.at + 1,
            message: message.into(),
        })
    }

    pub(super) fn lift<T>(&self, result: Result<T, ValueError>) -> ParseResult<T> {
        result.or_else(|e| self.fail(e.to_string()))
    }

    fn negative(&mut self, v: Value) -> ParseResult<Value> {
        let negative = self.values.neg(v);
        self.lift(negative)
    }

    fn skip_spaces(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// The next character that is not a space; `None` at the end.
    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text.get(self.at).copied()
    }

    /// Whether the character at the current position is `c`; spaces are not skipped.
    fn next_is(&self, c: char) -> bool {
        self.text.get(self.at) == Some(&c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, c: char) -> ParseResult<()> {
        if self.eat(c) {
            return Ok(());
        }
        match self.peek() {
            Some(found) => self.fail(format!("expected `{c}`, found `{found}`")),
            None => self.fail(format!("expected `{c}`, but the text ends")),
        }
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth == MAX_DEPTH {
            return self.fail(format!("the value is nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Reads a sum: `term (+ term | - term | +- primary)*`.
    pub(super) fn sum(&mut self) -> ParseResult<Value> {
        let mut total = self.term()?;
        loop {
            let next = match self.peek() {
                Some('±') => self.term()?,
                Some('+') if self.text.get(self.at + 1) == Some(&'-') => self.term()?,
                Some('+') => {
                    self.at += 1;
                    self.term()?
                }
                Some('-') => {
                    self.at += 1;
                    let term = self.term()?;
                    self.negative(term)?
                }
                _ => return Ok(total),
            };
            let sum = self.values.add(total, next);
            total = self.lift(sum)?;
        }
    }

    /// Reads primaries that stand side by side, and adds them. A minus applies to the first primary
    /// only.
    fn term(&mut self) -> ParseResult<Value> {
        let mut total = self.signed()?;
        while self.peek().is_some_and(|c| {
            c.is_ascii_digit() || fraction(c).is_some() || "*^v{(TM↑↓⇑⇓".contains(c)
        }) {
            let next = self.primary()?;
            let sum = self.values.add(total, next);
            total = self.lift(sum)?;
        }
        Ok(total)
    }

    fn signed(&mut self) -> ParseResult<Value> {
        let plus_minus = self.eat('±') || {
            self.skip_spaces();
            let found = self.text[self.at..].starts_with(&['+', '-']);
            self.at += 2 * usize::from(found);
            found
        };
        if plus_minus {
            return self.plus_minus();
        }
        if self.eat('-') {
            let value = self.deeper(Self::signed)?;
            return self.negative(value);
        }
        self.primary()
    }

    /// Reads the text after `±`: `±x` is `{x|-x}`, and `±(a,b)` is `{a,b|-a,-b}`. Braces that
    /// contain bars are one game `x`. Braces without bars are a list as well: CGSuite 2 and older
    /// versions of this program write `±{a,b}`.
    fn plus_minus(&mut self) -> ParseResult<Value> {
        let lefts = if self.eat('{') {
            let side = self.deeper(Self::bars)?;
            self.expect('}')?;
            side.options()
        } else if self.eat('(') {
            let options = self.deeper(Self::options)?;
            self.expect(')')?;
            options
        } else {
            vec![self.deeper(Self::primary)?]
        };
        let rights: ParseResult<Vec<Value>> = lefts.iter().map(|&v| self.negative(v)).collect();
        let rights = rights?;
        let game = self.values.game(&lefts, &rights);
        self.lift(game)
    }

    /// Reads values with commas between them.
    fn options(&mut self) -> ParseResult<Vec<Value>> {
        let mut options = vec![self.sum()?];
        while self.eat(',') {
            options.push(self.sum()?);
        }
        Ok(options)
    }

    fn primary(&mut self) -> ParseResult<Value> {
        if let Some(name) = self.name() {
            return self.deeper(|parser| parser.call(name));
        }
        match self.peek() {
            Some('{') => {
                self.at += 1;
                let side = self.deeper(Self::bars)?;
                self.expect('}')?;
                match side {
                    ParsedSide::Game(game) => Ok(game),
                    ParsedSide::Options(_) => {
                        self.fail("a game needs a bar `|` between Left's and Right's options")
                    }
                }
            }
            Some('(') => {
                self.at += 1;
                let value = self.deeper(Self::sum)?;
                self.expect(')')?;
                Ok(value)
            }
            Some('*') => {
                self.at += 1;
                match self.count()?.unwrap_or(1) {
                    nim if nim > MAX_NIMBER => {
                        self.fail(format!("nimbers are read up to *{MAX_NIMBER}"))
                    }
                    nim => self.nus(0, nim),
                }
            }
            Some('^' | '↑' | '⇑') => self.ups(&['^', '↑', '⇑'], 1),
            Some('v' | '↓' | '⇓') => self.ups(&['v', '↓', '⇓'], -1),
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if fraction(c).is_some() => {
                self.at += 1;
                let (part, whole) = fraction(c).unwrap_or((0, 1));
                let number = format!("{part}/{whole}").parse();
                Ok(self.values.number(number.unwrap_or(Dyadic::ZERO)))
            }
            Some(c) => self.fail(format!("expected a value, found `{c}`")),
            None => self.fail("expected a value, but the text ends"),
        }
    }

    fn nus(&mut self, up: i32, nim: u32) -> ParseResult<Value> {
        let value = self.values.number_up_star(NumberUpStar {
            number: Dyadic::ZERO,
            up,
            nim,
        });
        self.lift(value)
    }

    fn digits(&mut self) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        self.text[start..self.at].iter().collect()
    }

    /// Reads the digits at the current position as a count; `None` if there are none.
    fn count(&mut self) -> ParseResult<Option<u32>> {
        let digits = self.digits();
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(n) => Ok(Some(n)),
            Err(_) => self.fail(format!("{digits} is too large")),
        }
    }

    fn number(&mut self) -> ParseResult<Value> {
        let start = self.at;
        let mut text = self.digits();
        if self.next_is('/') {
            self.at += 1;
            text = format!("{text}/{}", self.digits());
        }
        match text.parse::<Dyadic>() {
            Ok(x) if x.is_integer() && (self.next_is('.') || self.next_is('·')) => {
                self.at += 1;
                if self.text.get(self.at).is_some_and(char::is_ascii_digit) {
                    self.at = start;
                    return self.fail(format!(
                        "expected a fraction such as `3/2`, or the multiple of a number in \
                         parentheses, `{text}.(2)`"
                    ));
                }
                let of = self.deeper(Self::signed)?;
                let multiple = self.values.multiple(x.numerator(), of);
                self.lift(multiple)
            }
            Ok(x) => Ok(self.values.number(x)),
            Err(e) => {
                self.at = start;
                let is_whole = text.bytes().all(|c| c.is_ascii_digit());
                let error = if is_whole { ValueError::Overflow } else { e };
                self.fail(error.to_string())
            }
        }
    }

    /// Reads a multiple or a power of up, such as `^`, `^^`, `^3`, `^<n>` or `^[n]`, or the same of
    /// down.
    fn ups(&mut self, symbols: &[char], sign: i32) -> ParseResult<Value> {
        let mut count = 0u32;
        while self.text.get(self.at).is_some_and(|c| symbols.contains(c)) {
            count += if "⇑⇓".contains(self.text[self.at]) {
                2
            } else {
                1
            };
            self.at += 1;
        }
        if self.next_is('<') || self.next_is('[') {
            let (open, close) = if self.next_is('<') {
                ('<', '>')
            } else {
                ('[', ']')
            };
            self.at += 1;
            let Some(n) = self.count()?.filter(|n| (1..=MAX_POWER).contains(n)) else {
                return self.fail(format!("expected a number from 1 to {MAX_POWER}"));
            };
            self.expect(close)?;
            let value = match open {
                '<' => self.values.up_power(n),
                _ => self.values.up_powers(n),
            };
            let mut value = self.lift(value)?;
            if sign < 0 {
                value = self.negative(value)?;
            }
            return match count {
                1 => Ok(value),
                _ => self.fail("expected a single arrow before the exponent of an up-power"),
            };
        }
        if count == 1 {
            count = self.count()?.unwrap_or(1);
        }
        match i32::try_from(count) {
            Ok(up) => self.nus(sign * up, 0),
            Err(_) => self.fail("the number of ups is too large"),
        }
    }

    /// The name of a function or a term that comes next: at least two letters, perhaps with
    /// hyphens, before a parenthesis. Names of `v` alone are downs.
    fn name(&mut self) -> Option<String> {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let is_part = |c: &&char| c.is_ascii_alphabetic() || **c == '-';
        let name: String = rest.iter().take_while(is_part).collect();
        let letters = name.split('-').next().unwrap_or_default();
        let is_name = letters.len() > 1 && letters.contains(|c| c != 'v');
        (is_name && rest.get(name.len()) == Some(&'(')).then_some(name)
    }

    /// Reads a call of a function, or a term. CGSuite writes `Tiny(x)` and `Miny(x)`.
    fn call(&mut self, name: String) -> ParseResult<Value> {
        let start = self.at;
        self.at += name.len() + 1;
        let known = match name.as_str() {
            "Tiny" => "tiny",
            "Miny" => "miny",
            name => name,
        };
        let Some(function) = FUNCTIONS.iter().find(|f| f.name == known) else {
            return self.called_term(name, start);
        };
        let mut arguments = vec![self.sum()?];
        while arguments.len() < function.arguments.len() {
            self.expect(',')?;
            arguments.push(self.sum()?);
        }
        self.expect(')')?;
        (function.apply)(self.values, &arguments).or_else(|message| self.fail(message))
    }

    /// Reads the rest of a term. The name may have parameters, as in `subtraction(1,2)(piles(5))`.
    fn called_term(&mut self, mut name: String, start: usize) -> ParseResult<Value> {
        loop {
            let text = self.enclosed()?;
            match (self.terms.value)(self.values, &name, &text) {
                Some(Ok(value)) => return Ok(value),
                Some(Err(message)) => {
                    self.at = start;
                    return self.fail(format!("{name}({text}): {message}"));
                }
                None if self.next_is('(') => {
                    self.at += 1;
                    name = format!("{name}({text})");
                }
                None => {
                    self.at = start;
                    let functions: Vec<&str> = FUNCTIONS.iter().map(|f| f.name).collect();
                    let known = functions.iter().chain(&self.terms.names).copied();
                    let hint = suggestion(&name, known)
                        .unwrap_or_else(|| format!("the functions are {}", functions.join(", ")));
                    return self.fail(format!("`{name}` is neither a game nor a function; {hint}"));
                }
            }
        }
    }

    /// The text up to the parenthesis that closes the one before it.
    fn enclosed(&mut self) -> ParseResult<String> {
        let (from, mut open) = (self.at, 1);
        while let Some(c) = self.text.get(self.at) {
            open += usize::from(*c == '(');
            open -= usize::from(*c == ')');
            self.at += 1;
            if open == 0 {
                return Ok(self.text[from..self.at - 1].iter().collect());
            }
        }
        self.fail("expected `)`, but the text ends")
    }

    /// Reads the text between braces: lists of options, separated by runs of bars. A longer run of
    /// bars separates more loosely.
    fn bars(&mut self) -> ParseResult<ParsedSide> {
        let mut sides = vec![self.list()?];
        let mut runs = Vec::new();
        while self.peek() == Some('|') {
            let start = self.at;
            while self.next_is('|') {
                self.at += 1;
            }
            runs.push((self.at - start, start));
            sides.push(self.list()?);
        }
        self.split(&mut sides, &runs)
    }

    fn split(
        &mut self,
        sides: &mut [Vec<Value>],
        runs: &[(usize, usize)],
    ) -> ParseResult<ParsedSide> {
        let Some(longest) = runs.iter().map(|r| r.0).max() else {
            return Ok(ParsedSide::Options(std::mem::take(&mut sides[0])));
        };
        let mut places = runs.iter().enumerate().filter(|(_, r)| r.0 == longest);
        let place = places.next().expect("the longest is among them").0;
        if let Some((_, &(_, start))) = places.next() {
            self.at = start;
            return self.fail(format!(
                "there is a second `{}` on the same level",
                "|".repeat(longest)
            ));
        }
        self.deeper(|parser| {
            let lefts = parser
                .split(&mut sides[..=place], &runs[..place])?
                .options();
            let rights = parser
                .split(&mut sides[place + 1..], &runs[place + 1..])?
                .options();
            let game = parser.values.game(&lefts, &rights);
            parser.lift(game).map(ParsedSide::Game)
        })
    }

    /// Reads options separated by commas; the list may be empty.
    fn list(&mut self) -> ParseResult<Vec<Value>> {
        if matches!(self.peek(), Some('|' | '}') | None) {
            return Ok(Vec::new());
        }
        let mut options = vec![self.sum()?];
        while self.eat(',') {
            options.push(self.sum()?);
        }
        Ok(options)
    }
}
