//! How far a run is: by generations, seconds or boards, whichever will end it first.

use crate::run::config::Plan;

/// What ends a run; 0: does not.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Limits {
    pub generations: u64,
    pub seconds: u64,
    pub boards: u64,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct Stand {
    /// From 0 to 1.
    pub fraction: f64,
    /// What of the limit that will end it has been used up.
    pub text: String,
    /// Seconds left, if that can be told.
    pub left: Option<f64>,
}

impl Limits {
    pub fn new(plan: &Plan) -> Limits {
        Limits {
            generations: plan.search.generations,
            seconds: plan.budget.seconds,
            boards: plan.budget.boards,
        }
    }

    /// How far a run is after so many generations, boards and seconds.
    pub fn stand(&self, generation: u64, boards: u64, elapsed: f64) -> Stand {
        let of = |done: f64, all: u64| (done / all as f64).clamp(0.0, 1.0);
        let generations = match self.generations {
            0 => 1.0,
            all => of(generation as f64, all),
        };
        let share = |done: f64, all: u64| if all == 0 { 0.0 } else { of(done, all) };
        let seconds = share(elapsed, self.seconds);
        let boards_share = share(boards as f64, self.boards);
        // What is furthest will end first, if all goes on as it has.
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
        Stand {
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
        let limits = Limits {
            generations: 100,
            seconds: 60,
            boards: 0,
        };
        let stand = limits.stand(50, 7, 15.0);
        assert_eq!(stand.text, "generation 50 of 100");
        assert_eq!((stand.fraction, stand.left), (0.5, Some(15.0)));
        let stand = limits.stand(5, 7, 15.0);
        assert_eq!(stand.text, "generation 5, 15 of 60 s");
        assert_eq!((stand.fraction, stand.left), (0.25, Some(45.0)));
        let boards = Limits {
            boards: 10,
            ..limits
        };
        let stand = boards.stand(5, 7, 15.0);
        assert_eq!(stand.text, "generation 5, 7 of 10 boards");
    }

    #[test]
    fn nothing_is_told_of_what_is_not_known() {
        let limits = Limits {
            generations: 100,
            ..Limits::default()
        };
        assert_eq!(limits.stand(0, 0, 5.0).left, None);
        assert_eq!(limits.stand(1, 0, 5.0).left, None);
        assert_eq!(limits.stand(100, 0, 5.0).left, Some(0.0));
        assert_eq!(limits.stand(200, 0, 5.0).fraction, 1.0);
        assert_eq!(Limits::default().stand(0, 0, 0.0).fraction, 1.0);
    }
}
