//! A certificate step by step: each statement with its board, its reasons, and the statements that
//! these use.

use crate::editor::problem;
use crate::query::{ExplorerQuery, FILE};
use crate::reading::LARGEST;
use askama::Template;
use boilingpoint_boards::Board;
use boilingpoint_checker::check_certificate;
use boilingpoint_checker::format::{Certificate, Claimed, Listed, PositionPart, Proof, Statement};
use boilingpoint_draw::thumbnail;
use boilingpoint_formats::read_text;
use boilingpoint_solver::CHECKED_POSITIONS;
use std::collections::BTreeMap;

/// The greatest order of a board that is drawn, and the size of a drawing in pixels.
const DRAWN: usize = 60;
const DRAWING: f64 = 110.0;
/// The greatest number of moves of a list that are shown.
const MOST_MOVES: usize = 24;

/// The statements that a reason uses: the number of each, and how often.
type Uses = BTreeMap<usize, usize>;

/// A reason, or a move within a reason.
struct Reason {
    words: String,
    uses: Uses,
}

/// A statement.
struct Step {
    number: usize,
    order: usize,
    drawing: String,
    /// The address of its board in the explorer; empty for a large board.
    address: String,
    reasons: Vec<Reason>,
}

#[derive(Template)]
#[template(path = "certificate.html")]
struct CertificatePart {
    ruleset: String,
    claims: Vec<String>,
    /// The reason why the checker refuses the certificate; empty if it confirms it.
    refusal: String,
    steps: Vec<Step>,
}

/// The steps of a certificate as HTML, the last statement first, with the verdict of the checker.
pub fn certificate(text: &str) -> String {
    let certificate = match Certificate::read(text.as_bytes()) {
        Ok(certificate) => certificate,
        Err(why) => return problem(&why.to_string()),
    };
    let checked = check_certificate(&certificate, CHECKED_POSITIONS, None);
    let statements = certificate.statements.iter().enumerate().rev();
    let part = CertificatePart {
        ruleset: certificate.ruleset.clone(),
        claims: claims(&certificate.claim),
        refusal: checked.err().map_or(String::new(), |e| e.to_string()),
        steps: statements.map(|(n, s)| step(&certificate, n, s)).collect(),
    };
    part.render().unwrap_or_default()
}

/// The claimed bounds in words.
fn claims(claim: &Claimed) -> Vec<String> {
    let mut words = Vec::new();
    for (name, bounds) in [("temperature", &claim.temperature), ("mean", &claim.mean)] {
        for (relation, bound) in [("at least", &bounds.least), ("at most", &bounds.most)] {
            words.extend(
                bound
                    .iter()
                    .map(|bound| format!("{name} {relation} {bound}")),
            );
        }
    }
    words
}

fn step(certificate: &Certificate, number: usize, statement: &Statement) -> Step {
    // Of positions on squares the explorer shows the board; the others are graphs of dominoes.
    let is_last = number + 1 == certificate.statements.len();
    let squares = certificate.squares.as_ref();
    let is_board = squares.is_none() || is_last;
    let text = squares.filter(|_| is_last).cloned();
    let text = text.unwrap_or_else(|| board_text(statement));
    let board: Option<Board> = read_text(&text, LARGEST).ok().map(|given| given.board);
    let drawn = board.as_ref().filter(|board| board.order() <= DRAWN);
    let asked = ExplorerQuery {
        ruleset: certificate.ruleset.clone(),
        board: text,
        base: FILE,
        ..ExplorerQuery::default()
    };
    Step {
        number,
        order: statement.tints.len(),
        drawing: drawn.map_or(String::new(), |board| thumbnail(board, DRAWING).inline()),
        address: board
            .filter(|_| is_board)
            .map_or(String::new(), |_| asked.address("")),
        reasons: statement.proofs.iter().flat_map(reasons).collect(),
    }
}

/// The board of a statement, as edges and tints.
fn board_text(statement: &Statement) -> String {
    let mut items: Vec<String> = statement
        .edges
        .iter()
        .map(|[a, b]| format!("{a}-{b}"))
        .collect();
    let is_joined = |v: &usize| statement.edges.iter().any(|edge| edge.contains(v));
    let alone = (0..statement.tints.len()).filter(|v| !is_joined(v));
    items.extend(alone.map(|v| v.to_string()));
    format!("{}:{}", items.join(","), statement.tints)
}

fn uses(parts: &[PositionPart]) -> Uses {
    let mut uses = Uses::new();
    for part in parts {
        *uses.entry(part.statement).or_default() += 1;
    }
    uses
}

/// A reason in words, with a line for each move of a list.
fn reasons(proof: &Proof) -> Vec<Reason> {
    let one = |words: String, parts: &[PositionPart]| Reason {
        words,
        uses: uses(parts),
    };
    match proof {
        Proof::Exact {} => vec![one("The checker values this small position.".into(), &[])],
        Proof::Sum { parts } => vec![one("It is the sum of its parts:".into(), parts)],
        Proof::OwnNegative { .. } => {
            let words = "It equals its negative: a symmetry of the graph exchanges the tints.";
            vec![one(words.into(), &[])]
        }
        Proof::AtLeast { without, parts } => {
            let words = format!("It is at least the position in which Left gives up {without:?}:");
            vec![one(words, parts)]
        }
        Proof::AtMost { without, parts } => {
            let words = format!("It is at most the position in which Right gives up {without:?}:");
            vec![one(words, parts)]
        }
        Proof::LeftAnswers { .. } => {
            let words = "It is at least 0: Left answers each claim at its image.";
            vec![one(words.into(), &[])]
        }
        Proof::RightAnswers { .. } => {
            let words = "It is at most 0: Right answers each claim at its image.";
            vec![one(words.into(), &[])]
        }
        Proof::Options { left, right } => {
            let mut all = listed("Left", left);
            all.extend(right.iter().flat_map(|right| listed("Right", right)));
            all
        }
    }
}

/// The moves of a player.
fn listed(player: &str, listed: &Listed) -> Vec<Reason> {
    let shown = listed.moves.iter().take(MOST_MOVES);
    let mut all: Vec<Reason> = shown
        .map(|to| Reason {
            words: format!("{player} claims {}, which leaves", to.claim),
            uses: uses(&to.parts),
        })
        .collect();
    let rest = listed.moves.len().saturating_sub(MOST_MOVES);
    for (count, words) in [
        (rest, "further claims are in the file"),
        (
            listed.omitted.len(),
            "claims are left out, since another one is as good",
        ),
    ] {
        if count > 0 {
            all.push(Reason {
                words: format!("{count} of {player}'s {words}."),
                uses: Uses::new(),
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_of_the_repository_has_its_steps() {
        let file = "../../docs/records/certificates/nary-tree-6-3.json";
        let text = std::fs::read_to_string(file).unwrap();
        let html = certificate(&text);
        assert!(html.contains("temperature at least 36"), "{html:.2000}");
        assert!(html.contains("confirms"), "{html:.2000}");
        assert!(html.contains("href=\"#step-0\""), "{html:.2000}");
        // A bound that the reasons do not prove is refused.
        let html = certificate(&text.replace("\"least\":\"36\"", "\"least\":\"37\""));
        assert!(
            html.contains("refuses") && !html.contains("confirms"),
            "{html:.2000}"
        );
        assert!(certificate("{}").contains("problem"));
    }
}
