//! The static site: its links, its files, and the records that it leaves out.

use crate::place::Place;
use crate::process;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A site beside its runs.
struct SiteFolder(Place);

impl SiteFolder {
    /// Runs a short search, whose records enter a book.
    fn new() -> SiteFolder {
        let place = SiteFolder(Place::new());
        let run = place.path("runs/a <b>&");
        fs::create_dir(place.path("runs")).unwrap();
        let config = root("configs/smoke.toml");
        let mut search = process::command();
        search.arg("search").arg(config).arg("--out").arg(run);
        search.args(["--set", "search.generations=4"]);
        succeeded(&search.output().unwrap());
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.at(name)
    }

    fn site(&self, args: &[&str]) -> Output {
        let mut site = process::command();
        site.arg("site").arg(self.path("site"));
        site.arg("--runs").arg(self.path("runs"));
        site.arg("--book").arg(self.path("runs/records.db"));
        site.args(args).output().unwrap()
    }

    /// Writes the site with the documents and configs of the repository.
    fn whole_site(&self) -> String {
        let (docs, configs) = (root("docs"), root("configs"));
        let docs = ["--docs", docs.to_str().unwrap()];
        let configs = ["--configs", configs.to_str().unwrap()];
        succeeded(&self.site(&[docs, configs].concat()))
    }

    fn page(&self, name: &str) -> String {
        fs::read_to_string(self.path("site").join(name)).unwrap()
    }

    fn change_book(&self, statement: &str) {
        let book = rusqlite::Connection::open(self.path("runs/records.db")).unwrap();
        assert!(book.execute(statement, []).unwrap() > 0);
    }
}

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn succeeded(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The files below a folder, without those of the program's own.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if !path.ends_with(".boil-site") {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    found
}

/// The values of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let parts = page.split(begin.as_str()).skip(1);
    parts.map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The file to which a link on a page leads, without `..`.
fn target(page: &Path, link: &str) -> PathBuf {
    let mut target = page.parent().unwrap().to_path_buf();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => assert!(target.pop()),
            part => target.push(part),
        }
    }
    target
}

/// The links of a page that lead nowhere.
fn broken(page: &Path, text: &str, ids: &BTreeMap<&Path, BTreeSet<&str>>) -> Vec<String> {
    let mut broken = Vec::new();
    for link in values(text, "href").into_iter().chain(values(text, "src")) {
        if link.starts_with("http") || link.starts_with("mailto:") {
            continue;
        }
        assert!(!link.starts_with('/'), "{}: {link}", page.display());
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = match path {
            "" => page.to_path_buf(),
            path => target(page, path),
        };
        let is_there = match ids.get(target.as_path()) {
            Some(ids) => anchor.is_empty() || ids.contains(anchor),
            None => target.is_file(),
        };
        if !is_there {
            broken.push(format!("{}: {link}", page.display()));
        }
    }
    broken
}

#[test]
fn every_link_of_a_site_leads_somewhere() {
    let place = SiteFolder::new();
    let said = place.whole_site();
    assert!(said.contains("0 left out, 1 runs"), "{said}");
    let files = files(&place.path("site"));
    let is_page = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "html");
    let text = |path: &PathBuf| String::from_utf8(files[path].clone()).unwrap();
    let pages: BTreeMap<&PathBuf, String> =
        files.keys().filter(is_page).map(|p| (p, text(p))).collect();
    let ids = |(path, text)| {
        let (path, text): (&&PathBuf, &String) = (path, text);
        (path.as_path(), values(text, "id").into_iter().collect())
    };
    let ids: BTreeMap<&Path, BTreeSet<&str>> = pages.iter().map(ids).collect();
    assert!(pages.len() > 100, "{} pages", pages.len());
    let broken: Vec<String> = pages
        .iter()
        .flat_map(|(path, text)| broken(path, text, &ids))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    for (path, text) in &pages {
        let path = path.display();
        assert!(text.contains("default-src 'none'"), "{path} has no policy");
        for forbidden in ["style", "onclick", "onload"] {
            let found = values(text, forbidden);
            assert!(found.is_empty(), "{path}: {forbidden}={found:?}");
        }
        assert!(!text.contains("<script>"), "{path} has a script in it");
        let explorer = values(text, "href")
            .into_iter()
            .find(|link| link.contains("explorer.html"));
        assert_eq!(explorer, None, "{path}");
    }
}

