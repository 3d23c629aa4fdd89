//! The columns of a table of boards: facts, names and expressions, by their texts.

use super::expression::{Compiled, Expression, InvariantName, Number, Quantity, QuantityBounds};
use super::facts::{FACT_COLUMNS, FORM_LIMIT, FactCell, FactColumn};
use super::invariants::{self, Invariant, Subject};
use super::objective::{compiled, extras, named, needs_value, quantity};
use super::{Bounds, Facts, Interval};
use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, simplest_name};
use boilingpoint_rules::{Algebra, Ruleset};
use boilingpoint_solver::{Budget, Extras, SolveError, Solver, Summary, first_wins};
use boilingpoint_values::Notation;

/// The columns that are neither facts nor expressions, with their meanings.
pub const NAMED_COLUMNS: [(&str, &str); 4] = [
    ("input", "The board as it was given."),
    (
        "board",
        "The board in canonical form, with its tints; equal for isomorphic boards.",
    ),
    (
        "name",
        "The simplest family or construction that the board is, if there is one.",
    ),
    (
        "kind",
        "The kind of the value: `integer`, `number/8` (a denominator), a nimber, ups or a tiny by its name, `infinitesimal`, `number plus infinitesimal`, or `hot`.",
    ),
];

/// The facts that need the canonical form of the value.
const OF_FORM: [&str; 3] = ["canonical_form", "atomic_weight", "birthday"];

/// The fact that a search for the winner tells.
const OUTCOME: &str = "outcome";

/// Boards of at most this many vertices are valued in less time than a new search for the winner
/// takes.
const VALUED: usize = 16;

/// The source of a column's cells.
#[derive(Clone)]
enum Source {
    Input,
    Board,
    Name,
    Kind,
    Fact(&'static FactColumn),
    Expression(Compiled),
    /// An expression that has parameters of a family; its cells need a member ([`Columns::at`]).
    Parametric(Expression),
}

/// A column with its heading.
#[derive(Clone)]
struct Column {
    heading: String,
    source: Source,
    /// Whether the cells are numbers that are whole.
    is_whole: bool,
}

/// The columns of a table of boards.
#[derive(Clone)]
pub struct Columns {
    columns: Vec<Column>,
    extras: Extras,
    needs_value: bool,
    needs_form: bool,
    needs_facts: bool,
    /// Whether the columns need the outcome, and no more of the value.
    needs_outcome_alone: bool,
}

/// The reason why a text is not a list of columns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column `{column}`: {why}")]
pub struct ColumnError {
    column: String,
    why: String,
}

impl Columns {
    /// Reads columns that are separated by commas: `input`, `board`, `name`, a fact such as
    /// `canonical_form`, or an expression over invariants such as `temperature - degree`.
    ///
    /// # Errors
    /// When a column is none of these.
    pub fn parse(text: &str) -> Result<Columns, ColumnError> {
        Columns::parse_with(text, &[])
    }

    /// Reads columns for the members of a family. Expressions may use its parameters, as in
    /// `temperature / n`.
    ///
    /// # Errors
    /// As [`Columns::parse`].
    pub fn parse_with(text: &str, parameters: &[char]) -> Result<Columns, ColumnError> {
        let parameters = parameters
            .iter()
            .map(|p| InvariantName::number(p.to_string()));
        let parameters: Vec<InvariantName> = parameters.collect();
        let columns = split(text).into_iter();
        let columns = columns.map(|text| Column::parse(text, &parameters));
        Ok(Columns::of(columns.collect::<Result<_, _>>()?))
    }

    /// The columns for the member of a family that has these parameters.
    #[must_use]
    pub fn at(&self, parameters: &[(char, i64)]) -> Columns {
        Columns::of(self.columns.iter().map(|c| c.at(parameters)).collect())
    }

