//! Games that are played on boards: the checker generates every option of every position, and
//! memoises values by board.
//!
//! A position without a token is the sum of its connected components, by the definition of a sum.
//! In games whose positions have an outcome but no value, positions are not split.

use super::algebra::{GameTable, Id, ZERO};
use super::meter::Meter;
use super::{CheckError, Checked, Checker, Questions};
use boilingpoint_boards::{Board, Link};
use boilingpoint_rules::{Algebra, End, Player};
use rustc_hash::FxHashMap;

pub(super) fn check(
    checker: &Checker,
    board: &Board,
    asked: Questions,
) -> Result<Checked, CheckError> {
    match checker.ruleset.algebra() {
        Algebra::Winner => winners(checker, board),
        Algebra::Partizan | Algebra::Impartial => values(checker, board, asked),
    }
}

fn values(checker: &Checker, board: &Board, asked: Questions) -> Result<Checked, CheckError> {
    let mut play = BoardEvaluation {
        checker,
        known: FxHashMap::default(),
        algebra: checker.tables()?,
    };
    let value = play.value(board)?;
    let positions = play.known.len();
    checker.answered(&mut play.algebra, value, asked, positions)
}

struct BoardEvaluation<'a> {
    checker: &'a Checker<'a>,
    known: FxHashMap<Board, Id>,
    algebra: GameTable,
}

impl BoardEvaluation<'_> {
    fn value(&mut self, position: &Board) -> Result<Id, CheckError> {
        if position.token().is_some() {
            return self.part(position);
        }
        let mut sum = ZERO;
        for component in components(position, &self.algebra.meter)? {
            let summand = self.part(&component)?;
            sum = self.algebra.sum(sum, summand)?;
        }
        Ok(sum)
    }

    fn part(&mut self, position: &Board) -> Result<Id, CheckError> {
        if let Some(&known) = self.known.get(position) {
            return Ok(known);
        }
        self.checker.look(self.known.len())?;
        self.algebra.meter.look_at_stop()?;
        self.algebra.meter.descend()?;
        let [left, right] = [
            self.options(position, Player::Left)?,
            self.options(position, Player::Right)?,
        ];
        self.algebra.meter.ascend();
        let value = self.algebra.canonical(left, right)?;
        remember::<(Board, Id)>(&self.algebra.meter, position)?;
        self.known.insert(position.clone(), value);
        Ok(value)
    }

    fn options(&mut self, position: &Board, player: Player) -> Result<Vec<Id>, CheckError> {
        let checker = self.checker;
        let mut values = Vec::new();
        for option in checker.ruleset.each_option(position, player) {
            let bytes = look_at(&self.algebra.meter, &option)?;
            values.push(self.value(&option)?);
            self.algebra.meter.release(bytes);
            self.algebra.meter.hold(2 * size_of::<Id>())?;
        }
        let bytes = 2 * size_of::<Id>() * values.len();
        self.algebra.meter.release(bytes);
        Ok(values)
    }
}

/// The bytes that a board takes, apart from its own size.
fn bytes_of(board: &Board) -> usize {
    let marks = match board.has_plain_links() {
        true => 0,
        false => board.link_count() * size_of::<Link>(),
    };
    let vertices = board.order() * (board.order().div_ceil(64) * 8 + 16);
    marks + vertices + 128
}

/// Counts the work and the bytes of an option, and returns the bytes.
fn look_at(meter: &Meter, option: &Board) -> Result<usize, CheckError> {
    let bytes = size_of::<Board>() + bytes_of(option);
    meter.work(1 + option.order())?;
    meter.hold(bytes)?;
    Ok(bytes)
}

/// Counts the bytes of an entry of the table of positions.
fn remember<Entry>(meter: &Meter, position: &Board) -> Result<(), CheckError> {
    meter.entry(size_of::<Entry>() + 1)?;
    meter.hold(bytes_of(position))
}

/// The connected components of a position without a token, as positions of their own.
///
/// Every vertex begins in a component of its own, which its least vertex names. Each link merges
/// the components of its ends, until no link joins two components.
fn components(position: &Board, meter: &Meter) -> Result<Vec<Board>, CheckError> {
    let least = component_names(position.order(), &position.links(), meter)?;
    let names = (0..position.order()).filter(|&v| least[v] == v);
    Ok(names.map(|name| part_of(position, &least, name)).collect())
}

/// For each vertex, the least vertex of its connected component.
pub(super) fn component_names(
    order: usize,
    links: &[Link],
    meter: &Meter,
) -> Result<Vec<usize>, CheckError> {
    let mut least: Vec<usize> = (0..order).collect();
    loop {
        meter.work(1 + least.len() + links.len())?;
        let mut merged = false;
        for link in links {
            let both = least[link.from].min(least[link.to]);
            for end in [link.from, link.to] {
                merged |= least[end] != both;
                least[end] = both;
            }
        }
        if !merged {
            return Ok(least);
        }
    }
}

/// The part of a position that consists of the vertices with one name, with the links among these.
/// The part is built anew from the marks of the position.
fn part_of(position: &Board, names: &[usize], name: usize) -> Board {
    let mut members: Vec<usize> = Vec::new();
    for (v, &of_v) in names.iter().enumerate() {
        if of_v == name {
            members.push(v);
        }
    }
    let mut part = match position.squares() {
        Some(squares) => {
            members.sort_by_key(|&v| squares[v]);
            Board::of_squares(members.iter().map(|&v| squares[v]).collect())
        }
        None => {
            let place = |v: usize| members.iter().position(|&member| member == v);
            let mut links = Vec::new();
            for link in position.links() {
                if let (Some(from), Some(to)) = (place(link.from), place(link.to)) {
                    links.push(match link.arc {
                        true => Link::arc(from, to, link.weight),
                        false => Link::edge(from, to, link.weight),
                    });
                }
            }
            Board::of_links(members.len(), links)
        }
    };
    for (i, &v) in members.iter().enumerate() {
        part.set_tint(i, position.tints()[v]);
    }
    part
}

