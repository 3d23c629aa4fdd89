//! The atlas as a document: tables of proved optima.

mod cell;
mod known;
mod made;
mod paragraph;

use super::page::words::grouped;
use boilingpoint_boards::parse_board;
use boilingpoint_draw::{DrawingOptions, svg};
use boilingpoint_problem::{Fitness, Kind};
use boilingpoint_record::folder::{FileError, write_atomic};
use boilingpoint_record::own::{self, OwnPath};
use boilingpoint_study::Maximum;
use boilingpoint_study::atlas::{KEPT, Table, sequence};
use cell::code;
use paragraph::paragraph;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The places of the tables and of the document.
pub struct AtlasFiles<'a> {
    /// The folder of the tables, as it was given to the command.
    pub dir: &'a Path,
    /// The path of the document, as it was given to the command.
    pub document: &'a Path,
}

/// Writes the document. Beside it, writes a folder of pages with the tables, and drawings in the
/// folder `pictures`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_atlas(tables: &[Table], files: &AtlasFiles) -> Result<(), FileError> {
    let folder = files.document.parent().unwrap_or(Path::new("."));
    let pictures = folder.join("pictures");
    let pages = folder_of_pages(files.document);
    std::fs::create_dir_all(folder).map_err(FileError::of("create", folder))?;
    for folder in [&pictures, &pages] {
        own::make_folder(folder).map_err(FileError::of("create", folder))?;
    }
    for section in sections(tables) {
        if let Some(drawing) = drawing(section) {
            let path = pictures.join(&drawing.name);
            write_atomic(OwnPath::inner(&path), drawing.svg.as_bytes())?;
        }
        if let Some(first) = section.first() {
            let path = pages.join(format!("{}.md", page_name(first)));
            write_atomic(OwnPath::inner(&path), page(section, files).as_bytes())?;
        }
    }
    write_atomic(files.document, document(tables, files, &pages).as_bytes())
}

const HEAD: &str = "\
The greatest values among *all* boards of a class and an order, up to isomorphism. This page says how the maxima are \
known, and what they add to earlier results. Each game and class has a page with its tables.";

const KNOWN_HOW: &str = "\
The solver valued every board exactly. The number of boards was the known number of boards of the class and order. That no \
two of these boards are isomorphic rests on the program that listed them (see below). The [independent \
checker](certificates/sharing.md) also valued each board that a table names, and found the same outcome, temperature, \
mean, stops and canonical form. That no other board is better rests on the solver alone. Boards are written in graph6, \
canonically labelled. `boil atlas` writes this page and the pages of the tables.";

/// The meaning of the degrees, for pages whose objectives use them.
const DEGREES: &str = "\
The *degree* of a board is the greatest number of neighbours of a vertex. Its *degree2* is the greatest number of vertices \
at distance exactly two from a vertex.";

/// The meaning of the columns on second-player wins.
const OPPOSABLE: &str = "\
A board is *opposable* if it has an automorphism of order two that takes every vertex to another vertex, not adjacent to \
it.";

/// The document's text. It is a function of the tables and their places.
fn document(tables: &[Table], files: &AtlasFiles, pages: &Path) -> String {
    let mut text = format!(
        "# Atlas\n\n{}\n\n## How the maxima are known\n\n{}\n\n",
        paragraph(HEAD),
        paragraph(KNOWN_HOW)
    );
    text += &paragraph(&format!(
        "For each maximum, the pages show one board that attains it. The table files in `{}` list up to {KEPT} such boards.",
        files.dir.display()
    ));
    text += "\n\n## Tables\n\n| game | boards | orders | number | tables |\n| --- | --- | --- | ---: | --- |\n";
    let folder = file_name(pages);
    for section in sections(tables) {
        if let Some(first) = section.first() {
            let (name, orders) = (page_name(first), made::ranges(&orders(section)));
            let (game, boards) = (&first.question.ruleset, heading(first).to_lowercase());
            let number = grouped(boards_of(section));
            text += &format!(
                "| {game} | {boards} | {orders} | {number} | [{name}]({folder}/{name}.md) |\n"
            );
        }
    }
    let mut games: Vec<&str> = tables.iter().map(|t| &*t.question.ruleset).collect();
    games.dedup();
    for game in games {
        text += &known::known(game, tables);
    }
    text += &made::made(tables, files);
    text
}

/// The page of the tables of a game and a class.
fn page(tables: &[Table], files: &AtlasFiles) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_section(&mut text, tables, &file_name(files.document));
    text
}

/// The folder of the pages: `docs/atlas` for the document `docs/atlas.md`.
fn folder_of_pages(document: &Path) -> PathBuf {
    match document.extension() {
        Some(_) => document.with_extension(""),
        None => document.with_extension("pages"),
    }
}

/// The name of a table's page, without `.md`.
fn page_name(table: &Table) -> String {
    format!("{}-{}", table.question.ruleset, table.question.class)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn orders<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Vec<usize> {
    tables.into_iter().map(|t| t.question.order).collect()
}

fn boards_of(tables: &[Table]) -> u64 {
    tables.iter().map(|t| t.tally.boards).sum()
}

/// The tables, grouped by ruleset and class; the tables of a group are adjacent.
fn sections(tables: &[Table]) -> impl Iterator<Item = &[Table]> {
    let key = |t: &Table| (t.question.ruleset.clone(), t.question.class.clone());
    tables.chunk_by(move |a, b| key(a) == key(b))
}

/// The class of a table, for a heading.
fn heading(table: &Table) -> &'static str {
    match table.question.kind() {
        Ok(Kind::Tree) => "Trees",
        Ok(Kind::Bipartite) => "Connected bipartite graphs",
        Ok(Kind::Girth5) => "Connected graphs of girth at least 5",
        _ => "Connected graphs",
    }
}

