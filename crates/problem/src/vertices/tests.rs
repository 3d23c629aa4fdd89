use crate::expression::QuantityKind;
use crate::invariants::{Subject, by_name};
use boilingpoint_boards::parse_board;

/// The values of invariants with sets, on boards where they are found by hand.
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
    ] {
        let board = parse_board(board).unwrap();
        let invariant = by_name(name).unwrap_or_else(|| panic!("{name}"));
        let found = invariant.of(&Subject::of_board(&board)).unwrap();
        assert_eq!(found.to_string(), value, "{name}");
        assert_eq!(invariant.kind, QuantityKind::Number);
    }
}
