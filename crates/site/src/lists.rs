//! The lists of records: a list for each game, objective and class, with a page for some orders
//! each.

use super::SiteError;
use super::context::{Site, confirmed};
use super::frame::Frame;
use super::index::Index;
use super::record::{INVARIANTS, Surroundings, budget, write_record};
use askama::Template;
use boilingpoint_book::{BoardClass, Book, Filter, Record, RecordKey};
use boilingpoint_pages::{list_name, table};
use boilingpoint_report::export::{FORMATS, LatexOptions, export_with};
use boilingpoint_report::page::words::number_of;
use rayon::prelude::*;

/// The greatest number of records on a page, unless a single order has more.
const PAGE: usize = 200;

/// The records of a game, an objective and a class.
pub struct RecordList {
    /// The key of the first order.
    pub key: RecordKey,
    pub records: usize,
    pub first: u64,
    pub last: u64,
    pub pages: Vec<ListPage>,
}

impl RecordList {
    /// The number of records in words.
    fn count(&self) -> String {
        number_of(self.records as u64, "record")
    }
}

/// A page of a list.
pub struct ListPage {
    /// The name of its file, without the ending.
    pub name: String,
    first: u64,
    last: u64,
    records: usize,
    /// The orders that the book has next to those of the page.
    before: Option<u64>,
    after: Option<u64>,
}

impl ListPage {
    /// The orders in words.
    pub fn orders(&self) -> String {
        match self.first == self.last {
            true => format!("order {}", self.first),
            false => format!("orders {} to {}", self.first, self.last),
        }
    }
}

#[derive(Template)]
#[template(path = "list.html")]
struct ListTemplate<'a> {
    frame: Frame<'a>,
    list: &'a RecordList,
    page: &'a ListPage,
    table: String,
    files: Vec<(&'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "lists.html")]
struct ListsTemplate<'a> {
    frame: Frame<'a>,
    lists: &'a [RecordList],
}

/// The lists of a book, from its keys in the book's order.
pub fn lists(keys: &[RecordKey]) -> Vec<RecordList> {
    let is_one = |a: &RecordKey, b: &RecordKey| {
        (&a.ruleset, &a.objective, &a.class) == (&b.ruleset, &b.objective, &b.class)
    };
    keys.chunk_by(is_one).filter_map(list).collect()
}

fn list(keys: &[RecordKey]) -> Option<RecordList> {
    let (first, last) = (keys.first()?, keys.last()?);
    Some(RecordList {
        key: first.clone(),
        records: keys.iter().map(|key| key.records).sum(),
        first: first.order,
        last: last.order,
        pages: pages(keys),
    })
}

/// Divides the orders of a list into pages.
fn pages(keys: &[RecordKey]) -> Vec<ListPage> {
    let mut pages: Vec<ListPage> = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        let after = keys.get(place + 1).map(|key| key.order);
        match pages.last_mut() {
            Some(page) if page.records + key.records <= PAGE => {
                page.last = key.order;
                page.records += key.records;
                page.after = after;
            }
            _ => pages.push(ListPage {
                name: page_name(key, pages.len() + 1),
                first: key.order,
                last: key.order,
                records: key.records,
                before: place.checked_sub(1).map(|before| keys[before].order),
                after,
            }),
        }
    }
    pages
}

/// The name of a page of a list. The first page has the name of the list.
fn page_name(key: &RecordKey, number: usize) -> String {
    let name = list_name(&key.ruleset, &key.objective, &key.class);
    match number {
        1 => name,
        n => format!("{name}-{n}"),
    }
}

/// Writes the lists, the pages and files of their records, and the index of the search. Returns the
/// number of records.
pub fn write_lists(
    site: &Site,
    book: Option<&Book>,
    lists: &[RecordList],
) -> Result<usize, SiteError> {
    let mut index = Index::default();
    let mut records = 0;
    if let Some(book) = book {
        for list in lists {
            index.begin(list, &site.out)?;
            for page in &list.pages {
                records += write_page(site, book, list, page, &mut index)?;
            }
        }
    }
    index.finish(&site.out)?;
    let name = "records.html";
    let frame = site.frame("records", name);
    site.page(name, &ListsTemplate { frame, lists })?;
    Ok(records)
}

fn write_page(
    site: &Site,
    book: &Book,
    list: &RecordList,
    page: &ListPage,
    index: &mut Index,
) -> Result<usize, SiteError> {
    let orders = page.before.unwrap_or(page.first)..=page.after.unwrap_or(page.last);
    let found = book.list(&Filter {
        ruleset: Some(list.key.ruleset.clone()),
        objective: Some(list.key.objective.clone()),
        class: BoardClass::parse(&list.key.class),
        orders: Some(orders),
        ..confirmed()
    })?;
    let around = Surroundings { records: &found };
    let shown = around.between(page.first, page.last);
    site.pool.install(|| {
        let records = shown.par_iter();
        records.try_for_each(|record| write_record(site, &around, record))
    })?;
    for record in shown {
        index.add(record, &site.out)?;
    }
    let files = site.pool.install(|| write_files(site, page, shown))?;
    let name = format!("records/{}.html", page.name);
    let frame = site.frame("records", &name);
    let table = table(shown.iter().cloned(), &frame.links(), true)?;
    let template = ListTemplate {
        frame,
        list,
        page,
        table,
        files,
    };
    site.page(&name, &template)?;
    Ok(shown.len())
}

/// Writes the records of a page as a file in each format that can hold one of them. Returns the
/// endings and the names.
fn write_files(
    site: &Site,
    page: &ListPage,
    records: &[Record],
) -> Result<Vec<(&'static str, &'static str)>, SiteError> {
    let is_wanted = |ending| site.has_record_files || ending != INVARIANTS;
    let wanted = FORMATS.par_iter().filter(|entry| is_wanted(entry.ending));
    let written = wanted.map(|entry| {
        let options = LatexOptions::default();
        let exported = export_with(records, entry.format, &options, &budget());
        if exported.left_out.len() == records.len() || exported.bytes.is_empty() {
            return Ok(None);
        }
        let name = format!("records/{}.{}", page.name, entry.ending);
        site.out.write(&name, &exported.bytes)?;
        Ok(Some((entry.ending, entry.name)))
    });
    let written: Result<Vec<_>, SiteError> = written.collect();
    Ok(written?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(class: &str, order: u64, records: usize) -> RecordKey {
        RecordKey {
            ruleset: "snort".into(),
            objective: "order".into(),
            class: class.into(),
            order,
            records,
        }
    }

    #[test]
    fn pages_have_whole_orders_and_at_most_200_records() {
        let keys = [
            key("tree", 3, 150),
            key("tree", 5, 50),
            key("tree", 6, 1),
            key("tree", 9, 300),
            key("any", 3, 1),
        ];
        let lists = lists(&keys);
        assert_eq!(lists.len(), 2);
        let pages = &lists[0].pages;
        let orders: Vec<String> = pages.iter().map(ListPage::orders).collect();
        assert_eq!(orders, ["orders 3 to 5", "order 6", "order 9"]);
        assert_eq!((pages[0].before, pages[0].after), (None, Some(6)));
        assert_eq!((pages[1].before, pages[1].after), (Some(5), Some(9)));
        assert_eq!(lists[0].records, 501);
        assert!(pages[1].name.ends_with("-2"), "{}", pages[1].name);
    }
}
