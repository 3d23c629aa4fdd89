//! Objective expressions.

use super::{as_bytes, text_of};
use boilingpoint_problem::expression::{
    Absent, Expression, InvariantName, Number, Quantity, QuantityBounds, QuantityKind, Undefined,
};
use boilingpoint_problem::invariants;

/// An expression that could be read is written, and read again as the same. If its names are only
/// known to lie between two numbers each, its bounds hold for every choice of values in between.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let names = invariants::names();
    let Ok(expression) = Expression::parse(&text, &names) else {
        return;
    };
    let again = Expression::parse(expression.text(), &names);
    assert_eq!(again.as_ref(), Ok(&expression), "{expression}");
    let compiled = expression.compile(&names).expect("names of the table");
    for round in 0..4 {
        let value = |place: usize| value(&names[place], place as u64 * 31 + round);
        // Exact values, and intervals of half-width 1, 5 and 100 around them.
        let width = [0, 1, 5, 100][round as usize];
        let near = |place: usize| value(place).map(|quantity| around(quantity, width));
        let certain = compiled.between(near);
        let exact = compiled.eval(|place| value(place).ok_or(Absent::NoValue));
        // The exact values may overflow 128 bits where the ends of the intervals do not.
        if exact == Err(Undefined::Overflow) {
            continue;
        }
        match certain {
            None | Some(QuantityBounds::Condition(None)) => {}
            Some(QuantityBounds::Condition(decided)) => {
                let truth = exact.as_ref().ok().and_then(|q| q.as_condition());
                assert_eq!(truth, decided, "{expression}");
            }
            Some(QuantityBounds::Numbers(least, most)) => {
                let number = exact.as_ref().ok().and_then(|q| q.as_number());
                let within = number.is_some_and(|n| least <= n && n <= most);
                assert!(within, "{expression}: {exact:?} not in {least} to {most}");
            }
        }
    }
}

/// A value for a name, or none.
fn value(name: &InvariantName, salt: u64) -> Option<Quantity> {
    let mixed = (salt + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    match name.kind {
        QuantityKind::Form => None,
        QuantityKind::Condition => Some(Quantity::Condition(mixed.is_multiple_of(2))),
        QuantityKind::Number if mixed.is_multiple_of(13) => None,
        QuantityKind::Number => {
            let n = i128::from(mixed % 41) - 20;
            Some(Quantity::Number(Number::new(n, 1 << (mixed % 3))))
        }
    }
}

fn around(quantity: Quantity, width: i128) -> QuantityBounds {
    match quantity {
        Quantity::Number(n) => {
            QuantityBounds::Numbers(n - Number::from(width), n + Number::from(width))
        }
        Quantity::Condition(_) if width > 0 => QuantityBounds::Condition(None),
        Quantity::Condition(c) => QuantityBounds::Condition(Some(c)),
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut texts: Vec<String> = Vec::new();
    for file in std::fs::read_dir(super::root().join("configs")).expect("a folder") {
        let file = file.expect("an entry");
        if !file.path().is_file() {
            continue;
        }
        let name = file.file_name().into_string().expect("a name");
        let text = text_of(&format!("configs/{name}"));
        let key = |l: &&str| {
            ["maximize", "find", "collect", "require", "stop_when"]
                .iter()
                .any(|k| l.starts_with(k))
        };
        texts.extend(
            text.lines()
                .filter(key)
                .flat_map(|l| l.split('"').skip(1).step_by(2))
                .map(str::to_string),
        );
    }
    texts.extend(
        [
            "temperature - degree - degree2 / 2",
            "if(tree and order >= 3, temperature / degree, 0)",
            "min(3, order, 2) ^ 2",
            "floor(mean) + ceil(temperature) - abs(mean)",
            "not (tree or order != 5) == true",
            "-(-order)^3 / denominator(mean)",
            "1/3 + 0.125 <= temperature / (degree2 - 1)",
            "max(order, size) * 170141183460469231731687303715884105727",
        ]
        .map(String::from),
    );
    texts.sort();
    texts.dedup();
    as_bytes(texts)
}
