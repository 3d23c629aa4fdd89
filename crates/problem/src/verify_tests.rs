//! Tests of the second computation: each invariant, each claim and each form is computed again by
//! the checker, and a wrong one is refused.

use super::invariants::{self, Needs, Subject};
use super::tests::{all_classes, with_all_operators};
use super::verify::form_of;
use super::*;
use crate::expression::{Absent, Expression, InvariantName, Names, Number, Quantity};
use boilingpoint_boards::enumerate::{first, next_connected};
use boilingpoint_boards::{Board, Graph, Link, Tint, parse_board};
use boilingpoint_checker::{BoardQuantity, Checker, FormNode, FormVerdict, NoQuantity, Questions};
use boilingpoint_evolve::{Place, Problem};
use boilingpoint_rules::{self as ruleset, Ruleset, Snort};
use boilingpoint_solver::{Budget, Evaluation, Solver};
use boilingpoint_values::Notation;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Boards of every class, with all marks that a class allows, and boards of known families.
fn boards() -> Vec<Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    let mut boards: Vec<Board> = Vec::new();
    for class in all_classes() {
        let class = with_all_operators(class);
        let mut random = || class.random(Place::default(), &mut rng).canonical_board();
        boards.extend((0..20).map(|_| random().as_ref().clone()));
    }
    let families = [
        "cycle(4)@0",
        "cycle(5)@1",
        "path(4)@0",
        "path(6)",
        "path(1)",
        "hypercube(3)",
        "complete(4)",
        "complete(5)",
        "star(5)",
        "spider(2,2,2)",
        "caterpillar(2,1,2)",
        "grid(3,3)",
        "0,1",
        "0-1,2-3:LR.L",
        "0-1,2-3:LRRL",
        "lines(3,2)",
        "lines(4,2)",
        "lines(2,2)",
        "0-0,0-1,0-2,3-3,3-1,3-4",
        "0-1*1*1,1-2*1*1@1",
        "0-1*2,1-2*3,2-2",
        "0>1,1>2@0",
    ];
    boards.extend(families.map(|text| parse_board(text).unwrap_or_else(|e| panic!("{text}: {e}"))));
    boards
}

fn again(checker: &Checker, name: &str, board: &Board) -> Result<Quantity, Absent> {
    match checker.invariant(name, board) {
        Ok(BoardQuantity::Condition(holds)) => Ok(Quantity::Condition(holds)),
        Ok(BoardQuantity::Number {
            numerator,
            denominator,
        }) => Ok(Quantity::Number(Number::new(numerator, denominator))),
        Err(NoQuantity::Absent) => Err(Absent::NoValue),
        Err(other) => panic!("{name} of {}: {other:?}", board.name()),
    }
}

/// The different answers to each invariant.
type Answers = BTreeMap<&'static str, Vec<Result<Quantity, Absent>>>;

/// Compares some invariants of a board with the checker's, and keeps the answers.
fn compare(
    checker: &Checker,
    board: &Board,
    rows: impl Iterator<Item = &'static invariants::Invariant>,
    seen: &mut Answers,
) {
    let subject = Subject::of_board(board);
    for invariant in rows {
        let (name, found) = (invariant.name, invariant.of(&subject));
        let of = format!("{name} of {}:{}", board.name(), board.tint_string());
        assert_eq!(found, again(checker, name, board), "{of}");
        let seen = seen.entry(name).or_default();
        if !seen.contains(&found) {
            seen.push(found);
        }
    }
}

/// The greatest order of a board whose sets of vertices the checker lists.
const LISTED: usize = 12;

#[test]
fn every_invariant_of_a_board_is_computed_twice() {
    let checker = Checker::new(&Snort, 1);
    let mut seen = Answers::new();
    for board in boards() {
        let is_textbook = |name| {
            boilingpoint_invariants::catalogue()
                .iter()
                .any(|i| i.name == name)
        };
        let rows = invariants::catalogue()
            .iter()
            .filter(|i| i.needs == Needs::Board)
            .filter(|i| board.order() <= LISTED || !is_textbook(i.name));
        compare(&checker, &board, rows, &mut seen);
    }
    // No comparison is of one answer only.
    for (name, seen) in seen {
        let known = seen.iter().filter(|answer| answer.is_ok()).count();
        assert!(known > 1, "{name}: {seen:?}");
    }
}

