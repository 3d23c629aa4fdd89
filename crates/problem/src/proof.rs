//! Certificates of scores: makes one for a fitness that is a lower bound, and checks it again
//! later.

use super::{Bounds, Fitness, ScoreClaim, Verdict, rescore_bounds};
use boilingpoint_boards::Board;
use boilingpoint_checker::format::Certificate;
use boilingpoint_checker::{
    CertificateError, CheckedCertificate, Checker, Dyadic, check_certificate,
};
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::{
    Aim, Budget, CHECKED_POSITIONS, Certified, CertifyError, Effort, certify, dyadic,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The reason why a certificate does not prove a fitness.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProved {
    /// The certificate is wrong, or it is about another board.
    #[error("{0}")]
    Wrong(String),
    /// The checker gave up.
    #[error("{0}")]
    Undecided(String),
}

/// Returns a certificate that proves that the board's fitness is at least the claimed one. First
/// tries a certificate of a lower bound of the temperature, then a certificate of all bounds.
/// Returns `None` if neither proves the fitness, or if the game has no certificates.
///
/// # Errors
/// When the solver or the checker fails or is stopped.
pub fn proof_of(
    ruleset: &'static dyn Ruleset,
    board: &Board,
    claim: &ScoreClaim,
    effort: Effort,
    budget: &Budget,
) -> Result<Option<Certificate>, CertifyError> {
    for aim in [Aim::Heat, Aim::Both] {
        let Certified {
            certificate,
            checked,
            ..
        } = match certify(ruleset, budget, board, effort, aim) {
            Err(CertifyError::NotFor(_)) => return Ok(None),
            found => found?,
        };
        let checker = Checker::new(ruleset, CHECKED_POSITIONS).until(budget.stop.clone());
        if proves(&checker, claim, board, &checked).is_ok() {
            return Ok(Some(certificate));
        }
    }
    Ok(None)
}

/// Checks that a certificate is about `board`, and that it proves lower bounds which are at least
/// the given fitness and temperature.
///
/// # Errors
/// The first mismatch, or the checker's failure with its place in the certificate.
pub fn check_proof(
    text: &[u8],
    ruleset: &dyn Ruleset,
    board: &Board,
    claim: &ScoreClaim,
    temperature: &Fitness,
    stop: Option<Arc<AtomicBool>>,
) -> Result<(), NotProved> {
    let wrong = |why: String| Err(NotProved::Wrong(why));
    let certificate = Certificate::read(text).map_err(|e| NotProved::Wrong(e.to_string()))?;
    if certificate.ruleset != ruleset.name() {
        return wrong(format!(
            "the certificate is about the game {}",
            certificate.ruleset
        ));
    }
    if !is_about(&certificate, board) {
        return wrong("the certificate is about another board".into());
    }
    let checked = match check_certificate(&certificate, CHECKED_POSITIONS, stop.clone()) {
        Ok(checked) => checked,
        Err(e @ CertificateError::Wrong { .. }) => return wrong(format!("certificate: {e}")),
        Err(e) => return Err(NotProved::Undecided(e.to_string())),
    };
    let least = dyadic(checked.temperature[0]).map(|t| Fitness::parse(&[t.to_string()]));
    if !least.is_some_and(|least| least.is_ok_and(|least| least >= *temperature)) {
        return wrong(format!(
            "the certificate proves that the temperature is at least {}, but the record says {temperature}",
            checked.temperature[0]
        ));
    }
    let checker = Checker::new(ruleset, CHECKED_POSITIONS).until(stop);
    proves(&checker, claim, board, &checked)
}

/// Checks that a claimed lower bound of the fitness follows from the bounds that the checker found,
/// and from the checker's own invariants of the board.
fn proves(
    checker: &Checker,
    claim: &ScoreClaim,
    board: &Board,
    checked: &CheckedCertificate,
) -> Result<(), NotProved> {
    let wrong = |why: String| Err(NotProved::Wrong(why));
    let numbers = |[least, most]: [Dyadic; 2]| Some([dyadic(least)?, dyadic(most)?]);
    let bounds = numbers(checked.temperature).zip(numbers(checked.mean));
    let bounds = bounds.and_then(|(t, m)| Bounds::of_temperature_and_mean(board, t, m));
    let rescored = match bounds {
        Some(bounds) => rescore_bounds(checker, board, claim.objective, &bounds),
        None => Ok(None),
    };
    match rescored {
        Ok(Some((proved, collected))) => {
            let (collected, fitness) = (collected.map(|n| n.to_string()), claim.fitness);
            if proved < *fitness {
                return wrong(format!(
                    "the certificate proves a fitness of at least {proved}, but the record says {fitness}"
                ));
            }
            if collected.as_deref() != claim.collected {
                return wrong("the record has another collected value than the board".into());
            }
            Ok(())
        }
        Ok(None) => wrong("the certificate proves nothing about the fitness".into()),
        Err(Verdict::Unfinished(why)) => Err(NotProved::Undecided(why)),
        Err(Verdict::Disagrees(why)) => wrong(why),
        Err(Verdict::Agrees) => Ok(()),
    }
}

/// Whether a certificate is about a board: its squares are those of the board, or its last
/// statement has the same vertices with the same numbers.
fn is_about(certificate: &Certificate, board: &Board) -> bool {
    if let Some(squares) = &certificate.squares {
        return board.squares().is_some() && *squares == board.text();
    }
    let Some(statement) = certificate.statements.last() else {
        return false;
    };
    let sorted = |edges: &mut Vec<[usize; 2]>| {
        edges.iter_mut().for_each(|edge| edge.sort_unstable());
        edges.sort_unstable();
    };
    let (mut ours, mut theirs) = (
        board
            .graph()
            .edges()
            .map(|(a, b)| [a, b])
            .collect::<Vec<_>>(),
        statement.edges.clone(),
    );
    sorted(&mut ours);
    sorted(&mut theirs);
    ours == theirs && statement.tints == board.tint_string()
}
