use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_plan_reads_back(
        seed in 0..=i64::MAX,
        orders in (1..50_usize, 0..50_usize),
        share in 0.0..=1.0_f64,
        numbers in (2..999_u32, 1..99_u32, 0..99_u32),
        memory in (1_u64 << 34)..(1 << 40),
        boards in proptest::collection::vec(r"star\([1-9]\)|0-1(,1-2(,1-3)?)?|([.]#|#[.])[|][.][.]", 0..4),
        texts in proptest::collection::vec(".{0,12}", 0..4),
        choices in (0..2_usize, 0..3_usize, any::<bool>()),
    ) {
        let (selection, topology, truth) = choices;
        let sets = [
            format!("seed={seed}"),
            format!("boards.order=[{}, {}]", orders.0, orders.0 + orders.1),
            format!("boards.tinted={truth}"),
            format!("search.archive_share={share:?}"),
            format!("search.population={}", numbers.0 + 99),
            format!("search.islands={}", numbers.1),
            format!("search.polish={}", numbers.2),
            format!("search.selection={}", ["ranked", "tournament"][selection]),
            format!("search.topology={}", ["ring", "complete", "none"][topology]),
            format!("budget.memory={memory} B"),
            format!("objective.maximize=temperature-{}*degree", numbers.2),
        ];
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let mut plan = good(LEAST, &sets);
        plan.boards.start = boards.iter().map(|b| StartBoard::read(b).unwrap()).collect();
        let again = good(&plan.to_toml(), &[]);
        prop_assert_eq!(&again, &plan);
        prop_assert_eq!(again.to_toml(), plan.to_toml());
        let list = format!("list = {}", value::list(&texts)).parse::<toml::Table>().unwrap();
        let read: Vec<_> = list["list"].as_array().unwrap().iter().map(|t| t.as_str()).collect();
        prop_assert_eq!(read, texts.iter().map(|t| Some(t.as_str())).collect::<Vec<_>>());
    }

    #[test]
    fn no_file_panics(text in "[a-z=\\[\\]\". \n0-9\\\\]{0,60}", at in 0..90_usize, c in any::<char>()) {
        let mut damaged: String = LEAST.to_string();
        let at = at.min(damaged.len());
        damaged.insert(at, c);
        for text in [text, damaged] {
            if let Err(error) = resolve(&text, &[&text]) {
                let _ = (error.render(false), error.render(true));
            }
        }
    }

    #[test]
    fn places_in_strings_are_exact(text in "[ -~é\u{1}\n\t\u{7f}\u{1F525}\"\\\\]{0,20}") {
        let written = value::quoted(&text);
        for (i, c) in text.char_indices() {
            let part = place::within_string(&written, i..i + c.len_utf8());
            let alone = format!("\"{}\"", &written[part]);
            let value = toml::de::DeValue::parse(&alone).unwrap();
            let c = c.to_string();
            prop_assert_eq!(value.get_ref().as_str(), Some(c.as_str()));
        }
        let end = place::within_string(&written, text.len()..text.len());
        prop_assert_eq!(end, written.len() - 1..written.len() - 1);
    }
}
