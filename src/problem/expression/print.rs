//! The canonical text of a tree: normal spacing, brackets only where they are needed.

use super::Number;
use super::tree::{Node, binding};

/// The text that reads back as `node`.
pub(super) fn print(node: &Node, names: &[String]) -> String {
    let mut out = String::new();
    write(node, names, 0, &mut out);
    out
}

fn write(node: &Node, names: &[String], least: u8, out: &mut String) {
    let bracketed = own_binding(node) < least;
    if bracketed {
        out.push('(');
    }
    write_bare(node, names, out);
    if bracketed {
        out.push(')');
    }
}

fn own_binding(node: &Node) -> u8 {
    match node {
        Node::Negate(_) => binding::NEGATE,
        Node::Not(_) => binding::NOT,
        Node::Power(..) => binding::POWER,
        Node::Binary(operator, _) => operator.binding(),
        Node::Number(_) | Node::Truth(_) | Node::Name(_) | Node::Call(..) | Node::If(_) => {
            binding::ATOM
        }
    }
}

fn write_bare(node: &Node, names: &[String], out: &mut String) {
    match node {
        Node::Number(n) => *out += &decimal(*n),
        Node::Truth(truth) => *out += if *truth { "true" } else { "false" },
        Node::Name(place) => *out += &names[*place],
        Node::Negate(a) => {
            out.push('-');
            write(a, names, binding::NEGATE, out);
        }
        Node::Not(a) => {
            *out += "not ";
            write(a, names, binding::NOT, out);
        }
        Node::Power(base, exponent) => {
            write(base, names, binding::ATOM, out);
            *out += &format!("^{exponent}");
        }
        Node::Binary(operator, parts) => {
            let own = operator.binding();
            // Sums and the like lean left; comparisons do not chain at all.
            let left = if own == binding::COMPARE {
                own + 1
            } else {
                own
            };
            write(&parts[0], names, left, out);
            *out += &format!(" {} ", operator.symbol());
            write(&parts[1], names, own + 1, out);
        }
        Node::Call(function, parts) => write_call(function.name(), parts, names, out),
        Node::If(parts) => write_call("if", &parts[..], names, out),
    }
}

fn write_call(name: &str, parts: &[Node], names: &[String], out: &mut String) {
    *out += name;
    for (i, part) in parts.iter().enumerate() {
        *out += if i == 0 { "(" } else { ", " };
        write(part, names, 0, out);
    }
    out.push(')');
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
