//! Reads the certificates of records from run folders.

use super::error::RecordError;
use boilingpoint_checker::format::MOST_BYTES;
use boilingpoint_record::folder::{FileError, certificate_path};
use boilingpoint_record::input;
use boilingpoint_record::own::OwnPath;
use boilingpoint_record::records::RecordLine;
use std::path::Path;

/// Reads the text of the certificate of a run's record.
///
/// # Errors
/// When the record has no certificate, or its file cannot be read.
pub fn of_line(run: &Path, line: &RecordLine) -> Result<Vec<u8>, RecordError> {
    let file = line.certificate.as_ref();
    let file = file.ok_or(RecordError::NoCertificate)?;
    let path = certificate_path(run, file);
    let path = path.ok_or_else(|| RecordError::CertificatePath(file.clone()))?;
    let text = input::own_bytes(OwnPath::inner(&path), MOST_BYTES as u64);
    Ok(text.map_err(FileError::of("read", &path))?)
}
