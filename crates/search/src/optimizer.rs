//! A search whose boards the caller scores: ask and tell.
//!
//! The islands are those of a [`Search`](super::Search), and the same plan describes them. No
//! solver values the boards: the caller may score them by any function, and no budget of the plan is
//! used. If the plan has an objective, the caller scores by it, and walks lead as in a search.

use super::error::SearchError;
use super::parts::{boards, bred_boards, comparison, settings};
use boilingpoint_boards::Board;
use boilingpoint_evolve::{
    Batch, Cell, Comparison, EvaluationOutcome, Expected, Island, IslandState, Seen, Specimen,
    dominates, migrate,
};
use boilingpoint_plan::Plan;
use boilingpoint_problem::{Boards, Fitness, Genome, Objective};
use boilingpoint_record::envelope::{self, Magic};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The type of a stored optimizer.
const MAGIC: &Magic = b"BOILOPTI";
/// The version of the format.
const FORMAT: u32 = 2;

/// The greatest number of scores that several islands share. Beyond it, the scores are forgotten,
/// and an island may ask for a board that another island asked for.
const MOST_KNOWN: usize = 1_000_000;

/// The form of the scores.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scoring {
    /// Whether the components of a score have no order among them, so that the search looks for a
    /// front. An objective of the plan that is a front makes one, too.
    pub is_front: bool,
    /// The number of measures that come with each score, and place the board in a cell. With 0, the
    /// invariants of the plan's `archive.cells` place it.
    pub measures: usize,
}

/// The score of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnScore {
    /// The components, the most important first.
    pub fitness: Fitness,
    /// The measures.
    pub measures: Cell,
}

/// The score and the cell of a board that was scored; `None` if it has no score.
type KnownBoard = Option<(Fitness, Cell)>;

/// A board with its score.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScoredBoard {
    /// The score.
    pub fitness: Fitness,
    /// The board as text.
    pub board: String,
    /// The number of vertices of the board.
    pub order: usize,
    /// The number of boards that were scored until then, this one included.
    pub boards: u64,
}

/// The reason why scores cannot be taken.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoresError {
    /// The number of scores is not that of the boards.
    #[error("{asked} boards were asked, but {told} scores were told")]
    Length {
        /// The number of boards.
        asked: usize,
        /// The number of scores.
        told: usize,
    },
    /// A score has not as many measures as the search was made with.
    #[error("board `{board}` has {found} measures, but the search has {expected}")]
    Measures {
        /// The board.
        board: String,
        /// The number of its measures.
        found: usize,
        /// The number of measures of the search.
        expected: usize,
    },
    /// Two scores have different numbers of components.
    #[error("the score of board `{board}` has {found} components, but others have {expected}")]
    Components {
        /// The board.
        board: String,
        /// The number of its score's components.
        found: usize,
        /// The number of components of the scores before.
        expected: usize,
    },
}

/// The boards that wait for scores.
struct Question {
    batches: Vec<Batch<Genome>>,
    /// The boards without repetition, each with its key.
    boards: Vec<(u128, Arc<Board>)>,
}

/// Islands that propose boards, and take in the scores that the caller gives them.
///
/// The boards depend on the plan and on the scores alone. No board is proposed twice, not even by
/// two islands, as long as the islands remember it.
pub struct Optimizer {
    config: String,
    scoring: Scoring,
    problem: Boards,
    /// Has the coordinates of cells, and maximises nothing.
    cells: Objective,
    islands: Vec<Island<Boards, Fitness>>,
    totals: Totals,
    /// The outcomes that several islands may ask for, by key; empty with one island.
    known: HashMap<u128, KnownBoard>,
    question: Option<Question>,
    exhausted: bool,
}

/// The numbers of an optimizer besides its islands.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Totals {
    /// The number of boards that were scored.
    boards: u64,
    /// The number of components of a score; 0 before the first.
    components: usize,
    /// The boards that were better than all before them.
    bests: Vec<ScoredBoard>,
}

/// The stored state.
#[derive(Serialize, Deserialize)]
struct Stored {
    config: String,
    scoring: Scoring,
    islands: Vec<IslandState<Genome, Fitness>>,
    /// The keys that each island remembers, the oldest first.
    keys: Vec<Vec<u64>>,
    /// The known outcomes, in the order of the keys.
    known: Vec<(u128, KnownBoard)>,
    totals: Totals,
}