/// A random board with random marks.
fn marked(rng: &mut ChaCha8Rng) -> Board {
    let order = rng.random_range(1..8);
    let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
    let chance = rng.random_range(0.1..0.9);
    let edges = pairs.filter(|_| rng.random_bool(chance));
    let mut board = Board::untinted(Graph::from_edges(order, edges));
    if rng.random_bool(0.5) {
        let tints = [Tint::None, Tint::Left, Tint::Right];
        (0..order).for_each(|v| board.set_tint(v, tints[rng.random_range(0..3)]));
    }
    let mut links = board.links();
    if rng.random_bool(0.7) {
        for link in &mut links {
            link.weight = rng.random_range(1..4);
            link.arc = rng.random_bool(0.5);
        }
        let looped = (0..order).filter(|_| rng.random_bool(0.3));
        links.extend(looped.map(|v| Link::edge(v, v, 1)));
    }
    let token = rng.random_bool(0.5).then(|| rng.random_range(0..order));
    board.with_links(links).with_token(token)
}

/// Names of textbook invariants that depend on directions.
const DIRECTED: [&str; 5] = [
    "arcs",
    "out_degree",
    "in_degree",
    "min_out_degree",
    "min_in_degree",
];

/// The invariants of boards that are not of textbooks, or that depend on directions, on 1,400
/// random boards, beside those of the test above. The checker's own tests have the others
/// (`crates/checker/src/invariants/tests.rs`).
#[test]
fn every_invariant_of_marks_is_that_of_its_definition() {
    let checker = Checker::new(&Snort, 1);
    let mut rng = ChaCha8Rng::seed_from_u64(60);
    let undirected: Vec<&str> = boilingpoint_invariants::catalogue()
        .iter()
        .map(|row| row.name)
        .filter(|name| !DIRECTED.contains(name))
        .collect();
    let rows = invariants::catalogue().iter();
    let rows = rows.filter(|i| i.needs == Needs::Board && !undirected.contains(&i.name));
    let mut seen = Answers::new();
    for _ in 0..1400 {
        let board = marked(&mut rng);
        compare(&checker, &board, rows.clone(), &mut seen);
    }
    for (name, seen) in seen {
        assert!(seen.len() > 1, "{name}: {seen:?}");
    }
}

/// All graphs of an order: the connected ones, and a connected one beside smaller ones.
fn all_graphs(most: usize) -> Vec<Board> {
    let mut connected = vec![first()];
    while connected.len() < most {
        let next = next_connected(&connected[connected.len() - 1]);
        connected.push(next);
    }
    let empty = Graph::empty(0);
    let mut all = vec![empty.clone()];
    // The components come in the order of the list, each as often as it may be.
    for component in connected.iter().flatten() {
        let mut i = 0;
        while i < all.len() {
            if all[i].order() + component.order() <= most {
                let shift = all[i].order();
                let edges = component.edges().map(|(a, b)| (a + shift, b + shift));
                let edges: Vec<_> = all[i].edges().chain(edges).collect();
                all.push(Graph::from_edges(shift + component.order(), edges));
            }
            i += 1;
        }
    }
    all.into_iter().map(Board::untinted).collect()
}

/// The invariants of textbooks, on all graphs to order 6 and on random graphs to order 10.
#[test]
fn every_textbook_invariant_is_that_of_its_definition() {
    let checker = Checker::new(&Snort, 1);
    let mut boards = all_graphs(6);
    // OEIS A000088.
    assert_eq!(boards.len(), 1 + 1 + 2 + 4 + 11 + 34 + 156);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for order in 7..=10 {
        for percent in [15, 25, 40, 60, 85] {
            for _ in 0..8 {
                let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
                let edges = pairs.filter(|_| rng.next_u32() % 100 < percent);
                boards.push(Board::untinted(Graph::from_edges(order, edges)));
            }
        }
    }
    for board in &boards {
        let subject = Subject::of_board(board);
        let rows = boilingpoint_invariants::catalogue().iter();
        for name in rows
            .map(|row| row.name)
            .chain(COUNTS)
            .chain(WITH_SETS.lines())
        {
            let found = invariants::by_name(name).unwrap().of(&subject);
            let of = format!("{name} of {}", board.name());
            assert_eq!(found, again(&checker, name, board), "{of}");
        }
    }
}

/// Counts with an argument, as expressions have them.
const COUNTS: [&str; 9] = [
    "cliques(3)",
    "cliques(1)",
    "independent_sets(4)",
    "cycles(3)",
    "cycles(6)",
    "colourings(3)",
    "copies(\"star(3)\")",
    "copies(\"0-1,2\")",
    "copies(\"cycle(4)\")",
];

