//! The scores of a generation, before the *tell* step.

use super::report::{IslandReport, RecordCandidate};
use boilingpoint_evolve::Batch;
use boilingpoint_problem::{Genome, Score, Unscored};

/// The result of evaluating a board.
pub(super) enum BoardScore {
    /// The board was proved too cold to change anything.
    Cut {
        /// Whether the exact solver proved it.
        tried: bool,
    },
    /// The board was skipped, since boards of similar estimated cost exceeded the budget.
    Screened,
    /// The board has a score, or a reason for having none.
    Scored {
        score: Box<Result<Score, Unscored>>,
        /// Whether the exact solver was tried.
        tried: bool,
    },
}

impl BoardScore {
    pub(super) fn scored(score: Result<Score, Unscored>, tried: bool) -> BoardScore {
        BoardScore::Scored {
            score: Box::new(score),
            tried,
        }
    }

    /// The score, if there is one.
    pub(super) fn score(&self) -> Option<&Score> {
        match self {
            BoardScore::Scored { score, .. } => score.as_ref().as_ref().ok(),
            BoardScore::Cut { .. } | BoardScore::Screened => None,
        }
    }

    /// The reason why there is no score.
    pub(super) fn unscored(&self) -> Option<&Unscored> {
        match self {
            BoardScore::Scored { score, .. } => score.as_ref().as_ref().err(),
            BoardScore::Cut { .. } | BoardScore::Screened => None,
        }
    }
}

/// A batch of an island with the scores of its boards.
pub(super) struct ScoredBatch {
    pub(super) batch: Batch<Genome>,
    /// The scores, in the order of the batch.
    pub(super) scores: Vec<BoardScore>,
    /// The new boards that beat the island's records.
    pub(super) records: Vec<RecordCandidate>,
}

impl ScoredBatch {
    /// The reason why the first board without a fitness has none. Boards that only violate
    /// `require` do not count. `None` if there are no others.
    pub(super) fn why_unscored(&self) -> Option<String> {
        let reasons = self.scores.iter().filter_map(BoardScore::unscored);
        reasons.into_iter().find_map(|why| match why {
            Unscored::Undefined(why) => Some(format!("the objective is undefined ({why})")),
            Unscored::Island(why) => Some(format!("`islands.maximize` is undefined ({why})")),
            Unscored::Unsolved(why) => Some(why.to_string()),
            Unscored::NotRequired => None,
        })
    }
}

/// The facts of an island's generation by which the search finds records, or gives up. They come
/// from the scores before the *tell* step, or from the island's report after it.
pub struct EvaluatedIsland<'a> {
    /// The number of boards that the island asked for.
    pub(super) asked: u64,
    pub(super) is_any_scored: bool,
    /// The reason why a board has no fitness. `None` if every board has one or only violates
    /// `require`.
    pub(super) why_unscored: Option<String>,
    pub(super) records: &'a [RecordCandidate],
}

impl<'a> From<&'a ScoredBatch> for EvaluatedIsland<'a> {
    fn from(scored: &'a ScoredBatch) -> Self {
        let is_scored = |s: &BoardScore| matches!(s, BoardScore::Cut { .. }) || s.score().is_some();
        EvaluatedIsland {
            asked: scored.batch.len() as u64,
            is_any_scored: scored.scores.iter().any(is_scored),
            why_unscored: scored.why_unscored(),
            records: &scored.records,
        }
    }
}

impl<'a> From<&'a IslandReport> for EvaluatedIsland<'a> {
    fn from(report: &'a IslandReport) -> Self {
        EvaluatedIsland {
            asked: report.counts.asked,
            is_any_scored: report.counts.scored > 0,
            why_unscored: report.why_unscored.clone(),
            records: &report.records,
        }
    }
}
