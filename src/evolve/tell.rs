//! Telling: what the outcomes of a generation do to the state of an island.

use super::archive::Insertion;
use super::batch::Batch;
use super::credit::{Gain, Tally};
use super::engine::EngineState;
use super::polish::{self, Neighbour};
use super::problem::{Place, Problem};
use super::report::{Archived, IslandReport};
use super::settings::Method;
use super::specimen::{Candidate, Fitness, Outcome, Specimen};

/// After so many generations without anything new to ask, the search is exhausted.
const EXHAUSTED: u32 = 10;

/// A generation being told.
pub(super) struct Tell<'a, G, F> {
    state: &'a mut EngineState<G, F>,
    report: IslandReport<G, F>,
    /// The specimens scored.
    children: Vec<Specimen<G, F>>,
    /// The steps of the walkers.
    steps: Vec<(usize, Specimen<G, F>)>,
    /// Where look-ahead stopped.
    look_ahead: Option<Neighbour>,
}

impl<'a, G: Clone, F: Fitness> Tell<'a, G, F> {
    /// Begins: what was asked counts as asked.
    pub fn new(state: &'a mut EngineState<G, F>, batch: &Batch<G>) -> Self {
        state.remember_parents(batch);
        polish::advance(&mut state.island.polish, batch.polish);
        state.asked += batch.len() as u64;
        state.empty_batches = if batch.is_empty() {
            state.empty_batches + 1
        } else {
            0
        };
        let report = IslandReport {
            island: batch.island,
            generation: batch.generation,
            asked: batch.len() as u64,
            scored: 0,
            infeasible: 0,
            unfinished: 0,
            duplicates: batch.duplicates(),
            archived: Vec::new(),
            operators: batch.attempts.clone(),
            rates: Vec::new(),
            restarted: false,
            migrations: state.arrived.take().unwrap_or_default(),
            fitnesses: Vec::new(),
            exhausted: false,
        };
        Tell {
            state,
            report,
            children: Vec::new(),
            steps: Vec::new(),
            look_ahead: batch.look_ahead,
        }
    }

    /// One candidate's outcome: counted, archived, credited.
    pub fn outcome(&mut self, candidate: Candidate<G>, outcome: Outcome<F>) {
        let operators = distinct(&candidate.origin.operators);
        let pick = candidate.pick.clone();
        let (gain, fitness, tally) = match outcome {
            Outcome::Scored {
                fitness,
                cell,
                drives,
            } => {
                let walker = candidate.walker;
                let specimen = Specimen::scored(candidate, fitness.clone(), cell, drives);
                let gain = self.scored(specimen, walker);
                let archived = u64::from(gain >= Gain::Archived);
                let bests = u64::from(gain >= Gain::Best);
                (
                    gain,
                    Some(fitness),
                    Tally {
                        scored: 1,
                        archived,
                        bests,
                        ..Tally::default()
                    },
                )
            }
            Outcome::Idle => (
                Gain::None,
                None,
                Tally {
                    scored: 1,
                    ..Tally::default()
                },
            ),
            Outcome::Infeasible(_) => (
                Gain::None,
                None,
                Tally {
                    infeasible: 1,
                    ..Tally::default()
                },
            ),
            Outcome::Unfinished(_) => (
                Gain::None,
                None,
                Tally {
                    unfinished: 1,
                    ..Tally::default()
                },
            ),
        };
        self.report.scored += tally.scored;
        self.report.infeasible += tally.infeasible;
        self.report.unfinished += tally.unfinished;
        if let Some(pick) = pick {
            self.state.archive.visit(&pick.cell, gain >= Gain::Archived);
            self.state
                .emitters
                .record(pick.emitter, gain, fitness.clone());
        }
        for operator in operators {
            self.report.operators[operator].add(&Tally { asked: 1, ..tally });
            self.state.credit.record(operator, gain, fitness.clone());
        }
    }

    /// A specimen's way into the archive, the report and its island.
    fn scored(&mut self, specimen: Specimen<G, F>, walker: Option<usize>) -> Gain {
        let insertion = self.state.archive.insert(specimen.clone());
        let is_best = self
            .state
            .best
            .as_ref()
            .is_none_or(|best| specimen.by_merit(best).is_lt());
        if is_best {
            self.state.best = Some(specimen.clone());
        }
        if insertion != Insertion::Rejected {
            self.report.archived.push(Archived {
                insertion,
                specimen: specimen.clone(),
            });
        }
        match walker {
            Some(walker) => self.steps.push((walker, specimen)),
            None => self.children.push(specimen),
        }
        match insertion {
            _ if is_best => Gain::Best,
            Insertion::NewCell | Insertion::Improved => Gain::Archived,
            Insertion::Kept => Gain::Kept,
            Insertion::Rejected => Gain::None,
        }
    }

    /// What happens between generations.
    pub fn finish<P: Problem<Genome = G>>(mut self, problem: &P) -> IslandReport<G, F> {
        self.queue_polish();
        let state = self.state;
        let generation = state.generation;
        let here = (state.index, generation);
        let place = Place {
            island: state.index,
            generation: generation + 1,
        };
        let method = state.method();
        let (settings, island) = (&state.settings, &mut state.island);
        self.report.restarted = if method == Method::Evolve {
            island.absorb(settings, self.children, here);
            island.is_stagnant(settings, generation) && {
                let admits = |genome: &G| problem.admits(place, genome);
                island.restart(settings, &state.archive, here, admits);
                true
            }
        } else {
            island.walk(settings, self.steps, self.look_ahead, here)
        };
        state.forget_ancestors();
        state.credit.count(&self.report.operators);
        state.generation += 1;
        self.report.rates = state.credit.rates(state.settings.operator_floor);
        self.report.exhausted = state.empty_batches >= EXHAUSTED && !problem.grows(generation);
        let members = state.island.members();
        self.report.fitnesses = members.iter().map(|s| s.fitness.clone()).collect();
        self.report.fitnesses.sort_by(|a, b| b.cmp(a));
        self.report
    }

    /// New elites wait for polish.
    fn queue_polish(&mut self) {
        let new = self.report.archived.iter();
        let elites = new
            .filter(|a| a.insertion.is_improvement())
            .map(|a| a.specimen.clone());
        let (island, archive) = (&mut self.state.island, &self.state.archive);
        polish::enqueue(&mut island.polish, elites.collect(), archive);
    }
}

/// The operators of a chain, each once, in order of first use.
fn distinct(operators: &[usize]) -> Vec<usize> {
    let mut distinct = Vec::new();
    for &operator in operators {
        if !distinct.contains(&operator) {
            distinct.push(operator);
        }
    }
    distinct
}