/// Invariants with sets of vertices, as expressions have them, and the statistics of vertices.
const WITH_SETS: &str = include_str!("../../checker/src/invariants/with-sets.txt");

/// The value of the complete graph is easy, but its vertices have 4,213,597 partitions.
#[test]
fn an_invariant_that_takes_too_long_is_named() {
    let board = parse_board("complete(12)").unwrap();
    let mut solver = Solver::new(&Snort, Budget::default());
    let e = solver.evaluate(&board).unwrap();
    let objective = Objective::parse("order where two_spanning_trees").unwrap();
    let fitness = objective.score(&mut solver, &board).unwrap().fitness;
    let claim = ScoreClaim {
        objective: &objective,
        fitness: &fitness,
        collected: None,
    };
    let checker = Checker::new(&Snort, 100_000).within_work(1_000_000);
    let verdict = verify_scores(&checker, &board, &e, solver.values(), &[claim]);
    let Verdict::Unfinished(why) = verdict else {
        panic!("{verdict:?}")
    };
    assert!(why.contains("`two_spanning_trees`"), "{why}");
    let verdict = verify_scores(&checker, &board, &e, solver.values(), &[]);
    assert_eq!(verdict, Verdict::Agrees);
}

/// Games and boards that together have every invariant.
const SAMPLES: [(&str, &str); 10] = [
    ("snort", "caterpillar(2,1,2)"),
    ("snort", "cycle(4)"),
    ("snort", "path(3):L.."),
    ("clobber", "path(4):LRLR"),
    ("clobber", "path(3):LLR"),
    ("node-kayles", "path(5)"),
    ("nim-on-graphs", "0-1*3,1-2*2@1"),
    ("vertex-geography", "cycle(4)@0"),
    ("maker-breaker", "lines(2,2)"),
    ("shannon", "cycle(4)"),
];

/// A board with its value.
struct Valued {
    rules: &'static dyn Ruleset,
    board: Board,
    solver: Solver,
    e: Evaluation,
}

impl Valued {
    fn of((game, text): (&str, &str)) -> Valued {
        let (rules, board) = (ruleset::find(game).unwrap(), parse_board(text).unwrap());
        let mut solver = Solver::new(rules, Budget::default());
        let e = solver.evaluate(&board).unwrap();
        Valued {
            rules,
            board,
            solver,
            e,
        }
    }

    /// The verdict on the claim that an objective has this fitness on the board.
    fn verdict(&mut self, objective: &str, fitness: &str) -> Verdict {
        let objective = Objective::parse(objective).unwrap();
        let fitness = Fitness::parse(&[fitness]).unwrap();
        let claim = ScoreClaim {
            objective: &objective,
            fitness: &fitness,
            collected: None,
        };
        let checker = Checker::new(self.rules, 1_000_000);
        verify_scores(
            &checker,
            &self.board,
            &self.e,
            self.solver.values(),
            &[claim],
        )
    }
}

/// For each invariant, of boards and of values, the true claim agrees, and the claim with another
/// number, or with a condition that fails, does not.
#[test]
fn a_claim_with_one_wrong_invariant_is_refused() {
    let mut samples = SAMPLES.map(|sample| (sample, Valued::of(sample)));
    for invariant in invariants::catalogue() {
        let name = invariant.name;
        let mut found = 0;
        for ((game, text), valued) in &mut samples {
            let condition = invariant.kind == expression::QuantityKind::Condition;
            let asked = match condition {
                true => format!("if({name}, 1, 0)"),
                false => name.to_string(),
            };
            let objective = Objective::parse(&asked).unwrap();
            let Ok(score) = objective.score(&mut valued.solver, &valued.board) else {
                continue;
            };
            found += 1;
            let value = score.fitness.first();
            let at = format!("{name} on {game} {text}");
            assert_eq!(
                valued.verdict(&asked, &value.to_string()),
                Verdict::Agrees,
                "{at}"
            );
            for wrong in [value + 1, value - Number::new(1, 2)] {
                let verdict = valued.verdict(&asked, &wrong.to_string());
                let Verdict::Disagrees(why) = verdict else {
                    panic!("{at}: {verdict:?}")
                };
                let expected = format!("the record's fitness is {wrong}, the checker's {value}");
                assert_eq!(why, expected, "{at}");
            }
            let [met, unmet] = match (condition, value == Number::from_integer(1)) {
                (true, true) => [name.to_string(), format!("not {name}")],
                (true, false) => [format!("not {name}"), name.to_string()],
                _ => [format!("{name} == {value}"), format!("{name} > {value}")],
            };
            let order = valued.board.order().to_string();
            let require = |condition: &str| format!("order where {condition}");
            assert_eq!(
                valued.verdict(&require(&met), &order),
                Verdict::Agrees,
                "{at}"
            );
            let verdict = valued.verdict(&require(&unmet), &order);
            let refused = matches!(&verdict, Verdict::Disagrees(why) if why.contains("condition"));
            assert!(refused, "{at}: {verdict:?}");
        }
        assert!(found > 0, "no sample has {name}");
    }
}

