//! The findings of a run that collects the values of an expression.

use super::finding::Finding;
use super::found::checked;
use crate::ReportedRun;
use crate::run::number;
use boilingpoint_plan::values_of;
use boilingpoint_problem::expression::{Expression, QuantityKind};
use boilingpoint_record::records::RecordLine;
use std::collections::BTreeSet;

/// The largest number of missing whole numbers that are named.
const NAMED: usize = 12;

/// The values found and the sizes of their boards; the whole numbers that are missing; when the
/// last value was found; whether the boards were checked.
pub(super) fn findings(run: &ReportedRun, collect: &Expression) -> Vec<Finding> {
    let answers = run.answers();
    let mut findings = Vec::new();
    if collect.kind() == QuantityKind::Form {
        findings.extend(forms(&answers));
    } else {
        findings.extend(found(run, collect, &answers));
        findings.extend(missing(&answers));
    }
    findings.extend(last(run));
    findings.extend(checked(&answers));
    findings
}

/// The value that a record was collected for.
fn value(record: &RecordLine) -> Option<(f64, &str)> {
    let text = record.collected.as_deref()?;
    Some((number(text)?, text))
}

/// The least and the greatest order of the boards.
fn orders(answers: &[&RecordLine]) -> Option<(u64, u64)> {
    let orders = || answers.iter().map(|r| r.facts.order);
    Some((orders().min()?, orders().max()?))
}

/// The number of canonical forms that were found, and the greatest temperature among them.
fn forms(answers: &[&RecordLine]) -> Option<Finding> {
    let (small, large) = orders(answers)?;
    let count = match answers.len() {
        1 => "One canonical form was found".to_string(),
        count => format!("{count} canonical forms were found"),
    };
    let hottest = answers.iter().filter_map(|r| {
        let temperature = r.facts.filed_text("temperature");
        Some((number(&temperature)?, temperature, r))
    });
    let hottest = hottest.max_by(|a, b| a.0.total_cmp(&b.0));
    let hottest = hottest.map_or(String::new(), |(_, temperature, record)| {
        let form = record.collected.as_deref().unwrap_or_default();
        format!(" The hottest is {form}, of temperature {temperature}.")
    });
    let text = format!("{count}, on boards of order {small} to {large}.{hottest}");
    Some(Finding::plain(text))
}

fn found(run: &ReportedRun, collect: &Expression, answers: &[&RecordLine]) -> Option<Finding> {
    let values = || answers.iter().filter_map(|r| value(r));
    let (_, least) = values().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let (_, most) = values().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let (small, large) = orders(answers)?;
    let kept = if run.plan.objective.keeps_smallest() {
        "smallest"
    } else {
        "best"
    };
    let [one, several] = values_of(collect);
    let text = match answers.len() {
        1 => format!("One {one} was found, {least}; its {kept} board has order {small}."),
        count => format!(
            "{count} {several} were found, from {least} to {most}. The {kept} boards have orders from {small} to {large}."
        ),
    };
    Some(Finding::plain(text))
}

/// The whole numbers between the least and the greatest whole value that were not found.
fn missing(answers: &[&RecordLine]) -> Option<Finding> {
    let whole = answers
        .iter()
        .filter_map(|r| r.collected.as_deref()?.parse::<i64>().ok());
    let whole: BTreeSet<i64> = whole.collect();
    let (&least, &most) = (whole.first()?, whole.last()?);
    let span = most.checked_sub(least)?.checked_add(1)?;
    let count = usize::try_from(span).ok()?.checked_sub(whole.len())?;
    let missing = (least..=most).filter(|n| !whole.contains(n)).take(NAMED);
    let missing: Vec<String> = missing.map(|n| n.to_string()).collect();
    let more = if count > missing.len() { ", …" } else { "" };
    let text = match count {
        _ if least == most => return None,
        0 => format!("All whole numbers from {least} to {most} were found."),
        _ => format!(
            "Of the whole numbers from {least} to {most}, {count} were not found: {}{more}.",
            missing.join(", ")
        ),
    };
    Some(Finding::plain(text))
}

/// The generations of the last new value and of the last better board.
fn last(run: &ReportedRun) -> Option<Finding> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let records = run.view.records.iter();
    let new: Vec<u64> = records
        .filter_map(|r| seen.insert(r.collected.as_deref()?).then_some(r.generation))
        .collect();
    let (new, better) = (new.last()?, run.view.records.last()?.generation);
    let all = run.view.generations();
    let kept = if run.plan.objective.keeps_smallest() {
        "smaller"
    } else {
        "better"
    };
    let mut text = format!("The last new value was found in generation {new} of {all}");
    if better > *new {
        text += &format!(", the last {kept} board of a known value in generation {better}");
    }
    Some(Finding::plain(text + "."))
}
