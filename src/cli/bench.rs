//! `boil bench`: the solver's benchmark set as one table.
//!
//! Every change of the solver is measured by the same set. `docs/solver.md` keeps the tables. Each
//! row has its expected answer, so that a solver that is fast but wrong fails.

use super::failure::{CommandResult, Failure};
use super::table::{TextColumn, head, left, line, right};
use boilingpoint_boards::{Board, Tint, enumerate, parse_board, random_connected, random_tree};
use boilingpoint_rules::{Col, Domineering, NodeKayles, Ruleset, Snort};
use boilingpoint_solver::{Budget, Pool, SolveError, Solver, Summary};
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

/// Boards that are valued one by one, with empty tables for each.
struct ColdRow {
    ruleset: &'static dyn Ruleset,
    name: String,
    boards: Vec<Board>,
    /// The expected sum of the boards' temperatures, or of their Grundy values.
    sum: &'static str,
    slow: bool,
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
    name: String,
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
        for cold in cold_boards()
            .into_iter()
            .filter(|c| !(self.quick && c.slow))
        {
            writeln!(out, "{}", cold.row()?.text(true))?;
        }
        for order in [7, 8, 9] {
            if self.quick && order == 9 {
                continue;
            }
            writeln!(out, "{}", self.scan(order)?.text(false))?;
        }
        writeln!(out, "{}", self.warm()?.text(false))?;
        for cold in other_games()
            .into_iter()
            .filter(|c| !(self.quick && c.slow))
        {
            writeln!(out, "{}", cold.row()?.text(true))?;
        }
        for batch in other_games_with_one_table() {
            let (row, found) =
                self.value_with_one_table(batch.ruleset, batch.name, &batch.boards)?;
            expect(&row.name, found.iter().filter(|v| **v).count(), batch.zeros)?;
            writeln!(out, "{}", row.text(false))?;
        }
        Ok(())
    }

    /// Values all connected graphs of an order, with one table for all.
    fn scan(&self, order: usize) -> Result<BenchRow, Failure> {
        let boards = connected(order);
        let zeros = match order {
            7 => 5,
            8 => 94,
            _ => 334,
        };
        let name = format!("all connected, order {order}");
        let (row, found) = self.value_with_one_table(&Snort, name, &boards)?;
        expect(&row.name, found.iter().filter(|v| **v).count(), zeros)?;
        Ok(row)
    }

    /// Values a sequence of mutants of one tree, as a search makes them. Each step moves one leaf.
    fn warm(&self) -> Result<BenchRow, Failure> {
        let boards: Vec<Board> = (1..=2000).map(|step| moved_leaf(17, step)).collect();
        let (row, found) =
            self.value_with_one_table(&Snort, "mutants of a tree, order 18".into(), &boards)?;
        expect(&row.name, found.len(), boards.len())?;
        Ok(row)
    }

    /// Values boards with one table for all. Also returns, for each board, whether its value is
    /// zero.
    fn value_with_one_table(
        &self,
        ruleset: &'static dyn Ruleset,
        name: String,
        boards: &[Board],
    ) -> Result<(BenchRow, Vec<bool>), Failure> {
        let pool = Pool::new(ruleset, &Budget::default(), self.threads)?;
        let began = Instant::now();
        let found = pool.summaries(boards);
        let time = began.elapsed();
        let zero = found.into_iter().map(|h| Ok(h?.outcome == Outcome::P));
        let found = zero.collect::<Result<_, SolveError>>();
        let work = pool.work();
        let row = BenchRow {
            name,
            boards: boards.len(),
            median: time,
            worst: time,
            positions: work.positions,
            forms: work.values as usize,
            bytes: work.bytes as usize,
        };
        Ok((row, found.map_err(Failure::input)?))
    }
}

fn expect<T: PartialEq + std::fmt::Display>(name: &str, found: T, expected: T) -> CommandResult {
    if found == expected {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{name}: found {found}, expected {expected}: the solver is wrong"
    )))
}

/// The Grundy value, if the position has one. Otherwise the temperature.
fn answer(heat: &Summary) -> Result<Dyadic, Failure> {
    match (heat.grundy, heat.temperatures) {
        (Some(grundy), _) => Dyadic::new(i64::from(grundy), 0).map_err(Failure::input),
        (None, Some(thermal)) => Ok(thermal.temperature),
        (None, None) => Err(Failure::input("no value")),
    }
}

impl ColdRow {
    fn row(self) -> Result<BenchRow, Failure> {
        let mut row = BenchRow {
            name: self.name,
            boards: self.boards.len(),
            median: Duration::ZERO,
            worst: Duration::ZERO,
            positions: 0,
            forms: 0,
            bytes: 0,
        };
        let mut sum = Dyadic::ZERO;
        let mut times = Vec::new();
        for board in &self.boards {
            let mut solver = Solver::new(self.ruleset, Budget::default());
            let began = Instant::now();
            let heat = solver.summary(board).map_err(Failure::input)?;
            times.push(began.elapsed());
            sum = sum.add(answer(&heat)?).map_err(Failure::input)?;
            let (_, forms, bytes) = solver.sizes();
            row.positions += solver.work().positions;
            row.forms += forms;
            row.bytes = row.bytes.max(bytes);
        }
        times.sort_unstable();
        row.median = times[times.len() / 2];
        row.worst = times[times.len() - 1];
        expect(&row.name, sum.to_string(), self.sum.to_string())?;
        Ok(row)
    }
}