/// The result of a position for Left: 1 for a win, 0 for a draw, -1 for a loss.
type Result3 = i8;

fn winners(checker: &Checker, board: &Board) -> Result<Checked, CheckError> {
    let mut play = WinnerEvaluation {
        checker,
        known: FxHashMap::default(),
        meter: Meter::new(checker.limits.clone()),
    };
    let left_first = play.result(board, Player::Left)?;
    let right_first = play.result(board, Player::Right)?;
    let outcome = match (left_first, right_first) {
        (1, 1) => "L",
        (-1, -1) => "R",
        (1, -1) => "N",
        (-1, 1) => "P",
        (0, 0) => "D",
        (1, _) => "L/D",
        (-1, _) => "R/D",
        (_, 1) => "D/L",
        (_, _) => "D/R",
    };
    Ok(Checked {
        outcome: outcome.to_string(),
        short: None,
        grundy: None,
        weight: None,
        form: None,
        compared: Vec::new(),
        positions: play.known.len() as u64,
        work: play.meter.steps(),
    })
}

struct WinnerEvaluation<'a> {
    checker: &'a Checker<'a>,
    known: FxHashMap<(Board, bool), Result3>,
    meter: Meter,
}

impl WinnerEvaluation<'_> {
    fn result(&mut self, position: &Board, player: Player) -> Result<Result3, CheckError> {
        match self.checker.ruleset.ended(position) {
            Some(End::Won(Player::Left)) => return Ok(1),
            Some(End::Won(Player::Right)) => return Ok(-1),
            Some(End::Drawn) => return Ok(0),
            None => {}
        }
        let lefts_turn = player == Player::Left;
        let key = (position.clone(), lefts_turn);
        if let Some(&result) = self.known.get(&key) {
            return Ok(result);
        }
        self.checker.look(self.known.len())?;
        self.meter.look_at_stop()?;
        self.meter.descend()?;
        let checker = self.checker;
        let mut best = if lefts_turn { -1 } else { 1 };
        for option in checker.ruleset.each_option(position, player) {
            let bytes = look_at(&self.meter, &option)?;
            let next = self.result(&option, player.other())?;
            self.meter.release(bytes);
            best = if lefts_turn {
                best.max(next)
            } else {
                best.min(next)
            };
        }
        self.meter.ascend();
        remember::<((Board, bool), Result3)>(&self.meter, position)?;
        self.known.insert(key, best);
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checker;
    use boilingpoint_boards::{Tint, parse_board};
    use boilingpoint_rules::Snort;
    use proptest::prelude::*;

    fn parts(board: &Board) -> Vec<Board> {
        let meter = Meter::new(Checker::new(&Snort, 1).limits);
        components(board, &meter).unwrap()
    }

    /// The components as the solver makes them.
    fn as_the_solver(board: &Board) -> Vec<Board> {
        let components = board.graph().components();
        components.iter().map(|c| board.kept(c)).collect()
    }

    fn any_board() -> impl Strategy<Value = Board> {
        let tint = prop_oneof![Just(Tint::None), Just(Tint::Left), Just(Tint::Right)];
        (1usize..9).prop_flat_map(move |order| {
            let link = (0..order, 0..order, any::<bool>(), 1u32..4);
            let links = prop::collection::vec(link, 0..order + 2);
            (links, prop::collection::vec(tint.clone(), order)).prop_map(|(links, tints)| {
                let link = |(from, to, arc, weight)| match arc && from != to {
                    true => Link::arc(from, to, weight),
                    false => Link::edge(from, to, weight),
                };
                let links = links.into_iter().map(link).collect();
                let mut board = Board::of_links(tints.len(), links);
                for (v, tint) in tints.into_iter().enumerate() {
                    board.set_tint(v, tint);
                }
                board
            })
        })
    }

    proptest! {
        #[test]
        fn components_are_those_of_the_solver(board in any_board()) {
            prop_assert_eq!(parts(&board), as_the_solver(&board));
        }

        #[test]
        fn components_of_squares_are_those_of_the_solver(
            squares in prop::collection::vec((0i16..5, 0i16..5), 1..14)
        ) {
            let board = Board::of_squares(squares.into_iter().map(|(i, j)| [i, j]).collect());
            prop_assert_eq!(parts(&board), as_the_solver(&board));
        }
    }

    /// A row of bits for each vertex, in words, and its tint and its square.
    #[test]
    fn a_board_counts_its_words() {
        let bytes = |order| bytes_of(&Board::untinted(boilingpoint_boards::Graph::empty(order)));
        assert_eq!([64, 65].map(bytes), [64 * 24 + 128, 65 * 32 + 128]);
    }

    #[test]
    fn a_part_keeps_its_marks() {
        let board = parse_board("0-1*3*2,2>3,3-3,4:LR.R.").unwrap();
        let texts: Vec<String> = parts(&board)
            .iter()
            .map(|part| format!("{}:{}", part.name(), part.tint_string()))
            .collect();
        assert_eq!(texts, ["0-1*2*3:LR", "0>1,1-1:.R", "@:."]);
    }
}
