//! Shrinks a board: looks for the smallest board that keeps a property.
//!
//! The search goes from board to board by reductions, and always goes on from the smallest board
//! that it has: first the reductions of that board, large ones first, then its rearrangements, and
//! after these the boards next in size. Of each size it keeps the boards with the greatest margin.
//! A board whose property is not decided within the budget does not count as one that keeps it.
//!
//! Boards are scored in groups of a fixed size, so the result is the same on any number of threads.

use super::error::SearchError;
use super::evaluator::Evaluator;
use super::report::RecordCandidate;
use boilingpoint_evolve::{LINEAGE_CAP, Problem};
use boilingpoint_problem::{
    Fitness, Genome, Objective, Score, Unscored, kinds, rearrangements, reductions,
};
use boilingpoint_record::records::{LineageStep, RecordLine};
use boilingpoint_solver::SolveError;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The number of boards of each size that are looked at further.
const BEAM: usize = 8;

/// The number of boards that are scored together.
const GROUP: usize = 16;

/// The number of kinds of vertices that a level of the search adds, and the number of levels before
/// the one that looks at all boards. Boards of few kinds are cheap to value, and a step changes
/// many vertices alike.
const KINDS: usize = 2;
const LEVELS: usize = 4;

/// The rearrangements of a board come as late as the reductions of a board with this many more
/// vertices.
const LATER: usize = 3;

/// A reduction that takes away more than this many times as much as the last one is tried later.
const STRIDE: usize = 2;

/// The result of shrinking a board.
#[derive(Debug)]
pub struct Shrunk {
    /// The smallest board that was found. It is the given board if none is smaller.
    pub genome: Genome,
    /// The number of boards that were scored.
    pub scored: u64,
    /// The reason why the search for smaller boards ended.
    pub end: ShrunkEnd,
}

/// The reason why the search for a smaller board ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShrunkEnd {
    /// No board is left to be looked at.
    Exhausted,
    /// The number of boards was reached.
    Boards,
    /// A flag or a timer stopped the search.
    Stopped,
}

/// The number of vertices, and the number of edges.
type Size = (usize, usize);

/// A board with its fingerprint.
type KeyedBoard = (u128, Genome);

/// A board that keeps the property.
struct Kept {
    margin: Reverse<Fitness>,
    key: u128,
    genome: Genome,
    /// The number of vertices that the step to this board took away.
    lost: usize,
    stage: Stage,
    /// The number of boards of this stage that were looked at.
    next: usize,
}

/// The boards of a kept board that are looked at next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Reductions,
    Rearrangements,
    Done,
}

/// The search for a smaller board.
struct Shrinking<'a> {
    evaluator: &'a Evaluator,
    objective: &'a Objective,
    scored: u64,
    /// The fingerprints of all boards that were scored.
    seen: FxHashSet<u128>,
    kept: BTreeMap<Size, Vec<Kept>>,
    /// The greatest number of kinds of vertices of a board that is looked at.
    kinds: usize,
    /// The boards of the kept board and the stage that were looked at last.
    around: Option<(u128, Stage, Vec<KeyedBoard>)>,
}

fn size(genome: &Genome) -> Size {
    (genome.order(), genome.edge_count())
}

impl Evaluator {
    /// Looks for the smallest board that meets the condition of `objective.find`, from a board that
    /// meets it, by scoring at most `most` boards. All boards are in a class of the plan.
    ///
    /// # Errors
    /// The reason why the given board is not known to meet the condition.
    pub fn shrink(&self, witness: &Genome, most: u64) -> Result<Shrunk, Unscored> {
        let Some(objective) = &self.kept else {
            return Err(Unscored::NotRequired);
        };
        let key = self.boards.key(witness);
        let scores = self.scores(objective, &[(key, witness.clone())]);
        let score = scores
            .into_iter()
            .next()
            .unwrap_or(Err(Unscored::NotRequired))?;
        let mut shrinking = Shrinking {
            evaluator: self,
            objective,
            scored: 1,
            seen: FxHashSet::from_iter([key]),
            kept: BTreeMap::new(),
            kinds: kinds(witness),
            around: None,
        };
        shrinking.keep(witness.clone(), key, score, witness.order());
        let end = shrinking.run(most);
        let smallest = shrinking.kept.into_values().next();
        let smallest = smallest.and_then(|kept| kept.into_iter().next());
        Ok(Shrunk {
            genome: smallest.map_or_else(|| witness.clone(), |kept| kept.genome),
            scored: shrinking.scored,
            end,
        })
    }

