//! Enclosures always contain the exact thermograph, and more steps never give worse bounds.

use crate::kit::{TINTS, connected, random_board, tintings};
use boilingpoint_boards::{Board, parse_board, random_tree};
use boilingpoint_checker::format::FractionBounds;
use boilingpoint_rules::{Col, Cutthroat, Domineering, Ruleset, Snort};
use boilingpoint_solver::{Aim, Budget, Effort, Solver, certify, enclose};
use boilingpoint_values::{Dyadic, Enclosure, Options};

const STEPS: [u64; 5] = [0, 1, 10, 100, 2000];

/// The order of the largest components that are valued exactly: 0, so that everything depends on
/// bounds; small; all.
const VALUED: [usize; 3] = [0, 3, 14];

/// Checks a board with efforts from none to ample; returns the number of steps after which the
/// temperature was known.
fn sound(rules: &'static dyn Ruleset, board: &Board, valued: usize) -> Option<u64> {
    let mut exact = Solver::new(rules, Budget::default());
    let evaluation = exact.evaluate(board).expect("small");
    let stops = evaluation.temperatures().expect("a value");
    let short = evaluation.short.expect("a value");
    let mut last: Option<Enclosure> = None;
    let mut known = None;
    for steps in STEPS {
        let effort = Effort {
            valued,
            ..Effort::of(steps)
        };
        let enclosure = enclose(rules, &Budget::default(), board, effort).expect("enclosed");
        let name = format!(
            "{} {} {}, {effort:?}",
            rules.name(),
            board.name(),
            board.tint_string()
        );
        assert!(
            enclosure.contains(&short.thermograph).expect("no overflow"),
            "{name}: {enclosure:?}"
        );
        let within = |[a, b]: [Dyadic; 2], x| a <= x && x <= b;
        assert!(
            within(enclosure.left_stop().unwrap(), stops.left_stop().unwrap()),
            "{name}"
        );
        assert!(
            within(enclosure.right_stop().unwrap(), stops.right_stop().unwrap()),
            "{name}"
        );
        let [low, high] = enclosure.temperature();
        if let Some(last) = &last {
            let before = last.temperature();
            assert!(low >= before[0] && high <= before[1], "{name}: wider");
        }
        if low == high && known.is_none() {
            known = Some(steps);
        }
        last = Some(enclosure);
    }
    known
}

/// Certificates of a board. The checker has accepted them, and their bounds are no weaker than the
/// enclosure.
fn certified(rules: &'static dyn Ruleset, board: &Board, effort: Effort) {
    let name = format!(
        "{} {} {}, {effort:?}",
        rules.name(),
        board.name(),
        board.tint_string()
    );
    let number = |text: Option<String>| text.expect("claimed").parse::<Dyadic>().expect("a number");
    let within = |claim: FractionBounds, [low, high]: [Dyadic; 2]| {
        assert!(number(claim.least) >= low, "{name}: less than was found");
        assert!(number(claim.most) <= high, "{name}: more than was found");
    };
    for aim in [Aim::Both, Aim::Heat] {
        let found = certify(rules, &Budget::default(), board, effort, aim);
        let found = found.unwrap_or_else(|e| panic!("{name}: {e}"));
        let (claim, enclosure) = (found.certificate.claim, found.enclosure);
        let [low, high] = enclosure.temperature();
        match aim {
            Aim::Both => {
                within(claim.temperature, [low, high]);
                within(claim.mean, enclosure.mean());
            }
            Aim::Heat => assert!(number(claim.temperature.least) >= low, "{name}: colder"),
        }
    }
}

