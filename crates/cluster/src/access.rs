//! The address of a server and the credentials for it.

use std::path::PathBuf;

/// The addresses of one server or several (separated by commas), and the credentials for them.
#[derive(Clone, Debug, Default)]
pub struct ServerAccess {
    /// `nats://host:4222` or `tls://…`, with user and password if the server requires them.
    pub servers: String,
    /// A credentials file (a user's token and key).
    pub credentials: Option<PathBuf>,
    /// A file of certificate authorities that are trusted in addition to the system's.
    pub authorities: Option<PathBuf>,
    /// The file of this process's certificate, and the file of its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// The number of replicas of each stream, in a cluster of servers.
    pub replicas: usize,
}

impl ServerAccess {
    /// Splits the addresses. Returns each address without its user, and the user with the password,
    /// if the address has one.
    pub(super) fn split(&self) -> impl Iterator<Item = (String, Option<&str>)> {
        self.servers.split(',').map(str::trim).map(|url| {
            let (scheme, rest) = match url.split_once("://") {
                Some((scheme, rest)) => (format!("{scheme}://"), rest),
                None => (String::new(), url),
            };
            match rest.rsplit_once('@') {
                Some((user, host)) => (scheme + host, Some(user)),
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let shown = |servers: &str| {
            let servers = servers.to_string();
            ServerAccess {
                servers,
                ..ServerAccess::default()
            }
            .shown()
        };
        assert_eq!(shown("nats://me:word@host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://token@a, nats://b:1"), "tls://a,nats://b:1");
        assert_eq!(shown("me:word@host"), "host");
        assert_eq!(shown("localhost:4222"), "localhost:4222");
    }
}
