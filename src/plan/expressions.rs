//! Formats of keys whose values are expressions. A mistake in an expression is reported at its
//! place in the file.

use super::format::KeyFormat;
use super::layers::Spot;
use super::place::within_string;
use super::reader::Reader;
use super::value::{list, quoted};
use crate::problem::expression::{Expression, InvariantName, QuantityKind};
use std::ops::Range;

/// The objective by which a smaller board is better.
pub const SMALLEST: &str = "-order";

/// A condition to meet. The search looks for the smallest board that meets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Goals {
    pub condition: Expression,
    /// The expressions that the search maximises to meet the condition, the most important first.
    pub maximize: Vec<Expression>,
}

impl std::fmt::Display for Goals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.condition.fmt(f)
    }
}

/// The format of `maximize`, a list of expressions. The key is required unless `find` or `collect`
/// is given.
pub(super) struct Maximize {
    /// The key of a condition to look for.
    pub(super) find: &'static str,
    /// The key of the expression whose values are collected.
    pub(super) collect: &'static str,
}

impl KeyFormat<Vec<Expression>> for Maximize {
    fn read(&self, from: &Reader, key: &str) -> Vec<Expression> {
        let is_given = !from.is_blank(key);
        if !from.is_blank(self.find) {
            if is_given {
                let message = "`maximize` and `find` exclude each other".to_string();
                let help = "put further conditions into `require`".to_string();
                from.wrong(&from.entry(key).spot, message, Some(help));
            }
            return Vec::new();
        }
        if !is_given && !from.is_blank(self.collect) {
            // By default, `collect` keeps the smallest board of each value.
            return Vec::from_iter(Expression::parse(SMALLEST, &from.invariants).ok());
        }
        let texts = from.texts(key, true);
        if texts.iter().all(|(text, _)| text.trim().is_empty()) {
            from.missing(key);
            return Vec::new();
        }
        from.expressions(key, texts)
    }

    fn write(&self, value: &Vec<Expression>) -> String {
        match &value[..] {
            [] => quoted(""),
            [one] => quoted(one.text()),
            more => list(more.iter().map(Expression::text)),
        }
    }
}

/// The format of `find`, a condition. `None` if the key is empty.
pub(super) struct Find;

impl KeyFormat<Option<Goals>> for Find {
    fn read(&self, from: &Reader, key: &str) -> Option<Goals> {
        let condition = from.optional(key, &from.invariants, &[QuantityKind::Condition])?;
        let parse = |text: &str| Expression::parse(text, &from.invariants);
        let maximize = condition.margin(&from.invariants).and_then(|margin| {
            let reached = parse(&format!("if({condition}, 1, 0)"))?;
            let next = parse(&format!("if({condition}, -order, {margin})"))?;
            Ok(vec![reached, next])
        });
        match maximize {
            Ok(maximize) => Some(Goals {
                condition,
                maximize,
            }),
            Err(error) => {
                let message = format!("`find`: {}", error.message);
                from.wrong(&from.entry(key).spot, message, error.help);
                None
            }
        }
    }

    fn write(&self, value: &Option<Goals>) -> String {
        quoted(value.as_ref().map_or("", |goals| goals.condition.text()))
    }
}

/// The format of a list of expressions whose values are numbers. The list may be empty.
pub(super) struct IslandGoals;

impl KeyFormat<Vec<Expression>> for IslandGoals {
    fn read(&self, from: &Reader, key: &str) -> Vec<Expression> {
        from.expressions(key, from.texts(key, false))
    }

    fn write(&self, value: &Vec<Expression>) -> String {
        list(value.iter().map(Expression::text))
    }
}

/// The format of an expression. `None` if the key is empty.
pub(super) enum Optional {
    /// An expression whose value is a number, or the name `canonical_form` alone.
    Collected,
    /// A condition.
    Condition,
    /// A condition that may use the name `fitness`.
    OfFitness,
}

impl KeyFormat<Option<Expression>> for Optional {
    fn read(&self, from: &Reader, key: &str) -> Option<Expression> {
        let names = &from.invariants;
        match self {
            Optional::Collected => {
                let names: Vec<_> = names
                    .iter()
                    .cloned()
                    .chain([InvariantName::canonical_form()])
                    .collect();
                from.optional(key, &names, &[QuantityKind::Number, QuantityKind::Form])
            }
            Optional::Condition => from.optional(key, names, &[QuantityKind::Condition]),
            Optional::OfFitness => {
                let fitness = InvariantName::number("fitness");
                let names: Vec<_> = names.iter().cloned().chain([fitness]).collect();
                from.optional(key, &names, &[QuantityKind::Condition])
            }
        }
    }

    fn write(&self, value: &Option<Expression>) -> String {
        quoted(value.as_ref().map_or("", Expression::text))
    }
}

impl Reader {
    /// Parses the texts as expressions whose values are numbers.
    fn expressions(&self, key: &str, texts: Vec<(&str, Spot)>) -> Vec<Expression> {
        let names = &self.invariants;
        let texts = texts.into_iter();
        texts
            .filter_map(|(text, spot)| {
                self.expression(key, text, &spot, names, &[QuantityKind::Number])
            })
            .collect()
    }

    fn optional(
        &self,
        key: &str,
        names: &[InvariantName],
        kinds: &[QuantityKind],
    ) -> Option<Expression> {
        if self.is_blank(key) {
            return None;
        }
        let (text, spot) = self.text(key)?;
        self.expression(key, text, spot, names, kinds)
    }

    fn expression(
        &self,
        key: &str,
        text: &str,
        spot: &Spot,
        names: &[InvariantName],
        kinds: &[QuantityKind],
    ) -> Option<Expression> {
        match Expression::parse(text, names) {
            Ok(expression) if kinds.contains(&expression.kind()) => Some(expression),
            Ok(expression) => {
                let found = expression.kind().described();
                let wanted: Vec<&str> = kinds.iter().map(|kind| kind.described()).collect();
                let wanted = wanted.join(" or ");
                let message = format!("`{key}` must be {wanted}, but this is {found}");
                let help = match kinds {
                    [QuantityKind::Condition] => "compare it with something, as in \"order >= 2\"",
                    _ => "conditions go into `require`",
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
        spot.of_part(from + part.start..from + part.end)
    }
}
