//! Describes a plan in sentences.

use boilingpoint_plan::{Plan, Question, together, values_of};
use boilingpoint_problem::Kind;
use boilingpoint_problem::expression::Expression;

/// A sentence without the marks of code, which a page does not read.
pub(super) fn on_a_page(text: &str) -> String {
    text.replace('`', "")
}

/// The ending of a noun after this number.
pub fn plural(number: u64) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// A number of things, as in `1 run` and `1,200 runs`.
pub fn number_of(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), plural(number))
}

/// The objective of a search as a question.
pub fn question(plan: &Plan) -> String {
    let Plan {
        game, objective, ..
    } = plan;
    let boards = boards(plan);
    let ruleset = game.text();
    let maximize: Vec<&str> = objective.goals().iter().map(Expression::text).collect();
    let text = match (&objective.find, &objective.collect) {
        (Some(find), _) => {
            format!("What is the smallest position of {ruleset} on {boards} with {find}?")
        }
        (None, Some(collect)) if objective.keeps_smallest() => format!(
            "Which {} occur in {ruleset} on {boards}, and what is the smallest board of each?",
            values_of(collect)[1]
        ),
        (None, Some(collect)) => format!(
            "Which {} occur in {ruleset} on {boards}, and how large can {} be for each?",
            values_of(collect)[1],
            maximize.join(", then ")
        ),
        (None, None) if objective.is_front() => format!(
            "Which positions of {ruleset} on {boards} does no other exceed in {} together?",
            together(objective.goals())
        ),
        (None, None) => format!(
            "How large can {} be in {ruleset} on {boards}?",
            maximize.join(", then ")
        ),
    };
    match &objective.require {
        Some(require) => format!("{text} Only boards with {require} count."),
        None => text,
    }
}

/// The boards of the search.
fn boards(plan: &Plan) -> String {
    let boards = &plan.boards;
    let [low, high] = boards.order;
    let tinted = if boards.tinted { "tinted " } else { "" };
    let class = match boards.class {
        Kind::Any => format!("{tinted}boards"),
        trees @ (Kind::Tree | Kind::Caterpillar) => format!("{tinted}{}s", trees.name()),
        Kind::Girth5 => format!("{tinted}boards of girth at least 5"),
        other => format!("{tinted}{} boards", other.name()),
    };
    let mut text = if low == high {
        format!("{class} of {low} vertices")
    } else {
        format!("{class} of {low} to {high} vertices")
    };
    if boards.most_degree() > 0 {
        text += &format!(" and degree at most {}", boards.most_degree());
    }
    text + &boards.properties().to_string()
}

/// A name and a sentence for each part of the plan.
pub fn plan_in_words(plan: &Plan) -> Vec<(&'static str, String)> {
    let mut parts = vec![
        ("search", search(plan)),
        ("archive", archive(plan)),
        ("budget", budget(plan)),
    ];
    if plan.objective.stop_at_find {
        let text = "a board meets the condition";
        parts.push(("ends when", text.to_string()));
    }
    if let Some(stop) = &plan.objective.stop_when {
        parts.push(("ends when", stop.to_string()));
    }
    if !plan.boards.start.is_empty() {
        let start = &plan.boards.start;
        let shown: Vec<&str> = start.iter().take(6).map(|s| s.text.as_str()).collect();
        let more = if start.len() > 6 { ", ..." } else { "" };
        parts.push(("starts from", format!("{}{more}", shown.join(", "))));
    }
    parts
}

fn search(plan: &Plan) -> String {
    let s = &plan.search;
    let islands = match s.islands {
        1 => format!("one island of {} boards", s.population),
        n => format!("{n} islands of {} boards", s.population),
    };
    let mut text = format!(
        "{islands}, {}, seed {}",
        number_of(s.generations, "generation"),
        plan.seed
    );
    if s.islands > 1 && s.migration_every > 0 {
        text += &format!(
            "; every {} generations each island adds {} boards of other islands",
            s.migration_every, s.migrants
        );
    }
    if s.stagnation > 0 {
        text += &format!(
            "; an island restarts after {} generations without progress",
            s.stagnation
        );
    }
    text
}

fn archive(plan: &Plan) -> String {
    let cells: Vec<&str> = plan.archive.cells.iter().map(|cell| cell.name).collect();
    let cells = match plan.objective.question() {
        Question::Collect(collect) => values_of(collect)[0].clone(),
        Question::Best | Question::Find(_) => cells.join(" and "),
    };
    match plan.archive.per_cell {
        1 => format!("the best board for each {cells}"),
        n => format!("the best {n} boards for each {cells}"),
    }
}

fn budget(plan: &Plan) -> String {
    let b = &plan.budget;
    let mut parts = vec![format!(
        "at most {} positions for a board",
        grouped(b.positions)
    )];
    if b.bounds > 0 {
        parts.push(format!(
            "then proved bounds, in at most {} steps",
            grouped(b.bounds)
        ));
    }
    if b.seconds > 0 {
        parts.push(format!("at most {} s for the run", grouped(b.seconds)));
    }
    if b.boards > 0 {
        parts.push(format!("at most {} boards for the run", grouped(b.boards)));
    }
    parts.join(", ")
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let texts = [0, 999, 1000, 11_716_571].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "11,716,571"]);
    }

    fn plan(text: &str) -> Plan {
        Plan::resolve(
            "t.toml",
            text.as_bytes(),
            &[],
            boilingpoint_book::read_boards,
        )
        .unwrap()
    }

    #[test]
    fn questions_are_sentences() {
        let base = "name = \"t\"\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [2, 9]\n[objective]\n";
        let asked = |objective: &str| question(&plan(&format!("{base}{objective}\n")));
        assert_eq!(
            asked("maximize = \"temperature - degree\""),
            "How large can temperature - degree be in snort on trees of 2 to 9 vertices?"
        );
        assert_eq!(
            asked("maximize = \"temperature\"\nrequire = \"order > 3\""),
            "How large can temperature be in snort on trees of 2 to 9 vertices? Only boards with order > 3 count."
        );
        assert_eq!(
            asked("collect = \"temperature\""),
            "Which values of temperature occur in snort on trees of 2 to 9 vertices, and what is the smallest board of each?"
        );
        let forms = asked("collect = \"canonical_form\"");
        assert!(
            forms.starts_with("Which canonical forms occur in snort on trees"),
            "{forms}"
        );
        let find = asked("find = \"temperature > degree\"");
        assert!(
            find.starts_with("What is the smallest position of snort on trees"),
            "{find}"
        );
    }

    #[test]
    fn digits_come_in_groups() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
    }
}