#[test]
fn a_record_has_a_page_with_its_files() {
    let place = SiteFolder::new();
    succeeded(&place.site(&["--url", "https://example.org/boil"]));
    let page = place.page("record/3.html");
    for part in [
        "href=\"../record/2.html\" rel=\"prev\"",
        "href=\"../records/snort-temperature-degree-tree-",
        "href=\"../runs/a-b-",
        "href=\"../record/3.thermograph.svg\"",
        "domination",
        "checker 0",
    ] {
        assert!(page.contains(part), "`{part}` in {page}");
    }
    assert!(place.page("record/3.g6").starts_with("CF"));
    let list = values(&page, "href")
        .into_iter()
        .find_map(|link| link.strip_prefix("../records/"));
    let list = place.page(&format!("records/{}", list.unwrap()));
    assert!(list.contains("star(3)") && list.contains(".invariants.csv"));
    let index = place.page("index/index.json");
    assert!(
        index.contains("\"objective\":\"temperature - degree\""),
        "{index}"
    );
    let feed = place.page("feed.xml");
    for part in [
        "<id>https://example.org/boil/record/3</id>",
        "href=\"https://example.org/boil/record/3.html\"",
        "a &#60;b&#62;&#38;",
    ] {
        assert!(feed.contains(part), "`{part}` in {feed}");
    }
    let runs = place.page("runs.html");
    assert!(runs.contains("a &#60;b&#62;&#38;</a>"), "{runs}");
}

#[test]
fn equal_inputs_give_equal_sites_and_nothing_is_written_again() {
    let place = SiteFolder::new();
    let first = succeeded(&place.site(&[]));
    assert!(first.contains(" 0 removed"), "{first}");
    let before = files(&place.path("site"));
    let again = succeeded(&place.site(&[]));
    assert!(again.contains(" 0 written, 0 removed"), "{again}");
    fs::remove_dir_all(place.path("site")).unwrap();
    succeeded(&place.site(&[]));
    assert!(files(&place.path("site")) == before, "another site");
}

#[test]
fn records_that_are_not_confirmed_are_left_out() {
    let place = SiteFolder::new();
    succeeded(&place.site(&[]));
    assert!(place.path("site/record/3.html").exists());
    place.change_book("UPDATE records SET verified_by = 'me' WHERE id = 3");
    place.change_book("UPDATE records SET conflict = 'another' WHERE id = 4");
    let done = place.site(&[]);
    let said = succeeded(&done);
    assert!(said.contains("2 left out"), "{said}");
    let notes = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(notes.contains("left out: 2 records"), "{notes}");
    assert!(
        place
            .page("index.html")
            .contains("2 records of the book are left out")
    );
    for gone in ["record/3.html", "record/3.g6", "record/4.html"] {
        assert!(!place.path("site").join(gone).exists(), "{gone}");
    }
    for (path, bytes) in files(&place.path("site")) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains("record/3."), "{}", path.display());
    }
}

#[test]
fn a_folder_with_other_files_and_a_wrong_address_are_refused() {
    let place = SiteFolder::new();
    fs::create_dir(place.path("site")).unwrap();
    fs::write(place.path("site/thesis.tex"), "x").unwrap();
    let refused = place.site(&[]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{why}");
    assert!(why.contains("did not write"), "{why}");
    assert_eq!(files(&place.path("site")).len(), 1);
    let refused = place.site(&["--url", "javascript:alert(1)"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_damaged_run_is_listed_and_does_not_stop_the_site() {
    let place = SiteFolder::new();
    fs::create_dir(place.path("runs/bad")).unwrap();
    fs::write(place.path("runs/bad/manifest.json"), "{").unwrap();
    let done = place.site(&[]);
    succeeded(&done);
    let notes = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(notes.contains("run bad"), "{notes}");
    assert!(place.page("runs.html").contains("damaged"));
}
