//! `boil list`: the names that a config may use.

use super::failure::CommandResult;
use super::table::{fitted, left, line};
use boilingpoint_boards::NamedGraph;
use boilingpoint_formats::{FORMATS, Format};
use boilingpoint_plan::{Effect, KEYS, Key};
use boilingpoint_problem::facts::{FACT_COLUMNS, FactColumn};
use boilingpoint_problem::operators::{BoardOperator, Breeding};
use boilingpoint_problem::{
    Facts, Kind, NAMED_COLUMNS, expression, invariants, operators, summary_of,
};
use boilingpoint_record::folder::LOG_FIELDS;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value};
use std::io::Write;

#[derive(Args, Debug)]
pub struct ListArgs {
    /// The list to print; without it, the lists that there are
    what: Option<What>,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum What {
    /// Games (`game.ruleset`, `--ruleset`)
    Rulesets,
    /// Quantities and conditions of expressions (`objective.maximize`, `--objective`)
    Invariants,
    /// Operators and functions of expressions, the operators with their precedence (1 binds most
    /// tightly)
    Functions,
    /// Numbers of a vertex and sets of vertices, for arguments such as `independence(degree > 1)`
    Vertices,
    /// Families of boards and constructions, wherever a board is written
    Families,
    /// Graphs with names of their own, wherever a board is written
    Graphs,
    /// Formats of files of boards (`boil convert`)
    Formats,
    /// Moves that breed boards (`search.operators`)
    Operators,
    /// Classes of boards (`boards.class`, `--class`)
    Classes,
    /// Keys of configs, with their defaults
    Keys,
    /// Facts of a valued board, which tables show (`--columns`)
    Facts,
    /// Columns of the tables in a run folder
    Columns,
}

impl What {
    /// The name of the list and its summary, as the help has them.
    fn entry(self) -> Vec<String> {
        let value = self.to_possible_value();
        let (name, help) = value.map_or((String::new(), None), |value| {
            (value.get_name().to_string(), value.get_help().cloned())
        });
        let help = help.map_or(String::new(), |help| help.to_string());
        vec![name, listed(self).1.len().to_string(), help]
    }
}

/// The lists that there are.
fn lists() -> (&'static [&'static str], Vec<Vec<String>>) {
    let lists = What::value_variants().iter().map(|what| what.entry());
    (&["name", "entries", "summary"], lists.collect())
}

impl ListArgs {
    pub fn run(&self) -> CommandResult {
        let mut out = std::io::stdout().lock();
        let (names, rows) = self.what.map_or_else(lists, listed);
        let columns = fitted(&vec![left("", 0); names.len()], &rows);
        for row in &rows {
            if self.json {
                let cells = row.iter().map(|cell| Value::from(cell.as_str()));
                let object: Map<String, Value> = names
                    .iter()
                    .map(|name| name.to_string())
                    .zip(cells)
                    .collect();
                writeln!(out, "{}", Value::Object(object))?;
            } else {
                writeln!(out, "{}", line(&columns, row))?;
            }
        }
        if self.what.is_none() {
            print_note!("a list: boil list NAME");
        }
        Ok(())
    }
}

/// The names of the columns of a list of `boil list`, and its rows; `None` for an unknown list.
pub fn names_of(list: &str) -> Option<(&'static [&'static str], Vec<Vec<String>>)> {
    What::from_str(list, false).ok().map(listed)
}

