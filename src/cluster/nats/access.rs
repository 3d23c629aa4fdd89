//! Where the server is, and how it knows us.

use async_nats::ConnectOptions;
use std::path::{Path, PathBuf};

/// The address of a server (or several, with commas between), and what it asks for.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `nats://host:4222`, `tls://…`, with a user and a password if need be.
    pub servers: String,
    /// A credentials file (a user's token and key).
    pub credentials: Option<PathBuf>,
    /// Certificates of authorities to trust beside those of the system.
    pub authorities: Option<PathBuf>,
    /// Our certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// Copies of everything, in a cluster of servers.
    pub replicas: usize,
}

impl Access {
    /// The addresses one by one, each with who we are if it says so.
    fn split(&self) -> impl Iterator<Item = (String, Option<&str>)> {
        self.servers.split(',').map(str::trim).map(|url| {
            let (scheme, rest) = match url.split_once("://") {
                Some((scheme, rest)) => (format!("{scheme}://"), rest),
                None => (String::new(), url),
            };
            match rest.rsplit_once('@') {
                Some((who, host)) => (scheme + host, Some(who)),
                None => (scheme + rest, None),
            }
        })
    }

    /// The addresses, without users and passwords.
    pub(super) fn urls(&self) -> Vec<String> {
        self.split().map(|(url, _)| url).collect()
    }

    /// The addresses as one text, without users and passwords.
    pub fn shown(&self) -> String {
        self.urls().join(",")
    }

    /// What the client is told.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(super) async fn options(&self) -> Result<ConnectOptions, String> {
        let mut options = ConnectOptions::new()
            .name("boilingpoint")
            .max_reconnects(None);
        // the client takes none of it from the address
        let who = self.split().find_map(|(_, who)| who);
        options = match who.map(|who| who.split_once(':').ok_or(who)) {
            Some(Ok((user, password))) => options.user_and_password(plain(user)?, plain(password)?),
            Some(Err(token)) => options.token(plain(token)?),
            None => options,
        };
        let pair = self
            .certificate
            .iter()
            .flat_map(|(certificate, key)| [certificate, key]);
        self.authorities
            .iter()
            .chain(pair)
            .try_for_each(|path| readable(path))?;
        if let Some(path) = &self.credentials {
            let read = options.credentials_file(path).await;
            options = read.map_err(|e| format!("{}: {e}", path.display()))?;
        }
        if let Some(path) = &self.authorities {
            options = options
                .add_root_certificates(path.clone())
                .require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        Ok(options)
    }
}

/// A text in which `%` and two hexadecimal digits stand for a byte.
fn plain(text: &str) -> Result<String, String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let byte = digits.ok_or(
            "the user or the password in the address has a `%` without two digits: write %25",
        )?;
        bytes.push(byte);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes)
        .map_err(|_| "the user or the password in the address is not text".to_string())
}

/// The client does not say which file it could not read.
fn readable(path: &Path) -> Result<(), String> {
    let opened = std::fs::File::open(path);
    opened
        .map(drop)
        .map_err(|e| format!("{}: {e}", path.display()))
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

    #[test]
    fn what_is_secret_is_not_shown() {
        let shown = |servers: &str| {
            let servers = servers.to_string();
            Access {
                servers,
                ..Access::default()
            }
            .shown()
        };
        assert_eq!(shown("nats://me:word@host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://token@a, nats://b:1"), "tls://a,nats://b:1");
        assert_eq!(shown("me:word@host"), "host");
        assert_eq!(shown("localhost:4222"), "localhost:4222");
    }
}
