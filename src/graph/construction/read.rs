//! Reading constructions.

use super::call::{FamilyCall, read_arguments};
use super::definitions::Definitions;
use super::{Construction, Part};
use crate::graph::Tint;
use crate::graph::expr::{Cursor, Expr, Unexpected};
use crate::graph::families::{Family, catalogue};
use crate::graph::graph6;
use crate::graph::notation::NotationError;

/// How deep constructions may be nested; it keeps recursion shallow.
const MAX_DEPTH: usize = 200;

/// The names that are no families.
const WORDS: [&str; 9] = [
    "leaf", "left", "right", "tree", "chain", "attach", "sum", "product", "compose",
];

/// Whether a name is one of the language's own, or the catalogue's.
pub(super) fn is_taken(name: &str) -> bool {
    WORDS.contains(&name) || Family::find(name).is_some()
}

impl Construction {
    /// Reads a construction and nothing after it.
    ///
    /// # Errors
    /// A message that names the character.
    pub fn parse(text: &str, known: &Definitions) -> Result<Construction, NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let (construction, end) = Construction::read(&chars, 0, known)?;
        let mut rest = Cursor::new(&chars, end);
        rest.skip_spaces();
        match rest.peek() {
            None => Ok(construction),
            Some(_) => {
                let problem = rest.expected("the end");
                Err(NotationError::at("family", problem))
            }
        }
    }

    /// Reads the construction that begins at `start`; also says where it ends.
    pub(in crate::graph) fn read(
        chars: &[char],
        start: usize,
        known: &Definitions,
    ) -> Result<(Construction, usize), NotationError> {
        let mut reader = Reader {
            cursor: Cursor::new(chars, start),
            known,
            depth: 0,
        };
        let construction = reader.construction()?;
        Ok((construction, reader.cursor.at))
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    known: &'a Definitions,
    depth: usize,
}

type Read<T> = Result<T, NotationError>;

fn fail(problem: Unexpected) -> NotationError {
    NotationError::at("family", problem)
}

