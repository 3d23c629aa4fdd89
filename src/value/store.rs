//! The store of values: every canonical form once.
//!
//! A game is a node with its Left and Right options (sorted handles, in one arena) and its two
//! stops; a number is a node without options, since its options follow from the number. Nodes
//! are found by their options in an open-addressing table (hash-consing). Results of
//! comparison, sum and negation are kept by pairs of handles. The idea is the one of every
//! canonical-form calculator since Wolfe's toolkit and Siegel's CGSuite.
//!
//! Handles depend on the order of interning, so nothing that is shown may depend on them.

use super::{Dyadic, NumberUpStar, Thermograph, ValueError};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle to a value in the [`Values`] store that made it. Equal handles, equal games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub(super) u32);

impl Value {
    /// The game `0`, which has the same handle in every store.
    pub const ZERO: Value = Value(0);
    /// The game `*`, which has the same handle in every store.
    pub const STAR: Value = Value(1);
}

/// Bounds on what a store may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Bytes of all tables together; `None` for no bound.
    pub bytes: Option<usize>,
    /// Set from outside to make the computation end with [`ValueError::Stopped`].
    pub stop: Option<Arc<AtomicBool>>,
}

pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub start: u32,
    pub lefts: u32,
    pub rights: u32,
    pub is_number: bool,
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    /// Handle of the negative, or `NONE`.
    pub negative: u32,
    /// Index into `nus`, or `NONE`.
    pub nus: u32,
}

/// A store of values, and everything that has been found out about them.
pub struct Values {
    pub(super) nodes: Vec<Node>,
    pub(super) options: Vec<Value>,
    games: HashTable<u32>,
    numbers: FxHashMap<Dyadic, Value>,
    pub(super) nus: Vec<NumberUpStar>,
    pub(super) nus_index: FxHashMap<NumberUpStar, Value>,
    pub(super) le_memo: FxHashMap<u64, bool>,
    pub(super) sum_memo: FxHashMap<u64, Value>,
    pub(super) thermographs: FxHashMap<Value, Arc<Thermograph>>,
    limits: Limits,
    ticks: u64,
}

impl Default for Values {
    fn default() -> Values {
        Values::new()
    }
}

impl Values {
    /// An empty store without limits.
    pub fn new() -> Values {
        let mut store = Values {
            nodes: Vec::new(),
            options: Vec::new(),
            games: HashTable::new(),
            numbers: FxHashMap::default(),
            nus: Vec::new(),
            nus_index: FxHashMap::default(),
            le_memo: FxHashMap::default(),
            sum_memo: FxHashMap::default(),
            thermographs: FxHashMap::default(),
            limits: Limits::default(),
            ticks: 0,
        };
        let zero = store.number(Dyadic::ZERO);
        let star = store.intern(&[zero], &[zero]);
        debug_assert_eq!((zero, star), (Value::ZERO, Value::STAR));
        store
    }

