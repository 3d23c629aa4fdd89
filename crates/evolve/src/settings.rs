//! The settings of a search, and the words by which configs choose among methods.
//!
//! Checkpoints store states in the order of the enum variants and of the fields of [`Settings`], so
//! these must not be reordered. The lists `WORDS` have the order in which people see the choices.

use serde::{Deserialize, Serialize};

/// A choice that a config makes by a word, such as `topology = "ring"`.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every choice with its word; the first is the default.
    const WORDS: &'static [(&'static str, Self)];

    /// The word for this choice.
    fn word(self) -> &'static str {
        let same = Self::WORDS.iter().find(|(_, choice)| *choice == self);
        same.map_or("", |(word, _)| word)
    }
}

/// The sending islands of each island.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// Each island receives from the island before it; the first receives from the last.
    Ring,
    /// Each island receives from all other islands.
    Complete,
    /// There is no migration.
    None,
}

/// The rule by which an island takes some of the offered specimens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// From the better half of the senders' populations, the specimens that differ most from the
    /// island's own specimens.
    Different,
    /// The best specimens of the senders' populations.
    Best,
    /// Random specimens from the better half of the senders' populations.
    Random,
}

/// The rule by which parents are chosen in a population.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// The best of a few specimens that are drawn at random.
    Tournament,
    /// A specimen drawn with a probability that falls linearly with its rank.
    Ranked,
}

/// The method by which an island searches. All methods but the first are *controls*: simple
/// searches with the same moves, which are compared with the first at equal numbers of evaluated
/// specimens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Evolution: a population with archive, migration and polish.
    Evolve,
    /// Random search: each specimen is drawn independently.
    Random,
    /// Hill climbing: many climbers side by side, each taking random steps from a random specimen.
    Climb,
    /// Greedy look-ahead: proposes all neighbours of a specimen, then moves to the best of them.
    LookAhead,
    /// Simulated annealing: many walkers side by side, each beginning with a random specimen.
    Anneal,
}

/// The emitter: the rule by which a cell of the archive is picked to breed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emission {
    /// Each of the following rules, with a probability that follows the success of its children.
    Adaptive,
    /// A random cell, all with equal probability.
    Uniform,
    /// The cell with the fewest picks among a few random cells.
    Novelty,
    /// The cell whose children improved the archive most often, among a few random cells.
    Promise,
    /// The cell with the best elite among a few random cells.
    Merit,
    /// The cell of the best specimen of a random size.
    Frontier,
}

/// Gives each choice its word.
macro_rules! words {
    ($($name:ident: $($word:literal $choice:ident),*;)*) => {$(
        impl Choice for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$choice)),*];
        }
    )*};
}

words! {
    Topology: "ring" Ring, "complete" Complete, "none" None;
    Policy: "different" Different, "best" Best, "random" Random;
    Selection: "ranked" Ranked, "tournament" Tournament;
    Method: "evolve" Evolve, "random" Random, "climb" Climb, "lookahead" LookAhead,
        "anneal" Anneal;
    Emission: "adaptive" Adaptive, "uniform" Uniform, "novelty" Novelty, "promise" Promise,
        "merit" Merit, "frontier" Frontier;
}

impl Emission {
    /// The rules that [`Emission::Adaptive`] chooses among; their credits are kept in this order.
    pub const EMITTERS: [Emission; 5] = [
        Emission::Uniform,
        Emission::Novelty,
        Emission::Promise,
        Emission::Merit,
        Emission::Frontier,
    ];
}

/// The settings of a search. Shares and probabilities are numbers from 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The seed; it is part of the address of every random stream.
    pub seed: u64,
    /// The number of islands; at least 1.
    pub islands: usize,
    /// The size of an island's population. An island proposes at most this number of specimens in a
    /// generation, start genomes aside.
    pub population: usize,
    /// The number of generations between migrations; 0 for no migration.
    pub migration_every: u64,
    /// The number of migrants that an island receives at a migration.
    pub migrants: usize,
    /// The sending islands of each island.
    pub topology: Topology,
    /// The rule by which an island takes some of the offered specimens.
    pub policy: Policy,
    /// The search methods of the islands. Island `i` uses method number `i` modulo the length of
    /// this list, which is never empty.
    pub methods: Vec<Method>,
    /// The rule by which a cell of the archive is picked to breed from.
    pub emission: Emission,
    /// The rule by which parents are chosen in a population.
    pub selection: Selection,
    /// The number of specimens in a tournament. A greater number favours the best specimens more.
    pub tournament: usize,
    /// The number of an island's best specimens that survive even if their cells are crowded.
    pub elites: usize,
    /// The share of a population that one cell may fill. Beyond this share, specimens of other
    /// cells are preferred.
    pub crowd: f64,
    /// The share of parents that come from the archive.
    pub archive_parent_share: f64,
    /// The share of slots that get a random specimen instead of a child.
    pub immigrant_share: f64,
    /// The probability that another operator is applied to a child, up to three times. Several
    /// operators together make a larger step.
    pub further_step: f64,
    /// The least probability of an operator. If an equal share of all operators is less, the least
    /// probability is the equal share.
    pub operator_floor: f64,
    /// The number of latest outcomes that decide the probabilities of the operators.
    pub credit_window: usize,
    /// The number of generations without a better child after which an island restarts; 0 for no
    /// restarts.
    pub stagnation: u64,
    /// The number of generations after a restart in which an island breeds from its own population
    /// only, so that the elites it was stuck with do not take over again at once.
    pub isolation: u64,
    /// The share of the slots that are for neighbours of new elites, if there are new elites.
    pub polish_share: f64,
    /// The number of attempts to fill a slot before it stays empty.
    pub attempts: usize,
    /// The greatest number of elites in a cell of the archive.
    pub per_cell: usize,
    /// The greatest number of cells in the archive. If there are more, the cell whose best elite is
    /// the worst is dropped.
    pub cells: usize,
    /// The number of keys that all islands together remember. When it is reached, the oldest keys
    /// are forgotten.
    pub seen: usize,
}

