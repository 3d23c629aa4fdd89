//! Certificates: what the enclosure of a board rests on, written down so that a checker needs no
//! search.
//!
//! An enclosure is found with an arena of components (`enclose`). From the board down it is settled
//! which bounds of which components are needed, and the fewest reasons that give them (`plan`);
//! then these are written as statements about positions with numbered vertices (`write`), as
//! `docs/certificates.md` defines them. Only components that the checker can value itself are
//! valued here: larger ones are taken apart.
//!
//! What a certificate claims is what the checker finds it to prove.

mod plan;
mod write;

use super::budget::{Budget, SolveError};
use super::enclose::{Effort, can_enclose, searched};
use super::exact::Solver;
use crate::checker::format::{Certificate, Claimed, FORMAT, FractionBounds};
use crate::checker::{self, CertificateError, CheckedCertificate, check_certificate};
use crate::graph::Board;
use crate::graph::classes::with_any_rows;
use crate::ruleset::{Features, Ruleset};
use crate::value::Enclosure;
use plan::Planner;
use write::Writer;

/// Positions that the checker may look at for each component that it values.
pub const CHECKED_POSITIONS: u64 = 1_000_000;

/// What a certificate is to prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The lower bound of the temperature.
    Heat,
    /// All bounds of the temperature and the mean.
    Both,
}

/// Bounds of a board, and a certificate of them.
pub struct Certified {
    /// What is proved of the thermograph.
    pub enclosure: Enclosure,
    /// The proof of as much of it as is claimed there.
    pub certificate: Certificate,
    /// What the checker found it to prove.
    pub checked: CheckedCertificate,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// The board could not be enclosed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The checker did not accept what was written, or was stopped.
    #[error("the certificate was not accepted: {0}")]
    Check(#[from] CertificateError),
    /// Certificates are for claiming games on tinted graphs only.
    #[error("there are no certificates for positions of {0}")]
    NotFor(String),
}

/// What is proved of a board within an effort, and a certificate of it: the same whatever was
/// evaluated before, on every machine.
///
/// # Errors
/// As [`super::enclose()`]; if the game is not one for certificates; if the checker is stopped, or
/// finds a mistake.
pub fn certify(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    effort: Effort,
    aim: Aim,
) -> Result<Certified, CertifyError> {
    let mut solver = solver_for(ruleset, budget, board)?;
    let compressed = solver.compressed(board)?;
    let (enclosure, statements) = with_any_rows!(&compressed, position => {
        let (mut arena, root) = searched(&mut solver, position, effort)?;
        let plans = Planner::of(&mut arena).run(&root, aim)?;
        let game = ruleset.claiming().ok_or(SolveError::NoEnclosure(ruleset.name().into()))?;
        let statements = Writer::of(&arena, game, &plans).write(board)?;
        Ok::<_, CertifyError>((root.enclosure, statements))
    })?;
    let nothing = || Claimed {
        temperature: FractionBounds::default(),
        mean: FractionBounds::default(),
    };
    let mut certificate = Certificate {
        format: FORMAT.into(),
        ruleset: ruleset.name().into(),
        claim: nothing(),
        statements,
    };
    let checked = check_certificate(&certificate, CHECKED_POSITIONS, budget.stop.clone())?;
    let bounds = |[least, most]: [checker::Dyadic; 2]| FractionBounds {
        least: Some(least.to_string()),
        most: Some(most.to_string()),
    };
    certificate.claim = Claimed {
        temperature: bounds(checked.temperature),
        mean: bounds(checked.mean),
    };
    Ok(Certified {
        enclosure,
        certificate,
        checked,
    })
}

fn solver_for(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
) -> Result<Solver, CertifyError> {
    ruleset.fits(board).map_err(SolveError::from)?;
    if !can_enclose(ruleset)
        || ruleset.carries() != Features::TINTS
        || ruleset.claims(board).is_some()
    {
        return Err(CertifyError::NotFor(ruleset.name().into()));
    }
    Ok(Solver::new(ruleset, budget.clone()))
}
