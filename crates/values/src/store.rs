//! The store of values. It contains every canonical form once, where values that differ by a number
//! share a form.
//!
//! A game that is not a number stays canonical when a number is added to all its options (Number
//! Translation Theorem; Conway, *On Numbers and Games*, ch. 9; Siegel, II.3). So a value is kept as
//! two parts: a *form* whose right stop is zero, and the number that is its right stop. For
//! example, `{5|3}` and `{2|0}` share the form `{2|0}`. Every number has the form `0`, and adding a
//! number changes no table at all. Positions of Snort often consist of integers beside a hot game;
//! sharing forms makes the store four times smaller (`docs/solver.md`).
//!
//! A form consists of its Left and Right options (sorted) and the width between its stops. Hash
//! tables find forms by their options (hash-consing, as in every canonical-form calculator since
//! Wolfe's toolkit and Siegel's CGSuite).
//!
//! Any number of threads share a store. Forms are in an append-only arena that threads read without
//! locks. The tables by which forms are found consist of shards, each with its own lock. Each
//! thread keeps its results about pairs of forms (sums, comparisons) in its own `Memo`.
//!
//! Handles depend on the order of interning, so no output may depend on handles.

use super::{Dyadic, ValueError};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A value of a [`Store`]: a form and a number. Two values of one store are equal exactly if their
/// games are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value {
    pub(super) form: u32,
    exponent: u32,
    numerator: i64,
}

impl Value {
    /// The game `0`, which has the same handle in every store.
    pub const ZERO: Value = Value::of(ZERO_FORM, Dyadic::ZERO);
    /// The game `*`, which has the same handle in every store.
    pub const STAR: Value = Value::of(STAR_FORM, Dyadic::ZERO);

    /// The value that consists of a form and a number.
    pub(super) const fn of(form: u32, number: Dyadic) -> Value {
        Value {
            form,
            exponent: number.exponent(),
            numerator: number.numerator(),
        }
    }

    /// The number that is added to the form. This number is the right stop of the value.
    #[inline]
    pub(super) const fn number(self) -> Dyadic {
        Dyadic::from_lowest_terms(self.numerator, self.exponent)
    }

    /// The value that equals the number `x`.
    pub(super) const fn of_number(x: Dyadic) -> Value {
        Value::of(ZERO_FORM, x)
    }

    /// The number that the value equals; `None` if the value is not a number.
    pub(super) fn as_number(self) -> Option<Dyadic> {
        (self.form == ZERO_FORM).then_some(self.number())
    }

    /// The value plus the number `x`.
    #[inline]
    pub(super) fn plus(self, x: Dyadic) -> Result<Value, ValueError> {
        if x == Dyadic::ZERO {
            return Ok(self);
        }
        Ok(Value::of(self.form, self.number().add(x)?))
    }
}

/// The index of the form that all numbers share.
pub(super) const ZERO_FORM: u32 = 0;
const STAR_FORM: u32 = 1;
const NONE: u32 = u32::MAX;
const SHARDS: usize = 64;

/// A sum of ups and a nimber, `up.^ + *nim`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct UpStar {
    pub up: i32,
    pub nim: u32,
}

/// A canonical form with right stop zero.
pub(super) struct Form {
    /// The options of Left followed by the options of Right, each list sorted; empty for the form
    /// of numbers.
    options: Box<[Value]>,
    lefts: u32,
    /// The left stop minus the right stop.
    pub width: Dyadic,
    /// The multiple of up and the nimber, if the form is the sum of these; else `None`.
    pub up_star: Option<UpStar>,
    /// A hash of the form that does not depend on handles.
    pub content: u64,
    /// The index of the form of the negative; `NONE` as long as it was not computed.
    negative: AtomicU32,
    /// The size of the form (`values/size.rs`); 0 as long as it was not computed.
    size: AtomicU64,
}

impl Form {
    pub fn lefts(&self) -> &[Value] {
        &self.options[..self.lefts as usize]
    }

    pub fn rights(&self) -> &[Value] {
        &self.options[self.lefts as usize..]
    }

