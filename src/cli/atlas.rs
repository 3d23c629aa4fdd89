//! `boil atlas`: tables of proved optima.

use super::cluster::ClusterOption;
use super::facts::is_claimed;
use super::failure::{CommandResult, Failure, unless_unread};
use super::limits::LimitArgs;
use super::question;
use super::records::in_conflict;
use super::rows::{RowWriter, TableArgs};
use super::signals::Signals;
use boilingpoint_boards::enumerate::MAX_CONNECTED;
use boilingpoint_boards::parse_board;
use boilingpoint_book::Book;
use boilingpoint_problem::{Columns, FactCell, Fitness, Kind};
use boilingpoint_report::{AtlasFiles, write_atlas};
use boilingpoint_rules::Feature;
use boilingpoint_solver::Pool;
use boilingpoint_study::atlas::{
    ATLAS_KINDS, AtlasError, AtlasFolder, AtlasOutcome, CountContext, Generator, OptimumOnly,
    Question, Source, Table, atlas_kind, complete, enter, known_count, known_orders, usual_maxima,
    usual_objectives,
};
use boilingpoint_study::part::PartBackend;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

const AFTER_HELP: &str = "This program lists trees, and other graphs to order 9. nauty's geng (Debian package \
    `nauty`) lists larger connected graphs. A table that exists is kept, unless other objectives are asked for. A count \
    that was stopped or killed is resumed, after its last complete chunk of boards, by the same command.";

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct AtlasArgs {
    /// The class of boards: tree, connected, bipartite or girth-5
    #[arg(long)]
    class: String,
    /// The orders: `2..12`, both ends included
    #[arg(long, value_name = "RANGE")]
    order: String,
    /// An objective to maximise: an expression over invariants; may be given several times.
    /// Default: `temperature - degree`, `temperature / degree` and `temperature - degree - degree2 /
    /// 2`; for impartial games `grundy`; none for games whose positions have an outcome only
    #[arg(
        long = "objective",
        value_name = "EXPRESSION",
        allow_hyphen_values = true
    )]
    objectives: Vec<String>,
    /// Find the maxima only. Boards that are proved to be below them are not valued, and not listed
    /// if their degree proves it; outcomes are not counted. Default objectives: those that need no
    /// other invariant of the board than its degree
    #[arg(long, conflicts_with = "from")]
    optimum_only: bool,
    /// The program that lists the boards, in place of the default one
    #[arg(long, value_enum, conflicts_with = "from")]
    generator: Option<GeneratorArg>,
    /// Read all boards of one order from this file, or from standard input if it is `-`: one
    /// board per line
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// The folder of the tables
    #[arg(long, default_value = "runs/atlas", value_name = "DIR")]
    dir: PathBuf,
    /// The record book that the optima are entered into
    #[arg(long, default_value = "runs/records.db", value_name = "FILE")]
    book: PathBuf,
    /// Also write a document about all tables of the folder, in Markdown
    #[arg(long, value_name = "FILE")]
    docs: Option<PathBuf>,
    /// Most positions that the independent checker may visit per board
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    checker_positions: u64,
    #[command(flatten)]
    cluster: ClusterOption,
    #[command(flatten)]
    table: TableArgs,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum GeneratorArg {
    /// This program's own list
    BuiltIn,
    /// nauty's geng
    Geng,
}

