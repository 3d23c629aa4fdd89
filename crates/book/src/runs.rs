//! The classes of the runs in the folder of a book, for records whose class is known in part only.

use super::class::BoardClass;
use super::record::Record;
use boilingpoint_plan::{Plan, ReadBoards};
use boilingpoint_record::folder::RunFolder;
use std::collections::BTreeMap;
use std::path::Path;

/// The classes of runs, by ruleset, name and seed. `None` where runs of one name and seed differ.
pub struct RunClasses(BTreeMap<(String, String, u64), Option<BoardClass>>);

impl RunClasses {
    /// Reads the configs of the runs beside a book. Folders that are no runs are left out. So are
    /// runs whose config this version cannot read.
    pub fn beside(book: &Path, read_boards: ReadBoards) -> RunClasses {
        let folder = book.parent().filter(|dir| !dir.as_os_str().is_empty());
        let entries = std::fs::read_dir(folder.unwrap_or(Path::new(".")));
        let mut classes: BTreeMap<_, Option<BoardClass>> = BTreeMap::new();
        for entry in entries.into_iter().flatten().flatten() {
            let Some(plan) = plan_of(&entry.path(), read_boards) else {
                continue;
            };
            let ruleset = plan.game.ruleset.name().to_string();
            let class = BoardClass::of_plan(&plan);
            classes
                .entry((ruleset, plan.name, plan.seed))
                .and_modify(|known| *known = known.take().filter(|known| *known == class))
                .or_insert(Some(class));
        }
        RunClasses(classes)
    }

    /// The class of the run that found a record, if the record's own class may be a part of it.
    pub fn of(&self, record: &Record) -> Option<&BoardClass> {
        let (entry, by) = (&record.entry, &record.entry.found_by);
        let key = (entry.ruleset.clone(), by.run.clone(), by.seed);
        let class = self.0.get(&key)?.as_ref();
        class.filter(|class| class.kind == entry.class.kind)
    }
}

fn plan_of(run: &Path, read_boards: ReadBoards) -> Option<Plan> {
    let folder = RunFolder::open(run).ok()?;
    Plan::of_run::<Box<dyn std::error::Error>>(&folder, read_boards).ok()
}
