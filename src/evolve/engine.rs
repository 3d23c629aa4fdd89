//! The engine: ask, and tell.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::archive::{Archive, Insertion};
use super::batch::Batch;
use super::breed::Breeder;
use super::credit::{Credit, Gain, Tally};
use super::island::Island;
use super::migration::{Migration, migrate};
use super::polish;
use super::problem::Problem;
use super::report::{Archived, Report};
use super::seen::Seen;
use super::settings::{Settings, SettingsError};
use super::specimen::{Candidate, Fitness, Outcome, Specimen};

/// After so many generations without anything new to ask, the search is exhausted.
const EXHAUSTED: u32 = 3;

/// The whole state of a search between generations, but for the keys [`Seen`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "G: Serialize, F: Serialize", deserialize = "G: Deserialize<'de>, F: Deserialize<'de>"))]
pub struct EngineState<G, F> {
    /// The settings.
    pub settings: Settings,
    /// The generation that will be asked next.
    pub generation: u64,
    /// The id of the next specimen: how many were asked so far.
    pub next_id: u64,
    /// The islands.
    pub islands: Vec<Island<G, F>>,
    /// The best of every cell.
    pub archive: Archive<G, F>,
    /// The operators' merits.
    pub credit: Credit<F>,
    /// The best of all.
    pub best: Option<Specimen<G, F>>,
    /// How many of the last batches were empty.
    pub empty_batches: u32,
}

/// What was told does not answer what was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TellError {
    /// The batch belongs to another generation, or to another engine.
    #[error("a batch of generation {told} was told to an engine at generation {expected}")]
    Generation {
        /// The generation of the batch.
        told: u64,
        /// The generation of the engine.
        expected: u64,
    },
    /// There must be one outcome per candidate.
    #[error("{outcomes} outcomes were told for {candidates} candidates")]
    Length {
        /// How many outcomes were told.
        outcomes: usize,
        /// How many candidates were asked.
        candidates: usize,
    },
}

/// An evolutionary search.
pub struct Engine<P: Problem, F> {
    state: EngineState<P::Genome, F>,
    seen: Seen,
    problem: PhantomData<fn(&P)>,
}

impl<P: Problem, F: Fitness> Engine<P, F> {
    /// A search that has not begun.
    pub fn new(problem: &P, settings: Settings) -> Result<Self, SettingsError> {
        settings.validate()?;
        let seen = Seen::new(settings.seen);
        let state = EngineState {
            generation: 0,
            next_id: 0,
            islands: (0..settings.islands).map(|_| Island::new()).collect(),
            archive: Archive::new(settings.per_cell, settings.cells),
            credit: Credit::new(problem.operators().len(), settings.credit_window),
            best: None,
            empty_batches: 0,
            settings,
        };
        Ok(Engine { state, seen, problem: PhantomData })
    }

    /// The search that a state and its seen keys were taken from; it goes on as that one did.
    pub fn restore(state: EngineState<P::Genome, F>, seen: Seen) -> Self {
        Engine { state, seen, problem: PhantomData }
    }

    /// The state, to look at or to store.
    pub fn state(&self) -> &EngineState<P::Genome, F> {
        &self.state
    }

    /// The keys asked so far.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The keys added since the last call, to be appended to a file.
    pub fn drain_new_keys(&mut self) -> Vec<u128> {
        self.seen.drain_new()
    }

    /// The specimens to evaluate next. Asking changes nothing: it can be repeated.
    pub fn ask(&self, problem: &P) -> Batch<P::Genome> {
        Breeder::new(problem, &self.state, &self.seen).batch()
    }

    /// Takes the outcomes of a batch, in its order, and ends the generation.
    pub fn tell(
        &mut self,
        batch: Batch<P::Genome>,
        outcomes: Vec<Outcome<F>>,
    ) -> Result<Report<P::Genome, F>, TellError> {
        let (told, expected) = (batch.generation, self.state.generation);
        let first = batch.candidates.first().map_or(self.state.next_id, |c| c.id);
        if told != expected || first != self.state.next_id {
            return Err(TellError::Generation { told, expected });
        }
        if outcomes.len() != batch.len() {
            return Err(TellError::Length { outcomes: outcomes.len(), candidates: batch.len() });
        }
        self.state.next_id += batch.len() as u64;
        self.state.empty_batches = if batch.is_empty() { self.state.empty_batches + 1 } else { 0 };
        let mut tell = Tell::new(&mut self.state, &batch);
        for (candidate, outcome) in batch.candidates.into_iter().zip(outcomes) {
            self.seen.insert(candidate.key);
            tell.outcome(candidate, outcome);
        }
        Ok(tell.finish())
    }
}

