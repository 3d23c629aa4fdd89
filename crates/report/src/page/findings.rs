//! The main findings of a run, in a few sentences.

use super::counted::counted_in_words;
use super::finding::Finding;
use super::words::{grouped, number_of, on_a_page};
use super::{collected, found, front};
use crate::ReportedRun;
use crate::charts::BookBest;
use crate::run::number;
use boilingpoint_boards::board_text;
use boilingpoint_plan::{Question, listed};
use boilingpoint_record::manifest::valued_parts;
use boilingpoint_record::records::RecordLine;
use boilingpoint_record::view::{IslandView, OperatorView};
use std::collections::BTreeMap;

/// The main findings, the most important first.
pub fn findings(run: &ReportedRun, known: &BTreeMap<u64, BookBest>) -> Vec<Finding> {
    let mut found = Vec::from_iter(scarcity(run));
    match run.plan.objective.question() {
        Question::Best => {
            found.extend(front::finding(run));
            found.extend(best(run));
            found.extend(against_book(run, known));
            found.extend(checked(run));
            // Of a front, the finding about it says when it last grew.
            found.extend(progress(run).filter(|_| !run.plan.objective.is_front()));
        }
        Question::Find(find) => found.extend(found::findings(run, find, known)),
        Question::Collect(collect) => found.extend(collected::findings(run, collect)),
    }
    found.extend(found::nearness(run));
    found.extend(counted(run));
    found.extend(restarts(run).filter(|_| run.has_course()));
    found.extend(leader(run).filter(|_| run.has_course()));
    found.extend(verdicts(run));
    found
}

/// Whether so few boards have a fitness that the search has little to choose from, and what can be
/// done.
fn scarcity(run: &ReportedRun) -> Option<Finding> {
    let (valued, skipped) = (
        run.view.boards_valued(),
        run.view.events.total.inexact.screened,
    );
    let asked = run.view.asked(run.plan.condition_text());
    let advice = asked.advice(skipped).filter(|_| asked.are_scarce(valued))?;
    let (some, boards) = (grouped(valued), grouped(asked.boards));
    Some(Finding::plain(on_a_page(&format!(
        "Only {some} of {boards} boards have a fitness, so the search had little to choose from. To \
         have more: {advice}."
    ))))
}

fn best(run: &ReportedRun) -> Option<Finding> {
    let best = run.view.manifest.best.as_ref()?;
    let record = run
        .view
        .records
        .iter()
        .rev()
        .find(|r| r.facts.board == best.board && r.facts.tints == best.tints);
    let asked = run.view.events.bests.last();
    let when = asked.map_or(String::new(), |b| {
        format!(
            ", found in generation {} as board number {}",
            b.generation,
            grouped(b.boards)
        )
    });
    let order = record.map_or(String::new(), |r| format!(" at order {}", r.facts.order));
    let what = match run.plan.objective.is_front() {
        true => "The best values by the first expression are",
        false => "The best fitness is",
    };
    Some(Finding {
        text: format!("{what} {}{order}{when}.", best.fitness_text()),
        board: Some(board_text(&best.board, &best.tints)),
        target: record.map(|r| format!("record-{}", r.facts.order)),
    })
}

fn against_book(run: &ReportedRun, known: &BTreeMap<u64, BookBest>) -> Option<Finding> {
    let best = run.view.best_by_order();
    let pairs = best.iter().filter_map(|(order, r)| {
        let book = number(&known.get(order)?.fitness)?;
        Some((*order, number(r.fitness.first()?)?.total_cmp(&book)))
    });
    let pairs: Vec<_> = pairs.collect();
    if pairs.is_empty() {
        return None;
    }
    let behind: Vec<String> = pairs
        .iter()
        .filter(|(_, c)| c.is_lt())
        .map(|(order, _)| order.to_string())
        .collect();
    Some(Finding::plain(match behind.as_slice() {
        [] => format!(
            "{} the run is as good as the best in the record book.",
            match pairs.as_slice() {
                [(order, _)] => format!("At order {order}"),
                all => format!("At each of {} orders", all.len()),
            }
        ),
        behind => format!(
            "At {} of {} orders the run is as good as the best in the record book; it falls short at order {}.",
            pairs.len() - behind.len(),
            pairs.len(),
            behind.join(", ")
        ),
    }))
}