#[test]
fn a_wrong_collected_value_is_refused() {
    let board = parse_board("star(3)").unwrap();
    let mut solver = Solver::new(&Snort, Budget::default());
    let e = solver.evaluate(&board).unwrap();
    let collect = |text| expression::Expression::parse(text, &invariants::names()).unwrap();
    let objective = Objective::parse("-order")
        .unwrap()
        .with(Some(&collect("leaves")), &[]);
    let score = objective.score(&mut solver, &board).unwrap();
    let checker = Checker::new(&Snort, 1000);
    for (collected, agrees) in [(Some("3"), true), (Some("4"), false), (None, false)] {
        let claim = ScoreClaim {
            objective: &objective,
            fitness: &score.fitness,
            collected,
        };
        let verdict = verify_scores(&checker, &board, &e, solver.values(), &[claim]);
        assert_eq!(
            verdict == Verdict::Agrees,
            agrees,
            "{collected:?}: {verdict:?}"
        );
    }
}

/// A board is collected by the text of its canonical form, which the checker has compared.
#[test]
fn a_wrong_collected_form_is_refused() {
    let board = parse_board("star(3)").unwrap();
    let mut solver = Solver::new(&Snort, Budget::default());
    let names = Names::only([InvariantName::canonical_form()]);
    let form = Expression::parse("canonical_form", &names).unwrap();
    let objective = Objective::parse("-order").unwrap().with(Some(&form), &[]);
    let score = objective.score(&mut solver, &board).unwrap();
    let text = score.collected.unwrap().to_string();
    assert_eq!(score.cell.len(), objective.coordinates());
    let e = solver.evaluate(&board).unwrap();
    let whole = solver.canonical_form(e.value().unwrap(), Notation::Text, 1000);
    assert_eq!(Some(&text), whole.as_ref());
    let checker = Checker::new(&Snort, 1000);
    for (collected, agrees) in [
        (Some(text.as_str()), true),
        (Some("±1"), false),
        (None, false),
    ] {
        let claim = ScoreClaim {
            objective: &objective,
            fitness: &score.fitness,
            collected,
        };
        let verdict = verify_scores(&checker, &board, &e, solver.values(), &[claim]);
        assert_eq!(
            verdict == Verdict::Agrees,
            agrees,
            "{collected:?}: {verdict:?}"
        );
    }
}

/// Equal forms share a cell, and different forms have different cells.
#[test]
fn a_canonical_form_has_a_cell_of_its_own() {
    let mut solver = Solver::new(&Snort, Budget::default());
    let names = Names::only([InvariantName::canonical_form()]);
    let form = Expression::parse("canonical_form", &names).unwrap();
    let objective = Objective::parse("-order").unwrap().with(Some(&form), &[]);
    let mut cells = BTreeMap::new();
    let mut forms = BTreeMap::new();
    for board in boards().iter().filter(|board| Snort.fits(board).is_ok()) {
        let Ok(score) = objective.score(&mut solver, board) else {
            continue;
        };
        let text = score.collected.unwrap().to_string();
        assert_eq!(
            cells.entry(text.clone()).or_insert(score.cell.clone()),
            &score.cell
        );
        assert_eq!(forms.entry(score.cell).or_insert(text.clone()), &text);
    }
    assert!(cells.len() > 30, "{}", cells.len());
}