impl AtlasArgs {
    pub fn run(&self) -> CommandResult {
        let questions = self.questions()?;
        let columns = self.columns()?;
        let rows = columns.as_ref().map(|columns| BoardRows {
            columns,
            writer: self
                .table
                .style
                .writer(["objective"].into_iter().chain(columns.headings())),
        });
        if let Some(rows) = &rows {
            rows.writer.head(&mut std::io::stdout().lock())?;
        }
        let signals = Signals::listen_while("chunk of boards");
        let mut budget = self.limits.budget()?;
        let over = budget.stop.take();
        budget.stop = Some(signals.control().abort);
        let pool = Pool::new(self.limits.ruleset()?, &budget, self.threads)?;
        let folder = AtlasFolder::open(&self.dir)?;
        let mut book = Book::open(&self.book).map_err(AtlasError::Book)?;
        let stopping = signals.control().finish;
        let is_stopped = Arc::new(move || stopping.load(Ordering::Relaxed));
        let backend = self.cluster.backend(is_stopped)?;
        let is_late = || over.iter().any(|over| over.load(Ordering::Relaxed));
        let stop = || signals.stopping() || is_late();
        let mut conflicts = 0;
        for (kind, question) in questions {
            let order = question.order;
            let bar = progress(kind, order);
            let context = CountContext {
                pool: &pool,
                stop: &stop,
                progress: &|boards| bar.set_position(boards),
                note: &|note| bar.suspend(|| print_note!("note: {note}")),
                backend: backend.as_ref().map(|backend| backend as &dyn PartBackend),
            };
            let source = self.source(kind, order)?;
            let positions = self.checker_positions;
            let complete = complete(&context, &folder, question, source, positions);
            bar.finish_and_clear();
            match complete {
                Ok(AtlasOutcome::Stopped(boards)) => {
                    return Err(stopped(kind, order, Some(boards), is_late()));
                }
                Err(AtlasError::Stopped) => return Err(stopped(kind, order, None, is_late())),
                Err(error @ AtlasError::Line { .. }) => {
                    let file = self.from.as_deref().filter(|file| *file != "-");
                    let place = file.map_or(String::new(), |file| format!("{file}, "));
                    return Err(Failure::input(format!("{place}{error}")));
                }
                Err(error) => return Err(error.into()),
                Ok(AtlasOutcome::Table {
                    table,
                    checked,
                    was_there,
                }) => {
                    for why in &checked.unfinished {
                        print_note!(
                            "note: left out of the book, because the checker could not finish it: {why}"
                        );
                    }
                    let entered = enter(&mut book, &checked.records)?;
                    for conflict in &entered.conflicts {
                        print_note!("{}: {conflict}", self.book.display());
                    }
                    conflicts += entered.conflicts.len();
                    let printed = match &rows {
                        Some(rows) => rows.write(&table, &pool),
                        None => self.print(&table, was_there),
                    };
                    self.unless_unread(printed, conflicts)?;
                    print_note!(
                        "records entered into {}: {} new, {} tied with other records",
                        self.book.display(),
                        entered.new,
                        entered.tied
                    );
                }
            }
        }
        if let Some(rows) = &rows {
            let finished = rows.writer.finish(&mut std::io::stdout().lock());
            self.unless_unread(finished, conflicts)?;
        }
        self.document(&folder)?;
        in_conflict(conflicts).map_or(Ok(()), Err)
    }

    /// The document of `--docs` is made of all orders, and conflicts are reported at the end, whether
    /// or not somebody reads the texts about the orders.
    fn unless_unread(&self, printed: CommandResult, conflicts: usize) -> CommandResult {
        if self.docs.is_some() || conflicts > 0 {
            return unless_unread(printed);
        }
        printed
    }

    /// Makes a question for each order.
    fn questions(&self) -> Result<Vec<(Kind, Question)>, Failure> {
        let Some(kind) = atlas_kind(&self.class) else {
            return Err(question::no_class(&self.class, &Kind::names(&ATLAS_KINDS)));
        };
        let mut objectives = Vec::new();
        let ruleset = self.limits.ruleset()?;
        let asked: Vec<&str> = match (self.objectives.is_empty(), self.optimum_only) {
            (true, true) => usual_maxima(ruleset),
            (true, false) => usual_objectives(ruleset).to_vec(),
            (false, _) => self.objectives.iter().map(String::as_str).collect(),
        };
        for text in asked {
            let text = question::number("--objective", text)?.text().to_string();
            if !objectives.contains(&text) {
                objectives.push(text);
            }
        }
        let (low, high) = question::range(&self.order)?;
        self.fit(kind, low, high)?;
        let question = |order| {
            let question = Question {
                generator: self.generator(kind, order),
                optimum_only: self.optimum_only.then(OptimumOnly::default),
                ..Question::new(ruleset.name(), kind, order, objectives.clone())
            };
            (kind, question)
        };
        Ok((low..=high).map(question).collect())
    }

    /// Refuses games, orders and generators for which nothing can be proved.
    fn fit(&self, kind: Kind, low: usize, high: usize) -> CommandResult {
        let ruleset = self.limits.ruleset()?;
        let needs = [(Feature::Token, "a token"), (Feature::Squares, "squares")];
        if let Some((_, what)) = needs.iter().find(|(f, _)| ruleset.carries().has(*f)) {
            return Err(Failure::input(format!(
                "--ruleset {}: the game needs {what} on every board, and the atlas counts graphs without marks",
                ruleset.name()
            )));
        }
        let (name, most) = (kind.name(), known_orders(kind));
        if low < 1 || high > most {
            return Err(Failure::input(format!(
                "--order {}: expected orders within 1..{most}, the orders for which this program knows the number of boards of class {name}",
                self.order
            )));
        }
        if self.from.is_some() && self.cluster.cluster.is_some() {
            return Err(Failure::input(
                "--cluster: expected boards that every machine can list; leave out --from",
            ));
        }
        if self.from.is_some() && low != high {
            return Err(Failure::input(
                "--from needs --order with one number, since it gives the boards of one order",
            ));
        }
        match self.generator {
            Some(GeneratorArg::Geng) if kind == Kind::Tree => Err(Failure::input(
                "--generator geng lists only connected graphs; for trees leave it out, or give the boards with --from",
            )),
            Some(GeneratorArg::BuiltIn) if kind != Kind::Tree && high > MAX_CONNECTED => {
                Err(Failure::input(format!(
                    "--generator built-in lists connected graphs only to order {MAX_CONNECTED}; for more, use --generator geng or --from"
                )))
            }
            _ => Ok(()),
        }
    }

