//! The board that the editor on the page of the book begins with.

use boilingpoint_boards::Board;
use boilingpoint_draw::layout;
use serde::Serialize;

/// The greatest board that the editor shows.
const MOST: usize = 60;

/// A board for the script of the editor.
#[derive(Serialize)]
struct DrawnBoard {
    places: Vec<(f64, f64)>,
    edges: Vec<(usize, usize)>,
    tints: String,
}

/// The board as JSON for the editor. `None` if the editor cannot show it: it knows graphs with
/// tints of up to 60 vertices.
pub fn drawn(board: &Board) -> Option<String> {
    if !board.is_plain() || board.order() > MOST {
        return None;
    }
    let board = DrawnBoard {
        places: layout(board.graph()),
        edges: board.graph().edges().collect(),
        tints: board.tint_string(),
    };
    serde_json::to_string(&board).ok()
}
