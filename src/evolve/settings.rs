//! The settings of a search, with defaults meant to be good without tuning.

use serde::{Deserialize, Serialize};

/// Which islands send to which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// Each island receives from the one before it.
    #[default]
    Ring,
    /// Each island receives from all others.
    Complete,
    /// No migration.
    None,
}

/// What an island takes of what it is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Of the better half, what differs most from its own.
    #[default]
    Different,
    /// The best.
    Best,
    /// Of the better half, at random.
    Random,
}

/// How parents are chosen in a population.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// The best of a few drawn at random.
    #[default]
    Tournament,
    /// With probability falling linearly with rank.
    Ranked,
}

/// How an island searches. All but the first are *controls*: simple searches with the same moves,
/// to be compared with at equal numbers of specimens evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A population, the archive, migration and polish.
    #[default]
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

/// How a cell of the archive is picked to breed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emission {
    /// By all of the others, at rates that follow their success.
    #[default]
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

/// The settings of an [`Engine`](super::Engine). Shares and probabilities are in `0..=1`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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
    /// What is taken of what is sent.
    pub policy: Policy,
    /// How the islands search, dealt to them in turn; at least one.
    pub methods: Vec<Method>,
    /// How parents are picked from the archive.
    pub emission: Emission,
    /// How parents are chosen in a population.
    pub selection: Selection,
    /// Specimens in a tournament; more means more pressure.
    pub tournament: usize,
    /// The best of an island that survive whatever crowd their cells are.
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

impl Default for Settings {
    fn default() -> Self {
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

/// A setting that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key} must be {expected}")]
pub struct SettingsError {
    /// The name of the setting.
    pub key: &'static str,
    /// What it must be.
    pub expected: &'static str,
}

impl Settings {
    /// The first setting that cannot be, if any.
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
}
