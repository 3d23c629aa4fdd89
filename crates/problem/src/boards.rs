//! The search space: boards of a class as a [`Problem`] of the evolutionary engine. The operators
//! of [`operators`] breed the boards.

use super::class::{Class, Kind};
use super::genome::{Genome, Vertex};
use super::neighbours::{NEIGHBOURHOODS, neighbours};
use super::operators::{self, Breeding, Guide, OperatorId, squares, terms};
use super::walker::Walker;
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_boards::{Board, Tint, random_tree_from};
use boilingpoint_evolve::{Comparison, Operator, Place, Problem, Walk};
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A bound on the order that rises evenly from generation to generation at the start of a search.
/// With it, a search begins with small boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// The greatest order in the first generation.
    pub from: usize,
    /// The first generation in which only the class bounds the order.
    pub until: u64,
}

/// The boards that a search may visit, the boards it starts from, and the operators that breed
/// them.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The class of each island. Island `i` has class number `i` modulo the length of this list,
    /// which is never empty.
    pub classes: Vec<Class>,
    /// The operators of each island, by the same rule as the classes. An island with an empty list
    /// uses the operators that the table of operators marks as defaults.
    pub operators: Vec<Vec<OperatorId>>,
    /// How each island breeds its boards, by the same rule as the classes; empty if all breed
    /// edges.
    pub breeding: Vec<Breeding>,
    /// Boards from the config (`boards.start`) that the search starts from.
    pub start: Vec<Board>,
    /// Whether random boards are copies of the boards in `start`, varied by up to four operators,
    /// as in the search by Huntemann and Maciosowski. Otherwise random boards are random trees with
    /// random further edges.
    pub start_only: bool,
    /// The order in which boards are compared.
    pub comparison: Comparison,
    /// A tighter bound on the order in the first generations; `None` if only the class bounds the
    /// order.
    pub growth: Option<Growth>,
}

/// The boards of a [`Space`] as a [`Problem`] of the engine: the engine draws, mutates and crosses
/// the boards through this type.
pub struct Boards {
    space: Space,
    start: Vec<Genome>,
    /// The operators that at least one island uses, in the order of the engine's indices.
    ids: Vec<OperatorId>,
    operators: Vec<Operator>,
    guide: Option<Guide>,
    walker: Option<Walker>,
}

/// The error for a board of `boards.start` that is in the class of no island.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("board {index} of `boards.start` is not in the class: {class}")]
pub struct NotInClass {
    /// The number of the board in the list, counted from 1.
    pub index: usize,
    /// A description of the class that the board should belong to.
    pub class: String,
}

impl Boards {
    /// The search space of all boards of one class, without boards to start from.
    pub fn of(class: Class) -> Boards {
        Boards::new(Space {
            classes: vec![class],
            ..Space::default()
        })
        .expect("nothing to start from")
    }

    /// Prepares a search space for the engine.
    ///
    /// # Errors
    /// When a board to start from is in the class of no island.
    pub fn new(mut space: Space) -> Result<Boards, NotInClass> {
        let start: Vec<Genome> = space.start.iter().map(Genome::of_board).collect();
        let stray = |g: &Genome| !space.classes.iter().any(|c| c.contains(g));
        if let Some(i) = start.iter().position(stray) {
            let class = space.classes[0];
            return Err(NotInClass {
                index: i + 1,
                class: class.to_string(),
            });
        }
        if space.operators.is_empty() {
            space.operators.push(Vec::new());
        }
        let usable = |&id: &OperatorId| {
            let of_use = |c: &Class| id.operator().is_of_use(c);
            let lists = &space.operators;
            let breeds = |list: &Vec<OperatorId>| {
                let breeding = space.breeding.iter();
                let breeding =
                    breeding.chain(space.breeding.is_empty().then_some(&Breeding::Edges));
                breeding.into_iter().any(|&b| lists_operator(list, b, id))
            };
            space.classes.iter().any(of_use) && lists.iter().any(breeds)
        };
        let ids: Vec<OperatorId> = operators::catalogue()
            .iter()
            .map(|o| o.id)
            .filter(usable)
            .filter(|id| id.operator().walk().is_none())
            .collect();
        let operators = ids.iter().map(|o| o.operator().operator).collect();
        Ok(Boards {
            space,
            start,
            ids,
            operators,
            guide: None,
            walker: None,
        })
    }

