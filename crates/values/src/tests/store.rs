//! The store and the cache: what is kept, shared, counted and limited.

use super::oracle::drawn;
use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The values of some random games in one algebra.
fn some(values: &mut Values, count: usize) -> Vec<Value> {
    drawn(recipe())
        .take(count)
        .map(|recipe| build(values, &recipe))
        .collect()
}

/// The canonical form of a value, written out in full.
fn spelled(values: &Values, v: Value) -> String {
    match v.as_number() {
        Some(x) => x.to_string(),
        None => {
            let side = |mut options: Vec<String>| {
                options.sort_unstable();
                options.join(",")
            };
            let of = |options: Vec<Value>| options.iter().map(|&w| spelled(values, w)).collect();
            let [l, r] = [values.lefts(v), values.rights(v)].map(|o| side(of(o.unwrap())));
            format!("{{{l}|{r}}}")
        }
    }
}

#[test]
fn a_new_store_keeps_chosen_values_alone() {
    let mut old = Values::new();
    let all = some(&mut old, 200);
    let mut chosen: Vec<Value> = all.iter().copied().step_by(7).collect();
    let texts: Vec<String> = chosen.iter().map(|&v| spelled(&old, v)).collect();
    let hashes: Vec<u64> = chosen.iter().map(|&v| old.content(v)).collect();
    for &v in chosen.iter().step_by(2) {
        old.neg(v).unwrap();
    }
    let mut followers = FxHashMap::default();
    let mut waiting = chosen.clone();
    while let Some(v) = waiting.pop() {
        if followers.insert(v.form, ()).is_none() {
            waiting.extend(
                old.lefts(v)
                    .unwrap()
                    .into_iter()
                    .chain(old.rights(v).unwrap()),
            );
        }
    }
    let store = Arc::new(old.store().keeping(chosen.iter_mut()));
    assert!(store.len() < old.len());
    // Zero and star are always kept.
    let fixed = [Value::ZERO, Value::STAR].map(|v| v.form);
    let others = followers
        .keys()
        .filter(|form| !fixed.contains(form))
        .count();
    assert_eq!(store.len(), 2 + others);
    let mut new = Values::sharing(store);
    for ((&v, text), hash) in chosen.iter().zip(&texts).zip(&hashes) {
        assert_eq!(&spelled(&new, v), text);
        assert_eq!(new.content(v), *hash, "{text}");
        let negative = new.neg(v).unwrap();
        assert_eq!(new.add(v, negative).unwrap(), Value::ZERO, "{text}");
    }
}

#[test]
fn hashes_and_sizes_are_those_of_the_values() {
    let (mut one, mut other) = (Values::new(), Values::new());
    let recipes: Vec<Recipe> = drawn(recipe()).take(400).collect();
    // The second store meets the games in the opposite order, so its handles differ.
    let later: Vec<Value> = recipes
        .iter()
        .rev()
        .map(|recipe| build(&mut other, recipe))
        .collect();
    let mut texts = FxHashMap::default();
    for (recipe, &there) in recipes.iter().zip(later.iter().rev()) {
        let here = build(&mut one, recipe);
        let (text, hash) = (spelled(&one, here), one.content(here));
        assert_eq!(hash, other.content(there), "{text}");
        assert_eq!(one.size(here), other.size(there), "{text}");
        assert_eq!(one.size(here), size_of(&one, here), "{text}");
        assert_eq!(
            one.size(here),
            size_of(&one, here),
            "{text}, from the store"
        );
        texts.entry(hash).or_insert_with(|| text.clone());
        assert_eq!(texts[&hash], text, "two values with the hash {hash}");
    }
    let mut sorted: Vec<Value> = recipes
        .iter()
        .map(|recipe| build(&mut one, recipe))
        .collect();
    let mut there: Vec<Value> = later;
    one.sort_by_size(&mut sorted);
    other.sort_by_size(&mut there);
    assert!(
        sorted
            .windows(2)
            .all(|pair| one.size(pair[0]) <= one.size(pair[1]))
    );
    let texts = |values: &Values, list: &[Value]| -> Vec<String> {
        list.iter().map(|&v| spelled(values, v)).collect()
    };
    assert_eq!(texts(&one, &sorted), texts(&other, &there));
}

