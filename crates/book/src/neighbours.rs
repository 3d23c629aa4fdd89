//! The records that stand beside a record in the book.

use super::{Book, BookError, Filter, Record};

/// The records around a record: those of the same ruleset, objective and class.
#[derive(Debug, Default)]
pub struct Neighbours {
    /// The other records of the same order, which are as good.
    pub ties: Vec<Record>,
    /// The records of the same order with another fitness. The book keeps such records only if they
    /// are in conflict.
    pub conflicting: Vec<Record>,
    /// The records of the next smaller order that the book has.
    pub smaller: Vec<Record>,
    /// The records of the next greater order that the book has.
    pub greater: Vec<Record>,
}

impl Neighbours {
    /// The records of a book around a record.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn of(book: &Book, record: &Record) -> Result<Neighbours, BookError> {
        let entry = &record.entry;
        let order = entry.facts.order;
        let others = book.list(&Filter {
            ruleset: Some(entry.ruleset.clone()),
            objective: Some(entry.objective.clone()),
            class: Some(entry.class.clone()),
            ..Filter::default()
        })?;
        let orders = || others.iter().map(|r| r.entry.facts.order);
        let smaller = orders().filter(|&o| o < order).max();
        let greater = orders().filter(|&o| o > order).min();
        let of_order = |wanted: Option<u64>| -> Vec<Record> {
            let is_wanted = |r: &&Record| Some(r.entry.facts.order) == wanted;
            others.iter().filter(is_wanted).cloned().collect()
        };
        let same = of_order(Some(order));
        Ok(Neighbours {
            smaller: of_order(smaller),
            greater: of_order(greater),
            ..Neighbours::among(record, &same)
        })
    }

    /// The records around a record among those of its own order.
    pub fn among(record: &Record, same: &[Record]) -> Neighbours {
        let others = same.iter().filter(|r| r.id != record.id).cloned();
        let (ties, conflicting) = others.partition(|r| r.entry.fitness == record.entry.fitness);
        Neighbours {
            ties,
            conflicting,
            ..Neighbours::default()
        }
    }
}
