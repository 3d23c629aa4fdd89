use crate::expression::Expression;
use crate::invariants::{self, Subject, by_name};
use boilingpoint_boards::parse_board;

/// Values that are found by hand.
#[test]
fn values_of_the_definitions() {
    for (board, name, value) in [
        ("path(5)", "order(degree == 1)", "2"),
        ("path(5)", "order(near(degree == 1))", "2"),
        ("path(5)", "components(not degree == 1)", "1"),
        (
            "path(5)",
            "components(least(eccentricity) or degree == 1)",
            "3",
        ),
        ("path(5)", "lowest(eccentricity)", "2"),
        ("path(5)", "total(transmission)", "40"),
        ("path(5)", "highest(even)", "3"),
        ("path(5)", "total(odd)", "12"),
        ("path(5)", "order(core)", "3"),
        ("path(5)", "highest(distance(greatest(eccentricity)))", "2"),
        ("path(5)", "lowest(gap(degree == 1), degree == 1)", "4"),
        ("path(5)", "average(degree)", "8/5"),
        ("path(5)", "lower_median(degree)", "2"),
        ("path(5)", "second_lowest(degree)", "1"),
        ("path(5)", "size(complement)", "6"),
        ("path(5)", "size(square)", "7"),
        ("path(5)", "order(complement, greatest(degree))", "2"),
        ("cycle(5)", "odd_edges", "unknown"),
        ("cycle(5)", "total(even_edges)", "5"),
        ("cycle(5)", "total(odd_edges)", "0"),
        ("complete(4)", "total(cliques(3))", "12"),
        ("complete(4)", "total(odd_edges)", "12"),
        ("complete(4)", "highest(local_independence)", "1"),
        ("star(3)", "average(disparity)", "1"),
        ("star(3)", "distinct(degree)", "2"),
        ("star(3)", "lowest(degree, commonest(degree))", "1"),
        ("star(3)", "independence(not degree == 1)", "1"),
        ("star(3)", "girth(degree == 1)", "absent"),
        ("star(3)", "highest(degree, degree > 5)", "absent"),
        ("star(3)", "total(degree, degree > 5)", "0"),
        ("0-1,2", "highest(eccentricity)", "absent"),
        ("0-1,2", "highest(component)", "2"),
        ("0-1,2", "highest(component(degree == 0))", "1"),
        ("path(3):L..", "tinted_vertices(degree == 1)", "1"),
        ("path(4)", "order(degree <= size / order)", "0"),
        ("path(4)", "order(degree > size / order)", "4"),
    ] {
        let board = parse_board(board).unwrap();
        let found = by_name(name).map(|i| i.of(&Subject::of_board(&board)));
        let found = match found {
            Some(Ok(quantity)) => quantity.to_string(),
            Some(Err(_)) => "absent".to_string(),
            None => "unknown".to_string(),
        };
        assert_eq!(found, value, "{name} of {}", board.name());
    }
}

/// The canonical text of an expression is read as the same expression.
#[test]
fn canonical_texts() {
    for (text, canonical) in [
        ("order( degree=1 )", "order(degree == 1)"),
        (
            "independence(complement,not(near(least(degree))))",
            "independence(complement, not near(least(degree)))",
        ),
        ("highest( (even-odd),core )", "highest(even - odd, core)"),
        (
            "total(degree(degree > 0.50))",
            "total(degree(degree > 0.5))",
        ),
        ("average(cliques( 3 ))", "average(cliques(3))"),
    ] {
        for text in [text, canonical] {
            let expression = Expression::parse(text, &invariants::names()).unwrap();
            assert_eq!(expression.text(), canonical);
        }
    }
}

/// Mistakes have their place in the text, and help.
#[test]
fn mistakes() {
    for (text, column, message) in [
        ("order(degree)", 7, "a set of vertices should be here"),
        ("highest(core)", 9, "a number of a vertex should be here"),
        ("order(least(degre))", 13, "unknown invariant `degre`"),
        (
            "order(cliques(10) > 1)",
            15,
            "`cliques` takes a whole number from 1 to 9",
        ),
        (
            "order(disparity(core) > 1)",
            7,
            "`disparity` is an invariant, not a function",
        ),
        ("near(core)", 1, "`near` is of vertices, not of boards"),
        (
            "1 + highest(degree, core, 2)",
            26,
            "write `highest(q, S)`, or leave the set out",
        ),
        (
            "temperature(core)",
            1,
            "`temperature` is an invariant, not a function",
        ),
        (
            "order(temperature > 1)",
            7,
            "unknown invariant `temperature`",
        ),
        ("order(near(core)", 6, "this `(` is not closed"),
    ] {
        let error = Expression::parse(text, &invariants::names()).unwrap_err();
        let found = (error.column(text), error.message.as_str());
        assert_eq!(found, (column, message), "{text}");
    }
    // Each argument is read once: twice at each depth would take hours.
    let deep = format!("order({}core{})", "near(".repeat(31), ")".repeat(31));
    assert!(Expression::parse(&deep, &invariants::names()).is_ok());
    let wrapped = |set: String, _| format!("order(near({set})) > 1");
    let set = (0..15).fold("core".to_string(), wrapped);
    assert!(Expression::parse(&format!("order({set})"), &invariants::names()).is_ok());
    let deep = format!("order({}core{})", "near(".repeat(40), ")".repeat(40));
    let error = Expression::parse(&deep, &invariants::names()).unwrap_err();
    assert_eq!(error.message, "more than 32 brackets in one another");
}
