//! The canonical text of a tree: normal spacing, brackets only where they are needed.

use super::Number;
use super::token::VALUE;
use super::tree::Term;
use boilingpoint_language::{Level, bracketed};
use std::fmt;

/// The canonical text of `node`: parsing the text gives `node` again.
pub(super) fn print(node: &Term, names: &[String]) -> String {
    NamedTerm { node, names }.to_string()
}

/// A node, together with the names that its indices refer to.
#[derive(Clone, Copy)]
struct NamedTerm<'a> {
    node: &'a Term,
    names: &'a [String],
}

impl NamedTerm<'_> {
    /// Writes a part, in brackets if its operator binds more loosely than `least`.
    fn part(self, node: &Term, f: &mut fmt::Formatter<'_>, least: Level) -> fmt::Result {
        let names = self.names;
        bracketed(f, &NamedTerm { node, names }, level(node, names), least)
    }

    fn call(self, name: &str, parts: &[Term], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name)?;
        for (i, part) in parts.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            self.part(part, f, Level::ANY)?;
        }
        f.write_str(")")
    }
}

fn level(node: &Term, names: &[String]) -> Level {
    match node {
        // The value of a condition on the value would go on with what follows.
        Term::Name(place) if is_on_value(&names[*place]) => Level::Compare,
        Term::Negate(_) => Level::Sign,
        Term::Not(_) => Level::Not,
        Term::Power(..) => Level::Power,
        Term::Binary(operator, _) => operator.level(),
        Term::Number(_) | Term::Truth(_) | Term::Name(_) | Term::Call(..) | Term::If(_) => {
            Level::Atom
        }
    }
}

impl fmt::Display for NamedTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Term::Number(n) => f.write_str(&decimal(*n)),
            Term::Truth(truth) => write!(f, "{truth}"),
            Term::Name(place) => f.write_str(&self.names[*place]),
            Term::Negate(a) => {
                f.write_str("-")?;
                self.part(a, f, Level::Sign)
            }
            Term::Not(a) => {
                f.write_str("not ")?;
                self.part(a, f, Level::Not)
            }
            Term::Power(base, exponent) => {
                self.part(base, f, Level::Atom)?;
                write!(f, "^{exponent}")
            }
            Term::Binary(operator, parts) => {
                let (left, right) = operator.level().sides();
                self.part(&parts[0], f, left)?;
                write!(f, " {} ", operator.symbol())?;
                self.part(&parts[1], f, right)
            }
            Term::Call(function, parts) => self.call(function.name(), parts, f),
            Term::If(parts) => self.call("if", &parts[..], f),
        }
    }
}

/// Whether a name is that of a condition on the value.
fn is_on_value(name: &str) -> bool {
    name.strip_prefix(VALUE)
        .is_some_and(|rest| rest.starts_with(' '))
}

/// A number of an expression as a decimal. Every such number was read from a decimal, so its
/// denominator divides a power of ten.
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
