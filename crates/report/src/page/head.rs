//! The part of a page above its sections: question, plan and state of a run.

use super::words::{number_of, plan_in_words, question};
use crate::ReportedRun;
use boilingpoint_record::manifest::{Status, reason_in_words};
use boilingpoint_record::quarantine;

/// The part of a page above its sections.
pub struct PageHead {
    /// The run's name: that of its config.
    pub name: String,
    /// The name of the run's folder, if it is another one.
    pub folder: Option<String>,
    /// The objective as a question.
    pub question: String,
    /// The plan: names and texts.
    pub plan: Vec<(&'static str, String)>,
    /// A text: the reason for which the run ended, its generations and its boards.
    pub state: String,
    /// `running`, `finished` or `stopped`, as pages show it.
    pub status: &'static str,
    /// Version of the program, machine, and times.
    pub colophon: String,
}

impl PageHead {
    /// The head of a run's page.
    pub fn of(run: &ReportedRun) -> PageHead {
        let m = &run.view.manifest;
        let reason = m.stop_reason.as_deref().unwrap_or("unknown");
        let why = match m.status {
            Status::Running => String::new(),
            Status::Finished | Status::Stopped => {
                format!("; it ended because {}", reason_in_words(reason))
            }
        };
        let ended = m
            .ended
            .as_ref()
            .map_or(String::new(), |e| format!(", ended {e}"));
        PageHead {
            name: m.name.clone(),
            folder: run.folder.name().filter(|folder| *folder != m.name),
            question: question(&run.plan),
            plan: plan_in_words(&run.plan),
            state: format!(
                "{}, {} valued{}{why}",
                number_of(run.view.generations(), "generation"),
                number_of(run.view.boards_valued(), "board"),
                skipped_epochs(m.skipped_epochs)
            ),
            status: m.status.name(),
            colophon: format!(
                "boilingpoint {} on {} threads ({}, {}); begun {}{ended}",
                m.version, m.machine.threads, m.machine.os, m.machine.arch, m.started
            ),
        }
    }

    /// The head for a run that cannot be read.
    pub fn unreadable(name: &str) -> PageHead {
        PageHead {
            name: name.to_string(),
            folder: None,
            question: String::new(),
            plan: Vec::new(),
            state: String::new(),
            status: "damaged",
            colophon: String::new(),
        }
    }
}

/// The text about skipped epochs, with which the state ends. Empty if islands skipped no epochs.
fn skipped_epochs(count: u64) -> String {
    let said = quarantine::text(count).map(|text| format!("; {text} (set-aside.jsonl)"));
    said.unwrap_or_default()
}