impl Reader<'_> {
    fn construction(&mut self) -> Read<Construction> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let problem = format!("constructions may be nested {MAX_DEPTH} deep");
            return Err(fail((self.cursor.at, problem)));
        }
        let construction = self.one()?;
        self.depth -= 1;
        Ok(construction)
    }

    fn one(&mut self) -> Read<Construction> {
        self.cursor.skip_spaces();
        let start = self.cursor.at;
        let word = self.cursor.word();
        let after = start + word.chars().count();
        let called = Cursor::new(self.cursor.chars, after).take('(');
        if !called && !WORDS.contains(&word.as_str()) {
            return self.graph6(&word);
        }
        self.cursor.at = after;
        match word.as_str() {
            "leaf" => Ok(Construction::leaf()),
            "tree" => Ok(Construction::Tree(Tint::None, self.parts()?)),
            "left" => self.tinted(Tint::Left, called),
            "right" => self.tinted(Tint::Right, called),
            "chain" => Ok(Construction::Chain(self.parts()?)),
            "sum" => Ok(Construction::Sum(self.parts()?)),
            "product" => self.product(),
            "attach" => {
                let (first, parts) = self.first_and_parts()?;
                Ok(Construction::Attach(first, parts))
            }
            "compose" => {
                let (first, parts) = self.first_and_parts()?;
                Ok(Construction::Compose(first, parts))
            }
            _ => self.family(&word, start),
        }
    }

    fn tinted(&mut self, tint: Tint, called: bool) -> Read<Construction> {
        let parts = if called { self.parts()? } else { Vec::new() };
        Ok(Construction::Tree(tint, parts))
    }

    /// A family of the user or of the catalogue.
    fn family(&mut self, name: &str, start: usize) -> Read<Construction> {
        if let Some(definition) = self.known.find(name) {
            let args = read_arguments(&mut self.cursor).map_err(fail)?;
            if args.len() != definition.arity() {
                let signature = definition.signature();
                let found = args.len();
                let problem = format!("{signature} does not take {found} arguments");
                return Err(fail((start, problem)));
            }
            return Ok(Construction::Defined(definition, args));
        }
        if Family::find(name).is_none() {
            return Err(fail((start, self.unknown(name))));
        }
        let (call, end) = FamilyCall::read(self.cursor.chars, start)?;
        self.cursor.at = end;
        Ok(Construction::Family(call))
    }

    /// That there is no such family, and which there are.
    fn unknown(&self, name: &str) -> String {
        let names = || {
            let own = self.known.names();
            let all = own.chain(WORDS).chain(catalogue().iter().map(|f| f.name));
            all.map(str::to_string).collect::<Vec<_>>()
        };
        // of what nobody has typed the beginning is enough
        let name: String = name.chars().take(100).collect();
        let lower = name.to_lowercase();
        let near = |known: &String| strsim::jaro_winkler(&lower, known);
        let best = names()
            .into_iter()
            .max_by(|a, b| near(a).total_cmp(&near(b)));
        let hint = match best.filter(|best| near(best) >= 0.75) {
            Some(best) => format!("did you mean `{best}`?"),
            None => format!("expected one of {}", names().join(", ")),
        };
        format!("there is no family `{name}`; {hint}")
    }

    fn graph6(&mut self, word: &str) -> Read<Construction> {
        let start = self.cursor.at;
        if let Some(family) = Family::find(word) {
            return Err(NotationError::BareFamily {
                name: family.name,
                signature: family.signature,
            });
        }
        let rest = self.cursor.chars[start..].iter();
        let text: String = rest.take_while(|c| ('?'..='~').contains(*c)).collect();
        if text.is_empty() {
            let expected = "a board: `leaf`, `tree(...)`, a family or graph6";
            return Err(fail(self.cursor.expected(expected)));
        }
        if let Err(e) = graph6::read(&text) {
            let problem = format!("`{text}` is neither a family nor graph6 ({e})");
            return Err(fail((start, problem)));
        }
        self.cursor.at += text.chars().count();
        Ok(Construction::Graph6(text))
    }

    fn product(&mut self) -> Read<Construction> {
        let parts = self.parts()?;
        let factor = |part: Part| match part.times {
            Expr::Number(1) => Ok(part.what),
            _ => Err(fail((
                self.cursor.at,
                format!("`{part}`: a factor cannot be taken several times"),
            ))),
        };
        let factors = parts.into_iter().map(factor).collect::<Read<Vec<_>>>()?;
        match factors.is_empty() {
            true => Err(fail((
                self.cursor.at,
                "a product has at least one factor".to_string(),
            ))),
            false => Ok(Construction::Product(factors)),
        }
    }

    /// `(G, parts)`.
    fn first_and_parts(&mut self) -> Read<(Box<Construction>, Vec<Part>)> {
        self.open()?;
        let first = Box::new(self.construction()?);
        if self.cursor.take(')') {
            return Ok((first, Vec::new()));
        }
        if !self.cursor.take(',') {
            return Err(fail(self.cursor.expected("`,` or `)`")));
        }
        Ok((first, self.parts_until_closed()?))
    }

    /// `(parts)`.
    fn parts(&mut self) -> Read<Vec<Part>> {
        self.open()?;
        if self.cursor.take(')') {
            return Ok(Vec::new());
        }
        self.parts_until_closed()
    }

    fn open(&mut self) -> Read<()> {
        match self.cursor.take('(') {
            true => Ok(()),
            false => Err(fail(self.cursor.expected("`(`"))),
        }
    }

    fn parts_until_closed(&mut self) -> Read<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            parts.push(self.part()?);
            if self.cursor.take(')') {
                return Ok(parts);
            }
            if !self.cursor.take(',') {
                return Err(fail(self.cursor.expected("`,` or `)`")));
            }
        }
    }

    /// A part, with or without how often it is taken.
    fn part(&mut self) -> Read<Part> {
        self.cursor.skip_spaces();
        if !self.begins_with_a_number() {
            return Ok(Part::once(self.construction()?));
        }
        let times = self.cursor.expression().map_err(fail)?;
        if !self.cursor.take('*') {
            let expected = "an operator, or `*` and the board that is taken so often";
            return Err(fail(self.cursor.expected(expected)));
        }
        let what = self.construction()?;
        Ok(Part { times, what })
    }

    /// Whether an expression comes next: no board begins with a digit, a sign, a parenthesis or a parameter.
    fn begins_with_a_number(&self) -> bool {
        let Some(first) = self.cursor.peek() else {
            return false;
        };
        let rest = &self.cursor.chars[self.cursor.at + 1..];
        let next = rest.iter().copied().find(|c| !c.is_whitespace());
        let alone = !rest.first().is_some_and(|c| ('?'..='~').contains(c));
        let power = next == Some('^') && rest.iter().any(|c| c.is_ascii_digit() || *c == '(');
        let parameter = first.is_ascii_lowercase() && (alone || power) && next != Some('(');
        first.is_ascii_digit() || first == '(' || first == '-' || parameter
    }
}