/// The names of the columns, and the rows.
fn listed(what: What) -> (&'static [&'static str], Vec<Vec<String>>) {
    let row = |name: &str, summary: &str| vec![name.to_string(), summary.to_string()];
    let rows = match what {
        What::Rulesets => boilingpoint_rules::catalogue()
            .iter()
            .map(|r| row(r.name(), r.summary()))
            .chain(boilingpoint_rules::PARAMETRISED.map(|(name, summary)| row(name, summary)))
            .collect(),
        What::Families => boilingpoint_boards::catalogue()
            .iter()
            .map(|f| row(f.signature, f.summary))
            .chain(boilingpoint_boards::CONSTRUCTIONS.map(|(name, summary)| row(name, summary)))
            .collect(),
        What::Graphs => {
            let names = &["name", "order", "size", "graph6", "other names"];
            return (names, NamedGraph::all().iter().map(graph).collect());
        }
        What::Formats => {
            let names = &["name", "endings", "summary"];
            return (names, FORMATS.iter().map(format).collect());
        }
        What::Operators => operators::catalogue().iter().map(operator).collect(),
        What::Classes => Kind::ALL
            .iter()
            .map(|k| row(k.name(), k.summary()))
            .collect(),
        What::Invariants => invariants::catalogue().iter().map(invariant).collect(),
        What::Functions => {
            let names = &["name", "precedence", "summary"];
            return (
                names,
                expression::language()
                    .into_iter()
                    .chain(boilingpoint_problem::functions_of_sets())
                    .map(function)
                    .collect(),
            );
        }
        What::Vertices => boilingpoint_problem::vertex_language()
            .iter()
            .map(|r| row(&r.written, r.summary))
            .collect(),
        What::Keys => {
            let names = &["name", "default", "changes", "summary"];
            return (names, KEYS.iter().map(key).collect());
        }
        What::Facts => return (&["name", "heading", "summary"], facts()),
        What::Columns => return (&["name", "file", "summary"], columns()),
    };
    (&["name", "summary"], rows)
}

fn graph(graph: &NamedGraph) -> Vec<String> {
    let (order, size) = (graph.order.to_string(), graph.size.to_string());
    let graph6 = match graph.graph6.len() {
        0..=40 => graph.graph6.to_string(),
        _ => String::new(),
    };
    vec![
        graph.name.to_string(),
        order,
        size,
        graph6,
        graph.aliases.join(", "),
    ]
}

fn format(format: &Format) -> Vec<String> {
    let endings = format.endings.iter().map(|ending| format!(".{ending}"));
    let endings: Vec<String> = endings.collect();
    vec![
        format.name.to_string(),
        endings.join(" "),
        format.summary.to_string(),
    ]
}

fn operator(entry: &BoardOperator) -> Vec<String> {
    let when = match entry.by_default {
        Some(Breeding::Terms) => "; used where boards are bred as terms, or when named",
        Some(_) => "",
        None => "; used only when named",
    };
    vec![
        entry.operator.name.to_string(),
        format!("{}{when}", entry.summary),
    ]
}

fn invariant(invariant: &invariants::Invariant) -> Vec<String> {
    let kind = if invariant.kind == expression::QuantityKind::Number {
        "number"
    } else {
        "condition"
    };
    vec![
        invariant.name.to_string(),
        format!("{kind}: {}", invariant.summary),
    ]
}

/// An operator or a function. A function has no precedence.
fn function(row: expression::LanguageRow) -> Vec<String> {
    let precedence = row
        .precedence
        .map_or(String::new(), |rank| rank.to_string());
    vec![row.written, precedence, row.summary.to_string()]
}

fn key(key: &Key) -> Vec<String> {
    let changes = match key.effect {
        Effect::Nothing => "no result",
        Effect::Length => "how far a search goes",
        Effect::Results => "results",
    };
    let about: Vec<&str> = key.about.iter().map(|line| line.trim()).collect();
    [key.name, key.default, changes, &about.join(" ")]
        .map(str::to_string)
        .to_vec()
}

/// The facts about a valued board.
fn facts() -> Vec<Vec<String>> {
    let summary = |name: &str| match name.strip_suffix("_bounds") {
        Some(number) => format!("The least and the greatest value that {number} may have."),
        None => summary_of(Facts::FIELDS, name),
    };
    let row = |column: &FactColumn| {
        let (name, heading) = (column.name.to_string(), column.heading.to_string());
        vec![name, heading, summary(column.name)]
    };
    let named = NAMED_COLUMNS.iter().filter(|(name, _)| *name != "board");
    let named = named.map(|(name, summary)| [*name, *name, *summary].map(str::to_string).to_vec());
    FACT_COLUMNS.iter().map(row).chain(named).collect()
}

/// The columns of the logs of a run.
fn columns() -> Vec<Vec<String>> {
    let logs = LOG_FIELDS.iter().flat_map(|log| {
        let row = |column: &String| {
            let summary = summary_of(log.fields, column);
            vec![column.clone(), log.file.to_string(), summary]
        };
        (log.columns)().iter().map(row).collect::<Vec<_>>()
    });
    logs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_and_every_column_is_documented() {
        let rows: Vec<_> = facts().into_iter().chain(columns()).collect();
        assert!(rows.len() > 50, "{}", rows.len());
        for row in rows {
            assert!(row[2].len() > 8, "{row:?}");
        }
    }
}
