//! `/position`: the explorer of positions as a page of the server.

use crate::{ServerState, answers};
use askama::Template;
use axum::extract::{RawQuery, State as From};
use axum::response::{Html, IntoResponse, Response};
use boilingpoint_explorer::{
    ExplorerQuery, KeptAppraiser, SERVED, answer, form, looked, written_game,
};
use boilingpoint_plan::game_from_text;
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

/// `/position/game`: the entry of a game that the user has written.
pub async fn position_game(RawQuery(query): RawQuery) -> Html<String> {
    Html(written_game(&query.unwrap_or_default(), |rules| {
        let game = game_from_text("rules", rules).map_err(|e| e.render(false))?;
        Ok(game.ruleset)
    }))
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
