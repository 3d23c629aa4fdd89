//! The routes of the live view.

use super::{ServerState, access, answers, book, compare, explorer, list, pages, record};
use axum::Router;
use axum::http::HeaderMap;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use boilingpoint_explorer::{EDITOR_SCRIPT, EXPLORER_SCRIPT, UPLOAD_SCRIPT};
use boilingpoint_report::page::{CHARTS, SCRIPT, STYLE, TABLES};
use std::sync::Arc;

const CSS: &str = "text/css";
const JAVASCRIPT: &str = "text/javascript";
pub use boilingpoint_pages::LIVE_STYLE;

/// The styles and scripts: address, kind, text.
const ASSETS: [(&str, &str, &str); 8] = [
    ("/assets/style.css", CSS, STYLE),
    ("/assets/live.css", CSS, LIVE_STYLE),
    ("/assets/boil.js", JAVASCRIPT, SCRIPT),
    ("/assets/charts.js", JAVASCRIPT, CHARTS),
    ("/assets/editor.js", JAVASCRIPT, EDITOR_SCRIPT),
    ("/assets/explorer.js", JAVASCRIPT, EXPLORER_SCRIPT),
    ("/assets/upload.js", JAVASCRIPT, UPLOAD_SCRIPT),
    ("/assets/tables.js", JAVASCRIPT, TABLES),
];

/// The routes of the live view.
pub fn router(state: Arc<ServerState>) -> Router {
    let mut router = Router::new();
    for (path, kind, text) in ASSETS {
        let asset = move |headers: HeaderMap| async move { answers::asset(&headers, kind, text) };
        router = router.route(path, get(asset));
    }
    router
        .route("/", get(list::runs))
        .route("/compare", get(compare::compare))
        .route("/run/{*name}", get(pages::run))
        .route("/sections/{section}/{*name}", get(pages::section))
        .route("/events/{*name}", get(pages::events))
        .route("/book", get(book::book))
        .route("/record/{name}", get(record::record))
        .route("/position", get(explorer::position))
        .route("/position/answer", get(explorer::position_answer))
        .route("/position/game", get(explorer::position_game))
        .fallback(|| async { answers::missing("There is no such page.") })
        .layer(from_fn_with_state(state.clone(), access::guard))
        .layer(from_fn(answers::with_headers))
        .with_state(state)
}