impl Optimizer {
    /// The islands of a plan before their first generation.
    ///
    /// # Errors
    /// When the plan cannot be carried out, or a coordinate of its cells depends on the value of
    /// boards.
    pub fn new(plan: &Plan, scoring: Scoring) -> Result<Optimizer, SearchError> {
        let comparison = match scoring.is_front {
            true => Comparison::ByDominance,
            false => comparison(plan),
        };
        let problem = match plan.objective.is_placeholder() {
            true => bred_boards(plan, comparison)?,
            false => boards(plan, comparison)?,
        };
        let cells = Objective::new(&[], None, &plan.archive.cells);
        if cells
            .cell_of_board(&Board::of_links(1, Vec::new()))
            .is_none()
        {
            let why =
                "`archive.cells` has an invariant of the value, which no solver computes here";
            return Err(SearchError::State(why.to_string()));
        }
        let island = |index| Island::new(&problem, settings(plan), index);
        let islands = (0..plan.search.islands).map(island);
        Ok(Optimizer {
            config: plan.to_toml(),
            scoring,
            islands: islands.collect::<Result<_, _>>()?,
            problem,
            cells,
            totals: Totals::default(),
            known: HashMap::new(),
            question: None,
            exhausted: false,
        })
    }

    /// The boards to score next; the same boards until they are told. Empty if the islands know no
    /// further board of the class.
    pub fn ask(&mut self) -> Vec<Arc<Board>> {
        while self.question.is_none() && !self.exhausted {
            migrate(
                &self.problem,
                &mut self.islands.iter_mut().collect::<Vec<_>>(),
            );
            let problem = &self.problem;
            let batches: Vec<Batch<Genome>> =
                self.islands.par_iter().map(|i| i.ask(problem)).collect();
            let boards = self.new_boards(&batches);
            let is_known = boards.is_empty();
            self.question = Some(Question { batches, boards });
            if is_known {
                self.take(Vec::new());
            }
        }
        let boards = self.question.iter().flat_map(|q| &q.boards);
        boards.map(|(_, board)| board.clone()).collect()
    }

    /// The boards of some batches whose scores are not known, without repetition.
    fn new_boards(&self, batches: &[Batch<Genome>]) -> Vec<(u128, Arc<Board>)> {
        let mut seen = HashSet::new();
        let all = batches.iter().flat_map(|b| &b.candidates);
        let new = all.filter(|c| !self.known.contains_key(&c.key) && seen.insert(c.key));
        new.map(|c| (c.key, Arc::new(c.genome.board()))).collect()
    }

    /// Takes in the scores of the boards that were asked, in their order, and ends the generation.
    ///
    /// # Errors
    /// When the scores do not fit the boards; then nothing has changed.
    pub fn tell(&mut self, scores: Vec<Option<OwnScore>>) -> Result<(), ScoresError> {
        let boards = self.question.as_ref().map_or(&[][..], |q| &q.boards);
        if boards.len() != scores.len() {
            let (asked, told) = (boards.len(), scores.len());
            return Err(ScoresError::Length { asked, told });
        }
        let mut components = self.totals.components;
        for ((_, board), score) in boards.iter().zip(&scores) {
            if let Some(score) = score {
                components = self.checked(board, score, components)?;
            }
        }
        self.totals.components = components;
        self.take(scores);
        Ok(())
    }

    /// The number of components of a score, if the score fits those before it.
    fn checked(
        &self,
        board: &Board,
        score: &OwnScore,
        components: usize,
    ) -> Result<usize, ScoresError> {
        let (found, expected) = (score.measures.len(), self.scoring.measures);
        if found != expected {
            let board = board.text();
            return Err(ScoresError::Measures {
                board,
                found,
                expected,
            });
        }
        match (score.fitness.0.len(), components) {
            (found, expected) if expected != 0 && found != expected => {
                let board = board.text();
                Err(ScoresError::Components {
                    board,
                    found,
                    expected,
                })
            }
            (found, _) => Ok(found),
        }
    }

