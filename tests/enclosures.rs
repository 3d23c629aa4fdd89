//! Enclosures never leave the exact thermograph out, and more steps never prove less.

#![allow(clippy::unwrap_used)] // a test may

mod kit;

use boilingpoint::graph::{Board, parse_board};
use boilingpoint::ruleset::{Col, Cutthroat, Domineering, Ruleset, Snort};
use boilingpoint::solver::{Budget, Solver};
use boilingpoint::value::{Dyadic, Enclosure, Options};
use kit::{TINTS, connected, random_board, tintings};

const STEPS: [u64; 7] = [0, 1, 3, 10, 40, 200, 2000];

/// Checks a board with effort from none to ample; says with how much the temperature was known.
fn sound(rules: &'static dyn Ruleset, board: &Board) -> Option<u64> {
    let mut exact = Solver::new(rules, Budget::default());
    let short = exact
        .evaluate(board)
        .expect("small")
        .short
        .expect("a value");
    let mut last: Option<Enclosure> = None;
    let mut known = None;
    for steps in STEPS {
        // one that knows nothing yet, or small boards would be known at once
        let mut solver = Solver::new(rules, Budget::default());
        let enclosure = solver.enclose(board, steps).expect("enclosed");
        let name = format!(
            "{} {} {}, {steps} steps",
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
            within(enclosure.left_stop().unwrap(), short.thermal.left_stop),
            "{name}"
        );
        assert!(
            within(enclosure.right_stop().unwrap(), short.thermal.right_stop),
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

#[test]
fn small_boards_of_snort() {
    for graph in connected(6) {
        sound(&Snort, &Board::untinted(graph));
    }
    for graph in connected(4) {
        for board in tintings(&graph, &TINTS) {
            sound(&Snort, &board);
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
            known += usize::from(sound(rules, &board).is_some());
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
            sound(&Domineering, &parse_board(text).expect(text)).is_some(),
            "{text}"
        );
    }
}

/// Boards far beyond the exact solver, by the theorem on trees of height three in `docs/findings.md`:
/// the temperature of the complete n-ary tree is n^2 (n-2) / 4 from n = 6 on. Two are known exactly.
#[test]
fn complete_trees_of_height_three() {
    for (n, temperature) in [(6, "36"), (7, "245/4")] {
        let board = parse_board(&format!("nary_tree({n},3)")).expect("a board");
        let mut solver = Solver::new(&Snort, Budget::default());
        let enclosure = solver.enclose(&board, 10_000).expect("enclosed");
        let [low, high] = enclosure.temperature();
        assert_eq!(
            (low.to_string(), high),
            (temperature.to_string(), low),
            "n = {n}"
        );
        assert_eq!(enclosure.mean(), [Dyadic::ZERO; 2]);
    }
    // and one of which little is proved
    let path = parse_board("path(40)").expect("a board");
    let mut solver = Solver::new(&Snort, Budget::default());
    let [low, high] = solver.enclose(&path, 3000).expect("enclosed").temperature();
    assert!(
        low > Dyadic::ZERO && high <= Dyadic::integer(2),
        "{low} to {high}"
    );
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
                let enclosure = Enclosure::sum(&parts).unwrap();
                let names = [forms[a], forms[b], forms[c]];
                assert!(
                    enclosure.contains(&sum).unwrap(),
                    "{names:?}: {enclosure:?} {sum:?}"
                );
                assert!(enclosure.negative().negative() == enclosure);
            }
        }
    }
}

/// A thermograph from those of its options is enclosed as tightly as they are.
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
        let enclosed = |v: &mut boilingpoint::value::Values, of: Vec<_>, negative: bool| {
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
        // with one of them held back it still holds
        let fewer = Options {
            known: &lefts[..1],
            all: lefts.len() == 1,
        };
        let made = Enclosure::of_options(fewer, known(&rights), &around).unwrap();
        assert!(made.contains(&exact).unwrap(), "{form}");
    }
}
