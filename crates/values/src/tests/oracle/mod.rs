//! Oracles that share nothing with the algebra: thousands of random games, computed by the
//! definitions on trees (`trees`) and by the crate. The trees of both answers are the same.

mod graphs;
mod trees;

use super::atomic::{Small, build_small, small};
use super::*;
use graphs::Heat;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use trees::{Tree, Trees, ZERO};

/// The number of random inputs of each test.
const CASES: usize = 2000;

/// Random things of a kind without end, the same in every run.
pub(super) fn drawn<T: std::fmt::Debug>(
    strategy: impl Strategy<Value = T>,
) -> impl Iterator<Item = T> {
    let mut runner = TestRunner::deterministic();
    let draw = move || strategy.new_tree(&mut runner).expect("a case").current();
    std::iter::repeat_with(draw)
}

/// Random games of this depth with numbers, nimbers and ups at their ends, whose trees are small. A
/// side may have no option.
fn shallow(depth: u32) -> BoxedStrategy<Recipe> {
    let leaf = prop_oneof![
        4 => (-3i8..4, 0u8..2).prop_map(|(m, k)| Recipe::Number(m, k)),
        1 => Just(Recipe::Number(1, 2)),
        2 => (0u8..4).prop_map(Recipe::Star),
        1 => (-1i8..2).prop_map(Recipe::Up),
    ];
    let Some(below) = depth.checked_sub(1) else {
        return leaf.boxed();
    };
    let game = |least: usize| {
        let side = move || prop::collection::vec(shallow(below), least..3);
        (side(), side()).prop_map(|(l, r)| Recipe::Game(l, r))
    };
    prop_oneof![1 => leaf, 6 => game(1), 1 => game(0)].boxed()
}

/// A game in both forms.
struct Pair {
    value: Value,
    tree: Tree,
}

/// The trees and the values of one case.
struct Case {
    trees: Trees,
    values: Values,
}

impl Case {
    fn new() -> Case {
        Case {
            trees: Trees::new(),
            values: Values::new(),
        }
    }

    fn pair(&mut self, recipe: &Recipe) -> Pair {
        let (value, tree) = (build(&mut self.values, recipe), self.tree(recipe));
        Pair { value, tree }
    }

    /// The tree of a recipe.
    fn tree(&mut self, recipe: &Recipe) -> Tree {
        let trees = &mut self.trees;
        match recipe {
            Recipe::Number(m, k) => trees.number(i64::from(*m), u32::from(*k)),
            Recipe::Star(m) => trees.nimber(*m),
            Recipe::Up(n) => {
                let up = trees.up();
                trees.multiple(i64::from(*n), up)
            }
            Recipe::Game(l, r) => {
                let sides = [l, r].map(|side| side.iter().map(|g| self.tree(g)).collect());
                self.trees.tree(sides)
            }
        }
    }

    /// The tree of a value, as the store has it.
    fn stored(&mut self, value: Value) -> Tree {
        let (l, r) = (
            self.values.left_options(value).unwrap(),
            self.values.right_options(value).unwrap(),
        );
        let sides = [l, r].map(|side| side.into_iter().map(|v| self.stored(v)).collect());
        self.trees.tree(sides)
    }

    fn written(&mut self, value: Value) -> String {
        let text = self.values.notation(value, Notation::Text, 1 << 20);
        text.expect("short")
    }

    /// Compares a value of the crate with a tree of the definitions.
    fn assert_same(&mut self, value: Value, tree: Tree, what: &str) {
        let (found, form) = (self.stored(value), self.trees.canonical(tree));
        let text = self.written(value);
        assert!(found == form, "{what} is not {text}");
    }

