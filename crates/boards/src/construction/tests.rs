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
    assert!(refused(&mut known, "uneven(a) = tree(b*leaf)").contains("`b` occurs in"));
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
        "family, character 8: found ')'; expected a board: `leaf`, `tree(...)`, a family, a name or graph6"
    );
    assert_eq!(
        message("tree(3 leaf)"),
        "family, character 8: found 'l'; expected an operator, or `*` and the board to repeat"
    );
    assert!(message("tree(leaf").contains("character 10: found the end; expected `,` or `)`"));
    assert!(message("tre(3*leaf)").contains("did you mean `tree`?"));
    assert!(message("tree(star)").contains("`star` is a family and needs its arguments"));
    assert!(
        message("tree(leav)")
            .contains("character 6: `leav` is neither a family nor a graph with a name nor graph6")
    );
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
            parts.clone().prop_map(|p| format!("join({p})")),
            inner.clone().prop_map(|c| format!("complement({c})")),
            inner.clone().prop_map(|c| format!("subdivision({c},n-1)")),
            inner.clone().prop_map(|c| format!("power({c},2)")),
            inner.clone().prop_map(|c| format!("tensor({c},{c})")),
            (inner, parts).prop_map(|(c, p)| format!("attach({c},{p})")),
        ]
    })
}

/// The graph of an operator on graphs that are given as graph6.
fn operated(name: &str, graphs: &[&crate::Graph], more: &str) -> crate::Graph {
    let texts: Vec<String> = graphs.iter().map(|g| crate::graph6::write(g)).collect();
    board(&format!("{name}({}{more})", texts.join(",")))
        .graph()
        .clone()
}

/// Whether a graph has an edge between two vertices exactly where `joined` says so.
fn is_joined(graph: &crate::Graph, joined: impl Fn(usize, usize) -> bool) -> bool {
    let mut pairs = (0..graph.order()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.all(|(a, b)| graph.has_edge(a, b) == joined(a, b))
}

proptest! {
    #[test]
    fn operators_are_what_their_definitions_say(
        a in crate::any::any_graph(7),
        b in crate::any::any_graph(5),
        k in 0..4usize,
    ) {
        prop_assume!(a.order() > 0 && b.order() > 0);
        let n = b.order();
        let product = |name: &str, joined: &dyn Fn([usize; 2], [usize; 2]) -> bool| {
            let built = operated(name, &[&a, &b], "");
            is_joined(&built, |v, w| joined([v / n, v % n], [w / n, w % n]))
        };
        let adjacent = |v: [usize; 2], w: [usize; 2]| {
            let along = [a.has_edge(v[0], w[0]), b.has_edge(v[1], w[1])];
            (along, [v[0] == w[0], v[1] == w[1]])
        };
        let tensor = product("tensor", &|v, w| adjacent(v, w).0 == [true, true]);
        let strong = product("strong", &|v, w| {
            let (along, same) = adjacent(v, w);
            (0..2).all(|i| along[i] || same[i])
        });
        let lexicographic = product("lexicographic", &|v, w| {
            let (along, same) = adjacent(v, w);
            along[0] || same[0] && along[1]
        });
        prop_assert!(tensor && strong && lexicographic);
        let distance = |v, w| crate::BreadthFirst::of(&a, v).distance[w];
        let power = operated("power", &[&a], &format!(",{k}"));
        prop_assert!(is_joined(&power, |v, w| distance(v, w).is_some_and(|d| d <= k)));
        let edges: Vec<_> = a.edges().collect();
        let meet = |i: usize, j: usize| {
            let ((u, v), (x, y)) = (edges[i], edges[j]);
            u == x || u == y || v == x || v == y
        };
        prop_assert!(is_joined(&operated("line_graph", &[&a], ""), meet));
        prop_assert!(is_joined(&operated("complement", &[&a], ""), |v, w| !a.has_edge(v, w)));
        let corona = operated("corona", &[&a, &b], "");
        let owner = |v: usize| (v - a.order()) / n;
        let corona_is_right = is_joined(&corona, |v, w| match (v < a.order(), w < a.order()) {
            (true, true) => a.has_edge(v, w),
            (true, false) => owner(w) == v,
            (false, true) => owner(v) == w,
            _ => owner(v) == owner(w) && b.has_edge((v - a.order()) % n, (w - a.order()) % n),
        });
        prop_assert!(corona_is_right);
    }

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
        prop_assert_eq!(fixed.build(&Parameters::none()).ok(), built.ok());
    }

    #[test]
    fn no_call_of_an_operator_panics(
        operator in proptest::sample::select(operators::OPERATORS),
        operands in proptest::collection::vec("(-?[0-9n]\\*?)?(path\\([0-9]\\)|leaf|right|DQc|[0-9])", 0..4),
    ) {
        let text = format!("{}({})", operator.name, operands.join(","));
        if let Ok(construction) = Construction::parse(&text, &Definitions::none()) {
            let limit = BoardLimit { order: 40, size: 60 };
            let given = Parameters::none().with('n', 2);
            if let Ok(board) = construction.build_within(&given, limit) {
                prop_assert!(limit.allows(board.order(), board.link_count()));
            }
            prop_assert_eq!(read(&construction.to_string()), construction);
        }
    }

    #[test]
    fn no_text_panics(text in "[a-zA-Z0-9_(),*+^ -]{0,30}") {
        if let Ok(construction) = Construction::parse(&text, &Definitions::none()) {
            let _ = construction.build(&Parameters::none().with('n', 2));
        }
    }
}

