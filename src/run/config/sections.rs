//! The tables of a config, one by one.

use super::choice::Choice;
use super::layers::Spot;
use super::read::Reader;
use super::{
    Archive, Boards, Budget, Game, Islands, MOST_ISLANDS, Method, Objective, Records, Search,
};
use crate::problem::expression::InvariantName;

const MANY: i128 = 1_000_000_000;
const CROWD: i128 = 1_000_000;
const POSITIONS: i128 = 1_000_000_000_000_000;
const LEAST_MEMORY: u64 = 1 << 20;
const MOST_MEMORY: u64 = 1 << 50;

fn words(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

pub(super) fn game(from: &Reader) -> Game {
    let rulesets = words(&from.catalogue.rulesets);
    Game {
        ruleset: from.name("game.ruleset", &rulesets),
    }
}

pub(super) fn boards(from: &Reader, game: &Game) -> Boards {
    let most = i128::try_from(from.catalogue.max_order).unwrap_or(MANY);
    let classes = words(&from.catalogue.classes);
    let mut boards = Boards {
        class: from.name("boards.class", &classes),
        order: from.span("boards.order", 1..=most),
        tinted: from.truth("boards.tinted"),
        max_weight: from.integer(
            "boards.max_weight",
            1..=i128::from(from.catalogue.max_weight),
        ),
        loops: from.truth("boards.loops"),
        parallel: from.truth("boards.parallel"),
        arcs: from.truth("boards.arcs"),
        max_degree: from.integer("boards.max_degree", 0..=most),
        max_kinds: from.integer("boards.max_kinds", 0..=most),
        start: start(from),
        start_only: from.truth("boards.start_only"),
        grow_from: from.integer("boards.grow_from", 0..=most),
        grow_until: from.integer("boards.grow_until", 0..=MANY),
    };
    for (key, message, help) in (from.catalogue.check_game)(&game.ruleset, &boards) {
        from.misfit(key, message, help);
    }
    for (path, spot) in from.texts("boards.start_from", false) {
        match (from.catalogue.read_boards)(path.trim(), &game.ruleset, &boards) {
            Ok(more) => boards.start.extend(more),
            Err(message) => from.wrong(&spot, message, None),
        }
    }
    boards
}

fn start(from: &Reader) -> Vec<String> {
    let check = |(text, spot): (String, Spot)| {
        let text = text.trim().to_string();
        if let Err(message) = (from.catalogue.check_board)(&text) {
            let help = "boards are graph6, families or edges, as in \"star(4)\" or \"0-1,1-2\"";
            from.wrong(&spot, message, Some(help.to_string()));
        }
        text
    };
    from.texts("boards.start", false)
        .into_iter()
        .map(check)
        .collect()
}

pub(super) fn objective(from: &Reader) -> Objective {
    let names = &from.catalogue.invariants;
    let mut with_fitness = names.clone();
    with_fitness.push(InvariantName::number("fitness"));
    let find = from.condition("objective.find", names);
    let collect = from.number("objective.collect", names);
    Objective {
        maximize: from.goals(find.as_ref(), collect.is_some()),
        find,
        collect,
        require: from.condition("objective.require", names),
        stop_when: from.condition("objective.stop_when", &with_fitness),
    }
}

pub(super) fn search(from: &Reader) -> Search {
    let population = from.integer("search.population", 2..=CROWD);
    let within = |key| {
        let number: usize = from.integer(key, 0..=CROWD);
        from.at_most_unless_asked(key, number, population)
    };
    Search {
        generations: from.integer("search.generations", 1..=MANY),
        population,
        islands: from.integer("search.islands", 1..=i128::from(MOST_ISLANDS)),
        method: from.choice("search.method"),
        operators: operators(from),
        selection: from.choice("search.selection"),
        tournament: from.integer("search.tournament", 1..=CROWD),
        migration_every: from.integer("search.migration_every", 0..=MANY),
        migrants: within("search.migrants"),
        topology: from.choice("search.topology"),
        policy: from.choice("search.policy"),
        archive_share: from.share("search.archive_share"),
        emitter: from.choice("search.emitter"),
        immigrants: within("search.immigrants"),
        stagnation: from.integer("search.stagnation", 0..=MANY),
        polish: within("search.polish"),
        checkpoint_every: from.integer("search.checkpoint_every", 1..=MANY),
    }
}

fn operators(from: &Reader) -> Vec<String> {
    let known = words(&from.catalogue.operators);
    let named = from.texts("search.operators", false);
    for (name, spot) in &named {
        from.known("operator", name, spot, &known);
    }
    named.into_iter().map(|(name, _)| name).collect()
}

pub(super) fn islands(from: &Reader) -> Islands {
    let (classes, known) = (
        words(&from.catalogue.classes),
        words(&from.catalogue.operators),
    );
    let class = from.texts("islands.class", false);
    for (name, spot) in &class {
        from.known("class", name, spot, &classes);
    }
    let operators = from.texts("islands.operators", false);
    for (names, spot) in &operators {
        for name in names.split_whitespace() {
            from.known("operator", name, spot, &known);
        }
    }
    let methods: Vec<&str> = Method::ALL.iter().map(|m| m.word()).collect();
    let mut method = Vec::new();
    for (name, spot) in from.texts("islands.method", false) {
        from.known("method", &name, &spot, &methods);
        method.extend(Method::ALL.iter().find(|m| m.word() == name));
    }
    let texts = |all: Vec<(String, Spot)>| all.into_iter().map(|(text, _)| text).collect();
    Islands {
        class: texts(class),
        operators: texts(operators),
        maximize: from.optional_objectives("islands.maximize"),
        method,
    }
}

pub(super) fn archive(from: &Reader) -> Archive {
    let descriptors = from.catalogue.descriptors();
    let mut cells: Vec<String> = Vec::new();
    for (name, spot) in from.texts("archive.cells", false) {
        if from.catalogue.invariants.iter().any(|i| i.name == name)
            && !descriptors.contains(&name.as_str())
        {
            let message = format!("`{name}` is a condition; cells need numbers");
            from.wrong(&spot, message, None);
        } else {
            from.known("invariant", &name, &spot, &descriptors);
        }
        if cells.contains(&name) {
            from.wrong(&spot, format!("`{name}` is named twice"), None);
        }
        cells.push(name);
    }
    Archive {
        cells,
        per_cell: from.integer("archive.per_cell", 1..=10_000),
    }
}

pub(super) fn budget(from: &Reader) -> Budget {
    let memory = from.size("budget.memory", LEAST_MEMORY..=MOST_MEMORY);
    let board_memory = from.size("budget.board_memory", LEAST_MEMORY..=MOST_MEMORY);
    let board_memory = from.at_most_unless_asked("budget.board_memory", board_memory, memory);
    Budget {
        boards: from.integer("budget.boards", 0..=POSITIONS),
        screen: from.truth("budget.screen"),
        cutoff: from.truth("budget.cutoff"),
        bounds: from.integer("budget.bounds", 0..=POSITIONS),
        seconds: from.integer("budget.seconds", 0..=MANY),
        positions: from.integer("budget.positions", 1..=POSITIONS),
        memory,
        board_memory,
        checker_positions: from.integer("budget.checker_positions", 1..=POSITIONS),
    }
}

pub(super) fn records(from: &Reader) -> Records {
    Records {
        verify: from.truth("records.verify"),
    }
}
