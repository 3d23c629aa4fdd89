//! The explorer of positions: `/position` on the server, and a page that is a file.

use crate::router::LIVE_STYLE;
use crate::{ServerState, answers};
use askama::Template;
use axum::extract::{RawQuery, State as From};
use axum::response::{Html, IntoResponse, Response};
use base64::prelude::{BASE64_STANDARD, Engine};
use boilingpoint_explorer::{
    EDITOR_SCRIPT, EXPLORER_SCRIPT, ExplorerQuery, FILE, FILE_SCRIPT, KeptAppraiser, SERVED,
    UPLOAD_SCRIPT, WORKER_SCRIPT, answer, form, looked,
};
use boilingpoint_report::page::{SCRIPT, STYLE};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::Arc;

/// The one appraiser of all requests and all live pages. They use it one after the other.
pub type SharedAppraiser = Arc<tokio::sync::Mutex<KeptAppraiser>>;

#[derive(Template)]
#[template(path = "position.html")]
struct PositionPage<'a> {
    tab: &'static str,
    asked: &'a ExplorerQuery,
    form: String,
    answer: String,
}

/// `/position`: a position and its options.
pub async fn position(
    From(state): From<Arc<ServerState>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Response> {
    let asked = ExplorerQuery::read(&query.unwrap_or_default(), SERVED);
    Ok(answers::page(&PositionPage {
        tab: "position",
        form: form(&asked),
        answer: answered(&state, &asked).await?,
        asked: &asked,
    }))
}

/// `/position/answer`: the part of the page that a question changes.
pub async fn position_answer(
    From(state): From<Arc<ServerState>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Response> {
    let asked = ExplorerQuery::read(&query.unwrap_or_default(), SERVED);
    Ok(Html(answered(&state, &asked).await?).into_response())
}

async fn answered(state: &ServerState, asked: &ExplorerQuery) -> Result<String, Response> {
    let found = if asked.request().is_some() {
        let is_used = "Another position is being evaluated. Try again soon.";
        let mut appraiser = answers::turn(&state.appraiser, is_used).await?;
        let question = asked.clone();
        let work = move || looked(&mut appraiser, &question);
        answers::work("The position cannot be evaluated.", work).await?
    } else {
        None
    };
    Ok(answer(asked, found))
}

/// The explorer as a page that is a file: it needs neither a server nor a network.
#[derive(Template)]
#[template(path = "file.html")]
struct FilePage<'a> {
    style: String,
    version: &'a str,
    form: String,
    /// The WebAssembly module: gzip, in base 64.
    module: String,
    worker: &'a str,
    scripts: [&'a str; 5],
}

/// The page of the explorer as one file, with the WebAssembly module of `page/`. Equal modules give
/// equal bytes.
///
/// # Errors
/// When the module cannot be compressed.
pub fn explorer_file(module: &[u8]) -> std::io::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    let asked = ExplorerQuery::read("", FILE);
    let page = FilePage {
        style: format!("{STYLE}{LIVE_STYLE}"),
        version: env!("CARGO_PKG_VERSION"),
        form: form(&asked),
        module: BASE64_STANDARD.encode(packed.finish()?),
        worker: WORKER_SCRIPT,
        scripts: [
            SCRIPT,
            FILE_SCRIPT,
            EDITOR_SCRIPT,
            UPLOAD_SCRIPT,
            EXPLORER_SCRIPT,
        ],
    };
    Ok(page.render().unwrap_or_default())
}
