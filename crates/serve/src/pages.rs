//! The page of a run, which updates itself.

use super::index::RunEntry;
use super::live::{LivePage, PageReceiver};
use super::{ServerState, answers};
use askama::Template;
use axum::extract::{Path, State as From};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use boilingpoint_pages::percent_encoded;
use boilingpoint_report::page::{PageHead, Section};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// The time that a request waits until a run has been read for the first time.
const FIRST_READ_TIMEOUT: Duration = Duration::from_secs(20);

/// A run's name for an address.
pub(super) fn address(name: &str) -> String {
    percent_encoded(name, b"/")
}

#[derive(Template)]
#[template(path = "run.html")]
struct RunPage<'a> {
    tab: &'static str,
    head: &'a PageHead,
    address: String,
    versions: String,
    sections: Vec<&'a Section>,
    problem: &'a Option<String>,
}

/// `/run/NAME`: the page of a run.
pub async fn run(
    From(state): From<Arc<ServerState>>,
    Path(name): Path<String>,
) -> Result<Response, Response> {
    let snapshot = snapshot(&state, &name).await?;
    Ok(answers::page(&RunPage {
        tab: "runs",
        head: &snapshot.head,
        address: address(&name),
        versions: serde_json::to_string(&snapshot.versions()).unwrap_or_default(),
        sections: snapshot.sections.iter().map(|(s, _)| s).collect(),
        problem: &snapshot.problem,
    }))
}

/// `/sections/ID/NAME`: one section of a run's page.
pub async fn section(
    From(state): From<Arc<ServerState>>,
    Path((section, name)): Path<(String, String)>,
) -> Result<Response, Response> {
    let snapshot = snapshot(&state, &name).await?;
    match snapshot.sections.iter().find(|(s, _)| s.id == section) {
        Some((section, _)) => Ok(Html(section.html.clone()).into_response()),
        None => Err(answers::missing("There is no such section.")),
    }
}

/// `/events/NAME`: the state of a run's page, sent whenever a section has changed.
pub async fn events(
    From(state): From<Arc<ServerState>>,
    Path(name): Path<String>,
) -> Result<Response, Response> {
    let receiver = follow(&state, &name).await?;
    let events = Sse::new(states(WatchStream::new(receiver)));
    Ok(events.keep_alive(KeepAlive::default()).into_response())
}

fn states(
    snapshots: WatchStream<Option<Arc<LivePage>>>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    snapshots.filter_map(|snapshot| {
        let text = serde_json::to_string(&snapshot?.state()).ok()?;
        Some(Ok(Event::default().event("state").data(text)))
    })
}

async fn find(state: &Arc<ServerState>, name: &str) -> Option<RunEntry> {
    let (work, name) = (state.clone(), name.to_string());
    let found = tokio::task::spawn_blocking(move || work.index.find(&name));
    found.await.ok().flatten()
}

/// Follows a run, or answers why not.
async fn follow(state: &Arc<ServerState>, name: &str) -> Result<PageReceiver, Response> {
    let Some(entry) = find(state, name).await else {
        return Err(answers::missing("There is no such run here."));
    };
    let busy = || answers::busy("Too many runs are being shown. Close other pages first.");
    state.followers.follow(&entry).ok_or_else(busy)
}

/// The latest state of a run. Waits until the run has been read for the first time.
async fn snapshot(state: &Arc<ServerState>, name: &str) -> Result<Arc<LivePage>, Response> {
    let mut receiver = follow(state, name).await?;
    let ready = receiver.wait_for(Option::is_some);
    let ready = tokio::time::timeout(FIRST_READ_TIMEOUT, ready).await;
    let ready = ready.ok().and_then(|ready| ready.ok()?.clone());
    ready.ok_or_else(|| answers::busy("The run has not been read yet. Try again soon."))
}