/// A generation being told.
struct Tell<'a, G, F> {
    state: &'a mut EngineState<G, F>,
    report: Report<G, F>,
    /// Per island, the specimens scored.
    children: Vec<Vec<Specimen<G, F>>>,
}

impl<'a, G: Clone, F: Fitness> Tell<'a, G, F> {
    fn new(state: &'a mut EngineState<G, F>, batch: &Batch<G>) -> Self {
        for (island, &cursor) in state.islands.iter_mut().zip(&batch.polish) {
            polish::advance(&mut island.polish, cursor);
        }
        let children = state.islands.iter().map(|_| Vec::new()).collect();
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
            exhausted: state.empty_batches >= EXHAUSTED,
        };
        Tell { state, report, children }
    }

    /// One candidate's outcome: counted, archived, credited.
    fn outcome(&mut self, candidate: Candidate<G>, outcome: Outcome<F>) {
        let operators = distinct(&candidate.origin.operators);
        let (gain, fitness, tally) = match outcome {
            Outcome::Scored { fitness, cell } => {
                let gain = self.scored(Specimen::scored(candidate, fitness.clone(), cell));
                let archived = u64::from(gain >= Gain::Archived);
                let bests = u64::from(gain >= Gain::Best);
                (gain, Some(fitness), Tally { scored: 1, archived, bests, ..Tally::default() })
            }
            Outcome::Infeasible(_) => (Gain::None, None, Tally { infeasible: 1, ..Tally::default() }),
            Outcome::Unfinished(_) => (Gain::None, None, Tally { unfinished: 1, ..Tally::default() }),
        };
        self.report.scored += tally.scored;
        self.report.infeasible += tally.infeasible;
        self.report.unfinished += tally.unfinished;
        for operator in operators {
            self.report.operators[operator].add(&Tally { asked: 1, ..tally });
            self.state.credit.record(operator, gain, fitness.clone());
        }
    }

    /// A specimen's way into the archive, the report and its island.
    fn scored(&mut self, specimen: Specimen<G, F>) -> Gain {
        let insertion = self.state.archive.insert(specimen.clone());
        let is_best = self.state.best.as_ref().is_none_or(|best| specimen.by_merit(best).is_lt());
        if is_best {
            self.state.best = Some(specimen.clone());
            self.report.new_bests.push(specimen.clone());
        }
        if insertion != Insertion::Rejected {
            self.report.archived.push(Archived { insertion, specimen: specimen.clone() });
        }
        self.children[specimen.origin.island].push(specimen);
        match insertion {
            _ if is_best => Gain::Best,
            Insertion::NewCell | Insertion::Improved => Gain::Archived,
            Insertion::Kept => Gain::Kept,
            Insertion::Rejected => Gain::None,
        }
    }

    /// What happens between generations.
    fn finish(mut self) -> Report<G, F> {
        self.queue_polish();
        let generation = self.state.generation;
        let EngineState { settings, islands, archive, .. } = &mut *self.state;
        for (i, (island, children)) in islands.iter_mut().zip(self.children).enumerate() {
            island.absorb(settings, children, generation);
            if island.is_stagnant(settings, generation) {
                island.restart(settings, archive, i, generation);
                self.report.restarts.push(i);
            }
        }
        self.report.migrations = migrations(settings, islands, generation);
        self.state.credit.count(&self.report.operators);
        self.state.generation += 1;
        self.report.rates = self.state.credit.rates(self.state.settings.operator_floor);
        self.report.cells = self.state.archive.len();
        let fitnesses = |i: &Island<G, F>| i.population.iter().map(|s| s.fitness.clone()).collect();
        self.report.fitnesses = self.state.islands.iter().map(fitnesses).collect();
        self.report
    }

    /// New elites wait for polish on the island that found them.
    fn queue_polish(&mut self) {
        let mut elites: Vec<Vec<Specimen<G, F>>> = self.state.islands.iter().map(|_| Vec::new()).collect();
        for archived in self.report.archived.iter().filter(|a| a.insertion.is_improvement()) {
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
) -> Vec<Migration> {
    let is_time = settings.migration_every > 0 && (generation + 1).is_multiple_of(settings.migration_every);
    if is_time { migrate(settings, islands, generation) } else { Vec::new() }
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
