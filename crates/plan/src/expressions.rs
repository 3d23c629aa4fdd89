//! Formats of keys whose values are expressions. A mistake in an expression is reported at its
//! place in the file.

use super::format::KeyFormat;
use super::layers::Spot;
use super::place::within_string;
use super::reader::Reader;
use super::value::{PlacedValue, TomlValue, list, quoted};
use boilingpoint_problem::expression::{Expression, InvariantName, Names, QuantityKind};
use std::ops::{Range, RangeInclusive};

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

/// The expressions that a search maximises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximized {
    /// The expressions. In a list, the most important comes first.
    pub expressions: Vec<Expression>,
    /// Whether the expressions have no order among them: the search looks for the boards that no
    /// other board exceeds in all of them.
    pub is_front: bool,
}

impl Maximized {
    /// Expressions of which the first is the most important.
    fn in_order(expressions: Vec<Expression>) -> Maximized {
        Maximized {
            expressions,
            is_front: false,
        }
    }
}

/// The key of a table of expressions without an order among them.
const ANY: &str = "any";

/// The numbers of expressions that such a table may have.
const ANY_OF: RangeInclusive<usize> = 2..=5;

/// The format of `maximize`: an expression, a list, or a table of expressions without an order. The
/// key is required unless `find` or `collect` is given.
pub(super) struct Maximize {
    /// The key of a condition to look for.
    pub(super) find: &'static str,
    /// The key of the expression whose values are collected.
    pub(super) collect: &'static str,
}

impl KeyFormat<Maximized> for Maximize {
    fn read(&self, from: &Reader, key: &str) -> Maximized {
        let is_given = !from.is_blank(key);
        if !from.is_blank(self.find) {
            if is_given {
                let message = "`maximize` and `find` exclude each other".to_string();
                let help = "put further conditions into `require`".to_string();
                from.wrong(&from.entry(key).spot, message, Some(help));
            }
            return Maximized::in_order(Vec::new());
        }
        if !is_given && !from.is_blank(self.collect) {
            // By default, `collect` keeps the smallest board of each value.
            let smallest = Expression::parse(SMALLEST, &from.invariants);
            return Maximized::in_order(smallest.into_iter().collect());
        }
        if let TomlValue::Table(keys) = &from.entry(key).value {
            return Maximized {
                expressions: from.any(key, keys),
                is_front: true,
            };
        }
        let texts = from.texts(key, true);
        if texts.iter().all(|(text, _)| text.trim().is_empty()) {
            from.missing(key);
            return Maximized::in_order(Vec::new());
        }
        Maximized::in_order(from.expressions(key, texts))
    }

    fn write(&self, value: &Maximized) -> String {
        let texts = || list(value.expressions.iter().map(Expression::text));
        match &value.expressions[..] {
            _ if value.is_front => format!("{{{ANY} = {}}}", texts()),
            [] => quoted(""),
            [one] => quoted(one.text()),
            _ => texts(),
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
                let names = names.clone().and([InvariantName::canonical_form()]);
                from.optional(key, &names, &[QuantityKind::Number, QuantityKind::Form])
            }
            Optional::Condition => from.optional(key, names, &[QuantityKind::Condition]),
            Optional::OfFitness => {
                let fitness = InvariantName::number("fitness");
                let names = names.clone().and([fitness]);
                from.optional(key, &names, &[QuantityKind::Condition])
            }
        }
    }

    fn write(&self, value: &Option<Expression>) -> String {
        quoted(value.as_ref().map_or("", Expression::text))
    }
}

impl Reader {
    /// Reads the table `{any = ["temperature", "-order"]}`.
    fn any(&self, key: &str, keys: &[(String, Range<usize>, PlacedValue)]) -> Vec<Expression> {
        let spot = &self.entry(key).spot;
        let example = format!("write {{{ANY} = [\"temperature\", \"-order\"]}}");
        for (name, place, _) in keys.iter().filter(|(name, ..)| name != ANY) {
            let message = format!("`{key}` has no key `{name}`");
            self.wrong(&spot.of_part(place.clone()), message, Some(example.clone()));
        }
        let Some((_, _, list)) = keys.iter().find(|(name, ..)| name == ANY) else {
            if keys.is_empty() {
                let message = format!("`{key}` is a table without expressions");
                self.wrong(spot, message, Some(example));
            }
            return Vec::new();
        };
        let (place, name) = (spot.of_part(list.span.clone()), format!("{key}.{ANY}"));
        let TomlValue::List(items) = &list.value else {
            let message = format!(
                "`{name}` must be a list of strings, found {}",
                list.value.described()
            );
            self.wrong(&place, message, Some(example));
            return Vec::new();
        };
        if !ANY_OF.contains(&items.len()) {
            let (least, most) = (ANY_OF.start(), ANY_OF.end());
            let message = format!(
                "`{name}` must have {least} to {most} expressions, found {}",
                items.len()
            );
            self.wrong(&place, message, Some(example));
            return Vec::new();
        }
        let mut texts = Vec::new();
        for item in items {
            let spot = place.of_part(item.span.clone());
            match &item.value {
                TomlValue::Text(text) => texts.push((text.as_str(), spot)),
                other => {
                    let found = other.described();
                    let message = format!("`{name}` must be a list of strings, found {found}");
                    self.wrong(&spot, message, Some(example.clone()));
                }
            }
        }
        let mut read: Vec<Expression> = Vec::new();
        for (text, spot) in texts {
            let parsed = self.expressions(key, vec![(text, spot.clone())]);
            let Some(expression) = parsed.into_iter().next() else {
                continue;
            };
            if read.contains(&expression) {
                let message = format!("`{name}` has {expression} twice");
                let help = "leave it out: it is one expression".to_string();
                self.wrong(&spot, message, Some(help));
            }
            read.push(expression);
        }
        read
    }

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

    fn optional(&self, key: &str, names: &Names, kinds: &[QuantityKind]) -> Option<Expression> {
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
        names: &Names,
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
