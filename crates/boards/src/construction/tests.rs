use super::*;
use crate::{Board, canon, parse_board};
use proptest::prelude::*;

fn read(text: &str) -> Construction {
    Construction::parse(text, &Definitions::none()).unwrap()
}

fn board(text: &str) -> Board {
    read(text).build(&Parameters::none()).unwrap()
}

fn message(text: &str) -> String {
    Construction::parse(text, &Definitions::none())
        .unwrap_err()
        .to_string()
}

fn same(a: &str, b: &str) {
    let normal = |text: &str| canon::normal(&parse_board(text).unwrap());
    assert_eq!(normal(a), normal(b), "{a} and {b}");
}

#[test]
fn constructions_are_what_they_say() {
    same("tree(5*leaf)", "star(5)");
    same("tree(2*tree(2*leaf))", "nary_tree(2,2)");
    same("tree(path(2),path(3),2*leaf)", "spider(2,3,1,1)");
    same(
        "chain(tree(3*leaf),tree(2*leaf),tree(3*leaf))",
        "caterpillar(3,2,3)",
    );
    same("chain(7*leaf)", "path(7)");
    same("chain(3*tree(leaf))", "attach(path(3),leaf)");
    same(
        "attach(cycle(4),2*leaf)",
        "0-1,1-2,2-3,0-3,0-4,0-5,1-6,1-7,2-8,2-9,3-10,3-11",
    );
    same("product(path(3),path(4))", "grid(3,4)");
    same("product(path(2),path(2),path(2))", "hypercube(3)");
    same("compose(A_,3*leaf,4*leaf)", "bipartite(3,4)");
    same("compose(path(2),complete(3),leaf)", "complete(4)");
    same("sum(2*path(2),leaf)", "0-1,2-3,4");
    same("left(leaf,left)", "star(2) L.L");
    same("tree(2*right,DQc)", "0-1,0-2,0-3,3-5,3-6,4-6,4-7 .RR.....");
    same("tree(path(0),leaf)", "path(2)");
    assert_eq!(board("tree()").order(), 1);
    assert_eq!(board("sum()").order(), 0);
    assert_eq!(board("tree(4*star(2))").tint_string().len(), 13);
}

#[test]
fn numbering_is_the_order_of_writing() {
    assert_eq!(
        board("tree(tree(leaf),2*leaf)").name(),
        parse_board("0-1,1-2,0-3,0-4").unwrap().name()
    );
    assert_eq!(
        board("attach(path(2),leaf)").name(),
        parse_board("0-1,0-2,1-3").unwrap().name()
    );
    assert_eq!(
        board("product(path(2),path(3))"),
        parse_board("grid(2,3)").unwrap()
    );
}

#[test]
fn parameters_go_in() {
    let family = read("tree(a*tree((b+1)*leaf),c^2*leaf)");
    assert_eq!(family.parameters(), BTreeSet::from(['a', 'b', 'c']));
    let given: Parameters = [('a', 2), ('b', 1), ('c', 2)].into_iter().collect();
    assert_eq!(
        family.at(&given).unwrap().to_string(),
        "tree(2*tree(2*leaf),4*leaf)"
    );
    assert_eq!(family.build(&given).unwrap().order(), 11);
    let missing = family.build(&Parameters::none().with('a', 1)).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "in `(b+1)*leaf`: `b` has no value here"
    );
    let negative = read("tree(n*leaf)").build(&Parameters::none().with('n', -2));
    assert_eq!(
        negative.unwrap_err().to_string(),
        "in `n*leaf`: a part cannot be taken -2 times"
    );
}

#[test]
fn definitions_are_families() {
    let mut known = Definitions::none();
    known.read("nested(a,b) = tree(a*tree(b*leaf))").unwrap();
    known.define("pair(a)", "chain(2*nested(a,a+1))").unwrap();
    let family = Construction::parse("pair(n+1)", &known).unwrap();
    let given = Parameters::none().with('n', 1);
    assert_eq!(family.at(&given).unwrap().to_string(), "pair(2)");
    let built = family.build(&given).unwrap();
    assert_eq!(built, board("chain(2*tree(2*tree(3*leaf)))"));
    let refused = |known: &mut Definitions, text: &str| known.read(text).unwrap_err().to_string();
    assert_eq!(
        refused(&mut known, "star(a) = leaf"),
        "the name `star` is already in use"
    );
    assert_eq!(
        refused(&mut known, "pair(a) = leaf"),
        "the name `pair` is already in use"
    );
    assert!(refused(&mut known, "self(a) = tree(self(a))").contains("no family `self`"));
    assert!(refused(&mut known, "odd(a) = tree(b*leaf)").contains("`b` occurs in"));
    assert!(refused(&mut known, "f(a) = leaf").contains("is not a signature"));
    assert!(refused(&mut known, "ff(a,a) = leaf").contains("is not a signature"));
    assert!(refused(&mut known, "leaf").contains("is not a definition"));
    let arity = Construction::parse("nested(1)", &known)
        .unwrap_err()
        .to_string();
    assert!(arity.contains("nested(a,b) does not take 1"), "{arity}");
}