    /// Ends the generation of the question.
    fn take(&mut self, scores: Vec<Option<OwnScore>>) {
        let Some(Question { batches, boards }) = self.question.take() else {
            return;
        };
        for ((key, board), score) in boards.into_iter().zip(scores) {
            self.totals.boards += 1;
            let known = score.and_then(|OwnScore { fitness, measures }| {
                self.totals.take_best(&fitness, &board);
                let cell = match self.scoring.measures {
                    0 => self.cells.cell_of_board(&board)?,
                    _ => measures,
                };
                Some((fitness, cell))
            });
            self.known.insert(key, known);
        }
        let mut exhausted = true;
        for (island, batch) in self.islands.iter_mut().zip(batches) {
            let outcomes = batch.candidates.iter();
            let outcomes = outcomes.map(|c| outcome(self.known.get(&c.key)));
            let outcomes = outcomes.collect();
            let told = island.tell::<()>(&self.problem, batch, outcomes);
            exhausted &= told.expect("the batch is the island's own").exhausted;
        }
        self.exhausted = exhausted;
        // One island asks for no board twice, so it needs no scores of the past.
        if self.islands.len() < 2 || self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
    }

    /// Whether the islands know no further board of the class.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// The number of completed generations.
    pub fn generation(&self) -> u64 {
        self.islands.first().map_or(0, |i| i.state().generation)
    }

    /// The number of boards that were scored.
    pub fn boards(&self) -> u64 {
        self.totals.boards
    }

    /// The boards that were better than all before them, the best one last. Of two boards of equal
    /// score, the one with fewer vertices is better.
    pub fn bests(&self) -> &[ScoredBoard] {
        &self.totals.bests
    }

    /// The best board of each cell, in the order of the cells.
    pub fn archive(&self) -> Vec<(Vec<i64>, Fitness, Arc<Board>)> {
        let mut best = BTreeMap::new();
        for island in &self.islands {
            for (cell, elites) in island.state().archive.cells() {
                for elite in elites.iter().take(1) {
                    let merit = (&elite.fitness, std::cmp::Reverse(elite.tie_break));
                    let found = best.entry(cell.clone()).or_insert((merit, &elite.genome));
                    if merit > found.0 {
                        *found = (merit, &elite.genome);
                    }
                }
            }
        }
        let best = best.into_iter();
        best.map(|(cell, ((fitness, _), genome))| (cell, fitness.clone(), genome.canonical_board()))
            .collect()
    }

    /// The boards of which no other has a score that is at least as good in each component and
    /// better in one, the best by the first component first. Only a search for a front has them all.
    pub fn front(&self) -> Vec<(Fitness, Arc<Board>)> {
        let islands = self.islands.iter();
        let mut all: Vec<_> = islands.flat_map(|i| i.state().archive.frontier()).collect();
        // Of equal scores, the first: that of the smallest board.
        all.sort_by(|a, b| {
            let by_size = a.tie_break.cmp(&b.tie_break);
            b.fitness
                .cmp(&a.fitness)
                .then(by_size)
                .then(a.id.cmp(&b.id))
        });
        all.dedup_by(|a, b| a.fitness == b.fitness);
        let is_best = |s: &&Specimen<Genome, Fitness>| {
            let mut others = all.iter();
            !others.any(|other| dominates(&other.fitness, &s.fitness))
        };
        let best = all.iter().copied().filter(is_best);
        best.map(|s| (s.fitness.clone(), s.genome.canonical_board()))
            .collect()
    }

    /// The form of the scores.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The config of the plan.
    pub fn config(&self) -> &str {
        &self.config
    }

    /// The state as bytes, from which [`Optimizer::restore`] resumes. Boards that wait for scores
    /// are asked again.
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn stored(&self) -> Result<Vec<u8>, SearchError> {
        let of_keys = |i: &Island<Boards, Fitness>| i.seen().keys().collect();
        let stored = Stored {
            config: self.config.clone(),
            scoring: self.scoring,
            islands: self.islands.iter().map(|i| i.state().clone()).collect(),
            keys: self.islands.iter().map(of_keys).collect(),
            known: self.known_in_order(),
            totals: self.totals.clone(),
        };
        let bytes = postcard::to_stdvec(&stored).map_err(|e| SearchError::State(e.to_string()))?;
        Ok(envelope::seal(
            MAGIC,
            FORMAT,
            env!("CARGO_PKG_VERSION"),
            &bytes,
        ))
    }

    fn known_in_order(&self) -> Vec<(u128, KnownBoard)> {
        let mut known: Vec<_> = self.known.iter().map(|(k, s)| (*k, s.clone())).collect();
        known.sort_unstable_by_key(|(key, _)| *key);
        known
    }

