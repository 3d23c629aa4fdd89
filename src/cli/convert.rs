//! `boil convert`: boards in another format of files.

use super::failure::{CommandResult, Failure};
use super::given::{self, Named};
use super::limits::ruleset_name;
use boilingpoint_boards::BoardLimit;
use boilingpoint_formats::{FORMATS, Format, Given};
use boilingpoint_rules::{self as ruleset, Ruleset};
use clap::Args;
use clap::builder::PossibleValuesParser;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// A file with boards in any format, `-` for standard input, or a board
    #[arg(value_name = "IN")]
    input: String,
    /// The file to write; its ending names the format, and `.gz` after it compresses. Without it,
    /// standard output is written
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
    /// The format; by default that of the ending of OUT, or graph6
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(FORMATS.iter().map(|f| f.name)))]
    to: Option<String>,
    /// The game, for graph strings of CGSuite: in Col their tints are exchanged
    #[arg(long, value_parser = ruleset_name)]
    ruleset: Option<String>,
}

/// The boards so far.
struct Converted {
    format: &'static Format,
    ruleset: Option<&'static dyn Ruleset>,
    boards: u64,
    /// The number of boards with a feature that the format does not carry.
    lost: BTreeMap<&'static str, u64>,
    failed: u64,
}

impl ConvertArgs {
    pub fn run(&self) -> CommandResult {
        let mut done = Converted {
            format: self.format()?,
            ruleset: self
                .ruleset
                .as_deref()
                .map(ruleset::find)
                .transpose()
                .map_err(Failure::input)?,
            boards: 0,
            lost: BTreeMap::new(),
            failed: 0,
        };
        match self
            .output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
        {
            None => done.write(&self.input, &mut std::io::stdout().lock())?,
            Some(path) => done.write_file(&self.input, path)?,
        }
        done.report()
    }

    fn format(&self) -> Result<&'static Format, Failure> {
        let ending = self
            .output
            .as_deref()
            .map(ending_of)
            .filter(|ending| !ending.is_empty());
        match (&self.to, ending) {
            (Some(name), _) => Ok(Format::find(name).expect("a name of the table")),
            (None, None) => Ok(Format::find("graph6").expect("a name of the table")),
            (None, Some(ending)) => Format::of_ending(&ending).ok_or_else(|| {
                let endings: Vec<String> = FORMATS
                    .iter()
                    .flat_map(|f| f.endings)
                    .map(|ending| format!(".{ending}"))
                    .collect();
                Failure::input(format!(
                    "no format has the ending `.{ending}`; expected {}, or --to FORMAT",
                    endings.join(", ")
                ))
            }),
        }
    }
}

/// The ending of a file's name, without `.gz`.
fn ending_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name).to_string();
    name.rsplit_once('.')
        .map_or(String::new(), |(_, ending)| ending.to_string())
}

impl Converted {
    /// Writes a file, which has its name only when it is complete.
    fn write_file(&mut self, input: &str, path: &Path) -> CommandResult {
        let failed =
            |e: std::io::Error| Failure::input(format!("cannot write {}: {e}", path.display()));
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let file = BufWriter::new(File::create(&part).map_err(failed)?);
        let written = match path.extension().is_some_and(|e| e == "gz") {
            true => {
                let mut out = GzEncoder::new(file, Compression::default());
                let written = self.write(input, &mut out);
                written.and_then(|()| Ok(out.finish()?.flush()?))
            }
            false => {
                let mut out = file;
                let written = self.write(input, &mut out);
                written.and_then(|()| Ok(out.flush()?))
            }
        };
        match written {
            Ok(()) => std::fs::rename(&part, path).map_err(failed),
            Err(failure) => {
                // The message about the input says more.
                let _ = std::fs::remove_file(&part);
                Err(failure)
            }
        }
    }

    fn write(&mut self, input: &str, out: &mut impl Write) -> CommandResult {
        given::each(input, self.ruleset, BoardLimit::MOST, |named| {
            let board = named.board().and_then(|given| {
                let written = self.format.write(&self.meant(given));
                Ok((given, written.map_err(|e| named.failure(e))?))
            });
            match board {
                Ok((given, written)) => self.add(&named, given, &written, out),
                Err(failure) => {
                    self.failed += 1;
                    failure.report();
                    Ok(())
                }
            }
        })
    }

    /// A board with the tints that the format has in the game.
    fn meant<'a>(&self, given: &'a Given) -> Cow<'a, Given> {
        let Some(ruleset) = self.ruleset else {
            return Cow::Borrowed(given);
        };
        Cow::Owned(Given {
            board: ruleset.meant(given.board.clone(), self.format.is_cgsuite()),
            ..given.clone()
        })
    }

    fn add(
        &mut self,
        named: &Named,
        given: &Given,
        written: &[u8],
        out: &mut impl Write,
    ) -> CommandResult {
        if self.boards > 0 && !self.format.several {
            let name = self.format.name;
            return Err(named.failure(format!(
                "a file in the format {name} has one graph; expected one board"
            )));
        }
        let before = match self.boards {
            0 => self.format.head,
            _ => self.format.between,
        };
        out.write_all(before.as_bytes())?;
        self.boards += 1;
        for lost in self.format.lost(given) {
            *self.lost.entry(lost).or_default() += 1;
        }
        Ok(out.write_all(written)?)
    }

    fn report(&self) -> CommandResult {
        for (lost, boards) in &self.lost {
            let name = self.format.name;
            print_note!(
                "note: {name} has no place for {lost}, which {boards} of {} boards have",
                self.boards
            );
        }
        match (self.boards, self.failed) {
            (0, 0) => Err(Failure::input("no boards were given")),
            (_, 0) => Ok(()),
            (_, 1) if self.boards == 0 => Err(Failure::input("")),
            (boards, failed) => Err(Failure::input(format!(
                "{failed} of {} boards cannot be converted",
                boards + failed
            ))),
        }
    }
}
