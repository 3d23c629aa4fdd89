//! A plan as TOML: every key, in the order of the defaults, without comments.

use super::Plan;
use super::choice::Choice;
use super::schema::split;
use super::size::print_size;
use crate::problem::expression::Expression;

impl Plan {
    /// The plan as TOML that resolves to the same plan: `config.toml` of a run folder.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let mut table = "";
        for (key, value) in self.entries() {
            let (of, name) = split(key);
            if of != table {
                out += &format!("\n[{of}]\n");
                table = of;
            }
            out += &format!("{name} = {value}\n");
        }
        out
    }

    /// Every key with its value in TOML.
    pub(super) fn entries(&self) -> Vec<(&'static str, String)> {
        let mut all = vec![
            ("name", quoted(&self.name)),
            ("seed", self.seed.to_string()),
            ("threads", self.threads.to_string()),
            ("game.ruleset", quoted(&self.game.ruleset)),
        ];
        all.extend(self.board_entries());
        all.extend(self.objective_entries());
        all.extend(self.search_entries());
        all.extend(self.island_entries());
        all.extend([
            ("archive.cells", list(&self.archive.cells)),
            ("archive.per_cell", self.archive.per_cell.to_string()),
        ]);
        all.extend(self.budget_entries());
        all.push(("records.verify", self.records.verify.to_string()));
        all
    }

    fn board_entries(&self) -> [(&'static str, String); 14] {
        let boards = &self.boards;
        let [least, most] = boards.order;
        [
            ("boards.class", quoted(&boards.class)),
            ("boards.order", format!("[{least}, {most}]")),
            ("boards.tinted", boards.tinted.to_string()),
            ("boards.max_weight", boards.max_weight.to_string()),
            ("boards.loops", boards.loops.to_string()),
            ("boards.parallel", boards.parallel.to_string()),
            ("boards.arcs", boards.arcs.to_string()),
            ("boards.max_degree", boards.max_degree.to_string()),
            ("boards.max_kinds", boards.max_kinds.to_string()),
            ("boards.start", list(&boards.start)),
            ("boards.start_only", boards.start_only.to_string()),
            ("boards.start_from", "[]".to_string()),
            ("boards.grow_from", boards.grow_from.to_string()),
            ("boards.grow_until", boards.grow_until.to_string()),
        ]
    }

    fn objective_entries(&self) -> [(&'static str, String); 5] {
        let objective = &self.objective;
        let texts: Vec<&str> = objective.maximize.iter().map(Expression::text).collect();
        let maximize = if objective.find.is_some() {
            quoted("")
        } else if let [one] = texts[..] {
            quoted(one)
        } else {
            list(&texts)
        };
        let optional = |e: &Option<Expression>| quoted(e.as_ref().map_or("", Expression::text));
        [
            ("objective.maximize", maximize),
            ("objective.find", optional(&objective.find)),
            ("objective.collect", optional(&objective.collect)),
            ("objective.require", optional(&objective.require)),
            ("objective.stop_when", optional(&objective.stop_when)),
        ]
    }

    fn search_entries(&self) -> [(&'static str, String); 17] {
        let search = &self.search;
        [
            ("search.generations", search.generations.to_string()),
            ("search.population", search.population.to_string()),
            ("search.islands", search.islands.to_string()),
            ("search.method", quoted(search.method.word())),
            ("search.operators", list(&search.operators)),
            ("search.selection", quoted(search.selection.word())),
            ("search.tournament", search.tournament.to_string()),
            ("search.migration_every", search.migration_every.to_string()),
            ("search.migrants", search.migrants.to_string()),
            ("search.topology", quoted(search.topology.word())),
            ("search.policy", quoted(search.policy.word())),
            (
                "search.archive_share",
                format!("{:?}", search.archive_share),
            ),
            ("search.emitter", quoted(search.emitter.word())),
            ("search.immigrants", search.immigrants.to_string()),
            ("search.stagnation", search.stagnation.to_string()),
            ("search.polish", search.polish.to_string()),
            (
                "search.checkpoint_every",
                search.checkpoint_every.to_string(),
            ),
        ]
    }

    fn island_entries(&self) -> [(&'static str, String); 4] {
        let islands = &self.islands;
        let maximize: Vec<&str> = islands.maximize.iter().map(Expression::text).collect();
        let method: Vec<&str> = islands.method.iter().map(|m| m.word()).collect();
        [
            ("islands.class", list(&islands.class)),
            ("islands.operators", list(&islands.operators)),
            ("islands.maximize", list(&maximize)),
            ("islands.method", list(&method)),
        ]
    }

    fn budget_entries(&self) -> [(&'static str, String); 9] {
        let budget = &self.budget;
        [
            ("budget.boards", budget.boards.to_string()),
            ("budget.screen", budget.screen.to_string()),
            ("budget.cutoff", budget.cutoff.to_string()),
            ("budget.bounds", budget.bounds.to_string()),
            ("budget.seconds", budget.seconds.to_string()),
            ("budget.positions", budget.positions.to_string()),
            ("budget.memory", quoted(&print_size(budget.memory))),
            (
                "budget.board_memory",
                quoted(&print_size(budget.board_memory)),
            ),
            (
                "budget.checker_positions",
                budget.checker_positions.to_string(),
            ),
        ]
    }
}

fn list<T: AsRef<str>>(texts: &[T]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", quoted.join(", "))
}

/// A TOML string on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
