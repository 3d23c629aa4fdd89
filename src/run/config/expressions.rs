//! Reading the expressions of the objective: a mistake in one is told at its place in the file.

use super::layers::Spot;
use super::place::within_string;
use super::read::Reader;
use super::value::Value;
use crate::problem::expression::{Expression, InvariantName, Kind};
use std::ops::Range;

impl Reader<'_> {
    /// What is maximised: what is written, or what leads to `find`, or small boards to `collect`.
    pub(super) fn goals(&self, find: Option<&Expression>, collects: bool) -> Vec<Expression> {
        let key = "objective.maximize";
        let names = &self.catalogue.invariants;
        let entry = self.layers.entry(key);
        let given = !matches!(&entry.value, Value::Text(text) if text.trim().is_empty());
        let parse = |text: &str| Expression::parse(text, names);
        let Some(find) = find else {
            return match parse("-order") {
                Ok(small) if collects && !given => vec![small],
                _ => self.objectives(key),
            };
        };
        if given {
            let message = "`maximize` and `find` exclude each other".to_string();
            let help = "conditions that have to hold besides go into `require`";
            self.wrong(&entry.spot, message, Some(help.to_string()));
            return Vec::new();
        }
        let goals = find.margin(names).and_then(|margin| {
            let reached = parse(&format!("if({find}, 1, 0)"))?;
            Ok(vec![
                reached,
                parse(&format!("if({find}, -order, {margin})"))?,
            ])
        });
        goals.unwrap_or_else(|error| {
            let spot = &self.layers.entry("objective.find").spot;
            self.wrong(spot, format!("`find`: {}", error.message), error.help);
            Vec::new()
        })
    }

    /// An expression for a number; empty: none.
    pub(super) fn number(&self, key: &str, names: &[InvariantName]) -> Option<Expression> {
        self.optional(key, names, Kind::Number)
    }

    /// Expressions for numbers, possibly none.
    pub(super) fn optional_objectives(&self, key: &str) -> Vec<Expression> {
        let names = &self.catalogue.invariants;
        let texts = self.texts(key, false);
        let read =
            |(text, spot): &(String, Spot)| self.expression(key, text, spot, names, Kind::Number);
        texts.iter().filter_map(read).collect()
    }

    /// The expressions to maximise; at least one.
    pub(super) fn objectives(&self, key: &str) -> Vec<Expression> {
        let texts = self.texts(key, true);
        let none = texts.iter().all(|(text, _)| text.trim().is_empty());
        let entry = self.layers.entry(key);
        if none && matches!(entry.value, Value::Text(_) | Value::List(_)) {
            self.missing(key);
            return Vec::new();
        }
        let names = &self.catalogue.invariants;
        let read =
            |(text, spot): &(String, Spot)| self.expression(key, text, spot, names, Kind::Number);
        texts.iter().filter_map(read).collect()
    }

    /// A condition; empty: none.
    pub(super) fn condition(&self, key: &str, names: &[InvariantName]) -> Option<Expression> {
        self.optional(key, names, Kind::Condition)
    }

    fn optional(&self, key: &str, names: &[InvariantName], kind: Kind) -> Option<Expression> {
        let entry = self.layers.entry(key);
        match &entry.value {
            Value::Text(text) if text.trim().is_empty() => None,
            Value::Text(text) => self.expression(key, text, &entry.spot, names, kind),
            other => {
                self.wrong_type(key, &entry.spot, other, "a string");
                None
            }
        }
    }

    fn expression(
        &self,
        key: &str,
        text: &str,
        spot: &Spot,
        names: &[InvariantName],
        kind: Kind,
    ) -> Option<Expression> {
        match Expression::parse(text, names) {
            Ok(expression) if expression.kind() == kind => Some(expression),
            Ok(expression) => {
                let found = expression.kind().described();
                let message = format!("`{key}` must be {}, but this is {found}", kind.described());
                let help = match kind {
                    Kind::Number => "conditions go into `require`",
                    Kind::Condition => "compare it with something, as in \"order >= 2\"",
                };
                self.wrong(spot, message, Some(help.to_string()));
                None
            }
            Err(error) => {
                self.wrong(&self.inside(spot, error.span), error.message, error.help);
                None
            }
        }
    }

    /// The spot of a part of a string's content.
    fn inside(&self, spot: &Spot, part: Range<usize>) -> Spot {
        let part = if spot.bare {
            part
        } else {
            within_string(self.layers.written(spot), part)
        };
        let from = spot.span.start;
        Spot {
            span: from + part.start..from + part.end,
            ..spot.clone()
        }
    }
}
