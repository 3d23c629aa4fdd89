//! Checks of several keys at once.

use super::Plan;
use super::names::name_in_game_file;
use super::reader::Reader;
use super::table::key;
use boilingpoint_evolve::{Choice, Method};
use boilingpoint_problem::Kind;
use boilingpoint_rules::Feature;

/// The number of generations of a run that its seconds or its boards end.
const UNBOUNDED: u64 = 1_000_000;

impl Plan {
    /// Fits defaults to the values of other keys.
    pub(super) fn fit_defaults(&mut self, from: &Reader) {
        let search = &mut self.search;
        for (key, count) in [
            (key!(search.migrants), &mut search.migrants),
            (key!(search.immigrants), &mut search.immigrants),
            (key!(search.polish), &mut search.polish),
        ] {
            if from.is_default(key) {
                *count = (*count).min(search.population);
            }
        }
        let is_limited = self.budget.seconds > 0 || self.budget.boards > 0;
        if is_limited && from.is_default(key!(search.generations)) {
            self.search.generations = UNBOUNDED;
        }
        self.lower_board_memory(from);
        if self.game.name.is_empty() {
            let name = name_in_game_file(from, key!(game.ruleset));
            self.game.name = name.unwrap_or_default();
        }
    }

    /// Notes features of boards that do not fit the ruleset: the ruleset cannot use them, or the
    /// plan lacks a feature that the ruleset requires.
    pub(super) fn check_carries(&self, from: &Reader) {
        let (ruleset, boards) = (self.game.ruleset.name(), &self.boards);
        // After a mistake, another ruleset is in the place of the one that was meant.
        if from.is_mistaken(key!(game.ruleset)) || from.is_blank(key!(game.ruleset)) {
            return;
        }
        let (carries, features) = (self.game.ruleset.carries(), boards.features());
        if features.squares != carries.squares {
            let (message, help) = if features.squares {
                (
                    "is not played on squares",
                    "give another class, such as \"connected\"",
                )
            } else {
                ("is played on squares", "give the class \"squares\"")
            };
            from.misfit(key!(boards.class), format!("{ruleset} {message}"), help);
        }
        for (key, name, feature) in [
            (key!(boards.tinted), "tints", Feature::Tints),
            (key!(boards.max_weight), "weights", Feature::Weights),
            (key!(boards.loops), "loops", Feature::Loops),
            (key!(boards.parallel), "parallel edges", Feature::Parallel),
            (key!(boards.arcs), "arcs", Feature::Arcs),
        ] {
            if features.has(feature) && !carries.has(feature) {
                let message = format!("{ruleset} has no use for `{key}`");
                from.misfit(
                    key,
                    message,
                    format!("leave `{key}` out: the game has no {name}"),
                );
            }
        }
    }

    /// Notes keys that do not fit each other.
    pub(super) fn check_together(&self, from: &Reader) {
        let (search, objective) = (&self.search, &self.objective);
        for (key, count) in [
            (key!(search.tournament), search.tournament),
            (key!(search.migrants), search.migrants),
            (key!(search.immigrants), search.immigrants),
        ] {
            if count > search.population {
                let population = key!(search.population);
                let message = format!("`{key}` is {count}, which is more than `{population}`");
                from.misfit(
                    key,
                    message,
                    format!("give at most {}, the population", search.population),
                );
            }
        }
        self.check_memory(from);
        if objective.find.is_some() && objective.collect.is_some() {
            let message = "`find` and `collect` exclude each other";
            let help = "keep one of the two";
            from.misfit(key!(objective.collect), message, help);
        }
        if objective.stop_at_find && objective.find.is_none() {
            let (key, find) = (key!(objective.stop_at_find), key!(objective.find));
            let help = format!(
                "give a condition in `{find}`, or one in `{}`",
                key!(objective.stop_when)
            );
            from.misfit(key, format!("`{key}` needs `{find}`"), help);
        }
        self.check_front(from);
        self.check_start(from);
        self.check_classes(from);
    }

    /// Notes keys that do not fit a front.
    fn check_front(&self, from: &Reader) {
        if !self.objective.is_front() {
            return;
        }
        if self.objective.collect.is_some() {
            let message =
                "`collect` keeps the best board of each value, but a front has no best board";
            let help = "give `maximize` as a list, the most important expression first";
            from.misfit(key!(objective.collect), message, help);
        }
        let own = self.islands.method.iter();
        for (key, methods) in [
            (key!(search.method), vec![self.search.method]),
            (key!(islands.method), own.copied().collect()),
        ] {
            let walks = |m: &Method| !matches!(m, Method::Evolve | Method::Random);
            if let Some(method) = methods.into_iter().find(walks) {
                let word = method.word();
                let message = format!(
                    "`{key}` is \"{word}\", which goes to better boards, but a front has no order"
                );
                from.misfit(key, message, "give \"evolve\" or \"random\"");
            }
        }
    }

    fn check_start(&self, from: &Reader) {
        let boards = &self.boards;
        let [least, most] = boards.order;
        let (start, end) = (key!(boards.grow_from), key!(boards.grow_until));
        match (boards.grow_from, boards.grow_until) {
            (0, 0) => {}
            (0, _) => from.misfit(
                end,
                format!("`{end}` needs `{start}`"),
                "give the greatest number of vertices of the first boards",
            ),
            (first, _) if !(least..=most).contains(&first) => from.misfit(
                start,
                format!(
                    "`{start}` is {first}, which is outside of `{}`",
                    key!(boards.order)
                ),
                format!("give an order from {least} to {most}"),
            ),
            (_, 0) => from.misfit(
                start,
                format!("`{start}` needs `{end}`"),
                "give the generation in which growth ends",
            ),
            _ => {}
        }
        if boards.start_only && boards.start.is_empty() {
            let key = key!(boards.start_only);
            let help = format!("list boards in `{}`", key!(boards.start));
            from.misfit(key, format!("`{key}` needs boards to start from"), help);
        }
    }

    fn check_classes(&self, from: &Reader) {
        let boards = &self.boards;
        let (key, whole) = (key!(islands.class), key!(boards.class));
        for own in self
            .islands
            .class
            .iter()
            .filter(|c| !c.is_within(boards.class))
        {
            let (own, class) = (own.name(), boards.class.name());
            let message = format!("`{key}` names \"{own}\", which is not a part of \"{class}\"");
            from.misfit(
                key,
                message,
                format!("give a class that is a part of `{whole}`"),
            );
        }
        if boards.regular > 0 {
            let others = [
                (key!(boards.min_degree), boards.min_degree),
                (key!(boards.max_degree), boards.max_degree),
            ];
            for (key, _) in others.into_iter().filter(|&(_, n)| n > 0) {
                let message = format!(
                    "`{}` is given as well, and stands for it",
                    key!(boards.regular)
                );
                from.misfit(key, message, "give one of the two");
            }
        }
        // A connected board with three vertices or more has a vertex with two neighbours.
        let connected = boards.class != Kind::Any;
        if connected && boards.most_degree() == 1 && boards.order[1] > 2 {
            let message = "no connected board of order 3 or more has maximum degree 1";
            let help = "allow degree 2, or give orders up to 2 only";
            from.misfit(key!(boards.max_degree), message, help);
        }
    }
}
