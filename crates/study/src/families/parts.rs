//! Sweeps over a family by parts, which any process can do.

use super::sweep::{Ranges, Sweep, SweepRow, Valuation};
use crate::gather::{do_part, no_part};
use crate::part::{Cause, DonePart, ListWork, Part, WorkError};
use boilingpoint_boards::{BoardFamily, Definitions};
use boilingpoint_problem::{Columns, Objective};
use boilingpoint_rules as ruleset;
use boilingpoint_solver::{Budget, Pool};
use boilingpoint_values::Notation;
use serde::{Deserialize, Serialize};

/// The number of members of a chunk.
const CHUNK: usize = 16;

/// A sweep, as other processes read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepQuestion {
    pub ruleset: String,
    pub family: String,
    /// The user's definitions, such as `nested(a,b) = tree(a*tree(b*leaf))`.
    pub definitions: Vec<String>,
    /// The range of each parameter, both ends included.
    pub ranges: Vec<(char, [i64; 2])>,
    pub notation: Notation,
    /// The longest text of a canonical form, and the steps for bounds, as in [`Valuation`].
    pub limit: usize,
    pub steps: u64,
    pub objective: Option<String>,
    pub columns: Option<String>,
}

/// A row, or the reason why the member has none.
pub type PartRow = Result<SweepRow, String>;

/// A sweep in this process.
pub struct SweepWork {
    sweep: Sweep,
    objective: Option<Objective>,
    columns: Option<Columns>,
    question: SweepQuestion,
    pool: Pool,
}

impl Sweep {
    /// The number of chunks of the members.
    pub fn chunks(&self) -> u64 {
        self.points.len().div_ceil(CHUNK) as u64
    }
}

impl SweepWork {
    /// The sweep for a question, with this number of threads.
    ///
    /// # Errors
    /// When the question cannot be read, or the threads cannot be started.
    pub fn new(
        question: SweepQuestion,
        budget: &Budget,
        threads: usize,
    ) -> Result<SweepWork, Cause> {
        let mut known = Definitions::none();
        for text in &question.definitions {
            known.read(text)?;
        }
        let family = BoardFamily::parse(&question.family, &known)?;
        let ranges = question.ranges.iter();
        let ranges = Ranges(
            ranges
                .map(|&(name, [low, high])| (name, low..=high))
                .collect(),
        );
        let sweep = Sweep::of(&family, &ranges)?;
        let columns = question.columns.as_deref();
        let columns = columns.map(|text| Columns::parse_with(text, &sweep.names));
        let objective = question.objective.as_deref().map(Objective::parse);
        Ok(SweepWork {
            objective: objective.transpose()?,
            columns: columns.transpose()?,
            pool: Pool::new(ruleset::find(&question.ruleset)?, budget, threads)?,
            sweep,
            question,
        })
    }
}

impl ListWork for SweepWork {
    fn pool(&self) -> &Pool {
        &self.pool
    }

    fn part(&self, part: Part, is_late: &dyn Fn() -> bool) -> Result<DonePart, WorkError> {
        let chunks = self.sweep.chunks();
        let chunk = part.chunk(chunks).and_then(|n| usize::try_from(n).ok());
        let members = chunk.and_then(|n| self.sweep.points.chunks(CHUNK).nth(n));
        let members = members.ok_or_else(no_part)?;
        let how = Valuation {
            pool: &self.pool,
            notation: self.question.notation,
            limit: self.question.limit,
            steps: self.question.steps,
            objective: self.objective.as_ref(),
            columns: self.columns.as_ref(),
        };
        let numbers = [chunks as usize, members.len(), 1];
        let rows: Vec<PartRow> = Vec::new();
        do_part(&self.pool, part, numbers, is_late, rows, |rows, places| {
            let members: Vec<&Vec<i64>> = members[places].iter().collect();
            let done = self.pool.map(&members, |solver, point| {
                let row = self.sweep.row(&how, solver, point);
                row.map_err(|e| e.to_string())
            });
            rows.extend(done);
        })
    }
}
