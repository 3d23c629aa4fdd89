//! Thermographs as lists of points, and the definitions that need them: stops, cooled games, and
//! order up to infinitesimals.

use super::Dyadic;
use super::trees::{Tree, Trees};
use std::collections::HashMap;

/// Points of a wall to a unit.
const FINE: i64 = 128;

/// The greatest penalty.
const MOST: i64 = 8;

/// The number of points, from penalty -1.
const POINTS: usize = ((MOST + 1) * FINE) as usize;

/// A number in units of 1/128.
pub fn dyadic(units: i64) -> Dyadic {
    Dyadic::new(units, FINE.trailing_zeros()).expect("small")
}

/// The penalty of a point.
pub fn penalty(point: usize) -> Dyadic {
    dyadic(point as i64 - FINE)
}

/// The thermograph of a canonical form, in units of 1/128.
#[derive(Clone)]
pub struct Graph {
    pub temperature: i64,
    pub mean: i64,
    /// The left and the right wall at each point.
    pub walls: Vec<[i64; 2]>,
}

/// The thermographs that were drawn.
#[derive(Default)]
pub struct Heat(HashMap<Tree, Graph>);

impl Heat {
    /// The thermograph: the best of the options' walls, taxed, up to the first penalty at which the
    /// two meet, and a mast above (Siegel, II.5). Integers are masts.
    pub fn of(&mut self, trees: &mut Trees, g: Tree) -> Graph {
        if let Some(known) = self.0.get(&g) {
            return known.clone();
        }
        let graph = match trees.as_integer(g) {
            Some(n) => Graph {
                temperature: -FINE,
                mean: n * FINE,
                walls: vec![[n * FINE; 2]; POINTS],
            },
            None => self.of_options(trees, g),
        };
        self.0.insert(g, graph.clone());
        graph
    }

    fn of_options(&mut self, trees: &mut Trees, g: Tree) -> Graph {
        let [left, right] = [0, 1].map(|player| {
            let options = trees.side(g, player);
            let graphs = options.into_iter().map(|option| self.of(trees, option));
            graphs.collect::<Vec<Graph>>()
        });
        let mut walls = Vec::new();
        let mut mast = None;
        for k in 0..POINTS {
            let t = k as i64 - FINE;
            let best = left.iter().map(|option| option.walls[k][1] - t).max();
            let worst = right.iter().map(|option| option.walls[k][0] + t).min();
            let (Some(best), Some(worst)) = (best, worst) else {
                panic!("a form that is no integer has options for both");
            };
            if mast.is_none() && best <= worst {
                assert_eq!(best, worst, "the points are too far apart");
                mast = Some((t, best));
            }
            walls.push(mast.map_or([best, worst], |(_, mean)| [mean; 2]));
        }
        let (temperature, mean) = mast.expect("the greatest penalty is above the temperature");
        Graph {
            temperature,
            mean,
            walls,
        }
    }
}

/// The stop when a player begins: the number that play ends at.
pub fn stop(trees: &mut Trees, g: Tree, player: usize) -> Dyadic {
    if let Some((numerator, exponent)) = trees.as_number(g) {
        return Dyadic::new(numerator, exponent).expect("small");
    }
    let options = trees.side(g, player);
    let stops = options.into_iter().map(|h| stop(trees, h, 1 - player));
    let stops: Vec<Dyadic> = stops.collect();
    let best = if player == 0 {
        stops.iter().max()
    } else {
        stops.iter().min()
    };
    *best.expect("a form that is no number has options")
}

/// A game whose moves cost `quarters / 4` each, which ends in the mean above its temperature.
pub fn cooled(trees: &mut Trees, heat: &mut Heat, g: Tree, quarters: i64) -> Tree {
    let graph = heat.of(trees, g);
    if quarters * FINE / 4 > graph.temperature {
        return trees.number(graph.mean, FINE.trailing_zeros());
    }
    taxed(trees, g, -quarters, &mut |trees, option| {
        cooled(trees, heat, option, quarters)
    })
}

/// A game whose moves earn `quarters / 4` each, down to numbers.
pub fn heated(trees: &mut Trees, g: Tree, quarters: i64) -> Tree {
    match trees.as_number(g) {
        Some(_) => g,
        None => taxed(trees, g, quarters, &mut |trees, option| {
            heated(trees, option, quarters)
        }),
    }
}

/// The game of changed options, each of which earns its player `quarters / 4`.
fn taxed(
    trees: &mut Trees,
    g: Tree,
    quarters: i64,
    change: &mut dyn FnMut(&mut Trees, Tree) -> Tree,
) -> Tree {
    let sides = [(0, quarters), (1, -quarters)].map(|(player, gain)| {
        let gain = trees.number(gain, 2);
        let mut options = Vec::new();
        for option in trees.side(g, player) {
            let changed = change(trees, option);
            let sum = trees.sum(changed, gain);
            options.push(trees.canonical(sum));
        }
        options
    });
    trees.tree(sides)
}

/// Whether `g >= h` up to an infinitesimal: the Right stop of `g - h` is not negative.
pub fn at_least(trees: &mut Trees, g: Tree, h: Tree) -> bool {
    let difference = trees.difference(g, h);
    let difference = trees.canonical(difference);
    stop(trees, difference, 1) >= Dyadic::ZERO
}

/// Whether no follower has an option that is dominated or reversible up to an infinitesimal, and no
/// follower but a number is infinitesimally near a number.
pub fn is_reduced(trees: &mut Trees, g: Tree) -> bool {
    if trees.as_number(g).is_some() {
        return true;
    }
    if stop(trees, g, 0) == stop(trees, g, 1) {
        return false;
    }
    (0..2).all(|player| {
        let better = |trees: &mut Trees, a, b| match player {
            0 => at_least(trees, a, b),
            _ => at_least(trees, b, a),
        };
        let options = trees.side(g, player);
        options.iter().all(|&option| {
            let mut others = options.iter().filter(|&&other| other != option);
            let dominated = others.any(|&other| better(trees, other, option));
            let replies = trees.side(option, 1 - player);
            let reversible = replies.into_iter().any(|reply| better(trees, g, reply));
            !dominated && !reversible && is_reduced(trees, option)
        })
    })
}
