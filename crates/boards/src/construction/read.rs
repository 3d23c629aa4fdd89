//! Reads constructions.

use super::call::{FamilyCall, read_arguments};
use super::definitions::Definitions;
use super::operators::{OPERATORS, Operator, without_alias};
use super::{Construction, Part};
use crate::Tint;
use crate::expr::Expr;
use crate::families::Family;
use crate::notation::NotationError;
use crate::{NamedGraph, graph6};
use boilingpoint_language::Cursor;

/// The greatest depth of nested constructions. The limit keeps the recursion shallow.
const MAX_DEPTH: usize = 200;

/// The names that the language of constructions reserves.
const WORDS: [&str; 9] = [
    "leaf", "left", "right", "tree", "chain", "attach", "sum", "product", "compose",
];

/// Whether a name is a word of the language, or the name of a family in the catalogue.
pub(super) fn is_taken(name: &str) -> bool {
    WORDS.contains(&name) || Operator::find(name).is_some() || Family::find(name).is_some()
}

impl Construction {
    /// Reads a text that consists of one construction; `known` are the user's families.
    ///
    /// # Errors
    /// A message with the position of the mistake.
    pub fn parse(text: &str, known: &Definitions) -> Result<Construction, NotationError> {
        let mut cursor = Cursor::new(text, "family");
        let construction = Construction::read(&mut cursor, known)?;
        cursor.end("the end")?;
        Ok(construction)
    }

    /// Reads the construction that begins at the cursor.
    pub fn read(cursor: &mut Cursor, known: &Definitions) -> Result<Construction, NotationError> {
        cursor.reading("family");
        let depth = 0;
        ConstructionReader {
            cursor,
            known,
            depth,
        }
        .construction()
    }
}

struct ConstructionReader<'r, 'a> {
    cursor: &'r mut Cursor<'a>,
    known: &'r Definitions,
    depth: usize,
}

type ReadResult<T> = Result<T, NotationError>;