    /// Sets the limits for what follows.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// How many values are known.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: `0` and `*` are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes that the tables hold, near enough to be compared with a cap.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.options.capacity() * 4
            + self.games.capacity() * 6
            + (self.numbers.capacity() + self.nus_index.capacity()) * 40
            + self.nus.capacity() * size_of::<NumberUpStar>()
            + self.le_memo.capacity() * 18
            + self.sum_memo.capacity() * 18
            + self.thermographs.len() * 300
    }

    /// Counts a step of work, and now and then looks at the limits.
    pub(super) fn tick(&mut self) -> Result<(), ValueError> {
        self.ticks += 1;
        if self.ticks & 0x3ff != 0 {
            return Ok(());
        }
        if self
            .limits
            .stop
            .as_ref()
            .is_some_and(|s| s.load(Ordering::Relaxed))
        {
            return Err(ValueError::Stopped);
        }
        match self.limits.bytes {
            Some(cap) if self.bytes() > cap => Err(ValueError::Memory(cap)),
            _ => Ok(()),
        }
    }

    /// The value of a number.
    pub fn number(&mut self, x: Dyadic) -> Value {
        if let Some(&v) = self.numbers.get(&x) {
            return v;
        }
        let v = self.push(Node {
            start: 0,
            lefts: 0,
            rights: 0,
            is_number: true,
            left_stop: x,
            right_stop: x,
            negative: NONE,
            nus: NONE,
        });
        self.numbers.insert(x, v);
        self.note_nus(
            v,
            NumberUpStar {
                number: x,
                up: 0,
                nim: 0,
            },
        );
        v
    }

    /// The value of an integer.
    pub fn integer(&mut self, n: i64) -> Value {
        self.number(Dyadic::integer(n))
    }

    fn push(&mut self, node: Node) -> Value {
        let v =
            Value(u32::try_from(self.nodes.len()).expect("the byte limit ends before 2^32 values"));
        self.nodes.push(node);
        v
    }

    pub(super) fn note_nus(&mut self, v: Value, nus: NumberUpStar) {
        self.nodes[v.0 as usize].nus = self.nus.len() as u32;
        self.nus.push(nus);
        self.nus_index.insert(nus, v);
    }

    /// The node of a game in canonical form that is not a number: both lists sorted by handle,
    /// no dominated and no reversible option among them.
    pub(super) fn intern(&mut self, lefts: &[Value], rights: &[Value]) -> Value {
        debug_assert!(lefts.is_sorted() && rights.is_sorted());
        let hash = hash_options(lefts, rights);
        let (nodes, options) = (&self.nodes, &self.options);
        let found = self.games.find(hash, |&i| {
            let node = &nodes[i as usize];
            node.lefts as usize == lefts.len()
                && node.rights as usize == rights.len()
                && options[node.start as usize..][..lefts.len()] == *lefts
                && options[node.start as usize + lefts.len()..][..rights.len()] == *rights
        });
        if let Some(&i) = found {
            return Value(i);
        }
        let node = Node {
            start: self.options.len() as u32,
            lefts: lefts.len() as u32,
            rights: rights.len() as u32,
            is_number: false,
            left_stop: lefts
                .iter()
                .map(|&v| self.right_stop(v))
                .max()
                .expect("not a number"),
            right_stop: rights
                .iter()
                .map(|&v| self.left_stop(v))
                .min()
                .expect("not a number"),
            negative: NONE,
            nus: NONE,
        };
        self.options.extend_from_slice(lefts);
        self.options.extend_from_slice(rights);
        let v = self.push(node);
        let (nodes, options) = (&self.nodes, &self.options);
        self.games
            .insert_unique(hash, v.0, |&i| hash_node(&nodes[i as usize], options));
        if let Some(nus) = self.recognise(lefts, rights) {
            self.note_nus(v, nus);
        }
        v
    }

    pub(super) fn node(&self, v: Value) -> &Node {
        &self.nodes[v.0 as usize]
    }

    /// The Left options of a value that is not a number; for a number none are kept.
    pub(super) fn lefts(&self, v: Value) -> &[Value] {
        let node = self.node(v);
        &self.options[node.start as usize..][..node.lefts as usize]
    }

    /// The Right options of a value that is not a number; for a number none are kept.
    pub(super) fn rights(&self, v: Value) -> &[Value] {
        let node = self.node(v);
        &self.options[(node.start + node.lefts) as usize..][..node.rights as usize]
    }

    /// The Left options of the canonical form, numbers included, sorted by handle.
    pub fn left_options(&mut self, v: Value) -> Vec<Value> {
        match self.as_number(v) {
            Some(x) => x
                .left_option()
                .map(|y| self.number(y))
                .into_iter()
                .collect(),
            None => self.lefts(v).to_vec(),
        }
    }

    /// The Right options of the canonical form, numbers included, sorted by handle.
    pub fn right_options(&mut self, v: Value) -> Vec<Value> {
        match self.as_number(v) {
            Some(x) => x
                .right_option()
                .map(|y| self.number(y))
                .into_iter()
                .collect(),
            None => self.rights(v).to_vec(),
        }
    }

    /// The number that the value is, if it is one.
    pub fn as_number(&self, v: Value) -> Option<Dyadic> {
        let node = self.node(v);
        node.is_number.then_some(node.left_stop)
    }

    /// Where play ends with best play when Left begins (Siegel, *Combinatorial Game Theory*, II.3).
    pub fn left_stop(&self, v: Value) -> Dyadic {
        self.node(v).left_stop
    }

    /// Where play ends with best play when Right begins.
    pub fn right_stop(&self, v: Value) -> Dyadic {
        self.node(v).right_stop
    }
}

fn hash_options(lefts: &[Value], rights: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    lefts.len().hash(&mut hasher);
    for v in lefts.iter().chain(rights) {
        v.0.hash(&mut hasher);
    }
    hasher.finish()
}

fn hash_node(node: &Node, options: &[Value]) -> u64 {
    let (start, lefts) = (node.start as usize, node.lefts as usize);
    hash_options(
        &options[start..][..lefts],
        &options[start + lefts..][..node.rights as usize],
    )
}

/// A key for a memo on an ordered pair.
pub(super) fn pair(a: Value, b: Value) -> u64 {
    (a.0 as u64) << 32 | b.0 as u64
}
