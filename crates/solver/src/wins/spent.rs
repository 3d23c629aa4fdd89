//! Small searches for the winner, with what they take, are those of tables.
//!
//! An order, an estimate or a bound on memory changes no answer, but the work that is left and the
//! bytes that are held.

use super::heat::HeatQuestion;
use super::stop::StopQuestion;
use super::*;
use crate::pinned::{Answers, assert_answers, brief};

/// The bytes of the summands and of the table.
const BYTES: [[usize; 2]; 4] = [
    [1 << 24, 1 << 24],
    [1 << 24, 1 << 10],
    [1 << 15, 1 << 15],
    [1 << 12, 1 << 12],
];

/// Calls `then` with the source of a board and its position. Components of more than a few vertices
/// are not valued.
fn with_source<T>(rules: &'static dyn Ruleset, board: &Board, mut then: impl Take<T>) -> T {
    let budget = Budget::default();
    let mut solver = Solver::new(rules, budget.clone());
    if let Some(region) = Region::of(rules, board) {
        let mut cutter = Cutter::new(&mut solver, &budget, region);
        cutter.small = (4, 1);
        return then.take(&mut cutter, &region);
    }
    let compressed = solver.compressed(board).expect("a position");
    with_any_rows!(&compressed, position => {
        solver.move_on();
        let mut claims = Claims { solver: &mut solver, valued: 3, rows: PhantomData };
        then.take(&mut claims, &(Classes::clone(position), position.all()))
    })
}

/// A function of any source and a position.
trait Take<T> {
    fn take<S: Source>(&mut self, source: &mut S, position: &S::Position) -> T;
}

fn half(n: i64) -> Dyadic {
    Dyadic::new(n, 1).expect("small")
}

struct Stops;

impl Take<Answers> for Stops {
    fn take<S: Source>(&mut self, source: &mut S, position: &S::Position) -> Answers {
        let questions = [
            ("more than 0", StopQuestion::MoreThan(half(0))),
            ("at least 1", StopQuestion::AtLeast(half(2))),
            ("wins", StopQuestion::Wins(half(0))),
            ("wins with 1/2", StopQuestion::Wins(half(-1))),
            ("at least 5/2", StopQuestion::AtLeast(half(5))),
        ];
        let mut answers = Vec::new();
        for bytes in BYTES {
            let store = Store::new(source, vec![half(0)], bytes[0]);
            let mut search = Search::new(store, bytes[1]);
            for (name, question) in questions {
                let (answer, _) = search.stop(position, question, 300);
                let said = format!("{} {:?}", brief(answer), search.account());
                answers.push((format!("{name} in {bytes:?}"), said));
            }
        }
        answers
    }
}

struct Heats;

impl Take<Answers> for Heats {
    fn take<S: Source>(&mut self, source: &mut S, position: &S::Position) -> Answers {
        let questions = [
            ("exceeds 1/2", HeatQuestion::Exceeds(half(1))),
            ("exceeds 1", HeatQuestion::Exceeds(half(2))),
            ("reaches 2 from 1", HeatQuestion::Reaches(half(2), half(4))),
            ("reaches 1 from 0", HeatQuestion::Reaches(half(0), half(2))),
            ("exceeds 5/2", HeatQuestion::Exceeds(half(5))),
        ];
        let mut answers = Vec::new();
        for (name, question) in questions {
            let levels = levels(question.penalty()).expect("small");
            let [summands, table] = BYTES[0];
            let mut search = Search::new(Store::new(source, levels, summands), table);
            search.store.set_work(300);
            match search.store.sum(position.clone(), 0) {
                Ok(sum) if sum.is_self_negative() => {}
                _ => continue,
            }
            let (answer, _) = search.heat(position, question, 300);
            let said = format!("{} {:?}", brief(answer), search.account());
            answers.push((name.to_owned(), said));
        }
        answers
    }
}

fn outcomes(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let Some(region) = Region::of(rules, board) else {
        return Vec::new();
    };
    let mut answers = Vec::new();
    for (bytes, valued) in [(1 << 22, 12), (1 << 22, 3), (1 << 10, 3)] {
        let budget = Budget::default();
        let mut solver = Solver::new(rules, budget.clone());
        let mut cutter = Cutter::new(&mut solver, &budget, region);
        let mut search = OutcomeSearch::new(&mut cutter, 1_500, bytes).expect("small");
        search.valued = valued;
        search.strips.valued = valued;
        for (who, region) in [("Left", region), ("Right", region.turned())] {
            let won = search.left_wins(region);
            let said = format!("{} {}", brief(won.map(Some)), search.work());
            answers.push((format!("{who} in {bytes}, {valued}"), said));
        }
    }
    answers
}

#[test]
#[cfg(target_pointer_width = "64")]
fn stops_take_the_work_and_the_memory_of_the_table() {
    assert_answers(
        |rules, board| with_source(rules, board, Stops),
        can_enclose,
        "stops",
    );
}

#[test]
#[cfg(target_pointer_width = "64")]
fn temperatures_take_the_work_and_the_memory_of_the_table() {
    assert_answers(
        |rules, board| with_source(rules, board, Heats),
        can_enclose,
        "heats",
    );
}

#[test]
fn outcomes_take_the_work_of_the_table() {
    assert_answers(outcomes, can_enclose, "outcomes");
}
