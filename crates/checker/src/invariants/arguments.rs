//! Invariants with sets of vertices, from the text of their names: `independence(not degree == 1)`
//! is that of the graph that these vertices induce.
//!
//! A text is read into a tree, and the tree is evaluated at one vertex after the other, without a
//! memory of what was found before.

use super::fractions::Fraction;
use super::shape::distances;
use super::subsets::{independence, local_independence};
use super::{Answer, BoardQuantity, Marks, NoQuantity, counts, definition, quotient};
use boilingpoint_boards::{Link, Tint};
use std::collections::BTreeSet;

/// A part of a text.
enum Part {
    Number(Fraction),
    Truth(bool),
    /// A name, with its arguments.
    Name(String, Vec<Part>),
    /// An operator between two parts.
    Between(String, Box<[Part; 2]>),
}

/// The most brackets, signs and `not` in one another.
const DEEPEST: usize = 64;

/// Operators, those that bind most loosely first. `not` stands between `and` and the comparisons.
const OPERATORS: [&[&str]; 5] = [
    &["or"],
    &["and"],
    &["==", "!=", "<=", "<", ">=", ">"],
    &["+", "-"],
    &["*", "/"],
];
const NOT: usize = 2;
const SIGN: usize = 5;

/// The rest of a text.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes the characters that words are made of.
    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let is_in = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let end = self.rest.find(|c| !is_in(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Reads a part whose operators bind at least as tightly as those of a level.
    fn part(&mut self, level: usize, depth: usize) -> Option<Part> {
        if depth > DEEPEST {
            return None;
        }
        if level == NOT {
            let rest = self.rest;
            if self.word() == "not" {
                let inner = self.part(NOT, depth + 1)?;
                return Some(Part::Name("not".to_string(), vec![inner]));
            }
            self.rest = rest;
        }
        let Some(operators) = OPERATORS.get(level) else {
            return self.operand(depth);
        };
        let mut left = self.part(level + 1, depth)?;
        while let Some(operator) = operators.iter().find(|o| self.take(o)) {
            let right = self.part(level + 1, depth)?;
            left = Part::Between(operator.to_string(), Box::new([left, right]));
        }
        Some(left)
    }

    /// Reads a sign, or an atom with its exponent. The exponent is a whole number.
    fn operand(&mut self, depth: usize) -> Option<Part> {
        if self.take("-") {
            let inner = self.part(SIGN, depth + 1)?;
            let zero = Part::Number(Fraction::whole(0));
            return Some(Part::Between("-".to_string(), Box::new([zero, inner])));
        }
        let atom = self.atom(depth)?;
        if !self.take("^") {
            return Some(atom);
        }
        let exponent = Fraction::decimal(self.word()).map(Part::Number)?;
        Some(Part::Between("^".to_string(), Box::new([atom, exponent])))
    }

    fn atom(&mut self, depth: usize) -> Option<Part> {
        if self.take("(") {
            let inner = self.part(0, depth + 1)?;
            return self.take(")").then_some(inner);
        }
        let word = self.word();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Fraction::decimal(word).map(Part::Number);
        }
        match word {
            "" => return None,
            "true" => return Some(Part::Truth(true)),
            "false" => return Some(Part::Truth(false)),
            _ => {}
        }
        let mut arguments = Vec::new();
        if self.take("(") {
            arguments.push(self.part(0, depth + 1)?);
            while self.take(",") {
                arguments.push(self.part(0, depth + 1)?);
            }
            if !self.take(")") {
                return None;
            }
        }
        Some(Part::Name(word.to_string(), arguments))
    }
}

/// A number or a condition.
#[derive(Clone, Copy, PartialEq)]
enum Value {
    Number(Fraction),
    Truth(bool),
}

type At<T> = Result<T, NoQuantity>;

fn whole(n: usize) -> At<Value> {
    Ok(Value::Number(Fraction::whole(n as i128)))
}

