//! `boil value`: a calculator for values.

use super::batch::Batch;
use super::eval::write_form;
use super::facts::{form_on_a_card, value_object};
use super::failure::{CommandResult, Failure};
use super::limits::{FORM_LIMIT, LimitArgs, shortened};
use super::pictures::{PictureFile, WidthArg, check_apart, picture_group};
use super::table::card;
use boilingpoint_boards::{Family, parse_board_within};
use boilingpoint_rules::{self as ruleset, Ruleset};
use boilingpoint_solver::{Budget, Pool, SolveError};
use boilingpoint_values::{
    Answer, FUNCTIONS, Limits, Notation, Terms, Thermograph, Value, ValueError, Values,
};
use clap::Args;
use serde_json::{Map, json};
use std::cell::Cell;
use std::io::Write;
use std::path::PathBuf;

/// The longest list of options on a card, in characters, each of which has at most 4 bytes.
const LONGEST_OPTIONS: usize = 400;

#[derive(Args, Debug)]
#[command(group(picture_group()), mut_arg("ruleset", |ruleset| {
    ruleset.help("The game of the terms `board(BOARD)`")
}), after_long_help = legend(), after_help = legend())]
pub struct ValueArgs {
    /// An expression, or two with `=`, `!=`, `<=`, `>=`, `<`, `>`, `||` (confused), `<|` (less or
    /// confused) or `|>` between them. Values: `{1,*|-2}`, `{3||2|1}`, `3/4`, `*2`, `^`, `v3*`,
    /// `±{3|2}`, `tiny(2)`, `miny(2)`; sums, differences, multiples (`3.^`); functions; boards of a
    /// game: `snort(star(4))`; `-` reads one expression per line from standard input
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    expression: String,
    /// Print JSON, with the options and the corners of the thermograph
    #[arg(long)]
    json: bool,
    /// Write the canonical form to a file, however long it is
    #[arg(long, value_name = "FILE")]
    form: Option<PathBuf>,
    /// Draw the thermograph to an SVG, PNG, PDF or TikZ (`.tex`) file
    #[arg(long, value_name = "FILE", group = "pictures")]
    thermograph: Option<PictureFile>,
    #[command(flatten)]
    width: WidthArg,
    #[command(flatten)]
    limits: LimitArgs,
}

impl ValueArgs {
    pub fn run(&self) -> CommandResult {
        let picture = self.thermograph.as_ref().map(PictureFile::path);
        check_apart(&[("--form", self.form.as_deref()), ("--thermograph", picture)])?;
        let all_hold = Cell::new(true);
        let batch = Batch::new("expressions", self.json);
        batch.each(std::slice::from_ref(&self.expression), |text, place| {
            let failed = |e: Failure| match place {
                "" => e,
                place => Failure {
                    message: format!("{place}{}", e.message),
                    ..e
                },
            };
            let holds = self.one(text).map_err(failed)?;
            all_hold.set(all_hold.get() && holds);
            Ok(())
        })?;
        match all_hold.get() {
            true => Ok(()),
            false => Err(Failure::refuted("")),
        }
    }

    /// Answers an expression. The result is whether it holds, if it is a relation.
    fn one(&self, text: &str) -> Result<bool, Failure> {
        let (limits, clock) = self.limits.for_each_board();
        let timer = clock.start();
        let budget = Budget {
            stop: Some(clock.flag()),
            ..limits.budget()?
        };
        let mut values = Values::new();
        values.set_limits(Limits {
            bytes: Some(budget.bytes / 2),
            stop: budget.stop.clone(),
            ..Limits::default()
        });
        let boards = Budget {
            bytes: budget.bytes / 2,
            ..budget.clone()
        };
        let terms = Terms {
            names: ruleset::catalogue()
                .iter()
                .map(|game| game.name())
                .collect(),
            value: &mut |values, name, board| match self.game(name) {
                Some(game) => Some(self.board(values, game, &boards, board)),
                None if Family::find(name).is_some() => Some(Err(format!(
                    "a board has a value in a game; write `snort({name}({board}))`"
                ))),
                None => None,
            },
        };
        let answer = values.ask(text, budget.work, terms);
        drop(timer);
        match answer.map_err(|e| Failure::input(format!("`{}`: {e}", shortened(text))))? {
            Answer::Value(value) => {
                self.print(&mut values, text, value)??;
                Ok(true)
            }
            Answer::Holds(_) if self.form.is_some() || self.thermograph.is_some() => {
                let problem = "--form, --thermograph: a relation has no value";
                Err(Failure::input(format!("`{text}`: {problem}")))
            }
            Answer::Holds(holds) => {
                self.print_whether(text, holds)?;
                Ok(holds)
            }
        }
    }

