//! `boil bench`: the solver's benchmark set as one table.
//!
//! Every change of the solver is measured by the same set. `docs/solver.md` keeps the tables. Each
//! row has its expected answer, so that a solver that is fast but wrong fails.

use super::failure::{CommandResult, Failure};
use super::table::{TextColumn, head, left, line, right};
use boilingpoint_boards::{Board, Tint, enumerate, parse_board, random_connected, random_tree};
use boilingpoint_rules::{Col, Domineering, NodeKayles, Ruleset, Snort};
use boilingpoint_solver::{Budget, Pool, Solver, Summary};
use boilingpoint_values::{Dyadic, Outcome};
use clap::Args;
use std::io::Write;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Leave out the rows that take more than a second
    #[arg(long)]
    quick: bool,
    /// Threads for the rows that value many boards; 0 for one per core
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Boards of one game, with what is known of their values.
struct BenchSet {
    ruleset: &'static dyn Ruleset,
    name: String,
    boards: Box<dyn Fn() -> Vec<Board>>,
    expected: Expected,
    /// Whether it takes more than a second.
    is_slow: bool,
}

#[derive(Clone, Copy)]
enum Expected {
    /// Each board is valued with empty tables: the sum of their temperatures, or of their Grundy
    /// values.
    Sum(&'static str),
    /// All boards are valued with one table: the number of those whose value is zero.
    Zeros(usize),
}

const COLUMNS: [TextColumn; 8] = [
    left("boards", 31),
    right("number", 7),
    right("median ms", 11),
    right("worst ms", 11),
    right("positions", 9),
    right("forms", 9),
    right("MiB", 8),
    right("positions/s", 11),
];

struct BenchRow {
    boards: usize,
    median: Duration,
    worst: Duration,
    positions: u64,
    forms: usize,
    bytes: usize,
}

impl BenchArgs {
    pub fn run(&self) -> CommandResult {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", head(&COLUMNS))?;
        for set in sets().iter().filter(|set| !(self.quick && set.is_slow)) {
            let (row, found, expected) = match set.expected {
                Expected::Sum(sum) => {
                    let (row, found) = set.valued_alone()?;
                    (row, found.to_string(), sum.to_string())
                }
                Expected::Zeros(zeros) => {
                    let (row, found) = set.valued_with_one_table(self.threads)?;
                    (row, found.to_string(), zeros.to_string())
                }
            };
            if found != expected {
                let name = &set.name;
                return Err(Failure::input(format!(
                    "{name}: found {found}, expected {expected}: the solver is wrong"
                )));
            }
            writeln!(out, "{}", set.text(&row))?;
        }
        Ok(())
    }
}

/// The Grundy value, if the position has one. Otherwise the temperature.
fn answer(heat: &Summary) -> Result<Dyadic, Failure> {
    match (heat.grundy, heat.temperatures) {
        (Some(grundy), _) => Ok(Dyadic::new(i64::from(grundy), 0)?),
        (None, Some(thermal)) => Ok(thermal.temperature),
        (None, None) => Err(Failure::input("no value")),
    }
}

impl BenchSet {
    /// Values each board with empty tables. Also returns the sum of the answers.
    fn valued_alone(&self) -> Result<(BenchRow, Dyadic), Failure> {
        let boards = (self.boards)();
        let (mut positions, mut all_forms, mut most_bytes) = (0, 0, 0);
        let mut sum = Dyadic::ZERO;
        let mut times = Vec::new();
        for board in &boards {
            // The sets of 28 squares need more than the default, and the boards are fixed.
            let budget = Budget {
                work: u64::MAX,
                ..Budget::default()
            };
            let mut solver = Solver::new(self.ruleset, budget);
            let began = Instant::now();
            let heat = solver.summary(board)?;
            times.push(began.elapsed());
            sum = sum.add(answer(&heat)?)?;
            let (_, forms, bytes) = solver.sizes();
            positions += solver.work().positions;
            all_forms += forms;
            most_bytes = most_bytes.max(bytes);
        }
        times.sort_unstable();
        let row = BenchRow {
            boards: boards.len(),
            median: times[times.len() / 2],
            worst: times[times.len() - 1],
            positions,
            forms: all_forms,
            bytes: most_bytes,
        };
        Ok((row, sum))
    }