/// The invariant with sets of vertices that a text names.
pub(super) fn of(text: &str, marks: &Marks) -> Answer {
    let mut reader = Reader { rest: text };
    let part = reader.atom(0).ok_or(NoQuantity::NoDefinition)?;
    match (part, reader.rest) {
        (Part::Name(name, arguments), "") => of_board(&name, &arguments, marks),
        _ => Err(NoQuantity::NoDefinition),
    }
}

/// An invariant of a board: a statistic of its vertices, or an invariant of another graph.
fn of_board(name: &str, arguments: &[Part], marks: &Marks) -> Answer {
    marks.meter.descend()?;
    let found = match name {
        "lowest" | "highest" | "second_lowest" | "second_highest" | "lower_median"
        | "upper_median" | "average" | "total" | "distinct" => {
            let [numbers, set @ ..] = arguments else {
                return Err(NoQuantity::NoDefinition);
            };
            statistic(name, numbers, set.first(), marks)
        }
        _ => match arguments {
            [] => definition(name).ok_or(NoQuantity::NoDefinition)?(marks),
            [first, rest @ ..] => of_board(name, rest, &stepped(first, marks)?),
        },
    };
    marks.meter.ascend();
    found
}

fn statistic(name: &str, numbers: &Part, set: Option<&Part>, marks: &Marks) -> Answer {
    let mut found = Vec::new();
    for v in 0..marks.order() {
        // A set without a value at a vertex has none.
        if set.map_or(Ok(true), |set| truth(set, marks, v))? {
            found.push(number(numbers, marks, v)?);
        }
    }
    found.sort_unstable();
    let count = found.len();
    let place = match name {
        "lowest" => 0,
        "second_lowest" => 1,
        "highest" => count.wrapping_sub(1),
        "second_highest" => count.wrapping_sub(2),
        "lower_median" => count.wrapping_sub(1) / 2,
        "upper_median" => count / 2,
        "distinct" => {
            found.dedup();
            return quotient(found.len() as i128, 1);
        }
        _ => {
            let mut sum = Fraction::whole(0);
            for number in &found {
                sum = sum.plus(*number)?;
            }
            return match name {
                "total" => sum.quantity(),
                _ => sum.over(Fraction::whole(count as i128))?.quantity(),
            };
        }
    };
    found.get(place).ok_or(NoQuantity::Absent)?.quantity()
}

/// The graph that a step leads to.
fn stepped(step: &Part, marks: &Marks) -> At<Marks> {
    let name = match step {
        Part::Name(name, none) if none.is_empty() => name,
        _ => "",
    };
    match name {
        "complement" => joined(marks, |distance| distance != Some(1)),
        "square" => joined(marks, |distance| matches!(distance, Some(1 | 2))),
        _ => induced(marks, &members(step, marks)?),
    }
}

/// The graph in which vertices with such distances are adjacent.
fn joined(marks: &Marks, is_adjacent: impl Fn(Option<usize>) -> bool) -> At<Marks> {
    let mut links = Vec::new();
    for v in 0..marks.order() {
        let to = distances(marks, v, marks.order(), None)?;
        let others = (0..v).filter(|&u| is_adjacent(to[u]));
        links.extend(others.map(|u| Link::edge(u, v, 1)));
    }
    let tints = vec![Tint::None; marks.order()];
    Ok(Marks::of_links(links, tints, None, marks.meter.clone())?)
}

/// The graph that a set induces.
fn induced(marks: &Marks, set: &[bool]) -> At<Marks> {
    let place = |v: usize| set[v].then(|| (0..v).filter(|&u| set[u]).count());
    let renamed = |link: &Link| {
        let (from, to) = (place(link.from)?, place(link.to)?);
        Some(Link { from, to, ..*link })
    };
    let links = marks.links.iter().filter_map(renamed).collect();
    let tints = marks.tints.iter().zip(set).filter(|(_, is_in)| **is_in);
    let token = marks.token.and_then(place);
    let meter = marks.meter.clone();
    Ok(Marks::of_links(
        links,
        tints.map(|(tint, _)| *tint).collect(),
        token,
        meter,
    )?)
}

/// Whether each vertex is in a set.
fn members(set: &Part, marks: &Marks) -> At<Vec<bool>> {
    (0..marks.order()).map(|v| truth(set, marks, v)).collect()
}

