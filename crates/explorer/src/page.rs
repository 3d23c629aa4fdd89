//! The page: a form for the board and the game, and an answer with the drawing of the position with
//! a link for each move, the value, and tables of options.

use crate::editor::{GameChoice, drawn, editor};
use crate::query::ExplorerQuery;
use crate::view::{PastMove, PositionView, RulesetOption};
use crate::{ExplorerError, KeptAppraiser, OptionMark, PositionSum, SumTerm, look};
use askama::Template;
use boilingpoint_draw::{FixedLayout, Svg, escaped, penalty_scale, thermograph_svg};
use boilingpoint_problem::Appraisal;
use boilingpoint_problem::facts::FactColumn;
use boilingpoint_rules::{Features, Player, Ruleset, catalogue, find};
use boilingpoint_values::Dyadic;
use std::collections::BTreeMap;

/// The radius of the area of a vertex that can be clicked.
const REACH: f64 = 13.0;

/// A row of a table of options.
struct MoveRow {
    id: String,
    text: String,
    address: String,
    value: Option<Appraisal>,
    /// The marks, in words.
    marks: String,
    /// The options that are isomorphic to this one.
    alike: Vec<AlikeMove>,
    /// The opponent's move by which it loses, and the address after both moves.
    answer: Option<(String, String)>,
}

/// An option that is isomorphic to the option of a row.
struct AlikeMove {
    id: String,
    text: String,
    address: String,
}

struct PlayedMove {
    player: &'static str,
    text: String,
    /// The address of the position before the move.
    address: String,
}

/// A row of the table of a sum.
struct TermRow {
    ruleset: &'static str,
    board: String,
    value: Option<Appraisal>,
    advice: String,
    /// The address with this position as that of the page; empty for the position of the page.
    open: String,
    /// The address without this position; empty for the position of the page.
    remove: String,
}