    /// Restores an optimizer from its stored state. `plan_of` reads the plan from its config.
    ///
    /// # Errors
    /// When the state is damaged, or does not fit the plan.
    pub fn restore<E: From<SearchError>>(
        bytes: &[u8],
        plan_of: impl FnOnce(&str) -> Result<Plan, E>,
    ) -> Result<Optimizer, E> {
        let damaged = |why: String| SearchError::State(why);
        let envelope = envelope::open(MAGIC, bytes).map_err(|e| damaged(e.to_string()))?;
        if envelope.format != FORMAT {
            return Err(damaged(format!("its format is {}, not {FORMAT}", envelope.format)).into());
        }
        let stored: Stored =
            postcard::from_bytes(envelope.payload).map_err(|e| damaged(e.to_string()))?;
        let plan = plan_of(&stored.config)?;
        Ok(Optimizer::new(&plan, stored.scoring)?.with(stored)?)
    }

    /// The optimizer with a stored state.
    fn with(mut self, stored: Stored) -> Result<Optimizer, SearchError> {
        let count = [stored.islands.len(), stored.keys.len()];
        if count != [self.islands.len(); 2] {
            return Err(SearchError::State(
                "its islands are not those of the plan".to_string(),
            ));
        }
        let expected = Expected {
            problem: &self.problem,
            settings: &self.islands[0].state().settings.clone(),
            coordinates: match self.scoring.measures {
                0 => self.cells.coordinates(),
                measures => measures,
            },
            objectives: 0,
            components: stored.totals.components,
        };
        let mut islands = Vec::new();
        let generation = stored.islands.first().map_or(0, |state| state.generation);
        for (index, (state, keys)) in stored.islands.into_iter().zip(stored.keys).enumerate() {
            let wrong = |why: String| SearchError::State(format!("island {index}: {why}"));
            state
                .check(&expected, index, generation)
                .map_err(|why| wrong(why.to_string()))?;
            let capacity = state.settings.seen_by_island();
            let seen = Seen::recall(capacity, keys, state.keys_known());
            let seen = seen.ok_or_else(|| wrong("its keys do not fit its state".to_string()))?;
            islands.push(Island::restore(state, seen));
        }
        self.islands = islands;
        self.known = stored.known.into_iter().collect();
        self.totals = stored.totals;
        Ok(self)
    }
}

/// The outcome of a board for an island.
fn outcome(known: Option<&KnownBoard>) -> EvaluationOutcome<Fitness> {
    match known.cloned().flatten() {
        Some((fitness, cell)) => EvaluationOutcome::Scored {
            fitness,
            cell,
            island_fitnesses: Vec::new(),
            is_bound: false,
        },
        None => EvaluationOutcome::Infeasible,
    }
}

