//! The canonical text of a tree: normal spacing, brackets only where they are needed.

use super::Number;
use super::tree::Node;
use crate::language::{Level, bracketed};
use std::fmt;

/// The text that reads back as `node`.
pub(super) fn print(node: &Node, names: &[String]) -> String {
    Written { node, names }.to_string()
}

/// A node whose names are known.
#[derive(Clone, Copy)]
struct Written<'a> {
    node: &'a Node,
    names: &'a [String],
}

impl Written<'_> {
    /// Writes a part of it where what binds more loosely than `least` needs brackets.
    fn part(self, node: &Node, f: &mut fmt::Formatter<'_>, least: Level) -> fmt::Result {
        let names = self.names;
        bracketed(f, &Written { node, names }, level(node), least)
    }

    fn call(self, name: &str, parts: &[Node], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name)?;
        for (i, part) in parts.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            self.part(part, f, Level::ANY)?;
        }
        f.write_str(")")
    }
}

fn level(node: &Node) -> Level {
    match node {
        Node::Negate(_) => Level::Sign,
        Node::Not(_) => Level::Not,
        Node::Power(..) => Level::Power,
        Node::Binary(operator, _) => operator.level(),
        Node::Number(_) | Node::Truth(_) | Node::Name(_) | Node::Call(..) | Node::If(_) => {
            Level::Atom
        }
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Node::Number(n) => f.write_str(&decimal(*n)),
            Node::Truth(truth) => write!(f, "{truth}"),
            Node::Name(place) => f.write_str(&self.names[*place]),
            Node::Negate(a) => {
                f.write_str("-")?;
                self.part(a, f, Level::Sign)
            }
            Node::Not(a) => {
                f.write_str("not ")?;
                self.part(a, f, Level::Not)
            }
            Node::Power(base, exponent) => {
                self.part(base, f, Level::Atom)?;
                write!(f, "^{exponent}")
            }
            Node::Binary(operator, parts) => {
                let (left, right) = operator.level().sides();
                self.part(&parts[0], f, left)?;
                write!(f, " {} ", operator.symbol())?;
                self.part(&parts[1], f, right)
            }
            Node::Call(function, parts) => self.call(function.name(), parts, f),
            Node::If(parts) => self.call("if", &parts[..], f),
        }
    }
}

/// A literal as it can be read back: its denominator divides a power of ten.
fn decimal(n: Number) -> String {
    let (mut places, mut scale) = (0, 1_i128);
    while scale % n.denom() != 0 {
        scale *= 10;
        places += 1;
    }
    let digits = (n.numer() * (scale / n.denom())).to_string();
    if places == 0 {
        return digits;
    }
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, part) = padded.split_at(padded.len() - places);
    format!("{whole}.{part}")
}
