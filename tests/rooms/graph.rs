//! Which file imports which: paths are resolved through re-exports.

use super::source::{Module, Names};
use std::collections::{BTreeMap, BTreeSet};

/// The most re-exports that are followed for a name.
const MOST_HANDS: usize = 8;

/// The imports of all files, by indices of modules.
pub struct Imports {
    pub of: Vec<BTreeSet<usize>>,
}

impl Imports {
    /// An import is a name of another file. A re-export does not count, nor does a name of the
    /// `mod.rs` above a file: the files of a folder share the definitions in it.
    pub fn of(modules: &[Module]) -> Imports {
        let by_place = modules
            .iter()
            .enumerate()
            .map(|(i, m)| (m.place.clone(), i))
            .collect();
        let resolver = Resolver { modules, by_place };
        let imports = |(i, module): (usize, &Module)| {
            let named = module
                .named
                .iter()
                .filter_map(|path| resolver.file(i, path, MOST_HANDS));
            let is_above = |to: usize| module.place.starts_with(&modules[to].place);
            named.filter(|&to| !is_above(to)).collect()
        };
        Imports {
            of: modules.iter().enumerate().map(imports).collect(),
        }
    }

    /// The sets of files that import each other in a loop.
    pub fn circles(&self) -> Vec<BTreeSet<usize>> {
        let reached: Vec<BTreeSet<usize>> = (0..self.of.len()).map(|i| self.reached(i)).collect();
        let circle = |i: usize| -> BTreeSet<usize> {
            reached[i]
                .iter()
                .copied()
                .filter(|&j| reached[j].contains(&i))
                .collect()
        };
        let circles: BTreeSet<BTreeSet<usize>> = (0..self.of.len()).map(circle).collect();
        circles
            .into_iter()
            .filter(|circle| circle.len() > 1)
            .collect()
    }

    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(i) = open.pop() {
            open.extend(self.of[i].iter().filter(|&&j| reached.insert(j)));
        }
        reached
    }
}

struct Resolver<'a> {
    modules: &'a [Module],
    by_place: BTreeMap<Names, usize>,
}

impl Resolver<'_> {
    /// The file that defines what a path in a file names; nothing if it is not in these packages.
    fn file(&self, from: usize, path: &[String], hands: usize) -> Option<usize> {
        let mut place = self.modules[from].place.clone();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => {
                place.clear();
                rest = &rest[1..];
            }
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    place.pop();
                    rest = &rest[1..];
                }
            }
            // A module of this file, or another crate.
            name => {
                let child = [&place[..], &[name.to_string()]].concat();
                if !self.by_place.contains_key(&child) {
                    return None;
                }
            }
        }
        self.descend(place, rest, hands)
    }

    /// Follows a path through the modules that it names.
    fn descend(&self, mut place: Names, path: &[String], hands: usize) -> Option<usize> {
        for (depth, name) in path.iter().enumerate() {
            let child = [&place[..], std::slice::from_ref(name)].concat();
            if self.by_place.contains_key(&child) {
                place = child;
                continue;
            }
            let at = *self.by_place.get(&place)?;
            let handed_on = self.modules[at].handed_on.get(name);
            return match handed_on.filter(|_| hands > 0) {
                Some(stands_for) => {
                    let whole = [&stands_for[..], &path[depth + 1..]].concat();
                    self.file(at, &whole, hands - 1).or(Some(at))
                }
                None => Some(at),
            };
        }
        self.by_place.get(&place).copied()
    }
}