#[test]
fn mistakes_have_a_place() {
    assert_eq!(
        message("tree(3*)"),
        "family, character 8: found ')'; expected a board: `leaf`, `tree(...)`, a family or graph6"
    );
    assert_eq!(
        message("tree(3 leaf)"),
        "family, character 8: found 'l'; expected an operator, or `*` and the board to repeat"
    );
    assert!(message("tree(leaf").contains("character 10: found the end; expected `,` or `)`"));
    assert!(message("tre(3*leaf)").contains("did you mean `tree`?"));
    assert!(message("tree(star)").contains("`star` is a family and needs its arguments"));
    assert!(message("tree(leav)").contains("character 6: `leav` is neither a family nor graph6"));
    assert!(message("product()").contains("at least one factor"));
    assert!(message("product(2*leaf)").contains("cannot be taken several times"));
    assert!(message(&"tree(".repeat(100_000)).contains("nested"));
    let wrong = |text: &str| {
        read(text)
            .build(&Parameters::none())
            .unwrap_err()
            .to_string()
    };
    assert!(
        wrong("compose(path(3),leaf)").contains("1 parts are given, but the first board has 3")
    );
    assert!(wrong("tree(squares(2,2))").contains("squares"));
    assert!(wrong("product(left,path(2))").contains("tinted"));
}

#[test]
fn what_would_be_too_large_is_not_built() {
    for text in [
        "tree(9000000000000*leaf)",
        "tree(99999*tree(99999*leaf))",
        "product(complete(1000),path(30000))",
        "compose(path(2),16000*leaf,16000*leaf)",
        "attach(path(30000),9*leaf)",
        "sum(100001*leaf)",
    ] {
        let built = read(text).build(&Parameters::none());
        assert_eq!(built, Err(BuildError::TooLarge(BoardLimit::MOST)), "{text}");
    }
    assert_eq!(board("tree(900000000000*path(0))").order(), 1);
}

/// Random constructions of bounded depth.
fn any() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("leaf".to_string()),
        Just("right".to_string()),
        (1..4).prop_map(|k| format!("path({k})")),
        Just("Bw".to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let part = (0..4i64, inner.clone()).prop_map(|(k, c)| match k {
            0 => format!("(n-1)*{c}"),
            1 => c,
            k => format!("{k}*{c}"),
        });
        let parts = proptest::collection::vec(part, 1..3).prop_map(|p| p.join(","));
        prop_oneof![
            parts.clone().prop_map(|p| format!("tree({p})")),
            parts.clone().prop_map(|p| format!("left({p})")),
            parts.clone().prop_map(|p| format!("chain({p})")),
            parts.clone().prop_map(|p| format!("sum({p})")),
            (inner, parts).prop_map(|(c, p)| format!("attach({c},{p})")),
        ]
    })
}

proptest! {
    #[test]
    fn writing_reads_back_to_the_same(text in any()) {
        let construction = read(&text);
        prop_assert_eq!(construction.to_string(), text);
    }

    #[test]
    fn numbers_for_parameters_change_nothing(text in any(), n in 1..4i64) {
        let construction = read(&text);
        let given = Parameters::none().with('n', n);
        let built = construction.build(&given);
        let fixed = construction.at(&given).unwrap();
        prop_assert!(fixed.parameters().is_empty());
        prop_assert_eq!(fixed.build(&Parameters::none()), built);
    }

    #[test]
    fn no_text_panics(text in "[a-zA-Z0-9_(),*+^ -]{0,30}") {
        if let Ok(construction) = Construction::parse(&text, &Definitions::none()) {
            let _ = construction.build(&Parameters::none().with('n', 2));
        }
    }
}