    /// The scores of boards, in their order.
    fn scores(&self, objective: &Objective, boards: &[KeyedBoard]) -> Vec<Result<Score, Unscored>> {
        self.pool.map(boards, |solver, (_, genome)| {
            self.score_alone(objective, solver, genome, &genome.board())
        })
    }

    /// The record of a board that meets the condition of `objective.find`: valued and checked as
    /// the records of a generation are, or certified.
    ///
    /// # Errors
    /// `Disagreement` when the checker disagrees with the solver; `Interrupted`.
    pub fn record_of_find(
        &self,
        genome: &Genome,
        generation: u64,
        lineage: Vec<LineageStep>,
    ) -> Result<Option<RecordLine>, SearchError> {
        let (genome, lineage) = (&[genome], &lineage);
        let lines = self.pool.map(genome, |solver, genome| {
            let score = self.score_alone(&self.objective, solver, genome, &genome.board());
            let score = match score {
                Ok(score) => score,
                Err(Unscored::Unsolved(SolveError::Stopped)) => {
                    return Err(SearchError::Interrupted);
                }
                Err(_) => return Ok(None),
            };
            let candidate = RecordCandidate {
                key: vec![genome.order() as i64],
                genome: (*genome).clone(),
                is_bound: score.bounds.is_some(),
                fitness: score.fitness,
                collected: None,
                lineage: lineage.clone(),
            };
            self.record(solver, generation, &candidate).map(Some)
        });
        lines.into_iter().next().unwrap_or(Ok(None))
    }
}

/// The lineage of a board that was shrunk from a board with this text and this lineage.
pub(super) fn lineage_of_shrunk(
    mut lineage: Vec<LineageStep>,
    generation: u64,
    from: String,
) -> Vec<LineageStep> {
    if lineage.len() > LINEAGE_CAP {
        lineage.remove(0);
    }
    lineage.push(LineageStep {
        generation,
        operator: "shrink".to_string(),
        from: Some(from),
    });
    lineage
}