fn truth(part: &Part, marks: &Marks, v: usize) -> At<bool> {
    match value(part, marks, v)? {
        Value::Truth(truth) => Ok(truth),
        Value::Number(_) => Err(NoQuantity::NoDefinition),
    }
}

fn number(part: &Part, marks: &Marks, v: usize) -> At<Fraction> {
    match value(part, marks, v)? {
        Value::Number(number) => Ok(number),
        Value::Truth(_) => Err(NoQuantity::NoDefinition),
    }
}

/// The value of a part at a vertex.
fn value(part: &Part, marks: &Marks, v: usize) -> At<Value> {
    marks.meter.work(1)?;
    marks.meter.descend()?;
    let found = match part {
        Part::Number(number) => Value::Number(*number),
        Part::Truth(truth) => Value::Truth(*truth),
        Part::Name(name, arguments) => named(name, arguments, marks, v)?,
        Part::Between(operator, parts) => between(operator, parts, marks, v)?,
    };
    marks.meter.ascend();
    Ok(found)
}

fn between(operator: &str, parts: &[Part; 2], marks: &Marks, v: usize) -> At<Value> {
    let [left, right] = parts;
    let truth = match operator {
        "and" => truth(left, marks, v)? && truth(right, marks, v)?,
        "or" => truth(left, marks, v)? || truth(right, marks, v)?,
        "==" => value(left, marks, v)? == value(right, marks, v)?,
        "!=" => value(left, marks, v)? != value(right, marks, v)?,
        _ => {
            let (a, b) = (number(left, marks, v)?, number(right, marks, v)?);
            match operator {
                "<" => a < b,
                "<=" => a <= b,
                ">" => a > b,
                ">=" => a >= b,
                "+" => return Ok(Value::Number(a.plus(b)?)),
                "-" => return Ok(Value::Number(a.plus(b.negative())?)),
                "*" => return Ok(Value::Number(a.times(b)?)),
                "^" => {
                    let exponent = b.as_whole().filter(|e| (0..=64).contains(e));
                    let power = a.to_the(exponent.ok_or(NoQuantity::NoDefinition)?)?;
                    return Ok(Value::Number(power));
                }
                _ => return Ok(Value::Number(a.over(b)?)),
            }
        }
    };
    Ok(Value::Truth(truth))
}

/// A quantity of a vertex, a function, or an invariant of the board.
fn named(name: &str, arguments: &[Part], marks: &Marks, v: usize) -> At<Value> {
    let all = Part::Truth(true);
    let first = arguments.first().unwrap_or(&all);
    match (name, arguments) {
        ("not", [part]) => return Ok(Value::Truth(!truth(part, marks, v)?)),
        ("near", [set]) => {
            let is_in = |&u: &usize| truth(set, marks, u);
            let near: At<Vec<bool>> = marks.near[v].iter().map(is_in).collect();
            return Ok(Value::Truth(near?.contains(&true)));
        }
        ("least" | "greatest" | "commonest", [q]) => return chosen(name, q, marks, v),
        ("core", []) => {
            let others: Vec<bool> = (0..marks.order()).map(|u| u != v).collect();
            let without = independence(&induced(marks, &others)?)?;
            return Ok(Value::Truth(without < independence(marks)?));
        }
        ("local_independence", []) => return whole(local_independence(marks)?[v]),
        ("disparity", []) => {
            let degrees = marks.near[v].iter().map(|&u| marks.near[u].len());
            return whole(degrees.collect::<BTreeSet<_>>().len());
        }
        ("cliques", [Part::Number(size)]) => {
            // The others of a clique with the vertex are a clique among its neighbours.
            let near: Vec<bool> = (0..marks.order()).map(|u| marks.adjacent(v, u)).collect();
            let size = size.as_whole().ok_or(NoQuantity::NoDefinition)?;
            let others = format!("cliques({})", size - 1);
            return of_quantity(counts::of(&others, &induced(marks, &near)?)?);
        }
        ("if", [condition, then, otherwise]) => {
            let chosen = if truth(condition, marks, v)? {
                then
            } else {
                otherwise
            };
            return value(chosen, marks, v);
        }
        ("min" | "max", [_, ..]) => {
            let all: At<Vec<Fraction>> = arguments.iter().map(|q| number(q, marks, v)).collect();
            let all = all?.into_iter();
            let found = if name == "min" { all.min() } else { all.max() };
            return Ok(Value::Number(found.ok_or(NoQuantity::Absent)?));
        }
        ("abs" | "floor" | "ceil", [q]) => {
            let q = number(q, marks, v)?;
            return Ok(Value::Number(match name {
                "abs" => q.max(q.negative()),
                "floor" => q.floor(),
                _ => q.negative().floor().negative(),
            }));
        }
        _ => {}
    }
    if OF_DISTANCES.contains(&name) {
        return of_distances(name, &members(first, marks)?, marks, v);
    }
    of_quantity(of_board(name, arguments, marks)?)
}

