//! The front of runs for any expressions: of all boards in their archives, records and fronts,
//! those that no other one matches in all expressions and exceeds in one.
//!
//! The facts in the files of a run give the expressions their values. A board whose facts do not
//! suffice is valued again within the run's budget.

use boilingpoint_book::harvest::board_of;
use boilingpoint_evolve::dominates;
use boilingpoint_plan::{Maximized, Plan};
use boilingpoint_problem::expression::{Absent, Expression, Quantity, Undefined};
use boilingpoint_problem::invariants::{Invariant, Needs, Subject};
use boilingpoint_problem::{Certainty, Facts, Fitness, Genome, Objective, Unscored};
use boilingpoint_record::folder::RunFolder;
use boilingpoint_record::front::FrontLine;
use boilingpoint_record::records::LineError;
use boilingpoint_search::{Evaluator, FrontBoard, SearchError};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most boards that the front of runs is taken of.
pub const MOST_BOARDS: usize = 200_000;

/// The facts of values that the files of a run have under the names of invariants.
const FACTS: [&str; 6] = [
    "temperature",
    "mean",
    "left_stop",
    "right_stop",
    "grundy",
    "birthday",
];

/// The reason why there is no front of runs.
#[derive(Debug, thiserror::Error)]
pub enum FrontError {
    /// A file of a run cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A board in a file of a run is damaged.
    #[error("{run}: board `{board}`: {why}")]
    Board {
        /// The run's folder.
        run: String,
        /// The board as the file has it.
        board: String,
        /// The mistake.
        why: String,
    },
    /// The runs have more boards than [`MOST_BOARDS`].
    #[error("the runs have more than {MOST_BOARDS} boards; give fewer runs")]
    TooMany,
    /// The boards cannot be valued or checked.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// A board of the front of runs.
pub struct FrontRow {
    /// The board with its values and facts.
    pub line: FrontLine,
    /// The index of its run among the given ones.
    pub run: usize,
    /// The number of boards with the same values, this one included.
    pub equal: u64,
}

/// The front of runs.
pub struct RunsFront {
    /// The boards, the best by the first expression first.
    pub rows: Vec<FrontRow>,
    /// The number of different boards that were compared.
    pub compared: usize,
    /// The number of boards on which an expression has no value, with the first reason.
    pub undefined: (u64, Option<Undefined>),
    /// The number of boards that exceed the budget and have no bounds.
    pub unfinished: u64,
    /// The number of boards that were valued again, since the files lack a fact.
    pub valued: usize,
}

/// A board in the files of a run.
struct Known {
    facts: Facts,
    run: usize,
    generation: u64,
    id: u64,
}

/// The boards of runs by their texts, so that each is there once. The first one with the facts of
/// its value stays.
#[derive(Default)]
struct KnownBoards(BTreeMap<String, Known>);

impl KnownBoards {
    fn add(&mut self, known: Known) -> Result<(), FrontError> {
        let text = known.facts.board_text();
        let is_better = self.0.get(&text).is_none_or(|before| {
            before.facts.certainty != Certainty::Exact && known.facts.certainty == Certainty::Exact
        });
        if is_better {
            self.0.insert(text, known);
        }
        match self.0.len() > MOST_BOARDS {
            true => Err(FrontError::TooMany),
            false => Ok(()),
        }
    }

