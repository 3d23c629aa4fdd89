//! The page of conjectures: inequalities, and drawings of boards of equality.

use super::STYLE;
use super::words::grouped;
use crate::ReportError;
use askama::Template;
use boilingpoint_boards::{Board, with_name};
use boilingpoint_draw::inset;
use boilingpoint_study::conjecture::Conjecture;

/// The number of boards that are drawn for each inequality.
const DRAWN: usize = 3;

/// A board of equality.
struct BoardView {
    name: String,
    drawing: String,
}

/// An inequality with its boards.
struct ConjectureView {
    text: String,
    equal: String,
    boards: Vec<BoardView>,
}

#[derive(Template)]
#[template(path = "conjectures.html")]
struct ConjecturesPage<'a> {
    heading: &'a str,
    boards: String,
    searched: Option<u64>,
    conjectures: Vec<ConjectureView>,
    style: &'static str,
}

/// The page of inequalities that hold on `boards` boards, as one file that needs no network. Each
/// was the question of a search of `searched` seconds, if it is a number.
///
/// # Errors
/// If the page cannot be written.
pub fn conjectures_page(
    heading: &str,
    boards: u64,
    conjectures: &[Conjecture],
    searched: Option<u64>,
) -> Result<String, ReportError> {
    let view = |conjecture: &Conjecture| ConjectureView {
        text: conjecture.to_string(),
        equal: grouped(conjecture.equal),
        boards: conjecture.boards.iter().take(DRAWN).map(drawn).collect(),
    };
    let page = ConjecturesPage {
        heading,
        boards: grouped(boards),
        searched,
        conjectures: conjectures.iter().map(view).collect(),
        style: STYLE,
    };
    Ok(page.render()?)
}

fn drawn(board: &Board) -> BoardView {
    BoardView {
        name: with_name(&board.text()).to_string(),
        drawing: inset(board).inline(),
    }
}
