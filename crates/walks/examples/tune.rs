use boilingpoint_boards::Graph;
use boilingpoint_walks::*;
use rand::SeedableRng;
use std::time::Instant;
struct Sets(Vec<Quantity>);
impl Energy for Sets {
    fn quantities(&self) -> &[Quantity] { &self.0 }
    fn conditions(&self) -> usize { self.0.len() }
    fn violation(&self, c: usize, known: Known) -> f64 { known(c).unwrap_or(1.0) }
}
fn main() {
    use Quantity::*;
    let moves = match std::env::args().nth(3) { None => Moves::Pairs, Some(l) => Moves::Orbits(l.parse().unwrap()) };
    let work: u64 = std::env::args().nth(1).map_or(100_000, |w| w.parse().unwrap());
    let tries: u64 = std::env::args().nth(2).map_or(20, |w| w.parse().unwrap());
    let problems: Vec<(&str, usize, Vec<Quantity>)> = vec![
        ("R(3,6) 17", 17, vec![Cliques(3), IndependentSets(6)]),
        ("R(3,7) 22", 22, vec![Cliques(3), IndependentSets(7)]),
        ("R(4,4) 17", 17, vec![Cliques(4), IndependentSets(4)]),
        ("mcgee", 24, vec![Cycles(3), Cycles(4), Cycles(5), Cycles(6), Excess(3), Lack(3)]),
        ("(3,8)", 30, vec![Cycles(3), Cycles(4), Cycles(5), Cycles(6), Cycles(7), Excess(3), Lack(3)]),
        ("(5,5)", 30, vec![Cycles(3), Cycles(4), Excess(5), Lack(5)]),
        ("(4,6)", 26, vec![Cycles(3), Cycles(4), Cycles(5), Excess(4), Lack(4)]),
        ("(3,3)", 20, vec![Excess(3), FarPairs(3)]),
        ("(5,2)", 24, vec![Excess(5), FarPairs(2)]),
        ("(3,4)", 38, vec![Excess(3), FarPairs(4)]),
    ];
    for (name, order, quantities) in problems {
        let energy = Sets(quantities);
        let (mut met, mut steps) = (0, 0);
        let begun = Instant::now();
        for seed in 0..tries {
            let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
            let w = walk(&energy, Start { graph: Graph::empty(order), moves: moves.clone(), heat: 1.0 }, work, &mut rng).unwrap();
            met += u64::from(w.violation == 0.0);
            steps += w.steps;
        }
        let s = begun.elapsed().as_secs_f64();
        println!("{name:12} {met}/{tries}  {:.3} s each  {:.0} steps/s  {:.2} s per find", s / tries as f64, steps as f64 / s, s / met as f64);
    }
}
