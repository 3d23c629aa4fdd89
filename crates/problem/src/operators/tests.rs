//! Tests that random children and neighbourhoods come from the same sites, and of what single
//! operators keep.

use super::parts::Rng;
use super::rotation::Rotation;
use super::{BoardOperator, OperatorId, Orbits, catalogue};
use crate::class::{Lengths, short_cycle};
use crate::neighbours::NEIGHBOURHOODS;
use crate::{Boards, Class, Genome, Kind};
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_boards::{Board, Graph};
use boilingpoint_evolve::{Place, Problem};
use boilingpoint_rules::Features;
use rand::SeedableRng;
use std::collections::BTreeSet;

/// Classes of boards on which colour refinement finds the orbits, apart from marks of edges.
fn classes() -> Vec<Class> {
    let class = |kind, max_order, features| Class {
        kind,
        min_order: 1,
        max_order,
        max_degree: 0,
        max_kinds: 0,
        properties: crate::Properties::default(),
        features,
    };
    let loops = Features {
        loops: true,
        ..Features::TINTS
    };
    let token = Features {
        token: true,
        ..Features::GRAPH
    };
    let edges = Features {
        max_weight: 4,
        parallel: true,
        arcs: true,
        ..Features::GRAPH
    };
    vec![
        class(Kind::Any, 5, Features::GRAPH),
        class(Kind::Any, 4, loops),
        class(Kind::Any, 5, token),
        class(Kind::Any, 5, edges),
        class(Kind::Tree, 9, Features::TINTS),
        class(Kind::Squares, 7, Features::GRAPH),
    ]
}

/// Random boards of a class.
fn boards_of(class: Class) -> Vec<Genome> {
    let mut rng = Rng::seed_from_u64(4);
    let boards = Boards::of(class);
    let drawn = (0..40).map(|_| boards.random(Place::default(), &mut rng));
    drawn.map(Genome::in_order).collect()
}

fn key(genome: &Genome) -> u128 {
    fingerprint(&genome.board())
}

fn all_children(operator: OperatorId, genome: &Genome) -> BTreeSet<u128> {
    let children = operator.operator().children(&Orbits::of(genome));
    children.iter().flatten().map(key).collect()
}

/// Random children that are not repaired.
fn drawn(operator: OperatorId, class: &Class, genome: &Genome) -> Vec<Genome> {
    let mut rng = Rng::seed_from_u64(8);
    let child = |_| operator.operator().apply(&[genome], class, None, &mut rng);
    (0..60).filter_map(child).collect()
}

fn random_children(operator: OperatorId, class: &Class, genome: &Genome) -> BTreeSet<u128> {
    drawn(operator, class, genome).iter().map(key).collect()
}

fn with_sites(class: &Class) -> impl Iterator<Item = &'static BoardOperator> {
    let swept = |o: &BoardOperator| sweeps().concat().contains(&o.id);
    let all = catalogue().iter();
    all.filter(move |o| swept(o) && o.is_of_use(class))
}

fn sweeps() -> Vec<&'static [OperatorId]> {
    let all = NEIGHBOURHOODS.iter().flat_map(|n| n.sweeps);
    all.copied().collect()
}

/// The operators that draw from more sites than they list, each with the operator that lists the
/// others, if one does.
const WIDER: [(OperatorId, Option<OperatorId>); 8] = [
    (OperatorId::RemoveVertex, Some(OperatorId::RemoveLeaf)),
    (OperatorId::MoveBranch, Some(OperatorId::MoveLeaf)),
    (OperatorId::CopyBranch, None),
    (OperatorId::RepeatBranch, None),
    (OperatorId::DoubleBranch, None),
    (OperatorId::Weigh, None),
    (OperatorId::AddSquare, None),
    (OperatorId::RemoveSquare, None),
];

