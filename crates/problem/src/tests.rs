//! Tests of the laws that operators and classes obey.

use super::*;
use crate::operators::Breeding;
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_boards::parse_board;
use boilingpoint_evolve::{Place, Problem};
use boilingpoint_rules::Features;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn class(kind: Kind, max_degree: usize, tinted: bool) -> Class {
    Class {
        kind,
        min_order: 2,
        max_order: 11,
        max_degree,
        max_kinds: 0,
        properties: crate::Properties::default(),
        features: Features {
            tints: tinted,
            ..Features::GRAPH
        },
    }
}

pub(super) fn all_classes() -> Vec<Class> {
    let mut classes = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|&k| k != Kind::Squares) {
        for (max_degree, tinted) in [(0, false), (3, false), (4, true)] {
            classes.push(class(kind, max_degree, tinted));
        }
        classes.push(Class {
            features: Features {
                tints: kind == Kind::Any,
                max_weight: 4,
                loops: true,
                arcs: kind == Kind::Connected,
                token: true,
                ..Features::GRAPH
            },
            ..class(kind, 0, false)
        });
        classes.push(Class {
            features: Features {
                parallel: true,
                ..Features::GRAPH
            },
            ..class(kind, 0, false)
        });
    }
    classes.push(class(Kind::Squares, 0, false));
    classes
}