    /// The search space with a guide for the operators that need one.
    pub fn guided_by(self, guide: Option<Guide>) -> Boards {
        Boards { guide, ..self }
    }

    /// The search space with walks, and with repairs of children that miss the conditions.
    /// Operators that come with walks stand after all others, so that draws among these do not
    /// depend on them.
    pub fn walked_by(mut self, walker: Walker) -> Boards {
        if walker.has_aim() {
            let walks = operators::catalogue().iter().filter(|o| o.walk().is_some());
            let with_walks = WITH_WALKS.into_iter().chain(walks.map(|o| o.id));
            let new: Vec<OperatorId> = with_walks.filter(|id| !self.ids.contains(id)).collect();
            self.ids.extend(new);
            self.operators = self.ids.iter().map(|o| o.operator().operator).collect();
        }
        Boards {
            walker: Some(walker),
            ..self
        }
    }

    /// Whether an island uses an operator, by the lists of the config.
    fn lists(&self, island: usize, id: OperatorId) -> bool {
        let lists = &self.space.operators;
        let (list, breeding) = (&lists[island % lists.len()], self.breeding(island));
        let comes_with_walks = || {
            let has_aim = self.walker.as_ref().is_some_and(Walker::has_aim);
            has_aim && list.is_empty() && breeding == Breeding::Edges && WITH_WALKS.contains(&id)
        };
        lists_operator(list, breeding, id) || comes_with_walks()
    }

    /// The board, or one near it that meets the conditions that need only the graph.
    fn near_conditions(&self, class: &Class, genome: Genome, rng: &mut ChaCha8Rng) -> Genome {
        let repaired = self.walker.as_ref();
        let repaired = repaired.and_then(|walker| walker.repaired(class, &genome, rng));
        let repaired = repaired.filter(|repaired| class.fits(repaired));
        repaired.unwrap_or(genome)
    }

    /// How an island breeds its boards.
    fn breeding(&self, island: usize) -> Breeding {
        match &self.space.breeding[..] {
            [] => Breeding::Edges,
            all => all[island % all.len()],
        }
    }

    /// The class of an island in a generation. Its bound on the order is the tighter one of the
    /// class and of [`Growth`].
    pub fn class(&self, place: Place) -> Class {
        let classes = &self.space.classes;
        let mut class = classes[place.island % classes.len()];
        if let Some(Growth { from, until }) = self.space.growth
            && place.generation < until
        {
            let from = from.max(class.min_order) as u64;
            let rest = (class.max_order as u64).saturating_sub(from);
            let bound = from + rest * place.generation / until;
            class.max_order = class.max_order.min(bound as usize);
        }
        class
    }