fn checked(run: &ReportedRun) -> Option<Finding> {
    let best: Vec<&RecordLine> = run.view.best_by_order().into_values().collect();
    if best.is_empty() {
        return None;
    }
    let verified = best.iter().filter(|r| r.verified).count();
    let bounds = best.iter().filter(|r| r.facts.is_bound()).count();
    let mut text = match best.as_slice() {
        [only] if only.verified => "The only record was checked independently.".to_string(),
        all if verified == all.len() => {
            format!("The records of all {verified} orders were checked independently.")
        }
        all => {
            let of = number_of(all.len() as u64, "order");
            format!("The records of {verified} of {of} were checked independently.")
        }
    };
    if bounds > 0 {
        text += &format!(" {bounds} of these records are proved lower bounds, not exact values.");
    }
    Some(Finding::plain(text))
}

fn progress(run: &ReportedRun) -> Option<Finding> {
    let last = run.view.progress.last()?.generation;
    let improved = run.view.events.bests.last()?.generation;
    let since = last.saturating_sub(improved);
    (since > 0 && last >= 10).then(|| {
        Finding::plain(format!(
            "The last {since} of {} generations did not improve the best fitness.",
            last + 1
        ))
    })
}

/// The number of restarts, if islands restart.
fn restarts(run: &ReportedRun) -> Option<Finding> {
    let islands = run.view.islands.iter();
    let restarts: u64 = islands.map(|island: &IslandView| island.restarts).sum();
    let text = match (run.plan.search.stagnation, restarts) {
        (0, _) => return None,
        (_, 0) => "No island restarted.".to_string(),
        (_, times) => format!("Islands restarted {}.", number_of(times, "time")),
    };
    Some(Finding::plain(text))
}

/// The orders whose boards were all valued, as a sentence.
fn counted(run: &ReportedRun) -> Option<Finding> {
    let text = counted_in_words(&run.plan, &run.counted)?;
    let mut letters = text.chars();
    let first = letters.next()?.to_uppercase();
    Some(Finding::plain(format!("{first}{}.", letters.as_str())))
}

fn leader(run: &ReportedRun) -> Option<Finding> {
    let (name, total) = run
        .view
        .operators
        .iter()
        .max_by(|a, b| a.1.improved.cmp(&b.1.improved).then(b.0.cmp(a.0)))?;
    let all: u64 = run.view.operators.values().map(|t| t.improved).sum();
    let as_many = |other: &(&String, &OperatorView)| other.1.improved == total.improved;
    let leaders = run.view.operators.iter().filter(as_many);
    let leaders: Vec<&str> = leaders.map(|(name, _)| name.as_str()).collect();
    let who = match leaders.len() {
        1 => format!("The operator {name} had"),
        2..=4 => format!("The operators {} had each", listed(&leaders)),
        more => format!("Of the operators, {more} had each"),
    };
    let made = number_of(total.improved, "improvement");
    let share = 100 * total.improved / all.max(1);
    (total.improved > 0).then(|| {
        Finding::plain(format!(
            "{who} the greatest part in improvements of the archive: {made} ({share} % of the credit)."
        ))
    })
}

fn verdicts(run: &ReportedRun) -> Option<Finding> {
    let (total, valued) = (run.view.events.total, run.view.boards_valued());
    let told = |counts: &[(u64, &str)]| -> Vec<String> {
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        counts
            .map(|(count, how)| format!("{} {how}", grouped(*count)))
            .collect()
    };
    let parts = told(&valued_parts(valued, &total.inexact));
    let mut text = match valued {
        0 => "No board was valued".to_string(),
        _ if run.counted.is_empty() => format!("{} boards were valued", grouped(valued)),
        _ => format!("Beside the counted boards, {} were valued", grouped(valued)),
    };
    text += &match parts.len() {
        0 => ".".to_string(),
        1 if total.inexact.is_empty() => ", all of them exactly.".to_string(),
        _ => format!(": {}.", parts.join(", ")),
    };
    let asked = run.view.asked(run.plan.condition_text());
    let others = asked.without_fitness(total.inexact.screened, grouped);
    text += &others.map_or(String::new(), |others| on_a_page(&format!(" Of {others}.")));
    Some(Finding::plain(text))
}