/// The error for a setting that is out of range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key} must be {expected}")]
pub struct SettingsError {
    /// The name of the setting that is out of range.
    pub key: &'static str,
    /// A description of the allowed values.
    pub expected: &'static str,
}

impl Settings {
    /// Checks that every setting is in range.
    ///
    /// # Errors
    /// [`SettingsError`] names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let counts = [
            ("islands", self.islands),
            ("population", self.population),
            ("methods", self.methods.len()),
            ("tournament", self.tournament),
            ("credit_window", self.credit_window),
            ("attempts", self.attempts),
            ("per_cell", self.per_cell),
            ("cells", self.cells),
            ("seen", self.seen),
        ];
        let shares = [
            ("crowd", self.crowd),
            ("archive_parent_share", self.archive_parent_share),
            ("immigrant_share", self.immigrant_share),
            ("further_step", self.further_step),
            ("operator_floor", self.operator_floor),
            ("polish_share", self.polish_share),
        ];
        if let Some(&(key, _)) = counts.iter().find(|(_, n)| *n == 0) {
            return Err(SettingsError {
                key,
                expected: "at least 1",
            });
        }
        if let Some(&(key, _)) = shares.iter().find(|(_, p)| !(0.0..=1.0).contains(p)) {
            return Err(SettingsError {
                key,
                expected: "between 0 and 1",
            });
        }
        if self.archive_parent_share + self.immigrant_share > 1.0 {
            return Err(SettingsError {
                key: "archive_parent_share",
                expected: "at most 1 - immigrant_share",
            });
        }
        Ok(())
    }

    /// The search method of an island.
    pub(super) fn method(&self, island: usize) -> Method {
        self.methods[island % self.methods.len()]
    }

    /// The number of keys that one island remembers.
    pub fn seen_by_island(&self) -> usize {
        self.seen.div_ceil(self.islands)
    }

    /// The islands from which island `to` receives migrants.
    pub fn senders(&self, to: usize) -> Vec<usize> {
        match self.topology {
            _ if self.islands < 2 => Vec::new(),
            Topology::None => Vec::new(),
            Topology::Ring => vec![(to + self.islands - 1) % self.islands],
            Topology::Complete => (0..self.islands).filter(|&i| i != to).collect(),
        }
    }

    /// The number of slots that polish may take in a generation of an island.
    pub(super) fn polish_slots(&self) -> usize {
        ((self.population as f64 * self.polish_share) as usize).min(self.population)
    }

    /// The number of specimens of one cell in a population beyond which specimens of other cells
    /// are preferred.
    pub(super) fn crowd_size(&self) -> usize {
        ((self.population as f64 * self.crowd) as usize).max(1)
    }
}

/// Settings for a first attempt.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 1,
            islands: 4,
            population: 64,
            migration_every: 10,
            migrants: 4,
            topology: Topology::Ring,
            policy: Policy::Different,
            methods: vec![Method::Evolve],
            emission: Emission::Adaptive,
            selection: Selection::Tournament,
            tournament: 3,
            elites: 4,
            crowd: 0.25,
            archive_parent_share: 0.4,
            immigrant_share: 0.05,
            further_step: 0.15,
            operator_floor: 0.02,
            credit_window: 1000,
            stagnation: 25,
            isolation: 25,
            polish_share: 0.25,
            attempts: 12,
            per_cell: 4,
            cells: 4096,
            seen: 1 << 22,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_valid_and_errors_name_the_key() {
        assert_eq!(Settings::default().validate(), Ok(()));
        let none = Settings {
            islands: 0,
            ..Settings::default()
        };
        assert_eq!(
            none.validate().unwrap_err().to_string(),
            "islands must be at least 1"
        );
        let nan = Settings {
            crowd: f64::NAN,
            ..Settings::default()
        };
        assert_eq!(nan.validate().unwrap_err().key, "crowd");
        let over = Settings {
            archive_parent_share: 0.8,
            immigrant_share: 0.3,
            ..Settings::default()
        };
        assert_eq!(over.validate().unwrap_err().key, "archive_parent_share");
    }

    fn words_are_those_of_serde<C: Choice + Serialize + std::fmt::Debug>(count: usize) {
        assert_eq!(C::WORDS.len(), count);
        for &(word, choice) in C::WORDS {
            assert_eq!(serde_json::to_value(choice).unwrap(), word);
            assert_eq!(choice.word(), word);
        }
    }

    #[test]
    fn every_choice_has_its_word() {
        words_are_those_of_serde::<Topology>(3);
        words_are_those_of_serde::<Policy>(3);
        words_are_those_of_serde::<Selection>(2);
        words_are_those_of_serde::<Method>(5);
        words_are_those_of_serde::<Emission>(1 + Emission::EMITTERS.len());
    }
}
