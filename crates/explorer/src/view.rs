//! The position explorer. It shows a position, its value, and the value of every option.
//!
//! A position is given by a board and the moves made on it. A move is a player and the number of an
//! option, as in `L3.R0`. So every page has an address, and the browser's back button takes moves
//! back. A vertex keeps its place and its name during the game. The evaluations of a page have a
//! time limit, and of isomorphic options only one is evaluated.

use crate::ExplorerError;
use crate::appraiser::{Appraiser, KeptAppraiser};
use crate::marks::{self, OptionMark};
use crate::reading::read;
use crate::sum::{PositionSum, sum};
use boilingpoint_boards::Board;
use boilingpoint_boards::canon::normal;
use boilingpoint_clock::now;
use boilingpoint_memory::with_deep_stack;
use boilingpoint_problem::Appraisal;
use boilingpoint_rules::{Move, Player, Ruleset, moves};
use boilingpoint_values::Dyadic;
use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;

/// The time limit of a page's evaluations.
pub const TIME: Duration = Duration::from_secs(3);
/// The time limit if the user asks for more time.
pub const MORE_TIME: Duration = Duration::from_secs(60);
/// The greatest number of other positions of a sum.
const MOST_OTHERS: usize = 15;
/// The greatest number of moves.
const LONGEST: usize = 1000;

/// A request for a position.
#[derive(Clone, Debug)]
pub struct PositionRequest {
    /// The ruleset's name.
    pub ruleset: String,
    /// The board, as a text in any format.
    pub board: String,
    /// The moves from the board to the position, as in `L3.R0`.
    pub moves: String,
    /// The time limit of all evaluations together.
    pub time: Duration,
    /// The tax at which moves are recommended; `None` for the temperature of the position.
    pub tax: Option<Dyadic>,
    /// The other positions of a sum: game and board.
    pub others: Vec<(String, String)>,
    /// Whether the answers to moves that lose are wanted.
    pub answers: bool,
}

/// A move that was made.
pub struct PastMove {
    /// The player.
    pub player: Player,
    /// The move in words.
    pub text: String,
    /// The moves before this move, as in `L3.R0`.
    pub before: String,
}

/// An option of the position.
pub struct RulesetOption {
    /// The move, and the position after it.
    pub made: Move,
    /// The moves up to and including this move.
    pub moves: String,
    /// The option's value. `None` if the time ran out.
    pub value: Option<Appraisal>,
    /// The index of the player's first option that is isomorphic to this one. `None` if this is the
    /// first.
    pub alike: Option<usize>,
    /// Whether the option is dominated or reversible, as far as the time sufficed to tell.
    pub marks: Vec<OptionMark>,
    /// The opponent's move by which the option loses: in words, and the moves up to it. `None` if
    /// the answers are not wanted, the option wins, or the time ran out.
    pub answer: Option<(String, String)>,
}

/// The contents of a page.
pub struct PositionView {
    /// The game.
    pub ruleset: &'static dyn Ruleset,
    /// The board at the start of play. Its vertices have names.
    pub start: Board,
    /// The position. Its vertices have the names that they have on the starting board.
    pub position: Board,
    /// The moves made so far.
    pub history: Vec<PastMove>,
    /// The value of the position. `None` if the time ran out.
    pub value: Option<Appraisal>,
    /// The options of Left, and the options of Right.
    pub options: [Vec<RulesetOption>; 2],
    /// Whether the time ran out before all options were evaluated.
    pub is_cut_short: bool,
    /// The sum of the position and others; `None` if there are no others.
    pub sum: Option<PositionSum>,
}

/// Plays the moves and evaluates the position and its options.
///
/// # Errors
/// If the request is invalid, or the board too large.
pub fn look(
    appraiser: &mut KeptAppraiser,
    question: &PositionRequest,
) -> Result<PositionView, ExplorerError> {
    let end = now() + question.time;
    let (ruleset, board) = read(&question.ruleset, &question.board)?;
    if question.others.len() > MOST_OTHERS {
        return Err(ExplorerError::Many(MOST_OTHERS));
    }
    let others = question
        .others
        .iter()
        .map(|(ruleset, board)| read(ruleset, board));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let start = board.named();
    let (position, history) = replay(ruleset, &start, &question.moves, end)?;
    let mut view = PositionView {
        options: Player::BOTH.map(|player| choices(ruleset, &position, player, &question.moves)),
        ruleset,
        start,
        position,
        history,
        value: None,
        is_cut_short: false,
        sum: None,
    };
    with_deep_stack(|| {
        appraise(appraiser.of(ruleset), &mut view, question, end);
        if !others.is_empty() {
            let own = (ruleset, view.position.clone().without_names());
            // The opponent's last move was in this position.
            let ambient = question.tax.filter(|_| !view.history.is_empty());
            let all = [own].into_iter().chain(others).collect::<Vec<_>>();
            view.sum = Some(sum(appraiser, &all, ambient, end));
        }
    });
    Ok(view)
}

