//! The proofs that a search gives by the small orders that it counted.
//!
//! A count of a search lists and values the boards of an order like a count of the atlas, so the
//! proof has the same form, and `boil records verify` checks it in the same way: by counting again,
//! or by a table.

use super::known::atlas_kind;
use super::proof::{AtlasProofs, counted, proves};
use super::question::{OptimumOnly, Question};
use super::table::Table;
use super::tally::{Optimum, Tally};
use crate::Maximum;
use boilingpoint_book::harvest::objective_text;
use boilingpoint_book::proof::OptimumProof;
use boilingpoint_book::{BoardClass, BookEntry, ProofCheck, Unverified};
use boilingpoint_plan::{self as plan, Plan};
use boilingpoint_problem::Kind;
use boilingpoint_record::counted::CountedOrder;
use boilingpoint_rules::Features;
use std::collections::BTreeMap;

/// The tables of a run's complete orders.
pub struct CountProofs<'a> {
    tables: BTreeMap<u64, Table>,
    /// The check of the run's counts. `None` if this process has counted.
    check: Option<&'a AtlasProofs>,
}

impl CountProofs<'_> {
    /// The proofs by the orders that a run has counted. If another process has counted them, `check`
    /// has to agree.
    ///
    /// There are none unless the run asks for the greatest fitness in a class of the atlas: proofs
    /// are about such classes only.
    pub fn of<'a>(
        plan: &Plan,
        orders: &[CountedOrder],
        check: Option<&'a AtlasProofs>,
    ) -> CountProofs<'a> {
        let kind = provable(plan);
        let complete = orders.iter().filter(|order| order.is_complete());
        let tables =
            complete.filter_map(|order| Some((order.order as u64, table(plan, kind?, order))));
        // A count of too few boards would prove nothing.
        let tables = tables.filter(|(_, table)| table.flaw().is_none());
        CountProofs {
            tables: tables.collect(),
            check,
        }
    }

    fn table(&self, entry: &BookEntry) -> Result<&Table, Unverified> {
        let table = self.tables.get(&entry.facts.order);
        table.ok_or_else(|| Unverified::Undecided("the run has not counted this order".to_string()))
    }
}

impl ProofCheck for CountProofs<'_> {
    fn check(&self, entry: &BookEntry, proof: &OptimumProof) -> Result<(), Unverified> {
        match self.check {
            Some(check) => check.check(entry, proof),
            None => proves(self.table(entry)?, entry, proof),
        }
    }

    fn prove(&self, entry: &BookEntry) -> Result<OptimumProof, Unverified> {
        counted(self.table(entry)?, entry)
    }

    fn decides(&self, entry: &BookEntry) -> bool {
        self.check.is_none_or(|check| check.decides(entry))
    }
}

/// The kind of boards of a plan, if a proof can be about its class and its question.
fn provable(plan: &Plan) -> Option<Kind> {
    let class = plan.class_of(plan.boards.class);
    let is_whole =
        class.features == Features::GRAPH && class.max_degree == 0 && class.max_kinds == 0;
    let is_best = matches!(plan.objective.question(), plan::Question::Best);
    let kind = atlas_kind(&BoardClass::of_plan(plan).to_string());
    kind.filter(|&kind| is_whole && is_best && kind == class.kind)
}

