//! Input for CGSuite (Siegel): statements that evaluate to `true` if the record book is right.
//!
//! If CGSuite has the ruleset, the position itself is built. `game.graph.Snort` and
//! `game.graph.Col` are built from CGSuite's notation for graphs, `game.grid.Domineering` from
//! squares. The notation writes a graph as a tree of paths with branches in parentheses
//! (`.-.(-.;-.)`). An edge that closes a cycle leads to a vertex that was named (`:{3}`).
//! Components are summands. For other rulesets, the position is written as the game of its options'
//! values. This confirms the algebra but not the rules.

use super::{ExportResult, ReportError, board};
use boilingpoint_boards::{Board, cgsuite_text};
use boilingpoint_book::Record;
use boilingpoint_rules::{self as ruleset, Player, Ruleset};
use boilingpoint_solver::{Budget, Solver};
use boilingpoint_values::{Notation, Values};

/// The longest option that is written, in bytes.
const LONGEST: usize = 1 << 14;

const HEAD: &str = "// CGSuite 2 input: each statement evaluates to true if the record is right.\n";

/// Writes a comment for each record, and statements on its canonical form and its temperature.
pub fn script(records: &[Record], budget: &Budget) -> ExportResult {
    let exported = ExportResult::each(records, |record| statements(record, budget));
    ExportResult {
        bytes: [HEAD.as_bytes(), &exported.bytes].concat(),
        ..exported
    }
}

fn statements(record: &Record, budget: &Budget) -> Result<String, ReportError> {
    let entry = &record.entry;
    if entry.facts.is_bound() {
        let why = "only a lower bound is known, so there is no value to compare";
        return Err(ReportError::LeftOut(why));
    }
    let form = entry.facts.canonical_form.as_deref();
    let why = "its canonical form is too long to be kept, or the game has none";
    let form = form.and_then(braces).ok_or(ReportError::LeftOut(why))?;
    let board = board(record)?;
    let rules = ruleset::find(&entry.ruleset)?;
    let position = match position(&entry.ruleset, &board) {
        Some(position) => position,
        None => options(rules, &board, budget)?,
    };
    let mut text = format!(
        "// {}\n({position}).CanonicalForm == {form}\n",
        super::title(record)
    );
    let temperature = entry.facts.filed_text("temperature");
    if !temperature.is_empty() {
        text += &format!("({position}).CanonicalForm.Temperature == {temperature}\n");
    }
    Ok(text)
}

/// A canonical form in braces, which CGSuite reads; it does not read a list after `±`.
fn braces(form: &str) -> Option<String> {
    let mut values = Values::new();
    let value = values.parse(form).ok()?;
    values.notation(value, Notation::Braces, LONGEST)
}

/// The position in CGSuite's ruleset. `None` if CGSuite does not have the ruleset.
fn position(ruleset: &str, board: &Board) -> Option<String> {
    match (ruleset, board.squares()) {
        ("domineering", Some(_)) => Some(format!("game.grid.Domineering(\"{}\")", board.name())),
        ("snort", None) if board.is_plain() => Some(sum("game.graph.Snort", board)),
        // There a tint names the player who has a neighbour (`Ruleset::cgsuite_tints_neighbours`).
        ("col", None) if board.is_plain() => Some(sum("game.graph.Col", &board.swapped())),
        _ => None,
    }
}

/// The sum of the components of a board.
fn sum(ruleset: &str, board: &Board) -> String {
    let components = board.graph().components();
    let parts = components.iter().map(|vertices| {
        let part = cgsuite_text(&board.kept(vertices)).unwrap_or_default();
        format!("{ruleset}(\"{part}\")")
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        "0".to_string()
    } else {
        parts.join(" + ")
    }
}

/// The position as the game of its options' canonical forms.
fn options(
    rules: &'static dyn Ruleset,
    board: &Board,
    budget: &Budget,
) -> Result<String, ReportError> {
    let mut solver = Solver::new(rules, budget.clone());
    let mut side = |player: Player| -> Result<String, ReportError> {
        let mut forms = Vec::new();
        for option in rules.each_option(board, player) {
            let value = solver.value(&option)?;
            let form = solver.canonical_form(value, Notation::Braces, LONGEST);
            let why = "an option's canonical form is too long";
            forms.push(form.ok_or(ReportError::LeftOut(why))?);
        }
        forms.sort();
        forms.dedup();
        Ok(forms.join(","))
    };
    Ok(format!(
        "{{{}|{}}}",
        side(Player::Left)?,
        side(Player::Right)?
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use boilingpoint_boards::parse_board;

    fn written(ruleset: &str, text: &str) -> String {
        position(ruleset, &parse_board(text).unwrap()).unwrap()
    }

    #[test]
    fn graphs_in_the_notation_of_cgsuite() {
        assert_eq!(written("snort", "path(3)"), "game.graph.Snort(\".-.-.\")");
        assert_eq!(
            written("snort", "path(5) L...L"),
            "game.graph.Snort(\"L-.-.-.-L\")"
        );
        assert_eq!(written("col", "path(2) L."), "game.graph.Col(\"R-.\")");
        assert_eq!(
            written("snort", "star(3)"),
            "game.graph.Snort(\".(-.;-.;-.)\")"
        );
        assert_eq!(
            written("snort", "cycle(3) L.."),
            "game.graph.Snort(\"L:{1}-.-.-L:{1}\")"
        );
        assert_eq!(
            written("snort", "0-1,2"),
            "game.graph.Snort(\".-.\") + game.graph.Snort(\".\")"
        );
        assert_eq!(
            written("domineering", "..|#."),
            "game.grid.Domineering(\"..|#.\")"
        );
        assert_eq!(position("clobber", &parse_board("path(3)").unwrap()), None);
    }

    #[test]
    fn a_long_path_is_written() {
        let text = written("snort", "path(2000)");
        assert_eq!(text.matches('-').count(), 1999);
    }
}
