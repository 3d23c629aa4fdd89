//! The largest value of an objective over all trees of each order, and a tree that has it:
//! `cargo run --release --example scan -- 'temperature - degree' 12`.
#![allow(clippy::print_stdout)] // a table is all that it is for

use boilingpoint::{BoardSource, Budget, Class, Kind, Objective, Pool, Scanner, ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let objective = args.next().unwrap_or("temperature - degree".to_string());
    let most = args.next().map_or(Ok(10), |order| order.parse())?;
    let pool = Pool::new(ruleset("snort")?, &Budget::default(), 0)?;
    let trees = Class::of(Kind::Tree, 2..=most);
    let boards = BoardSource {
        pool: &pool,
        marks: trees,
        progress: &|_| (),
    };
    let objective = Objective::parse(&objective)?;
    let scanner = Scanner::new(&objective, 1);
    for (order, scanned) in scanner.class(&boards, &trees)?.orders {
        let maximum = &scanned.maximum;
        let Some(best) = &maximum.max else {
            println!("order {order}: {} trees, none has a value", scanned.boards);
            continue;
        };
        let (trees, attaining) = (scanned.boards, maximum.attaining);
        let example = maximum.boards[0].name();
        println!("order {order}: {trees} trees, maximum {best}, on {attaining}, such as {example}");
    }
    Ok(())
}