    /// Draws a random board of random order: a uniform labelled tree, with random further edges
    /// unless the class is one of trees. The result is repaired into the class.
    ///
    /// The distribution favours no property that extremal boards are known to have.
    fn random_board(&self, class: &Class, rng: &mut ChaCha8Rng) -> Option<Genome> {
        // A random board has about as many kinds of vertices as vertices, so a bound on the number
        // of kinds bounds the order.
        let most = match class.max_kinds {
            0 => class.max_order,
            kinds => class.max_order.min(kinds.max(class.min_order)),
        };
        let order = rng.random_range(class.min_order..=most);
        if class.kind == Kind::Squares {
            return class.repaired(squares::random(order, rng), rng);
        }
        let mut genome = Genome::of_board(&Board::untinted(random_tree_from(order, rng)));
        genome
            .node_weights_mut()
            .for_each(|v| v.tint = random_tint(class, rng));
        if !matches!(class.kind, Kind::Tree | Kind::Caterpillar) && order > 2 {
            for _ in 0..rng.random_range(0..=2 * order) {
                let (a, b) = (rng.random_range(0..order), rng.random_range(0..order));
                genome.join(NodeIndex::new(a), NodeIndex::new(b));
            }
        }
        if class.kind == Kind::Any {
            let gone = rng.random_range(0..=genome.edge_count() / 3);
            for _ in 0..gone {
                let edges = genome.edge_count();
                genome.remove_edge(petgraph::graph::EdgeIndex::new(rng.random_range(0..edges)));
            }
        }
        class.scatter_marks(&mut genome, rng);
        class.repaired(genome, rng)
    }

    /// Draws the board of a random term.
    fn random_term(&self, class: &Class, rng: &mut ChaCha8Rng) -> Option<Genome> {
        let order = rng.random_range(class.min_order..=class.max_order);
        let is_tree = matches!(class.kind, Kind::Tree | Kind::Caterpillar);
        let mut tint = |rng: &mut ChaCha8Rng| random_tint(class, rng);
        let mut genome = terms::random(order, is_tree, &mut tint, rng)?;
        class.scatter_marks(&mut genome, rng);
        class.repaired(genome, rng)
    }

    /// Draws a board to start from and varies it by up to four operators.
    fn varied_start(&self, place: Place, rng: &mut ChaCha8Rng) -> Genome {
        let mut genome = self.start[rng.random_range(0..self.start.len())].clone();
        for _ in 0..rng.random_range(1..=4) {
            let operator = rng.random_range(0..self.operators.len());
            let other = &self.start[rng.random_range(0..self.start.len())];
            if let Some(next) = self.vary(place, operator, &[&genome.clone(), other], rng) {
                genome = next;
            }
        }
        genome
    }
}

fn random_tint(class: &Class, rng: &mut ChaCha8Rng) -> Tint {
    if !class.features.tints {
        return Tint::None;
    }
    match rng.random_range(0..6) {
        0 => Tint::Left,
        1 => Tint::Right,
        _ => Tint::None,
    }
}

impl Problem for Boards {
    type Genome = Genome;

    fn key(&self, genome: &Genome) -> u128 {
        fingerprint(&genome.board())
    }

    fn random(&self, place: Place, rng: &mut ChaCha8Rng) -> Genome {
        if self.space.start_only && !self.start.is_empty() {
            return self.varied_start(place, rng);
        }
        // A repair can fail: a degree bound may be too tight to join components. After a hundred
        // failures, the smallest path is taken, since every class that admits the path's order
        // contains the path.
        let class = self.class(place);
        let genome = (0..100)
            .find_map(|_| match self.breeding(place.island) {
                Breeding::Terms => self.random_term(&class, rng),
                _ => self.random_board(&class, rng),
            })
            .unwrap_or_else(|| simplest(&class, rng));
        self.near_conditions(&class, genome, rng)
    }

    fn admits(&self, place: Place, genome: &Genome) -> bool {
        self.class(place).fits(genome)
    }

    fn contains(&self, genome: &Genome) -> bool {
        let classes = &self.space.classes;
        classes.iter().any(|class| class.contains(genome)) && genome.is_whole()
    }

    fn grows(&self, generation: u64) -> bool {
        self.space.growth.is_some_and(|g| generation < g.until)
    }

    fn allows(&self, island: usize, operator: usize) -> bool {
        let id = self.ids[operator];
        let place = Place {
            island,
            generation: u64::MAX,
        };
        let class = self.class(place);
        let walks = |start| {
            let walker = self.walker.as_ref();
            walker.is_some_and(|walker| walker.suits(&class, start))
        };
        self.lists(island, id)
            && id.operator().is_of_use(&class)
            && id.operator().walk().is_none_or(walks)
    }