impl Shrinking<'_> {
    /// Searches among the boards of few kinds of vertices first, until a share of the boards is
    /// scored, then among those of more kinds.
    fn run(&mut self, most: u64) -> ShrunkEnd {
        let kinds = self.kinds;
        for level in 0..=LEVELS {
            self.kinds = match level {
                LEVELS => usize::MAX,
                _ => kinds + KINDS * level,
            };
            let share = (most - self.scored.min(most)) / (LEVELS - level + 1) as u64;
            let end = self.run_level(self.scored + share);
            if end == ShrunkEnd::Stopped || level == LEVELS {
                return end;
            }
            self.around = None;
            let boards = self.kept.values_mut().flatten();
            boards.for_each(|kept| (kept.stage, kept.next) = (Stage::Reductions, 0));
        }
        ShrunkEnd::Boards
    }

    /// Searches until `most` boards are scored.
    fn run_level(&mut self, most: u64) -> ShrunkEnd {
        while let Some((size, index)) = self.next() {
            let group = self.group(size, index);
            if self.scored + group.len() as u64 > most {
                return ShrunkEnd::Boards;
            }
            let scores = self.evaluator.scores(self.objective, &group);
            let stopped = Unscored::Unsolved(SolveError::Stopped);
            let is_stopped = |s: &Result<Score, Unscored>| s.as_ref().err() == Some(&stopped);
            if self.evaluator.is_stopped() || scores.iter().any(is_stopped) {
                return ShrunkEnd::Stopped;
            }
            self.scored += group.len() as u64;
            for ((key, genome), score) in group.into_iter().zip(scores) {
                self.seen.insert(key);
                if let Ok(score) = score {
                    let lost = size.0.saturating_sub(genome.order());
                    self.keep(genome, key, score, lost);
                }
            }
        }
        ShrunkEnd::Exhausted
    }

    /// The board to go on with, by its size and its place among the boards of that size: a small
    /// one of great margin. Reductions come before rearrangements.
    fn next(&self) -> Option<(Size, usize)> {
        let all = self.kept.iter().flat_map(|(&size, kept)| {
            let boards = kept.iter().enumerate();
            boards.map(move |(index, kept)| (size, index, kept.stage))
        });
        let open = all.filter(|(.., stage)| *stage != Stage::Done);
        let next = open.min_by_key(|&(size, index, stage)| {
            let later = match stage {
                Stage::Reductions => 0,
                _ => LATER,
            };
            (size.0 + later + index, size, index)
        });
        next.map(|(size, index, _)| (size, index))
    }

    /// Adds a board that keeps the property, if few boards of its size have a greater margin.
    fn keep(&mut self, genome: Genome, key: u128, score: Score, lost: usize) {
        let boards = self.kept.entry(size(&genome)).or_default();
        boards.push(Kept {
            margin: Reverse(score.fitness),
            key,
            genome,
            lost,
            stage: Stage::Reductions,
            next: 0,
        });
        boards.sort_by(|a, b| (&a.margin, a.key).cmp(&(&b.margin, b.key)));
        boards.truncate(BEAM);
    }

    /// The next boards around a kept board that were not scored yet; empty at the end of a stage,
    /// which the board then leaves.
    fn group(&mut self, size: Size, index: usize) -> Vec<KeyedBoard> {
        let Some(kept) = self.kept.get_mut(&size).and_then(|k| k.get_mut(index)) else {
            return Vec::new();
        };
        let around = match self.around.take() {
            Some((key, stage, around)) if (key, stage) == (kept.key, kept.stage) => around,
            _ => around(self.evaluator, self.kinds, kept),
        };
        let mut group = Vec::new();
        while group.len() < GROUP && kept.next < around.len() {
            let (key, genome) = &around[kept.next];
            kept.next += 1;
            if !self.seen.contains(key) {
                group.push((*key, genome.clone()));
            }
        }
        self.around = Some((kept.key, kept.stage, around));
        if group.is_empty() {
            kept.next = 0;
            kept.stage = match kept.stage {
                Stage::Reductions => Stage::Rearrangements,
                Stage::Rearrangements | Stage::Done => Stage::Done,
            };
        }
        group
    }
}

