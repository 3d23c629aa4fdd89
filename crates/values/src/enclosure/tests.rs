//! Enclosures against their definitions, evaluated at every penalty of a fine grid.
//!
//! The bounds are read as functions of the penalty: all points that imply a bound are tried, and
//! all penalties. Nothing here knows corners, lists of penalties or options that decide.

use super::*;
use crate::{Value, Values};

/// The penalties of the grid are multiples of `1/GRID`, from 0 to before `LAST`. The corners of all
/// bounds here lie on it.
const GRID: i64 = 32;
const LAST: i64 = 24 * GRID;

/// A function on the grid, in units of `1/GRID`.
type Line = Vec<i64>;

/// Random numbers (a linear congruence; the high bits are used).
struct Random(u64);

impl Random {
    fn below(&mut self, n: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % n
    }

    fn half(&mut self, n: i64) -> Dyadic {
        Dyadic::new(self.below(n), 1).unwrap()
    }

    /// A hot game of small numbers.
    fn game(&mut self, values: &mut Values, depth: u32) -> Value {
        if depth == 0 || self.below(5) == 0 {
            return Value::of_number(Dyadic::integer(self.below(9) - 4));
        }
        let [lefts, rights] = [0, 1].map(|_| {
            (0..1 + self.below(2))
                .map(|_| self.game(values, depth - 1))
                .collect::<Vec<_>>()
        });
        values.game(&lefts, &rights).unwrap()
    }
}

fn units(x: Dyadic) -> i64 {
    let scaled = x.times(GRID).unwrap();
    assert!(scaled.is_integer(), "{x} is not on the grid");
    scaled.floor()
}

fn at(i: i64) -> Dyadic {
    Dyadic::new(i, GRID.trailing_zeros()).unwrap()
}

fn on_grid(value: impl Fn(Dyadic) -> Dyadic) -> Line {
    (0..LAST).map(|i| units(value(at(i)))).collect()
}

/// The best lower bounds that these lower bounds of a fall imply.
fn low_closed(mut line: Line) -> Line {
    for i in 1..line.len() {
        line[i] = line[i].max(line[i - 1] - 1);
    }
    for i in (1..line.len()).rev() {
        line[i - 1] = line[i - 1].max(line[i]);
    }
    line
}

/// The best upper bounds that these upper bounds of a fall imply.
fn high_closed(mut line: Line) -> Line {
    for i in 1..line.len() {
        line[i] = line[i].min(line[i - 1]);
    }
    for i in (1..line.len()).rev() {
        line[i - 1] = line[i - 1].min(line[i] + 1);
    }
    line
}

fn lines(fall: &Fall) -> [Line; 2] {
    [
        on_grid(|t| fall.low_at(t).unwrap()),
        on_grid(|t| fall.high_at(t).unwrap()),
    ]
}

