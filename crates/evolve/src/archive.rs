//! The archive of an island or of a search (MAP-Elites; Mouret and Clune 2015). The archive has
//! cells, and keeps the best specimens of each cell, several so that ties are kept. It also keeps
//! the best specimen of each size, in any cell.
//!
//! In a search by dominance, the archive keeps a front in place of the best of each size: the
//! specimens that no other dominates ([`super::front`]). Cells keep their best by the first
//! component of the fitness, then by the next.
//!
//! The content of the archive depends on the specimens inserted, not on their order. There is one
//! exception: when the archive has reached its greatest number of cells, or its front its greatest
//! number of specimens, a specimen may be lost that another order would have kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bar::Bar;
use super::check::{Expected, StateError, at_most, ensure, equal, is_same};
use super::front::{self, Comparison, MOST_ON_FRONT, dominates};
use super::problem::Problem;
use super::specimen::{Candidate, Cell, FitnessValue, Specimen};

/// The answer of the archive to a specimen that is offered to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Insertion {
    /// The specimen is the first of its cell.
    NewCell,
    /// The specimen is better than all other specimens of its cell, by fitness or by tie-break.
    Improved,
    /// The specimen is kept, but another specimen of its cell is as good or better.
    Kept,
    /// The specimen is not good enough for its cell, so it is not kept.
    Rejected,
    /// The specimen is on the front, and another specimen of its cell is as good or better.
    OnFront,
}

impl Insertion {
    /// Whether the specimen became the best of its cell, or is on the front.
    pub fn is_improvement(self) -> bool {
        matches!(
            self,
            Insertion::NewCell | Insertion::Improved | Insertion::OnFront
        )
    }
}

/// The elites (kept specimens) of each cell; within a cell the best elite comes first.
type CellElites<G, F> = BTreeMap<Cell, Vec<Specimen<G, F>>>;

/// The number of times that parents were picked from a cell, and the number of improvements that
/// resulted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Visits {
    /// The number of children that were bred from the cell and evaluated.
    pub picked: u64,
    /// The number of these children that became the best specimen of a cell.
    pub paid: u64,
}

/// The best specimens of each cell, and the best specimen of each size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archive<G, F> {
    per_cell: usize,
    capacity: usize,
    #[serde(serialize_with = "pairs", deserialize_with = "from_pairs")]
    cells: CellElites<G, F>,
    /// The best specimen of each size; the size of a specimen is its tie-break. In a search by
    /// dominance, the specimens of the front by their ids.
    frontier: BTreeMap<u64, Specimen<G, F>>,
    #[serde(serialize_with = "pairs", deserialize_with = "from_pairs")]
    visits: BTreeMap<Cell, Visits>,
}

impl<G: Clone, F: FitnessValue> Archive<G, F> {
    /// An empty archive for at most `capacity` cells with at most `per_cell` specimens each.
    pub fn new(per_cell: usize, capacity: usize) -> Self {
        Archive {
            per_cell,
            capacity,
            cells: BTreeMap::new(),
            frontier: BTreeMap::new(),
            visits: BTreeMap::new(),
        }
    }

    /// Offers a specimen to its cell, and to the list of the best specimens by size, or to the
    /// front.
    pub fn insert(&mut self, specimen: &Specimen<G, F>, comparison: Comparison) -> Insertion {
        use Insertion::{Kept, OnFront, Rejected};
        let leads = match comparison {
            Comparison::InOrder => self.lead(specimen),
            Comparison::ByDominance => front::join(&mut self.frontier, specimen),
        };
        match (self.insert_into_cell(specimen), comparison) {
            (Rejected, Comparison::InOrder) if leads => Kept,
            (Rejected | Kept, Comparison::ByDominance) if leads => OnFront,
            (insertion, _) => insertion,
        }
    }