fn edges(text: &str) -> Vec<(usize, usize)> {
    board(text).graph().edges().collect()
}

#[test]
fn operators_make_the_known_graphs() {
    for (a, b) in [
        ("complement(line_graph(complete(5)))", "IsP@OkWHG"),
        ("complement(cycle(5))", "cycle(5)"),
        ("complement(complement(path(4)))", "path(4)"),
        ("complement(path(0))", "path(0)"),
        ("line_graph(complete(4))", "cocktail_party(3)"),
        ("line_graph(star(4))", "complete(4)"),
        ("line_graph(path(5))", "path(4)"),
        ("line_graph(bipartite(3,4))", "rook(3,4)"),
        ("mycielskian(path(2))", "cycle(5)"),
        ("mycielskian(cycle(5))", "mycielski(4)"),
        ("subdivision(cycle(4))", "cycle(8)"),
        ("subdivision(complete(4),0)", "complete(4)"),
        ("subdivision(path(3),2)", "path(7)"),
        ("subdivision(star(3))", "spider(2,2,2)"),
        ("subdivision(complete(3),3)", "cycle(12)"),
        ("power(cycle(5),2)", "complete(5)"),
        ("power(path(6),1)", "path(6)"),
        ("power(path(6),0)", "empty(6)"),
        ("power(cycle(9),2)", "circulant(9,1,2)"),
        ("power(hypercube(4),2)", "halved_cube(5)"),
        ("power(sum(path(3),leaf),9)", "sum(complete(3),leaf)"),
        ("join(leaf,cycle(5))", "wheel(5)"),
        ("join(3*empty(2))", "cocktail_party(3)"),
        ("join(5*leaf)", "complete(5)"),
        ("join(empty(2),empty(3),empty(4))", "multipartite(2,3,4)"),
        ("join(0*leaf,path(2))", "path(2)"),
        ("strong(path(2),path(2))", "complete(4)"),
        ("strong(path(3),path(4))", "king(3,4)"),
        ("tensor(path(2),path(2))", "sum(2*path(2))"),
        ("tensor(cycle(5),path(2))", "cycle(10)"),
        ("tensor(complete(3),complete(3))", "paley(9)"),
        ("tensor(complete(4),path(2))", "crown(4)"),
        ("tensor(IsP@OkWHG,path(2))", "generalised_petersen(10,3)"),
        (
            "lexicographic(cycle(5),empty(2))",
            "compose(cycle(5),2*leaf,2*leaf,2*leaf,2*leaf,2*leaf)",
        ),
        ("lexicographic(complete(3),empty(2))", "cocktail_party(3)"),
        ("lexicographic(path(2),complete(3))", "complete(6)"),
        ("corona(cycle(5),leaf)", "sunlet(5)"),
        ("corona(leaf,path(5))", "fan(5)"),
        ("corona(path(3),empty(2))", "caterpillar(2,2,2)"),
        ("cartesian_product(path(3),path(4))", "grid(3,4)"),
    ] {
        same(a, b);
    }
}