#[test]
fn random_children_are_among_those_of_all_sites() {
    for class in classes() {
        // Colour refinement ignores marks of edges, and a moved branch loses the token.
        let marks_only = class.features.arcs || class.features.token;
        for operator in with_sites(&class).filter(|o| !marks_only || !o.on.is_empty()) {
            let wider = WIDER.iter().find(|(id, _)| *id == operator.id);
            let mut met = false;
            for genome in boards_of(class) {
                let mut listed = all_children(operator.id, &genome);
                let drawn = random_children(operator.id, &class, &genome);
                met |= !listed.is_disjoint(&drawn);
                listed.insert(key(&genome));
                if let Some((_, Some(rest))) = wider {
                    listed.extend(all_children(*rest, &genome));
                }
                if !matches!(wider, Some((_, None))) {
                    let name = operator.operator.name;
                    assert!(drawn.is_subset(&listed), "{name}: {:?}", genome.board());
                }
            }
            assert!(met, "{} in {class}", operator.operator.name);
        }
    }
}

#[test]
fn sweeps_have_operators_with_the_same_anchors() {
    for class in classes() {
        for genome in boards_of(class) {
            for sweep in sweeps() {
                let usable = sweep.iter().filter(|o| o.operator().is_of_use(&class));
                let anchors = usable.map(|o| o.operator().children(&Orbits::of(&genome)).len());
                let anchors: BTreeSet<usize> = anchors.collect();
                assert!(anchors.len() <= 1, "{sweep:?}: {anchors:?}");
            }
        }
    }
}

#[test]
fn slides_keep_a_board_connected_and_its_size() {
    let kinds = [Kind::Tree, Kind::Connected];
    for class in kinds.map(|kind| Class {
        kind,
        ..classes()[0]
    }) {
        for genome in boards_of(class) {
            let slides = OperatorId::Slide.operator().children(&Orbits::of(&genome));
            for child in slides.iter().flatten() {
                assert!(class.contains(child), "{:?}", child.board());
                assert_eq!(child.edge_count(), genome.edge_count());
            }
            let moved = all_children(OperatorId::MoveEdge, &genome);
            assert!(all_children(OperatorId::Slide, &genome).is_subset(&moved));
        }
    }
}

/// Classes of graphs: in some the boards have marks, in some their degree is at most 3.
fn classes_of_graphs() -> impl Iterator<Item = Class> {
    let marked = classes().into_iter().filter(|c| c.kind != Kind::Squares);
    let bounded = Kind::ALL.into_iter().filter(|&k| k != Kind::Squares);
    marked.chain(bounded.map(|kind| Class {
        max_degree: 3,
        ..Class::of(kind, 4..=12)
    }))
}

#[test]
fn swaps_of_edges_keep_degrees_and_marks() {
    let degrees = |g: &Genome| -> Vec<usize> { g.node_indices().map(|v| g.degree(v)).collect() };
    let weights = |g: &Genome| {
        let mut weights: Vec<u32> = g.edge_weights().map(|e| e.weight).collect();
        weights.sort_unstable();
        weights
    };
    let mut swapped = 0;
    for class in classes_of_graphs() {
        for genome in boards_of(class) {
            for child in drawn(OperatorId::SwapEdges, &class, &genome) {
                assert_eq!(degrees(&child), degrees(&genome));
                assert_eq!(weights(&child), weights(&genome));
                assert!(!child.has_parallel() || genome.has_parallel());
                assert!(child.board() != genome.board());
                swapped += 1;
            }
        }
    }
    assert!(swapped > 1000, "{swapped}");
}

#[test]
fn fills_make_no_shorter_cycles() {
    let girth = |g: &Genome| g.board().graph().girth();
    let fours = |g: &Genome| short_cycle(g, Lengths::Four).is_some();
    let mut grown = 0;
    for class in classes_of_graphs() {
        for genome in boards_of(class) {
            let least = girth(&genome).unwrap_or(5);
            for child in drawn(OperatorId::Fill, &class, &genome) {
                assert_eq!(child.order(), genome.order());
                assert!(girth(&child).is_none_or(|girth| girth >= least), "{class}");
                assert!(fours(&genome) || !fours(&child), "{class}");
                let is_bounded = |v| child.degree(v) <= class.degree_bound();
                assert!(child.node_indices().all(is_bounded), "{class}");
                // The repair of a connected child has nothing to do, except on caterpillars.
                let needs_none = child.is_connected() && class.kind != Kind::Caterpillar;
                assert!(!needs_none || class.contains(&child), "{class}");
                grown += usize::from(child.edge_count() > genome.edge_count());
            }
        }
    }
    assert!(grown > 300, "{grown}");
}

