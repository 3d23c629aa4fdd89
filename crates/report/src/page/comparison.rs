//! The page of several runs: the charts of their settings, the verdicts of the tests, a table of the
//! settings and a table of the runs.

use super::words::{grouped, number_of, question};
use super::{CHARTS, SCRIPT, STYLE, TABLES};
use crate::ReportError;
use crate::charts::{self, Picture, SettingStyle, setting_styles};
use askama::Template;
use boilingpoint_comparison::{
    Attained, ComparedRun, ComparisonSummary, EffortAxis, MOST_KEYS, Measure, Results,
    SettingTests, p_text, percent,
};
use boilingpoint_plan::Setting;
use boilingpoint_problem::{Certainty, Fitness};
use boilingpoint_record::manifest::reason_name;

/// The text of a cell without a number.
const ABSENT: &str = "–";

/// A setting, as a row of the table.
struct SettingCells {
    id: String,
    style: SettingStyle,
    name: String,
    runs: String,
    reached: String,
    share: String,
    boards: [String; 4],
    in_all: String,
    best: [String; 3],
    /// The result of the test by each measure that is tested.
    verdicts: Vec<String>,
}

/// A run, as a row of the table.
struct RunCells {
    id: String,
    name: String,
    /// The name in the run's config, if the name of the run does not show it.
    config: String,
    /// The address of the run's own page; empty if there is none.
    address: String,
    setting: String,
    style: SettingStyle,
    seed: u64,
    status: &'static str,
    reached: String,
    asked: String,
    valued: String,
    best: String,
    to_best: String,
    reason: String,
}

/// A chart for a choice of axes.
struct AxisFigure {
    axis: &'static str,
    figure: Picture,
}

/// The contents of a comparison's page.
pub struct ComparisonBody {
    /// The title.
    pub title: String,
    /// The HTML.
    pub html: String,
}

#[derive(Template)]
#[template(path = "comparison-body.html")]
struct ComparisonPart {
    title: String,
    question: String,
    target: String,
    verdicts: Vec<String>,
    notes: Vec<String>,
    attainment: Picture,
    /// Whether a finished run did not reach the target.
    are_some_missing: bool,
    medians: Vec<AxisFigure>,
    /// The measures by which settings are tested.
    measures: Vec<&'static str>,
    settings: Vec<SettingCells>,
    runs: Vec<RunCells>,
    /// The keys that differ, each with the value of every setting, unless the names of the settings
    /// show them.
    differences: Vec<(String, Vec<String>)>,
}

/// The name of a run and the address of its page, if it has one.
pub type RunLink = (String, Option<String>);

#[derive(Template)]
#[template(path = "comparison.html")]
struct ComparisonPage {
    body: ComparisonBody,
    style: &'static str,
    script: &'static str,
    charts: &'static str,
    tables: &'static str,
}

/// The page of several runs, as one file that needs no network. `link` gives the name of a run and
/// the address of its page.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn comparison_page(
    results: &Results,
    link: &dyn Fn(&ComparedRun) -> RunLink,
) -> Result<String, ReportError> {
    let page = ComparisonPage {
        body: ComparisonBody::of(results, link)?,
        style: STYLE,
        script: SCRIPT,
        charts: CHARTS,
        tables: TABLES,
    };
    Ok(page.render()?)
}

impl ComparisonBody {
    /// The contents of the page of these runs.
    ///
    /// # Errors
    /// If a chart cannot be drawn.
    pub fn of(
        results: &Results,
        link: &dyn Fn(&ComparedRun) -> RunLink,
    ) -> Result<ComparisonBody, ReportError> {
        let styles = setting_styles(results);
        let tests: Vec<SettingTests> = Measure::ALL
            .into_iter()
            .filter_map(|m| results.tests(m))
            .collect();
        let mut medians = Vec::new();
        for axis in EffortAxis::ALL {
            let figure = charts::medians(results, axis)?;
            medians.extend(figure.map(|figure| AxisFigure {
                axis: axis.name(),
                figure,
            }));
        }
        let runs = results.runs.iter().enumerate();
        let settings = 0..results.settings.len();
        let part = ComparisonPart {
            title: title(results),
            question: common(results, |s| question(&s.plan)).unwrap_or_default(),
            target: results.common_target().unwrap_or_default(),
            verdicts: results.verdicts(),
            notes: results.notes(),
            attainment: charts::attainment(results)?,
            are_some_missing: results.missed().0 > 0,
            medians,
            measures: tests.iter().map(|t| t.measure.heading()).collect(),
            differences: differences(results),
            settings: settings
                .map(|i| SettingCells::of(results, i, styles[i], &tests))
                .collect(),
            runs: runs
                .map(|(i, run)| RunCells::of(results, (i, run), styles[run.setting], link(run)))
                .collect(),
        };
        Ok(ComparisonBody {
            html: part.render()?,
            title: part.title,
        })
    }
}

