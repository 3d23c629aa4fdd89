//! The size of a value: a measure of how long arithmetic with the value takes.

use super::Values;
use super::store::Value;
use rustc_hash::FxHashSet;

impl Values {
    /// Sorts values by size, and values of the same size by a hash. The order does not depend on
    /// handles.
    pub fn sort_by_size(&mut self, values: &mut [Value]) {
        if values.len() > 1 {
            values.sort_by_cached_key(|&v| (self.size(v), self.form(v).content, v.number()));
        }
    }

    /// The size of a value: the number of options of all different followers of its form, where
    /// followers that differ by a number count once. A number plus a sum of ups and a nimber has
    /// size 1, since sums of such values are made by arithmetic.
    ///
    /// The size depends on the value alone. It is computed in time linear in the size, and the
    /// store keeps it with the form.
    pub fn size(&self, v: Value) -> u64 {
        if let Some(known) = self.form(v).size() {
            return known;
        }
        let mut seen = FxHashSet::default();
        let mut waiting = vec![v];
        let mut size = 0;
        while let Some(v) = waiting.pop() {
            let form = self.form(v);
            if form.up_star.is_some() || !seen.insert(v.form) {
                continue;
            }
            size += (form.lefts().len() + form.rights().len()) as u64;
            waiting.extend(form.lefts().iter().chain(form.rights()));
        }
        let size = size.max(1);
        self.form(v).set_size(size);
        size
    }
}
