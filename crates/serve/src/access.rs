//! Controls access to the server.
//!
//! If the server listens on the loopback interface, every user of this machine has access. Pages of
//! other sites do not have access (`origin.rs`), and a request has to name this host. So a request
//! that used another name which resolves to 127.0.0.1 is refused (DNS rebinding). If the server
//! listens on another interface, a request needs a token, in a header, in a cookie, or in the
//! address. The server moves a token from the address to a cookie.

use super::{ServeError, ServerState, origin};
use axum::extract::{Request, State as From};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use boilingpoint_pages::percent_encoded;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The least number of characters of a token.
pub const MIN_TOKEN: usize = 16;
const COOKIE: &str = "boil_token";

/// The rules of access.
#[derive(Clone)]
pub struct Access {
    token: Option<String>,
    /// Whether the server listens only on the loopback interface.
    is_local: bool,
}

impl std::fmt::Debug for Access {
    /// Leaves out the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let asked = self.token.is_some();
        f.debug_struct("Access")
            .field("asks_for_a_token", &asked)
            .finish()
    }
}

impl Access {
    /// The rules for a server at this address, with or without a token.
    pub fn new(listen: SocketAddr, token: Option<String>) -> Access {
        Access {
            token,
            is_local: listen.ip().is_loopback(),
        }
    }

    /// Checks that the server is not open to other machines, and that the token is long enough.
    pub(super) fn check(&self, listen: SocketAddr) -> Result<(), ServeError> {
        match &self.token {
            None if !self.is_local => Err(ServeError::NoToken(listen)),
            Some(token) if token.chars().count() < MIN_TOKEN => {
                Err(ServeError::ShortToken(token.chars().count()))
            }
            _ => Ok(()),
        }
    }

    fn may(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else {
            return self.names_this_host(headers);
        };
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|h| h.to_str().ok());
        let bearer = bearer.and_then(|h| h.strip_prefix("Bearer "));
        let cookies = headers.get(header::COOKIE).and_then(|h| h.to_str().ok());
        let cookie = cookies
            .into_iter()
            .flat_map(|c| c.split(';'))
            .find_map(|c| {
                let (name, value) = c.trim().split_once('=')?;
                (name == COOKIE).then_some(value)
            });
        [bearer, cookie.map(|c| c.trim())]
            .into_iter()
            .flatten()
            .any(|given| is_same(given, &percent_encoded(token, b"")) || is_same(given, token))
    }

    fn names_this_host(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|h| h.to_str().ok());
        let Some(host) = host else { return false };
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let address = name.parse::<IpAddr>();
        name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|a| a.is_loopback())
    }
}

/// Whether two texts are equal. The time of the comparison does not depend on the place of the
/// first difference.
fn is_same(a: &str, b: &str) -> bool {
    let pairs = a.bytes().zip(b.bytes());
    a.len() == b.len() && pairs.fold(0, |seen, (x, y)| seen | (x ^ y)) == 0
}

/// Lets a request pass, or answers with the reason for the refusal. Moves a token from the address
/// to a cookie.
pub(super) async fn guard(
    From(state): From<Arc<ServerState>>,
    request: Request,
    next: Next,
) -> Response {
    if let Some(refused) = origin::refusal(&request) {
        return refused;
    }
    let access = &state.access;
    if let (Some(token), Some(given)) = (&access.token, token_in(request.uri()))
        && is_same(&given, &percent_encoded(token, b""))
    {
        return with_cookie(request.uri(), &given);
    }
    if access.may(request.headers()) {
        return next.run(request).await;
    }
    match access.token {
        Some(_) => (
            StatusCode::UNAUTHORIZED,
            "This server requires its token: open /?token=... once, or send it as a bearer token.\n",
        ),
        None => (
            StatusCode::FORBIDDEN,
            "This server answers to localhost and 127.0.0.1 only.\n",
        ),
    }
    .into_response()
}

/// The token in an address.
fn token_in(uri: &Uri) -> Option<String> {
    let parts = uri.query()?.split('&');
    let given = parts
        .filter_map(|p| p.split_once('='))
        .find(|p| p.0 == "token")?
        .1;
    // Browsers differ in the characters that they escape.
    let decoded = percent_decoded(given)?;
    Some(percent_encoded(&decoded, b""))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |b: Option<u8>| char::from(b?).to_digit(16);
                (digit(rest.next())? * 16 + digit(rest.next())?) as u8
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn with_cookie(uri: &Uri, token: &str) -> Response {
    let kept = uri.query().into_iter().flat_map(|q| q.split('&'));
    let kept: Vec<&str> = kept.filter(|p| !p.starts_with("token=")).collect();
    let to = if kept.is_empty() {
        uri.path().to_string()
    } else {
        format!("{}?{}", uri.path(), kept.join("&"))
    };
    // An address that begins with two slashes would lead to another host.
    let to = format!("/{}", to.trim_start_matches('/'));
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000");
    let mut answer = StatusCode::SEE_OTHER.into_response();
    if let (Ok(to), Ok(cookie)) = (HeaderValue::from_str(&to), HeaderValue::from_str(&cookie)) {
        answer.headers_mut().insert(header::LOCATION, to);
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(host: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        headers
    }

    #[test]
    fn only_this_host_is_answered_without_a_token() {
        let access = Access::new("127.0.0.1:0".parse().unwrap(), None);
        for host in ["localhost:8080", "127.0.0.1", "[::1]:9", "LocalHost"] {
            assert!(access.may(&asked(host)), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "192.168.0.2:8080",
            "",
        ] {
            assert!(!access.may(&asked(host)), "{host}");
        }
        assert!(!access.may(&HeaderMap::new()));
    }

    #[test]
    fn elsewhere_a_token_is_needed_and_nothing_less() {
        let listen = "0.0.0.0:80".parse().unwrap();
        assert!(Access::new(listen, None).check(listen).is_err());
        assert!(
            Access::new(listen, Some("short".into()))
                .check(listen)
                .is_err()
        );
        let access = Access::new(listen, Some("a longer token; with &".into()));
        access.check(listen).unwrap();
        assert!(!access.may(&asked("localhost")));
        let mut headers = asked("any");
        headers.insert(
            header::AUTHORIZATION,
            "Bearer a longer token; with &".parse().unwrap(),
        );
        assert!(access.may(&headers));
        let uri: Uri = "/run/a?token=a%20longer+token%3b%20with%20%26&x=1"
            .parse()
            .unwrap();
        let given = token_in(&uri).unwrap();
        assert!(is_same(
            &given,
            &percent_encoded("a longer token; with &", b"")
        ));
        let answer = with_cookie(&uri, &given);
        assert_eq!(answer.headers()[header::LOCATION], "/run/a?x=1");
        let mut headers = asked("any");
        headers.insert(
            header::COOKIE,
            format!("a=b; {COOKIE}={given}").parse().unwrap(),
        );
        assert!(access.may(&headers));
        headers.insert(header::COOKIE, format!("{COOKIE}=wrong").parse().unwrap());
        assert!(!access.may(&headers));
        assert!(!format!("{access:?}").contains("longer"));
    }
}
