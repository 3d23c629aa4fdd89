//! The table of operators and functions, for people.

use super::token::VALUE;
use super::tree::{Function, Infix};
use boilingpoint_invariants::counted_rows;
use boilingpoint_language::Level;

/// An operator or a function of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageRow {
    /// The operator between its operands, or the function with its arguments.
    pub written: String,
    /// The precedence of an operator: 1 binds most tightly. `None` for a function.
    pub precedence: Option<usize>,
    /// The meaning.
    pub summary: &'static str,
}

impl LanguageRow {
    /// A function, written with its arguments.
    pub(crate) fn function(written: &str, summary: &'static str) -> LanguageRow {
        LanguageRow {
            written: written.to_string(),
            precedence: None,
            summary,
        }
    }
}

/// Every operator, the one that binds most tightly first; then every function.
pub fn language() -> Vec<LanguageRow> {
    let operator = |written: String, level: Level, summary| LanguageRow {
        written,
        precedence: Some(Level::Atom as usize - level as usize),
        summary,
    };
    let power = "power; n is a whole number from 0 to 64; 2^3^2 is 2^(3^2)";
    let negative = "negative; -x^2 is -(x^2), and -2*n is (-2)*n";
    let mut rows = vec![
        operator("a ^ n".to_string(), Level::Power, power),
        operator("-a".to_string(), Level::Sign, negative),
        operator(
            "not c".to_string(),
            Level::Not,
            "the condition does not hold",
        ),
    ];
    rows.extend(
        Infix::TABLE.map(|(infix, symbol, level)| {
            operator(format!("a {symbol} b"), level, infix.described())
        }),
    );
    rows.push(operator(
        format!("{VALUE} >= {{1|-1}}"),
        Level::Compare,
        "condition on the board's value; also with = != <= < > || <| |>",
    ));
    rows.sort_by_key(|row| row.precedence);
    rows.extend(Function::TABLE.map(|(function, _)| {
        let [written, summary] = function.described();
        LanguageRow {
            written: written.to_string(),
            precedence: None,
            summary,
        }
    }));
    rows.extend(counted_rows().iter().map(|row| LanguageRow {
        written: row.written.to_string(),
        precedence: None,
        summary: row.summary,
    }));
    rows.push(LanguageRow {
        written: "if(c, a, b)".to_string(),
        precedence: None,
        summary: "a if the condition c holds, otherwise b; both are numbers, or both are conditions",
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::super::{Expression, InvariantName};
    use super::*;

    /// Every row is an expression of the language, and the rows have every name of a function.
    #[test]
    fn the_language_reads_every_row() {
        let number = |name: &str| InvariantName::number(name);
        for row in language() {
            let text = row.written.replace(", …", "").replace("^ n", "^ 2");
            let is_logical = ["and", "or", "not"].iter().any(|word| text.contains(word))
                && row.precedence.is_some();
            let text = if is_logical {
                text.replace("a ", "(a < 1) ")
                    .replace(" b", " (b < 1)")
                    .replace(" c", " (c < 1)")
            } else {
                text.replace("if(c", "if(c < 1")
            };
            let names = crate::invariants::names();
            let names = names.and([number("a"), number("b"), number("c")]);
            let read = Expression::parse(&text, &names);
            assert!(read.is_ok(), "{text}: {read:?}");
        }
        let functions = language()
            .into_iter()
            .filter(|row| row.precedence.is_none());
        let functions: Vec<String> = functions.map(|row| row.written).collect();
        for name in Function::names() {
            assert!(
                functions.iter().any(|f| f.starts_with(&format!("{name}("))),
                "{name}"
            );
        }
    }
}
