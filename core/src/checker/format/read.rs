//! Reading a certificate from JSON.

use super::Certificate;

/// The longest text that is read.
pub const MOST_BYTES: usize = 1 << 28;

/// Why a text is not a certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// It is too long.
    #[error("a certificate has at most {MOST_BYTES} bytes; this has {bytes}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It is not JSON, or has not the fields of a certificate; the message names line and column.
    #[error("this is not a certificate as in docs/certificates.md: {0}")]
    Json(#[from] serde_json::Error),
}

impl Certificate {
    /// The certificate that a JSON text is. Whether it proves anything is for the checker to say.
    ///
    /// # Errors
    /// When the text is too long, or is not one.
    pub fn read(json: &[u8]) -> Result<Certificate, NoCertificate> {
        if json.len() > MOST_BYTES {
            return Err(NoCertificate::TooLong { bytes: json.len() });
        }
        Ok(serde_json::from_slice(json)?)
    }
}
