//! What stands above the sections: the question, the plan, how the run stands.

use super::words::{grouped, plan_in_words, question};
use crate::report::read::RunData;
use crate::run::manifest::Status;
use crate::run::set_aside;

/// What stands above the sections.
pub struct Head {
    /// The run's name.
    pub name: String,
    /// What is asked.
    pub question: String,
    /// The plan in words.
    pub plan: Vec<(&'static str, String)>,
    /// How it stands.
    pub state: String,
    /// `running`, `finished` or `stopped`.
    pub status: &'static str,
    /// When, with what and where.
    pub colophon: String,
}

impl Head {
    /// Of a run.
    pub fn of(run: &RunData) -> Head {
        let m = &run.manifest;
        let generations = run.progress.last().map_or(0, |r| r.generation + 1);
        let valued = run.progress.last().map_or(0, |r| r.boards_valued);
        let (status, how) = match m.status {
            Status::Running => ("running", String::new()),
            Status::Finished => ("finished", format!("ended by {}: ", reason(run))),
            Status::Stopped => ("stopped", format!("{}: ", reason(run))),
        };
        let ended = m
            .ended
            .as_ref()
            .map_or(String::new(), |e| format!(", ended {e}"));
        Head {
            name: m.name.clone(),
            question: question(&run.plan),
            plan: plan_in_words(&run.plan),
            state: format!(
                "{how}{} generations, {} boards valued{}",
                grouped(generations),
                grouped(valued),
                sat_out(m.set_aside)
            ),
            status,
            colophon: format!(
                "boilingpoint {} on {} threads ({}, {}); begun {}{ended}",
                m.version, m.machine.threads, m.machine.os, m.machine.arch, m.started
            ),
        }
    }

    /// Of a run that cannot be read.
    pub fn unreadable(name: &str) -> Head {
        Head {
            name: name.to_string(),
            question: String::new(),
            plan: Vec::new(),
            state: String::new(),
            status: "damaged",
            colophon: String::new(),
        }
    }
}

/// What is said of epochs that were set aside.
fn sat_out(count: u64) -> String {
    let said = set_aside::text(count).map(|text| format!("; {text} (set-aside.jsonl)"));
    said.unwrap_or_default()
}

fn reason(run: &RunData) -> &str {
    run.manifest.stop_reason.as_deref().unwrap_or("unknown")
}
