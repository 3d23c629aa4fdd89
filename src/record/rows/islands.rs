//! `islands.csv`: a row for each island and generation.

use super::cells::first_component;
use crate::problem::Fitness;
use serde::{Deserialize, Serialize};

/// A row of `islands.csv`. Of best and median, the file has the first component.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct IslandRow {
    /// The generation.
    pub generation: u64,
    /// The island.
    pub island: usize,
    /// The best fitness of the population; none if it is empty.
    #[serde(with = "first_component")]
    pub best: Option<Fitness>,
    /// The median fitness of the population.
    #[serde(with = "first_component")]
    pub median: Option<Fitness>,
    /// The size of the population.
    pub members: u64,
}