/// The table of the maximum that an order's count has found.
fn table(plan: &Plan, kind: Kind, order: &CountedOrder) -> Table {
    let objective = objective_text(plan, None);
    let ruleset = plan.game.ruleset.name();
    let question = Question {
        optimum_only: Some(OptimumOnly::default()),
        ..Question::new(ruleset, kind, order.order, vec![objective.clone()])
    };
    let maximum = Maximum {
        max: order.max.clone(),
        attaining: order.attaining,
        undefined: order.infeasible + order.undefined,
        boards: order.examples.clone(),
    };
    Table {
        question,
        checked: false,
        tally: Tally {
            boards: order.boards,
            optima: vec![Optimum { objective, maximum }],
            ..Tally::default()
        },
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use boilingpoint_book::read_boards;
    use boilingpoint_book::{Book, Filter, harvest::harvest};
    use boilingpoint_search::{Control, Driver};
    use std::collections::BTreeSet;
    use std::path::Path;

    const CONFIG: &str = "threads = 1\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
        order = [2, 9]\n[objective]\nmaximize = \"temperature - degree\"\n[search]\ncount = 100\n\
        islands = 2\npopulation = 6\ngenerations = 3\n";

    fn plan(changes: &[(&str, &str)]) -> Plan {
        let change = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
        let text = changes.iter().fold(CONFIG.to_string(), change);
        Plan::resolve("test", text.as_bytes(), &[], read_boards).unwrap()
    }

    fn run_in(dir: &Path, plan: &Plan) -> Driver {
        let mut driver = Driver::begin(plan, dir, Control::default()).unwrap();
        driver.run(|_| {}).unwrap();
        driver
    }

    #[test]
    fn the_records_of_complete_orders_are_proved() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("run");
        let proved = |name: &str, plan: &Plan| {
            let (book, dir) = (
                folder.path().join(name).with_extension("db"),
                dir.with_file_name(name),
            );
            let driver = run_in(&dir, plan);
            let proofs = CountProofs::of(plan, &driver.counted().orders, None);
            let harvested = harvest(driver.folder(), plan, &book, Some(&proofs)).unwrap();
            assert!(harvested.refused.is_empty() && harvested.unverified == 0);
            let records = Book::snapshot(&book)
                .unwrap()
                .list(&Filter::default())
                .unwrap();
            // Another count agrees.
            let atlas = AtlasProofs::new(folder.path().join("atlas"));
            let orders = records.iter().filter_map(|record| {
                let entry = &record.entry;
                let proof = entry.proof.as_ref()?;
                assert_eq!(
                    atlas.check(entry, proof),
                    Ok(()),
                    "order {}",
                    entry.facts.order
                );
                Some(entry.facts.order)
            });
            orders.collect::<BTreeSet<u64>>()
        };
        let through = |most| (2..=most).collect::<BTreeSet<u64>>();
        assert_eq!(proved("all", &plan(&[])), through(9));
        assert_eq!(proved("some", &plan(&[("= 100", "= 50")])), through(8));
        let require = ("[search]", "require = \"leaves > 2\"\n[search]");
        assert_eq!(proved("required", &plan(&[require])), (4..=9).collect());
        // Proofs are about whole classes.
        let few = [("[2, 9]", "[2, 9]\nmax_degree = 3")];
        let marked = [("[2, 9]", "[2, 5]\ntinted = true"), ("= 100", "= 20_000")];
        assert_eq!(proved("few", &plan(&few)), BTreeSet::new());
        assert_eq!(proved("marked", &plan(&marked)), BTreeSet::new());
    }

    /// The file of another process proves nothing by itself.
    #[test]
    fn a_forged_count_proves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(&[]);
        let driver = run_in(&folder.path().join("run"), &plan);
        let mut orders = driver.counted().orders.clone();
        for order in &mut orders {
            order.attaining = 1;
            order.examples.retain({
                let mut first = true;
                move |_| std::mem::take(&mut first)
            });
        }
        let atlas = AtlasProofs::new(folder.path().join("atlas"));
        let proofs = CountProofs::of(&plan, &orders, Some(&atlas));
        let book = folder.path().join("records.db");
        harvest(driver.folder(), &plan, &book, Some(&proofs)).unwrap();
        let records = Book::snapshot(&book)
            .unwrap()
            .list(&Filter::default())
            .unwrap();
        for record in records {
            let order = &driver.counted().orders[record.entry.facts.order as usize - 2];
            let is_true = order.attaining == 1;
            assert_eq!(
                record.entry.proof.is_some(),
                is_true,
                "order {}",
                order.order
            );
        }
    }
}