#[test]
fn certificates_say_what_was_found() {
    let rules: [&'static dyn Ruleset; 3] = [&Snort, &Col, &Cutthroat];
    let effort = |steps, valued| Effort {
        valued,
        ..Effort::of(steps)
    };
    for graph in connected(5) {
        for (steps, valued) in [(20, 0), (1000, 3)] {
            certified(
                &Snort,
                &Board::untinted(graph.clone()),
                effort(steps, valued),
            );
        }
    }
    for seed in 0..60 {
        let board = random_board(5 + seed as usize % 8, seed);
        for rules in rules {
            certified(rules, &board, effort(100, 0));
            certified(rules, &board, effort(300, 4));
        }
    }
    for seed in 0..10 {
        let board = Board::untinted(random_tree(16 + seed as usize, seed));
        certified(&Snort, &board, Effort::of(2000));
    }
}

#[test]
fn small_boards_of_snort() {
    for valued in VALUED {
        for graph in connected(6) {
            sound(&Snort, &Board::untinted(graph), valued);
        }
        for graph in connected(4) {
            for board in tintings(&graph, &TINTS) {
                sound(&Snort, &board, valued);
            }
        }
    }
}

#[test]
fn random_boards() {
    let mut known = 0;
    for seed in 0..60 {
        let board = random_board(6 + seed as usize % 6, seed);
        let rules: [&'static dyn Ruleset; 3] = [&Snort, &Col, &Cutthroat];
        for rules in rules {
            known += usize::from(sound(rules, &board, 14).is_some());
            sound(rules, &board, 3);
        }
    }
    assert!(known > 150, "{known} of 180");
}

#[test]
fn domineering() {
    for text in [
        "...|...|...",
        "....|#...|.#..",
        "..###|#...#|....#|##...|##.#.",
    ] {
        assert!(
            sound(&Domineering, &parse_board(text).expect(text), 14).is_some(),
            "{text}"
        );
    }
}

/// Boards far beyond the exact solver, by the theorem on trees of height three in
/// `docs/findings/snort-two-degrees.md`: the temperature of the complete n-ary tree is at least
/// n^2 (n-2) / 4 for n = 5 and more. It is equal for n = 6, 7, 8, 10 and 12, whose enclosures are
/// exact.
#[test]
fn complete_trees_of_height_three() {
    let known = [(6, "36"), (7, "245/4"), (8, "96"), (10, "200"), (12, "360")];
    for (n, temperature) in known {
        let board = parse_board(&format!("nary_tree({n},3)")).expect("a board");
        let enclosure =
            enclose(&Snort, &Budget::default(), &board, Effort::of(10_000)).expect("enclosed");
        let [low, high] = enclosure.temperature();
        assert_eq!(
            (low.to_string(), high),
            (temperature.to_string(), low),
            "n = {n}"
        );
        assert_eq!(enclosure.mean(), [Dyadic::ZERO; 2]);
    }
    // A path, for which only weak bounds are found.
    let path = parse_board("path(40)").expect("a board");
    let enclosure = enclose(&Snort, &Budget::default(), &path, Effort::of(3000));
    let [low, high] = enclosure.expect("enclosed").temperature();
    assert!(
        low > Dyadic::ZERO && high <= Dyadic::integer(2),
        "{low} to {high}"
    );
}

/// The complete n-ary trees of height four that `docs/findings/snort-two-degrees-checks.md`
/// compares with those of height three, and that of `docs/findings/snort-bounded-degree.md`; the
/// tree T(5,6,5) and the caterpillar of `docs/findings/snort-two-degrees.md`.
#[test]
fn large_trees_of_the_findings() {
    for (text, steps, temperature) in [
        ("nary_tree(3,4)", 20_000, ["9/2", "9/2"]),
        ("nary_tree(4,4)", 4_000, ["-1", "8"]),
        ("nary_tree(5,4)", 10_000, ["75/4", "75/4"]),
        ("nary_tree(6,4)", 4_000, ["54", "54"]),
        ("tree(5*tree(6*tree(5*leaf)))", 10_000, ["25", "25"]),
        ("caterpillar(300,299,300)", 10_000, ["599", "599"]),
    ] {
        let board = parse_board(text).expect("a board");
        let found =
            enclose(&Snort, &Budget::default(), &board, Effort::of(steps)).expect("enclosed");
        assert_eq!(
            found.temperature().map(|t| t.to_string()),
            temperature,
            "{text}"
        );
    }
}

/// The boards of the table in `docs/solver/enclosures.md` that need less than a second and are not
/// in the two tests above.
#[test]
fn large_boards_of_the_page() {
    for (text, temperature) in [
        ("broom(20,300)", ["301", "301"]),
        ("broom(10,90)", ["91", "91"]),
        (
            "caterpillar(17,250,3,99,100,7,160,41)",
            ["1039/4", "1039/4"],
        ),
        ("tree(40*tree(tree(9*leaf)))", ["20", "20"]),
        ("path(40)", ["3/2", "3/2"]),
        ("path(60)", ["-1", "1"]),
    ] {
        let board = parse_board(text).expect("a board");
        let found =
            enclose(&Snort, &Budget::default(), &board, Effort::of(20_000)).expect("enclosed");
        assert_eq!(
            found.temperature().map(|t| t.to_string()),
            temperature,
            "{text}"
        );
    }
}

/// Sums of known games: the enclosure has the exact thermograph of the sum.
#[test]
fn sums_are_enclosed() {
    let mut solver = Solver::new(&Snort, Budget::default());
    let forms = [
        "{4|-2}",
        "{3|1||-2}",
        "±{2|1}",
        "5/4",
        "^",
        "{7||2|-3}",
        "-3",
        "{5/2|*}",
    ];
    let values: Vec<_> = forms.map(|f| solver.values().parse(f).expect(f)).to_vec();
    for a in 0..forms.len() {
        for b in 0..forms.len() {
            for c in 0..forms.len() {
                let v = solver.values();
                let sum = v.add(values[a], values[b]).unwrap();
                let sum = v.add(sum, values[c]).unwrap();
                let sum = v.thermograph(sum).unwrap();
                let parts = [a, b, c].map(|i| v.thermograph(values[i]).unwrap());
                let parts = parts.map(|t| Enclosure::exact(&t).unwrap());
                let enclosure = Enclosure::sum(parts.iter().map(|part| (part, 1))).unwrap();
                let names = [forms[a], forms[b], forms[c]];
                assert!(
                    enclosure.contains(&sum).unwrap(),
                    "{names:?}: {enclosure:?} {sum:?}"
                );
                assert!(enclosure.negative().negative() == enclosure);
                let [p, q, _] = &parts;
                let copies = Enclosure::sum([(p, 2), (q, 3)]).unwrap();
                let one_by_one = [p, p, q, q, q].map(|part| (part, 1));
                assert_eq!(copies, Enclosure::sum(one_by_one).unwrap(), "{names:?}");
            }
        }
    }
}

/// The enclosure by options is as tight as the enclosures of the options.
#[test]
fn options_give_the_thermograph() {
    let mut solver = Solver::new(&Snort, Budget::default());
    for form in [
        "{4|-2}",
        "{3|1||-2}",
        "{5||1|0}",
        "{4|3||-2|-3}",
        "{2,{5|0}|-1}",
        "{0|-4,{2|-6}}",
    ] {
        let v = solver.values();
        let value = v.parse(form).expect(form);
        let exact = v.thermograph(value).unwrap();
        let enclosed = |v: &mut boilingpoint_values::Values, of: Vec<_>, negative: bool| {
            let one = |w| {
                let e = Enclosure::exact(&v.thermograph(w).unwrap()).unwrap();
                if negative { e.negative() } else { e }
            };
            of.into_iter().map(one).collect::<Vec<_>>()
        };
        let lefts = v.lefts(value).unwrap().to_vec();
        let rights = v.rights(value).unwrap().to_vec();
        let (lefts, rights) = (enclosed(v, lefts, false), enclosed(v, rights, true));
        let around = Enclosure::of_moves(20, 20).unwrap();
        let known = |known| Options { known, all: true };
        let made = Enclosure::of_options(known(&lefts), known(&rights), &around).unwrap();
        assert!(made.contains(&exact).unwrap(), "{form}");
        assert_eq!(made.temperature(), [exact.temperature; 2], "{form}");
        assert_eq!(made.mean(), [exact.mean; 2], "{form}");
        // With one option left out, it still contains the thermograph.
        let fewer = Options {
            known: &lefts[..1],
            all: lefts.len() == 1,
        };
        let made = Enclosure::of_options(fewer, known(&rights), &around).unwrap();
        assert!(made.contains(&exact).unwrap(), "{form}");
    }
}

/// No tree T(a,b,c) with fewer than 186 vertices has a temperature above degree + degree2/2: the
/// search for bounds ends as soon as it proves so. T(5,6,5), with 186, does.
#[test]
fn no_smaller_tree_with_alike_levels_is_a_counterexample() {
    let is_below = |[a, b, c]: [usize; 3]| {
        let text = format!("tree({a}*tree({b}*tree({c}*leaf)))");
        let board = parse_board(&text).expect("a tree");
        let degrees = 2 * board.graph().degree() + board.graph().distance_degree(2);
        let bound = Dyadic::new(degrees as i64, 1).expect("small");
        let effort = Effort::of(2000).until(Some(bound));
        let found = enclose(&Snort, &Budget::default(), &board, effort).expect("enclosed");
        found.temperature()[1] <= bound
    };
    let mut trees = 0;
    for a in 1..186 {
        for b in (1..186).take_while(|b| 1 + a + 2 * a * b < 186) {
            for c in (1..186).take_while(|c| 1 + a + a * b + a * b * c < 186) {
                assert!(is_below([a, b, c]), "T({a},{b},{c})");
                trees += 1;
            }
        }
    }
    assert_eq!(trees, 2159);
    assert!(!is_below([5, 6, 5]));
}

/// A search that may end at a temperature proves that bound or as much as without it, and no less
/// than its end asks for.
#[test]
fn a_search_ends_where_its_bound_is_enough() {
    let board = parse_board("tree(5*tree(6*tree(5*leaf)))").expect("a tree");
    let found = |cold: Option<i64>| {
        let effort = Effort::of(2000).until(cold.map(Dyadic::integer));
        let found = enclose(&Snort, &Budget::default(), &board, effort).expect("enclosed");
        found.temperature().map(Dyadic::to_f64)
    };
    assert_eq!(found(None), [25.0, 25.0]);
    assert_eq!(found(Some(24)), [25.0, 25.0]);
    let early = found(Some(60));
    assert!(
        25.0 < early[1] && early[1] <= 60.0 && early[0] <= 25.0,
        "{early:?}"
    );
}
