//! Reads certificates from JSON.

use super::Certificate;

/// The greatest length of the text of a certificate, in bytes. In memory the certificate takes up
/// to fifteen times as much.
pub const MOST_BYTES: usize = 1 << 26;

/// The reason why a text is not a certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The text is longer than [`MOST_BYTES`].
    #[error("a certificate has at most {MOST_BYTES} bytes; this one has {bytes}")]
    TooLong {
        /// The length of the text, in bytes.
        bytes: usize,
    },
    /// The text is not JSON, or its fields are not the fields of a certificate. The message gives
    /// line and column.
    #[error("this is not a certificate as docs/certificates.md defines it: {0}")]
    Json(#[from] serde_json::Error),
}

impl Certificate {
    /// Reads a certificate from JSON, without checking what the certificate proves.
    ///
    /// # Errors
    /// When the text is too long, or is not a certificate.
    pub fn read(json: &[u8]) -> Result<Certificate, NoCertificate> {
        if json.len() > MOST_BYTES {
            return Err(NoCertificate::TooLong { bytes: json.len() });
        }
        Ok(serde_json::from_slice(json)?)
    }
}