    /// Stores the specimen if it is the best one of its size; returns whether it is.
    fn lead(&mut self, specimen: &Specimen<G, F>) -> bool {
        let known = self.frontier.get(&specimen.tie_break);
        let leads = known.is_none_or(|known| specimen.by_merit_and_key(known).is_lt());
        if leads {
            self.frontier.insert(specimen.tie_break, specimen.clone());
        }
        leads
    }

    fn insert_into_cell(&mut self, specimen: &Specimen<G, F>) -> Insertion {
        let cell = &specimen.cell;
        let Some(elites) = self.cells.get_mut(cell) else {
            self.cells.insert(cell.clone(), vec![specimen.clone()]);
            self.drop_excess();
            return if self.cells.contains_key(cell) {
                Insertion::NewCell
            } else {
                Insertion::Rejected
            };
        };
        if elites.iter().any(|e| e.key == specimen.key) {
            return Insertion::Rejected;
        }
        let improved = elites
            .first()
            .is_none_or(|best| specimen.by_merit(best).is_lt());
        let place = elites.partition_point(|e| e.by_merit_and_key(specimen).is_lt());
        if place >= self.per_cell {
            return Insertion::Rejected;
        }
        elites.insert(place, specimen.clone());
        elites.truncate(self.per_cell);
        if improved {
            Insertion::Improved
        } else {
            Insertion::Kept
        }
    }

    /// The least fitness with which the candidate can get a place in its cell or among the best by
    /// size, as long as at most `more` cells are added. `None` if any fitness is enough, or if the
    /// archive may drop cells.
    pub(super) fn bar(
        &self,
        candidate: &Candidate<G>,
        cell: &[i64],
        more: usize,
    ) -> Option<Bar<F>> {
        let elites = self.cells.get(cell).filter(|e| e.len() >= self.per_cell)?;
        if self.cells.len() + more > self.capacity {
            return None;
        }
        let (worst, leads) = (elites.last()?, self.frontier.get(&candidate.tie_break)?);
        // At equal fitness, the smaller size comes first; at equal size, the smaller key comes
        // first.
        let bar = |of: &Specimen<G, F>| {
            let ties = (candidate.tie_break, candidate.key) < (of.tie_break, of.key);
            Bar::new(of.fitness.clone(), ties)
        };
        Some(bar(worst).or(bar(leads)))
    }

    /// If there are too many cells, drops the cell whose best specimen is the worst of all cells'
    /// best.
    fn drop_excess(&mut self) {
        if self.cells.len() <= self.capacity {
            return;
        }
        let worst = self
            .cells
            .values()
            .flat_map(|elites| elites.first())
            .max_by(|a, b| a.by_merit_and_key(b));
        if let Some(cell) = worst.map(|e| e.cell.clone()) {
            self.cells.remove(&cell);
            self.visits.remove(&cell);
        }
    }