    pub fn negative(&self) -> Option<u32> {
        let known = self.negative.load(Ordering::Relaxed);
        (known != NONE).then_some(known)
    }

    pub fn size(&self) -> Option<u64> {
        let known = self.size.load(Ordering::Relaxed);
        (known != 0).then_some(known)
    }

    pub fn set_size(&self, size: u64) {
        self.size.store(size, Ordering::Relaxed);
    }

    fn bytes(&self) -> usize {
        // Counts the form, its slot in a shard, and the overhead of the allocator.
        size_of::<Form>() + self.options.len() * size_of::<Value>() + 32
    }
}

/// All canonical forms, which threads share. See the documentation of `value/store.rs`.
pub struct Store {
    forms: boxcar::Vec<Form>,
    shards: Box<[Mutex<HashTable<u32>>]>,
    up_stars: Mutex<FxHashMap<UpStar, u32>>,
    /// The sums of two forms that were expensive to compute, by the two forms.
    shared_sums: Mutex<FxHashMap<(u32, u32), Value>>,
    bytes: AtomicUsize,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    /// A store that contains `0` and `*`.
    pub fn new() -> Store {
        let store = Store {
            forms: boxcar::Vec::new(),
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            up_stars: Mutex::default(),
            shared_sums: Mutex::default(),
            bytes: AtomicUsize::new(0),
        };
        store.forms.push(Form {
            options: Box::default(),
            lefts: 0,
            width: Dyadic::ZERO,
            up_star: Some(UpStar { up: 0, nim: 0 }),
            content: 0,
            negative: AtomicU32::new(ZERO_FORM),
            size: AtomicU64::new(0),
        });
        let zero = [Value::ZERO];
        let star = store.intern(&zero, &zero, Dyadic::ZERO, Some(UpStar { up: 0, nim: 1 }));
        debug_assert_eq!(star, STAR_FORM);
        store
    }

    /// The number of forms in the store.
    pub fn len(&self) -> usize {
        self.forms.count()
    }

