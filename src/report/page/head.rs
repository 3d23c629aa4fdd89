//! What stands above the sections: the question, the plan, how the run stands.

use super::words::{grouped, plan_in_words, question};
use crate::record::manifest::Status;
use crate::record::quarantine;
use crate::report::ReportedRun;

/// What stands above the sections.
pub struct PageHead {
    /// The run's name.
    pub name: String,
    /// What is asked.
    pub question: String,
    /// The plan in words.
    pub plan: Vec<(&'static str, String)>,
    /// How it stands.
    pub state: String,
    /// `running`, `finished` or `stopped`, as pages show it.
    pub status: &'static str,
    /// When, with what and where.
    pub colophon: String,
}

impl PageHead {
    /// Of a run.
    pub fn of(run: &ReportedRun) -> PageHead {
        let m = &run.view.manifest;
        let how = match m.status {
            Status::Running => String::new(),
            Status::Finished => format!("ended by {}: ", reason(run)),
            Status::Stopped => format!("{}: ", reason(run)),
        };
        let ended = m
            .ended
            .as_ref()
            .map_or(String::new(), |e| format!(", ended {e}"));
        PageHead {
            name: m.name.clone(),
            question: question(&run.plan),
            plan: plan_in_words(&run.plan),
            state: format!(
                "{how}{} generations, {} boards valued{}",
                grouped(run.view.generations()),
                grouped(run.view.boards_valued()),
                skipped_epochs(m.skipped_epochs)
            ),
            status: m.status.name(),
            colophon: format!(
                "boilingpoint {} on {} threads ({}, {}); begun {}{ended}",
                m.version, m.machine.threads, m.machine.os, m.machine.arch, m.started
            ),
        }
    }

    /// Of a run that cannot be read.
    pub fn unreadable(name: &str) -> PageHead {
        PageHead {
            name: name.to_string(),
            question: String::new(),
            plan: Vec::new(),
            state: String::new(),
            status: "damaged",
            colophon: String::new(),
        }
    }
}

/// The end of the state: how many epochs were skipped.
fn skipped_epochs(count: u64) -> String {
    let said = quarantine::text(count).map(|text| format!("; {text} (set-aside.jsonl)"));
    said.unwrap_or_default()
}

fn reason(run: &ReportedRun) -> &str {
    run.view
        .manifest
        .stop_reason
        .as_deref()
        .unwrap_or("unknown")
}
