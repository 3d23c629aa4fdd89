//! The signature: a hash of the program's results on a fixed list of positions and a small search.
//! If the signature changes, the program's behaviour has changed.
//!
//! The signature covers:
//!
//! - The values, canonical forms and thermographs of a fixed list of positions: all connected
//!   graphs to order eight, those to order seven also with tints; all trees to order twelve; tinted
//!   and untinted random boards to order 18; cycles, grids, caterpillars and spiders.
//! - Which of these positions fit a small budget.
//! - A small search: its progress, archive and records.
//!
//! The signature does not cover the amount of work: a faster solver has the same signature.

use super::error::SearchError;
use super::local::Search;
use super::rows;
use boilingpoint_boards::canon::hash128;
use boilingpoint_boards::{
    Board, Graph, Tint, enumerate, parse_board, random_connected, random_tree,
};
use boilingpoint_evolve::Comparison;
use boilingpoint_plan::{Plan, read_no_boards};
use boilingpoint_record::records::to_line;
use boilingpoint_record::table;
use boilingpoint_rules::{Ruleset, Snort};
use boilingpoint_solver::{Budget, SolveError, Solver};
use boilingpoint_values::Notation;

/// The longest canonical form that is included, in bytes. A longer form is left out.
const FORM_LIMIT: usize = 1 << 16;

/// A budget of positions that suffices for about half of the larger boards of the list.
const SMALL_BUDGET: u64 = 40;

/// The columns of `progress.csv` that the signature covers. The list is fixed, so that a new column
/// does not change the signature.
const COLUMNS: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The search that the signature runs.
const CONFIG: &str = r#"
name = "signature"
seed = 11
[game]
ruleset = "snort"
[boards]
class = "connected"
order = [2, 9]
tinted = true
[objective]
maximize = ["temperature - degree", "-order"]
[search]
generations = 12
population = 24
islands = 3
migration_every = 4
stagnation = 6
"#;

/// The reason why there is no signature.
#[derive(Debug, thiserror::Error)]
pub enum SignatureError {
    /// A position could not be valued.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The search could not be run.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// The signature, and the number of positions that it covers.
pub fn signature() -> Result<(u64, usize), SignatureError> {
    let mut text = String::new();
    let boards = boards();
    let mut solver = Solver::new(&Snort, Budget::default());
    for board in &boards {
        text += &described(&mut solver, board)?;
    }
    let small = Budget {
        positions: SMALL_BUDGET,
        ..Budget::default()
    };
    let mut solver = Solver::new(&Snort, small);
    for board in &boards {
        text.push(if solver.summary(board).is_ok() {
            '1'
        } else {
            '0'
        });
    }
    text += &searched()?;
    let hash = hash128(text.as_bytes());
    Ok(((hash >> 64) as u64 ^ hash as u64, boards.len()))
}

fn described(solver: &mut Solver, board: &Board) -> Result<String, SolveError> {
    let e = solver.evaluate(board)?;
    let numbers = e.temperatures().expect("the game has values");
    let short = e.short.expect("the game has values");
    let form = solver
        .canonical_form(short.value, Notation::Braces, FORM_LIMIT)
        .unwrap_or_default();
    let (left, right) = (
        short.thermograph.left.corners(),
        short.thermograph.right.corners(),
    );
    Ok(format!(
        "{} {} {form} {} {} {} {:?} {:?}\n",
        board.name(),
        board.tint_string(),
        numbers.temperature,
        numbers.mean,
        e.summary.outcome,
        left,
        right
    ))
}

/// The fixed list of positions.
fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    let mut graphs = enumerate::first();
    for _ in 1..=7 {
        boards.extend(graphs.iter().cloned().flat_map(tintings));
        graphs = enumerate::next_connected(&graphs);
    }
    boards.extend(graphs.into_iter().map(Board::untinted));
    let mut trees = enumerate::first();
    for _ in 1..=12 {
        boards.extend(trees.iter().cloned().map(Board::untinted));
        trees = enumerate::next_trees(&trees);
    }
    for seed in 0..33 {
        let order = 8 + seed as usize % 11;
        boards.extend(tintings(random_tree(order, seed)));
        boards.extend(tintings(random_connected(order, order + 2, seed)));
    }
    for name in [
        "cycle(9)",
        "grid(3,4)",
        "grid(2,2,3)",
        "hypercube(3)",
        "wheel(7)",
        "caterpillar(9,8,9)",
        "nary_tree(3,2)",
        "caterpillar(65,64,65)",
        "spider(2,2,2,2,2,2,2,2,2,2)",
    ] {
        boards.push(parse_board(name).expect("a family of the catalogue"));
    }
    boards
}

/// Three boards with this graph: one untinted, and two with fixed tints.
fn tintings(graph: Graph) -> Vec<Board> {
    let tinted = |shift: usize| {
        let pattern = [Tint::Left, Tint::None, Tint::None, Tint::Right, Tint::None];
        let tints = (0..graph.order())
            .map(|v| pattern[(v + shift) % pattern.len()])
            .collect();
        Board::new(graph.clone(), tints).expect("a tint for each vertex")
    };
    vec![Board::untinted(graph.clone()), tinted(0), tinted(2)]
}

fn searched() -> Result<String, SearchError> {
    let plan =
        Plan::resolve("signature", CONFIG.as_bytes(), &[], read_no_boards).expect("a sound config");
    let mut search = Search::new(&plan, None)?;
    let mut text = format!("{}\n", Snort.name());
    for _ in 0..plan.search.generations {
        search.migrate();
        let report = search.step()?;
        let row = table::line(rows::progress(
            search.totals(),
            &report,
            Comparison::InOrder,
        ));
        let row = row.and_then(|row| table::select(&row, &COLUMNS));
        text += String::from_utf8_lossy(&row.expect("a row of numbers")).trim_end();
        for mut record in report.records {
            let form = record.facts.canonical_form.as_deref();
            record.facts.canonical_form = form.map(with_braces);
            text += &to_line(&record);
        }
    }
    for mut elite in rows::archive(search.totals()) {
        // The line as version 0.1.0 wrote it.
        (elite.facts.size, elite.facts.links, elite.facts.degree3) = (None, None, None);
        text += &to_line(&elite);
    }
    Ok(text)
}

/// A form with braces around each list after `±`, as version 0.1.0 wrote it.
fn with_braces(form: &str) -> String {
    let mut text: Vec<char> = form.chars().collect();
    for open in 1..text.len() {
        if (text[open - 1], text[open]) == ('±', '(')
            && let Some(close) = end_of_list(&text, open)
        {
            (text[open], text[close]) = ('{', '}');
        }
    }
    text.into_iter().collect()
}

/// The place of the bracket that closes the one at `open`. `None` if there is no comma directly
/// between them.
fn end_of_list(text: &[char], open: usize) -> Option<usize> {
    let (mut depth, mut is_list) = (0, false);
    for (place, c) in text.iter().enumerate().skip(open) {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' => is_list |= depth == 1,
            _ => {}
        }
        if depth == 0 {
            return is_list.then_some(place);
        }
    }
    None
}