fn appraise(
    appraiser: &mut Appraiser,
    view: &mut PositionView,
    question: &PositionRequest,
    end: Duration,
) {
    view.value = appraiser.appraise(&view.position.clone().without_names(), end);
    let mut alike: HashMap<(String, String), Option<Appraisal>> = HashMap::new();
    for options in &mut view.options {
        let mut first: HashMap<(String, String), usize> = HashMap::new();
        for (i, choice) in options.iter_mut().enumerate() {
            // Comparing the options takes time, too.
            if now() > end {
                break;
            }
            let board = normal(&choice.made.position.clone().without_names());
            let key = (board.name(), board.tint_string());
            choice.alike = Some(*first.entry(key.clone()).or_insert(i)).filter(|&first| first < i);
            let value = alike
                .entry(key)
                .or_insert_with(|| appraiser.appraise(&board, end));
            choice.value = value.clone();
        }
    }
    marks::mark_wins(&mut view.options);
    let thermograph = view.value.as_ref().and_then(|v| v.thermograph.as_ref());
    marks::mark_orthodox(thermograph, question.tax, &mut view.options);
    marks::mark(
        appraiser,
        view.ruleset,
        &view.position,
        &mut view.options,
        end,
    );
    // Isomorphic options are as good as the first of them.
    for options in &mut view.options {
        for i in 0..options.len() {
            if let Some(first) = options[i].alike {
                options[i].marks = options[first].marks.clone();
            }
        }
    }
    if question.answers {
        for (player, options) in Player::BOTH.into_iter().zip(&mut view.options) {
            answer_losing(appraiser, view.ruleset, player, options, end);
        }
    }
    let options = view.options.iter().flatten().map(|c| &c.value);
    let mut all = options.chain([&view.value]);
    let is_open = |value: &Option<Appraisal>| value.as_ref().is_none_or(|v| v.facts.is_bound());
    view.is_cut_short = all.any(is_open);
}

/// Finds the opponent's answer to each option that loses.
fn answer_losing(
    appraiser: &mut Appraiser,
    ruleset: &dyn Ruleset,
    player: Player,
    options: &mut [RulesetOption],
    end: Duration,
) {
    let opponent = player.other();
    for option in options {
        let outcome = marks::outcome_of(option.value.as_ref());
        // An option that does not win loses, unless the game has draws.
        if outcome.is_none_or(|outcome| player.wins_by_moving_to(outcome)) {
            continue;
        }
        let answers = choices(ruleset, &option.made.position, opponent, &option.moves);
        option.answer = answers.into_iter().find_map(|answer| {
            let board = normal(&answer.made.position.clone().without_names());
            let value = appraiser.appraise(&board, end);
            let outcome = marks::outcome_of(value.as_ref())?;
            let wins = opponent.wins_by_moving_to(outcome);
            wins.then_some((answer.made.text, answer.moves))
        });
    }
}

fn symbol(player: Player) -> char {
    match player {
        Player::Left => 'L',
        Player::Right => 'R',
    }
}

/// The options of a player. Each option has the moves that lead to it.
fn choices(
    ruleset: &dyn Ruleset,
    position: &Board,
    player: Player,
    before: &str,
) -> Vec<RulesetOption> {
    let dot = if before.is_empty() { "" } else { "." };
    let choice = |(i, made): (usize, Move)| RulesetOption {
        made,
        moves: format!("{before}{dot}{}{i}", symbol(player)),
        value: None,
        alike: None,
        marks: Vec::new(),
        answer: None,
    };
    let options = match ruleset.ended(position) {
        Some(_) => Vec::new(),
        None => moves(ruleset, position, player),
    };
    options.into_iter().enumerate().map(choice).collect()
}