    /// The answer to a question that asks for a value, such as `cool({5|1},1)`.
    fn asked(&mut self, text: &str) -> Value {
        let answer = self
            .values
            .ask(text, 1 << 24, Terms::new(&mut |_, _, _| None));
        match answer {
            Ok(Answer::Value(value)) => value,
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// Canonical forms, birthdays, and which values are numbers, nimbers or all small.
#[test]
fn canonical_forms() {
    let mut different = std::collections::HashSet::new();
    for recipe in drawn(shallow(3)).take(CASES) {
        let case = &mut Case::new();
        let Pair { value, tree } = case.pair(&recipe);
        different.insert(case.written(value));
        case.assert_same(value, tree, &format!("{recipe:?}"));
        let form = case.trees.canonical(tree);
        assert_eq!(case.values.birthday(value), Ok(case.trees.depth(form)));
        let number = case.trees.as_number(form);
        let number = number.map(|(n, e)| Dyadic::new(n, e).unwrap());
        assert_eq!(case.values.as_number(value), number, "{recipe:?}");
        let nimber = (0..9).find(|&n| case.trees.nimber(n) == form);
        let found = case.values.as_nimber(value);
        assert_eq!(found, nimber.map(u32::from), "{recipe:?}");
    }
    assert!(different.len() > CASES / 4, "{}", different.len());
}

/// Sums, differences and negatives.
#[test]
fn sums_and_differences() {
    for (a, b) in drawn((shallow(2), shallow(2))).take(CASES) {
        let case = &mut Case::new();
        let (g, h) = (case.pair(&a), case.pair(&b));
        let [gf, hf] = [&g, &h].map(|pair| case.trees.canonical(pair.tree));
        for (value, tree) in [
            (case.values.add(g.value, h.value), case.trees.sum(gf, hf)),
            (
                case.values.sub(g.value, h.value),
                case.trees.difference(gf, hf),
            ),
            (case.values.neg(g.value), case.trees.negative(gf)),
        ] {
            case.assert_same(value.unwrap(), tree, &format!("of {a:?} and {b:?}:"));
        }
    }
}

/// Multiples `n.G` of games whose plays have at most three moves.
#[test]
fn multiples() {
    let mut count = 0;
    for (recipe, n) in drawn((shallow(2), -2i64..4)) {
        let case = &mut Case::new();
        let Pair { value, tree } = case.pair(&recipe);
        let form = case.trees.canonical(tree);
        if case.trees.depth(form) > 3 {
            continue;
        }
        let text = format!("{n}.({})", case.written(value));
        let (found, expected) = (case.asked(&text), case.trees.multiple(n, form));
        case.assert_same(found, expected, &text);
        count += 1;
        if count == CASES {
            return;
        }
    }
}

/// Every relation, and outcomes, by playing.
#[test]
fn relations_and_outcomes() {
    let mut met = std::collections::HashMap::new();
    for (a, b) in drawn((shallow(2), shallow(2))).take(CASES) {
        let case = &mut Case::new();
        let (g, h) = (case.pair(&a), case.pair(&b));
        let minus = case.trees.negative(h.tree);
        let wins = [0, 1].map(|player| case.trees.first_wins(&[g.tree, minus], player));
        *met.entry(wins).or_insert(0) += 1;
        let [left, right] = wins;
        let texts = [g.value, h.value].map(|v| case.written(v));
        for (relation, holds) in [
            ("=", !left && !right),
            ("!=", left || right),
            ("<=", !left),
            (">=", !right),
            ("<", right && !left),
            (">", left && !right),
            ("||", left && right),
            ("<|", right),
            ("|>", left),
        ] {
            let text = format!("{} {relation} {}", texts[0], texts[1]);
            let terms = &mut |_: &mut Values, _: &str, _: &str| None;
            let answer = case.values.ask(&text, 1 << 24, Terms::new(terms));
            assert_eq!(answer, Ok(Answer::Holds(holds)), "{text}");
        }
        let outcome = match [0, 1].map(|player| case.trees.first_wins(&[g.tree], player)) {
            [true, true] => "N",
            [true, false] => "L",
            [false, true] => "R",
            [false, false] => "P",
        };
        let found = case.values.outcome(g.value).unwrap();
        assert_eq!(found.letters(), outcome, "{a:?}");
    }
    assert!(
        met.len() == 4 && met.values().all(|&n| n > CASES / 50),
        "{met:?}"
    );
}

/// Walls, temperatures, means and stops: the walls at every multiple of 1/128 from -1 to 8.
#[test]
fn thermographs() {
    for recipe in drawn(shallow(3)).take(CASES) {
        let case = &mut Case::new();
        let Pair { value, tree } = case.pair(&recipe);
        let form = case.trees.canonical(tree);
        let mut heat = Heat::default();
        let drawn = heat.of(&mut case.trees, form);
        let found = case.values.thermograph(value).unwrap();
        let what = format!("{recipe:?}");
        assert_eq!(
            found.temperature,
            graphs::dyadic(drawn.temperature),
            "{what}"
        );
        assert_eq!(found.mean, graphs::dyadic(drawn.mean), "{what}");
        for (k, walls) in drawn.walls.iter().enumerate() {
            let t = graphs::penalty(k);
            for (wall, &expected) in [&found.left, &found.right].into_iter().zip(walls) {
                assert_eq!(wall.at(t), Ok(graphs::dyadic(expected)), "{what} at {t}");
            }
        }
        let stops = [0, 1].map(|player| graphs::stop(&mut case.trees, form, player));
        let found = (
            case.values.left_stop(value).unwrap(),
            case.values.right_stop(value),
        );
        assert_eq!(found, (stops[0], stops[1]), "{what}");
        let text = case.written(value);
        for (name, number) in [
            ("mean", graphs::dyadic(drawn.mean)),
            ("temperature", graphs::dyadic(drawn.temperature)),
            ("left-stop", stops[0]),
            ("right-stop", stops[1]),
        ] {
            let answer = case.asked(&format!("{name}({text})"));
            assert_eq!(
                case.values.as_number(answer),
                Some(number),
                "{name} of {text}"
            );
        }
    }
}

/// Cooling and heating, by the definition with the trees' own temperatures.
#[test]
fn cooling_and_heating() {
    for (recipe, quarters) in drawn((shallow(2), 0i64..9)).take(CASES) {
        let case = &mut Case::new();
        let Pair { value, tree } = case.pair(&recipe);
        let form = case.trees.canonical(tree);
        let t = Dyadic::new(quarters, 2).unwrap();
        let text = case.written(value);
        let cooled = graphs::cooled(&mut case.trees, &mut Heat::default(), form, quarters);
        let found = case.asked(&format!("cool({text},{t})"));
        case.assert_same(found, cooled, &format!("{text} cooled by {t}"));
        for (by, sign) in [(quarters, ""), (-quarters, "-")] {
            let heated = graphs::heated(&mut case.trees, form, by);
            let found = case.asked(&format!("heat({text},{sign}{t})"));
            case.assert_same(found, heated, &format!("{text} heated by {sign}{t}"));
        }
    }
}

/// Ordinal sums, tinies and minies.
#[test]
fn ordinal_sums_and_tinies() {
    for (a, b) in drawn((shallow(2), shallow(2))).take(CASES) {
        let case = &mut Case::new();
        let (g, h) = (case.pair(&a), case.pair(&b));
        let base = case.trees.canonical(g.tree);
        let [top, base_text] = [h.value, g.value].map(|v| case.written(v));
        let ordinal = ordinal(&mut case.trees, base, h.tree);
        let found = case.asked(&format!("ordinal({base_text},{top})"));
        case.assert_same(found, ordinal, &format!("{base_text}:{top}"));
        let trees = &mut case.trees;
        let minus = trees.negative(g.tree);
        let right = trees.tree([vec![ZERO], vec![minus]]);
        let tiny = trees.tree([vec![ZERO], vec![right]]);
        let left = trees.tree([vec![g.tree], vec![ZERO]]);
        let miny = trees.tree([vec![left], vec![ZERO]]);
        for (name, tree) in [("tiny", tiny), ("miny", miny)] {
            let found = case.asked(&format!("{name}({base_text})"));
            case.assert_same(found, tree, &format!("{name} of {base_text}"));
        }
    }
}

/// A move in the base removes the top.
fn ordinal(trees: &mut Trees, base: Tree, top: Tree) -> Tree {
    let sides = [0, 1].map(|player| {
        let mut options = trees.side(base, player);
        for option in trees.side(top, player) {
            options.push(ordinal(trees, base, option));
        }
        options
    });
    trees.tree(sides)
}

/// Norton products of games whose plays have at most three moves with positive values.
#[test]
fn norton_products() {
    let units = ["1", "1/2", "^", "1*", "{2|1}", "^^*", "{0||0|-1}"];
    let mut count = 0;
    for (recipe, unit) in drawn((shallow(2), 0..units.len())) {
        let case = &mut Case::new();
        let g = case.pair(&recipe);
        let unit = parse(&mut case.values, units[unit]);
        let (form, u) = (case.trees.canonical(g.tree), case.stored(unit));
        if case.trees.depth(form) > 3 {
            continue;
        }
        let product = norton(&mut case.trees, form, u);
        let [text, by] = [g.value, unit].map(|v| case.written(v));
        let found = case.asked(&format!("norton({text},{by})"));
        case.assert_same(found, product, &format!("{text} . {by}"));
        count += 1;
        if count == CASES {
            return;
        }
    }
}

/// `n` copies of `u` for an integer, else `{g^L.u + u + i | g^R.u - u - i}` for the incentives `i`
/// of `u`, which are `u^L - u` and `u - u^R`.
fn norton(trees: &mut Trees, g: Tree, u: Tree) -> Tree {
    if let Some(n) = trees.as_integer(g) {
        let product = trees.multiple(n, u);
        return trees.canonical(product);
    }
    let mut incentives = Vec::new();
    for left in trees.side(u, 0) {
        incentives.push(trees.difference(left, u));
    }
    for right in trees.side(u, 1) {
        incentives.push(trees.difference(u, right));
    }
    let sides = [0, 1].map(|player| {
        let mut options = Vec::new();
        for option in trees.side(g, player) {
            let product = norton(trees, option, u);
            for &incentive in &incentives {
                let gain = trees.sum(u, incentive);
                let gain = trees.canonical(gain);
                let option = match player {
                    0 => trees.sum(product, gain),
                    _ => trees.difference(product, gain),
                };
                options.push(trees.canonical(option));
            }
        }
        options
    });
    trees.tree(sides)
}

/// The reduced canonical form is the one game that differs by an infinitesimal and has no follower
/// with an option to be left out up to infinitesimals (Grossman and Siegel 2009).
#[test]
fn reduced_forms() {
    for recipe in drawn(shallow(2)).take(CASES) {
        let case = &mut Case::new();
        let Pair { value, tree } = case.pair(&recipe);
        let reduced = case.values.reduced(value).unwrap();
        let (form, found) = (case.trees.canonical(tree), case.stored(reduced));
        let what = format!("{recipe:?}: {}", case.written(reduced));
        assert!(graphs::at_least(&mut case.trees, found, form), "{what}");
        assert!(graphs::at_least(&mut case.trees, form, found), "{what}");
        assert!(graphs::is_reduced(&mut case.trees, found), "{what}");
    }
}

/// Atomic weights, by the definition with a nimber beyond the tree's depth as the remote star.
#[test]
fn atomic_weights() {
    fn tree_of(trees: &mut Trees, recipe: &Small) -> Tree {
        match recipe {
            Small::UpStar(n, m) => {
                let (up, star) = (trees.up(), trees.nimber(*m));
                let ups = trees.multiple(i64::from(*n), up);
                trees.sum(ups, star)
            }
            Small::Game(l, r) => {
                let sides = [l, r].map(|side| side.iter().map(|g| tree_of(trees, g)).collect());
                trees.tree(sides)
            }
        }
    }
    for recipe in drawn(small(1, 2, 5)).take(CASES) {
        let case = &mut Case::new();
        let tree = tree_of(&mut case.trees, &recipe);
        let value = build_small(&mut case.values, &recipe);
        let form = case.trees.canonical(tree);
        let weight = weight(&mut case.trees, form);
        let text = case.written(value);
        let found = case.asked(&format!("atomic-weight({text})"));
        case.assert_same(found, weight, &format!("the weight of {text}"));
    }
}

/// The weight of an all-small canonical form, in canonical form (Siegel, II.7).
fn weight(trees: &mut Trees, g: Tree) -> Tree {
    let sides = [(0, -2), (1, 2)].map(|(player, by)| {
        let by = trees.integer(by);
        let mut weights = Vec::new();
        for option in trees.side(g, player) {
            let weight = weight(trees, option);
            let shifted = trees.sum(weight, by);
            weights.push(trees.canonical(shifted));
        }
        weights
    });
    let plain = trees.tree(sides.clone());
    let plain = trees.canonical(plain);
    if trees.as_integer(plain).is_none() {
        return plain;
    }
    let remote = trees.nimber(trees.depth(g) as u8 + 1);
    let integers: Vec<Tree> = (-8..=8).map(|n| trees.integer(n)).collect();
    // The greatest integer that no Right option is at most, or the least that no Left option is at
    // least.
    let fits = |trees: &mut Trees, n: Tree| {
        let [left, right] = &sides;
        [
            !right.iter().any(|&w| trees.le(w, n)),
            !left.iter().any(|&w| trees.le(n, w)),
        ]
    };
    match (trees.le(remote, g), trees.le(g, remote)) {
        (true, false) => *integers.iter().rev().find(|&&n| fits(trees, n)[0]).unwrap(),
        (false, true) => *integers.iter().find(|&&n| fits(trees, n)[1]).unwrap(),
        _ => plain,
    }
}
