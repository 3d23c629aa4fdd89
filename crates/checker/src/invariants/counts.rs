//! Counts with an argument, by listing what they count.

use super::super::CheckError;
use super::subsets::last_is;
use super::{Answer, Marks, NoQuantity, quotient};
use boilingpoint_boards::parse_board;

/// The count that a text such as `cliques(4)` names.
pub(super) fn of(text: &str, marks: &Marks) -> Answer {
    let parts = text.strip_suffix(')').and_then(|text| text.split_once('('));
    let (name, argument) = parts.ok_or(NoQuantity::NoDefinition)?;
    let whole = || argument.parse().map_err(|_| NoQuantity::NoDefinition);
    let number = match name {
        "cliques" => sets(marks, whole()?, true, 0, &mut Vec::new())?,
        "independent_sets" => sets(marks, whole()?, false, 0, &mut Vec::new())?,
        "cycles" => cycles(marks, whole()?)?,
        "colourings" => colourings(marks, whole()?, &mut Vec::new())?,
        "copies" => return copies(marks, argument.trim_matches('"')),
        _ => return Err(NoQuantity::NoDefinition),
    };
    whole_number(number)
}

fn whole_number(number: u128) -> Answer {
    quotient(i128::try_from(number).map_err(|_| NoQuantity::Absent)?, 1)
}

/// The number of sets of `size` vertices that begin with this set, and whose vertices are pairwise
/// adjacent, or pairwise not.
fn sets(
    marks: &Marks,
    size: usize,
    adjacent: bool,
    next: usize,
    set: &mut Vec<usize>,
) -> Result<u128, CheckError> {
    marks.meter.work(1)?;
    if set.len() == size {
        return Ok(1);
    }
    marks.meter.descend()?;
    let mut number = 0;
    for v in next..marks.order() {
        set.push(v);
        if last_is(marks, set, adjacent)? {
            number += sets(marks, size, adjacent, v + 1, set)?;
        }
        set.pop();
    }
    marks.meter.ascend();
    Ok(number)
}

/// The number of cycles of a length: closed walks without a repeated vertex, each of which has
/// `length` starts and two directions.
fn cycles(marks: &Marks, length: usize) -> Result<u128, CheckError> {
    let mut walks = 0;
    for v in 0..marks.order() {
        walks += closed_walks(marks, length, &mut vec![v])?;
    }
    Ok(walks / (2 * length as u128))
}

fn closed_walks(marks: &Marks, length: usize, walk: &mut Vec<usize>) -> Result<u128, CheckError> {
    marks.meter.work(1 + walk.len())?;
    let (first, last) = (walk[0], walk[walk.len() - 1]);
    if walk.len() == length {
        return Ok(u128::from(marks.adjacent(last, first)));
    }
    marks.meter.descend()?;
    let mut number = 0;
    for &next in &marks.near[last] {
        if !walk.contains(&next) {
            walk.push(next);
            number += closed_walks(marks, length, walk)?;
            walk.pop();
        }
    }
    marks.meter.ascend();
    Ok(number)
}

/// The number of ways to give each further vertex a colour that no neighbour before it has.
fn colourings(marks: &Marks, colours: usize, given: &mut Vec<usize>) -> Result<u128, CheckError> {
    marks.meter.work(1 + given.len())?;
    let v = given.len();
    if v == marks.order() {
        return Ok(1);
    }
    marks.meter.descend()?;
    let mut number = 0;
    for colour in 0..colours {
        let before = (0..v).filter(|&u| given[u] == colour);
        if !before.into_iter().any(|u| marks.adjacent(u, v)) {
            given.push(colour);
            number += colourings(marks, colours, given)?;
            given.pop();
        }
    }
    marks.meter.ascend();
    Ok(number)
}

/// The number of induced copies of a graph: the maps that keep adjacent vertices adjacent and others
/// not, divided by the number of such maps of the graph to itself.
fn copies(marks: &Marks, text: &str) -> Answer {
    let pattern = parse_board(text).map_err(|_| NoQuantity::NoDefinition)?;
    let pattern = Marks::of(&pattern, marks.meter.anew())?;
    let maps = |to: &Marks| maps(&pattern, to, &mut Vec::new());
    whole_number(maps(marks)? / maps(&pattern)?)
}

fn maps(pattern: &Marks, to: &Marks, images: &mut Vec<usize>) -> Result<u128, CheckError> {
    to.meter.work(1 + images.len())?;
    let v = images.len();
    if v == pattern.order() {
        return Ok(1);
    }
    to.meter.descend()?;
    let mut number = 0;
    for image in 0..to.order() {
        let keeps = |u: usize| pattern.adjacent(u, v) == to.adjacent(images[u], image);
        if !images.contains(&image) && (0..v).all(keeps) {
            images.push(image);
            number += maps(pattern, to, images)?;
            images.pop();
        }
    }
    to.meter.ascend();
    Ok(number)
}
