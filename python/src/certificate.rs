//! Certificates: proofs of bounds that the independent checker can check.

use crate::arguments::Arg;
use crate::error::{self, OrRaise};
use crate::{number, work};
use boilingpoint::Number;
use boilingpoint_checker::check_certificate;
use boilingpoint_checker::format::{Certificate, FractionBounds};
use boilingpoint_problem::Fitness;
use boilingpoint_solver::CHECKED_POSITIONS;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A proof of bounds for the temperature and the mean of a position, in the format of
/// `boil certificate`. `str` gives its JSON.
#[pyclass(frozen, name = "Certificate", module = "boilingpoint")]
pub struct PyCertificate {
    text: String,
    certificate: Certificate,
}

impl PyCertificate {
    /// A certificate with its text.
    pub fn new(certificate: Certificate) -> PyResult<PyCertificate> {
        let text = serde_json::to_string(&certificate).map_err(error::input)?;
        Ok(PyCertificate { text, certificate })
    }
}

type Pair<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

fn pair<'py>(py: Python<'py>, bounds: &FractionBounds) -> PyResult<Pair<'py>> {
    let number = |text: &Option<String>| -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(text) = text else { return Ok(None) };
        let read: Number = Fitness::parse(&[text]).map_err(error::notation)?.first();
        number::fraction(py, read).map(Some)
    };
    Ok((number(&bounds.least)?, number(&bounds.most)?))
}

#[pymethods]
impl PyCertificate {
    /// Reads the text of a certificate, without checking the proof.
    #[new]
    fn of_text(text: Arg<&str>) -> PyResult<PyCertificate> {
        let text = text.0;
        let certificate = Certificate::read(text.as_bytes()).map_err(error::notation)?;
        Ok(PyCertificate {
            text: text.to_string(),
            certificate,
        })
    }

    /// The name of the game.
    #[getter]
    fn ruleset(&self) -> &str {
        &self.certificate.ruleset
    }

    /// The claimed bounds of the temperature; a bound that is not claimed is `None`.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Pair<'py>> {
        pair(py, &self.certificate.claim.temperature)
    }

    /// The claimed bounds of the mean.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Pair<'py>> {
        pair(py, &self.certificate.claim.mean)
    }

    /// The number of statements of the proof.
    fn __len__(&self) -> usize {
        self.certificate.statements.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Checks the proof by the independent checker, which visits at most `positions` positions to
    /// value one small position. Returns `True`.
    ///
    /// Raises `RefutedError` if the proof is wrong, and `LimitError` if the checker gives up.
    #[pyo3(signature = (positions = Arg(CHECKED_POSITIONS)), text_signature = "($self, positions=1000000)")]
    fn check(&self, py: Python<'_>, positions: Arg<u64>) -> PyResult<bool> {
        let (certificate, positions) = (self.certificate.clone(), positions.0);
        let checked = work::run(py, move |stop| {
            check_certificate(&certificate, positions, Some(stop)).map(drop)
        })?;
        checked.or_raise().map(|()| true)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __eq__(&self, other: &PyCertificate) -> bool {
        self.text == other.text
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&str,)) {
        (py.get_type::<PyCertificate>().into_any(), (&self.text,))
    }

    fn __repr__(&self) -> String {
        let (game, statements) = (self.ruleset(), self.certificate.statements.len());
        format!("<Certificate: {game}, {statements} statements>")
    }
}