fn of_quantity(quantity: BoardQuantity) -> At<Value> {
    Ok(match quantity {
        BoardQuantity::Condition(truth) => Value::Truth(truth),
        BoardQuantity::Number {
            numerator,
            denominator,
        } => Value::Number(Fraction::whole(numerator).over(Fraction::whole(denominator))?),
    })
}

/// Whether a vertex has the least or the greatest number, or one that occurs most often.
fn chosen(name: &str, q: &Part, marks: &Marks, v: usize) -> At<Value> {
    let all: At<Vec<Fraction>> = (0..marks.order()).map(|u| number(q, marks, u)).collect();
    let all = all?;
    let times = |n: &Fraction| all.iter().filter(|&m| m == n).count();
    let is_chosen = all.iter().all(|other| match name {
        "least" => all[v] <= *other,
        "greatest" => all[v] >= *other,
        _ => times(&all[v]) >= times(other),
    });
    Ok(Value::Truth(is_chosen))
}

/// The quantities of a vertex that follow from distances.
const OF_DISTANCES: [&str; 10] = [
    "degree",
    "component",
    "distance",
    "gap",
    "eccentricity",
    "transmission",
    "even",
    "odd",
    "even_edges",
    "odd_edges",
];

/// A quantity of a vertex that follows from the distances to the vertices of a set.
fn of_distances(name: &str, set: &[bool], marks: &Marks, v: usize) -> At<Value> {
    let order = marks.order();
    let from = distances(marks, v, order, None)?;
    let inside = |u: &usize| set[*u];
    match name {
        "degree" => {
            return whole(
                (0..order)
                    .filter(inside)
                    .filter(|&u| from[u] == Some(1))
                    .count(),
            );
        }
        "component" if !set[v] => return whole(0),
        "component" => {
            let v = (0..v).filter(inside).count();
            let graph = induced(marks, set)?;
            let to = distances(&graph, v, graph.order(), None)?;
            return whole(to.iter().flatten().count());
        }
        _ => {}
    }
    let to: Option<Vec<usize>> = (0..order).filter(inside).map(|u| from[u]).collect();
    let to = to.ok_or(NoQuantity::Absent)?;
    let parity = usize::from(name.starts_with("odd"));
    let of_parity = to.iter().filter(|&&d| d % 2 == parity);
    let least = |least: Option<&usize>| whole(*least.ok_or(NoQuantity::Absent)?);
    match name {
        "distance" => least(to.iter().min()),
        "gap" => least(to.iter().filter(|&&d| d > 0).min()),
        "eccentricity" => least(to.iter().max()),
        "transmission" => whole(to.iter().sum()),
        "even" | "odd" => whole(of_parity.count()),
        _ => {
            // Over all vertices: those of the set are these themselves.
            let is_at = |u: usize| to[u] % 2 == parity;
            let ends = |(v, near): (usize, &Vec<usize>)| {
                near.iter().filter(|&&u| is_at(u) && is_at(v)).count()
            };
            whole(marks.near.iter().enumerate().map(ends).sum::<usize>() / 2)
        }
    }
}