    /// Always `false`: the store contains `0` and `*`.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The approximate number of bytes of all forms.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn form(&self, form: u32) -> &Form {
        &self.forms[form as usize]
    }

    /// Interns the form with these options; both lists are sorted. The options must be the options
    /// of a canonical form that is not a number and has right stop 0.
    pub(super) fn intern(
        &self,
        lefts: &[Value],
        rights: &[Value],
        width: Dyadic,
        up_star: Option<UpStar>,
    ) -> u32 {
        debug_assert!(lefts.is_sorted() && rights.is_sorted());
        let hash = hash_options(lefts, rights);
        // The top bits of the hash choose the slot within a shard, and the middle bits choose the
        // shard.
        let shard = &self.shards[(hash >> 40) as usize % SHARDS];
        let mut table = locked(shard);
        let found = table.find(hash, |&f| {
            let form = self.form(f);
            form.lefts() == lefts && form.rights() == rights
        });
        if let Some(&found) = found {
            return found;
        }
        let form = Form {
            options: lefts.iter().chain(rights).copied().collect(),
            lefts: lefts.len() as u32,
            width,
            up_star,
            content: self.content(lefts, rights),
            negative: AtomicU32::new(NONE),
            size: AtomicU64::new(0),
        };
        self.bytes.fetch_add(form.bytes(), Ordering::Relaxed);
        let place = self.forms.push(form);
        let place = u32::try_from(place).expect("the byte limit ends before 2^32 forms");
        table.insert_unique(hash, place, |&f| {
            let form = self.form(f);
            hash_options(form.lefts(), form.rights())
        });
        drop(table);
        if let Some(up_star) = up_star {
            locked(&self.up_stars).insert(up_star, place);
        }
        place
    }

    /// A hash of the form with these options. Options add up, since their order depends on handles.
    fn content(&self, lefts: &[Value], rights: &[Value]) -> u64 {
        let hash = |numbers: &[u64]| {
            let mut hasher = FxHasher::default();
            numbers.iter().for_each(|&n| hasher.write_u64(n));
            hasher.finish()
        };
        let of = |side: u64, options: &[Value]| {
            let one = |v: &Value| {
                let content = self.form(v.form).content;
                hash(&[side, content, v.numerator as u64, u64::from(v.exponent)])
            };
            options.iter().map(one).fold(0, u64::wrapping_add)
        };
        hash(&[of(1, lefts), of(2, rights)])
    }

    /// The form of a sum of ups and a nimber; `None` if it was not interned yet.
    pub(super) fn up_star(&self, up_star: UpStar) -> Option<u32> {
        match up_star {
            UpStar { up: 0, nim: 0 } => Some(ZERO_FORM),
            UpStar { up: 0, nim: 1 } => Some(STAR_FORM),
            other => locked(&self.up_stars).get(&other).copied(),
        }
    }

    /// The sum of two forms; `None` if no thread has shared it.
    pub(super) fn shared_sum(&self, a: u32, b: u32) -> Option<Value> {
        locked(&self.shared_sums).get(&(a, b)).copied()
    }

    /// Shares the sum of two forms with all users of the store.
    pub(super) fn share_sum(&self, a: u32, b: u32, sum: Value) {
        let slot = 2 * size_of::<((u32, u32), Value)>();
        self.bytes.fetch_add(slot, Ordering::Relaxed);
        locked(&self.shared_sums).insert((a, b), sum);
    }

    pub(super) fn set_negative(&self, a: u32, b: u32) {
        self.form(a).negative.store(b, Ordering::Relaxed);
        self.form(b).negative.store(a, Ordering::Relaxed);
    }

    /// Makes a new store with these values and their followers, and replaces the values by their
    /// handles in the new store. Other forms and the shared sums are dropped. The time is linear in
    /// the size of the old store. Other threads may add forms to the old store at the same time.
    pub fn keeping<'a>(&self, values: impl Iterator<Item = &'a mut Value>) -> Store {
        let values: Vec<&mut Value> = values.collect();
        // All followers of the values are in the store at this time. Forms that other threads add
        // later are not copied.
        let forms: Vec<(usize, &Form)> = self.forms.iter().collect();
        let mut place = vec![NONE; forms.last().map_or(0, |(f, _)| f + 1)];
        let mut waiting: Vec<u32> = values.iter().map(|v| v.form).collect();
        while let Some(form) = waiting.pop() {
            if place[form as usize] == NONE {
                place[form as usize] = 0;
                waiting.extend(self.form(form).options.iter().map(|v| v.form));
            }
        }
        let next = Store::new();
        // The options of a game were interned before the game. So one pass in increasing order of
        // the index suffices.
        for &(f, form) in &forms {
            if f as u32 == ZERO_FORM || place[f] == NONE {
                place[f] = if f as u32 == ZERO_FORM {
                    ZERO_FORM
                } else {
                    NONE
                };
                continue;
            }
            let moved = |side: &[Value]| -> Vec<Value> {
                let mut side: Vec<Value> = side
                    .iter()
                    .map(|v| Value {
                        form: place[v.form as usize],
                        ..*v
                    })
                    .collect();
                side.sort_unstable();
                side
            };
            let (lefts, rights) = (moved(form.lefts()), moved(form.rights()));
            place[f] = next.intern(&lefts, &rights, form.width, form.up_star);
        }
        for (f, form) in forms {
            let negative = form.negative().and_then(|n| place.get(n as usize));
            if let Some(&negative) = negative
                && place[f] != NONE
                && negative != NONE
            {
                next.set_negative(place[f], negative);
            }
        }
        for v in values {
            v.form = place[v.form as usize];
        }
        next
    }
}

/// Locks a table. A lock that a panicking thread has poisoned still guards a valid table, since
/// entries are inserted whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hash_options(lefts: &[Value], rights: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(lefts.len());
    for v in lefts.iter().chain(rights) {
        hasher.write_u64(u64::from(v.form) << 32 | u64::from(v.exponent));
        hasher.write_i64(v.numerator);
    }
    hasher.finish()
}