    fn game(&self, name: &str) -> Option<&'static dyn Ruleset> {
        if name == "board" {
            return self.limits.ruleset().ok();
        }
        ruleset::find(name).ok()
    }

    /// The value of a board.
    fn board(
        &self,
        values: &mut Values,
        game: &'static dyn Ruleset,
        budget: &Budget,
        text: &str,
    ) -> Result<Value, String> {
        let board = parse_board_within(text, self.limits.board_limit());
        let board = board.map_err(|e| e.to_string())?;
        let pool = Pool::new(game, budget, 1).map_err(|e| e.to_string())?;
        let value = pool.together(&board, |solver, e| {
            let value = e.value()?;
            Some(values.copy(solver.values(), value))
        });
        let value = value.map_err(|e: SolveError| e.to_string())?;
        let value = value.ok_or_else(|| format!("positions of {} have no values", game.name()))?;
        value.map_err(|e| e.to_string())
    }

    fn print_whether(&self, text: &str, holds: bool) -> CommandResult {
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json!({"input": text, "holds": holds}))?;
        } else {
            writeln!(out, "{}", if holds { "yes" } else { "no" })?;
        }
        Ok(())
    }

    fn print(
        &self,
        values: &mut Values,
        text: &str,
        v: Value,
    ) -> Result<CommandResult, ValueError> {
        let printed = if self.json {
            let mut object = object(values, v)?;
            object.insert("input".to_string(), text.into());
            serde_json::Value::Object(object).to_string()
        } else {
            format!("{text}\n{}", card(15, rows(values, v)?))
        };
        let thermograph = values.thermograph(v)?;
        Ok(self.finish(&printed, values, v, &thermograph))
    }

    fn finish(
        &self,
        printed: &str,
        values: &mut Values,
        v: Value,
        thermograph: &Thermograph,
    ) -> CommandResult {
        if let Some(file) = &self.form {
            write_form(file, values, v)?;
        }
        if let Some(file) = &self.thermograph {
            file.write(thermograph, &self.width)?;
        }
        Ok(writeln!(std::io::stdout().lock(), "{printed}")?)
    }
}

/// The functions, and the notation in which values are read and written.
fn legend() -> String {
    let functions = FUNCTIONS
        .iter()
        .map(|f| format!("  {:<18}{}", f.signature(), f.meaning));
    let functions: Vec<String> = functions.collect();
    format!("Functions:\n{}\n\n{NOTATION}", functions.join("\n"))
}

/// The notation in a few lines.
const NOTATION: &str = "\
Notation:
  {a,b|c}           Left's options a and b, Right's option c
  {3|2||1}          {{3|2}|1}: a longer run of bars separates more loosely
  ±{3|2}            {3|2||-2|-3}: a game and its negative; ±3 is {3|-3}, ±(a,b) is {a,b|-a,-b};
                    +- is read as ±, between two terms as well
  *, *3             star, the nimber 3
  ^, ^^, ^3         up, the sums of two and of three ups; v, vv, v3 their negatives
  ^<3>, ^[3]        the third up-power; the sum of the first three up-powers
  5^*2              5 + ^ + *2: terms side by side are added
  tiny(2), miny(2)  {0||0|-2}, {2|0||0}";

/// The atomic weight as text, except of nimbers.
fn weight(values: &mut Values, v: Value) -> Option<String> {
    match values.as_nimber(v) {
        Some(_) => None,
        None => values.atomic_weight_text(v, FORM_LIMIT),
    }
}

/// Names and texts, in the order of the output.
fn rows(values: &mut Values, v: Value) -> Result<Vec<(&'static str, String)>, ValueError> {
    let thermograph = values.thermograph(v)?;
    let form = values.notation(v, Notation::Text, FORM_LIMIT);
    let form = form_on_a_card(form.as_deref(), values.notation_length(v, Notation::Text)?);
    let options = |values: &mut Values, side: Vec<Value>| {
        let texts = side
            .into_iter()
            .map(|w| values.notation(w, Notation::Text, 4 * LONGEST_OPTIONS));
        let texts: Option<Vec<String>> = texts.collect();
        let texts = texts.map(|texts| texts.join(", "));
        let texts = texts.filter(|texts| texts.chars().count() <= LONGEST_OPTIONS);
        texts.unwrap_or_else(|| "(too long; --json has them)".to_string())
    };
    let lefts = values.left_options(v)?;
    let rights = values.right_options(v)?;
    let options = [options(values, lefts), options(values, rights)];
    let stops = format!("{}, {}", values.left_stop(v)?, values.right_stop(v));
    let mut rows = vec![
        ("canonical form", form),
        ("temperature", thermograph.temperature.to_string()),
        ("mean", thermograph.mean.to_string()),
        ("stops", stops),
        ("birthday", values.birthday(v)?.to_string()),
    ];
    rows.extend(weight(values, v).map(|weight| ("atomic weight", weight)));
    rows.push(("outcome", values.outcome(v)?.to_string()));
    let [lefts, rights] = options;
    rows.extend([("Left's options", lefts), ("Right's options", rights)]);
    rows.retain(|(_, text)| !text.is_empty());
    Ok(rows)
}

/// All facts of a value.
fn object(values: &mut Values, v: Value) -> Result<Map<String, serde_json::Value>, ValueError> {
    let thermograph = values.thermograph(v)?;
    let facts = json!({
        "canonical_form": values.notation(v, Notation::Text, FORM_LIMIT),
        "form_length": values.notation_length(v, Notation::Text)?,
        "temperature": thermograph.temperature.to_string(),
        "mean": thermograph.mean.to_string(),
        "left_stop": values.left_stop(v)?.to_string(),
        "right_stop": values.right_stop(v).to_string(),
        "birthday": values.birthday(v)?,
        "atomic_weight": weight(values, v),
        "outcome": values.outcome(v)?.to_string(),
    });
    let mut object = value_object(values, v)?;
    object.extend(facts.as_object().cloned().unwrap_or_default());
    Ok(object)
}
