//! Telling: the outcomes of a generation update the state of an island.

use std::collections::BTreeSet;

use super::archive::Insertion;
use super::batch::Batch;
use super::counts::Counts;
use super::credit::OperatorCounts;
use super::front::Comparison;
use super::polish::{self, Neighbour};
use super::problem::{Place, Problem};
use super::report::{Archived, IslandReport};
use super::settings::Method;
use super::specimen::{Candidate, EvaluationOutcome, FitnessValue, Specimen};
use super::state::IslandState;
use super::window::Gain;

/// The number of empty batches in a row after which an island counts as exhausted.
const EXHAUSTED: u32 = 10;

/// The update of an island's state by the outcomes of a generation.
pub(super) struct GenerationUpdate<'a, G, F, R> {
    state: &'a mut IslandState<G, F>,
    report: IslandReport<G, F, R>,
    /// The specimens that have a fitness, for the population.
    children: Vec<Specimen<G, F>>,
    /// The specimens that have a fitness and are steps of walkers, each with the number of its
    /// walker.
    steps: Vec<(usize, Specimen<G, F>)>,
    comparison: Comparison,
    /// The next neighbour that the look-ahead method proposes; see [`Batch`].
    look_ahead: Option<Neighbour>,
}

impl<'a, G: Clone, F: FitnessValue, R> GenerationUpdate<'a, G, F, R> {
    /// Begins the update by counting the batch as proposed.
    pub fn new(state: &'a mut IslandState<G, F>, batch: &Batch<G>, comparison: Comparison) -> Self {
        state.begin(&batch.candidates, batch.polish);
        let report = IslandReport {
            island: batch.island,
            generation: batch.generation,
            counts: Counts {
                asked: batch.len() as u64,
                duplicates: batch.duplicates(),
                steps: batch.steps,
                ..Counts::default()
            },
            archived: Vec::new(),
            operators: batch.attempts.clone(),
            rates: Vec::new(),
            restarted: false,
            migrations: state.arrived.take().unwrap_or_default(),
            fitnesses: Vec::new(),
            exhausted: false,
            bounded: BTreeSet::new(),
            undefined: None,
            unfinished: Vec::new(),
            records: Vec::new(),
            why_unscored: None,
            keys: Vec::new(),
        };
        GenerationUpdate {
            state,
            report,
            children: Vec::new(),
            steps: Vec::new(),
            comparison,
            look_ahead: batch.look_ahead,
        }
    }

    /// Takes in the outcome of one candidate: counts it, and updates archive and operator credit.
    pub fn outcome(&mut self, candidate: Candidate<G>, outcome: EvaluationOutcome<F>) {
        let counts = outcome.counts();
        let operators = distinct(&candidate.origin.operators);
        let pick = candidate.pick.clone();
        let (gain, fitness) = self.gain(candidate, outcome);
        // Without an order among the components, outcomes of equal gain are equal.
        let fitness = fitness.filter(|_| self.comparison == Comparison::InOrder);
        self.report.counts += counts;
        if let Some(pick) = pick {
            self.state.archive.visit(&pick.cell, gain >= Gain::Archived);
            self.state
                .emitters
                .record(pick.emitter, gain, fitness.clone());
        }
        for operator in operators {
            self.report.operators[operator] += OperatorCounts {
                asked: 1,
                scored: counts.scored,
                infeasible: counts.infeasible,
                unfinished: counts.unfinished,
                archived: u64::from(gain >= Gain::Archived),
                bests: u64::from(gain >= Gain::Best),
                ..OperatorCounts::default()
            };
            self.state.credit.record(operator, gain, fitness.clone());
        }
    }

    /// Adds an outcome to the report. If the outcome has a fitness, adds the specimen to the
    /// archive.
    fn gain(
        &mut self,
        candidate: Candidate<G>,
        outcome: EvaluationOutcome<F>,
    ) -> (Gain, Option<F>) {
        match outcome {
            EvaluationOutcome::Scored {
                fitness,
                cell,
                island_fitnesses,
                is_bound,
            } => {
                if is_bound {
                    self.report.bounded.insert(candidate.key);
                }
                let walker = candidate.walker;
                let specimen = Specimen::scored(candidate, fitness.clone(), cell, island_fitnesses);
                return (self.scored(specimen, walker), Some(fitness));
            }
            EvaluationOutcome::Undefined(why) => {
                self.report.undefined.get_or_insert((0, why)).0 += 1
            }
            EvaluationOutcome::Unfinished { name, why } => self.report.unfinished.push((name, why)),
            EvaluationOutcome::Idle { .. }
            | EvaluationOutcome::Cut
            | EvaluationOutcome::Infeasible
            | EvaluationOutcome::Screened => {}
        }
        (Gain::None, None)
    }

    /// Adds a specimen to the archive, to the report, and to the island's children or steps.
    fn scored(&mut self, specimen: Specimen<G, F>, walker: Option<usize>) -> Gain {
        let insertion = self.state.archive.insert(&specimen, self.comparison);
        let is_best = self.state.take_best(&specimen);
        let is_best = match self.comparison {
            Comparison::InOrder => is_best,
            Comparison::ByDominance => self.state.archive.has_on_front(&specimen),
        };
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
            Insertion::NewCell | Insertion::Improved | Insertion::OnFront => Gain::Archived,
            Insertion::Kept => Gain::Kept,
            Insertion::Rejected => Gain::None,
        }
    }

    /// Ends the generation: selects survivors, restarts if due, queues polish, and computes the
    /// rates of the operators.
    pub fn finish<P: Problem<Genome = G>>(mut self, problem: &P) -> IslandReport<G, F, R> {
        self.queue_polish();
        let state = self.state;
        let generation = state.generation;
        let here = (state.index, generation);
        let place = Place {
            island: state.index,
            generation: generation + 1,
        };
        let method = state.method();
        let (settings, population) = (&state.settings, &mut state.population);
        self.report.restarted = if method == Method::Evolve {
            population.absorb(settings, self.children, here, self.comparison);
            population.is_stagnant(settings, generation) && {
                let admits = |genome: &G| problem.admits(place, genome);
                population.restart(settings, &state.archive, here, admits, self.comparison);
                true
            }
        } else {
            population.walk(settings, self.steps, self.look_ahead, here)
        };
        state.forget_ancestors();
        state.credit.count(&self.report.operators);
        state.generation += 1;
        self.report.rates = state.credit.rates(state.settings.operator_floor);
        self.report.exhausted = state.empty_batches >= EXHAUSTED && !problem.grows(generation);
        let members = state.population.specimens();
        self.report.fitnesses = members.map(|s| s.fitness.clone()).collect();
        self.report.fitnesses.sort_by(|a, b| b.cmp(a));
        self.report
    }

    /// Adds the new elites to the queue of polish.
    fn queue_polish(&mut self) {
        let new = self.report.archived.iter();
        let elites = new
            .filter(|a| a.insertion.is_improvement())
            .map(|a| a.specimen.clone());
        let (population, archive) = (&mut self.state.population, &self.state.archive);
        polish::enqueue(
            &mut population.polish,
            elites.collect(),
            archive,
            self.comparison,
        );
    }
}

/// The operators of a chain without repetition, in the order of their first use.
fn distinct(operators: &[usize]) -> Vec<usize> {
    let mut distinct = Vec::new();
    for &operator in operators {
        if !distinct.contains(&operator) {
            distinct.push(operator);
        }
    }
    distinct
}