impl BenchRow {
    fn text(&self, cold: bool) -> String {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        // The total of a cold row is an estimate from the median. The total of a row with one table
        // is exact.
        let seconds = if cold {
            self.median.as_secs_f64() * self.boards as f64
        } else {
            self.median.as_secs_f64()
        };
        let cells = [
            self.name.clone(),
            self.boards.to_string(),
            format!("{:.3}", ms(self.median)),
            format!("{:.3}", ms(self.worst)),
            self.positions.to_string(),
            self.forms.to_string(),
            format!("{:.1}", self.bytes as f64 / f64::from(1 << 20)),
            format!("{:.0}", self.positions as f64 / seconds),
        ];
        line(&COLUMNS, &cells)
    }
}

fn cold_boards() -> Vec<ColdRow> {
    let mut set = Vec::new();
    for (n, sum) in [(16, "33"), (64, "129"), (256, "513")] {
        let name = format!("caterpillar({},{n},{})", n + 1, n + 1);
        set.push(ColdRow {
            ruleset: &Snort,
            boards: vec![parse_board(&name).expect("a family")],
            name,
            sum,
            slow: false,
        });
    }
    let legs = vec!["2"; 100].join(",");
    set.push(ColdRow {
        ruleset: &Snort,
        boards: vec![parse_board(&format!("spider({legs})")).expect("a family")],
        name: "spider of 100 legs of 2".to_string(),
        sum: "50",
        slow: false,
    });
    for (order, sum) in TREES {
        set.push(ColdRow {
            ruleset: &Snort,
            name: format!("random trees, order {order}"),
            boards: (1..=20)
                .map(|seed| Board::untinted(random_tree(order, seed)))
                .collect(),
            sum,
            slow: order > 22,
        });
    }
    for (order, size, sum) in CONNECTED {
        set.push(ColdRow {
            ruleset: &Snort,
            name: format!("connected, order {order}, size {size}"),
            boards: (1..=5)
                .map(|seed| Board::untinted(random_connected(order, size, seed)))
                .collect(),
            sum,
            slow: false,
        });
    }
    set.push(ColdRow {
        ruleset: &Snort,
        name: "tinted, order 16, size 24".to_string(),
        boards: (1..=5).map(tinted).collect(),
        sum: TINTED,
        slow: false,
    });
    set
}

/// Boards of games other than Snort. Each board is valued with empty tables.
fn other_games() -> Vec<ColdRow> {
    let family = |text: String| parse_board(&text).expect("a family");
    let mut set = Vec::new();
    for (m, n, sum) in DOMINEERING {
        set.push(ColdRow {
            ruleset: &Domineering,
            name: format!("Domineering, {m} x {n}"),
            boards: vec![family(format!("squares({m},{n})"))],
            sum,
            slow: m * n > 22,
        });
    }
    let kayles = |name: &str, boards: Vec<Board>, sum| ColdRow {
        ruleset: &NodeKayles,
        name: format!("Node Kayles, {name}"),
        boards,
        sum,
        slow: false,
    };
    let paths = (1..=40).map(|n| family(format!("path({n})"))).collect();
    set.push(kayles("paths to 40", paths, "77"));
    let cycles = (3..=40).map(|n| family(format!("cycle({n})"))).collect();
    set.push(kayles("cycles to 40", cycles, "8"));
    let tree = |seed| Board::untinted(random_tree(30, seed));
    set.push(kayles(
        "random trees, order 30",
        (1..=20).map(tree).collect(),
        "65",
    ));
    set.push(kayles(
        "grid, 5 x 6",
        vec![family("grid(5,6)".to_string())],
        "3",
    ));
    set
}

/// Boards of one game that are valued with one table for all.
struct WarmBatch {
    ruleset: &'static dyn Ruleset,
    name: String,
    boards: Vec<Board>,
    /// The expected number of boards whose value is zero.
    zeros: usize,
}

fn other_games_with_one_table() -> Vec<WarmBatch> {
    let squares = |bits: u32| {
        let all = (0..4).flat_map(|i| (0..4).map(move |j| [i, j]));
        Board::of_squares(all.filter(|[i, j]| bits >> (4 * i + j) & 1 == 1).collect())
    };
    vec![
        WarmBatch {
            ruleset: &Domineering,
            name: "Domineering, all within 4 x 4".to_string(),
            boards: (0..1 << 16).map(squares).collect(),
            zeros: 6236,
        },
        WarmBatch {
            ruleset: &Col,
            name: "Col, all connected, order 8".to_string(),
            boards: connected(8),
            zeros: 7360,
        },
        WarmBatch {
            ruleset: &NodeKayles,
            name: "Node Kayles, connected, order 8".to_string(),
            boards: connected(8),
            zeros: 1875,
        },
    ]
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
/// The expected sum of the temperatures of the tinted boards.
const TINTED: &str = "549/32";
