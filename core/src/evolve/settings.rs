//! The settings of a search, and the words by which configs choose among methods.
//!
//! The order of an enum's variants and of the fields of [`Settings`] is that of the states stored
//! in checkpoints. A list `WORDS` has the order in which the choices are offered to people.

use serde::{Deserialize, Serialize};

/// A choice among words.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every choice with its word; the first stands in where a config names none.
    const WORDS: &'static [(&'static str, Self)];

    /// The word for it.
    fn word(self) -> &'static str {
        let same = Self::WORDS.iter().find(|(_, choice)| *choice == self);
        same.map_or("", |(word, _)| word)
    }

    /// The choice that a word stands for.
    fn of_word(word: &str) -> Option<Self> {
        let same = Self::WORDS.iter().find(|(known, _)| *known == word);
        same.map(|(_, choice)| *choice)
    }
}

/// Which islands send to which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// Each island receives from the one before it.
    Ring,
    /// Each island receives from all others.
    Complete,
    /// No migration.
    None,
}

impl Choice for Topology {
    const WORDS: &'static [(&'static str, Topology)] = &[
        ("ring", Topology::Ring),
        ("complete", Topology::Complete),
        ("none", Topology::None),
    ];
}

/// Which migrants an island takes of those it is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Of the better half, those that differ most from its own.
    Different,
    /// The best.
    Best,
    /// Of the better half, some at random.
    Random,
}

impl Choice for Policy {
    const WORDS: &'static [(&'static str, Policy)] = &[
        ("different", Policy::Different),
        ("best", Policy::Best),
        ("random", Policy::Random),
    ];
}

/// How parents are chosen in a population.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// The best of a few drawn at random.
    Tournament,
    /// With probability falling linearly with rank.
    Ranked,
}

impl Choice for Selection {
    const WORDS: &'static [(&'static str, Selection)] = &[
        ("ranked", Selection::Ranked),
        ("tournament", Selection::Tournament),
    ];
}

/// How an island searches. All but the first are *controls*: simple searches with the same moves,
/// to be compared with at equal numbers of specimens evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A population, the archive, migration and polish.
    Evolve,
    /// Fresh random specimens only.
    Random,
    /// Hill climbing by random steps from random specimens, many side by side.
    Climb,
    /// Greedy look-ahead: all neighbours, then on to the best of them.
    LookAhead,
    /// Simulated annealing from random specimens, many side by side.
    Anneal,
}

impl Choice for Method {
    const WORDS: &'static [(&'static str, Method)] = &[
        ("evolve", Method::Evolve),
        ("random", Method::Random),
        ("climb", Method::Climb),
        ("lookahead", Method::LookAhead),
        ("anneal", Method::Anneal),
    ];
}

/// How a cell of the archive is picked to breed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emission {
    /// By all of the others, at rates that follow their success.
    Adaptive,
    /// A cell at random.
    Uniform,
    /// Of a few cells, the one that was picked least.
    Novelty,
    /// Of a few cells, the one whose children were kept most often.
    Promise,
    /// Of a few cells, the one with the best elite.
    Merit,
    /// The best of a size at random.
    Frontier,
}

impl Choice for Emission {
    const WORDS: &'static [(&'static str, Emission)] = &[
        ("adaptive", Emission::Adaptive),
        ("uniform", Emission::Uniform),
        ("novelty", Emission::Novelty),
        ("promise", Emission::Promise),
        ("merit", Emission::Merit),
        ("frontier", Emission::Frontier),
    ];
}

impl Emission {
    /// Those that pick by themselves, in the order of their credit.
    pub const EMITTERS: [Emission; 5] = [
        Emission::Uniform,
        Emission::Novelty,
        Emission::Promise,
        Emission::Merit,
        Emission::Frontier,
    ];
}

