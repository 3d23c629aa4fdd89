//! The report of a run: pictures in `plots/` and one page that holds them all.
//!
//! The page needs no network and no script; it follows the reader's light or dark setting, and
//! prints.

use super::card::{Card, card_svg};
use super::rates::rates;
use super::read::{ReportError, RunData};
use super::style::escaped;
use super::{charts, png};
use crate::graph::board_text;
use crate::run::folder::write_atomic;
use crate::run::manifest::Status;
use crate::run::records::fitness_text;
use std::fmt::Write;
use std::path::PathBuf;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1f2937; --muted: #6b7280; --ground: #ffffff; --line: #e5e7eb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --muted: #9ca3af; --ground: #111827; --line: #374151; } }
body { font: 16px/1.55 'DejaVu Sans', system-ui, sans-serif; color: var(--ink); background: var(--ground);
  max-width: 1020px; margin: 2.5rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.7rem; margin-bottom: 0.2rem; } h2 { font-size: 1.2rem; margin-top: 2.4rem; }
.muted { color: var(--muted); } code { font-size: 0.9em; overflow-wrap: anywhere; }
figure { margin: 1.2rem 0; } figure > svg { width: 100%; height: auto; background: #ffffff; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.3rem 0.7rem 0.3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--muted); font-weight: normal; } .headline { font-size: 1.15rem; }
@media print { body { margin: 0; max-width: none; } figure { break-inside: avoid; } }
";

/// Draws the charts and cards of a run into `plots/`, and writes `report.html`. Returns the files.
///
/// # Errors
/// When a chart cannot be drawn or a file not be written.
pub fn write_report(
    run: &RunData,
    cards: &[Card],
    with_png: bool,
) -> Result<Vec<PathBuf>, ReportError> {
    let charts = [
        (
            "fitness",
            charts::fitness(run)?,
            "Best, median and mean fitness by generation",
        ),
        ("frontier", charts::frontier(run)?, "Best fitness by order"),
        (
            "operators",
            charts::operators(run)?,
            "Shares of improvements by operator",
        ),
        ("rates", rates(run)?, "Rates of the operators by generation"),
        (
            "throughput",
            charts::throughput(run)?,
            "Boards valued in a second, and the solvers' tables",
        ),
    ];
    let drawn: Vec<(String, String)> = cards
        .iter()
        .map(|c| (format!("record-{:02}", c.record.order), card_svg(c)))
        .collect();
    let plots = run.folder.plots();
    std::fs::create_dir_all(&plots).map_err(crate::run::folder::FileError::of("create", &plots))?;
    let mut files = Vec::new();
    let pictures = charts
        .iter()
        .map(|(name, svg, _)| (*name, svg))
        .chain(drawn.iter().map(|(n, s)| (n.as_str(), s)));
    for (name, svg) in pictures {
        let file = plots.join(format!("{name}.svg"));
        write_atomic(&file, svg.as_bytes())?;
        files.push(file);
        if with_png {
            let file = plots.join(format!("{name}.png"));
            write_atomic(&file, &png(svg, 2.0)?)?;
            files.push(file);
        }
    }
    let page = run.folder.path().join("report.html");
    write_atomic(&page, page_of(run, &charts, cards, &drawn).as_bytes())?;
    files.push(page);
    Ok(files)
}

fn page_of(
    run: &RunData,
    charts: &[(&str, String, &str)],
    cards: &[Card],
    drawn: &[(String, String)],
) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut out, run, charts, cards, drawn);
    out
}

fn write_page(
    out: &mut String,
    run: &RunData,
    charts: &[(&str, String, &str)],
    cards: &[Card],
    drawn: &[(String, String)],
) -> std::fmt::Result {
    let name = escaped(&run.manifest.name);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{name}: report</title><style>{STYLE}</style></head>\
         <body><h1>{name}</h1>{}",
        summary(run)
    )?;
    write!(out, "<h2>How it went</h2>")?;
    for (_, svg, text) in charts {
        write!(
            out,
            "<figure role=\"img\" aria-label=\"{}\">{}</figure>",
            escaped(text),
            inlined(svg)
        )?;
    }
    write!(out, "<h2>Records</h2>{}", table(run))?;
    for (card, (_, svg)) in cards.iter().zip(drawn).rev() {
        write!(
            out,
            "<figure role=\"img\" aria-label=\"{}\">{}</figure>",
            escaped(&card.heading()),
            inlined(svg)
        )?;
    }
    let config = escaped(&run.plan.to_toml());
    writeln!(
        out,
        "<h2>To run it again</h2><p>Save this as <code>{name}.toml</code> and run <code>boil search {name}.toml</code>; \
         the same version gives the same results on any number of threads.</p><pre><code>{config}</code></pre></body></html>"
    )
}

/// An SVG as it may stand in a page.
fn inlined(svg: &str) -> &str {
    svg.find("<svg").map_or(svg, |start| &svg[start..])
}

fn summary(run: &RunData) -> String {
    let (m, plan) = (&run.manifest, &run.plan);
    let [low, high] = plan.boards.order;
    let tinted = if plan.boards.tinted {
        ", tinted or not"
    } else {
        ""
    };
    let state = match m.status {
        Status::Running => "running".to_string(),
        Status::Finished | Status::Stopped => {
            let how = if m.status == Status::Finished {
                "finished"
            } else {
                "stopped"
            };
            format!("{how} ({})", m.stop_reason.as_deref().unwrap_or("unknown"))
        }
    };
    let best = m.best.as_ref().map_or_else(String::new, |b| {
        format!(
            "<p class=\"headline\">Best fitness <strong>{}</strong>, by <code>{}</code>.</p>",
            escaped(&fitness_text(&b.fitness, &b.certainty)),
            escaped(&board_text(&b.board, &b.tints))
        )
    });
    let inexact = m.inexact.text().map_or_else(String::new, |text| {
        format!(" (not exactly: {})", escaped(&text))
    });
    format!(
        "<p class=\"muted\">{} on boards of the class <em>{}</em>{tinted}, order {low} to {high}: \
         maximise <code>{}</code>. Seed {}, {} generations, {} boards valued{inexact}, {}.</p>{best}",
        escaped(&plan.game.ruleset),
        escaped(&plan.boards.class),
        escaped(&run.objective()),
        m.seed,
        m.generations,
        m.boards_valued,
        escaped(&state)
    )
}

fn table(run: &RunData) -> String {
    let mut rows = String::new();
    for r in run.best_by_order().values() {
        let verified = if r.verified { "yes" } else { "no" };
        let _ = write!(
            rows,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>",
            r.order,
            escaped(&r.fitness_text()),
            escaped(&r.temperature_text()),
            r.degree,
            r.degree2,
            verified,
            escaped(&r.board)
        );
    }
    format!(
        "<table><thead><tr><th>order</th><th>fitness</th><th>temperature</th><th>degree</th><th>degree2</th>\
         <th>checked</th><th>board</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}
