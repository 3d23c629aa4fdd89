//! The routes of the live view.

use super::{ServerState, access, answers, book, compare, explorer, list, pages, record};
use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use boilingpoint_report::page::{SCRIPT, STYLE, TABLES};
use std::sync::Arc;

/// The style of the parts that only the live view has.
const LIVE_STYLE: &str = include_str!("../templates/live.css");

/// The script of the editor of boards on the page of the book.
const EDITOR_SCRIPT: &str = include_str!("../templates/editor.js");

/// The routes of the live view.
pub fn router(state: Arc<ServerState>) -> Router {
    let style = |headers: HeaderMap| async move { answers::asset(&headers, "text/css", STYLE) };
    let live = |headers: HeaderMap| async move { answers::asset(&headers, "text/css", LIVE_STYLE) };
    let script =
        |headers: HeaderMap| async move { answers::asset(&headers, "text/javascript", SCRIPT) };
    let editor = |headers: HeaderMap| async move {
        answers::asset(&headers, "text/javascript", EDITOR_SCRIPT)
    };
    let tables =
        |headers: HeaderMap| async move { answers::asset(&headers, "text/javascript", TABLES) };
    Router::new()
        .route("/", get(list::runs))
        .route("/compare", get(compare::compare))
        .route("/run/{*name}", get(pages::run))
        .route("/sections/{section}/{*name}", get(pages::section))
        .route("/events/{*name}", get(pages::events))
        .route("/book", get(book::book))
        .route("/record/{name}", get(record::record))
        .route("/position", get(explorer::page::position))
        .route("/assets/style.css", get(style))
        .route("/assets/live.css", get(live))
        .route("/assets/boil.js", get(script))
        .route("/assets/editor.js", get(editor))
        .route("/assets/tables.js", get(tables))
        .fallback(|| async { answers::problem(StatusCode::NOT_FOUND, "There is no such page.") })
        .layer(from_fn_with_state(state.clone(), access::guard))
        .layer(from_fn(answers::with_headers))
        .with_state(state)
}
