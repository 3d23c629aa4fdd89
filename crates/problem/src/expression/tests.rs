// A test that fails may panic.
#![allow(clippy::unwrap_used)]

use super::tree::{Function, Infix};
use super::*;
use proptest::prelude::*;

fn names() -> Names {
    let numbers = [
        "temperature",
        "degree",
        "degree2",
        "order",
        "mean",
        "girth",
        "huge",
    ];
    let conditions = ["tree", "opposable"];
    let numbers = numbers.into_iter().map(InvariantName::number);
    let conditions = conditions.into_iter().map(InvariantName::condition);
    Names::new(numbers.chain(conditions).collect(), &crate::derived::SCOPE)
}

fn value(name: &str) -> Result<Quantity, Absent> {
    Ok(Quantity::Number(match name {
        "temperature" => Number::new(7, 4),
        "degree" => Number::from_integer(4),
        "degree2" => Number::from_integer(0),
        "order" => Number::from_integer(5),
        "mean" => Number::new(-3, 2),
        "huge" => Number::from_integer(i128::MAX),
        "tree" => return Ok(Quantity::Condition(true)),
        "opposable" => return Ok(Quantity::Condition(false)),
        _ => return Err(Absent::NoValue),
    }))
}

fn parse(text: &str) -> Expression {
    Expression::parse(text, &names()).unwrap_or_else(|e| panic!("{}", e.render(text)))
}

