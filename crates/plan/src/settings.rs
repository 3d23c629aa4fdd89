//! Resolves a config with a grid into a plan for each setting.

use super::grid::Grid;
use super::key::Effect;
use super::keys::SCHEMA;
use super::layers::{Layers, decode};
use super::reader::Reader;
use super::resolve::read;
use super::schema::split;
use super::value::quoted;
use super::{ConfigError, Override, Plan, ReadBoards};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// The longest value, and the longest setting, in the name of a folder, in characters.
const LONGEST_VALUE: usize = 40;
const LONGEST_FOLDER: usize = 150;

/// All settings of a config. A config without a grid has one setting, and no key varies.
#[derive(Clone, Debug)]
pub struct PlanGrid {
    /// The dotted keys that vary, in the order of the file.
    pub keys: Vec<String>,
    /// The settings, at least one. The last key varies fastest.
    pub settings: Vec<Setting>,
}

/// A combination of values.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name of the setting in tables and as a folder, such as `polish=0,class=tree`. No two
    /// settings have the same name, even if case is ignored. Empty if no key varies.
    pub name: String,
    /// The value of each key that varies, as in the plan. Strings have no quotes.
    pub values: Vec<String>,
    /// The plan of the setting.
    pub plan: Plan,
}

impl PlanGrid {
    /// Reads the config file at `path` and resolves all its settings.
    ///
    /// # Errors
    /// The first mistake. It is also a mistake if two settings are the same.
    pub fn load(
        path: &Path,
        overrides: &[Override],
        read_boards: ReadBoards,
    ) -> Result<PlanGrid, ConfigError> {
        let (file, bytes) = read(path)?;
        PlanGrid::read_by(Reader::of_user, &file, &bytes, overrides, read_boards)
    }

    /// Resolves all settings of the config with the content `bytes`. `file` is its path.
    ///
    /// # Errors
    /// The first mistake. It is also a mistake if two settings are the same.
    pub fn resolve(
        file: &str,
        bytes: &[u8],
        overrides: &[Override],
        read_boards: ReadBoards,
    ) -> Result<PlanGrid, ConfigError> {
        PlanGrid::read_by(Reader::new, file, bytes, overrides, read_boards)
    }

    fn read_by(
        reader: fn(Layers) -> Reader,
        file: &str,
        bytes: &[u8],
        overrides: &[Override],
        read_boards: ReadBoards,
    ) -> Result<PlanGrid, ConfigError> {
        let text = decode(file, bytes)?;
        let resolve = |setting: usize| -> Result<(Plan, Grid), ConfigError> {
            let layers = Layers::new(&SCHEMA, file, text, Some(setting), overrides)?;
            let from = reader(layers);
            let plan = Plan::checked(&from, read_boards)?;
            Ok((plan, from.layers.grid))
        };
        let (first, grid) = resolve(0)?;
        let mut plans = vec![first];
        for setting in 1..grid.settings() {
            plans.push(resolve(setting)?.0);
        }
        let keys: Vec<String> = grid.axes.iter().map(|axis| axis.key.clone()).collect();
        let values: Vec<Vec<String>> = plans.iter().map(|plan| values(plan, &keys)).collect();
        refuse_repeated(&grid, &values).map_or(Ok(()), |(place, message)| {
            let help = Some("keep one of the two".to_string());
            Err(ConfigError::in_file(file, text, place, message, help))
        })?;
        let names = setting_names(&keys, &values);
        let settings = names.into_iter().zip(values).zip(plans);
        let setting = |((name, values), plan)| Setting { name, values, plan };
        Ok(PlanGrid {
            settings: settings.map(setting).collect(),
            keys,
        })
    }
}

