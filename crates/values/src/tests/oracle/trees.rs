//! Games as trees, with the definitions of the textbook (Siegel, *Combinatorial Game Theory*, ch.
//! II) written out: who wins by playing, sums by moving in a part, canonical forms by removing
//! options. No stop, no number and no store of the crate helps.

use rustc_hash::FxHashMap;

/// A tree, by its place in the list of all trees.
pub type Tree = usize;

/// The tree without options.
pub const ZERO: Tree = 0;

/// Trees, each kept once: equal options give the same place.
pub struct Trees {
    options: Vec<[Vec<Tree>; 2]>,
    places: FxHashMap<[Vec<Tree>; 2], Tree>,
    won: FxHashMap<(Vec<Tree>, usize), bool>,
    sums: FxHashMap<[Tree; 2], Tree>,
    forms: FxHashMap<Tree, Tree>,
    negatives: FxHashMap<Tree, Tree>,
}

impl Trees {
    pub fn new() -> Trees {
        let mut trees = Trees {
            options: Vec::new(),
            places: FxHashMap::default(),
            won: FxHashMap::default(),
            sums: FxHashMap::default(),
            forms: FxHashMap::default(),
            negatives: FxHashMap::default(),
        };
        assert_eq!(trees.tree([vec![], vec![]]), ZERO);
        trees
    }

