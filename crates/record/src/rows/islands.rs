//! `islands.csv`: a row for each island and generation.

use super::cells::first_component;
use boilingpoint_problem::Fitness;
use serde::{Deserialize, Serialize};

boilingpoint_problem::documented! {
    /// A row of `islands.csv`. Best and median are fitnesses. The file has only their first
    /// components.
    #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
    pub struct IslandRow {
        /// The number of the generation, from 0.
        pub generation: u64,
        /// The number of the island, from 0.
        pub island: usize,
        /// The best fitness of the population; empty if the population is empty.
        #[serde(with = "first_component")]
        pub best: Option<Fitness>,
        /// The median fitness of the population.
        #[serde(with = "first_component")]
        pub median: Option<Fitness>,
        /// The size of the population.
        pub members: u64,
    }
}
