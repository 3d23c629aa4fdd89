//! Certificates of Domineering: their bounds against exact values, and the squares that they are
//! about.

use boilingpoint_boards::polyominoes::polyominoes;
use boilingpoint_boards::{Board, parse_board};
use boilingpoint_checker::check_certificate;
use boilingpoint_checker::format::Certificate;
use boilingpoint_rules::Domineering;
use boilingpoint_solver::{
    Aim, Budget, CHECKED_POSITIONS, Certified, Effort, SolveError, Solver, certify,
};

fn certified(board: &Board, aim: Aim) -> Certified {
    let budget = Budget::default();
    certify(&Domineering, &budget, board, Effort::of(2_000), aim).expect("a certificate")
}

/// The reason why a certificate is refused after a change.
fn refusal(made: &Certificate, change: impl FnOnce(&mut Certificate)) -> String {
    let mut made = made.clone();
    change(&mut made);
    let checked = check_certificate(&made, CHECKED_POSITIONS, None);
    checked.expect_err("refused").to_string()
}

#[test]
fn certificates_of_all_small_sets_are_true() {
    let mut solver = Solver::new(&Domineering, Budget::default());
    let (mut sets, mut exact) = (0, 0);
    for squares in 1..=7 {
        let listed = polyominoes(squares, |set| {
            let board = Board::of_squares(set.to_vec());
            let truth = solver.evaluate(&board)?;
            let truth = truth.temperatures().expect("the game has values");
            for aim in [Aim::Heat, Aim::Both] {
                let found = certified(&board, aim).enclosure;
                for ([least, most], number) in [
                    (found.temperature(), truth.temperature),
                    (found.mean(), truth.mean),
                ] {
                    assert!(least <= number && number <= most, "{board:?}: {found:?}");
                    exact += u32::from(least == most);
                }
            }
            sets += 1;
            Ok::<(), SolveError>(())
        });
        listed.expect("no error");
    }
    assert!(exact > 3 * sets, "{exact} of {}", 4 * sets);
}

#[test]
fn a_certificate_names_its_squares() {
    let board = parse_board("..|..|.#").expect("a board");
    let made = certified(&board, Aim::Both).certificate;
    assert_eq!(made.squares.as_deref(), Some("..|..|.#"));
    let other = "squares: the last statement is not about the dominoes of these squares";
    for squares in ["..|..|..", "..|..|#.", ".#|..|..", "..|.."] {
        assert_eq!(
            refusal(&made, |made| made.squares = Some(squares.into())),
            other
        );
    }
    let more = |made: &mut Certificate| made.statements.last_mut().expect("one").tints.push('L');
    assert!(refusal(&made, more).contains("the last statement"));
    for (squares, why) in [
        (
            Some("..|.x"),
            "squares: expected `.`, `#` or `|`, found `x`",
        ),
        (None, "squares: expected the squares of the board"),
    ] {
        let squares = squares.map(String::from);
        assert_eq!(refusal(&made, |made| made.squares = squares), why);
    }
    let col = refusal(&made, |made| {
        made.ruleset = "col".into();
        made.statements.iter_mut().for_each(|s| s.proofs.clear());
    });
    assert!(
        col.starts_with("squares: `col` is not played on squares"),
        "{col}"
    );
}
