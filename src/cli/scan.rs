//! `boil scan`: scores every board of a stream, or every board of a class.

use super::failure::{Done, Failure};
use super::limits::{Limits, shortened};
use super::question::{MarkOptions, Question, listed_class, notation, note_unscored, unsolved};
use crate::graph::{Board, parse_board};
use crate::problem::{Class, Fitness, Objective, Unscored, list, with_marks};
use crate::record::input::lines;
use crate::ruleset::Features;
use crate::solver::{Pool, Solver};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};

/// Boards read before they are shared out among the threads.
const CHUNK: usize = 16384;

/// Boards that a thread takes together.
const GRAIN: usize = 32;

#[derive(Args, Debug)]
pub struct Scan {
    /// `-` for standard input, or a file: a board a line, as `geng` writes them
    #[arg(
        value_name = "FILE",
        required_unless_present = "class",
        conflicts_with = "class"
    )]
    input: Option<String>,
    /// Instead of a stream: every board of a class (connected, tree, caterpillar, bipartite, squares)
    #[arg(long, requires = "order")]
    class: Option<String>,
    /// The orders of `--class`: `2..8`, both ends included
    #[arg(long, value_name = "RANGE")]
    order: Option<String>,
    #[command(flatten)]
    marks: MarkOptions,
    #[command(flatten)]
    question: Question,
    /// Also print the first K boards that attain the maximum, per order
    #[arg(long, default_value_t = 0, value_name = "K")]
    top: usize,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: Limits,
}

/// What was found for one order.
#[derive(Default)]
struct Found {
    boards: u64,
    unscored: u64,
    best: Option<Fitness>,
    attaining: u64,
    examples: Vec<Board>,
}

impl Found {
    fn of(fitness: Option<Fitness>, example: Option<&Board>) -> Found {
        let scored = fitness.is_some();
        Found {
            boards: 1,
            unscored: u64::from(!scored),
            best: fitness,
            attaining: u64::from(scored),
            examples: example.filter(|_| scored).cloned().into_iter().collect(),
        }
    }

    /// Adds what was found among later boards.
    fn merge(&mut self, later: Found, keep: usize) {
        self.boards += later.boards;
        self.unscored += later.unscored;
        if later.best.is_none() || self.best > later.best {
            return;
        }
        if self.best < later.best {
            self.best = later.best;
            self.attaining = 0;
            self.examples.clear();
        }
        self.attaining += later.attaining;
        let room = keep.saturating_sub(self.examples.len());
        self.examples.extend(later.examples.into_iter().take(room));
    }
}

impl Scan {
    pub fn run(&self) -> Done {
        let objective = self.question.objective()?;
        let pool = Pool::new(self.limits.ruleset()?, &self.limits.budget()?, self.threads)?;
        let marks = self.marks.class(self.limits.ruleset()?)?;
        let mut scanner = Scanner {
            marks,
            objective,
            pool,
            keep: self.top.max(1),
            found: BTreeMap::new(),
            bar: progress(),
            waiting: Vec::new(),
        };
        match (&self.class, self.input.as_deref()) {
            (Some(class), _) => self.scan_class(class, &mut scanner)?,
            (None, Some("-")) => scanner.stream(std::io::stdin().lock())?,
            (None, Some(file)) => {
                let opened = std::fs::File::open(file)
                    .map_err(|e| Failure::input(format!("cannot read {file}: {e}")))?;
                scanner.stream(std::io::BufReader::new(opened))?;
            }
            (None, None) => {
                return Err(Failure::input(
                    "nothing to scan: give a file, `-` or --class",
                ));
            }
        }
        scanner.flush()?;
        scanner.bar.finish_and_clear();
        self.print(&scanner.found)
    }

    fn scan_class(&self, name: &str, scanner: &mut Scanner) -> Done {
        let class = listed_class(name, self.order.as_deref().unwrap_or_default())?;
        let class = Class {
            features: scanner.marks.features,
            ..class
        };
        list(&class, |board| scanner.add(Item::Board(board)))
    }