impl ConstructionReader<'_, '_> {
    fn construction(&mut self) -> ReadResult<Construction> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let problem = format!("constructions may be nested {MAX_DEPTH} deep");
            return Err(self.wrong(problem));
        }
        let construction = self.one()?;
        self.depth -= 1;
        Ok(construction)
    }

    fn one(&mut self) -> ReadResult<Construction> {
        self.cursor.skip_spaces();
        let start = *self.cursor;
        let word = self.cursor.word();
        let mut after = *self.cursor;
        let called = after.take('(');
        if !called && !WORDS.contains(&word) {
            *self.cursor = start;
            return self.graph6(word);
        }
        let own = self.known.find(word).is_some();
        let word = if own { word } else { without_alias(word) };
        if let Some(operator) = Operator::find(word) {
            return self.operator(operator, start);
        }
        match word {
            "leaf" => Ok(Construction::leaf()),
            "tree" => Ok(Construction::Tree(Tint::None, self.parts()?)),
            "left" if called => Ok(Construction::Tree(Tint::Left, self.parts()?)),
            "left" => Ok(Construction::Tree(Tint::Left, Vec::new())),
            "right" if called => Ok(Construction::Tree(Tint::Right, self.parts()?)),
            "right" => Ok(Construction::Tree(Tint::Right, Vec::new())),
            "chain" => Ok(Construction::Chain(self.parts()?)),
            "sum" => Ok(Construction::Sum(self.parts()?)),
            "product" => self.product(),
            "attach" => self.first_and_parts(Construction::Attach),
            "compose" => self.first_and_parts(Construction::Compose),
            _ => self.family(word, start),
        }
    }

    /// Reads the arguments of a call of a family, either one of the user's or one of the
    /// catalogue's. The name of the family begins at `start`.
    fn family(&mut self, name: &str, start: Cursor) -> ReadResult<Construction> {
        if let Some(definition) = self.known.find(name) {
            let args = read_arguments(self.cursor)?;
            if args.len() == definition.arity() {
                return Ok(Construction::Defined(definition, args));
            }
            let (signature, found) = (definition.signature(), args.len());
            let problem = format!("{signature} does not take {found} arguments");
            return Err(start.wrong(problem).into());
        }
        if Family::called(name, 0).is_none() {
            let operators = OPERATORS.iter().map(|operator| operator.name);
            let words = self.known.names().chain(WORDS).chain(operators);
            return Err(start.wrong(Family::missing(name, words)).into());
        }
        let call = FamilyCall::read(name, start, self.cursor)?;
        Ok(Construction::Family(call))
    }

    /// Reads the operands and the numbers of an operator, whose name begins at `start`.
    fn operator(&mut self, operator: &'static Operator, start: Cursor) -> ReadResult<Construction> {
        let (mut parts, mut numbers) = (Vec::new(), Vec::new());
        self.cursor.require('(', "`(`")?;
        let mut more = !self.cursor.take(')');
        while more {
            match operator.operands {
                Some(most) if parts.len() == most && operator.numbers.1 > 0 => {
                    numbers.push(Expr::read(self.cursor)?);
                }
                _ => parts.push(self.part()?),
            }
            more = self.cursor.goes_on("`,` or `)`")?;
        }
        let copied = parts.iter().find(|part| part.times != Expr::Number(1));
        let (least, most) = operator.numbers;
        let takes = operator
            .operands
            .map_or(!parts.is_empty(), |n| n == parts.len())
            && (least..=most).contains(&numbers.len());
        let problem = match copied {
            Some(part) if !operator.copies => format!("`{part}`: an operand is taken once"),
            _ if takes => return Ok(Construction::Operator(operator, parts, numbers)),
            _ => {
                let found = parts.len() + numbers.len();
                let s = if found == 1 { "" } else { "s" };
                format!("{} does not take {found} operand{s}", operator.signature)
            }
        };
        Err(start.wrong(problem).into())
    }

    /// Makes an error at the current position.
    fn wrong(&self, problem: impl Into<String>) -> NotationError {
        self.cursor.wrong(problem).into()
    }

    fn graph6(&mut self, word: &str) -> ReadResult<Construction> {
        if let Some(family) = Family::find(word) {
            return Err(NotationError::BareFamily {
                name: family.name,
                signature: family.signature,
            });
        }
        let start = *self.cursor;
        if graph6::read(word).is_err() {
            if let Some(call) = FamilyCall::of_short(word) {
                self.cursor.take_bytes(word.len());
                return Ok(Construction::Family(call));
            }
            if let Some(graph) = NamedGraph::find(word) {
                self.cursor.take_bytes(word.len());
                return Ok(Construction::Named(graph));
            }
        }
        let text = self.cursor.run(|c| ('?'..='~').contains(&c));
        if text.is_empty() {
            let expected = "a board: `leaf`, `tree(...)`, a family, a name or graph6";
            return Err(start.expected(expected).into());
        }
        if let Err(e) = graph6::read(text) {
            let problem =
                format!("`{text}` is neither a family nor a graph with a name nor graph6 ({e})");
            return Err(start.wrong(problem).into());
        }
        Ok(Construction::Graph6(text.to_string()))
    }

    fn product(&mut self) -> ReadResult<Construction> {
        let parts = self.parts()?;
        let factor = |part: Part| match part.times {
            Expr::Number(1) => Ok(part.what),
            _ => Err(self.wrong(format!("`{part}`: a factor cannot be taken several times"))),
        };
        let factors = parts
            .into_iter()
            .map(factor)
            .collect::<ReadResult<Vec<_>>>()?;
        if factors.is_empty() {
            return Err(self.wrong("a product has at least one factor"));
        }
        Ok(Construction::Product(factors))
    }

    /// Reads parentheses with a construction and, after a comma, parts: `(G, parts)`.
    fn first_and_parts(
        &mut self,
        construction: fn(Box<Construction>, Vec<Part>) -> Construction,
    ) -> ReadResult<Construction> {
        self.cursor.require('(', "`(`")?;
        let first = Box::new(self.construction()?);
        let more = self.cursor.goes_on("`,` or `)`")?;
        let parts = more.then(|| self.parts_until_closed()).transpose()?;
        Ok(construction(first, parts.unwrap_or_default()))
    }

    /// Reads parentheses with parts: `(parts)`.
    fn parts(&mut self) -> ReadResult<Vec<Part>> {
        self.cursor.require('(', "`(`")?;
        if self.cursor.take(')') {
            return Ok(Vec::new());
        }
        self.parts_until_closed()
    }

    fn parts_until_closed(&mut self) -> ReadResult<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            parts.push(self.part()?);
            if !self.cursor.goes_on("`,` or `)`")? {
                return Ok(parts);
            }
        }
    }

    /// Reads a part, whose number of copies may be left out.
    fn part(&mut self) -> ReadResult<Part> {
        self.cursor.skip_spaces();
        if !self.begins_with_a_number() {
            return Ok(Part::once(self.construction()?));
        }
        let times = Expr::read(self.cursor)?;
        let expected = "an operator, or `*` and the board to repeat";
        self.cursor.require('*', expected)?;
        let what = self.construction()?;
        Ok(Part { times, what })
    }

    /// Whether the next text is an expression. A board, unlike an expression, never begins with a
    /// digit, a sign, a parenthesis or a parameter.
    fn begins_with_a_number(&self) -> bool {
        let mut cursor = *self.cursor;
        let Some(first) = cursor.advance() else {
            return false;
        };
        let rest = cursor.rest();
        let next = rest.chars().find(|c| !c.is_whitespace());
        let alone = !rest.starts_with(|c| ('?'..='~').contains(&c));
        let power = next == Some('^') && rest.contains(|c: char| c.is_ascii_digit() || c == '(');
        let parameter = first.is_ascii_lowercase() && (alone || power) && next != Some('(');
        first.is_ascii_digit() || first == '(' || first == '-' || parameter
    }
}