    /// Values all boards with one table. Also returns the number of those whose value is zero.
    fn valued_with_one_table(&self, threads: usize) -> Result<(BenchRow, usize), Failure> {
        let boards = (self.boards)();
        let pool = Pool::new(self.ruleset, &Budget::default(), threads)?;
        let began = Instant::now();
        let found = pool.summaries(&boards);
        let time = began.elapsed();
        let mut zeros = 0;
        for heat in found {
            zeros += usize::from(heat?.outcome == Outcome::P);
        }
        let work = pool.work();
        let row = BenchRow {
            boards: boards.len(),
            median: time,
            worst: time,
            positions: work.positions,
            forms: work.values as usize,
            bytes: work.bytes as usize,
        };
        Ok((row, zeros))
    }

    fn text(&self, row: &BenchRow) -> String {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        // The total of boards that are valued alone is an estimate from the median. With one table
        // the time is the total.
        let seconds = match self.expected {
            Expected::Sum(_) => row.median.as_secs_f64() * row.boards as f64,
            Expected::Zeros(_) => row.median.as_secs_f64(),
        };
        let cells = [
            self.name.clone(),
            row.boards.to_string(),
            format!("{:.3}", ms(row.median)),
            format!("{:.3}", ms(row.worst)),
            row.positions.to_string(),
            row.forms.to_string(),
            format!("{:.1}", row.bytes as f64 / f64::from(1 << 20)),
            format!("{:.0}", row.positions as f64 / seconds),
        ];
        line(&COLUMNS, &cells)
    }
}

fn set(
    ruleset: &'static dyn Ruleset,
    name: impl Into<String>,
    boards: impl Fn() -> Vec<Board> + 'static,
    expected: Expected,
) -> BenchSet {
    BenchSet {
        ruleset,
        name: name.into(),
        boards: Box::new(boards),
        expected,
        is_slow: false,
    }
}

/// The sets, in the order of the table.
fn sets() -> Vec<BenchSet> {
    use Expected::{Sum, Zeros};
    let mut sets = Vec::new();
    for (n, sum) in [(16, "33"), (64, "129"), (256, "513")] {
        let name = format!("caterpillar({},{n},{})", n + 1, n + 1);
        sets.push(set(&Snort, name.clone(), move || family(&name), Sum(sum)));
    }
    let spider = format!("spider({})", vec!["2"; 100].join(","));
    let boards = move || family(&spider);
    sets.push(set(&Snort, "spider of 100 legs of 2", boards, Sum("50")));
    for (order, sum) in TREES {
        let name = format!("random trees, order {order}");
        sets.push(BenchSet {
            is_slow: order > 22,
            ..set(&Snort, name, move || trees(order), Sum(sum))
        });
    }
    for (order, size, sum) in CONNECTED {
        let name = format!("connected, order {order}, size {size}");
        let board = move |seed| Board::untinted(random_connected(order, size, seed));
        let boards = move || (1..=5).map(board).collect();
        sets.push(set(&Snort, name, boards, Sum(sum)));
    }
    let boards = || (1..=5).map(tinted).collect();
    sets.push(set(
        &Snort,
        "tinted, order 16, size 24",
        boards,
        Sum("549/32"),
    ));
    for (order, zeros) in [(7, 5), (8, 94), (9, 334)] {
        let name = format!("all connected, order {order}");
        sets.push(BenchSet {
            is_slow: order > 8,
            ..set(&Snort, name, move || connected(order), Zeros(zeros))
        });
    }
    let boards = || (1..=2000).map(|step| moved_leaf(17, step)).collect();
    sets.push(set(
        &Snort,
        "mutants of a tree, order 18",
        boards,
        Zeros(MUTANTS),
    ));
    for (m, n, sum) in DOMINEERING {
        let name = format!("Domineering, {m} x {n}");
        let board = format!("squares({m},{n})");
        sets.push(BenchSet {
            is_slow: m * n > 22,
            ..set(&Domineering, name, move || family(&board), Sum(sum))
        });
    }
    let paths = || {
        (1..=40)
            .flat_map(|n| family(&format!("path({n})")))
            .collect()
    };
    let cycles = || {
        (3..=40)
            .flat_map(|n| family(&format!("cycle({n})")))
            .collect()
    };
    let grid = || family("grid(5,6)");
    let kayles = &NodeKayles;
    sets.push(set(kayles, "Node Kayles, paths to 40", paths, Sum("77")));
    sets.push(set(kayles, "Node Kayles, cycles to 40", cycles, Sum("8")));
    let name = "Node Kayles, random trees, order 30";
    sets.push(set(kayles, name, || trees(30), Sum("65")));
    sets.push(set(kayles, "Node Kayles, grid, 5 x 6", grid, Sum("3")));
    let all = || (0..1 << 16).map(squares).collect();
    sets.push(set(
        &Domineering,
        "Domineering, all within 4 x 4",
        all,
        Zeros(6236),
    ));
    sets.push(BenchSet {
        is_slow: true,
        ..set(
            &Domineering,
            "Domineering, sets of 28 squares",
            || (1..=21).map(|seed| grown_squares(28, seed)).collect(),
            Sum(SETS_OF_28),
        )
    });
    let order_8 = || connected(8);
    sets.push(set(
        &Col,
        "Col, all connected, order 8",
        order_8,
        Zeros(7360),
    ));
    let name = "Node Kayles, connected, order 8";
    sets.push(set(kayles, name, order_8, Zeros(1875)));
    sets
}

/// The member of a family.
fn family(text: &str) -> Vec<Board> {
    vec![parse_board(text).expect("a family")]
}

/// The squares of a board of 4 by 4 squares whose bits are 1.
fn squares(bits: u32) -> Board {
    let all = (0..4).flat_map(|i| (0..4).map(move |j| [i, j]));
    Board::of_squares(all.filter(|[i, j]| bits >> (4 * i + j) & 1 == 1).collect())
}

/// A connected set of squares within 7 by 7, which grows from the middle by random neighbours.
fn grown_squares(squares: u32, seed: u64) -> Board {
    const FIELD: u64 = 0x007f_7f7f_7f7f_7f7f;
    // A random number by xorshift (Marsaglia 2003).
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 33
    };
    let mut set = 1u64 << 27;
    while set.count_ones() < squares {
        let near = (set << 1 | set >> 1 | set << 8 | set >> 8) & !set & FIELD;
        let skipped = next() % u64::from(near.count_ones());
        let rest = (0..skipped).fold(near, |rest, _| rest & (rest - 1));
        set |= rest & rest.wrapping_neg();
    }
    let all = (0..8).flat_map(|i| (0..8).map(move |j| [i, j]));
    Board::of_squares(all.filter(|[i, j]| set >> (8 * i + j) & 1 == 1).collect())
}