    /// The columns that a table of a game's boards has by default: the facts that the game has.
    pub fn of_ruleset(ruleset: &dyn Ruleset) -> Columns {
        let columns = match ruleset.algebra() {
            Algebra::Partizan if ruleset.carries().squares => {
                "board,order,temperature,mean,outcome,canonical_form"
            }
            Algebra::Partizan => "board,order,degree,temperature,mean,outcome,canonical_form",
            Algebra::Impartial => "board,order,outcome,grundy",
            Algebra::Winner => "board,order,outcome",
        };
        Columns::parse(columns).expect("columns of the table")
    }

    fn of(columns: Vec<Column>) -> Columns {
        let expressions = || {
            columns.iter().filter_map(|column| match &column.source {
                Source::Expression(expression) => Some(expression),
                _ => None,
            })
        };
        let facts = || {
            columns.iter().filter_map(|column| match column.source {
                Source::Fact(fact) => Some(fact.name),
                _ => None,
            })
        };
        let needs_form = facts().any(|name| OF_FORM.contains(&name));
        let of_value = |name: &str| name != "tints";
        let needs_more = needs_form
            || facts().any(|name| of_value(name) && name != OUTCOME)
            || expressions().any(needs_value)
            || columns.iter().any(|c| matches!(c.source, Source::Kind));
        let needs_outcome = facts().any(|name| name == OUTCOME);
        Columns {
            extras: extras(expressions().flat_map(named)),
            needs_value: needs_form || facts().any(of_value) || expressions().any(needs_value),
            needs_outcome_alone: needs_outcome && !needs_more,
            needs_form,
            needs_facts: facts().next().is_some(),
            columns,
        }
    }

    fn has_kind(&self) -> bool {
        self.columns
            .iter()
            .any(|c| matches!(c.source, Source::Kind))
    }

    /// The columns as a text that [`Columns::parse`] reads.
    pub fn text(&self) -> String {
        self.headings().join(",")
    }

    /// The headings of the columns.
    pub fn headings(&self) -> Vec<&str> {
        self.columns.iter().map(|c| c.heading.as_str()).collect()
    }

    /// Whether the cells of each column are numbers that are whole, where there are any.
    pub fn wholes(&self) -> Vec<bool> {
        self.columns.iter().map(|c| c.is_whole).collect()
    }

    /// The cells of a board that was given as `input`, which may be empty. A fact or an expression
    /// that has no value on the board is absent.
    ///
    /// # Errors
    /// The errors of [`Solver::evaluate`], if a column needs the value.
    pub fn row(
        &self,
        solver: &mut Solver,
        board: &Board,
        input: &str,
    ) -> Result<Vec<FactCell>, SolveError> {
        let mut facts = match (self.needs_form, self.needs_facts) {
            (true, _) => {
                let e = solver.evaluate(board)?;
                Facts::of_evaluation(solver, board, &e, Notation::Text, FORM_LIMIT)
            }
            (false, true) => Facts::of_board(board),
            (false, false) => Facts::default(),
        };
        let summary: Option<Summary> = match self.needs_value {
            true => Some(solver.summary_with(board, &self.extras)?),
            false => None,
        };
        if let Some(summary) = &summary {
            facts = facts.with_summary(summary);
        }
        let kind = match self.has_kind() && solver.ruleset().algebra() != Algebra::Winner {
            true => {
                let value = solver.value(board)?;
                Some(solver.values().kind(value)?)
            }
            false => None,
        };
        let subject = Subject {
            board,
            summary: summary.as_ref(),
        };
        Ok(
            self.cells(board, input, &facts, kind.as_deref(), |expression| {
                quantity(expression, &subject).map_or(FactCell::Absent, cell)
            }),
        )
    }

    /// The cells of a board by a search for the winner alone. `None` if the columns need more, or
    /// if the search finds no winner within the budget.
    ///
    /// # Errors
    /// The errors of [`first_wins`], except [`SolveError::Stopped`].
    pub fn row_by_winners(
        &self,
        ruleset: &'static dyn Ruleset,
        budget: &Budget,
        board: &Board,
        input: &str,
    ) -> Result<Option<Vec<FactCell>>, SolveError> {
        if !self.needs_outcome_alone || board.order() <= VALUED {
            return Ok(None);
        }
        let first_wins = match first_wins(ruleset, budget, board) {
            Err(SolveError::Stopped) => return Ok(None),
            found => found?,
        };
        let bounds = Bounds::without_search(ruleset, board);
        let bounds = bounds.map(|bounds| Bounds {
            first_wins,
            ..bounds
        });
        let decided = bounds.filter(|bounds| bounds.outcome().is_some());
        Ok(decided.map(|bounds| self.row_by_bounds(board, input, Some(&bounds))))
    }