    fn generator(&self, kind: Kind, order: usize) -> Generator {
        match (&self.from, self.generator) {
            (Some(_), _) => Generator::Stream,
            (None, Some(GeneratorArg::BuiltIn)) => Generator::BuiltIn,
            (None, Some(GeneratorArg::Geng)) => Generator::Geng,
            (None, None) => Generator::usual(kind, order),
        }
    }

    /// The source of the boards. It begins to list boards when it is called.
    fn source(
        &self,
        kind: Kind,
        order: usize,
    ) -> Result<impl FnMut(&Question) -> Result<Source, AtlasError> + use<>, Failure> {
        let mut input = self.from.as_deref().map(question::stream).transpose()?;
        Ok(move |question: &Question| match input.take() {
            Some(input) => Ok(Source::stream(kind, order, input)),
            None => Source::of(question),
        })
    }

    /// The columns of the table of optimal boards, if the user picked some.
    fn columns(&self) -> Result<Option<Columns>, Failure> {
        match (&self.table.columns, self.table.style.csv) {
            (None, true) => Err(Failure::input("--csv: expected --columns as well")),
            (None, false) => Ok(None),
            (Some(_), _) => self.table.columns(self.limits.ruleset()?).map(Some),
        }
    }

    fn print(&self, table: &Table, was_there: bool) -> CommandResult {
        let mut out = std::io::stdout().lock();
        if self.table.style.json {
            let line = serde_json::to_string(table)?;
            return Ok(writeln!(out, "{line}")?);
        }
        let (question, tally) = (&table.question, &table.tally);
        let wins = &tally.second_player_wins;
        let opposable = match is_claimed(self.limits.ruleset()?) {
            true => format!(", {} of these not opposable", wins.not_opposable),
            false => String::new(),
        };
        let outcomes = match table.has_outcomes() {
            true => format!("{} second-player wins{opposable}", wins.count()),
            false => "maxima only".to_string(),
        };
        writeln!(
            out,
            "{} of order {}: {} boards ({}{}); {outcomes}",
            question.class,
            question.order,
            tally.boards,
            question.generator.name(),
            if was_there {
                ", from the existing table"
            } else {
                ""
            },
        )?;
        for optimum in &tally.optima {
            let best = &optimum.maximum;
            let max = best.max.as_ref().map_or("-".into(), Fitness::to_string);
            let example = best.boards.first().map_or("-", |b| b);
            writeln!(
                out,
                "  {:<36}  max {max:>6}, attained by {:>6}: {example}",
                optimum.objective, best.attaining
            )?;
        }
        Ok(())
    }

    fn document(&self, folder: &AtlasFolder) -> CommandResult {
        let Some(document) = &self.docs else {
            return Ok(());
        };
        let files = AtlasFiles {
            dir: &self.dir,
            document,
        };
        write_atlas(&folder.tables()?, &files)?;
        print_note!("{} written", document.display());
        Ok(())
    }
}

/// The table of optimal boards.
struct BoardRows<'a> {
    columns: &'a Columns,
    writer: RowWriter,
}

impl BoardRows<'_> {
    /// Writes a row for each optimal board that a table keeps.
    fn write(&self, table: &Table, pool: &Pool) -> CommandResult {
        let mut out = std::io::stdout().lock();
        for optimum in &table.tally.optima {
            let boards = Vec::from_iter(&optimum.maximum.boards);
            let rows = pool.map(&boards, |solver, name| {
                let board = parse_board(name)?;
                let row = self.columns.row(solver, &board, name);
                row.map_err(Failure::input)
            });
            for row in rows {
                let objective = FactCell::Text(optimum.objective.clone());
                let cells: Vec<FactCell> = std::iter::once(objective).chain(row?).collect();
                self.writer.row(&mut out, &cells)?;
            }
        }
        Ok(())
    }
}

fn progress(kind: Kind, order: usize) -> ProgressBar {
    let template = "{prefix} {wide_bar} {pos}/{len} boards, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("a valid template");
    let bar = ProgressBar::new(known_count(kind, order).unwrap_or(0)).with_style(style);
    bar.set_prefix(format!("{} of order {order}", kind.name()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The failure of a count that was stopped. The complete chunks of the count are saved.
fn stopped(kind: Kind, order: usize, boards: Option<u64>, is_late: bool) -> Failure {
    let far = boards.map_or(String::new(), |boards| {
        let all = known_count(kind, order).unwrap_or(0);
        format!(" after {boards} of {all} boards")
    });
    let why = match is_late {
        true => " by the limit of time (--seconds; 0 for none)",
        false => "",
    };
    print_note!(
        "stopped{why} at {} of order {order}{far}; to resume, give the same command again",
        kind.name()
    );
    Failure::stopped("")
}