/// The position after the moves, and the moves in words.
fn replay(
    ruleset: &dyn Ruleset,
    start: &Board,
    text: &str,
    end: Duration,
) -> Result<(Board, Vec<PastMove>), ExplorerError> {
    let (mut position, mut history) = (start.clone(), Vec::new());
    let mut before = String::new();
    let steps = text.split('.').filter(|step| !step.is_empty());
    for (n, step) in steps.enumerate() {
        if n >= LONGEST {
            return Err(ExplorerError::Long(LONGEST));
        }
        if now() > end {
            return Err(ExplorerError::Slow);
        }
        let (number, text) = (n + 1, step.to_string());
        let Some((player, option)) = read_step(step) else {
            return Err(ExplorerError::NoMove { number, text });
        };
        let mut options = moves(ruleset, &position, player);
        if option >= options.len() {
            let options = options.len();
            return Err(ExplorerError::NoOption {
                number,
                text,
                options,
            });
        }
        let made = options.swap_remove(option);
        history.push(PastMove {
            player,
            text: made.text,
            before: before.clone(),
        });
        if !before.is_empty() {
            before.push('.');
        }
        // Writing to a string cannot fail.
        let _ = write!(before, "{step}");
        position = made.position;
    }
    Ok((position, history))
}

fn read_step(step: &str) -> Option<(Player, usize)> {
    let (player, option) = match step.as_bytes().first()? {
        b'L' => (Player::Left, &step[1..]),
        b'R' => (Player::Right, &step[1..]),
        _ => return None,
    };
    Some((player, option.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(ruleset: &str, board: &str, moves: &str) -> PositionRequest {
        PositionRequest {
            ruleset: ruleset.into(),
            board: board.into(),
            moves: moves.into(),
            time: TIME,
            tax: None,
            others: Vec::new(),
            answers: false,
        }
    }

    fn asked(ruleset: &str, board: &str, moves: &str) -> Result<PositionView, ExplorerError> {
        look(
            &mut KeptAppraiser::default(),
            &question(ruleset, board, moves),
        )
    }

    #[test]
    fn a_sum_has_a_value_and_a_place_to_move() {
        let others = [("snort", "cycle(3)"), ("col", "path(2)")];
        let others = others.map(|(game, board)| (game.to_string(), board.to_string()));
        let asked = |others: &[(String, String)]| {
            let question = PositionRequest {
                others: others.to_vec(),
                ..question("snort", "path(3)", "")
            };
            look(&mut KeptAppraiser::default(), &question).map(|view| view.sum)
        };
        // The path and the triangle have the value ±2, so they cancel; the path of Col is *.
        let sum = asked(&others[..1]).unwrap().unwrap();
        assert_eq!(sum.total.unwrap().form().unwrap(), "0");
        assert!(sum.terms[0].advice.contains(&"Hotstrat"));
        let sum = asked(&others).unwrap().unwrap();
        assert_eq!(
            sum.total.unwrap().form(),
            sum.terms[2].value.clone().unwrap().form()
        );
        assert!(asked(&[]).unwrap().is_none());
        let many = vec![others[0].clone(); MOST_OTHERS + 1];
        assert!(asked(&many).err().unwrap().to_string().contains("15"));
        assert!(asked(&[("snort".to_string(), "path(".to_string())]).is_err());
    }

    #[test]
    fn each_move_that_loses_has_an_answer() {
        // The pentagon and a vertex: the smallest second-player win that is not opposable.
        let request = PositionRequest {
            answers: true,
            ..question("snort", "0-1,1-2,2-3,3-4,4-0,5", "")
        };
        let mut view = look(&mut KeptAppraiser::default(), &request).unwrap();
        let mut steps = 0;
        while let Some(option) = view.options.iter().flatten().next() {
            assert!(view.options.iter().flatten().all(|o| o.answer.is_some()));
            let moves = option.answer.as_ref().unwrap().1.clone();
            view = look(
                &mut KeptAppraiser::default(),
                &PositionRequest {
                    moves,
                    ..request.clone()
                },
            )
            .unwrap();
            assert_eq!(view.value.as_ref().unwrap().text("outcome"), "P");
            steps += 1;
        }
        assert!(steps >= 2);
        // An option that wins has none.
        let view = look(
            &mut KeptAppraiser::default(),
            &PositionRequest {
                answers: true,
                ..question("snort", "path(3)", "")
            },
        )
        .unwrap();
        let wins = |o: &&RulesetOption| o.marks.contains(&OptionMark::Wins);
        assert!(
            view.options
                .iter()
                .flatten()
                .filter(wins)
                .all(|o| o.answer.is_none())
        );
    }

    #[test]
    fn a_position_is_the_board_and_what_was_played() {
        let view = asked("snort", "path(4)", "").unwrap();
        assert_eq!((view.options[0].len(), view.options[1].len()), (4, 4));
        let facts = view.value.unwrap().facts;
        assert!(!facts.is_bound() && facts.temperature.is_some());
        // Left claims the second vertex, then Right the last.
        let left = asked("snort", "path(4)", &view.options[0][1].moves).unwrap();
        let last = left.options[1]
            .iter()
            .find(|c| c.made.choice == [3])
            .unwrap();
        let both = asked("snort", "path(4)", &last.moves).unwrap();
        assert_eq!(both.history.len(), 2);
        assert_eq!(both.history[1].text, "3");
        // Vertex 0 is Left's; vertex 2, next to both, is removed.
        assert_eq!(both.position.order(), 1);
        assert_eq!(both.position.name_of(0), 0);
        assert_eq!(both.value.unwrap().form().unwrap(), "1");
    }

    #[test]
    fn options_are_grouped_and_marked() {
        let marked = |board: &str| {
            let view = asked("snort", board, "").unwrap();
            let [left, _] = view.options;
            let told = |c: RulesetOption| (c.alike, c.marks);
            left.into_iter().map(told).collect::<Vec<_>>()
        };
        use OptionMark::{Dominated, Orthodox, Reversible, Wins};
        // In the path of three vertices, the claim of the middle leaves {2|} pieces to Left alone,
        // and dominates the claims of the two ends, which are isomorphic.
        let path = marked("path(3)");
        assert_eq!(path[0], (None, vec![Dominated]));
        assert_eq!(path[1], (None, vec![Wins, Orthodox]));
        assert_eq!(path[2].0, Some(0));
        // The path of six vertices has the value *, so some of its options are reversible.
        let longer = marked("path(6)");
        assert!(
            longer.iter().any(|(_, marks)| marks.contains(&Reversible)),
            "{longer:?}"
        );
        // No option of an impartial game is marked.
        let kayles = asked("node-kayles", "path(5)", "").unwrap();
        let is_other = |mark: &OptionMark| *mark != Wins;
        assert!(
            !kayles
                .options
                .iter()
                .flatten()
                .any(|c| c.marks.iter().any(is_other))
        );
        assert!(kayles.options[0].iter().any(|c| c.alike.is_some()));
    }

    #[test]
    fn questions_that_are_none_are_told_so() {
        for (ruleset, board, moves, part) in [
            ("snorty", "path(4)", "", "snort"),
            ("snort", "path(", "", "character 6"),
            ("snort", "path(4)", "X1", "X1"),
            ("snort", "path(4)", "L9", "4 options"),
            ("snort", "path(500)", "", "at most 400 vertices"),
            ("snort", "path(100000)", "", "at most 400 vertices"),
            ("snort", "sum(500*leaf)", "", "at most 400 vertices"),
            ("snort", "0-999", "", "at most 399"),
            ("snort", "complete(100)", "", "3000 edges"),
            ("nim-on-graphs", "0-1*9000@0", "", "at most 1000"),
            ("domineering", "path(3)", "", "domineering"),
        ] {
            let problem = asked(ruleset, board, moves).err().unwrap().to_string();
            assert!(problem.contains(part), "{problem}");
        }
    }

    #[test]
    fn a_large_position_takes_no_longer_than_it_may() {
        let began = now();
        let view = asked("snort", "path(400)", "").unwrap();
        // Ten times the limit, since the machine may be busy.
        assert!((now() - began) < TIME * 10, "{:?}", (now() - began));
        assert!(view.is_cut_short);
        assert_eq!(view.options[0].len(), 400);
    }

    #[test]
    fn games_without_values_have_a_winner() {
        let view = asked("shannon", "complete(4)", "").unwrap();
        let facts = view.value.unwrap().facts;
        assert!(facts.temperature.is_none() && facts.outcome.is_some());
        let nim = asked("nim-on-graphs", "0-1*3,1-2@0", "").unwrap();
        assert!(nim.value.unwrap().facts.grundy.is_some());
    }
}