    fn print(&self, found: &BTreeMap<usize, Found>) -> Done {
        let mut out = std::io::stdout().lock();
        if found.is_empty() {
            return Err(Failure::input("no boards were given"));
        }
        if !self.json {
            writeln!(
                out,
                "{:>5}  {:>12}  {:>10}  {:>10}  example",
                "order", "boards", "max", "attaining"
            )?;
        }
        for (order, f) in found {
            let max = f.best.as_ref().map(Fitness::to_string);
            let boards: Vec<String> = f.examples.iter().map(notation).collect();
            let example = boards.first().cloned();
            if self.json {
                let mut object = serde_json::json!({
                    "order": order, "boards": f.boards, "max": max, "attaining": f.attaining, "example": example,
                    "unscored": f.unscored,
                });
                if self.top > 0 {
                    object["top"] = boards.into();
                }
                writeln!(out, "{object}")?;
                continue;
            }
            let (max, example) = (max.unwrap_or("-".into()), example.unwrap_or("-".into()));
            writeln!(
                out,
                "{order:>5}  {:>12}  {max:>10}  {:>10}  {example}",
                f.boards, f.attaining
            )?;
            for board in boards.iter().skip(1) {
                writeln!(out, "{:>47}{board}", "")?;
            }
        }
        let unscored: u64 = found.values().map(|f| f.unscored).sum();
        note_unscored(unscored);
        Ok(())
    }
}

fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {pos} boards, {per_sec} {msg}")
            .expect("a valid template"),
    );
    bar
}

struct Scanner {
    /// What every board is to carry: only its tints and marks matter.
    marks: Class,
    objective: Objective,
    pool: Pool,
    keep: usize,
    found: BTreeMap<usize, Found>,
    bar: ProgressBar,
    waiting: Vec<Item>,
}

/// A board, or a line that is still to be read, with its number.
enum Item {
    Board(Board),
    Line(usize, String),
}

impl Item {
    fn board(&self) -> Result<Cow<'_, Board>, Failure> {
        match self {
            Item::Board(board) => Ok(Cow::Borrowed(board)),
            Item::Line(number, text) => match parse_board(text) {
                Ok(board) => Ok(Cow::Owned(board)),
                Err(e) => Err(Failure::input(format!(
                    "line {number}: board `{}`: {e}",
                    shortened(text)
                ))),
            },
        }
    }
}

impl Scanner {
    fn stream(&mut self, input: impl BufRead) -> Done {
        for (number, line) in lines(input).enumerate() {
            let line = line.map_err(|e| Failure::input(format!("line {}: {e}", number + 1)))?;
            let text = line.trim();
            if text.is_empty() || text == ">>graph6<<" {
                continue;
            }
            self.add(Item::Line(number + 1, text.to_string()))?;
        }
        Ok(())
    }

    fn add(&mut self, item: Item) -> Done {
        self.waiting.push(item);
        if self.waiting.len() >= CHUNK {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Scores the boards that wait. A board that cannot be solved ends the scan: a maximum over
    /// the others would be no maximum.
    fn flush(&mut self) -> Done {
        let items = std::mem::take(&mut self.waiting);
        let grains: Vec<&[Item]> = items.chunks(GRAIN).collect();
        let found = self
            .pool
            .map(&grains, |solver, grain| self.score(solver, grain));
        for found in found {
            for (order, found) in found? {
                self.found.entry(order).or_default().merge(found, self.keep);
            }
        }
        self.bar.inc(items.len() as u64);
        Ok(())
    }
}

impl Scanner {
    fn score(
        &self,
        solver: &mut Solver,
        items: &[Item],
    ) -> Result<BTreeMap<usize, Found>, Failure> {
        let mut found: BTreeMap<usize, Found> = BTreeMap::new();
        for item in items {
            let board = item.board()?;
            let listed = matches!(item, Item::Board(_));
            if listed || self.marks.features == Features::GRAPH {
                self.score_one(solver, &board, &mut found)?;
                continue;
            }
            for board in with_marks(&board, &self.marks) {
                self.score_one(solver, &board, &mut found)?;
            }
        }
        Ok(found)
    }

    fn score_one(
        &self,
        solver: &mut Solver,
        board: &Board,
        found: &mut BTreeMap<usize, Found>,
    ) -> Done {
        let fitness = match self.objective.score(solver, board) {
            Ok(score) => Some(score.fitness),
            Err(Unscored::NotRequired | Unscored::Undefined(_) | Unscored::Island(_)) => None,
            Err(Unscored::Unsolved(e)) => return Err(unsolved(board, &e)),
        };
        let of_order = found.entry(board.order()).or_default();
        let example = (fitness >= of_order.best).then_some(board);
        of_order.merge(Found::of(fitness, example), self.keep);
        Ok(())
    }
}
