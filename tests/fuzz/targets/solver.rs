//! The fast solver against the reference evaluator, and enclosures against exact thermographs.

use super::Choices;
use boilingpoint_boards::board_text;
use boilingpoint_checker as checker;
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::{
    Aim, Budget, CertifyError, Effort, SolveError, Solver, can_enclose, certify, enclose,
};
use boilingpoint_values::Dyadic;

/// The most positions of either evaluator.
const POSITIONS: u64 = 30_000;

fn budget() -> Budget {
    Budget {
        positions: POSITIONS,
        bytes: 1 << 26,
        ..Budget::default()
    }
}

/// Both evaluators agree on a board of any game, with all marks that the game has.
pub fn exact(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let rules = choices.ruleset();
    let board = choices.playable(rules, 7);
    let mut solver = Solver::new(rules, budget());
    let evaluation = match solver.evaluate(&board) {
        Ok(evaluation) => evaluation,
        Err(SolveError::Budget { .. } | SolveError::Work) => return,
        Err(error) => panic!("{} on {}: {error}", rules.name(), board.name()),
    };
    let verdict = verify(rules, &board, &evaluation, solver.values(), POSITIONS);
    let text = board_text(&board.name(), &board.tint_string());
    assert!(
        !matches!(verdict, Verdict::Disagrees(_)),
        "{} on {text}: {verdict:?}",
        rules.name()
    );
}

/// The enclosure of a board in a few steps contains its thermograph, and can be certified.
pub fn enclosure(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let known: Vec<&'static dyn Ruleset> = boilingpoint_rules::catalogue()
        .iter()
        .copied()
        .filter(|r| can_enclose(*r))
        .collect();
    let rules = *choices.among(&known);
    let board = choices.playable(rules, 9);
    let effort = Effort {
        steps: 1 << choices.below(9),
        valued: choices.below(8),
        cold: None,
    };
    let mut solver = Solver::new(rules, budget());
    let Ok(evaluation) = solver.evaluate(&board) else {
        return;
    };
    let numbers = evaluation.temperatures().expect("a value");
    let short = evaluation.short.expect("a value");
    let text = format!(
        "{} on {}, {effort:?}",
        rules.name(),
        board_text(&board.name(), &board.tint_string())
    );
    let found = enclose(rules, &budget(), &board, effort).expect(&text);
    assert_eq!(found.contains(&short.thermograph), Ok(true), "{text}");
    for aim in [Aim::Heat, Aim::Both] {
        let certified = match certify(rules, &budget(), &board, effort, aim) {
            Ok(certified) => certified,
            Err(CertifyError::NotFor(_)) => return,
            Err(error) => panic!("{text}: {error}"),
        };
        let holds = |x: Dyadic, [least, most]: [checker::Dyadic; 2]| {
            number(least) <= x && x <= number(most)
        };
        let checked = certified.checked;
        assert!(holds(numbers.temperature, checked.temperature), "{text}");
        assert!(holds(numbers.mean, checked.mean), "{text}");
    }
}

/// The same number in the arithmetic of the solver.
pub fn number(x: checker::Dyadic) -> Dyadic {
    Dyadic::new(x.numerator(), x.denominator().trailing_zeros()).expect("as fine as it was")
}