    fn comparison(&self) -> Comparison {
        self.space.comparison
    }

    fn start(&self) -> &[Genome] {
        &self.start
    }

    fn operators(&self) -> &[Operator] {
        &self.operators
    }

    fn vary(
        &self,
        place: Place,
        operator: usize,
        parents: &[&Genome],
        rng: &mut ChaCha8Rng,
    ) -> Option<Genome> {
        let class = self.class(place);
        let row = self.ids[operator].operator();
        let child = row.apply(parents, &class, self.guide.as_ref(), rng)?;
        // The repair would cut a child that is far too large down to a board unlike its parents.
        if child.order() > class.max_order + 4 {
            return None;
        }
        let child = class.repaired(child, rng)?;
        Some(self.near_conditions(&class, child, rng))
    }

    fn is_walk(&self, operator: usize) -> bool {
        self.ids[operator].operator().walk().is_some()
    }

    fn walk(
        &self,
        place: Place,
        operator: usize,
        elites: &[&Genome],
        rng: &mut ChaCha8Rng,
    ) -> Option<Walk<Genome>> {
        let start = self.ids[operator].operator().walk()?;
        let class = self.class(place);
        let end = self
            .walker
            .as_ref()?
            .walk(&class, place.generation, start, elites, rng)?;
        let genome = match class.fits(&end.genome) {
            true => Some(end.genome.in_order()),
            false => class.repaired(end.genome, rng),
        };
        Some(Walk {
            genome: genome?,
            from: end.from,
            steps: end.steps,
        })
    }

    fn tie_break(&self, genome: &Genome) -> u64 {
        genome.order() as u64
    }

    fn neighbourhoods(&self) -> usize {
        NEIGHBOURHOODS.len()
    }

    fn neighbours(
        &self,
        place: Place,
        neighbourhood: usize,
        genome: &Genome,
    ) -> Vec<(usize, Genome)> {
        let class = self.class(place);
        let allowed = |id: OperatorId| {
            let operator = self.ids.iter().position(|&o| o == id)?;
            self.allows(place.island, operator).then_some(operator)
        };
        neighbours(genome, neighbourhood, &class, allowed)
            .into_iter()
            // The edges of squares follow from the squares.
            .map(|(operator, child)| match class.kind {
                Kind::Squares => (operator, child.in_order()),
                _ => (operator, child),
            })
            .filter(|(_, child)| class.fits(child))
            .map(|(operator, child)| (operator, child.in_order()))
            .collect()
    }
}

/// Operators that islands without a list of operators use where walks lead. The boards that are
/// looked for then are graphs of any sort: with cliques, with regular parts, without short cycles.
const WITH_WALKS: [OperatorId; 4] = [
    OperatorId::TrueTwin,
    OperatorId::SwapEdges,
    OperatorId::Fill,
    OperatorId::FillOrbits,
];

/// Whether an island with this list of operators uses the operator. An empty list stands for the
/// default operators of its breeding.
fn lists_operator(list: &[OperatorId], breeding: Breeding, id: OperatorId) -> bool {
    if list.is_empty() {
        return id.operator().by_default == Some(breeding);
    }
    list.contains(&id)
}

/// The shortest path of the class, with a token where the class requires a token. In a class of
/// squares, the path is a row of squares.
fn simplest(class: &Class, rng: &mut ChaCha8Rng) -> Genome {
    if class.kind == Kind::Squares {
        let row = (0..class.min_order as i16).map(|j| [0, j]).collect();
        return Genome::of_board(&Board::of_squares(row));
    }
    let mut path = path(class.min_order);
    class.place_token(&mut path, rng);
    path
}

fn path(order: usize) -> Genome {
    let mut genome = Genome::default();
    for v in 0..order {
        let next = genome.add_node(Vertex::default());
        if v > 0 {
            genome.join(NodeIndex::new(v - 1), next);
        }
    }
    genome
}