    /// The cells of a board whose value is known by bounds only, or not at all.
    pub fn row_by_bounds(
        &self,
        board: &Board,
        input: &str,
        bounds: Option<&Bounds>,
    ) -> Vec<FactCell> {
        let mut facts = Facts::of_board(board);
        if let Some(bounds) = bounds {
            facts = facts.with_bounds(bounds);
            facts.outcome = bounds.outcome().map(|outcome| outcome.to_string());
        }
        let of_board = Subject::of_board(board);
        self.cells(board, input, &facts, None, |expression| {
            let known = |i: usize| {
                let invariant: &'static Invariant = invariants::at(i);
                match bounds {
                    Some(bounds) => invariant.between(board, bounds),
                    None => invariant.of(&of_board).ok().map(QuantityBounds::exact),
                }
            };
            match expression.between(known) {
                Some(QuantityBounds::Numbers(least, most)) => {
                    FactCell::Number(Interval::between([least, most]))
                }
                Some(QuantityBounds::Condition(Some(holds))) => FactCell::Flag(holds),
                Some(QuantityBounds::Condition(None)) | None => FactCell::Absent,
            }
        })
    }

    fn cells(
        &self,
        board: &Board,
        input: &str,
        facts: &Facts,
        kind: Option<&str>,
        expression: impl Fn(&Compiled) -> FactCell,
    ) -> Vec<FactCell> {
        let of = |column: &Column| match &column.source {
            Source::Input if input.is_empty() => FactCell::Text(board.text()),
            Source::Input => FactCell::Text(input.to_string()),
            Source::Board => FactCell::Text(normal(board).text()),
            Source::Name => simplest_name(board).map_or(FactCell::Absent, FactCell::Text),
            Source::Kind => kind.map_or(FactCell::Absent, |kind| FactCell::Text(kind.into())),
            Source::Fact(fact) if fact.name == "certainty" => {
                FactCell::Text(facts.certainty.of_value().to_string())
            }
            Source::Fact(fact) => fact.of(facts),
            Source::Expression(compiled) => expression(compiled),
            Source::Parametric(_) => FactCell::Absent,
        };
        self.columns.iter().map(of).collect()
    }
}

impl Column {
    fn at(&self, parameters: &[(char, i64)]) -> Column {
        let source = match &self.source {
            Source::Parametric(expression) => {
                let given = parameters.iter();
                let bound = given.fold(expression.clone(), |expression, &(name, value)| {
                    expression.with(&name.to_string(), Number::from_integer(value.into()))
                });
                Source::Expression(compiled(&bound))
            }
            other => other.clone(),
        };
        Column {
            heading: self.heading.clone(),
            source,
            is_whole: self.is_whole,
        }
    }