fn eval(text: &str) -> String {
    match parse(text).eval(&mut value) {
        Ok(quantity) => quantity.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn other_symbols_are_read() {
    for (text, normal) in [
        ("order = 5", "order == 5"),
        (
            "order ≤ 5 and girth ≥ 4 and degree ≠ 3",
            "order <= 5 and girth >= 4 and degree != 3",
        ),
        ("temperature − ½ × order", "temperature - 0.5 * order"),
        ("girth ÷ order > ¾", "girth / order > 0.75"),
    ] {
        assert_eq!(parse(text).text(), parse(normal).text(), "{text}");
    }
}

#[test]
fn a_condition_on_the_value_ends_with_the_value() {
    let cases = [
        ("value={1|-1}", "value = ±1"),
        ("value == *  and tree", "value = * and tree"),
        ("tree or value || {1,2|0}", "tree or value || {2|0}"),
        (
            "if(value >= tiny(2), order, 0)",
            "if(value >= tiny(2), order, 0)",
        ),
        ("not value |> 2.^", "not value |> ^^"),
        ("tree == (value < 0)", "tree == (value < 0)"),
        (
            "min(if(value <| 1/2, 1, 2), 3)",
            "min(if(value <| 1/2, 1, 2), 3)",
        ),
    ];
    for (text, canonical) in cases {
        let read = parse(text);
        assert_eq!(read.text(), canonical);
        assert_eq!(parse(canonical), read);
    }
    assert_eq!(parse("value = {1|-1}").names(), ["value = ±1"]);
    let wrong = [
        ("value", 5, "one of =="),
        ("value + 1 > 0", 6, "one of =="),
        ("value = {1|", 11, "expected `}`"),
        ("tree and value = 1.5", 17, "a fraction"),
        ("value = snort(star(4))", 8, "snort"),
    ];
    for (text, at, part) in wrong {
        let error = Expression::parse(text, &names()).unwrap_err();
        assert!(error.message.contains(part), "{text}: {}", error.message);
        assert_eq!(error.span.start, at, "{text}: {}", error.message);
    }
}

#[test]
fn a_canonical_form_stands_alone() {
    let names = Names::only([
        InvariantName::canonical_form(),
        InvariantName::number("order"),
    ]);
    let read = Expression::parse("canonical_form", &names).unwrap();
    assert_eq!(read.kind(), QuantityKind::Form);
    for text in [
        "canonical_form + 1",
        "canonical_form == canonical_form",
        "if(order > 1, canonical_form, canonical_form)",
        "canonical_form == order",
        "min(canonical_form)",
    ] {
        assert!(Expression::parse(text, &names).is_err(), "{text}");
    }
}

#[test]
fn arithmetic_is_exact_and_binds_as_usual() {
    let cases = [
        ("temperature - degree", "-9/4"),
        ("temperature / degree", "7/16"),
        ("temperature - degree - degree2 / 2", "-9/4"),
        ("abs(mean)", "3/2"),
        ("1 - 2 - 3", "-4"),
        ("1 - (2 - 3)", "2"),
        ("12 / 3 / 2", "2"),
        ("2 + 3 * 4", "14"),
        ("(2 + 3) * 4", "20"),
        ("-3^2", "-9"),
        ("(-3)^2", "9"),
        ("2 * -3", "-6"),
        ("--3", "3"),
        ("0^0", "1"),
        ("2^3^2", "512"),
        ("(2^3)^2", "64"),
        ("2^(1+1)", "4"),
        ("0.1 + 0.2", "3/10"),
        ("0.1 + 0.2 == 0.3", "true"),
        ("1/3 + 1/3 + 1/3 == 1", "true"),
        ("floor(mean)", "-2"),
        ("ceil(mean)", "-1"),
        ("ceil(3) + floor(-3)", "0"),
        ("min(3, 1, 2) + max(3, 1, 2)", "4"),
        ("numerator(0.75) * 10 + denominator(0.75)", "34"),
        ("denominator(mean)", "2"),
        ("if(tree, 1, 2)", "1"),
    ];
    for (text, expected) in cases {
        assert_eq!(eval(text), expected, "{text}");
    }
}

#[test]
fn square_roots_are_compared_and_rounded_exactly() {
    let cases = [
        ("sqrt(4)", "2"),
        ("sqrt(9/4) * 2", "3"),
        ("sqrt(0)", "0"),
        ("sqrt(2) * sqrt(8)", "4"),
        ("(1 + sqrt(2)) * (1 - sqrt(2))", "-1"),
        ("sqrt(order) * sqrt(order)", "5"),
        ("sqrt(order + degree) - sqrt(degree)", "1"),
        ("sqrt(18) / sqrt(2)", "3"),
        ("floor(sqrt(order))", "2"),
        ("ceil(sqrt(order))", "3"),
        ("floor(-sqrt(order))", "-3"),
        ("floor(sqrt(2) + sqrt(3))", "3"),
        ("sqrt(2) + sqrt(3) == sqrt(5 + 2 * sqrt(1) + 0)", "false"),
        ("sqrt(2) + sqrt(8) == sqrt(18)", "true"),
        ("sqrt(2) + sqrt(8) != 3 * sqrt(2)", "false"),
        // 577/408 is above the root of 2, by less than 3 in a million.
        ("sqrt(2) < 577/408 and sqrt(2) > 1393/985", "true"),
        ("sqrt(10) + sqrt(17) > sqrt(53)", "true"),
        ("max(sqrt(2), 1) > min(sqrt(2), 3/2) ", "false"),
        ("abs(1 - sqrt(2)) < 0.415", "true"),
        ("if(sqrt(2) > 1, 1, 2)", "1"),
        ("sqrt(order)", Undefined::Irrational.to_string().leak()),
        ("sqrt(mean)", Undefined::NegativeRoot.to_string().leak()),
        (
            "sqrt(sqrt(order)) > 1",
            Undefined::Irrational.to_string().leak(),
        ),
        ("sqrt(huge) > 1", Undefined::Overflow.to_string().leak()),
    ];
    for (text, expected) in cases {
        assert_eq!(eval(text), expected, "{text}");
    }
}

#[test]
fn conditions_bind_as_usual_and_are_lazy() {
    let cases = [
        ("order >= 2", "true"),
        ("not tree or tree", "true"),
        ("not (tree or tree)", "false"),
        ("not order < 2", "true"),
        ("true or false and false", "true"),
        ("opposable == false", "true"),
        ("tree != opposable", "true"),
        ("degree2 > 0 and 1 / degree2 > 2", "false"),
        ("degree2 == 0 or 1 / degree2 > 2", "true"),
        ("if(degree2 == 0, 0, order / degree2)", "0"),
        ("tree or girth > 3", "true"),
        ("huge > huge - 1 and 1 / huge < 1 / (huge - 1)", "true"),
        ("-huge < -1 / huge and -huge == -huge", "true"),
    ];
    for (text, expected) in cases {
        assert_eq!(eval(text), expected, "{text}");
    }
}

#[test]
fn what_has_no_value_says_why() {
    let look = |text: &str| parse(text).eval(&mut value);
    assert_eq!(look("order / degree2"), Err(Undefined::DivisionByZero));
    assert_eq!(look("huge + 1"), Err(Undefined::Overflow));
    assert_eq!(look("huge * huge"), Err(Undefined::Overflow));
    assert_eq!(look("-huge - 1"), Err(Undefined::Overflow));
    assert_eq!(look("1 / huge + 1 / (huge - 1)"), Err(Undefined::Overflow));
    assert_eq!(look("girth + 1"), Err(Undefined::Absent("girth".into())));
    assert_eq!(
        look("not tree and girth > 1").map(|q| q.as_condition()),
        Ok(Some(false))
    );
    let mut least = |_: &str| Ok(Quantity::integer(i128::MIN));
    assert_eq!(parse("-order").eval(&mut least), Err(Undefined::Overflow));
    let mut wrong = |_: &str| Ok(Quantity::Condition(true));
    assert_eq!(parse("-order").eval(&mut wrong), Err(Undefined::WrongKind));
}

#[test]
fn operators_and_functions_are_in_the_order_of_their_tables() {
    let table = Infix::TABLE;
    for (place, (operator, symbol, _)) in table.into_iter().enumerate() {
        assert_eq!(operator as usize, place);
        let before = table[..place].iter();
        assert!(before.clone().all(|row| !symbol.starts_with(row.1)));
    }
    for (place, (function, name)) in Function::TABLE.into_iter().enumerate() {
        assert_eq!(function as usize, place);
        assert_eq!(Function::by_name(name), Some(function));
    }
}

#[test]
fn every_mistake_has_its_column() {
    #[rustfmt::skip]
    let cases: &[(&str, usize, &str, &str)] = &[
        ("", 1, "empty", ""),
        ("   ", 1, "empty", ""),
        ("temperature -", 14, "ends where a value", ""),
        ("temperature - degre", 15, "unknown invariant `degre`", "`degree`"),
        ("Temperature", 1, "unknown invariant", "`temperature`"),
        ("xyzzy_plugh", 1, "unknown invariant", "the known names are"),
        ("temperature / 0", 15, "division by zero", "every board"),
        ("1/(2-2)", 3, "division by zero", "every board"),
        ("if(false, 1/0, 1)", 13, "division by zero", ""),
        ("tree && tree", 6, "unexpected character `&`", "`and`"),
        ("tree AND tree", 6, "an operator should be here", "`and`"),
        ("degree => 3", 8, "unknown operator `=>`", "`>=`"),
        ("degree =< 3", 8, "unknown operator `=<`", "`<=`"),
        ("degree === 3", 8, "unknown operator `===`", "`==`"),
        ("degree <> 3", 8, "unknown operator `<>`", "`!=`"),
        ("\"é\" + 1", 1, "unexpected", ""),
        ("order $ 5", 7, "unexpected character `$`", ""),
        ("1 < 2 < 3", 7, "do not chain", "and"),
        ("2^3^4", 3, "from 0 to 64", ""),
        ("2^(order-order)", 3, "whole number", ""),
        ("2^-1", 3, "whole number", ""),
        ("2^0.5", 3, "whole number", ""),
        ("2^65", 3, "from 0 to 64", ""),
        ("order^order", 7, "whole number", ""),
        ("99^64", 1, "too large", ""),
        (".5", 1, "both sides", "0.5"),
        ("1.", 1, "both sides", ""),
        ("170141183460469231731687303715884105728", 1, "too large", ""),
        ("1 + 0.0000000000000000000000000000001", 5, "too fine", ""),
        ("tree + 1", 1, "`+` takes a number, but this is a condition", "if(condition"),
        ("1 and tree", 1, "`and` takes a condition", "compare"),
        ("not order", 5, "`not` takes a condition", ""),
        ("-tree", 2, "`-` takes a number", ""),
        ("tree^2", 1, "`^` takes a number", ""),
        ("abs(tree)", 5, "`abs` takes a number", ""),
        ("order == tree", 7, "compares a number with a condition", ""),
        ("if(order, 1, 2)", 4, "`if` takes a condition", ""),
        ("if(tree, 1, tree)", 13, "differ in kind", ""),
        ("1 + if(tree, 1)", 5, "three arguments, not 2", "if(condition"),
        ("abs(1, 2)", 1, "one argument, not 2", ""),
        ("min()", 1, "one argument or more", ""),
        ("1 + abs", 5, "needs its arguments", "abs(…)"),
        ("sqr(2)", 1, "unknown function `sqr`", "`sqrt`"),
        ("sqrt(-1)", 1, "square root of a negative number", ""),
        ("flor(2)", 1, "unknown function", "`floor`"),
        ("degree(2)", 8, "a set of vertices should be here", ""),
        ("(1 + 2", 1, "not closed", ""),
        ("1 + 2)", 6, "closes nothing", ""),
        ("1, 2", 2, "comma", ""),
        ("2 order", 3, "an operator should", ""),
        ("(2 order)", 4, "an operator or `)`", ""),
        ("* 2", 1, "a value should", ""),
        ("1 + * 2", 5, "a value should", ""),
        ("1 + ()", 6, "a value should", ""),
    ];
    for (text, column, message, help) in cases {
        let error = Expression::parse(text, &names()).expect_err(text);
        assert_eq!(error.column(text), *column, "{}", error.render(text));
        assert!(error.message.contains(message), "{}", error.render(text));
        let found = error.help.clone().unwrap_or_default();
        assert!(found.contains(help), "{}", error.render(text));
    }
}

#[test]
fn hostile_texts_end_in_an_error() {
    for text in [
        "(".repeat(100_000),
        "(".repeat(4000),
        "-".repeat(4000),
        "not ".repeat(1000),
    ] {
        assert!(Expression::parse(&text, &names()).is_err());
    }
    let chain = |n: usize| vec!["order"; n].join("+");
    assert!(Expression::parse(&chain(150), &names()).is_ok());
    let error = Expression::parse(&chain(600), &names()).unwrap_err();
    assert!(error.message.contains("deep"), "{error}");
    let powers = format!("{}order{}", "(".repeat(150), ")^2".repeat(150));
    assert_eq!(parse(&powers).eval(&mut value), Err(Undefined::Overflow));
}

#[test]
fn names_are_sorted_and_the_text_is_canonical() {
    let expression = parse("((temperature))-degree   -(degree2/2)+0.50*degree");
    assert_eq!(expression.names(), ["degree", "degree2", "temperature"]);
    assert_eq!(
        expression.text(),
        "temperature - degree - degree2 / 2 + 0.5 * degree"
    );
    assert_eq!(expression.kind(), QuantityKind::Number);
    assert_eq!(expression, parse(expression.text()));
    assert_eq!(
        parse("not (not tree) == (not tree)").text(),
        "not (not tree) == (not tree)"
    );
    assert_eq!(
        parse("(-order)^2-(-(order^2))").text(),
        "(-order)^2 - -order^2"
    );
    assert_eq!(parse("1").names().len(), 0);
}

#[test]
fn compiled_gives_the_same_values() {
    let table = names();
    let row: Vec<_> = table.iter().map(|entry| value(&entry.name).ok()).collect();
    for text in [
        "temperature - degree",
        "girth",
        "if(tree, order, girth)",
        "1/degree2",
        "tree",
    ] {
        let expression = parse(text);
        let compiled = expression.compile(&table).unwrap();
        assert_eq!(
            compiled.eval(|place| row[place].ok_or(Absent::NoValue)),
            expression.eval(&mut value),
            "{text}"
        );
    }
    assert_eq!(parse("degree").compile(&table).unwrap().needed(), [1]);
    assert_eq!(parse("girth").compile(&table[..2]).unwrap_err().0, "girth");
}

/// Texts of numbers and of conditions, with all brackets written.
fn texts() -> impl Strategy<Value = (String, String)> {
    let numbers = prop_oneof![
        (0..1000_u32).prop_map(|n| n.to_string()),
        (0..99_u32, 0..999_u32).prop_map(|(a, b)| format!("{a}.{b:03}")),
        Just("temperature".to_string()),
        Just("degree".to_string()),
    ];
    let conditions = prop_oneof![Just("tree".to_string()), Just("true".to_string())];
    (numbers, conditions).prop_recursive(6, 64, 4, |inner| {
        let forms = 0..14_usize;
        (inner.clone(), inner.clone(), inner, forms).prop_map(|(a, b, c, form)| {
            let number = match form {
                0 => format!("({} + {})", a.0, b.0),
                1 => format!("({} - {})", a.0, b.0),
                2 => format!("({} * {})", a.0, b.0),
                3 => format!("({} / ({} + degree))", a.0, b.0),
                4 => format!("(-{})", a.0),
                5 => format!("({})^2", a.0),
                9 => format!("({})^2^1^3", a.0),
                6 => format!("min({}, {}, {})", a.0, b.0, c.0),
                7 => format!("if({}, {}, {})", a.1, b.0, c.0),
                8 => format!("floor({})", a.0),
                _ => a.0.clone(),
            };
            let condition = match form {
                0 => format!("({} and {})", a.1, b.1),
                1 => format!("({} or {})", a.1, b.1),
                2 => format!("(not {})", a.1),
                3 => format!("({} <= {})", a.0, b.0),
                4 => format!("({} == {})", a.1, b.1),
                5 => format!("({} != {})", a.0, b.0),
                6 => format!("if({}, {}, {})", a.1, b.1, c.1),
                _ => a.1.clone(),
            };
            (number, condition)
        })
    })
}

proptest! {
    #[test]
    fn canonical_text_reads_back((number, condition) in texts()) {
        for text in [number, condition] {
            // A constant may overflow, which is an error of the text.
            if let Ok(expression) = Expression::parse(&text, &names()) {
                let again = Expression::parse(expression.text(), &names());
                prop_assert_eq!(again.as_ref(), Ok(&expression));
                prop_assert!(expression.text().len() <= text.len());
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[ -~]{0,40}", other in "\\PC{0,20}") {
        for text in [text, other] {
            if let Err(error) = Expression::parse(&text, &names()) {
                prop_assert!(text.get(error.span.clone()).is_some());
                let _ = error.render(&text);
            }
        }
    }
}