/// The sum of the page's position and others.
struct SumPart {
    terms: Vec<TermRow>,
    total: Option<Appraisal>,
    facts: Vec<(&'static FactColumn, String)>,
    thermograph: String,
}

struct View {
    drawing: String,
    /// The board at the start of play, for the editor.
    drawn: String,
    thermograph: String,
    board: String,
    summary: String,
    value: Option<Appraisal>,
    /// The known facts of the value, with their columns.
    facts: Vec<(&'static FactColumn, String)>,
    history: Vec<PlayedMove>,
    left: Vec<MoveRow>,
    right: Vec<MoveRow>,
    is_cut_short: bool,
    is_over: bool,
    more_time: String,
    is_impartial: bool,
    /// The temperature of the position; empty if it is not known.
    temperature: String,
    /// The places that a player clicks.
    place: String,
    /// Whether each player has a half of a place.
    has_halves: bool,
    /// Whether an option has a mark.
    has_marks: bool,
    /// The address with or without the answers to moves that lose.
    why: String,
    sum: Option<SumPart>,
    /// The address of an empty page that keeps the position for a sum.
    keep: String,
    /// For each player, the address after a good move; empty if there is none.
    replies: [String; 2],
}

/// The part of the page that a question changes.
#[derive(Template)]
#[template(path = "answer.html")]
struct AnswerPart<'a> {
    asked: &'a ExplorerQuery,
    examples: Vec<(&'static str, String)>,
    problem: Option<String>,
    view: Option<View>,
    /// The positions that are kept for a sum, and the address without them.
    kept: Vec<(String, String)>,
    without: String,
}

/// The fields for the board and the game.
#[derive(Template)]
#[template(path = "form.html")]
struct FormPart<'a> {
    asked: &'a ExplorerQuery,
    games: Vec<GameChoice>,
    editor: String,
    /// The number of lines of the field of the board.
    lines: usize,
    /// The rules of a game, to change.
    rules: &'a str,
}

/// Distance Snort: a claimed vertex is at distance 3 or more of the opponent's.
const RULES: &str =
    "[[move]]\npath = \"uncoloured\"\nbecomes = \"own\"\nif = { other = 0 }\nwithin = 2\n";

/// The form as HTML.
pub fn form(asked: &ExplorerQuery) -> String {
    let chosen = &asked.ruleset;
    let mut rulesets: Vec<&dyn Ruleset> = catalogue().to_vec();
    // The list has no games with parameters and no described games, except the one that is shown.
    if let Ok(other) = find(chosen)
        && rulesets.iter().all(|ruleset| ruleset.name() != chosen)
    {
        rulesets.push(other);
    }
    let features = find(chosen).map_or(Features::TINTS, |ruleset| ruleset.carries());
    let games = rulesets.into_iter();
    let part = FormPart {
        games: games
            .map(|ruleset| GameChoice::of(ruleset, chosen))
            .collect(),
        editor: editor("board", None, &features, true),
        rules: RULES,
        lines: asked.board.lines().count().clamp(1, 12),
        asked,
    };
    part.render().unwrap_or_default()
}

/// The position that is asked for; `None` if no board is given.
pub fn looked(
    appraiser: &mut KeptAppraiser,
    asked: &ExplorerQuery,
) -> Option<Result<PositionView, ExplorerError>> {
    Some(look(appraiser, &asked.request()?))
}

/// The answer as HTML.
pub fn answer(
    asked: &ExplorerQuery,
    looked: Option<Result<PositionView, ExplorerError>>,
) -> String {
    let (view, problem) = match looked {
        None => (None, None),
        Some(Ok(shown)) => (Some(view(asked, &shown)), None),
        Some(Err(problem)) => (None, Some(problem.to_string())),
    };
    let example = |(ruleset, board): (&str, &'static str)| {
        let asked = ExplorerQuery {
            ruleset: ruleset.to_string(),
            board: board.to_string(),
            base: asked.base,
            ..ExplorerQuery::default()
        };
        (board, asked.address(""))
    };
    let part = AnswerPart {
        examples: EXAMPLES.into_iter().map(example).collect(),
        kept: asked.others(),
        without: asked.address_with(&[]),
        asked,
        problem,
        view,
    };
    part.render().unwrap_or_default()
}

const EXAMPLES: [(&str, &str); 6] = [
    ("snort", "caterpillar(4,3,4)"),
    ("snort", "grid(3,3)"),
    ("col", "cycle(7)"),
    ("domineering", "....|....|...."),
    ("nim-on-graphs", "0-1*2,1-2*3,2-0@0"),
    ("shannon", "complete(4)"),
];

fn view(asked: &ExplorerQuery, shown: &PositionView) -> View {
    let board = shown.position.clone().without_names();
    let rows = |choices: &[RulesetOption]| rows(asked, choices);
    let places = places(shown);
    let is_impartial = shown.ruleset.algebra() == boilingpoint_rules::Algebra::Impartial;
    let why = ExplorerQuery {
        why: if asked.why.is_empty() { "yes" } else { "" }.to_string(),
        ..asked.clone()
    };
    View {
        drawing: drawing(asked, shown, &places, is_impartial),
        drawn: drawn(&shown.start).unwrap_or("null".to_string()),
        thermograph: thermograph(shown.value.as_ref(), asked.tax.trim().parse().ok()),
        keep: keep(asked, shown, &board.text()),
        sum: shown.sum.as_ref().map(|sum| sum_part(asked, sum)),
        why: why.address_as_is(),
        replies: [0, 1].map(|player| reply(asked, &shown.options[player])),
        board: board.text(),
        summary: shown.ruleset.summary().to_string(),
        value: shown.value.clone(),
        facts: shown.value.as_ref().map_or(Vec::new(), facts),
        history: shown.history.iter().map(|made| step(asked, made)).collect(),
        left: rows(&shown.options[0]),
        right: rows(&shown.options[1]),
        is_cut_short: shown.is_cut_short && asked.patient.is_empty(),
        is_over: shown.options.iter().all(Vec::is_empty),
        more_time: format!("{}&patient=yes", asked.address(&asked.moves)),
        is_impartial,
        temperature: shown
            .value
            .as_ref()
            .map_or(String::new(), |v| v.text("temperature")),
        place: place(shown),
        has_halves: has_halves(&places),
        has_marks: shown.options.iter().flatten().any(|c| !c.marks.is_empty()),
    }
}

/// A thermograph with a line at the tax.
fn thermograph(value: Option<&Appraisal>, tax: Option<Dyadic>) -> String {
    let Some(t) = value.and_then(|value| value.thermograph.as_ref()) else {
        return String::new();
    };
    let [bottom, zero, left, right] = penalty_scale(t);
    let mut svg = thermograph_svg(t, Some("Thermograph"));
    if let Some(tax) = tax {
        let y = zero + tax.to_f64() * (zero - bottom);
        write!(svg, "<path class=\"tax\" d=\"M{left} {y:.1}H{right}\"/>");
    }
    svg.set("data-penalties", &format_args!("{bottom:.1} {zero:.1}"));
    svg.labelled("img", "Thermograph").to_string()
}

/// The address of an empty page that keeps the position for a sum.
fn keep(asked: &ExplorerQuery, shown: &PositionView, board: &str) -> String {
    let mut others = asked.others();
    others.push((shown.ruleset.name().to_string(), board.to_string()));
    let empty = ExplorerQuery {
        board: String::new(),
        moves: String::new(),
        ..asked.clone()
    };
    empty.address_with(&others)
}

fn sum_part(asked: &ExplorerQuery, sum: &PositionSum) -> SumPart {
    let pair = |term: &SumTerm| (term.ruleset.name().to_string(), term.board.clone());
    let all: Vec<(String, String)> = sum.terms.iter().map(pair).collect();
    // The addresses with another position as that of the page, and without it.
    let addresses = |i: usize| {
        let mut others = all.clone();
        let (ruleset, board) = others.remove(i);
        let opened = ExplorerQuery {
            ruleset,
            board,
            moves: String::new(),
            ..asked.clone()
        };
        let mut rest = asked.others();
        rest.remove(i - 1);
        [opened.address_with(&others), asked.address_with(&rest)]
    };
    let row = |(i, term): (usize, &SumTerm)| {
        let [open, remove] = match i {
            0 => Default::default(),
            i => addresses(i),
        };
        TermRow {
            ruleset: term.ruleset.name(),
            board: boilingpoint_boards::with_name(&term.board),
            value: term.value.clone(),
            advice: term.advice.join(", "),
            open,
            remove,
        }
    };
    SumPart {
        terms: (0..).zip(&sum.terms).map(row).collect(),
        facts: sum.total.as_ref().map_or(Vec::new(), facts),
        thermograph: thermograph(sum.total.as_ref(), None),
        total: sum.total.clone(),
    }
}

/// The address after a good move of a player: one that wins, or else is orthodox, or else is not
/// dominated.
fn reply(asked: &ExplorerQuery, options: &[RulesetOption]) -> String {
    let rank = |option: &&RulesetOption| {
        let has = |mark| option.marks.contains(&mark);
        (
            has(OptionMark::Wins),
            has(OptionMark::Orthodox),
            !has(OptionMark::Dominated),
        )
    };
    let best = options.iter().rev().max_by_key(rank);
    best.map_or(String::new(), |best| asked.address(&best.moves))
}

/// The known facts to show beside the drawing.
fn facts(value: &Appraisal) -> Vec<(&'static FactColumn, String)> {
    let names = ["grundy", "temperature", "mean", "outcome"].into_iter();
    let columns = names.filter_map(FactColumn::by_name);
    let facts = columns.map(|column| (column, value.text(column.name)));
    facts.filter(|(_, text)| !text.is_empty()).collect()
}

/// A row for each set of isomorphic options.
fn rows(asked: &ExplorerQuery, choices: &[RulesetOption]) -> Vec<MoveRow> {
    let first = (0..).zip(choices).filter(|(_, c)| c.alike.is_none());
    let row = |(i, choice): (usize, &RulesetOption)| {
        let alike = choices.iter().filter(|c| c.alike == Some(i));
        let alike = alike.map(|c| AlikeMove {
            id: row_id(c),
            text: c.made.text.clone(),
            address: asked.address(&c.moves),
        });
        let marks = choice.marks.iter().map(|mark| mark.name());
        MoveRow {
            id: row_id(choice),
            text: choice.made.text.clone(),
            address: asked.address(&choice.moves),
            value: choice.value.clone(),
            marks: marks.collect::<Vec<_>>().join(", "),
            alike: alike.collect(),
            answer: choice
                .answer
                .as_ref()
                .map(|(text, moves)| (text.clone(), asked.address(moves))),
        }
    };
    first.map(row).collect()
}

/// The places of the drawing that a player clicks: `a vertex`, `the place between two squares`.
fn place(shown: &PositionView) -> String {
    let noun = if shown.ruleset.carries().squares {
        ["square", "squares"]
    } else {
        ["vertex", "vertices"]
    };
    let mut choices = shown.options.iter().flatten().map(|c| c.made.choice.len());
    let [has_one, has_more] = [choices.clone().any(|n| n == 1), choices.any(|n| n > 1)];
    match (has_one, has_more) {
        (true, true) => "the place of a move".to_string(),
        (_, true) => format!("the place between two {}", noun[1]),
        _ => format!("a {}", noun[0]),
    }
}

fn step(asked: &ExplorerQuery, made: &PastMove) -> PlayedMove {
    PlayedMove {
        player: name(made.player),
        text: made.text.clone(),
        address: asked.address(&made.before),
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

/// The options of Left and of Right at each place.
type Places<'a> = BTreeMap<Vec<usize>, [Vec<&'a RulesetOption>; 2]>;

fn places(shown: &PositionView) -> Places<'_> {
    let mut places = Places::new();
    for (player, choices) in shown.options.iter().enumerate() {
        for choice in choices {
            let mut at = choice.made.choice.clone();
            at.sort_unstable();
            places.entry(at).or_default()[player].push(choice);
        }
    }
    places
}

/// Whether both players may move at a place, so that each has a half of it.
fn has_halves(places: &Places) -> bool {
    places
        .values()
        .any(|[left, right]| !left.is_empty() && !right.is_empty())
}

/// The drawing of the position. If players share places of moves, each place has a left half for
/// Left and a right half for Right.
fn drawing(
    asked: &ExplorerQuery,
    shown: &PositionView,
    places: &Places,
    is_impartial: bool,
) -> String {
    let layout = FixedLayout::of(&shown.start);
    let halves = has_halves(places);
    let mut over = Svg::default();
    write!(over, "<g class=\"moves\">");
    for (at, choices) in places {
        let points: Vec<_> = at.iter().filter_map(|&v| layout.place(v)).collect();
        let count = points.len().max(1) as f64;
        let x = points.iter().map(|p| p.0).sum::<f64>() / count;
        let y = points.iter().map(|p| p.1).sum::<f64>() / count;
        let reach = if at.len() > 1 { REACH * 0.6 } else { REACH };
        for (player, choices) in Player::BOTH.into_iter().zip(choices) {
            // In an impartial game both players have the same options.
            if is_impartial && player == Player::Right {
                continue;
            }
            let who = (!is_impartial).then_some(player);
            let (to, what) = match choices.as_slice() {
                [] => continue,
                [choice] => {
                    let value = value_text(choice.value.as_ref());
                    (
                        asked.address(&choice.moves),
                        format!("{}{value}", choice.made.text),
                    )
                }
                // If a place has several options, the link leads to their rows in the table.
                [first, ..] => (
                    format!("#{}", row_id(first)),
                    format!("{} moves, listed below", choices.len()),
                ),
            };
            let wins = choices.iter().any(|c| c.marks.contains(&OptionMark::Wins));
            let what = if wins { format!("{what}; wins") } else { what };
            write_mark(&mut over, &to, &what, (who, halves, wins), (x, y, reach));
        }
    }
    write!(over, "</g>");
    let title = format!("Position of order {}", shown.position.order());
    layout
        .draw(&shown.position, &title, &over.into_content())
        .to_string()
}

fn write_mark(
    out: &mut Svg,
    to: &str,
    what: &str,
    (who, halves, wins): (Option<Player>, bool, bool),
    (x, y, reach): (f64, f64, f64),
) {
    let (top, across) = (y - reach, 2.0 * reach);
    let half_disc =
        |sweep: u8| format!("M{x:.1} {top:.1}a{reach} {reach} 0 0 {sweep} 0 {across:.1}");
    let disc = format!(
        "M{:.1} {y:.1}a{reach} {reach} 0 1 0 {across:.1} 0a{reach} {reach} 0 1 0 {:.1} 0z",
        x - reach,
        -across
    );
    let (name, class, half) = match who {
        Some(Player::Left) => ("Left", "left", half_disc(0)),
        Some(Player::Right) => ("Right", "right", half_disc(1)),
        None => ("Move", "either", disc.clone()),
    };
    let shape = if halves { half } else { disc };
    let wins = if wins { " wins" } else { "" };
    let tip = escaped(&format!("{name}: {what}"));
    write!(
        out,
        "<a class=\"mark {class}{wins}\" href=\"{}\" aria-label=\"{tip}\"><title>{tip}</title>\
         <path d=\"{shape}\" fill=\"transparent\"/></a>",
        escaped(to)
    )
}

/// The id of an option's row in its table.
fn row_id(choice: &RulesetOption) -> String {
    let last = choice.moves.rsplit('.').next().unwrap_or_default();
    format!("option-{last}")
}

/// The value of an option, for a tooltip.
fn value_text(value: Option<&Appraisal>) -> String {
    let Some(value) = value else {
        return String::new();
    };
    let mut parts = Vec::new();
    if let Some(grundy) = value.facts.grundy {
        parts.push(format!("Grundy value {grundy}"));
    } else if let Some(form) = value.form().filter(|form| form.chars().count() <= 60) {
        parts.push(format!("value {form}"));
    }
    let [mean, temperature, outcome] = ["mean", "temperature", "outcome"].map(|n| value.text(n));
    if !temperature.is_empty() {
        parts.push(format!("mean {mean}, temperature {temperature}"));
    }
    if parts.is_empty() && !outcome.is_empty() {
        parts.push(format!("outcome {outcome}"));
    }
    if parts.is_empty() {
        return String::new();
    }
    format!(" \u{2192} {}", parts.join("; "))
}
