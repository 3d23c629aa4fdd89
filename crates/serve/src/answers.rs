//! Answers, and the headers that all of them share.

use askama::Template;
use axum::http::header::HeaderName;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// The time that a request waits until the requests before it have been answered.
const TURN_TIMEOUT: Duration = Duration::from_secs(10);

/// Only this server's own scripts and styles are loaded, so a script in a run's files is not
/// executed.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Other sites can neither embed an answer nor reach a window that shows one.
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName =
    HeaderName::from_static("cross-origin-resource-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName =
    HeaderName::from_static("cross-origin-opener-policy");

/// A page from its template.
pub fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => Html(html).into_response(),
        Err(error) => problem(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

/// A page that asks the user to confirm an address of this server to which another site has led.
/// Making it takes no work.
pub fn question(address: &str) -> Response {
    // An address that begins with two slashes would lead to another host.
    let address = format!("/{}", address.trim_start_matches('/'));
    page(&QuestionPage { tab: "", address })
}

/// The answer if others are using what the request needs.
pub fn busy(what: &str) -> Response {
    let mut answer = problem(StatusCode::SERVICE_UNAVAILABLE, what);
    let after = HeaderValue::from_static("5");
    answer.headers_mut().insert(header::RETRY_AFTER, after);
    answer
}

/// Waits until the requests before have used something. The error is the answer to a request that
/// has waited too long.
pub async fn turn<T>(
    shared: &Arc<Mutex<T>>,
    is_used: &str,
) -> Result<OwnedMutexGuard<T>, Response> {
    let turn = tokio::time::timeout(TURN_TIMEOUT, shared.clone().lock_owned()).await;
    turn.map_err(|_| busy(is_used))
}

/// Does work that takes a while. If it panics, the error is an answer with this message.
pub async fn work<T: Send + 'static>(
    failed: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Response> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| problem(StatusCode::INTERNAL_SERVER_ERROR, failed))
}

/// A page about something that the server does not have.
pub fn missing(what: &str) -> Response {
    problem(StatusCode::NOT_FOUND, what)
}

/// A page with an error message.
pub fn problem(status: StatusCode, what: &str) -> Response {
    let page = ProblemPage {
        tab: "",
        what,
        status: status.canonical_reason().unwrap_or("Problem"),
    };
    match page.render() {
        Ok(html) => (status, Html(html)).into_response(),
        Err(_) => status.into_response(),
    }
}

/// Answers with a style or a script. A browser may cache it until it changes.
pub fn asset(headers: &HeaderMap, kind: &'static str, text: &'static str) -> Response {
    let tag = format!(
        "\"{}-{}\"",
        env!("CARGO_PKG_VERSION"),
        crc32fast::hash(text.as_bytes())
    );
    let known = headers.get(header::IF_NONE_MATCH);
    let mut answer = if known.is_some_and(|k| k.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind)], text).into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.headers_mut().insert(header::ETAG, tag);
    }
    answer
}

/// The headers of every answer.
pub async fn with_headers(request: axum::extract::Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
        (CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

#[derive(Template)]
#[template(path = "question.html")]
struct QuestionPage {
    tab: &'static str,
    address: String,
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    tab: &'static str,
    status: &'a str,
    what: &'a str,
}