impl Totals {
    /// Notes a board if it is better than all before it.
    fn take_best(&mut self, fitness: &Fitness, board: &Board) {
        let order = board.order();
        let is_best = self.bests.last().is_none_or(|best| {
            fitness > &best.fitness || (fitness == &best.fitness && order < best.order)
        });
        if is_best {
            self.bests.push(ScoredBoard {
                fitness: fitness.clone(),
                order,
                board: boilingpoint_boards::canon::normal(board).text(),
                boards: self.boards,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_plan::read_no_boards;
    use boilingpoint_problem::expression::Number;

    fn plan(more: &str) -> Plan {
        let config = format!(
            "game.ruleset = \"snort\"\nobjective.maximize = \"order\"\nboards.class = \"tree\"\n\
             boards.order = [2, 9]\n{more}"
        );
        Plan::resolve("test", config.as_bytes(), &[], read_no_boards).unwrap()
    }

    /// The number of leaves, and nothing for paths.
    fn score(board: &Board) -> Option<OwnScore> {
        let leaves = board.graph().leaves() as i128;
        (leaves > 2).then(|| scored(&[leaves], &[]))
    }

    fn scored(components: &[i128], measures: &[i64]) -> OwnScore {
        let components = components.iter().map(|&n| Number::from_integer(n));
        OwnScore {
            fitness: Fitness(components.collect()),
            measures: measures.to_vec(),
        }
    }

    fn search(more: &str) -> Optimizer {
        Optimizer::new(&plan(more), Scoring::default()).unwrap()
    }

    fn step(search: &mut Optimizer) -> Vec<String> {
        let boards = search.ask();
        search
            .tell(boards.iter().map(|b| score(b)).collect())
            .unwrap();
        boards.iter().map(|b| b.text()).collect()
    }

    #[test]
    fn no_board_is_asked_twice_and_a_restored_search_asks_the_same() {
        let mut search = search("search.islands = 3\n");
        let mut seen = std::collections::HashSet::new();
        for generation in 0..12 {
            if generation == 6 {
                let bytes = search.stored().unwrap();
                let plan_of = |config: &str| -> Result<Plan, SearchError> {
                    Ok(Plan::resolve("t", config.as_bytes(), &[], read_no_boards).unwrap())
                };
                let mut again = Optimizer::restore(&bytes, plan_of).unwrap();
                let texts = |s: &mut Optimizer| s.ask().iter().map(|b| b.text()).collect();
                let asked: [Vec<String>; 2] = [texts(&mut again), texts(&mut search)];
                assert_eq!(asked[0], asked[1]);
                let mut damaged = bytes.clone();
                damaged[40] ^= 1;
                assert!(Optimizer::restore(&damaged, plan_of).is_err());
            }
            for text in step(&mut search) {
                let board = boilingpoint_boards::parse_board(&text).unwrap();
                assert!(
                    seen.insert(boilingpoint_boards::canon::fingerprint(&board)),
                    "{text}"
                );
            }
        }
        let best = search.bests().last().unwrap();
        assert_eq!(best.fitness, Fitness(vec![Number::from_integer(8)]));
        assert!(!search.archive().is_empty());
    }

    #[test]
    fn a_small_class_is_exhausted() {
        let mut search = search("search.population = 64\n");
        let asked: usize = (0..200).map(|_| step(&mut search).len()).sum();
        // The trees of orders 2 to 9.
        assert_eq!((asked, search.boards()), (94, 94));
        assert!(search.is_exhausted() && search.ask().is_empty());
    }

    #[test]
    fn scores_have_to_fit_the_boards() {
        let mut search = search("");
        let asked = search.ask().len();
        let error = search.tell(Vec::new()).unwrap_err();
        assert_eq!(error, ScoresError::Length { asked, told: 0 });
        let mixed = |i| Some(scored(&[1, 1][..1 + i % 2], &[]));
        let error = search.tell((0..asked).map(mixed).collect()).unwrap_err();
        assert!(matches!(error, ScoresError::Components { .. }), "{error}");
        assert!(search.tell(vec![None; asked]).is_ok());
        assert_eq!(search.generation(), 1);
    }

    #[test]
    fn own_measures_place_boards_in_cells() {
        let scoring = Scoring {
            measures: 2,
            ..Scoring::default()
        };
        let mut search = Optimizer::new(&plan(""), scoring).unwrap();
        let asked = search.ask();
        let error = search.tell(vec![Some(scored(&[1], &[])); asked.len()]);
        assert!(
            matches!(error, Err(ScoresError::Measures { .. })),
            "{error:?}"
        );
        let measured = |b: &Arc<Board>| {
            let (order, leaves) = (b.order() as i64, b.graph().leaves() as i64);
            Some(scored(&[-i128::from(order)], &[order % 2, leaves]))
        };
        search.tell(asked.iter().map(measured).collect()).unwrap();
        let archive = search.archive();
        assert!(archive.iter().all(|(cell, _, board)| {
            cell[..] == [board.order() as i64 % 2, board.graph().leaves() as i64]
        }));
        assert!(archive.len() > 3);
    }

    #[test]
    fn a_front_has_the_boards_that_no_other_dominates() {
        let scoring = Scoring {
            is_front: true,
            ..Scoring::default()
        };
        let mut search = Optimizer::new(&plan("search.islands = 2\n"), scoring).unwrap();
        for _ in 0..200 {
            let asked = search.ask();
            let both = |b: &Arc<Board>| {
                let leaves = b.graph().leaves() as i128;
                Some(scored(
                    &[leaves, b.graph().diameter().unwrap_or(0) as i128],
                    &[],
                ))
            };
            search.tell(asked.iter().map(both).collect()).unwrap();
        }
        assert!(search.is_exhausted());
        // A tree of order 9 with l leaves has a diameter of at most 10 - l.
        let expected: Vec<Fitness> = (2..=8)
            .rev()
            .map(|l| scored(&[l, 10 - l], &[]).fitness)
            .collect();
        let found: Vec<Fitness> = search.front().into_iter().map(|(f, _)| f).collect();
        assert_eq!(found, expected);
    }
}
