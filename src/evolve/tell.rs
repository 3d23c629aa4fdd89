//! Telling: what the outcomes of a generation do to the state of a search.

use super::archive::Insertion;
use super::batch::Batch;
use super::credit::{Gain, Tally};
use super::engine::EngineState;
use super::island::Island;
use super::migration::{Migration, migrate};
use super::polish::{self, Neighbour};
use super::problem::{Place, Problem};
use super::report::{Archived, Report};
use super::settings::{Method, Settings};
use super::specimen::{Candidate, Fitness, Outcome, Specimen};

/// After so many generations without anything new to ask, the search is exhausted.
const EXHAUSTED: u32 = 10;

/// A generation being told.
pub(super) struct Tell<'a, G, F> {
    state: &'a mut EngineState<G, F>,
    report: Report<G, F>,
    /// Per island, the specimens scored.
    children: Vec<Vec<Specimen<G, F>>>,
    /// Per island, the steps of its walkers.
    steps: Vec<Vec<(usize, Specimen<G, F>)>>,
    /// Per island, where its look-ahead stopped.
    look_ahead: Vec<Option<Neighbour>>,
}

impl<'a, G: Clone, F: Fitness> Tell<'a, G, F> {
    /// Begins: what was asked counts as asked.
    pub fn new(state: &'a mut EngineState<G, F>, batch: &Batch<G>) -> Self {
        state.remember_parents(batch);
        for (island, &cursor) in state.islands.iter_mut().zip(&batch.polish) {
            polish::advance(&mut island.polish, cursor);
        }
        state.next_id += batch.len() as u64;
        state.empty_batches = if batch.is_empty() {
            state.empty_batches + 1
        } else {
            0
        };
        let children = state.islands.iter().map(|_| Vec::new()).collect();
        let steps = state.islands.iter().map(|_| Vec::new()).collect();
        let report = Report {
            generation: batch.generation,
            asked: batch.len() as u64,
            scored: 0,
            infeasible: 0,
            unfinished: 0,
            duplicates: batch.duplicates(),
            new_bests: Vec::new(),
            archived: Vec::new(),
            operators: batch.attempts.clone(),
            rates: Vec::new(),
            restarts: Vec::new(),
            migrations: Vec::new(),
            fitnesses: Vec::new(),
            cells: 0,
            exhausted: false,
        };
        Tell {
            state,
            report,
            children,
            steps,
            look_ahead: batch.look_ahead.clone(),
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
            self.report.new_bests.push(specimen.clone());
        }
        if insertion != Insertion::Rejected {
            self.report.archived.push(Archived {
                insertion,
                specimen: specimen.clone(),
            });
        }
        let island = specimen.origin.island;
        match walker {
            Some(walker) => self.steps[island].push((walker, specimen)),
            None => self.children[island].push(specimen),
        }
        match insertion {
            _ if is_best => Gain::Best,
            Insertion::NewCell | Insertion::Improved => Gain::Archived,
            Insertion::Kept => Gain::Kept,
            Insertion::Rejected => Gain::None,
        }
    }

    /// What happens between generations.
    pub fn finish<P: Problem<Genome = G>>(mut self, problem: &P) -> Report<G, F> {
        self.queue_polish();
        let generation = self.state.generation;
        let EngineState {
            settings,
            islands,
            archive,
            ..
        } = &mut *self.state;
        let place = |island| Place {
            island,
            generation: generation + 1,
        };
        let admits = |island: usize, genome: &G| problem.admits(place(island), genome);
        let told = self.children.into_iter().zip(self.steps).enumerate();
        for ((i, (children, steps)), island) in told.zip(islands.iter_mut()) {
            let here = (i, generation);
            let restarted = if settings.method(i) == Method::Evolve {
                island.absorb(settings, children, here);
                island.is_stagnant(settings, generation) && {
                    island.restart(settings, archive, here, |g| admits(i, g));
                    true
                }
            } else {
                island.walk(settings, steps, self.look_ahead[i], here)
            };
            self.report.restarts.extend(restarted.then_some(i));
        }
        self.report.migrations = migrations(settings, islands, generation, &admits);
        self.state.forget_ancestors();
        self.state.credit.count(&self.report.operators);
        self.state.generation += 1;
        self.report.rates = self.state.credit.rates(self.state.settings.operator_floor);
        self.report.exhausted = self.state.empty_batches >= EXHAUSTED && !problem.grows(generation);
        self.report.cells = self.state.archive.len();
        let fitnesses = |i: &Island<G, F>| {
            let mut all: Vec<F> = i.members().iter().map(|s| s.fitness.clone()).collect();
            all.sort_by(|a, b| b.cmp(a));
            all
        };
        self.report.fitnesses = self.state.islands.iter().map(fitnesses).collect();
        self.report
    }

    /// New elites wait for polish on the island that found them.
    fn queue_polish(&mut self) {
        let mut elites: Vec<Vec<Specimen<G, F>>> =
            self.state.islands.iter().map(|_| Vec::new()).collect();
        for archived in self
            .report
            .archived
            .iter()
            .filter(|a| a.insertion.is_improvement())
        {
            elites[archived.specimen.origin.island].push(archived.specimen.clone());
        }
        for (island, elites) in self.state.islands.iter_mut().zip(elites) {
            polish::enqueue(&mut island.polish, elites, &self.state.archive);
        }
    }
}

/// The migrations at the end of a generation, if it is time.
fn migrations<G: Clone, F: Fitness>(
    settings: &Settings,
    islands: &mut [Island<G, F>],
    generation: u64,
    admits: &dyn Fn(usize, &G) -> bool,
) -> Vec<Migration> {
    let is_time =
        settings.migration_every > 0 && (generation + 1).is_multiple_of(settings.migration_every);
    if is_time {
        migrate(settings, islands, generation, admits)
    } else {
        Vec::new()
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
