//! Options that select and sort records.

use super::super::failure::Failure;
use super::super::limits::ruleset_name;
use super::super::ranges::{OrderRange, orders};
use boilingpoint_boards::{Board, NotationError, parse_board};
use boilingpoint_book::{
    BoardClass, BoardCondition, Book, Column, ConditionError, Filter, Record, RecordCondition,
    RecordMatches, RecordQuery, Sort,
};
use boilingpoint_language::{did_you_mean, suggestion};
use boilingpoint_problem::Certainty;
use boilingpoint_values::Values;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;

/// The filter.
#[derive(Args, Debug)]
pub struct FilterArgs {
    /// Only this ruleset
    #[arg(long, value_parser = ruleset_name)]
    ruleset: Option<String>,
    /// Only this objective; spaces and needless brackets do not matter
    #[arg(long, allow_hyphen_values = true)]
    objective: Option<String>,
    /// Only this class, as the book writes it: `tree`, or `connected, tinted, max_degree 4`; the
    /// words after the kind in any order
    #[arg(long, value_parser = class)]
    class: Option<BoardClass>,
    /// Only these orders: `14`, or `2..8`, both ends included
    #[arg(long, value_name = "RANGE", value_parser = orders)]
    order: Option<OrderRange>,
    /// Only records of this certainty
    #[arg(long, value_enum)]
    certainty: Option<CertaintyArg>,
    /// Only records that are proved to be optimal
    #[arg(long)]
    proved: bool,
    /// Only records that are not proved to be optimal
    #[arg(long, conflicts_with = "proved")]
    unproved: bool,
    /// Only records that contradict another record
    #[arg(long)]
    conflict: bool,
    /// Only records of this run, by its folder or by its name in the config
    #[arg(long = "run", value_name = "NAME")]
    run_name: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum CertaintyArg {
    Exact,
    LowerBound,
    /// The same as `--proved`.
    Proved,
}

/// The value and the order of the records that are written.
#[derive(Args, Debug)]
pub struct Listing {
    /// Only records whose canonical form is this value, in any notation, such as `±{2|1}`
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    value: Option<String>,
    /// Only records that meet a condition over the invariants of the board and its value, such as
    /// `temperature > 3 and order <= 12`. Further names: `fitness`, `birthday`, `generation`,
    /// `exact`, `proved`
    #[arg(long = "where", value_name = "CONDITION", value_parser = condition, allow_hyphen_values = true)]
    condition: Option<RecordCondition>,
    /// Only records whose board is this one, up to isomorphism; tints count
    #[arg(long, value_name = "BOARD", value_parser = board, conflicts_with = "contains")]
    board: Option<Board>,
    /// Only records whose board contains this one as an induced part. A vertex without a tint
    /// stands for a vertex of any tint
    #[arg(long, value_name = "BOARD", value_parser = board)]
    contains: Option<Board>,
    /// Sort by a column, such as `fitness`; a `-` before it puts the greatest first
    #[arg(long, value_name = "COLUMN", value_parser = sort, allow_hyphen_values = true)]
    sort: Option<Sort>,
    /// Reverse the order
    #[arg(long)]
    reverse: bool,
}

/// Errors in an option.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// The text is not a class.
    #[error("{}", .0.as_deref().unwrap_or(
        "expected a class such as `tree` or `connected, tinted, max_degree 4`"
    ))]
    Class(Option<String>),
    /// The name is not a column of the book.
    #[error("{0}")]
    Column(String),
}

/// A class as the book writes it.
pub fn class(text: &str) -> Result<BoardClass, OptionError> {
    BoardClass::parse(text).ok_or_else(|| OptionError::Class(BoardClass::suggestion(text)))
}

fn condition(text: &str) -> Result<RecordCondition, ConditionError> {
    RecordCondition::parse(text)
}

fn board(text: &str) -> Result<Board, NotationError> {
    parse_board(text)
}

fn sort(text: &str) -> Result<Sort, OptionError> {
    let name = text.strip_prefix('-').unwrap_or(text);
    let descending = name.len() < text.len();
    let column = Column::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Column::ALL.iter().map(|c| c.name).collect();
        let all = || format!("expected one of {}", names.join(", "));
        OptionError::Column(suggestion(name, names.iter().copied()).unwrap_or_else(all))
    })?;
    Ok(Sort { column, descending })
}