#[test]
fn operators_number_the_vertices_as_they_say() {
    assert_eq!(edges("complement(path(3))"), [(0, 2)]);
    assert_eq!(edges("line_graph(star(3))"), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(
        edges("line_graph(cycle(4))"),
        [(0, 1), (0, 2), (1, 3), (2, 3)]
    );
    assert_eq!(
        edges("mycielskian(path(2))"),
        [(0, 1), (0, 3), (1, 2), (2, 4), (3, 4)]
    );
    assert_eq!(edges("subdivision(path(2),2)"), [(0, 2), (1, 3), (2, 3)]);
    assert_eq!(edges("join(leaf,path(2))"), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(edges("corona(path(2),leaf)"), [(0, 1), (0, 2), (1, 3)]);
    assert_eq!(edges("tensor(path(2),path(2))"), [(0, 3), (1, 2)]);
    assert_eq!(edges("strong(path(2),empty(2))"), [(0, 2), (1, 3)]);
    assert_eq!(
        edges("lexicographic(path(2),empty(2))"),
        [(0, 2), (0, 3), (1, 2), (1, 3)]
    );
    // (A*B)*C and A*(B*C) have the same numbering.
    assert_eq!(
        edges("strong(path(2),path(3),path(2))"),
        edges("strong(path(2),strong(path(3),path(2)))")
    );
}

#[test]
fn operators_read_and_write_and_take_parameters() {
    let family = read("power(cycle(2*n),k-1)");
    assert_eq!(family.parameters(), BTreeSet::from(['k', 'n']));
    let given: Parameters = [('n', 4), ('k', 3)].into_iter().collect();
    assert_eq!(family.at(&given).unwrap().to_string(), "power(cycle(8),2)");
    assert_eq!(family.build(&given), Ok(board("circulant(8,1,2)")));
    let mut known = Definitions::none();
    known
        .define("cone(n)", "join(leaf,sum(n*path(2)))")
        .unwrap();
    let cone = Construction::parse("line_graph(cone(3))", &known).unwrap();
    let built = cone.build(&Parameters::none()).unwrap();
    assert_eq!(built.order(), 9);
    assert!(known.read("join(a) = leaf").is_err());
    assert_eq!(
        read("cartesian(path(2),C(4))").to_string(),
        "product(path(2),cycle(4))"
    );
    assert_eq!(
        read("tensor_product(Bw,leaf)").to_string(),
        "tensor(Bw,leaf)"
    );
    assert_eq!(read("lcf(7,5,-5)").to_string(), "lcf(7,5,-5)");
}

#[test]
fn operators_refuse_other_operands() {
    for (text, part) in [
        ("power(path(3))", "power(G,k) does not take 1 operand"),
        ("join()", "join(A,B,...) does not take 0 operands"),
        (
            "complement(leaf,leaf)",
            "complement(G) does not take 2 operands",
        ),
        ("complement(2*leaf)", "`2*leaf`: an operand is taken once"),
        ("corona(leaf,2)", "found ')'"),
        ("powre(path(3),2)", "did you mean `power`?"),
    ] {
        assert!(message(text).contains(part), "{text}: {}", message(text));
    }
    let refused = |text: &str| parse_board(text).unwrap_err().to_string();
    for (text, part) in [
        ("complement(left)", "a tinted operand"),
        ("line_graph(tinted_star(2,2))", "a tinted operand"),
        ("join(looped_path(2),leaf)", "an operand with loops"),
        ("power(piles(2),1)", "an operand with loops"),
        ("strong(squares(2,2),leaf)", "a board of squares"),
        (
            "power(path(3),0-1)",
            "the number -1 is given; expected at least 0",
        ),
    ] {
        assert!(refused(text).contains(part), "{text}: {}", refused(text));
    }
}

#[test]
fn operators_do_not_build_what_is_too_large() {
    let huge = "1000000000000000000";
    for text in [
        "complement(empty(3000))",
        "line_graph(star(3000))",
        "power(star(3000),2)",
        "join(HUGE*leaf)",
        "join(3000*leaf)",
        "join(HUGE*complete(2),path(3))",
        "subdivision(path(2),HUGE)",
        "corona(path(300),path(300))",
        "strong(path(300),path(300))",
        "tensor(complete(100),complete(100))",
        "lexicographic(complete(100),empty(100))",
        "mycielskian(path(20000))",
    ] {
        let text = text.replace("HUGE", huge);
        let built = read(&text).build(&Parameters::none());
        assert_eq!(built, Err(BuildError::TooLarge(BoardLimit::MOST)), "{text}");
    }
    assert_eq!(board("power(path(4),1000000000000000000)").order(), 4);
    assert_eq!(board("join(1000000000000000000*path(0))").order(), 0);
    assert_eq!(
        board("subdivision(empty(3),1000000000000000000)").order(),
        3
    );
}