    /// Adds the boards in the files of a run.
    fn read(&mut self, run: usize, folder: &RunFolder) -> Result<(), FrontError> {
        let mut add = |facts, generation, id| {
            self.add(Known {
                facts,
                run,
                generation,
                id,
            })
        };
        for line in folder.front()? {
            add(line.facts, line.generation, line.id)?;
        }
        for line in folder.records()? {
            add(line.facts, line.generation, 0)?;
        }
        for line in folder.archive()? {
            add(line.facts, 0, line.id)?;
        }
        Ok(())
    }
}

/// The front of all boards of runs for these expressions. `plan` is the plan of the first run: its
/// game and its budget hold for all. Setting `stop` interrupts the work.
///
/// # Errors
/// When a file cannot be read, or a board cannot be valued or checked.
pub fn front_of_runs(
    plan: &Plan,
    folders: &[RunFolder],
    expressions: &[Expression],
    stop: Option<Arc<AtomicBool>>,
) -> Result<RunsFront, FrontError> {
    let mut known = KnownBoards::default();
    for (run, folder) in folders.iter().enumerate() {
        known.read(run, folder)?;
    }
    let evaluator = Evaluator::new(&plan_for(plan, expressions), stop)?;
    let scored = Scored::of(&evaluator, expressions, folders, known)?;
    let front = scored.front();
    let boards: Vec<FrontBoard> = front.iter().map(|(board, _)| board.to_check()).collect();
    let lines = evaluator.checked_front(&boards)?;
    let rows = front.into_iter().zip(lines);
    let rows = rows.map(|((board, equal), line)| FrontRow {
        line,
        run: board.known.run,
        equal,
    });
    Ok(RunsFront {
        rows: rows.collect(),
        compared: scored.compared,
        undefined: scored.undefined,
        unfinished: scored.unfinished,
        valued: scored.valued,
    })
}

/// The plan with these expressions in the place of its objective. The condition of a run holds of
/// the boards in its files.
fn plan_for(plan: &Plan, expressions: &[Expression]) -> Plan {
    let mut plan = plan.clone();
    plan.objective.maximize = Maximized {
        expressions: expressions.to_vec(),
        is_front: true,
    };
    plan.objective.find = None;
    plan.objective.collect = None;
    plan.objective.require = None;
    plan.objective.stop_when = None;
    plan.islands.maximize.clear();
    plan.archive.cells.clear();
    plan
}

/// A board with its values.
struct ScoredKnown {
    known: Known,
    genome: Genome,
    fitness: Fitness,
    is_bound: bool,
}

impl ScoredKnown {
    fn to_check(&self) -> FrontBoard {
        FrontBoard {
            genome: self.genome.clone(),
            fitness: self.fitness.clone(),
            is_bound: self.is_bound,
            generation: self.known.generation,
            id: self.known.id,
        }
    }
}

struct Scored {
    boards: Vec<ScoredKnown>,
    compared: usize,
    undefined: (u64, Option<Undefined>),
    unfinished: u64,
    valued: usize,
}

impl Scored {
    fn of(
        evaluator: &Evaluator,
        expressions: &[Expression],
        folders: &[RunFolder],
        known: KnownBoards,
    ) -> Result<Scored, FrontError> {
        let objective = Objective::new(expressions, None, &[]);
        let mut scored = Scored {
            boards: Vec::new(),
            compared: known.0.len(),
            undefined: (0, None),
            unfinished: 0,
            valued: 0,
        };
        let mut open = Vec::new();
        for known in known.0.into_values() {
            let board = board_of(&known.facts.board, &known.facts.tints);
            let board = board.map_err(|why| FrontError::Board {
                run: folders[known.run].path().display().to_string(),
                board: known.facts.board_text(),
                why: why.to_string(),
            })?;
            let genome = Genome::of_board(&board);
            match by_facts(&objective, &board, &known.facts) {
                Some(fitness) => scored.take(known, genome, fitness.map(|f| (f, false))),
                None => open.push((known, genome)),
            }
        }
        scored.valued = open.len();
        let genomes: Vec<Genome> = open.iter().map(|(_, genome)| genome.clone()).collect();
        let scores = evaluator.scores_of(&genomes)?;
        for ((known, genome), score) in open.into_iter().zip(scores) {
            let score = score.map(|score| (score.fitness, score.bounds.is_some()));
            scored.take(known, genome, score);
        }
        Ok(scored)
    }

    fn take(&mut self, known: Known, genome: Genome, score: Result<(Fitness, bool), Unscored>) {
        match score {
            Ok((fitness, is_bound)) => self.boards.push(ScoredKnown {
                known,
                genome,
                fitness,
                is_bound,
            }),
            Err(Unscored::Undefined(why)) => {
                self.undefined.0 += 1;
                self.undefined.1.get_or_insert(why);
            }
            Err(_) => self.unfinished += 1,
        }
    }

    /// The boards of the front, each with the number of boards of the same values. Of these, the
    /// one of least order is taken, then the first by its text.
    fn front(&self) -> Vec<(&ScoredKnown, u64)> {
        let mut sorted: Vec<&ScoredKnown> = self.boards.iter().collect();
        // The boards are in the order of their texts. An order of the fitnesses extends dominance,
        // so no board is dominated by a later one.
        sorted.sort_by(|a, b| {
            let by_order = a.known.facts.order.cmp(&b.known.facts.order);
            b.fitness.cmp(&a.fitness).then(by_order)
        });
        let mut front: Vec<(&ScoredKnown, u64)> = Vec::new();
        for board in sorted {
            let same = front.iter_mut().find(|(f, _)| f.fitness == board.fitness);
            if let Some((_, equal)) = same {
                *equal += 1;
            } else if !front
                .iter()
                .any(|(f, _)| dominates(&f.fitness, &board.fitness))
            {
                front.push((board, 1));
            }
        }
        front
    }
}

/// The fitness of a board by its facts; `None` if they do not suffice.
fn by_facts(
    objective: &Objective,
    board: &boilingpoint_boards::Board,
    facts: &Facts,
) -> Option<Result<Fitness, Unscored>> {
    let subject = Subject {
        board,
        summary: None,
    };
    let mut lacks = false;
    let mut of = |invariant: &'static Invariant| match invariant.needs {
        Needs::Board => invariant.of(&subject),
        _ => {
            let is_known = facts.certainty == Certainty::Exact && FACTS.contains(&invariant.name);
            let number = is_known.then(|| facts.column(invariant.name).number());
            lacks |= number.flatten().is_none();
            number
                .flatten()
                .map(Quantity::Number)
                .ok_or(Absent::NoValue)
        }
    };
    let scored = objective.rescore(&mut of, None);
    (!lacks).then(|| scored.map(|(fitness, _)| fitness))
}