/// The class of the search and the checker's slow definition have the same members: all graphs to
/// order 5, and random boards with tints, marks and squares.
#[test]
fn a_class_has_the_members_that_its_slow_definition_has() {
    let mut boards: Vec<Genome> = Vec::new();
    for order in 1..=5usize {
        let pairs: Vec<_> = (0..order)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .collect();
        for edges in 0..1u32 << pairs.len() {
            let chosen = pairs
                .iter()
                .enumerate()
                .filter(|(i, _)| edges >> i & 1 == 1);
            let graph =
                boilingpoint_boards::Graph::from_edges(order, chosen.map(|(_, &pair)| pair));
            boards.push(Genome::of_board(&boilingpoint_boards::Board::untinted(
                graph,
            )));
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for class in all_classes() {
        let bred = with_all_operators(class);
        boards.extend((0..40).map(|_| bred.random(Place::default(), &mut rng)));
    }
    let mut members = [0; 2];
    // The token is a matter of the ruleset, so the class requires the one that the board has.
    let marked = |tints, max_weight, [loops, arcs, parallel]: [bool; 3], token| Features {
        tints,
        max_weight,
        loops,
        arcs,
        parallel,
        token,
        ..Features::GRAPH
    };
    let all = [true; 3];
    for kind in Kind::ALL {
        for (max_degree, max_kinds, tints, max_weight, marks) in [
            (0, 0, false, u32::MAX, all),
            (2, 0, true, u32::MAX, all),
            (3, 0, false, u32::MAX, all),
            (4, 0, true, u32::MAX, all),
            (0, 2, true, u32::MAX, all),
            (0, 4, true, u32::MAX, all),
            (0, 0, true, 1, all),
            (0, 0, true, 2, all),
            (0, 0, true, u32::MAX, [false, true, true]),
            (0, 0, true, u32::MAX, [true, false, true]),
            (0, 0, true, u32::MAX, [true, true, false]),
            (0, 0, false, 1, [false; 3]),
        ] {
            for genome in &boards {
                let class = Class {
                    min_order: 0,
                    max_order: usize::MAX,
                    max_kinds,
                    features: marked(tints, max_weight, marks, genome.token().is_some()),
                    ..class(kind, max_degree, tints)
                };
                let board = genome.board();
                let bounds = boilingpoint_checker::ClassBounds {
                    kind: kind.name(),
                    features: &class.features,
                    max_degree: max_degree as u64,
                    max_kinds: max_kinds as u64,
                };
                let outside = boilingpoint_checker::outside_class(&board, &bounds);
                let is_member = class.contains(genome);
                let name = board.name();
                assert_eq!(
                    outside.is_none(),
                    is_member,
                    "{name} in {class}: {outside:?}"
                );
                members[usize::from(is_member)] += 1;
            }
        }
    }
    assert!(members.iter().all(|&n| n > 1000), "{members:?}");
}

/// The boards of a class, bred by all operators, including those that a config has to name.
pub(super) fn with_all_operators(class: Class) -> Boards {
    let space = Space {
        classes: vec![class],
        operators: vec![operators::catalogue().iter().map(|o| o.id).collect()],
        ..Space::default()
    };
    Boards::new(space).unwrap()
}

#[test]
fn every_operator_stays_in_every_class() {
    for class in all_classes() {
        let boards = with_all_operators(class);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut pool: Vec<Genome> = (0..30)
            .map(|_| boards.random(Place::default(), &mut rng))
            .collect();
        let mut applied = vec![0; boards.operators().len()];
        for round in 0..6000 {
            let operator = round % boards.operators().len();
            let [a, b, c, d] = [0; 4].map(|_| rng.random_range(0..30));
            // A new random board in each round keeps branches in the pool.
            pool[c] = boards.random(Place::default(), &mut rng);
            let parents = [&pool[a], &pool[b]];
            if let Some(child) = boards.vary(Place::default(), operator, &parents[..], &mut rng) {
                assert!(
                    class.contains(&child),
                    "{class:?} {}",
                    boards.operators()[operator].name
                );
                applied[operator] += 1;
                pool[d] = child;
            }
        }
        for (n, operator) in applied.iter().zip(boards.operators()) {
            // A walk needs a guide; `guide.rs` tests it.
            assert!(
                *n > 0 || operator.name == "walk",
                "{} never applies in {class:?}",
                operator.name
            );
        }
    }
}

#[test]
fn random_boards_are_in_the_class_and_varied() {
    for class in all_classes() {
        let boards = Boards::of(class);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let drawn: Vec<Genome> = (0..200)
            .map(|_| boards.random(Place::default(), &mut rng))
            .collect();
        assert!(drawn.iter().all(|g| class.contains(g)), "{class:?}");
        let distinct: std::collections::HashSet<u128> =
            drawn.iter().map(|g| fingerprint(&g.board())).collect();
        assert!(distinct.len() > 40, "{class:?}: {}", distinct.len());
    }
}

#[test]
fn neighbours_are_in_the_class() {
    for class in all_classes() {
        let boards = with_all_operators(class);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..10 {
            let genome = boards.random(Place::default(), &mut rng);
            let near: Vec<_> = (0..NEIGHBOURHOODS.len())
                .flat_map(|n| boards.neighbours(Place::default(), n, &genome))
                .collect();
            assert!(near.iter().all(|(_, g)| class.contains(g)));
        }
    }
}

#[test]
fn genomes_survive_storage() {
    let boards = Boards::of(class(Kind::Any, 0, true));
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..50 {
        let genome = boards.random(Place::default(), &mut rng);
        let text = serde_json::to_string(&genome).unwrap();
        let back: Genome = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        assert_eq!(back.board(), genome.board());
    }
    assert!(serde_json::from_str::<Genome>(r#"{"tints":"..","edges":[[0,2]]}"#).is_err());
    assert!(serde_json::from_str::<Genome>(r#"{"tints":"..","edges":[[0,0]]}"#).is_err());
}

#[test]
fn stored_genomes_breed_alike() {
    for class in all_classes() {
        let boards = Boards::of(class);
        let mut rng = ChaCha8Rng::seed_from_u64(13);
        let mut pool: Vec<Genome> = (0..20)
            .map(|_| boards.random(Place::default(), &mut rng))
            .collect();
        for round in 0..400u64 {
            let operator = round as usize % boards.operators().len();
            let (a, b) = (round as usize % 20, (3 * round as usize + 1) % 20);
            let stored = |g: &Genome| -> Genome {
                serde_json::from_str(&serde_json::to_string(g).unwrap()).unwrap()
            };
            let (stored_a, stored_b) = (stored(&pool[a]), stored(&pool[b]));
            let text = |g: &Option<Genome>| serde_json::to_string(g).unwrap();
            let one = boards.vary(
                Place::default(),
                operator,
                &[&pool[a], &pool[b]],
                &mut ChaCha8Rng::seed_from_u64(round),
            );
            let two = boards.vary(
                Place::default(),
                operator,
                &[&stored_a, &stored_b],
                &mut ChaCha8Rng::seed_from_u64(round),
            );
            assert_eq!(
                text(&one),
                text(&two),
                "{}",
                boards.operators()[operator].name
            );
            let near = |g: &Genome| {
                (0..NEIGHBOURHOODS.len())
                    .flat_map(|n| boards.neighbours(Place::default(), n, g))
                    .map(|(_, g)| text(&Some(g)))
                    .collect::<Vec<_>>()
            };
            // All neighbours of a genome take as long as a hundred children.
            if round % 16 == 0 {
                assert_eq!(near(&pool[a]), near(&stored_a));
            }
            if let Some(child) = one {
                pool[a] = child;
            }
        }
    }
}

/// The operators on terms, which only islands that breed terms use by default.
const TERMS: [&str; 12] = [
    "copies",
    "tied-copies",
    "equal-copies",
    "add-part",
    "remove-part",
    "replace-part",
    "nest",
    "flatten",
    "exchange-part",
    "some-copies",
    "walk",
    "graft-part",
];

/// An island of terms uses the operators on terms, and an island of edges beside it all others.
#[test]
fn an_island_of_terms_has_operators_of_its_own() {
    let boards = Boards::new(Space {
        classes: vec![class(Kind::Tree, 0, false)],
        breeding: vec![Breeding::Edges, Breeding::Terms],
        ..Space::default()
    });
    let boards = boards.unwrap();
    for (i, operator) in boards.operators().iter().enumerate() {
        let is_term = TERMS.contains(&operator.name);
        assert_eq!(boards.allows(1, i), is_term, "{}", operator.name);
        assert_eq!(boards.allows(0, i), !is_term, "{}", operator.name);
    }
    let terms = boards
        .operators()
        .iter()
        .filter(|o| TERMS.contains(&o.name));
    assert_eq!(terms.count(), TERMS.len());
}

#[test]
fn operators_that_have_to_be_named_are_not_used_by_default() {
    for class in all_classes() {
        let (usual, all) = (Boards::of(class), with_all_operators(class));
        let named: Vec<_> = all
            .operators()
            .iter()
            .filter(|o| !usual.operators().contains(o))
            .filter(|o| !TERMS.contains(&o.name))
            .collect();
        let expected: &[&str] = match class.kind {
            Kind::Squares => &["arm", "copy-arm", "cut-squares", "mirror-arm"],
            _ => &["slide", "swap-edges", "fill", "fill-orbits", "true-twin"],
        };
        let names: Vec<&str> = named.iter().map(|o| o.name).collect();
        assert_eq!(names, expected);
    }
}

/// Mazur's position of temperature 33/16 is the position of temperature 2 on fourteen squares with an
/// arm and its mirror image.
#[test]
fn an_arm_and_its_mirror_image_lead_to_the_hottest_position_known() {
    let boards = with_all_operators(Class {
        max_order: 26,
        ..class(Kind::Squares, 0, false)
    });
    let genome = |text| Genome::of_board(&parse_board(text).unwrap());
    let fourteen = genome("##.#.|##...|....#|#...#|..###");
    let mazur =
        genome(".#######.|.#######.|....#....|###.#.###|###...###|#....####|##...####|#..######");
    let mut near =
        (0..NEIGHBOURHOODS.len()).flat_map(|n| boards.neighbours(Place::default(), n, &fourteen));
    assert!(near.any(|(_, near)| near.canonical_board() == mazur.canonical_board()));
}

/// One number for the children and neighbours that a fixed random stream gives in some classes.
fn bred(classes: impl IntoIterator<Item = Class>) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    for class in classes {
        let boards = Boards::of(class);
        let mut rng = ChaCha8Rng::seed_from_u64(21);
        let mut pool: Vec<Genome> = (0..12)
            .map(|_| boards.random(Place::default(), &mut rng))
            .collect();
        for round in 0..1500 {
            let operator = round % boards.operators().len();
            let [a, b, c] = [0; 3].map(|_| rng.random_range(0..12));
            let child = boards.vary(Place::default(), operator, &[&pool[a], &pool[b]], &mut rng);
            serde_json::to_string(&child).unwrap().hash(&mut hasher);
            rng.random_range(0..u64::MAX).hash(&mut hasher);
            if round % 50 == 0 {
                for n in 0..NEIGHBOURHOODS.len() {
                    let near = boards.neighbours(Place::default(), n, &pool[a]);
                    serde_json::to_string(&near).unwrap().hash(&mut hasher);
                }
            }
            if let Some(child) = child {
                pool[c] = child;
            }
        }
    }
    hasher.finish()
}

#[test]
fn breeding_is_as_it_was() {
    let everything = Class {
        features: Features {
            tints: true,
            max_weight: 5,
            loops: true,
            parallel: true,
            arcs: true,
            token: true,
            squares: false,
        },
        ..class(Kind::Any, 0, false)
    };
    let (later, first): (Vec<Class>, Vec<Class>) = all_classes()
        .into_iter()
        .partition(|class| class.kind == Kind::Girth5);
    let first = first.into_iter().chain([everything]);
    assert_eq!(bred(first), 1_911_204_447_391_805_288);
    assert_eq!(bred(later), 9_617_706_066_448_422_517);
}

#[test]
fn a_canonical_board_is_made_once_and_again_after_a_change() {
    let mut genome = Genome::of_board(&boilingpoint_boards::parse_board("path(4)").unwrap());
    let path = genome.canonical_board();
    assert!(std::sync::Arc::ptr_eq(
        &path,
        &genome.clone().canonical_board()
    ));
    genome.detach(petgraph::graph::NodeIndex::new(0));
    let detached = genome.canonical_board();
    assert_eq!((path.graph().size(), detached.graph().size()), (3, 2));
    genome.join(
        petgraph::graph::NodeIndex::new(0),
        petgraph::graph::NodeIndex::new(3),
    );
    assert_eq!(genome.canonical_board().graph().size(), 3);
    genome.remove_node(petgraph::graph::NodeIndex::new(1));
    assert_eq!(genome.canonical_board().order(), 3);
}