fn zip(a: &Line, b: &Line, f: impl Fn(i64, i64) -> i64) -> Line {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

/// All bounds of an enclosure as functions.
#[derive(Debug, PartialEq, Clone)]
struct Functions {
    /// The lower and upper bounds of the left wall, then of the negative of the right wall.
    walls: [[Line; 2]; 2],
    mean: [i64; 2],
    temperature: [i64; 2],
}

impl Functions {
    fn of(enclosure: &Enclosure) -> Functions {
        let mean = enclosure.mean.map(units);
        let wall = |fall: &Fall, least: i64| {
            let [low, high] = lines(fall);
            [low.into_iter().map(|v| v.max(least)).collect(), high]
        };
        Functions {
            walls: [
                wall(&enclosure.left, mean[0]),
                wall(&enclosure.right, -mean[1]),
            ],
            mean,
            temperature: enclosure.temperature.map(units),
        }
    }

    fn negative(&self) -> Functions {
        let [left, right] = self.walls.clone();
        Functions {
            walls: [right, left],
            mean: [-self.mean[1], -self.mean[0]],
            ..self.clone()
        }
    }

    /// The bounds that hold in both.
    fn and(&self, other: &Functions) -> Functions {
        let mut both = self.clone();
        for (wall, others) in both.walls.iter_mut().zip(&other.walls) {
            wall[0] = low_closed(zip(&wall[0], &others[0], i64::max));
            wall[1] = high_closed(zip(&wall[1], &others[1], i64::min));
        }
        let meet = |a: [i64; 2], b: [i64; 2]| [a[0].max(b[0]), a[1].min(b[1])];
        both.mean = meet(self.mean, other.mean);
        both.temperature = meet(self.temperature, other.temperature);
        both.raised()
    }

    /// No wall is on the wrong side of the mean.
    fn raised(mut self) -> Functions {
        let [least, most] = self.mean;
        self.walls[0][0].iter_mut().for_each(|v| *v = least.max(*v));
        self.walls[1][0]
            .iter_mut()
            .for_each(|v| *v = (-most).max(*v));
        self
    }

    /// From `hottest` on, both walls are the mean.
    fn frozen(mut self, hottest: i64) -> Functions {
        let from = hottest.max(0) as usize;
        let most = [self.mean[1], -self.mean[0]];
        for (wall, most) in self.walls.iter_mut().zip(most) {
            wall[1][from..].iter_mut().for_each(|v| *v = most.min(*v));
            wall[1] = high_closed(wall[1].clone());
        }
        self
    }

    /// The temperature is at least each penalty before which the walls differ.
    fn apart(mut self) -> Functions {
        let gap = zip(&self.walls[0][0], &self.walls[1][0], |a, b| a + b);
        if let Some(last) = gap.iter().rposition(|&gap| gap > 0) {
            assert!(last + 1 < gap.len());
            self.temperature[0] = self.temperature[0].max(last as i64 + 1);
        }
        self
    }
}

/// Fails at the first bound that differs.
fn assert_same(found: &Functions, expected: &Functions, of: &str) {
    for wall in 0..2 {
        for bound in 0..2 {
            let [found, expected] = [found, expected].map(|f| &f.walls[wall][bound]);
            let differs = (0..found.len()).find(|&i| found[i] != expected[i]);
            let shown = differs.map(|i| (at(i as i64), found[i], expected[i]));
            assert_eq!(shown, None, "{of}: bound {bound} of wall {wall}");
        }
    }
    assert_eq!(found.mean, expected.mean, "{of}: mean");
    assert_eq!(found.temperature, expected.temperature, "{of}: temperature");
}

/// An enclosure that holds for a game and is less tight than its thermograph.
fn loosened(random: &mut Random, exact: &Enclosure) -> Enclosure {
    let mut fall = |exact: &dyn Fn(Dyadic) -> Dyadic| {
        let mut points = |sign: i64| {
            let mut times: Vec<i64> = (0..random.below(4)).map(|_| random.below(16)).collect();
            times.push(0);
            times.sort_unstable();
            times.dedup();
            let moved = times.into_iter().map(|t| {
                let t = Dyadic::new(t, 1).unwrap();
                let by = random.half(6).times(sign).unwrap();
                (t, exact(t).add(by).unwrap())
            });
            moved.collect::<Vec<Corner>>()
        };
        Fall::through(points(-1), points(1)).unwrap()
    };
    let left = fall(&|t| exact.left_at(t).unwrap()[0]);
    let right = fall(&|t| exact.right_at(t).unwrap()[0]);
    let mut around = |x: Dyadic| {
        [
            x.sub(random.half(5)).unwrap(),
            x.add(random.half(5)).unwrap(),
        ]
    };
    let [mean, temperature] = [around(exact.mean[0]), around(exact.temperature[0])];
    let temperature = [temperature[0].max(Dyadic::MINUS_ONE), temperature[1]];
    Enclosure {
        left,
        right,
        mean,
        temperature,
    }
}

/// Games with their exact enclosures and looser ones.
fn enclosed(random: &mut Random, values: &mut Values) -> (Value, Enclosure, Enclosure) {
    let depth = 1 + random.below(3) as u32;
    let game = random.game(values, depth);
    let exact = Enclosure::exact(&values.thermograph(game).unwrap()).unwrap();
    let loose = match random.below(4) {
        0 => exact.clone(),
        _ => loosened(random, &exact),
    };
    (game, exact, loose)
}

#[test]
fn points_imply_the_bounds_of_a_fall() {
    let mut random = Random(1);
    for _ in 0..400 {
        let mut points = || -> Vec<Corner> {
            let mut times: Vec<i64> = (0..random.below(6)).map(|_| 1 + random.below(20)).collect();
            times.push(0);
            times.sort_unstable();
            times.dedup();
            times
                .into_iter()
                .map(|t| (Dyadic::new(t, 1).unwrap(), random.half(24)))
                .collect()
        };
        let (low, high) = (points(), points());
        let fall = Fall::through(low.clone(), high.clone()).unwrap();
        for i in 0..LAST {
            let implied = |&(t, v): &Corner| (i - units(t), units(v));
            let least = low
                .iter()
                .map(implied)
                .map(|(d, v)| v - d.max(0))
                .max()
                .unwrap();
            let most = high
                .iter()
                .map(implied)
                .map(|(d, v)| v + (-d).max(0))
                .min()
                .unwrap();
            assert_eq!(units(fall.low_at(at(i)).unwrap()), least, "{low:?} at {i}");
            assert_eq!(units(fall.high_at(at(i)).unwrap()), most, "{high:?} at {i}");
        }
        // No point is kept that the others imply, but for the first.
        let kept = |points: &[Corner], of: &dyn Fn(&Fall, Dyadic) -> Dyadic| {
            for i in 1..points.len() {
                let mut fewer = points.to_vec();
                let (t, v) = fewer.remove(i);
                let rest = Fall {
                    low: fewer.clone(),
                    high: fewer,
                };
                assert_ne!(of(&rest, t), v, "{points:?}");
            }
        };
        kept(&fall.low, &|fall, t| fall.low_at(t).unwrap());
        kept(&fall.high, &|fall, t| fall.high_at(t).unwrap());
        for v in (0..30).map(|v| Dyadic::new(v, 1).unwrap()) {
            let line = on_grid(|t| fall.low_at(t).unwrap());
            let until = line
                .iter()
                .rposition(|&low| low > units(v))
                .map(|i| i as i64 + 1);
            assert_eq!(
                fall.low_reaches(v).unwrap().map(units),
                until.filter(|&t| t < LAST)
            );
        }
    }
}

#[test]
fn both_bounds_hold() {
    let (mut random, mut values) = (Random(2), Values::default());
    for _ in 0..300 {
        let (_, exact, one) = enclosed(&mut random, &mut values);
        let other = loosened(&mut random, &exact);
        let both = one.and(&other).unwrap();
        let expected = Functions::of(&one).and(&Functions::of(&other));
        // The walls of one are known to be on their side of the mean only in this one.
        assert_eq!(Functions::of(&both).and(&expected), expected);
        assert_eq!(both.mean.map(units), expected.mean);
        for (wall, [a, b]) in lines(&both.left).iter().zip(
            lines(&one.left)
                .iter()
                .zip(&lines(&other.left))
                .map(|(a, b)| [a, b]),
        ) {
            let meet = if wall == &lines(&both.left)[0] {
                low_closed(zip(a, b, i64::max))
            } else {
                high_closed(zip(a, b, i64::min))
            };
            assert_eq!(wall, &meet);
        }
    }
}

#[test]
fn sums_follow_the_theorem() {
    let (mut random, mut values) = (Random(3), Values::default());
    for round in 0..300 {
        let parts: Vec<_> = (0..1 + random.below(3))
            .map(|_| (enclosed(&mut random, &mut values), 1 + random.below(2)))
            .collect();
        let sum = Enclosure::sum(parts.iter().map(|((_, _, e), n)| (e, *n))).unwrap();
        let mut game = Value::ZERO;
        for ((part, _, _), copies) in &parts {
            for _ in 0..*copies {
                game = values.add(game, *part).unwrap();
            }
        }
        let thermograph = values.thermograph(game).unwrap();
        assert!(
            sum.contains(&thermograph).unwrap(),
            "round {round}: {parts:?}"
        );
        let is_number = |e: &Enclosure| e.temperature[1] < Dyadic::ZERO && e.mean[0] == e.mean[1];
        let games: Vec<_> = parts
            .iter()
            .filter(|((_, _, e), _)| !is_number(e))
            .collect();
        let copies: i64 = games.iter().map(|(_, n)| n).sum();
        if copies < 2 {
            continue;
        }
        let mut number = Dyadic::ZERO;
        for ((_, _, e), n) in parts.iter().filter(|((_, _, e), _)| is_number(e)) {
            number = number.add(e.mean[0].times(*n).unwrap()).unwrap();
        }
        let number = units(number);
        let functions: Vec<_> = games
            .iter()
            .map(|((_, _, e), n)| (Functions::of(e), *n))
            .collect();
        let falls: Vec<&Fall> = games
            .iter()
            .flat_map(|((_, _, e), _)| [&e.left, &e.right])
            .collect();
        let corners = all_times(&falls).unwrap();
        let wall = |own: usize, number: i64| {
            let (mut low, mut high) = (vec![number; LAST as usize], vec![number; LAST as usize]);
            let mut gain = vec![i64::MIN; LAST as usize];
            for (part, n) in &functions {
                let (own, other) = (&part.walls[own], &part.walls[1 - own]);
                for i in 0..LAST as usize {
                    low[i] -= other[1][i] * n;
                    high[i] += own[1][i] * n;
                    gain[i] = gain[i].max(own[0][i] + other[1][i]);
                }
            }
            // The theorem is applied at the corners of the bounds. What it gives elsewhere follows
            // from these, but for the places where a lower bound meets the mean.
            for i in (0..LAST as usize).filter(|&i| !corners.contains(&at(i as i64))) {
                (low[i], high[i]) = (-1_000_000, 1_000_000);
            }
            [
                low_closed(zip(&low, &gain, |a, b| a + b)),
                high_closed(high),
            ]
        };
        let total = |i: usize| functions.iter().map(|(f, n)| f.mean[i] * n).sum::<i64>() + number;
        let hottest = functions
            .iter()
            .map(|(f, _)| f.temperature[1])
            .max()
            .unwrap();
        let expected = Functions {
            walls: [wall(0, number), wall(1, -number)],
            mean: [total(0), total(1)],
            temperature: [-GRID, hottest],
        };
        let expected = expected.frozen(hottest).raised().apart();
        let mut found = Functions::of(&sum);
        // A number that is added leaves nothing to be known of temperatures below 0.
        if number % GRID != 0 && found.temperature[0] < 0 {
            found.temperature[1] = hottest;
        }
        assert_same(
            &found,
            &expected,
            &format!("round {round}: {copies} games, {number}"),
        );
    }
}

#[test]
fn a_sum_of_numbers_is_exact_and_one_game_moves() {
    let (mut random, mut values) = (Random(9), Values::default());
    for _ in 0..200 {
        let numbers = [random.half(9), random.half(9).neg()];
        let parts = numbers.map(|x| {
            let value = Value::of_number(x);
            Enclosure::exact(&values.thermograph(value).unwrap()).unwrap()
        });
        let twice = numbers[0].times(2).unwrap().add(numbers[1]).unwrap();
        let number = values.thermograph(Value::of_number(twice)).unwrap();
        let number = Enclosure::exact(&number).unwrap();
        let sum = Enclosure::sum([(&parts[0], 2), (&parts[1], 1)]).unwrap();
        assert_eq!(Functions::of(&sum), Functions::of(&number));
        assert_eq!(Enclosure::sum([]).unwrap().mean(), [Dyadic::ZERO; 2]);

        let (_, _, game) = enclosed(&mut random, &mut values);
        if game.temperature[1] < Dyadic::ZERO {
            continue;
        }
        let moved = Enclosure::sum([(&game, 1), (&parts[0], 2), (&parts[1], 1)]).unwrap();
        let by = units(twice);
        let mut expected = Functions::of(&game);
        for (wall, by) in expected.walls.iter_mut().zip([by, -by]) {
            wall.iter_mut().flatten().for_each(|v| *v += by);
        }
        expected.mean = expected.mean.map(|m| m + by);
        // A number plus a number that is no integer has another temperature.
        let may_be_number = game.temperature[0] < Dyadic::ZERO && !twice.is_integer();
        if may_be_number {
            expected.temperature[0] = -GRID;
            expected.temperature[1] = expected.temperature[1].max(0);
        }
        assert_same(
            &Functions::of(&moved),
            &expected,
            &format!("{game:?} plus {twice}"),
        );
    }
}

#[test]
fn an_option_is_above_another_at_every_penalty() {
    let (mut random, mut values) = (Random(10), Values::default());
    let mut found = [[0; 2]; 2];
    for round in 0..2000 {
        let (_, exact, one) = enclosed(&mut random, &mut values);
        let other = match round % 3 {
            0 => enclosed(&mut random, &mut values).2,
            _ => loosened(&mut random, &exact),
        };
        let [ours, theirs] = [&one, &other].map(Functions::of);
        // The right wall lies between the negatives of these bounds.
        let nowhere_more = |bound: usize| {
            let pair = ours.walls[1][bound].iter().zip(&theirs.walls[1][bound]);
            pair.into_iter().all(|(a, b)| a <= b)
        };
        let [least, most] = [nowhere_more(1), nowhere_more(0)];
        assert_eq!(
            one.is_least_above(&other).unwrap(),
            least,
            "{one:?} {other:?}"
        );
        assert_eq!(
            one.is_most_above(&other).unwrap(),
            most,
            "{one:?} {other:?}"
        );
        found[0][usize::from(least)] += 1;
        found[1][usize::from(most)] += 1;
    }
    assert!(
        found.iter().flatten().all(|&count| count > 200),
        "{found:?}"
    );
}

#[test]
fn an_enclosure_contains_what_its_bounds_contain() {
    let (mut random, mut values) = (Random(11), Values::default());
    let mut found = [0; 2];
    for round in 0..600 {
        let (game, _, one) = enclosed(&mut random, &mut values);
        let other = match round % 3 {
            0 => random.game(&mut values, 2),
            1 => {
                let by = Value::of_number(random.half(3));
                values.add(game, by).unwrap()
            }
            _ => {
                let colder = values.game(&[game], &[game]).unwrap();
                [game, colder][round / 3 % 2]
            }
        };
        let thermograph = values.thermograph(other).unwrap();
        let bounds = Functions::of(&one);
        let line = Functions::of(&Enclosure::exact(&thermograph).unwrap());
        let walls = bounds
            .walls
            .iter()
            .flatten()
            .zip(line.walls.iter().flatten());
        let in_walls = walls.enumerate().all(|(i, (bound, wall))| {
            let mut pairs = bound.iter().zip(wall);
            pairs.all(|(b, w)| if i % 2 == 0 { b <= w } else { w <= b })
        });
        let within = |[a, b]: [i64; 2], [x, _]: [i64; 2]| a <= x && x <= b;
        let holds = in_walls
            && within(bounds.mean, line.mean)
            && within(bounds.temperature, line.temperature);
        assert_eq!(
            one.contains(&thermograph).unwrap(),
            holds,
            "{one:?} {thermograph:?}"
        );
        assert!(one.contains(&values.thermograph(game).unwrap()).unwrap());
        found[usize::from(holds)] += 1;

        // The stops are the walls at 0. A corner is about two numbers, twice for the room of lists
        // that grow, and each of the four lists has a head.
        let stops = [one.left_stop(), one.right_stop()].map(|stop| stop.unwrap().map(units));
        let at_zero = |wall: usize| [0, 1].map(|bound: usize| bounds.walls[wall][bound][0]);
        let [low, high] = at_zero(1);
        assert_eq!(stops, [at_zero(0), [-high, -low]]);
        let lists = [
            &one.left.low,
            &one.left.high,
            &one.right.low,
            &one.right.high,
        ];
        let corners: usize = lists.iter().map(|list| list.len()).sum();
        assert_eq!(
            one.bytes(),
            corners * 2 * size_of::<Corner>() + 4 * ALLOCATION
        );
    }
    assert!(found[0] > 100 && found[1] > 100, "{found:?}");
}

/// The bounds of the left scaffold by its definition.
fn scaffold_of(options: &[Enclosure], all: bool, around: &Functions) -> [Line; 2] {
    let mut bounds = [
        vec![-1_000_000; LAST as usize],
        vec![-1_000_000; LAST as usize],
    ];
    for option in options.iter().map(Functions::of) {
        let right = &option.walls[1];
        bounds[0] = zip(&bounds[0], &right[1], |a, b| a.max(-b));
        bounds[1] = zip(&bounds[1], &right[0], |a, b| a.max(-b));
    }
    let wall = &around.walls[0][1];
    let [mut low, mut high] = bounds;
    for i in 0..LAST as usize {
        low[i] -= i as i64;
        high[i] = if all {
            (high[i] - i as i64).min(wall[i])
        } else {
            wall[i]
        };
    }
    [low_closed(low), high_closed(high)]
}

#[test]
fn options_follow_the_theorem() {
    let (mut random, mut values) = (Random(4), Values::default());
    for round in 0..400 {
        let mut side = |count: i64| -> Vec<(Value, Enclosure)> {
            let made = (0..count).map(|_| {
                let (game, _, loose) = enclosed(&mut random, &mut values);
                (game, loose)
            });
            made.collect()
        };
        let [lefts, rights] = [side(1 + round % 3), side(1 + round / 3 % 2)];
        let games =
            |options: &[(Value, Enclosure)]| options.iter().map(|o| o.0).collect::<Vec<_>>();
        let game = values.game(&games(&lefts), &games(&rights)).unwrap();
        let thermograph = values.thermograph(game).unwrap();
        let around = loosened(&mut random, &Enclosure::exact(&thermograph).unwrap());
        let around = around.and(&Enclosure::of_moves(12, 12).unwrap()).unwrap();
        let known = |options: &[(Value, Enclosure)], sign: bool| -> Vec<Enclosure> {
            let seen = |e: &Enclosure| if sign { e.clone() } else { e.negative() };
            options.iter().map(|o| seen(&o.1)).collect()
        };
        let (mut left, right) = (known(&lefts, true), known(&rights, false));
        let all = random.below(3) > 0;
        if !all {
            left.pop();
        }
        let own = Options { known: &left, all };
        let other = Options {
            known: &right,
            all: true,
        };
        let made = Enclosure::of_options(own, other, &around).unwrap();
        assert!(made.contains(&thermograph).unwrap(), "round {round}");

        let before = Functions::of(&around);
        let own = scaffold_of(&left, all, &before);
        let other = scaffold_of(&right, true, &before.negative());
        let mast = |own: &[Line; 2], other: &[Line; 2]| {
            zip(&own[0], &other[1], |a, b| a.min(-b))
                .into_iter()
                .max()
                .unwrap()
        };
        let mean = [mast(&own, &other), -mast(&other, &own)];
        let met = zip(&own[1], &other[1], |a, b| a + b)
            .iter()
            .position(|&gap| gap <= 0);
        let met = met.map_or(i64::MAX, |i| i as i64);
        let raised = |[low, high]: [Line; 2], [least, most]: [i64; 2]| {
            [
                low.into_iter().map(|v| v.max(least)).collect(),
                high_closed(high.into_iter().map(|v| v.max(most)).collect()),
            ]
        };
        let expected = Functions {
            walls: [raised(own, mean), raised(other, [-mean[1], -mean[0]])],
            mean,
            temperature: [-GRID, met],
        };
        let expected = expected.frozen(met.min(LAST - 1)).and(&before);
        let found = Functions::of(&made);
        assert_eq!(found.mean, expected.mean, "round {round}");
        assert_eq!(found.walls, expected.walls, "round {round}");
        assert_eq!(
            found.temperature[1], expected.temperature[1],
            "round {round}"
        );
    }
}

/// The bounds of a game that is at least another.
fn above(game: &Functions, other: &Functions) -> Functions {
    let mut known = game.clone();
    known.walls[0][0] = other.walls[0][0].clone();
    known.walls[1][1] = other.walls[1][1].clone();
    known.mean[0] = other.mean[0];
    game.and(&known).frozen(game.temperature[1]).apart()
}

#[test]
fn greater_games_have_greater_walls() {
    let (mut random, mut values) = (Random(5), Values::default());
    for round in 0..300 {
        let (game, exact, loose) = enclosed(&mut random, &mut values);
        let more = random.half(6);
        // The game plus a switch between positive numbers is at least the game.
        let switch = [more.add(Dyadic::integer(1)).unwrap(), Dyadic::integer(1)];
        let switch = switch.map(Value::of_number);
        let up = values.game(&switch[..1], &switch[1..]).unwrap();
        let greater = values.add(game, up).unwrap();
        assert!(values.le(game, greater).unwrap());
        let thermograph = values.thermograph(greater).unwrap();
        let around = loosened(&mut random, &Enclosure::exact(&thermograph).unwrap());

        let raised = around.at_least(&loose).unwrap();
        assert!(raised.contains(&thermograph).unwrap());
        let expected = above(&Functions::of(&around), &Functions::of(&loose));
        assert_same(
            &Functions::of(&raised),
            &expected,
            &format!("round {round}, at least"),
        );

        let lowered = loose.at_most(&around).unwrap();
        let [game, other] = [&loose, &around].map(|e| Functions::of(e).negative());
        let expected = above(&game, &other).negative();
        assert_same(
            &Functions::of(&lowered),
            &expected,
            &format!("round {round}, at most"),
        );

        // A mast of a greater mean that is as hot.
        let (mean, hottest) = (
            exact.mean[1].add(more).unwrap(),
            exact.temperature[1].max(Dyadic::ZERO),
        );
        let below = loose.below_mast(mean, hottest).unwrap();
        let (m, h) = (units(mean), units(hottest));
        let line = |f: &dyn Fn(i64) -> i64| (0..LAST).map(f).collect::<Line>();
        let mast = Functions {
            walls: [
                [line(&|_| m), line(&|t| m + (h - t).max(0))],
                [line(&|_| -m), line(&|_| -m)],
            ],
            mean: [m, m],
            temperature: [-GRID, h],
        };
        let expected = above(&Functions::of(&loose).negative(), &mast.negative()).negative();
        assert_same(
            &Functions::of(&below),
            &expected,
            &format!("round {round}, below a mast"),
        );
    }
}

#[test]
fn games_that_equal_their_negatives() {
    let (mut random, mut values) = (Random(6), Values::default());
    for round in 0..200 {
        let lefts: Vec<_> = (0..1 + round % 3)
            .map(|_| enclosed(&mut random, &mut values))
            .collect();
        let games: Vec<Value> = lefts.iter().map(|o| o.0).collect();
        let rights: Vec<Value> = games.iter().map(|&g| values.neg(g).unwrap()).collect();
        let game = values.game(&games, &rights).unwrap();
        let thermograph = values.thermograph(game).unwrap();
        let around = loosened(&mut random, &Enclosure::exact(&thermograph).unwrap());

        let opposed = around.opposed().unwrap();
        assert!(opposed.contains(&thermograph).unwrap());
        let functions = Functions::of(&around);
        let mut expected = functions.and(&functions.negative());
        expected.mean = [0, 0];
        assert_same(
            &Functions::of(&opposed),
            &expected.raised().apart(),
            &format!("round {round}"),
        );

        let known: Vec<Enclosure> = lefts.iter().map(|o| o.2.clone()).collect();
        let options = Options {
            known: &known,
            all: true,
        };
        let made = Enclosure::of_self_negative(options, &opposed).unwrap();
        assert!(made.contains(&thermograph).unwrap());
        assert_eq!(made.mean, [Dyadic::ZERO; 2]);
        let negated: Vec<Enclosure> = known.iter().map(Enclosure::negative).collect();
        let both: Vec<Enclosure> = negated.iter().map(Enclosure::negative).collect();
        let general = Enclosure::of_options(
            options,
            Options {
                known: &both,
                all: true,
            },
            &opposed,
        );
        assert!(made.proves(&general.unwrap(), Lines::ALL).unwrap());
    }
}

#[test]
fn parts_of_an_enclosure() {
    let (mut random, mut values) = (Random(7), Values::default());
    let all = [
        Lines::LEFT_FIRST,
        Lines::RIGHT_SECOND,
        Lines::RIGHT_FIRST,
        Lines::LEFT_SECOND,
        Lines::HEAT,
    ];
    let mut proved = [0; 2];
    for round in 0..300 {
        let (_, exact, one) = enclosed(&mut random, &mut values);
        let base = loosened(&mut random, &exact);
        let wanted: Vec<bool> = all.iter().map(|_| random.below(2) == 1).collect();
        let chosen = all
            .iter()
            .zip(&wanted)
            .filter(|(_, wanted)| **wanted)
            .map(|(&line, _)| line);
        let set = chosen.fold(Lines::NONE, |set, line| set | line);
        for (&line, &wanted) in all.iter().zip(&wanted) {
            assert_eq!(set.has(line), wanted);
            assert_eq!(set.among(line), if wanted { line } else { Lines::NONE });
            assert_eq!(set.leads(line, Lines::HEAT) == Lines::HEAT, wanted);
        }
        assert_eq!(set.negative().negative(), set);
        let mut both = Lines::NONE;
        both |= set;
        assert_eq!([set | set, set | Lines::NONE, both], [set; 3]);
        let mirrored = [2, 3, 0, 1, 4];
        let negative = set.negative();
        (0..5).for_each(|i| assert_eq!(negative.has(all[mirrored[i]]), wanted[i]));

        let [own, other] = [&one, &base].map(|e| [lines(&e.left), lines(&e.right)]);
        let pick = |wall: usize, bound: usize| {
            let from = if wanted[2 * wall + bound] {
                &own
            } else {
                &other
            };
            from[wall][bound].clone()
        };
        let walls = [0, 1].map(|wall| [0, 1].map(|bound| pick(wall, bound)));
        let end = LAST as usize - 1;
        let before = base.mean.map(units);
        let met = zip(&walls[0][1], &walls[1][1], |a, b| a + b)
            .iter()
            .position(|&gap| gap <= 0);
        let heat = if wanted[4] { &one } else { &base };
        let mean = [
            before[0].max(-walls[1][1][end]),
            before[1].min(walls[0][1][end]),
        ];
        let most = units(base.temperature[1]).min(met.map_or(i64::MAX, |t| t as i64));
        let expected = Functions {
            walls,
            mean,
            temperature: [units(heat.temperature[0]), most],
        };
        let only = one.only(set, &base).unwrap();
        assert_same(
            &Functions::of(&only),
            &expected.raised().apart(),
            &format!("round {round}"),
        );
        assert_eq!(one.only(Lines::ALL, &base).unwrap(), one);

        for (a, b) in [(&one, &base), (&only, &one), (&exact, &one), (&one, &exact)] {
            let [ours, theirs] = [a, b].map(Functions::of);
            let no_less = |x: &Line, y: &Line| x.iter().zip(y).all(|(x, y)| x >= y);
            let holds = (0..4).all(|i| {
                let [ours, theirs] = [&ours, &theirs].map(|f| &f.walls[i / 2][i % 2]);
                !wanted[i]
                    || if i % 2 == 0 {
                        no_less(ours, theirs)
                    } else {
                        no_less(theirs, ours)
                    }
            });
            let holds = holds && (!wanted[4] || ours.temperature[0] >= theirs.temperature[0]);
            proved[usize::from(holds)] += 1;
            assert_eq!(a.proves(b, set).unwrap(), holds, "round {round}");
            let within = |x: [i64; 2], y: [i64; 2]| x[0] >= y[0] && x[1] <= y[1];
            let every = (0..2).all(|i| {
                no_less(&ours.walls[i][0], &theirs.walls[i][0])
                    && no_less(&theirs.walls[i][1], &ours.walls[i][1])
            });
            let every = every && within(ours.mean, theirs.mean);
            let every = every && within(ours.temperature, theirs.temperature);
            assert_eq!(a.proves(b, Lines::ALL).unwrap(), every, "round {round}");
        }
    }
    assert!(proved[0] > 200 && proved[1] > 200, "{proved:?}");
}

#[test]
fn sums_of_switches_have_their_thermographs() {
    let (mut random, mut values) = (Random(8), Values::default());
    for _ in 0..200 {
        let mut temperatures: Vec<Dyadic> =
            (0..1 + random.below(4)).map(|_| random.half(12)).collect();
        temperatures.sort_unstable();
        temperatures.reverse();
        let mean = random.half(8);
        let mut sum = Value::of_number(mean);
        for &t in &temperatures {
            let switch = [t, t.neg()].map(Value::of_number);
            let switch = values.game(&switch[..1], &switch[1..]).unwrap();
            sum = values.add(sum, switch).unwrap();
        }
        let thermograph = values.thermograph(sum).unwrap();
        let made = Enclosure::of_switches(mean, &temperatures).unwrap();
        let exact = Enclosure::exact(&thermograph).unwrap();
        let [found, expected] = [&made, &exact].map(Functions::of);
        assert_eq!(found.walls, expected.walls, "{mean}, {temperatures:?}");
        assert_eq!(found.mean, expected.mean);
        // Equal switches cancel.
        assert_eq!(made.temperature, [Dyadic::MINUS_ONE, temperatures[0]]);
        for i in 0..LAST {
            let score = |left, first| made.guarantee(left, first, at(i)).unwrap().map(units);
            let [left, right] = [0, 1].map(|w| [0, 1].map(|b| expected.walls[w][b][i as usize]));
            let negative = |[a, b]: [i64; 2]| [-b, -a];
            assert_eq!(score(true, true), left);
            assert_eq!(score(false, true), right);
            assert_eq!(score(true, false), negative(right));
            assert_eq!(score(false, false), negative(left));
            assert_eq!(units(made.most_at(at(i)).unwrap()), -right[0]);
            assert_eq!(units(made.least_at(at(i)).unwrap()), -right[1]);
        }
        assert_eq!(
            made.left_stop().unwrap().map(units),
            [0, 1].map(|b| expected.walls[0][b][0])
        );
        assert_eq!(
            made.right_stop().unwrap().map(units),
            [1, 0].map(|b| -expected.walls[1][b][0])
        );
    }
}