/// The number of options of all followers that differ by more than a number.
fn size_of(values: &Values, v: Value) -> u64 {
    let mut seen = FxHashMap::default();
    let mut waiting = vec![v];
    while let Some(v) = waiting.pop() {
        let options = [values.lefts(v).unwrap(), values.rights(v).unwrap()].concat();
        let is_sum = values.nus(v).is_some();
        if !is_sum && seen.insert(v.form, options.len() as u64).is_none() {
            waiting.extend(options);
        }
    }
    seen.values().sum::<u64>().max(1)
}

#[test]
fn bytes_grow_with_what_is_kept() {
    let mut values = Values::default();
    assert!(!values.is_empty() && !values.store().is_empty());
    assert_eq!(values.len(), 2);
    let before = (
        values.bytes(),
        values.memory_bytes(),
        values.limited_bytes(),
    );
    let all = some(&mut values, 300);
    let forms = values.len();
    assert!(forms > 200);
    let after = (
        values.bytes(),
        values.memory_bytes(),
        values.limited_bytes(),
    );
    // A form and its options take at least forty bytes.
    assert!(
        after.2 - before.2 > 40 * (forms - 2),
        "{before:?} {after:?}"
    );
    assert!(after.1 > before.1);
    assert_eq!(after.0 - after.1, values.store().bytes());
    for &v in &all {
        values.thermograph(v).unwrap();
    }
    assert_eq!(values.store().bytes(), after.0 - after.1);
    let facts = values.limited_bytes() - values.store().bytes();
    assert!(facts > 300 * 50, "{facts}");
    assert_eq!(
        values.memory_bytes() - after.1,
        facts - (after.2 - values.store().bytes())
    );
}

#[test]
fn bytes_are_those_of_forms_and_shared_sums() {
    let mut values = Values::sharing(Arc::new(Store::default()));
    assert_eq!(values.len(), 2);
    some(&mut values, 300);
    // Zero is a part of the store itself. Other forms take their options, and 32 bytes of tables.
    let store = values.store().clone();
    let forms = (1..store.len() as u32).map(|form| {
        let options = store.form(form).lefts().len() + store.form(form).rights().len();
        std::mem::size_of::<crate::store::Form>() + options * std::mem::size_of::<Value>() + 32
    });
    assert_eq!(store.bytes(), forms.sum::<usize>());

    let text = "{9||5|-3}+{8||1|-7}+{4||2|-9}+{7||3|-1}+{6||0|-8}";
    let bytes = |is_shared: bool| {
        let mut values = Values::new();
        values.share_sums(is_shared);
        parse(&mut values, text);
        values.store().bytes()
    };
    let shared = bytes(true) - bytes(false);
    let slot = 2 * std::mem::size_of::<((u32, u32), Value)>();
    assert!(shared > 0 && shared.is_multiple_of(slot), "{shared}");
}

#[test]
fn work_is_counted_and_limited() {
    let sums = |values: &mut Values| -> Result<(), ValueError> {
        for recipe in drawn(recipe()).take(1000) {
            let v = try_build(values, &recipe)?;
            let twice = values.add(v, v)?;
            values.thermograph(twice)?;
        }
        Ok(())
    };
    let mut values = Values::new();
    assert_eq!(values.work(), 0);
    sums(&mut values).unwrap();
    let work = values.work();
    assert!(work > 20_000, "{work}");

    // Limits are checked every 1024 steps.
    for more in [1024, 5000, 16 * 1024] {
        let mut values = Values::new();
        values.limit_work(Some(more));
        assert_eq!(sums(&mut values), Err(ValueError::Work));
        assert!(
            more < values.work() && values.work() <= more + 1024,
            "{more}"
        );
        assert_eq!(values.work() % 1024, 0);
        values.limit_work(Some(work));
        sums(&mut values).unwrap();
        values.limit_work(Some(2048));
        let inside = values.within_work(1 << 40, sums);
        assert_eq!(inside, Err(ValueError::Work), "the outer limit holds");
        values.limit_work(None);
        assert_eq!(values.within_work(0, sums), Err(ValueError::Work));
        sums(&mut values).unwrap();
    }

    let stop = Arc::new(AtomicBool::new(false));
    let mut values = Values::new();
    let limits = |stop: &Arc<AtomicBool>| Limits {
        stop: Some(stop.clone()),
        ..Limits::default()
    };
    values.set_limits(limits(&stop));
    sums(&mut values).unwrap();
    stop.store(true, Ordering::Relaxed);
    let mut values = Values::new();
    values.set_limits(limits(&stop));
    assert_eq!(sums(&mut values), Err(ValueError::Stopped));
    assert_eq!(values.work(), 1024);
}

