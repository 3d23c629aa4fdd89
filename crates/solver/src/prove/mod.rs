//! Certificates: written proofs of the enclosure of a board, which a checker can verify without a
//! search.
//!
//! An arena of components finds the enclosure (`enclose`). From the board down, the planner decides
//! which bounds of which components are needed, and looks for the fewest reasons that prove them
//! (`plan`). The writer turns the reasons into statements about positions with numbered vertices
//! (`write`), in the format of `docs/certificates.md`. Only components that the checker can value
//! itself are valued here; larger components are proved from their options. Of sets of squares,
//! strips give bounds as well (`strips`); if they are as good, no other reasons are given.
//!
//! The bounds that a certificate claims are the bounds that the checker derives from its
//! statements.

mod plan;
mod strips;
mod write;

use super::budget::{Budget, SolveError};
use super::enclose::{Effort, FirstBounds, can_enclose, halved, searched};
use super::exact::Solver;
use boilingpoint_boards::Board;
use boilingpoint_boards::classes::with_any_rows;
use boilingpoint_checker::format::{Certificate, Claimed, FORMAT, FractionBounds, Statement};
use boilingpoint_checker::{
    self as checker, CertificateError, CheckedCertificate, check_certificate, has_certificates,
};
use boilingpoint_rules::Ruleset;
use boilingpoint_values::{Dyadic, Enclosure};
use plan::Planner;
use write::Writer;

/// The greatest number of positions that the checker may visit for each component that it values.
pub const CHECKED_POSITIONS: u64 = 1_000_000;

/// Which bounds a certificate proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The lower bound for the temperature only.
    Heat,
    /// The lower and the upper bounds for the temperature and for the mean.
    Both,
}

/// Bounds for a board, with a certificate that proves them.
pub struct Certified {
    /// The proved bounds for the thermograph of the board.
    pub enclosure: Enclosure,
    /// A proof of the bounds that the certificate claims.
    pub certificate: Certificate,
    /// The checker's result for the certificate: the bounds that the checker has verified.
    pub checked: CheckedCertificate,
}

/// The reason why a board gets no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// The solver could not enclose the board.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The checker refused the certificate or was stopped.
    #[error("the certificate was not accepted: {0}")]
    Check(#[from] CertificateError),
    /// The game is not a claiming game of Left and Right.
    #[error("there are no certificates for positions of {0}")]
    NotFor(String),
}

/// Encloses a board within an effort, and writes a certificate of the bounds. The result does not
/// depend on earlier evaluations, and is the same on every machine.
///
/// # Errors
/// The errors of [`super::enclose()`]; a game that has no certificates; and the checker's error
/// when it is stopped or finds a mistake.
pub fn certify(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    effort: Effort,
    aim: Aim,
) -> Result<Certified, CertifyError> {
    let mut solver = solver_for(ruleset, budget, board)?;
    // In the order in which the checker reads squares.
    let squares = board.squares().filter(|_| ruleset.places_dominoes());
    let squares = squares.map(|squares| Board::of_squares(squares.to_vec()));
    let board = squares.as_ref().unwrap_or(board);
    let position = ruleset.claims(board);
    let position = position.as_ref().unwrap_or(board);
    let made = |mut statements| {
        if squares.is_some() {
            strips::add(ruleset, board, &mut statements);
        }
        checked(ruleset, squares.as_ref(), statements, budget)
    };
    let alone = || made(vec![write::statement(position, Vec::new())]);
    let by_strips = squares.is_some().then(alone).transpose()?;
    let compressed = solver.compressed(board)?;
    let (enclosure, statements) = with_any_rows!(&compressed, classes => {
        let (mut arena, root) = searched(&mut solver, classes, effort, FirstBounds::OfMoves)?;
        let proves = |(_, checked): &(_, _)| is_enough(checked, &root.enclosure, aim);
        let statements = match by_strips.as_ref().is_some_and(proves) {
            true => None,
            false => {
                let plans = Planner::of(&mut arena).run(&root, aim)?;
                let game = ruleset.claiming();
                let game = game.ok_or(SolveError::NoEnclosure(ruleset.name().into()))?;
                Some(Writer::of(&arena, game, &plans).write(position)?)
            }
        };
        Ok::<_, CertifyError>((root.enclosure, statements))
    })?;
    let (certificate, checked) = match (by_strips, statements) {
        (Some(by_strips), None) => by_strips,
        (_, statements) => made(statements.unwrap_or_default())?,
    };
    Ok(Certified {
        enclosure,
        certificate,
        checked,
    })
}

/// The certificate with these statements, which claims what the checker proves.
fn checked(
    ruleset: &dyn Ruleset,
    squares: Option<&Board>,
    statements: Vec<Statement>,
    budget: &Budget,
) -> Result<(Certificate, CheckedCertificate), CertifyError> {
    let mut certificate = Certificate {
        format: FORMAT.into(),
        ruleset: ruleset.name().into(),
        squares: squares.map(Board::text),
        claim: Claimed {
            temperature: FractionBounds::default(),
            mean: FractionBounds::default(),
        },
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
    Ok((certificate, checked))
}

/// Whether a certificate proves all bounds of an aim that a search has found.
fn is_enough(checked: &CheckedCertificate, found: &Enclosure, aim: Aim) -> bool {
    let as_good = |proved: [checker::Dyadic; 2], [least, most]: [Dyadic; 2]| {
        let [at_least, at_most] = proved.map(dyadic);
        [
            at_least.is_some_and(|bound| bound >= least),
            at_most.is_some_and(|bound| bound <= most),
        ]
    };
    let temperature = as_good(checked.temperature, found.temperature());
    match aim {
        Aim::Heat => temperature[0],
        Aim::Both => [temperature, as_good(checked.mean, found.mean())] == [[true; 2]; 2],
    }
}

/// The checker's number as one of the solver's; `None` if it does not fit.
pub fn dyadic(number: checker::Dyadic) -> Option<Dyadic> {
    Dyadic::new(number.numerator(), number.denominator().trailing_zeros()).ok()
}

fn solver_for(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
) -> Result<Solver, CertifyError> {
    ruleset.fits(board).map_err(SolveError::from)?;
    if !can_enclose(ruleset) || !has_certificates(ruleset) {
        return Err(CertifyError::NotFor(ruleset.name().into()));
    }
    Ok(Solver::new(ruleset, halved(budget)))
}