impl Listing {
    fn board_condition(&self) -> Option<BoardCondition> {
        let is = self.board.clone().map(BoardCondition::Is);
        is.or_else(|| self.contains.clone().map(BoardCondition::Contains))
    }
}

impl FilterArgs {
    /// Whether any option is given.
    pub fn is_given(&self) -> bool {
        self.filter() != Filter::default()
    }

    /// The filter that the options describe.
    pub fn filter(&self) -> Filter {
        Filter {
            ruleset: self.ruleset.clone(),
            objective: self.objective.clone(),
            class: self.class.clone(),
            orders: self.order.as_ref().map(|o| o.0.clone()),
            certainty: self.certainty.and_then(|sure| match sure {
                CertaintyArg::Exact => Some(Certainty::Exact),
                CertaintyArg::LowerBound => Some(Certainty::LowerBound),
                CertaintyArg::Proved => None,
            }),
            proved: match self.certainty {
                Some(CertaintyArg::Proved) => Some(true),
                _ if self.proved || self.unproved => Some(self.proved),
                _ => None,
            },
            conflict: self.conflict.then_some(true),
            run: self.run_name.clone(),
            confirmed: None,
        }
    }

    /// The records of a book, sorted.
    pub fn records(&self, book: &Book, listing: &Listing) -> Result<Vec<Record>, Failure> {
        let query = RecordQuery {
            filter: self.filter(),
            condition: listing.condition.clone(),
            board: listing.board_condition(),
            end: None,
        };
        let matches = query.matches(book)?;
        let RecordMatches {
            mut records,
            undecided,
            ..
        } = matches;
        if undecided > 0 {
            print_note!(
                "note: {undecided} records are left out, because what the book has of them does not \
                 decide the conditions"
            );
        }
        if let Some(value) = &listing.value {
            keep_value(&mut records, value)?;
        }
        if records.is_empty() {
            self.note_nothing(book)?;
        }
        if let Some(sort) = listing.sort {
            sort.apply(&mut records);
        }
        if listing.reverse {
            records.reverse();
        }
        Ok(records)
    }

    /// Prints which option no record of the book meets.
    fn note_nothing(&self, book: &Book) -> Result<(), Failure> {
        let class = self.class.as_ref().map(BoardClass::to_string);
        let all = book.list(&Filter::default())?;
        let any = Filter::default;
        let alone = [
            (
                "ruleset",
                &self.ruleset,
                Filter {
                    ruleset: self.ruleset.clone(),
                    ..any()
                },
            ),
            (
                "objective",
                &self.objective,
                Filter {
                    objective: self.objective.clone(),
                    ..any()
                },
            ),
            (
                "class",
                &class,
                Filter {
                    class: self.class.clone(),
                    ..any()
                },
            ),
            (
                "run",
                &self.run_name,
                Filter {
                    run: self.run_name.clone(),
                    ..any()
                },
            ),
        ];
        let mut is_known = true;
        for (column, wanted, filter) in alone {
            let Some(wanted) = wanted else { continue };
            if !filter.records(book)?.is_empty() {
                continue;
            }
            is_known = false;
            let known = names_in(column, &all);
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let help = did_you_mean(wanted, &known).map_or_else(String::new, |h| format!("; {h}"));
            print_note!("note: no record has the {column} `{wanted}`{help}");
        }
        if is_known {
            print_note!(
                "note: no record of {} meets the options",
                book.path().display()
            );
        }
        Ok(())
    }
}

/// The texts of a column. A run is called by its name in the config and by its folder.
fn names_in(column: &str, records: &[Record]) -> BTreeSet<String> {
    let columns = match column {
        "run" => &["run", "folder"][..],
        _ => &[column][..],
    };
    let columns = columns.iter().filter_map(|name| Column::by_name(name));
    let texts = columns.flat_map(|column| records.iter().map(move |r| column.of(r).text()));
    texts.filter(|text| !text.is_empty()).collect()
}

/// Keeps the records with this value.
fn keep_value(records: &mut Vec<Record>, text: &str) -> Result<(), Failure> {
    let mut values = Values::new();
    let wanted = values.parse(text);
    let wanted = wanted.map_err(|e| Failure::input(format!("--value `{text}`: {e}")))?;
    records.retain(|record| {
        let form = record.entry.facts.canonical_form.as_deref();
        form.and_then(|form| values.parse(form).ok()) == Some(wanted)
    });
    Ok(())
}
