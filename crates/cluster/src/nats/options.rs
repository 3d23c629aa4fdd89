//! The options of the client.

use super::super::access::ServerAccess;
use async_nats::ConnectOptions;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Errors in an address or a credential.
#[derive(Debug, thiserror::Error)]
pub(super) enum AccessError {
    /// The user or the password has a `%` without two digits.
    #[error("the user or the password in the address has a `%` without two digits: write %25")]
    Percent,
    /// The user or the password is not UTF-8.
    #[error("the user or the password in the address is not text")]
    NotText,
    /// A file cannot be read.
    #[error("{path}: {error}", path = path.display())]
    File { path: PathBuf, error: io::Error },
}

/// The client's options.
///
/// # Errors
/// If a file cannot be read, or the address is malformed.
pub(super) async fn options(access: &ServerAccess) -> Result<ConnectOptions, AccessError> {
    let mut options = ConnectOptions::new()
        .name("boilingpoint")
        .max_reconnects(None);
    // The client does not read the user from the address.
    if let Some(user) = access.split().find_map(|(_, user)| user) {
        options = match user.split_once(':') {
            Some((user, password)) => options.user_and_password(plain(user)?, plain(password)?),
            None => options.token(plain(user)?),
        };
    }
    if let Some(path) = &access.credentials {
        let read = options.credentials_file(path).await;
        options = read.map_err(|error| unreadable(path, error))?;
    }
    if let Some(path) = &access.authorities {
        check_readable(path)?;
        options = options
            .add_root_certificates(path.clone())
            .require_tls(true);
    }
    if let Some((certificate, key)) = &access.certificate {
        check_readable(certificate)?;
        check_readable(key)?;
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options)
}
/// Decodes `%` and two hexadecimal digits to a byte.
fn plain(text: &str) -> Result<String, AccessError> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).ok_or(AccessError::Percent)?;
        let byte = u8::from_str_radix(digits, 16).map_err(|_| AccessError::Percent)?;
        bytes.push(byte);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).map_err(|_| AccessError::NotText)
}

fn unreadable(path: &Path, error: io::Error) -> AccessError {
    let path = path.to_path_buf();
    AccessError::File { path, error }
}

/// Checks a file before the client reads it: the client's errors do not name the file.
fn check_readable(path: &Path) -> Result<(), AccessError> {
    let opened = File::open(path).map(drop);
    opened.map_err(|error| unreadable(path, error))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn percents_stand_for_bytes() {
        assert_eq!(plain("a%40b%3a%c3%a9").unwrap(), "a@b:é");
        assert!(plain("50%").is_err() && plain("%zz").is_err() && plain("%é").is_err());
        assert!(plain("%ff").is_err());
    }
}
