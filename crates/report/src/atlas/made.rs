//! The commands that make an atlas.

use super::{AtlasFiles, heading, paragraph::paragraph, sections};
use boilingpoint_rules as ruleset;
use boilingpoint_study::atlas::{Generator, Table, usual_maxima, usual_objectives};
use std::fmt::Write;

/// The section on the commands and programs that made the tables.
pub(super) fn made(tables: &[Table], files: &AtlasFiles) -> String {
    let mut text = "\n## How it was made\n\n```console long\n".to_string();
    for section in sections(tables) {
        for run in section.chunk_by(alike) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "$ {}", command(run, files));
        }
    }
    let words = "A command does not count an order again that has a table, and resumes a count that was stopped.";
    text + "```\n\n" + &paragraph(&format!("{words} {}", by(tables))) + "\n"
}

/// Whether table `b` follows table `a` by order and was made in the same way.
fn alike(a: &Table, b: &Table) -> bool {
    let (a, b) = (&a.question, &b.question);
    let next = a.order + 1 == b.order && a.generator == b.generator;
    let same = a.objectives == b.objectives && a.optimum_only.is_some() == b.optimum_only.is_some();
    next && a.generator != Generator::Stream && same
}

fn command(tables: &[Table], files: &AtlasFiles) -> String {
    let mut text = "boil atlas".to_string();
    let (Some(first), Some(last)) = (tables.first(), tables.last()) else {
        return text;
    };
    let question = &first.question;
    let orders: Vec<usize> = vec![question.order, last.question.order];
    if question.ruleset != "snort" {
        text += &format!(" --ruleset '{}'", question.ruleset);
    }
    text += &format!(" --class {} --order {}", question.class, span(&orders));
    let usual = |t: &Table| {
        let kind = t.question.kind();
        kind.is_ok_and(|kind| Generator::usual(kind, t.question.order) == t.question.generator)
    };
    if question.generator == Generator::Stream {
        text += " --from FILE";
    } else if !tables.iter().all(usual) {
        text += &format!(" --generator {}", question.generator.name());
    }
    if !first.has_outcomes() {
        text += " --optimum-only";
    }
    let usual = ruleset::find(&question.ruleset).map(|rules| match first.has_outcomes() {
        true => usual_objectives(rules).to_vec(),
        false => usual_maxima(rules),
    });
    if usual.is_ok_and(|usual| question.objectives != usual) {
        for objective in &question.objectives {
            text += &format!(" --objective '{objective}'");
        }
    }
    let (dir, document) = (files.dir.display(), files.document.display());
    text + &format!(" --dir {dir} --docs {document}")
}

/// Names the program that listed the boards of each class, and the version that valued them.
fn by(tables: &[Table]) -> String {
    let mut text = String::new();
    for section in sections(tables) {
        let Some(first) = section.first() else {
            continue;
        };
        let generators = [
            (Generator::BuiltIn, "listed by this program"),
            (
                Generator::Geng,
                "listed by `geng` of nauty (McKay, Piperno)",
            ),
            (
                Generator::Stream,
                "read from a file; this program checked that no two are isomorphic",
            ),
        ];
        for (generator, listed) in generators {
            let made = section.iter().filter(|t| t.question.generator == generator);
            let orders: Vec<usize> = made.map(|t| t.question.order).collect();
            if !orders.is_empty() {
                let (what, orders) = (heading(first), ranges(&orders));
                let game = &first.question.ruleset;
                text += &format!("{what} of order {orders} for `{game}` were {listed}. ");
            }
        }
    }
    let mut programs: Vec<&str> = tables.iter().map(|t| &*t.question.program).collect();
    programs.sort_unstable();
    programs.dedup();
    text + &format!("The boards were valued by {}.\n", programs.join(", "))
}

/// A range of orders as an argument: `2..8`, or one number.
fn span(orders: &[usize]) -> String {
    match (orders.first(), orders.last()) {
        (Some(a), Some(b)) if a != b => format!("{a}..{b}"),
        (Some(a), _) => a.to_string(),
        _ => String::new(),
    }
}

/// Orders as ranges in a text: `1 to 8, 10`.
pub(super) fn ranges(orders: &[usize]) -> String {
    let runs = orders.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.map(|run| span(run).replace("..", " to "));
    texts.collect::<Vec<_>>().join(", ")
}