fn write_section(text: &mut String, tables: &[Table], document: &str) -> std::fmt::Result {
    let Some(first) = tables.first() else {
        return Ok(());
    };
    let (boards, game) = (heading(first), &first.question.ruleset);
    let oeis = first.question.kind().map_or("", sequence);
    let words = format!(
        "The greatest values among all {} of order {} in the game `{game}`. There are {} boards, the number that \
         [{oeis}](https://oeis.org/{oeis}) gives. [How the maxima are known](../{document}).",
        boards.to_lowercase(),
        made::ranges(&orders(tables)),
        grouped(boards_of(tables))
    );
    writeln!(
        text,
        "# Atlas: {}, {game}\n\n{}",
        boards.to_lowercase(),
        paragraph(&words)
    )?;
    let unchecked = orders(tables.iter().filter(|t| !t.checked));
    if !unchecked.is_empty() {
        writeln!(
            text,
            "\nAt the orders {}, the checker could not finish all boards that the tables name.",
            made::ranges(&unchecked)
        )?;
    }
    let maxima = orders(tables.iter().filter(|t| !t.has_outcomes()));
    if !maxima.is_empty() {
        let words = format!(
            "At the orders {}, only the maxima were asked for: boards that are proved to be below them were not valued.",
            made::ranges(&maxima)
        );
        writeln!(text, "\n{}", paragraph(&words))?;
    }
    let mut objectives: Vec<&str> = Vec::new();
    for optimum in tables.iter().flat_map(|t| &t.tally.optima) {
        if !objectives.contains(&&*optimum.objective) {
            objectives.push(&optimum.objective);
        }
    }
    let has_degree = objectives.iter().any(|o| o.contains("degree"));
    let terms = if has_degree {
        format!("{DEGREES} {OPPOSABLE}")
    } else {
        OPPOSABLE.to_string()
    };
    writeln!(text, "\n{}", paragraph(&terms))?;
    for objective in objectives {
        write_optima(text, tables, objective)?;
    }
    if let Some(drawing) = drawing(tables) {
        writeln!(
            text,
            "\n![the board](../pictures/{1})\n\n*{0}.*",
            drawing.title, drawing.name
        )?;
    }
    write_wins(text, tables)
}

fn write_optima(text: &mut String, tables: &[Table], objective: &str) -> std::fmt::Result {
    writeln!(text, "\n## Greatest `{objective}`\n")?;
    writeln!(
        text,
        "| order | boards | maximum | boards that attain it | example |"
    )?;
    writeln!(text, "| ---: | ---: | ---: | ---: | --- |")?;
    for table in tables {
        let Some(optimum) = optimum(table, objective) else {
            continue;
        };
        let max = optimum
            .max
            .as_ref()
            .map_or("undefined".into(), Fitness::to_string);
        let example = optimum.boards.first();
        writeln!(
            text,
            "| {} | {} | {max} | {} | {} |",
            table.question.order,
            grouped(table.tally.boards),
            grouped(optimum.attaining),
            example.map_or(String::new(), |b| code(b))
        )?;
    }
    Ok(())
}

fn write_wins(text: &mut String, tables: &[Table]) -> std::fmt::Result {
    let undecided = tables
        .iter()
        .any(|t| t.tally.second_player_wins.undecided > 0);
    let [title, rule] = if undecided {
        [" undecided |", " ---: |"]
    } else {
        ["", ""]
    };
    writeln!(
        text,
        "\n## Second-player wins\n\n| order | boards | second-player wins | opposable | not opposable |{title} \
         example not opposable |\n| ---: | ---: | ---: | ---: | ---: |{rule} --- |"
    )?;
    for table in tables.iter().filter(|t| t.has_outcomes()) {
        let wins = &table.tally.second_player_wins;
        write!(
            text,
            "| {} | {} | {} | {} | {} |",
            table.question.order,
            grouped(table.tally.boards),
            grouped(wins.count()),
            grouped(wins.opposable),
            grouped(wins.not_opposable)
        )?;
        if undecided {
            write!(text, " {} |", grouped(wins.undecided))?;
        }
        let example = wins.examples.first();
        writeln!(text, " {} |", example.map_or(String::new(), |b| code(b)))?;
    }
    Ok(())
}

/// A table's maximum of an objective. `None` if the table has no maximum of this objective.
fn optimum<'a>(table: &'a Table, objective: &str) -> Option<&'a Maximum<BTreeSet<String>>> {
    let mut optima = table.tally.optima.iter();
    let optimum = optima.find(|o| o.objective == objective)?;
    Some(&optimum.maximum)
}

struct Drawing {
    name: String,
    title: String,
    svg: String,
}

/// The first board of the largest order that attains the maximum of the first objective.
fn drawing(tables: &[Table]) -> Option<Drawing> {
    let table = tables.last()?;
    let optimum = table.tally.optima.first()?;
    let name = optimum.maximum.boards.first()?;
    let max = optimum.maximum.max.as_ref()?;
    let question = &table.question;
    let title = format!(
        "The board {} of order {}: {} = {max}",
        code(name),
        question.order,
        optimum.objective
    );
    let board = parse_board(name).ok()?;
    let options = DrawingOptions {
        title: Some(format!("{name}: {} = {max}", optimum.objective)),
        ..DrawingOptions::default()
    };
    Some(Drawing {
        name: format!("atlas-{}-{}.svg", question.ruleset, question.class),
        title,
        svg: svg(&board, &options).to_string(),
    })
}
