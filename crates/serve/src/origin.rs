//! Where a request comes from: a page of this server, the user, or another site.
//!
//! A browser names the origin of a request in `Sec-Fetch-Site` and, for some requests, in `Origin`.
//! A page of another site must not make the server work, and must not read anything from it. Pages
//! at another port of this machine are another site here, though not for `Sec-Fetch-Site`. A
//! program that is not a browser sends neither header.

use super::answers;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::Response;

/// The greatest length of an address, without the host. The longest addresses have a board and the
/// moves made on it.
const LONGEST_ADDRESS: usize = 1 << 16;

/// The source of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// A page of this server, the user, or a program that is not a browser.
    Own,
    /// A link on another site, which the user follows to a page of its own.
    Link,
    /// Another site.
    Foreign,
}

fn source(method: &Method, headers: &HeaderMap) -> Source {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let is_own_site = matches!(text("sec-fetch-site"), None | Some("same-origin" | "none"));
    let host = text("host");
    let is_own_origin = text("origin").is_none_or(|origin| {
        let named = origin.split_once("://").map(|(_, host)| host);
        named.is_some() && named == host
    });
    let is_new_page = *method == Method::GET
        && text("sec-fetch-mode") == Some("navigate")
        && text("sec-fetch-dest") == Some("document");
    match (is_own_site, is_own_origin) {
        (true, true) => Source::Own,
        (false, true) if is_new_page => Source::Link,
        _ => Source::Foreign,
    }
}

/// The answer to a request that is refused, or that the user has to confirm. `None` if the request
/// may pass.
pub(super) fn refusal<B>(request: &Request<B>) -> Option<Response> {
    let uri = request.uri();
    let address = uri.path_and_query().map_or("/", |address| address.as_str());
    if address.len() > LONGEST_ADDRESS {
        let what = format!("The address has more than {LONGEST_ADDRESS} characters.");
        return Some(answers::problem(StatusCode::URI_TOO_LONG, &what));
    }
    let is_read_only = [Method::GET, Method::HEAD].contains(request.method());
    match source(request.method(), request.headers()) {
        Source::Own if is_read_only => None,
        Source::Own => Some(answers::problem(
            StatusCode::METHOD_NOT_ALLOWED,
            "This server only answers GET and HEAD.",
        )),
        // The list of runs takes no work, and the page does not tell the other site anything.
        Source::Link if uri.path() == "/" => None,
        Source::Link => Some(answers::question(address)),
        Source::Foreign => Some(answers::problem(
            StatusCode::FORBIDDEN,
            "This server does not answer to pages of other sites.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    fn of(method: Method, headers: &[(&str, &str)]) -> Source {
        let mut all = HeaderMap::new();
        all.insert(header::HOST, "localhost:8010".parse().unwrap());
        for (name, value) in headers {
            let name: header::HeaderName = name.parse().unwrap();
            all.insert(name, value.parse().unwrap());
        }
        source(&method, &all)
    }

    #[test]
    fn only_own_pages_and_the_user_are_answered() {
        let page = [
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        let site = |site: &'static str| ("sec-fetch-site", site);
        let with = |site, more: &[(&'static str, &'static str)]| [&[site][..], more].concat();
        for headers in [
            vec![],
            vec![site("none")],
            vec![site("same-origin")],
            vec![site("same-origin"), ("origin", "http://localhost:8010")],
            with(site("same-origin"), &page),
        ] {
            assert_eq!(of(Method::GET, &headers), Source::Own, "{headers:?}");
        }
        for other in ["same-site", "cross-site", "something-new"] {
            assert_eq!(of(Method::GET, &with(site(other), &page)), Source::Link);
            for headers in [
                vec![site(other)],
                vec![
                    site(other),
                    ("sec-fetch-mode", "no-cors"),
                    ("sec-fetch-dest", "image"),
                ],
                vec![
                    site(other),
                    ("sec-fetch-mode", "navigate"),
                    ("sec-fetch-dest", "iframe"),
                ],
                with(site(other), &[&page[..], &[("origin", "null")]].concat()),
            ] {
                assert_eq!(of(Method::GET, &headers), Source::Foreign, "{headers:?}");
            }
            assert_eq!(of(Method::POST, &with(site(other), &page)), Source::Foreign);
        }
        for origin in [
            "null",
            "http://localhost:9000",
            "http://127.0.0.1:8010",
            "localhost:8010",
        ] {
            assert_eq!(of(Method::GET, &[("origin", origin)]), Source::Foreign);
            let both = [site("same-origin"), ("origin", origin)];
            assert_eq!(of(Method::GET, &both), Source::Foreign, "{origin}");
        }
    }
}
