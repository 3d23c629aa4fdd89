//! The text of an objective, like `temperature - degree; -order where tree`.

use super::expression::{Expression, ExpressionError, QuantityKind};
use super::invariants;
use std::fmt;

const THEN: &str = "; ";
const WHERE: &str = " where ";

/// The parts of an objective as texts that were not parsed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveText<'a> {
    /// The expressions to maximise, the most important first.
    pub maximize: Vec<&'a str>,
    /// The condition that boards have to meet; `None` if every board is allowed.
    pub require: Option<&'a str>,
}

/// A mistake in the text of an objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObjectiveError {
    /// An expression is a number where a condition is needed, or a condition where a number is
    /// needed.
    #[error("`{text}` is not {}", .wanted.described())]
    Kind {
        /// The text of the expression.
        text: String,
        /// The kind that is needed there.
        wanted: QuantityKind,
    },
    /// A part is not a valid expression.
    #[error("`{text}`: {source}{}", help(.source))]
    Expression {
        /// The text of the part.
        text: String,
        /// The mistake that the parser found in the part.
        source: ExpressionError,
    },
}

/// The suggestion for the correct text, if there is one.
fn help(error: &ExpressionError) -> String {
    error
        .help
        .as_ref()
        .map_or(String::new(), |help| format!("; {help}"))
}

impl<'a> ObjectiveText<'a> {
    /// Splits a text into its expressions and its condition; the parts are not parsed.
    pub fn split(text: &'a str) -> ObjectiveText<'a> {
        let (maximize, require) = match text.split_once(WHERE) {
            Some((maximize, require)) => (maximize, Some(require)),
            None => (text, None),
        };
        ObjectiveText {
            maximize: ObjectiveText::list(maximize),
            require,
        }
    }

    /// Splits a text at its semicolons.
    pub fn list(text: &'a str) -> Vec<&'a str> {
        text.split(THEN.trim()).map(str::trim).collect()
    }

    /// The canonical texts of parsed expressions.
    pub fn of(maximize: &'a [Expression], require: Option<&'a Expression>) -> ObjectiveText<'a> {
        ObjectiveText {
            maximize: maximize.iter().map(Expression::text).collect(),
            require: require.map(Expression::text),
        }
    }

    /// Parses the expressions and the condition.
    ///
    /// # Errors
    /// When a part is not an expression, or is not of the kind needed.
    pub fn expressions(&self) -> Result<(Vec<Expression>, Option<Expression>), ObjectiveError> {
        let names = invariants::names();
        let parse = |text: &str, wanted: QuantityKind| {
            let parsed = Expression::parse(text, &names);
            let text = text.to_string();
            match parsed {
                Ok(expression) if expression.kind() == wanted => Ok(expression),
                Ok(_) => Err(ObjectiveError::Kind { text, wanted }),
                Err(source) => Err(ObjectiveError::Expression { text, source }),
            }
        };
        let maximize = self
            .maximize
            .iter()
            .map(|text| parse(text, QuantityKind::Number));
        let maximize = maximize.collect::<Result<_, _>>()?;
        let require = self
            .require
            .map(|text| parse(text, QuantityKind::Condition));
        Ok((maximize, require.transpose()?))
    }
}

impl fmt::Display for ObjectiveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.maximize.join(THEN))?;
        match self.require {
            Some(require) => write!(f, "{WHERE}{require}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, ObjectiveError> {
        let (maximize, require) = ObjectiveText::split(text).expressions()?;
        Ok(ObjectiveText::of(&maximize, require.as_ref()).to_string())
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        for text in [
            "temperature - degree",
            "temperature / degree; -order",
            "order where tree and degree <= 3",
            "if(tree, 1, 0); mean where bipartite",
        ] {
            assert_eq!(read(text).as_deref(), Ok(text));
            assert_eq!(ObjectiveText::split(text).to_string(), text);
        }
        assert_eq!(
            read("order ;size where (tree)").as_deref(),
            Ok("order; size where tree")
        );
    }

    #[test]
    fn mistakes_name_the_expression() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(message("order; tree"), "`tree` is not a number");
        assert_eq!(message("order where 1"), "`1` is not a condition");
        assert_eq!(
            message("order; heat"),
            "`heat`: unknown invariant `heat`; `boil list invariants` names them all"
        );
    }
}
