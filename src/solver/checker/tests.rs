//! What the checker is checked against: facts from the literature, and golden data.

use super::*;
use crate::graph::Graph;
use crate::ruleset::Snort;
use std::time::Instant;

fn from_edges(edges: &str) -> Board {
    let edges: Vec<(usize, usize)> = edges
        .split(',')
        .map(|e| e.split_once('-').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())).unwrap())
        .collect();
    let order = edges.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap();
    Board::untinted(Graph::from_edges(order, edges))
}

#[test]
fn workshop() {
    for e in ["0-3,1-3,2-3,3-4,4-5,4-6,4-7,4-8,4-9,4-10,10-11,10-12,10-13", "0-3,1-3,2-3,3-4,4-5,4-6,4-7,4-8,7-9,7-10,7-11,8-12,8-13,8-14"] {
        let s = Instant::now();
        let c = Checker::new(&Snort, 10_000_000).check(&from_edges(e)).unwrap();
        println!("{:?} {} {}", s.elapsed(), c.positions, c.temperature);
    }
}