fn try_build(values: &mut Values, recipe: &Recipe) -> Result<Value, ValueError> {
    Ok(match recipe {
        Recipe::Game(lefts, rights) => {
            let mut side = |side: &[Recipe]| -> Result<Vec<Value>, ValueError> {
                side.iter()
                    .map(|option| try_build(values, option))
                    .collect()
            };
            let (lefts, rights) = (side(lefts)?, side(rights)?);
            values.game(&lefts, &rights)?
        }
        Recipe::Star(nim) => values.number_up_star(NumberUpStar {
            number: Dyadic::ZERO,
            up: 0,
            nim: u32::from(*nim),
        })?,
        Recipe::Up(up) => values.number_up_star(NumberUpStar {
            number: Dyadic::ZERO,
            up: i32::from(*up),
            nim: 0,
        })?,
        number => build(values, number),
    })
}

#[test]
fn the_limit_of_bytes_counts_forms_and_thermographs() {
    let hot = |k: i64| format!("{{{{{}|{k}*}}|{{-{k}|-{}}}}}", 3 * k, 7 * k);
    let mut free = Values::new();
    let games: Vec<Value> = (1..40).map(|k| parse(&mut free, &hot(k))).collect();
    let sums = |values: &mut Values| -> Result<(), ValueError> {
        for _ in 0..40 {
            for pair in games.windows(2) {
                let sum = values.add(pair[0], pair[1])?;
                values.thermograph(sum)?;
            }
        }
        Ok(())
    };
    sums(&mut free).unwrap();
    assert!(free.work() > 4096, "{}", free.work());
    let (forms, all) = (free.store().bytes(), free.limited_bytes());
    assert!(forms < all);
    // The sums are in the store; only thermographs are made again.
    for (bytes, is_enough) in [
        (all, true),
        (forms + (all - forms) / 2, false),
        (forms / 2, false),
    ] {
        let mut values = Values::sharing(free.store().clone());
        values.set_limits(Limits {
            bytes: Some(bytes),
            ..Limits::default()
        });
        let expected = if is_enough {
            Ok(())
        } else {
            Err(ValueError::Memory(bytes))
        };
        assert_eq!(sums(&mut values), expected, "{bytes} of {all}");
    }
}

#[test]
fn a_small_cache_changes_no_value() {
    let recipes: Vec<Recipe> = drawn(recipe()).take(150).collect();
    let sums = |values: &mut Values| -> Vec<String> {
        let all: Vec<Value> = recipes.iter().map(|recipe| build(values, recipe)).collect();
        let mut texts = Vec::new();
        for pair in all.windows(2) {
            let sum = values.add(pair[0], pair[1]).unwrap();
            let t = values.thermograph(sum).unwrap();
            let weight = values
                .atomic_weight(sum)
                .unwrap()
                .map(|w| spelled(values, w));
            texts.push(format!(
                "{} {} {} {weight:?}",
                spelled(values, sum),
                t.mean,
                t.temperature
            ));
        }
        texts
    };
    let free = sums(&mut Values::new());
    for memory in [0, 1 << 12, 1 << 16] {
        let mut values = Values::new();
        values.set_limits(Limits {
            memory: Some(memory),
            ..Limits::default()
        });
        assert_eq!(sums(&mut values), free);
        // Tables of pairs have at least 256 entries.
        assert!(
            values.memory_bytes() < (1 << 17) + 2 * memory,
            "{}",
            values.memory_bytes()
        );
    }
}

#[test]
fn expensive_sums_are_shared() {
    let mut one = Values::new();
    one.share_sums(true);
    let text = "{9||5|-3}+{8||1|-7}+{4||2|-9}+{7||3|-1}+{6||0|-8}";
    let sum = parse(&mut one, text);
    let mut other = Values::sharing(one.store().clone());
    other.share_sums(true);
    assert_eq!(parse(&mut other, text), sum);
    let mut alone = Values::sharing(one.store().clone());
    assert_eq!(parse(&mut alone, text), sum);
    assert!(
        other.work() < alone.work(),
        "{} {}",
        other.work(),
        alone.work()
    );
}