    /// The cells with their elites, in the order of the cells' coordinates. The best elite of a
    /// cell comes first.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (&Cell, &[Specimen<G, F>])> {
        self.cells
            .iter()
            .map(|(cell, elites)| (cell, elites.as_slice()))
    }

    /// The elites of a cell, the best first; empty if the archive has no such cell.
    pub fn elites(&self, cell: &[i64]) -> &[Specimen<G, F>] {
        self.cells.get(cell).map_or(&[], Vec::as_slice)
    }

    /// The best specimen of each size, in increasing order of size. In a search by dominance, the
    /// specimens of the front, the oldest first.
    pub fn frontier(&self) -> impl ExactSizeIterator<Item = &Specimen<G, F>> {
        self.frontier.values()
    }

    /// Whether a specimen is on the front, in a search by dominance.
    pub(super) fn has_on_front(&self, specimen: &Specimen<G, F>) -> bool {
        self.frontier.contains_key(&specimen.id)
    }

    /// All elites, cell by cell, followed by the best specimen of each size. So a specimen may
    /// occur twice.
    pub fn specimens(&self) -> impl Iterator<Item = &Specimen<G, F>> {
        let elites = self.cells.values().flatten();
        elites.chain(self.frontier.values())
    }

    /// Counts a child that was bred from a cell. `paid` says whether the child became the best of a
    /// cell.
    pub(super) fn visit(&mut self, cell: &[i64], paid: bool) {
        if self.cells.contains_key(cell) {
            let visits = self.visits.entry(cell.to_vec()).or_default();
            visits.picked += 1;
            visits.paid += u64::from(paid);
        }
    }

    /// The number of children that were bred from a cell, and the number of improvements.
    pub fn visits(&self, cell: &[i64]) -> Visits {
        self.visits.get(cell).copied().unwrap_or_default()
    }

    /// Checks that the archive has the limits of the settings, and that its specimens are where
    /// they belong.
    pub(super) fn check<P: Problem<Genome = G>>(
        &self,
        expected: &Expected<P>,
        generation: u64,
    ) -> Result<(), StateError>
    where
        F: FitnessValue,
    {
        let settings = expected.settings;
        let limits = (self.per_cell, self.capacity) == (settings.per_cell, settings.cells);
        is_same(limits, "the size of the archive", "that of the config")?;
        at_most("the number of cells", self.cells.len(), settings.cells)?;
        for (cell, elites) in &self.cells {
            let (found, most) = (elites.len(), settings.per_cell);
            let (fits, limit) = ((1..=most).contains(&found), format!("1 to {most}"));
            ensure(fits, "the size of a cell", found, limit)?;
            for elite in elites {
                is_same(elite.cell == *cell, "the cell of an elite", "its own")?;
                expected.specimen(elite, generation)?;
            }
        }
        match expected.problem.comparison() {
            Comparison::InOrder => {
                for (&size, best) in &self.frontier {
                    equal("the size of the best of a size", best.tie_break, size)?;
                }
            }
            Comparison::ByDominance => self.check_front()?,
        }
        for best in self.frontier.values() {
            expected.specimen(best, generation)?;
        }
        let is_filled = self.cells.is_empty() || !self.frontier.is_empty();
        let what = "the list of the best of each size";
        ensure(is_filled, what, "empty", "that of the cells")?;
        for (cell, visits) in &self.visits {
            let (is_there, expected) = (self.cells.contains_key(cell), "a cell of the archive");
            ensure(is_there, "a visited cell", "missing", expected)?;
            at_most("the successes of a cell", visits.paid, visits.picked)?;
        }
        Ok(())
    }

    fn check_front(&self) -> Result<(), StateError> {
        let size = self.frontier.len();
        at_most("the number of specimens on the front", size, MOST_ON_FRONT)?;
        for (&id, specimen) in &self.frontier {
            equal("the id of a specimen on the front", specimen.id, id)?;
            let mut others = self.frontier.values();
            let holds = !others.any(|other| dominates(&other.fitness, &specimen.fitness));
            let what = format_args!("specimen {id} of the front");
            ensure(holds, what, "dominated", "on the front")?;
        }
        Ok(())
    }

    /// The number of cells that have a specimen.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the archive has no specimen.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether a specimen with this key is an elite.
    pub fn contains(&self, specimen: &Specimen<G, F>) -> bool {
        self.elites(&specimen.cell)
            .iter()
            .chain(self.frontier.get(&specimen.tie_break))
            .chain(self.frontier.get(&specimen.id))
            .any(|e| e.key == specimen.key)
    }
}

/// Writes a map as a list of pairs, since in some formats the keys of a map must be strings.
fn pairs<S: Serializer, V: Serialize>(
    map: &BTreeMap<Cell, V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(map.iter())
}

/// Reads a list of pairs as a map; the inverse of [`pairs`].
fn from_pairs<'de, D: Deserializer<'de>, V: Deserialize<'de>>(
    deserializer: D,
) -> Result<BTreeMap<Cell, V>, D::Error> {
    let pairs = Vec::<(Cell, V)>::deserialize(deserializer)?;
    Ok(pairs.into_iter().collect())
}
