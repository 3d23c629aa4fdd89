//! `boil habitat`: the smallest board of each value that is born by a day.

use super::boards::{BoardArgs, told};
use super::failure::{CommandResult, Failure};
use super::question::ConditionArgs;
use super::rows::StyleArgs;
use boilingpoint_problem::FactCell;
use boilingpoint_rules::Algebra;
use boilingpoint_study::habitat::{Habitat, key, offer};
use boilingpoint_study::table::Bins;
use boilingpoint_values::Values;
use clap::Args;

#[derive(Args, Debug)]
pub struct HabitatArgs {
    #[command(flatten)]
    boards: BoardArgs,
    /// The last day on which the values are born
    #[arg(long, default_value_t = 2, value_name = "DAY",
          value_parser = clap::value_parser!(u64).range(..=Values::LAST_DAY))]
    day: u64,
    #[command(flatten)]
    condition: ConditionArgs,
    /// Boards from elsewhere, one per line, for values that no board of the class has; they are
    /// not counted
    #[arg(long, value_name = "FILE", requires = "class")]
    found: Option<String>,
    #[command(flatten)]
    style: StyleArgs,
}

impl HabitatArgs {
    pub fn run(&self) -> CommandResult {
        let ruleset = self.boards.limits.ruleset()?;
        if ruleset.algebra() == Algebra::Winner {
            let problem = format!("{}: its positions have no values", ruleset.name());
            return Err(Failure::input(problem));
        }
        let condition = self.condition.objective()?;
        let habitat = Habitat {
            day: self.day,
            condition: &condition,
        };
        let values = habitat.values()?;
        let mut bins = Bins::default();
        self.boards.each(&habitat, |part| {
            bins.merge(part);
            Ok(())
        })?;
        if let Some(found) = &self.found {
            self.boards.each_found(found, &habitat, |part| {
                offer(&mut bins, part, &values);
                Ok(())
            })?;
        }
        self.print(values, &bins)?;
        if let (true, 0, Some(condition)) = (
            bins.bins.is_empty(),
            bins.missed.number,
            self.condition.text()?,
        ) {
            print_note!("note: no board with one of these values meets `{condition}`");
        }
        told(&bins.missed)
    }

    fn print(&self, values: Vec<[String; 2]>, bins: &Bins) -> CommandResult {
        let headings = ["value", "boards", "order", "board"];
        let writer = self.style.writer(headings);
        let mut out = std::io::stdout().lock();
        writer.head(&mut out)?;
        for [value, _] in values {
            let bin = bins.bins.get(&key(&value));
            let smallest = bin.map(|bin| &bin.example);
            let order = smallest.map(|board| FactCell::Count(board.order() as u64));
            let board = smallest.map(|board| FactCell::Text(board.text()));
            let cells = [
                FactCell::Text(value),
                FactCell::Count(bin.map_or(0, |bin| bin.boards)),
                order.unwrap_or(FactCell::Absent),
                board.unwrap_or(FactCell::Absent),
            ];
            writer.row(&mut out, &cells)?;
        }
        writer.finish(&mut out)
    }
}