    /// The tree with these options of Left and of Right.
    pub fn tree(&mut self, mut options: [Vec<Tree>; 2]) -> Tree {
        for side in &mut options {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(&place) = self.places.get(&options) {
            return place;
        }
        self.options.push(options.clone());
        self.places.insert(options, self.options.len() - 1);
        self.options.len() - 1
    }

    /// The options of Left (0) or Right (1).
    pub fn side(&self, g: Tree, player: usize) -> Vec<Tree> {
        self.options[g][player].clone()
    }

    pub fn integer(&mut self, n: i64) -> Tree {
        let mut g = ZERO;
        for _ in 0..n.unsigned_abs() {
            g = match n > 0 {
                true => self.tree([vec![g], vec![]]),
                false => self.tree([vec![], vec![g]]),
            };
        }
        g
    }

    /// The number `numerator / 2^exponent`: of an odd numerator, the game between its neighbours.
    pub fn number(&mut self, numerator: i64, exponent: u32) -> Tree {
        if exponent == 0 {
            return self.integer(numerator);
        }
        if numerator % 2 == 0 {
            return self.number(numerator / 2, exponent - 1);
        }
        let [low, high] = [-1, 1].map(|by| self.number((numerator + by) / 2, exponent - 1));
        self.tree([vec![low], vec![high]])
    }

    pub fn nimber(&mut self, n: u8) -> Tree {
        let mut smaller = Vec::new();
        for _ in 0..n {
            let next = self.tree([smaller.clone(), smaller.clone()]);
            smaller.push(next);
        }
        self.tree([smaller.clone(), smaller])
    }

    pub fn up(&mut self) -> Tree {
        let star = self.nimber(1);
        self.tree([vec![ZERO], vec![star]])
    }

    /// A tree in which each option is replaced by the result of a function.
    fn mapped(&mut self, g: Tree, mut of: impl FnMut(&mut Trees, Tree, usize) -> Tree) -> Tree {
        let sides = [0, 1].map(|player| {
            let options = self.side(g, player);
            options.into_iter().map(|h| of(self, h, player)).collect()
        });
        self.tree(sides)
    }

    pub fn negative(&mut self, g: Tree) -> Tree {
        if let Some(&known) = self.negatives.get(&g) {
            return known;
        }
        let [left, right] = [1, 0].map(|player| {
            let options = self.side(g, player);
            options.into_iter().map(|h| self.negative(h)).collect()
        });
        let negative = self.tree([left, right]);
        self.negatives.insert(g, negative);
        negative
    }

    /// The sum: a move in one part leaves the other as it is.
    pub fn sum(&mut self, g: Tree, h: Tree) -> Tree {
        let pair = [g.min(h), g.max(h)];
        if let Some(&known) = self.sums.get(&pair) {
            return known;
        }
        let sides = [0, 1].map(|player| {
            let mut options = Vec::new();
            for option in self.side(g, player) {
                options.push(self.sum(option, h));
            }
            for option in self.side(h, player) {
                options.push(self.sum(g, option));
            }
            options
        });
        let sum = self.tree(sides);
        self.sums.insert(pair, sum);
        sum
    }

    pub fn difference(&mut self, g: Tree, h: Tree) -> Tree {
        let minus = self.negative(h);
        self.sum(g, minus)
    }

    /// The sum of `n` copies.
    pub fn multiple(&mut self, n: i64, g: Tree) -> Tree {
        let copy = if n < 0 { self.negative(g) } else { g };
        (0..n.unsigned_abs()).fold(ZERO, |sum, _| self.sum(sum, copy))
    }

    /// Whether the player who begins wins the sum, by playing all plays.
    pub fn first_wins(&mut self, parts: &[Tree], player: usize) -> bool {
        let mut parts: Vec<Tree> = parts.iter().copied().filter(|&g| g != ZERO).collect();
        parts.sort_unstable();
        let position = (parts, player);
        if let Some(&known) = self.won.get(&position) {
            return known;
        }
        let parts = &position.0;
        let wins = (0..parts.len()).any(|i| {
            let options = self.side(parts[i], player);
            options.into_iter().any(|option| {
                let mut next = parts.clone();
                next[i] = option;
                !self.first_wins(&next, 1 - player)
            })
        });
        self.won.insert(position, wins);
        wins
    }

    /// Whether `g <= h`: Left, who begins, does not win `g - h`.
    pub fn le(&mut self, g: Tree, h: Tree) -> bool {
        let minus = self.negative(h);
        !self.first_wins(&[g, minus], 0)
    }

    /// The canonical form: reversible options are bypassed, then dominated ones are left out.
    pub fn canonical(&mut self, g: Tree) -> Tree {
        if let Some(&known) = self.forms.get(&g) {
            return known;
        }
        let mut form = self.mapped(g, |trees, option, _| trees.canonical(option));
        loop {
            let sides = [0, 1].map(|player| self.bypassed(form, player));
            let next = self.tree(sides);
            if next == form {
                break;
            }
            form = next;
        }
        let sides = [0, 1].map(|player| self.undominated(form, player));
        form = self.tree(sides);
        self.forms.insert(g, form);
        form
    }

    /// Whether the first is at least as good for a player as the second.
    fn is_as_good(&mut self, player: usize, [a, b]: [Tree; 2]) -> bool {
        let [low, high] = if player == 0 { [b, a] } else { [a, b] };
        self.le(low, high)
    }

    /// The options of a player, reversible ones replaced by the options after the reply.
    fn bypassed(&mut self, g: Tree, player: usize) -> Vec<Tree> {
        let mut kept = Vec::new();
        for option in self.side(g, player) {
            let replies = self.side(option, 1 - player);
            let reply = replies
                .into_iter()
                .find(|&reply| self.is_as_good(player, [g, reply]));
            match reply {
                Some(reply) => kept.extend(self.side(reply, player)),
                None => kept.push(option),
            }
        }
        kept
    }

    /// The options of a player that no other option is as good as. All are in canonical form, so no
    /// two are equal.
    fn undominated(&mut self, g: Tree, player: usize) -> Vec<Tree> {
        let options = self.side(g, player);
        let mut kept = options.clone();
        kept.retain(|&a| {
            let others = options.iter().filter(|&&b| b != a);
            !others.into_iter().any(|&b| self.is_as_good(player, [b, a]))
        });
        kept
    }

    /// The number of moves of a longest play.
    pub fn depth(&self, g: Tree) -> u64 {
        let options = self.options[g].iter().flatten();
        options.map(|&h| self.depth(h) + 1).max().unwrap_or(0)
    }

    /// The integer that a canonical form is.
    pub fn as_integer(&mut self, g: Tree) -> Option<i64> {
        let depth = self.depth(g) as i64;
        [depth, -depth].into_iter().find(|&n| self.integer(n) == g)
    }

    /// The number that a canonical form is, as a numerator and an exponent: halfway between its
    /// options, which are numbers (Siegel, II.3).
    pub fn as_number(&mut self, g: Tree) -> Option<(i64, u32)> {
        if let Some(n) = self.as_integer(g) {
            return Some((n, 0));
        }
        let [left, right] = [0, 1].map(|player| self.side(g, player));
        let ([left], [right]) = (&left[..], &right[..]) else {
            return None;
        };
        let (low, high) = (self.as_number(*left)?, self.as_number(*right)?);
        let exponent = low.1.max(high.1);
        let scaled = |(n, e): (i64, u32)| n << (exponent - e);
        let (numerator, exponent) = (scaled(low) + scaled(high), exponent + 1);
        (self.number(numerator, exponent) == g).then_some((numerator, exponent))
    }
}
