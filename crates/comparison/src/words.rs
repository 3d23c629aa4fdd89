//! A comparison in sentences, which the terminal and the page share.

use super::{Measure, Results, SettingTests};

impl Results {
    /// The name of a setting, as people read it.
    pub fn name(&self, setting: usize) -> String {
        match self.settings.get(setting).map(|s| s.name.as_str()) {
            None | Some("") => "all runs".to_string(),
            Some(name) => name.to_string(),
        }
    }

    /// The verdicts on the best setting and the others, by both measures.
    pub fn verdicts(&self) -> Vec<String> {
        let tests = Measure::ALL.into_iter().filter_map(|m| self.tests(m));
        let sentences = |tests: SettingTests| tests.sentences(|setting| self.name(setting));
        tests.flat_map(sentences).collect()
    }

    /// How the runs are counted, as far as it matters for them.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let unfinished = self.runs.iter().filter(|run| !run.has_finished()).count();
        if unfinished > 0 {
            notes.push(format!(
                "{} not finished; shares, medians and tests leave them out",
                have(unfinished)
            ));
        }
        let (missed, early) = self.missed();
        if missed > 0 && self.runs.iter().any(|run| run.reached.is_some()) {
            let did = if missed == 1 {
                "1 run"
            } else {
                &format!("{missed} runs")
            };
            notes.push(format!(
                "{did} did not reach the target; in medians and tests they rank last, tied"
            ));
        }
        if early > 0 {
            notes.push(format!(
                "of these, {early} ended after fewer boards than the slowest run that reached the \
                 target; with as many boards they might have reached it"
            ));
        }
        if self.settings.len() > 1 && self.common_target().is_none() {
            notes.push(
                "the settings have different targets, so their boards to target are not tested \
                 against each other"
                    .to_string(),
            );
        }
        let is_tested = Measure::ALL.iter().any(|&m| self.tests(m).is_some());
        if is_tested {
            notes.push(
                "p-values are those of the rank test of Mann and Whitney, two-sided, corrected for \
                 all pairs of settings by Holm's method; equal pairs count half"
                    .to_string(),
            );
        }
        notes
    }
}

fn have(count: usize) -> String {
    match count {
        1 => "1 run has".to_string(),
        n => format!("{n} runs have"),
    }
}