impl PlanGrid {
    /// The settings of runs that have begun: runs whose plans differ in no key but `name` and `seed`
    /// share a setting. The keys are `known`, if all keys that vary are among them, and otherwise
    /// the keys that vary, sorted. Also returns the setting of each run. Settings are in the order
    /// of their first runs.
    pub fn of_runs(plans: Vec<Plan>, known: &[String]) -> (PlanGrid, Vec<usize>) {
        let of_plan = |plan: &Plan| -> Vec<(&'static str, String)> {
            let all = plan.that_change(Effect::Length).map(|(k, v)| (k.name, v));
            all.filter(|(key, _)| !["name", "seed"].contains(key))
                .collect()
        };
        let entries: Vec<_> = plans.iter().map(of_plan).collect();
        let first = entries.first().map_or(&[][..], |all| &all[..]);
        let varies = |(at, _): &(usize, _)| entries.iter().any(|e| e[*at] != first[*at]);
        let varying = first.iter().enumerate().filter(varies);
        let mut keys: Vec<String> = varying.map(|(_, (key, _))| key.to_string()).collect();
        keys.sort_unstable();
        if keys.iter().all(|key| known.contains(key)) {
            keys = known.to_vec();
        }
        let mut settings: Vec<(Vec<String>, Plan)> = Vec::new();
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        let mut setting_of = Vec::with_capacity(plans.len());
        for plan in plans {
            let values = values(&plan, &keys);
            let setting = *known.entry(values.clone()).or_insert(settings.len());
            if setting == settings.len() {
                settings.push((values, plan));
            }
            setting_of.push(setting);
        }
        let all: Vec<Vec<String>> = settings.iter().map(|(values, _)| values.clone()).collect();
        let named = setting_names(&keys, &all).into_iter().zip(settings);
        let settings = named.map(|(name, (values, plan))| Setting { name, values, plan });
        let settings = settings.collect();
        (PlanGrid { keys, settings }, setting_of)
    }
}

/// The plan's values of some keys. Strings have no quotes.
fn values(plan: &Plan, keys: &[String]) -> Vec<String> {
    let entries: HashMap<&str, String> = plan.entries().map(|(k, v)| (k.name, v)).collect();
    let value = |key: &String| entries.get(key.as_str()).map_or("", String::as_str);
    keys.iter().map(|key| bare(value(key))).collect()
}

/// A TOML string without its quotes, if it has no escapes. Other values are unchanged.
fn bare(value: &str) -> String {
    let inner = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
    match inner {
        Some(inner) if quoted(inner) == value => inner.to_string(),
        _ => value.to_string(),
    }
}

/// Finds a value that is twice among the values of a key, perhaps in another spelling. Returns its
/// place and a message.
fn refuse_repeated(
    grid: &Grid,
    values: &[Vec<String>],
) -> Option<(std::ops::Range<usize>, String)> {
    let mut known: HashMap<&[String], usize> = HashMap::new();
    for (setting, values) in values.iter().enumerate() {
        let Some(earlier) = known.insert(values, setting) else {
            continue;
        };
        let (old, new) = (grid.choice(earlier), grid.choice(setting));
        let axis = (0..old.len()).find(|&axis| old[axis] != new[axis])?;
        let message = format!(
            "`{}` has the value {} twice in [grid]",
            grid.axes[axis].key, values[axis]
        );
        let place = grid.axes[axis].values.get(new[axis])?.span.clone();
        return Some((place, message));
    }
    None
}

/// Short names for the settings, all different, which can be names of folders. `settings` has the
/// values of the keys for each setting.
pub fn setting_names(keys: &[String], settings: &[Vec<String>]) -> Vec<String> {
    let shown: Vec<&str> = keys
        .iter()
        .map(|key| {
            let last = |key| split(key).1;
            let alone = keys.iter().filter(|k| last(k) == last(key)).count() == 1;
            if alone { last(key) } else { key }
        })
        .collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let name = |values: &Vec<String>| {
        let parts = shown.iter().zip(values);
        let parts: Vec<String> = parts.map(|(k, v)| format!("{k}={}", sane(v))).collect();
        let whole: String = parts.join(",").chars().take(LONGEST_FOLDER).collect();
        let mut name = whole.clone();
        let mut count = 1;
        // Some file systems ignore case.
        while !taken.insert(name.to_lowercase()) {
            count += 1;
            name = format!("{whole}~{count}");
        }
        name
    };
    settings.iter().map(name).collect()
}

/// A value reduced to characters that every file system allows in a folder's name.
fn sane(value: &str) -> String {
    let mut out = String::new();
    for c in value.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || "._+".contains(c) => out.push(c),
            _ if out.ends_with('-') || (out.is_empty() && c != '-') => {}
            _ => out.push('-'),
        }
    }
    let short: String = out.chars().take(LONGEST_VALUE).collect();
    let short = short.trim_end_matches(['-', '.']);
    if short.is_empty() {
        "none".to_string()
    } else {
        short.to_string()
    }
}