/// The keys that differ, each with the value of every setting, if there are too many for names.
fn differences(results: &Results) -> Vec<(String, Vec<String>)> {
    if results.keys.len() <= MOST_KEYS {
        return Vec::new();
    }
    let row = |(at, key): (usize, &String)| {
        let values = results.settings.iter().filter_map(|s| s.values.get(at));
        (key.clone(), values.cloned().collect())
    };
    results.keys.iter().enumerate().map(row).collect()
}

fn title(results: &Results) -> String {
    let runs = number_of(results.runs.len() as u64, "run");
    match results.settings.len() {
        1 => format!("Comparison of {runs}"),
        n => format!("Comparison of {n} settings, {runs}"),
    }
}

/// A text about the settings, if it is the same for all.
fn common(results: &Results, text: impl Fn(&Setting) -> String) -> Option<String> {
    let mut texts = results.settings.iter().map(text);
    let first = texts.next()?;
    texts.all(|text| text == first).then_some(first)
}

impl SettingCells {
    fn of(
        results: &Results,
        setting: usize,
        style: SettingStyle,
        tests: &[SettingTests],
    ) -> SettingCells {
        let summary = results.summary(setting);
        let objective = &results.settings[setting].plan.objective;
        let words = |fitness: &Fitness| objective.fitness_words(&fitness.texts(), Certainty::Exact);
        let best = summary.best.as_ref();
        let best = best.map_or([ABSENT; 3].map(String::from), |best| {
            [&best.max, &best.median, &best.min].map(words)
        });
        let verdict = |tests: &SettingTests| match (tests.best == setting, tests.on[setting]) {
            (true, _) => "best".to_string(),
            (false, None) => ABSENT.to_string(),
            (false, Some(test)) => {
                let share = percent(test.test.smaller);
                format!("{} ({share} of pairs)", p_text(test.p))
            }
        };
        let boards = summary.boards_to_target.as_ref();
        SettingCells {
            id: format!("setting-{setting}"),
            style,
            name: results.name(setting),
            runs: runs_text(&summary),
            reached: summary.reached.to_string(),
            share: summary.share.map_or(ABSENT.to_string(), |s| {
                let [low, high] = s.interval.map(percent);
                format!(
                    "{} ({} to {high})",
                    percent(s.share),
                    low.trim_end_matches(" %")
                )
            }),
            boards: boards.map_or([ABSENT; 4].map(String::from), effort_texts),
            in_all: summary
                .boards
                .map_or(ABSENT.to_string(), |b| grouped(b.median)),
            best,
            verdicts: tests.iter().map(verdict).collect(),
        }
    }
}

fn runs_text(summary: &ComparisonSummary) -> String {
    match summary.unfinished {
        0 => summary.runs.to_string(),
        more => format!("{} and {more} unfinished", summary.runs),
    }
}

/// Median, interval of the median, least, greatest.
fn effort_texts(boards: &Attained<u64>) -> [String; 4] {
    let text = |boards: Option<u64>| boards.map_or(ABSENT.to_string(), grouped);
    let least = format!("over {}", grouped(boards.least_median));
    let interval = match boards.interval {
        [Some(low), Some(high)] => format!("{} to {}", grouped(low), grouped(high)),
        [Some(low), None] => format!("{} or more", grouped(low)),
        [None, _] => ABSENT.to_string(),
    };
    [
        boards.median.map_or(least, grouped),
        interval,
        text(boards.min),
        text(boards.max),
    ]
}

impl RunCells {
    fn of(
        results: &Results,
        (place, run): (usize, &ComparedRun),
        style: SettingStyle,
        (name, address): RunLink,
    ) -> RunCells {
        let objective = &results.settings[run.setting].plan.objective;
        let best = objective.standing(run.manifest.best.as_ref(), run.values());
        let boards = |effort: Option<boilingpoint_comparison::RunEffort>| {
            effort.map_or(ABSENT.to_string(), |effort| grouped(effort.asked))
        };
        let reason = run
            .manifest
            .stop_reason
            .as_deref()
            .filter(|_| run.has_finished());
        RunCells {
            id: format!("run-{place}"),
            config: Some(run.manifest.name.clone())
                .filter(|config| !name.split('/').any(|part| part == config))
                .unwrap_or_default(),
            name,
            address: address.unwrap_or_default(),
            setting: results.name(run.setting),
            style,
            seed: run.seed,
            status: run.status,
            reached: boards(run.reached),
            asked: grouped(run.end.asked),
            valued: grouped(run.manifest.boards_valued),
            best: best.unwrap_or_default(),
            to_best: boards(run.to_best()),
            reason: reason.map_or(String::new(), |reason| reason_name(reason).to_string()),
        }
    }
}
