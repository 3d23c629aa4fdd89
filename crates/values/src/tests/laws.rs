//! Laws of options: facts about two answers of the algebra.

use super::oracle::drawn;
use super::*;

/// The number of random games of each law.
const CASES: usize = 2000;

/// A random game that is not made of one leaf, as the lists of its options.
fn options() -> impl Strategy<Value = [Vec<Recipe>; 2]> {
    let side = || prop::collection::vec(recipe(), 1..4);
    (side(), side()).prop_map(|(left, right)| [left, right])
}

fn built(values: &mut Values, options: &[Recipe]) -> Vec<Value> {
    options.iter().map(|recipe| build(values, recipe)).collect()
}

/// The answer to a question about the game with these options: in the notation of `boil value`.
fn asked(values: &mut Values, [left, right]: [&[Value]; 2]) -> Value {
    let side = |values: &mut Values, options: &[Value]| {
        let text = |&option| values.notation(option, Notation::Braces, 1 << 20);
        let texts: Option<Vec<String>> = options.iter().map(text).collect();
        texts.expect("short").join(",")
    };
    let (left, right) = (side(values, left), side(values, right));
    let text = format!("{{{left}|{right}}}");
    match values.ask(&text, 1 << 24, Terms::new(&mut |_, _, _| None)) {
        Ok(Answer::Value(value)) => value,
        other => panic!("{text}: {other:?}"),
    }
}

/// An option that another option of the same player dominates changes nothing, at any place among
/// the options, in the functions and in the notation.
#[test]
fn a_dominated_option_changes_nothing() {
    let mut added = [0; 2];
    for ([left, right], less, place) in drawn((options(), recipe(), 0usize..4)).take(CASES) {
        let mut values = Values::new();
        let sides = [left, right].map(|side| built(&mut values, &side));
        let game = values.game(&sides[0], &sides[1]).unwrap();
        // The option moves by a game that is at most 0, or at least 0.
        let by = build(&mut values, &less);
        let minus = values.neg(by).unwrap();
        let by = match values.partial_cmp(by, Value::ZERO).unwrap() {
            Some(std::cmp::Ordering::Greater) => [minus, by],
            Some(_) => [by, minus],
            None => continue,
        };
        for player in 0..2 {
            let options = &sides[player];
            let worse = options[place % options.len()];
            let worse = values.add(worse, by[player]).unwrap();
            let mut sides = sides.clone();
            sides[player].insert(place.min(options.len()), worse);
            let [left, right] = [&sides[0][..], &sides[1]];
            assert_eq!(values.game(left, right), Ok(game), "{less:?} for {player}");
            assert_eq!(asked(&mut values, [left, right]), game, "{less:?}");
            added[player] += 1;
        }
    }
    assert!(added.iter().all(|&n| n > CASES / 2), "{added:?}");
}

/// A further option for Left changes nothing if and only if it is not at least the game: then it is
/// a gift horse (Siegel, II.2), and else the game would be better than before. So for Right.
#[test]
fn a_further_option_changes_nothing_just_if_it_is_a_gift_horse() {
    let mut met = [[0; 2]; 2];
    for ([left, right], further) in drawn((options(), recipe())).take(CASES) {
        let mut values = Values::new();
        let sides = [left, right].map(|side| built(&mut values, &side));
        let game = values.game(&sides[0], &sides[1]).unwrap();
        let further = build(&mut values, &further);
        for player in 0..2 {
            let is_gift = match player {
                0 => !values.le(game, further).unwrap(),
                _ => !values.le(further, game).unwrap(),
            };
            let mut sides = sides.clone();
            sides[player].push(further);
            let [left, right] = [&sides[0][..], &sides[1]];
            let found = values.game(left, right).unwrap();
            assert_eq!(found == game, is_gift, "{further:?} for {player}");
            assert_eq!(asked(&mut values, [left, right]), found);
            met[player][usize::from(is_gift)] += 1;
        }
    }
    assert!(
        met.as_flattened().iter().all(|&n| n > CASES / 10),
        "{met:?}"
    );
}
