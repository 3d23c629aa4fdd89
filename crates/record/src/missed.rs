//! Why no board of a run meets its condition: how near boards come, part by part and order by
//! order.

use serde::{Deserialize, Serialize};

/// The boards that are nearest to the condition of a run that met it nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Missed {
    /// The parts of the condition that `and` joins.
    pub parts: Vec<MissedPart>,
    /// The nearest board of each order that was looked at.
    pub orders: Vec<MissedOrder>,
}

/// A part of a condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MissedPart {
    /// The part.
    pub text: String,
    /// The number of boards, among the nearest, that meet it.
    pub met: usize,
    /// The nearest board to the part; `None` if its distance is unknown.
    pub nearest: Option<MissedOrder>,
}

/// A board at a distance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MissedOrder {
    /// The number of vertices.
    pub order: usize,
    /// The distance: 0 where the condition or the part holds.
    pub distance: String,
    /// The board, with its tints.
    pub board: String,
}

impl MissedOrder {
    /// The distance as a number.
    pub fn height(&self) -> f64 {
        self.distance.parse().unwrap_or(f64::INFINITY)
    }
}

impl Missed {
    /// The nearest board of all orders.
    pub fn nearest(&self) -> Option<&MissedOrder> {
        let orders = self.orders.iter();
        orders.min_by(|a, b| a.height().total_cmp(&b.height()))
    }

    /// The sentences that tell the parts that were not met, and what to try. `named` writes a
    /// board.
    pub fn sentences(&self, named: impl Fn(&str) -> String) -> Vec<String> {
        if let Some(met) = self.nearest().filter(|nearest| nearest.height() == 0.0) {
            let (order, board) = (met.order, named(&met.board));
            return vec![format!(
                "the search met no such board, but a walk from its nearest boards did, at order \
                 {order}: {board}; to begin with it: boards.start = [\"{}\"]",
                met.board
            )];
        }
        let mut told = Vec::new();
        let never: Vec<&MissedPart> = self.parts.iter().filter(|part| part.met == 0).collect();
        let looked_at = self.orders.len();
        for part in &never {
            let nearest = part.nearest.as_ref().map_or(String::new(), |at| {
                let (distance, order, board) = (&at.distance, at.order, named(&at.board));
                format!("; the nearest misses it by {distance}, at order {order}: {board}")
            });
            told.push(format!(
                "none of the {looked_at} nearest boards meets `{}`{nearest}",
                part.text
            ));
        }
        if never.is_empty() && self.parts.len() > 1 {
            let met = self.parts.iter();
            let met: Vec<String> = met.map(|p| format!("`{}` {}", p.text, p.met)).collect();
            told.push(format!(
                "each part is met by some of the {looked_at} nearest boards, and all parts by none: {}",
                met.join(", ")
            ));
        }
        if let Some(nearest) = self.nearest() {
            let (distance, order) = (&nearest.distance, nearest.order);
            if self.parts.len() > 1 {
                let board = named(&nearest.board);
                told.push(format!(
                    "the nearest to the whole condition misses it by {distance}, at order {order}: {board}"
                ));
            }
            told.push(format!("to try: {}", self.advice()));
        }
        told
    }

    /// The advice, by the order at which the distance is least, if there is one.
    fn advice(&self) -> String {
        let time = "more time (`budget.seconds`) or other seeds (`--seed`)";
        let heights: Vec<f64> = self.orders.iter().map(MissedOrder::height).collect();
        let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let mut places = (0..heights.len()).filter(|&place| heights[place] == least);
        let (Some(place), None) = (places.next(), places.next()) else {
            return time.to_string();
        };
        let order = self.orders[place].order;
        let end = |words: [&str; 2]| {
            let [more, most] = words;
            format!("{more} orders (`boards.order`): the distance is least at the {most}; {time}")
        };
        match place {
            _ if heights.len() == 1 => time.to_string(),
            0 => end(["smaller", "smallest"]),
            _ if place + 1 == heights.len() => end(["greater", "greatest"]),
            _ => format!("order {order} alone (`boards.order = [{order}, {order}]`); {time}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(order: usize, distance: &str) -> MissedOrder {
        MissedOrder {
            order,
            distance: distance.to_string(),
            board: format!("board{order}"),
        }
    }

    fn missed(met: [usize; 2], distances: [&str; 3]) -> Missed {
        let part = |(text, met): (&str, usize)| MissedPart {
            text: text.to_string(),
            met,
            nearest: (met == 0).then(|| at(7, "2")),
        };
        Missed {
            parts: ["degree == 3", "girth >= 9"]
                .into_iter()
                .zip(met)
                .map(part)
                .collect(),
            orders: (6..9)
                .zip(distances)
                .map(|(order, d)| at(order, d))
                .collect(),
        }
    }

    #[test]
    fn the_part_that_was_never_met_is_named() {
        let told = missed([3, 0], ["4", "2", "2.5"]).sentences(str::to_uppercase);
        assert_eq!(
            told,
            [
                "none of the 3 nearest boards meets `girth >= 9`; the nearest misses it by 2, at order 7: BOARD7",
                "the nearest to the whole condition misses it by 2, at order 7: BOARD7",
                "to try: order 7 alone (`boards.order = [7, 7]`); more time (`budget.seconds`) or other seeds (`--seed`)",
            ]
        );
        let told = missed([3, 2], ["4", "2", "1"]).sentences(str::to_string);
        assert!(
            told[0].ends_with("all parts by none: `degree == 3` 3, `girth >= 9` 2"),
            "{told:?}"
        );
        assert!(told[2].starts_with("to try: greater orders"), "{told:?}");
        let told = missed([3, 2], ["0.5", "2", "1"]).sentences(str::to_string);
        assert!(told[2].starts_with("to try: smaller orders"), "{told:?}");
        let told = missed([3, 2], ["1", "1", "1"]).sentences(str::to_string);
        assert!(told[2].starts_with("to try: more time"), "{told:?}");
        // The last walks may meet what the search did not.
        let told = missed([3, 2], ["1", "0", "1"]).sentences(str::to_uppercase);
        assert_eq!(
            told,
            [
                "the search met no such board, but a walk from its nearest boards did, at order 7: \
                 BOARD7; to begin with it: boards.start = [\"board7\"]"
            ]
        );
        assert!(Missed::default().sentences(str::to_string).is_empty());
    }

    #[test]
    fn a_condition_of_one_part_is_told_once() {
        let mut one = missed([3, 0], ["4", "2", "2.5"]);
        one.parts.truncate(1);
        let told = one.sentences(str::to_string);
        assert_eq!(told.len(), 1);
        assert!(told[0].starts_with("to try: order 7 alone"), "{told:?}");
        // There is no other order at which the distance may be compared.
        one.orders.truncate(1);
        let told = one.sentences(str::to_string);
        let time = "to try: more time (`budget.seconds`) or other seeds (`--seed`)";
        assert_eq!(told, [time]);
    }
}