/// The random trees with seeds 1 to 20.
fn trees(order: usize) -> Vec<Board> {
    let tree = |seed| Board::untinted(random_tree(order, seed));
    (1..=20).map(tree).collect()
}

/// All connected graphs of an order.
fn connected(order: usize) -> Vec<Board> {
    let graphs = (1..order).fold(enumerate::first(), |g, _| enumerate::next_connected(&g));
    graphs.into_iter().map(Board::untinted).collect()
}

/// A random board of order 16. The tints are a fixed pattern that repeats along the vertices.
fn tinted(seed: u64) -> Board {
    let pattern = [
        Tint::Left,
        Tint::None,
        Tint::None,
        Tint::Right,
        Tint::None,
        Tint::None,
    ];
    let tints = (0..16).map(|v| pattern[v % 6]).collect();
    Board::new(random_connected(16, 24, seed), tints).expect("a tint for each vertex")
}

/// A fixed random tree with one more leaf. The place of the leaf depends on the step. The seed of
/// the tree changes every hundred steps.
fn moved_leaf(order: usize, step: usize) -> Board {
    let tree = random_tree(order, 1 + step as u64 / 100);
    let edges: Vec<(usize, usize)> = tree.edges().chain([(step % order, order)]).collect();
    Board::untinted(boilingpoint_boards::Graph::from_edges(order + 1, edges))
}

/// The order, and the expected sum of the temperatures of the trees with seeds 1 to 20.
const TREES: [(usize, &str); 5] = [
    (16, "457/8"),
    (18, "1795/32"),
    (20, "2029/32"),
    (22, "1047/16"),
    (24, "1019/16"),
];
/// The order, the size, and the expected sum of the temperatures of the graphs with seeds 1 to 5.
const CONNECTED: [(usize, usize, &str); 6] = [
    (14, 21, "309/16"),
    (14, 45, "33"),
    (16, 24, "153/8"),
    (16, 60, "249/8"),
    (18, 27, "317/16"),
    (18, 76, "295/8"),
];
/// The numbers of rows and columns, and the expected temperature.
const DOMINEERING: [(usize, usize, &str); 5] = [
    (4, 4, "0"),
    (4, 5, "-1"),
    (2, 11, "19/16"),
    (3, 7, "9/8"),
    (5, 5, "-1"),
];
/// The expected sum of the temperatures of the grown sets of squares with seeds 1 to 21.
const SETS_OF_28: &str = "1487/64";
/// The number of mutants whose value is zero.
const MUTANTS: usize = 0;
