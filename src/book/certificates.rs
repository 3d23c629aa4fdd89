//! Makes a certificate for a record whose fitness is a lower bound, and checks it again later.

use super::error::{NotProved, RecordError};
use crate::checker::format::{Certificate, MOST_BYTES, Statement};
use crate::checker::{CertificateError, CheckedCertificate, Dyadic, check_certificate};
use crate::graph::Board;
use crate::problem::{Bounds, Fitness, Objective};
use crate::record::folder::{CERTIFICATES, FileError};
use crate::record::input;
use crate::record::records::RecordLine;
use crate::ruleset::Ruleset;
use crate::solver::{Aim, Budget, CHECKED_POSITIONS, Certified, CertifyError, Effort, certify};
use crate::value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Returns a certificate that proves that the board's fitness is at least `fitness`. First tries a
/// certificate of a lower bound of the temperature, then a certificate of all bounds. Returns
/// `None` if neither proves the fitness, or if the game has no certificates.
///
/// # Errors
/// When the solver or the checker fails or is stopped.
pub fn proof_of(
    ruleset: &'static dyn Ruleset,
    objective: &Objective,
    board: &Board,
    fitness: &Fitness,
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
        if proves(objective, board, &checked).is_some_and(|proved| proved >= *fitness) {
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
    objective: &Objective,
    board: &Board,
    [fitness, temperature]: [&Fitness; 2],
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
    if !certificate
        .statements
        .last()
        .is_some_and(|s| is_about(s, board))
    {
        return wrong("the certificate is about another board".into());
    }
    let checked = match check_certificate(&certificate, CHECKED_POSITIONS, stop) {
        Ok(checked) => checked,
        Err(e @ CertificateError::Wrong { .. }) => return wrong(format!("certificate: {e}")),
        Err(e) => return Err(NotProved::Undecided(e.to_string())),
    };
    let least = number(checked.temperature[0]).map(|t| Fitness::parse(&[t.to_string()]));
    if !least.is_some_and(|least| least.is_ok_and(|least| least >= *temperature)) {
        return wrong(format!(
            "the certificate proves that the temperature is at least {}, but the record says {temperature}",
            checked.temperature[0]
        ));
    }
    match proves(objective, board, &checked) {
        Some(proved) if proved >= *fitness => Ok(()),
        Some(proved) => wrong(format!(
            "the certificate proves a fitness of at least {proved}, but the record says {fitness}"
        )),
        None => wrong("the certificate proves nothing about the fitness".into()),
    }
}

/// The lower bound of the fitness that follows from the bounds that the checker found.
fn proves(objective: &Objective, board: &Board, checked: &CheckedCertificate) -> Option<Fitness> {
    let numbers = |[least, most]: [Dyadic; 2]| Some([number(least)?, number(most)?]);
    let (temperature, mean) = (numbers(checked.temperature)?, numbers(checked.mean)?);
    let bounds = Bounds::of_temperature_and_mean(board, temperature, mean)?;
    let score = objective.score_by_bounds(board, || Ok(bounds)).ok()??;
    Some(score.fitness)
}

/// Converts the checker's dyadic to the solver's.
fn number(x: Dyadic) -> Option<value::Dyadic> {
    value::Dyadic::new(x.numerator(), x.denominator().trailing_zeros()).ok()
}

/// Whether a statement is about a board. The numbering of the vertices has to be the same.
fn is_about(statement: &Statement, board: &Board) -> bool {
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

/// Reads the text of the certificate of a run's record.
///
/// # Errors
/// When the record has no certificate, or its file cannot be read.
pub fn of_line(run: &Path, line: &RecordLine) -> Result<Vec<u8>, RecordError> {
    let file = line.certificate.as_ref();
    let file = file.ok_or(RecordError::NoCertificate)?;
    let plain = file
        .strip_prefix(CERTIFICATES)
        .and_then(|name| name.strip_prefix('/'));
    if plain.is_none_or(|name| name.contains(['/', '\\'])) {
        return Err(RecordError::CertificatePath(file.clone()));
    }
    let path = run.join(file);
    let text = input::own_bytes(&path, MOST_BYTES as u64);
    Ok(text.map_err(FileError::of("read", &path))?)
}
