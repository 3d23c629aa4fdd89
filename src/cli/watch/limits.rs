//! The progress of a run towards its nearest limit: of generations, seconds or boards.

use boilingpoint_plan::Plan;

/// The limits of a run. 0 stands for no limit.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct RunLimits {
    pub generations: u64,
    pub seconds: u64,
    pub boards: u64,
}

/// The progress of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Completion {
    /// The part of the run that is done, from 0 to 1.
    pub fraction: f64,
    /// The part of the nearest limit that is used up, in words.
    pub text: String,
    /// An estimate of the seconds that are left, if it can be made.
    pub left: Option<f64>,
}

impl RunLimits {
    pub fn new(plan: &Plan) -> RunLimits {
        RunLimits {
            generations: plan.search.generations,
            seconds: plan.budget.seconds,
            boards: plan.budget.boards,
        }
    }

    /// The progress after this many generations, boards and seconds.
    pub fn completion(&self, generation: u64, boards: u64, elapsed: f64) -> Completion {
        let of = |done: f64, all: u64| (done / all as f64).clamp(0.0, 1.0);
        let generations = match self.generations {
            0 => 1.0,
            all => of(generation as f64, all),
        };
        let share = |done: f64, all: u64| if all == 0 { 0.0 } else { of(done, all) };
        let seconds = share(elapsed, self.seconds);
        let boards_share = share(boards as f64, self.boards);
        // If the pace stays the same, the run reaches the limit with the greatest share first.
        let fraction = generations.max(seconds).max(boards_share);
        let text = if fraction == generations {
            format!("generation {generation} of {}", self.generations)
        } else if fraction == seconds {
            format!(
                "generation {generation}, {elapsed:.0} of {} s",
                self.seconds
            )
        } else {
            format!(
                "generation {generation}, {boards} of {} boards",
                self.boards
            )
        };
        let known = fraction == seconds || generation > 1;
        let left = elapsed * (1.0 - fraction) / fraction;
        let left = (known && fraction > 0.0).then_some(left);
        Completion {
            fraction,
            text,
            left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_first_is_told() {
        let limits = RunLimits {
            generations: 100,
            seconds: 60,
            boards: 0,
        };
        let completion = limits.completion(50, 7, 15.0);
        assert_eq!(completion.text, "generation 50 of 100");
        assert_eq!((completion.fraction, completion.left), (0.5, Some(15.0)));
        let completion = limits.completion(5, 7, 15.0);
        assert_eq!(completion.text, "generation 5, 15 of 60 s");
        assert_eq!((completion.fraction, completion.left), (0.25, Some(45.0)));
        let boards = RunLimits {
            boards: 10,
            ..limits
        };
        let completion = boards.completion(5, 7, 15.0);
        assert_eq!(completion.text, "generation 5, 7 of 10 boards");
    }

    #[test]
    fn nothing_is_told_of_what_is_not_known() {
        let limits = RunLimits {
            generations: 100,
            ..RunLimits::default()
        };
        assert_eq!(limits.completion(0, 0, 5.0).left, None);
        assert_eq!(limits.completion(1, 0, 5.0).left, None);
        assert_eq!(limits.completion(100, 0, 5.0).left, Some(0.0));
        assert_eq!(limits.completion(200, 0, 5.0).fraction, 1.0);
        assert_eq!(RunLimits::default().completion(0, 0, 0.0).fraction, 1.0);
    }
}
