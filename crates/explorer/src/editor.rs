//! The editor of boards: its part of a page, and the board that it begins with.

use askama::Template;
use boilingpoint_boards::{Board, Square};
use boilingpoint_draw::{escaped, layout};
use boilingpoint_rules::{Features, Ruleset};
use serde::{Deserialize, Serialize};

/// The script of the editor. It writes the board into a text field.
pub const EDITOR_SCRIPT: &str = include_str!("../templates/editor.js");

/// The greatest board that the editor shows.
const MOST: usize = 60;

/// A board for the script of the editor.
#[derive(Serialize)]
struct DrawnBoard<'a> {
    places: Vec<(f64, f64)>,
    /// The ends of each link, its weight, and whether it is an arc.
    links: Vec<(usize, usize, u32, bool)>,
    tints: String,
    token: Option<usize>,
    squares: Option<&'a [Square]>,
}

/// The board as JSON for the editor. `None` if it has more than 60 vertices.
pub fn drawn(board: &Board) -> Option<String> {
    if board.order() > MOST {
        return None;
    }
    let links = board.links().into_iter();
    let drawn = DrawnBoard {
        places: layout(board.graph()),
        links: links.map(|l| (l.from, l.to, l.weight, l.arc)).collect(),
        tints: board.tint_string(),
        token: board.token(),
        squares: board.squares(),
    };
    serde_json::to_string(&drawn).ok()
}

/// The marks that a game has, by the names that the editor knows.
pub fn marks(features: &Features) -> String {
    let all = [
        ("tints", features.tints),
        ("loops", features.loops),
        ("parallel", features.parallel),
        ("arcs", features.arcs),
        ("weights", features.max_weight > 1),
        ("token", features.token),
        ("squares", features.squares),
    ];
    let names = all.into_iter().filter(|(_, has)| *has);
    names.map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

/// A game in the list of the form.
pub(crate) struct GameChoice {
    pub name: String,
    pub is_chosen: bool,
    pub marks: String,
    pub heaviest: u32,
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePart {
    g: GameChoice,
}

/// The rules of a game that the user has written.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RulesQuery {
    rules: String,
}

/// A mistake, as HTML.
pub fn problem(why: &str) -> String {
    let why = escaped(why);
    format!("<pre class=\"problem\" role=\"alert\">{why}</pre>")
}

/// The entry of a game that the user has written for the list of the form, as HTML, or the mistake
/// in its rules. `read` reads the rules.
pub fn written_game(
    state: &str,
    read: impl FnOnce(&str) -> Result<&'static dyn Ruleset, String>,
) -> String {
    let asked: RulesQuery = serde_urlencoded::from_str(state).unwrap_or_default();
    match read(&asked.rules) {
        Ok(ruleset) => {
            let g = GameChoice::of(ruleset, ruleset.name());
            GamePart { g }.render().unwrap_or_default()
        }
        Err(why) => problem(&why),
    }
}

impl GameChoice {
    pub fn of(ruleset: &dyn Ruleset, chosen: &str) -> GameChoice {
        let carries = ruleset.carries();
        GameChoice {
            name: ruleset.name().to_string(),
            is_chosen: ruleset.name() == chosen,
            marks: marks(&carries),
            heaviest: carries.max_weight,
        }
    }
}

/// The tools beside drawing and moving: their names in the script, their texts, and the mark of the
/// game that they need.
const TOOLS: [(&str, &str, &str); 16] = [
    ("arcs", "Arcs", "arcs"),
    ("add", "Add vertex", ""),
    ("edge", "Edge from here", ""),
    ("left", "Left's tint", "tints"),
    ("right", "Right's tint", "tints"),
    ("plain", "No tint", "tints"),
    ("loop", "Loop", "loops"),
    ("parallel", "Parallel edge", "parallel"),
    ("heavier", "Weight +", "weights"),
    ("lighter", "Weight −", "weights"),
    ("token", "Token", "token"),
    ("remove", "Delete", ""),
    ("undo", "Undo", ""),
    ("redo", "Redo", ""),
    ("tidy", "Tidy up", ""),
    ("clear", "Clear", ""),
];

#[derive(Template)]
#[template(path = "editor.html")]
struct EditorPart<'a> {
    field: &'a str,
    marks: String,
    drawn: Option<String>,
    is_drawn_by_program: bool,
    tools: &'a [(&'a str, &'a str, &'a str)],
}

impl EditorPart<'_> {
    fn has(&self, mark: &str) -> bool {
        self.marks.split(' ').any(|known| known == mark)
    }
}

/// The editor that writes into the field with this id. It begins with a board, and has tools for
/// some marks. `is_drawn_by_program` says whether another script draws the boards that are typed.
pub fn editor(
    field: &str,
    board: Option<&Board>,
    features: &Features,
    is_drawn_by_program: bool,
) -> String {
    let tidies = |tool: &&(&str, &str, &str)| is_drawn_by_program || tool.0 != "tidy";
    let tools: Vec<_> = TOOLS.iter().filter(tidies).copied().collect();
    let part = EditorPart {
        field,
        marks: marks(features),
        drawn: board.and_then(drawn),
        is_drawn_by_program,
        tools: &tools,
    };
    part.render().unwrap_or_default()
}