    fn parse(text: &str, parameters: &[InvariantName]) -> Result<Column, ColumnError> {
        let names = invariants::names().and(parameters.iter().cloned());
        let heading = text.trim().to_string();
        let is_invariant = invariants::by_name(&heading).is_some();
        let fact = FactColumn::by_name(&heading);
        // The fact is the atomic weight itself; the invariant is its number.
        let fact = fact.filter(|fact| !is_invariant || fact.name == "atomic_weight");
        let mut is_whole = false;
        let is_parameter = |name: &str| parameters.iter().any(|p| p.name == name);
        let source = match (heading.as_str(), fact) {
            ("input", _) => Source::Input,
            ("board", _) => Source::Board,
            ("name", _) => Source::Name,
            ("kind", _) => Source::Kind,
            (_, Some(fact)) => Source::Fact(fact),
            (text, None) => match Expression::parse(text, &names) {
                Ok(read) => {
                    is_whole = invariants::is_whole(&read, is_parameter);
                    match read.names().iter().any(|name| is_parameter(name)) {
                        true => Source::Parametric(read),
                        false => Source::Expression(compiled(&read)),
                    }
                }
                Err(e) => {
                    let why = e.render(text);
                    let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                    let why = match is_name && !text.is_empty() {
                        true => format!("{why}\nor a column: {}", others().join(", ")),
                        false => why,
                    };
                    let column = heading;
                    return Err(ColumnError { column, why });
                }
            },
        };
        Ok(Column {
            heading,
            source,
            is_whole,
        })
    }
}

/// The columns that are not invariants.
fn others() -> Vec<&'static str> {
    let facts = FACT_COLUMNS.iter().map(|fact| fact.name);
    let facts = facts.filter(|name| invariants::by_name(name).is_none() && *name != "board");
    let named = NAMED_COLUMNS.iter().map(|(name, _)| *name);
    named.chain(facts).collect()
}

/// Splits a text at the commas outside of parentheses and braces.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0i64, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn cell(quantity: Quantity) -> FactCell {
    match quantity {
        Quantity::Number(n) => FactCell::Number(Interval::exact(n)),
        Quantity::Condition(holds) => FactCell::Flag(holds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;
    use boilingpoint_rules::{catalogue, find};
    use boilingpoint_solver::{Budget, Effort};

    fn row(ruleset: &str, columns: &str, board: &str) -> Vec<String> {
        let mut solver = Solver::new(find(ruleset).unwrap(), Budget::default());
        let columns = Columns::parse(columns).unwrap();
        let board = parse_board(board).unwrap();
        let cells = columns.row(&mut solver, &board, "given").unwrap();
        cells.iter().map(FactCell::text).collect()
    }

    #[test]
    fn cells_of_a_board() {
        let columns = "input,board,name,temperature - degree,if(tree, order, 0),girth,tree";
        let found = row("snort", columns, "0-1,0-2,0-3");
        assert_eq!(found, ["given", "CF", "star(3)", "0", "4", "", "true"]);
        let found = row(
            "snort",
            "canonical_form,outcome,birthday,certainty",
            "path(4)",
        );
        assert_eq!(found, ["±{2|1}", "N", "4", "exact"]);
        let found = row("clobber", "atomic_weight,atomic_weight + 1", "path(3):LLR");
        assert_eq!(found, ["1", "2"]);
        assert_eq!(row("shannon", "outcome,temperature", "path(3)").len(), 2);
    }

    #[test]
    fn bounds_are_written_as_bounds() {
        let columns = Columns::parse("temperature,temperature + 1,hot,canonical_form").unwrap();
        let board = parse_board("path(9)").unwrap();
        let ruleset = find("snort").unwrap();
        let bounds = Bounds::of_board(ruleset, &board, Effort::of(50), &Budget::default()).unwrap();
        let cells = columns.row_by_bounds(&board, "", Some(&bounds));
        let texts: Vec<String> = cells.iter().map(FactCell::text).collect();
        let [least, most] = bounds.temperature;
        let one = boilingpoint_values::Dyadic::integer(1);
        let plus = [least.add(one).unwrap(), most.add(one).unwrap()];
        if least < most {
            assert_eq!(texts[0], format!("{least} to {most}"));
            assert_eq!(texts[1], format!("{} to {}", plus[0], plus[1]));
        }
        assert_eq!(texts[3], "");
    }

    #[test]
    fn every_game_has_columns_and_mistakes_are_named() {
        for &ruleset in catalogue() {
            assert!(Columns::of_ruleset(ruleset).headings().len() > 2);
        }
        for (text, part) in [
            ("temperatur", "temperature"),
            ("board,", "column ``"),
            ("degree +", "degree +"),
            ("nam", "input, board, name, kind, tints"),
        ] {
            let error = Columns::parse(text).err().unwrap().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