/// The relation of a board's value to a fixed value, by the objective, by the checker, and by the
/// sum of the two games: `G >= H` if Right, moving first, loses `G - H`.
#[test]
fn conditions_on_values_are_decided_twice() {
    let others = [
        "0", "*", "^", "1", "{1|-1}", "{2|1}", "±{3|2}", "1/2", "-1*",
    ];
    let relations = ["=", "!=", "<=", ">=", "<", ">", "||", "<|", "|>"];
    let boards = [
        "path(1)",
        "path(2):L.",
        "path(3)",
        "path(4):R..L",
        "star(4)",
        "cycle(5)",
    ];
    let mut solver = Solver::new(&Snort, Budget::default());
    let checker = Checker::new(&Snort, 1000);
    for (text, other) in boards
        .iter()
        .flat_map(|b| others.iter().map(move |o| (b, o)))
    {
        let board = parse_board(text).unwrap();
        let value = solver.evaluate(&board).unwrap().value().unwrap();
        let values = solver.values();
        let fixed = values.parse(other).unwrap();
        let minus = values.neg(fixed).unwrap();
        let difference = values.add(value, minus).unwrap();
        let outcome = values.outcome(difference).unwrap();
        for relation in relations {
            let holds = match (relation, outcome.letters()) {
                ("=", o) => o == "P",
                ("!=", o) => o != "P",
                ("<=", o) => o == "P" || o == "R",
                (">=", o) => o == "P" || o == "L",
                ("<", o) => o == "R",
                (">", o) => o == "L",
                ("||", o) => o == "N",
                ("<|", o) => o == "N" || o == "R",
                (_, o) => o == "N" || o == "L",
            };
            let objective = format!("if(value {relation} {other}, 1, 0)");
            let objective = Objective::parse(&objective).unwrap();
            let score = objective.score(&mut solver, &board).unwrap();
            assert_eq!(
                score.fitness.to_string() == "1",
                holds,
                "{text} {relation} {other}"
            );
            let e = solver.evaluate(&board).unwrap();
            for fitness in ["0", "1"] {
                let claim = ScoreClaim {
                    objective: &objective,
                    fitness: &Fitness::parse(&[fitness]).unwrap(),
                    collected: None,
                };
                let verdict = verify_scores(&checker, &board, &e, solver.values(), &[claim]);
                let agrees = verdict == Verdict::Agrees;
                assert_eq!(agrees, (fitness == "1") == holds, "{text}: {verdict:?}");
            }
        }
    }
}

/// Every change of a canonical form is found: the checker rebuilds the form with its own algebra.
#[test]
fn a_wrong_form_is_refused() {
    let samples = [
        ("snort", "caterpillar(2,1,2)"),
        ("clobber", "path(6):LRLRLR"),
        ("domineering", "...|...|.#."),
        ("snort", "path(5):L...R"),
        ("snort", "star(3):..LL"),
    ];
    for (game, text) in samples {
        let (rules, board) = (ruleset::find(game).unwrap(), parse_board(text).unwrap());
        let mut solver = Solver::new(rules, Budget::default());
        let value = solver.evaluate(&board).unwrap().value().unwrap();
        let form = form_of(solver.values(), value).unwrap().unwrap();
        let checker = Checker::new(rules, 100_000);
        let compared = |form: &[FormNode]| {
            let asked = Questions {
                form: Some(form),
                ..Questions::default()
            };
            checker.check_with(&board, asked).unwrap().form.unwrap()
        };
        assert_eq!(compared(&form), FormVerdict::Same, "{game} {text}");
        for wrong in wrong_forms(&form) {
            let verdict = compared(&wrong);
            assert!(
                matches!(verdict, FormVerdict::Other(_)),
                "{game} {text}: {wrong:?}"
            );
        }
    }
}

/// Forms that differ from a form in one place.
fn wrong_forms(form: &[FormNode]) -> Vec<Vec<FormNode>> {
    let mut all = vec![Vec::new()];
    let mut change = |i: usize, node: FormNode| {
        let mut changed = form.to_vec();
        changed[i] = node;
        all.push(changed);
    };
    for (i, node) in form.iter().enumerate() {
        match node {
            &FormNode::Number {
                numerator,
                exponent,
            } => {
                change(
                    i,
                    FormNode::Number {
                        numerator: numerator + 1,
                        exponent,
                    },
                );
                change(
                    i,
                    FormNode::Number {
                        numerator: numerator + 1,
                        exponent: exponent + 1,
                    },
                );
            }
            FormNode::Options { left, right } => {
                let sides = |left: &[usize], right: &[usize]| FormNode::Options {
                    left: left.to_vec(),
                    right: right.to_vec(),
                };
                change(i, sides(&left[1..], right));
                change(i, sides(left, &right[1..]));
                change(i, sides(&[left.as_slice(), &[i]].concat(), right));
                change(i, sides(&[left.as_slice(), &left[..1]].concat(), right));
                if left != right {
                    change(i, sides(right, left));
                }
            }
        }
    }
    all
}