/// Some rotation is an automorphism of each board that [`OperatorId::FillOrbits`] makes.
#[test]
fn orbits_are_filled_whole() {
    let mut grown = 0;
    for class in classes_of_graphs() {
        for genome in boards_of(class) {
            for child in drawn(OperatorId::FillOrbits, &class, &genome) {
                assert_eq!(child.order(), genome.order());
                let is_bounded = |v| child.degree(v) <= class.degree_bound();
                assert!(child.node_indices().all(is_bounded), "{class}");
                let board = child.board();
                let graph = board.graph();
                let mut rotations = Rotation::all(child.order(), class.degree_bound());
                assert!(rotations.any(|r| r.kept(graph) == *graph), "{class}");
                grown += usize::from(child.edge_count() > genome.edge_count());
            }
        }
    }
    assert!(grown > 300, "{grown}");
}

/// A cycle and a path that begins at one of its vertices.
fn cycle_with_tail(order: usize, girth: usize) -> Genome {
    let path = (1..order).map(|v| (v - 1, v));
    let graph = Graph::from_edges(order, path.chain([(0, girth - 1)]));
    Genome::of_board(&Board::untinted(graph))
}

/// A search that only fills leads from a cycle with a path to the graph of Petersen, which has the
/// most edges of girth 5, and to the cages of Heawood and of degree 5 and girth 5.
#[test]
fn fills_lead_to_the_most_edges() {
    let class = |max_degree, order| Class {
        max_degree,
        ..Class::of(Kind::Connected, order..=order)
    };
    let petersen = Class::of(Kind::Girth5, 10..=10);
    let cases = [
        (OperatorId::Fill, petersen, 5, 15),
        (OperatorId::FillOrbits, petersen, 5, 15),
        (OperatorId::Fill, class(3, 14), 6, 21),
        (OperatorId::FillOrbits, class(3, 14), 6, 21),
        (OperatorId::FillOrbits, class(5, 30), 5, 75),
    ];
    for (operator, class, girth, most) in cases {
        let mut rng = Rng::seed_from_u64(2);
        let mut best = cycle_with_tail(class.max_order, girth);
        let has_girth = |g: &Genome| g.board().graph().girth() == Some(girth);
        for _ in 0..2000 {
            let child = operator.operator().apply(&[&best], &class, None, &mut rng);
            let child = child.and_then(|child| class.repaired(child, &mut rng));
            let keeps = |c: &Genome| operator == OperatorId::Fill || has_girth(c);
            let found = child.filter(|c| c.edge_count() >= best.edge_count() && keeps(c));
            best = found.unwrap_or(best);
        }
        assert_eq!(best.edge_count(), most, "{operator:?}, {class}");
        assert!(has_girth(&best), "{operator:?}, {class}");
    }
}

#[test]
fn names_and_places_are_unique() {
    let names: BTreeSet<&str> = catalogue().iter().map(|o| o.operator.name).collect();
    assert_eq!(names.len(), catalogue().len());
    for (place, operator) in catalogue().iter().enumerate() {
        assert_eq!(operator.id as usize, place);
        let sites = matches!(operator.source, super::ChildSource::Sites(_));
        let swept = sweeps().concat();
        let times = swept.iter().filter(|&&id| id == operator.id).count();
        let name = operator.operator.name;
        assert_eq!(times, usize::from(sites), "{name}: neighbourhoods");
        assert!(!sites || operator.operator.parents == 1, "{name}: parents");
    }
}
