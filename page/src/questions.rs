//! The questions of the page.

use boilingpoint_explorer::{ExplorerQuery, FILE, KeptAppraiser, answer, form, looked};

/// Answers a question: its kind, a line end, and the state in the page's address.
pub fn answered(appraiser: &mut KeptAppraiser, question: &str) -> String {
    let (kind, state) = question.split_once('\n').unwrap_or((question, ""));
    let asked = ExplorerQuery::read(state, FILE);
    match kind {
        "form" => form(&asked),
        _ => {
            let found = looked(appraiser, &asked);
            answer(&asked, found)
        }
    }
}
