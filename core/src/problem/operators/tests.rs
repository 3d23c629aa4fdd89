//! Tests that random children and neighbourhoods come from the same sites.

use super::parts::Rng;
use super::{BoardOperator, OperatorId, Orbits, catalogue};
use crate::evolve::{Place, Problem};
use crate::graph::canon::fingerprint;
use crate::problem::neighbours::NEIGHBOURHOODS;
use crate::problem::{Boards, Class, Genome, Kind};
use crate::ruleset::Features;
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

fn random_children(operator: OperatorId, genome: &Genome) -> BTreeSet<u128> {
    let mut rng = Rng::seed_from_u64(8);
    let drawn = (0..60).filter_map(|_| operator.operator().apply(&[genome], None, &mut rng));
    drawn.map(|child| key(&child)).collect()
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
                let drawn = random_children(operator.id, &genome);
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
