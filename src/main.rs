use boilingpoint::graph::*;
use boilingpoint::ruleset::Snort;
use boilingpoint::solver::*;
fn main() {
    with_deep_stack(|| {
        for n in [4usize, 16, 32, 64] {
            let t = std::time::Instant::now();
            let mut solver = Solver::new(&Snort, Budget::default());
            let mut edges = vec![(0, 1), (1, 2)];
            let mut next = 3;
            for (hub, leaves) in [(0, n + 1), (1, n), (2, n + 1)] {
                for _ in 0..leaves {
                    edges.push((hub, next));
                    next += 1;
                }
            }
            let b = Board::untinted(Graph::from_edges(next, edges));
            let e = solver.evaluate(&b).unwrap();
            println!(
                "{n} {} {:?} {:?} {:?}",
                e.temperature,
                t.elapsed(),
                solver.work(),
                solver.sizes()
            );
        }
    });
}