/// The settings of a search. Shares and probabilities are in `0..=1`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Addresses every random stream.
    pub seed: u64,
    /// How many populations; at least 1.
    pub islands: usize,
    /// Specimens per island, and specimens asked per island and generation.
    pub population: usize,
    /// Generations between migrations; 0 for none.
    pub migration_every: u64,
    /// Specimens an island receives at a migration.
    pub migrants: usize,
    /// Which islands send to which.
    pub topology: Topology,
    /// Which migrants are taken.
    pub policy: Policy,
    /// How the islands search, dealt to them in turn; at least one.
    pub methods: Vec<Method>,
    /// How parents are picked from the archive.
    pub emission: Emission,
    /// How parents are chosen in a population.
    pub selection: Selection,
    /// Specimens in a tournament; more means more pressure.
    pub tournament: usize,
    /// The best of an island that survive however crowded their cells are.
    pub elites: usize,
    /// The share of its population that one cell may fill before other cells go first.
    pub crowd: f64,
    /// The share of parents that come from the archive, a cell at random.
    pub archive_parent_share: f64,
    /// The share of slots that get a fresh random specimen.
    pub immigrant_share: f64,
    /// The probability to apply another operator to a child, again and again, at most three
    /// times: bigger steps.
    pub further_step: f64,
    /// The least probability of an operator (less if there are too many for it).
    pub operator_floor: f64,
    /// How many of the last outcomes decide the operators' rates.
    pub credit_window: usize,
    /// Generations without a better child after which an island restarts; 0 for never.
    pub stagnation: u64,
    /// Generations after a restart in which an island breeds from its own population only, so
    /// that the elites it got stuck with do not take over again at once.
    pub isolation: u64,
    /// The share of the slots that go to neighbours of new elites, if there are any.
    pub polish_share: f64,
    /// Attempts to fill a slot before it stays empty.
    pub attempts: usize,
    /// Elites kept per cell of the archive.
    pub per_cell: usize,
    /// Cells of the archive; beyond, the worst is dropped.
    pub cells: usize,
    /// Keys remembered by all islands together; beyond, the oldest are forgotten.
    pub seen: usize,
}

/// A setting out of range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key} must be {expected}")]
pub struct SettingsError {
    /// The name of the setting.
    pub key: &'static str,
    /// The range, in words.
    pub expected: &'static str,
}

impl Settings {
    /// Checks that every setting is in range; the error names the first that is not.
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

    /// How an island searches.
    pub(super) fn method(&self, island: usize) -> Method {
        self.methods[island % self.methods.len()]
    }

    /// Keys that one island remembers.
    pub fn seen_by_island(&self) -> usize {
        self.seen.div_ceil(self.islands)
    }

    /// The islands that send to one.
    pub fn senders(&self, to: usize) -> Vec<usize> {
        match self.topology {
            _ if self.islands < 2 => Vec::new(),
            Topology::None => Vec::new(),
            Topology::Ring => vec![(to + self.islands - 1) % self.islands],
            Topology::Complete => (0..self.islands).filter(|&i| i != to).collect(),
        }
    }

    /// Slots per island and generation that polish may take.
    pub(super) fn polish_slots(&self) -> usize {
        ((self.population as f64 * self.polish_share) as usize).min(self.population)
    }

    /// Specimens of one cell that survive before other cells go first.
    pub(super) fn crowd_size(&self) -> usize {
        ((self.population as f64 * self.crowd) as usize).max(1)
    }
}

/// Settings for tests to vary.
#[cfg(test)]
pub(super) fn base() -> Settings {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_valid_and_errors_name_the_key() {
        assert_eq!(base().validate(), Ok(()));
        let none = Settings {
            islands: 0,
            ..base()
        };
        assert_eq!(
            none.validate().unwrap_err().to_string(),
            "islands must be at least 1"
        );
        let nan = Settings {
            crowd: f64::NAN,
            ..base()
        };
        assert_eq!(nan.validate().unwrap_err().key, "crowd");
        let over = Settings {
            archive_parent_share: 0.8,
            immigrant_share: 0.3,
            ..base()
        };
        assert_eq!(over.validate().unwrap_err().key, "archive_parent_share");
    }

    fn words_are_those_of_serde<C: Choice + Serialize + std::fmt::Debug>(count: usize) {
        assert_eq!(C::WORDS.len(), count);
        for &(word, choice) in C::WORDS {
            assert_eq!(serde_json::to_value(choice).unwrap(), word);
            assert_eq!((choice.word(), C::of_word(word)), (word, Some(choice)));
        }
        assert_eq!(C::of_word("no such word"), None);
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