/// The boards that the stage of a kept board looks at, each once, with their fingerprints.
/// Reductions have fewer vertices, or as many and fewer edges; rearrangements are not larger.
/// Boards of more than `most_kinds` kinds of vertices are left out.
fn around(evaluator: &Evaluator, most_kinds: usize, kept: &Kept) -> Vec<KeyedBoard> {
    let own = size(&kept.genome);
    let boards = match kept.stage {
        Stage::Reductions => reductions(&kept.genome),
        Stage::Rearrangements => rearrangements(&kept.genome),
        Stage::Done => Vec::new(),
    };
    let is_near = |genome: &Genome| match kept.stage {
        Stage::Reductions => size(genome) < own,
        _ => size(genome) <= own,
    };
    let keyed = evaluator.pool.map(&boards, |_, genome| {
        let fits = is_near(genome) && kinds(genome) <= most_kinds;
        let fits = fits && evaluator.boards.contains(genome);
        fits.then(|| evaluator.boards.key(genome))
    });
    let mut seen = FxHashSet::default();
    let keyed = keyed.into_iter().zip(boards);
    let mut around: Vec<KeyedBoard> = keyed
        .filter_map(|(key, genome)| Some((key?, genome)))
        .filter(|&(key, _)| key != kept.key && seen.insert(key))
        .collect();
    if kept.stage == Stage::Reductions {
        let lost = |genome: &Genome| own.0 - genome.order();
        let most = kept.lost.saturating_mul(STRIDE).max(2);
        around.sort_by_key(|(key, g)| (lost(g) > most, size(g), *key));
    }
    around
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::{Board, Graph, parse_board};
    use boilingpoint_evolve::{Place, Problem, stream};
    use boilingpoint_plan::Plan;
    use boilingpoint_plan::read_no_boards;
    use boilingpoint_problem::{Verdict, verify};
    use boilingpoint_solver::{Budget, Solver};

    /// The number of random boards of each class.
    const CASES: u64 = 25;

    fn evaluator(ruleset: &str, boards: &str, find: &str, threads: usize) -> (Plan, Evaluator) {
        let config = format!(
            "threads = {threads}\n[game]\nruleset = \"{ruleset}\"\n[boards]\n{boards}\n\
             [objective]\nfind = \"{find}\"\n"
        );
        let plan = Plan::resolve("t.toml", config.as_bytes(), &[], read_no_boards).unwrap();
        let evaluator = Evaluator::new(&plan, None).unwrap();
        (plan, evaluator)
    }

    /// Shrinks a board on one thread and on two. The condition of the result is decided again by a
    /// solver of its own, whose values the checker agrees with.
    fn shrunk(ruleset: &str, boards: &str, find: &str, board: &str) -> Genome {
        let witness = Genome::of_board(&parse_board(board).unwrap()).in_order();
        let (plan, one) = evaluator(ruleset, boards, find, 1);
        let result = one.shrink(&witness, 3000).unwrap();
        let (_, two) = evaluator(ruleset, boards, find, 2);
        let again = two.shrink(&witness, 3000).unwrap();
        let smallest = result.genome.canonical_board();
        assert_eq!(smallest.text(), again.genome.canonical_board().text());
        assert_eq!((result.scored, result.end), (again.scored, again.end));

        assert!(size(&result.genome) <= size(&witness), "{find}");
        assert!(plan.class_of(plan.boards.class).contains(&result.genome));
        let mut solver = Solver::new(plan.game.ruleset, Budget::default());
        let text = format!("order where {find}");
        let condition = Objective::parse(&text).unwrap();
        assert!(condition.score(&mut solver, &smallest).is_ok(), "{find}");
        let e = solver.evaluate(&smallest).unwrap();
        let ruleset = plan.game.ruleset;
        let verdict = verify(ruleset, &smallest, &e, solver.values(), 1_000_000);
        assert_eq!(verdict, Verdict::Agrees, "{find}");
        result.genome
    }

    #[test]
    fn a_caterpillar_shrinks_to_the_smallest_one() {
        let class = "class = \"tree\"\norder = [1, 30]";
        let hot = "temperature > degree";
        let small = shrunk("snort", class, hot, "caterpillar(5,4,5)");
        // The atlas proves that no tree of fewer vertices is as hot.
        assert_eq!(small.order(), 8);
        // A board that is smallest already stays.
        let same = shrunk("snort", class, hot, &small.board().text());
        assert_eq!(same.order(), 8);
    }

    #[test]
    fn boards_with_tints_and_cycles_and_squares_shrink() {
        let tinted = "class = \"connected\"\ntinted = true\norder = [1, 12]";
        let board = "0-1,1-2,2-3,3-0,3-4,4-5:L.R..L";
        let small = shrunk("snort", tinted, "mean > 0 and temperature > 1", board);
        assert!(small.order() < 6);
        assert!(small.is_connected());
        let any = "class = \"any\"\norder = [1, 12]";
        let small = shrunk("col", any, "second_player_win", "cycle(7)");
        assert_eq!((small.order(), small.edge_count()), (2, 0));
        let squares = "class = \"squares\"\norder = [1, 12]";
        let small = shrunk("domineering", squares, "temperature > 0", "squares(3,3)");
        assert_eq!(small.order(), 4);
    }

    #[test]
    fn a_board_without_the_property_is_refused() {
        let (_, evaluator) = evaluator("snort", "order = [1, 12]", "temperature > degree", 1);
        let star = Genome::of_board(&parse_board("star(4)").unwrap());
        let refused = evaluator.shrink(&star, 100).unwrap_err();
        assert_eq!(refused, Unscored::NotRequired);
    }

    #[test]
    fn the_number_of_boards_is_a_limit() {
        let class = "class = \"tree\"\norder = [1, 30]";
        let (_, evaluator) = evaluator("snort", class, "temperature > degree", 1);
        let witness = Genome::of_board(&parse_board("caterpillar(5,4,5)").unwrap());
        for most in [0, 1, 20, 100] {
            let shrunk = evaluator.shrink(&witness, most).unwrap();
            assert!(shrunk.scored <= most.max(1), "{most}");
            assert_eq!(shrunk.end, ShrunkEnd::Boards);
        }
    }

    /// The boards without a vertex or without an edge, by their definition.
    fn one_less(board: &Board) -> Vec<Board> {
        let graph = board.graph();
        let all: Vec<usize> = (0..board.order()).collect();
        let without = |v: usize| all.iter().copied().filter(|&u| u != v).collect::<Vec<_>>();
        let mut smaller: Vec<Board> = all.iter().map(|&v| board.kept(&without(v))).collect();
        let edges: Vec<(usize, usize)> = graph.edges().collect();
        smaller.extend(edges.iter().map(|edge| {
            let left = edges.iter().copied().filter(|e| e != edge);
            let graph = Graph::from_edges(board.order(), left);
            Board::new(graph, board.tints().to_vec()).unwrap()
        }));
        smaller
    }

    /// Random boards of four classes keep their property, and no vertex or edge more can be taken
    /// away. Both are decided by a solver of their own, on boards that are made by the definition.
    #[test]
    fn random_boards_keep_their_property_and_no_vertex_or_edge_can_go() {
        let mut shrunk = 0;
        for (ruleset, boards, find) in [
            ("snort", "order = [1, 8]", "temperature >= degree"),
            (
                "snort",
                "class = \"tree\"\norder = [1, 12]",
                "temperature > 2",
            ),
            (
                "col",
                "class = \"any\"\ntinted = true\norder = [1, 7]",
                "value > 0",
            ),
            (
                "snort",
                "class = \"bipartite\"\norder = [2, 8]",
                "cycles(4) > 0 or girth > 4",
            ),
        ] {
            let (plan, evaluator) = evaluator(ruleset, boards, find, 2);
            let class = plan.class_of(plan.boards.class);
            let condition = Objective::parse(&format!("order where {find}")).unwrap();
            let mut solver = Solver::new(plan.game.ruleset, Budget::default());
            let mut keeps = |board: &Board| condition.score(&mut solver, board).is_ok();
            for seed in 0..CASES {
                let place = Place {
                    island: 0,
                    generation: 0,
                };
                let mut rng = stream(seed, 0, 0, 0);
                let witness = evaluator.boards.random(place, &mut rng);
                let is_met = keeps(&witness.board());
                let Ok(result) = evaluator.shrink(&witness, 20_000) else {
                    assert!(!is_met, "{find}: {}", witness.board().text());
                    continue;
                };
                let small = result.genome.board();
                let what = format!("{find}: {} to {}", witness.board().text(), small.text());
                assert!(is_met && keeps(&small), "{what}");
                assert_eq!(result.end, ShrunkEnd::Exhausted, "{what}");
                for smaller in one_less(&small) {
                    let is_in = class.contains(&Genome::of_board(&smaller));
                    assert!(!is_in || !keeps(&smaller), "{what}, not {}", smaller.text());
                }
                shrunk += usize::from(size(&result.genome) < size(&witness));
            }
        }
        assert!(shrunk > CASES as usize, "{shrunk}");
    }
}
