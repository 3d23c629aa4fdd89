//! The class of boards that a record is about: the boards that its run was free to breed.
//!
//! A record says that no better board of its class is known, and a proof that there is none. So the
//! class has a word for each key of a config that admits boards or shuts them out. [`BOARD_KEYS`]
//! is the one list of these keys: text, filters, membership and harvests follow it.

use super::RecordError;
use boilingpoint_boards::Board;
use boilingpoint_checker::{Checker, ClassBounds, outside_class};
use boilingpoint_language::suggestion;
use boilingpoint_plan::{BoardKeys, Plan};
use boilingpoint_problem::{Class, Genome, Kind, Properties, has_properties};
use boilingpoint_rules::{Features, Ruleset};
use std::fmt;
use std::ops::RangeInclusive;

/// A class of boards, without its bounds on the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardClass {
    /// The name of the kind: `tree`, `connected`, …
    pub kind: String,
    /// The greatest degree of a vertex; 0 for no bound.
    pub max_degree: u64,
    /// The greatest number of kinds of vertices; 0 for no bound.
    pub max_kinds: u64,
    /// Further bounds on the graph.
    pub properties: Properties,
    /// The marks that boards may have. Token and squares are not among them: the ruleset decides
    /// about both.
    pub features: Features,
    /// Whether the boards may have further marks that the game uses. So it is for records of older
    /// books, which did not tell classes with loops, parallel edges, arcs or weights from others.
    pub is_partly_known: bool,
}

/// The part of a key of a config in the class of a record.
#[derive(Clone, Copy, Debug)]
pub enum ClassPart {
    /// The key names the kind, which is the first word of the class.
    Kind,
    /// The key gives the class a word.
    Word(ClassWord),
    /// The key gives the class nothing.
    None,
}

/// A word of a class. A flag is written as its name, and a number after its name.
#[derive(Clone, Copy, Debug)]
pub struct ClassWord {
    name: &'static str,
    is_flag: bool,
    /// The value of a class without the word.
    absent: u64,
    get: fn(&BoardClass) -> u64,
    /// Sets the value. `None` if the value is too large.
    set: fn(&mut BoardClass, u64) -> Option<()>,
    of_plan: fn(&Plan) -> u64,
}

/// A key that has to do with the boards of a run, and its part in the class of a record.
#[derive(Clone, Copy, Debug)]
pub struct BoardKey {
    /// The dotted name.
    pub name: &'static str,
    /// Its part in the class.
    pub part: ClassPart,
    /// The reason why it has this part.
    pub reason: &'static str,
}

macro_rules! flag {
    ($name:literal, $($field:ident).+, $key:ident) => {
        ClassPart::Word(ClassWord {
            name: $name,
            is_flag: true,
            absent: 0,
            get: |class| class.$($field).+.into(),
            set: |class, n| {
                class.$($field).+ = n != 0;
                Some(())
            },
            of_plan: |plan| plan.boards.$key.into(),
        })
    };
}

macro_rules! number {
    ($name:literal, $absent:literal, $($field:ident).+, $of_boards:expr) => {
        ClassPart::Word(ClassWord {
            name: $name,
            is_flag: false,
            absent: $absent,
            get: |class| class.$($field).+.into(),
            set: |class, n| {
                class.$($field).+ = n.try_into().ok()?;
                Some(())
            },
            of_plan: |plan| {
                let of_boards: fn(&BoardKeys) -> u64 = $of_boards;
                of_boards(&plan.boards)
            },
        })
    };
}

macro_rules! keys {
    ($($name:literal, $part:expr, $reason:literal;)*) => {
        &[$(BoardKey {
            name: $name,
            part: $part,
            reason: $reason,
        }),*]
    };
}

/// Every key of `[boards]`, and `islands.class`. The words of a class are written in this order.
pub const BOARD_KEYS: &[BoardKey] = keys! {
    "boards.class", ClassPart::Kind, "a better board may be of another kind";
    "boards.tinted", flag!("tinted", features.tints, tinted), "a better board may have tints";
    "boards.max_degree", number!("max_degree", 0, max_degree, |b| b.most_degree() as u64),
        "a better board may have a vertex of greater degree";
    "boards.loops", flag!("loops", features.loops, loops), "a better board may have loops";
    "boards.parallel", flag!("parallel", features.parallel, parallel),
        "a better board may have parallel edges";
    "boards.arcs", flag!("arcs", features.arcs, arcs), "a better board may have arcs";
    "boards.max_weight", number!("max_weight", 1, features.max_weight, |b| b.max_weight.into()),
        "a better board may have a greater weight";
    "boards.max_kinds", number!("max_kinds", 0, max_kinds, |b| b.max_kinds as u64),
        "a better board may have more kinds of vertices";
    "boards.min_degree",
        number!("min_degree", 0, properties.min_degree, |b| b.properties().min_degree.into()),
        "a better board may have a vertex of smaller degree";
    "boards.regular", ClassPart::None,
        "it stands for `boards.min_degree` and `boards.max_degree`";
    "boards.girth",
        number!("girth", 0, properties.girth, |b| b.properties().girth.into()),
        "a better board may have a shorter cycle";
    "boards.clique",
        number!("clique", 0, properties.clique, |b| b.properties().clique.into()),
        "a better board may have a greater clique";
    "boards.diameter",
        number!("diameter", 0, properties.diameter, |b| b.properties().diameter.into()),
        "a better board may have a greater diameter";
    "boards.bipartite", flag!("bipartite", properties.bipartite, bipartite),
        "a better board may have an odd cycle";
    "boards.vertex_transitive",
        flag!("vertex_transitive", properties.vertex_transitive, vertex_transitive),
        "a better board may have vertices of several orbits";
    "boards.order", ClassPart::None, "the order of a record is a part of its key beside the class";
    "boards.grow_from", ClassPart::None, "it limits the order, and only for a time";
    "boards.grow_until", ClassPart::None, "it ends the limit of `boards.grow_from`";
    "boards.start", ClassPart::None,
        "a search leaves its first boards by moves that lead to every board of the class";
    "boards.start_only", ClassPart::None,
        "it is about the first generation; moves lead to every board of the class";
    "boards.start_from", ClassPart::None,
        "its boards are start boards like those of `boards.start`";
    "islands.class", ClassPart::None,
        "each is a part of `boards.class`, so all boards are of that class; the record is \
         the best of all islands";
};

/// The last words of a class that is known in part only.
const PARTLY_KNOWN: &str = "features unknown";

/// The words in the order of the text.
fn words() -> impl Iterator<Item = ClassWord> {
    BOARD_KEYS.iter().filter_map(|key| match key.part {
        ClassPart::Word(word) => Some(word),
        ClassPart::Kind | ClassPart::None => None,
    })
}

/// The word that stands for the least and the greatest degree.
const REGULAR: &str = "regular ";

fn read_word(class: &mut BoardClass, text: &str) -> Option<()> {
    words().find_map(|word| word.read(class, text))
}

impl ClassWord {
    /// Reads the text of the word into a class that lacks it. `None` if the text is of another
    /// word, or the class has the word.
    fn read(self, class: &mut BoardClass, text: &str) -> Option<()> {
        let value = if self.is_flag {
            u64::from(text == self.name)
        } else {
            let number = text.strip_prefix(self.name)?.strip_prefix(' ')?;
            number.parse().ok()?
        };
        let is_new = (self.get)(class) == self.absent && value != self.absent;
        is_new.then(|| (self.set)(class, value))?
    }
}

impl BoardClass {
    /// The class of all boards of a kind, of any degree and without marks: a class that the atlas
    /// counts.
    pub fn of_kind(kind: &str) -> BoardClass {
        BoardClass {
            kind: kind.to_string(),
            max_degree: 0,
            max_kinds: 0,
            properties: Properties::default(),
            features: Features::GRAPH,
            is_partly_known: false,
        }
    }

    /// The class of the boards that a plan may breed.
    pub fn of_plan(plan: &Plan) -> BoardClass {
        let mut class = BoardClass::of_kind(plan.boards.class.name());
        for word in words() {
            // Every value of a plan fits, since both have the same bounds.
            let _ = (word.set)(&mut class, (word.of_plan)(plan));
        }
        class
    }

    /// Reads the text that [`Display`](fmt::Display) writes. The words after the kind may come in
    /// any order.
    pub fn parse(text: &str) -> Option<BoardClass> {
        let mut parts = text.split(", ");
        let mut class = BoardClass::of_kind(parts.next().filter(|kind| is_name(kind))?);
        for part in parts {
            if part == PARTLY_KNOWN && !class.is_partly_known {
                class.is_partly_known = true;
                continue;
            }
            match part.strip_prefix(REGULAR) {
                Some(degree) => ["min_degree", "max_degree"]
                    .iter()
                    .try_for_each(|name| read_word(&mut class, &format!("{name} {degree}")))?,
                None => read_word(&mut class, part)?,
            }
        }
        Some(class)
    }

    /// A question about the first unknown word of a text that is no class; `None` if no known word
    /// is near it.
    pub fn suggestion(text: &str) -> Option<String> {
        let kinds = Kind::ALL.map(Kind::name);
        let names: Vec<&str> = words()
            .map(|word| word.name)
            .chain([REGULAR.trim()])
            .collect();
        text.split(',').enumerate().find_map(|(at, part)| {
            let word = part.split_whitespace().next()?;
            let known = if at == 0 { &kinds[..] } else { &names };
            (!known.contains(&word)).then(|| suggestion(word, known.iter().copied()))?
        })
    }

    /// The class of the boards of these orders with these features. `None` if the kind is unknown.
    pub fn within(&self, orders: RangeInclusive<usize>, features: Features) -> Option<Class> {
        let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        Some(Class {
            max_degree: number(self.max_degree),
            max_kinds: number(self.max_kinds),
            properties: self.properties,
            features,
            ..Class::of(Kind::by_name(&self.kind)?, orders)
        })
    }

    /// The class without its bounds on the order and without features.
    pub fn of_graphs(class: &Class) -> BoardClass {
        BoardClass {
            max_degree: class.max_degree as u64,
            max_kinds: class.max_kinds as u64,
            properties: class.properties,
            ..BoardClass::of_kind(class.kind.name())
        }
    }

    /// The table `[boards]` of a config with this class, without the orders.
    pub fn config(&self) -> String {
        let mut text = format!("[boards]\nclass = \"{}\"\n", self.kind);
        for key in BOARD_KEYS {
            let ClassPart::Word(word) = key.part else {
                continue;
            };
            let (name, value) = (key.name.trim_start_matches("boards."), (word.get)(self));
            match word.is_flag {
                _ if value == word.absent => {}
                true => text += &format!("{name} = true\n"),
                false => text += &format!("{name} = {value}\n"),
            }
        }
        text
    }

    /// Whether the class is all boards of its kind without marks. Only such classes are counted.
    pub fn is_plain(&self) -> bool {
        *self == BoardClass::of_kind(&self.kind)
    }

    /// Checks by two definitions of the class that it contains a board.
    ///
    /// # Errors
    /// When there is no such kind of boards, or the board is not in the class.
    pub fn admit(&self, board: &Board, ruleset: &dyn Ruleset) -> Result<(), RecordError> {
        let features = self.features_in(ruleset);
        let class = self.within(0..=usize::MAX, features);
        let class = class.ok_or_else(|| RecordError::UnknownKind(self.clone()))?;
        let outside = |why| RecordError::OutsideClass(self.clone(), why);
        let bounds = ClassBounds {
            kind: &self.kind,
            features: &features,
            max_degree: self.max_degree,
            max_kinds: self.max_kinds,
        };
        if let Some(why) = outside_class(board, &bounds) {
            return Err(outside(why));
        }
        if !has_properties(&Checker::new(ruleset, 0), board, &self.properties).map_err(outside)? {
            let bounds = self.properties.to_string();
            return Err(outside(format!(
                "it is not{}",
                bounds.trim_start_matches(',')
            )));
        }
        if class.contains(&Genome::of_board(board)) {
            return Ok(());
        }
        Err(outside(
            "it has marks that the class does not allow".to_string(),
        ))
    }

    /// The marks that boards may have in a game.
    fn features_in(&self, ruleset: &dyn Ruleset) -> Features {
        let carries = ruleset.carries();
        if self.is_partly_known {
            Features {
                tints: self.features.tints,
                ..carries
            }
        } else {
            Features {
                token: carries.token,
                squares: carries.squares,
                ..self.features
            }
        }
    }
}

fn is_name(kind: &str) -> bool {
    !kind.is_empty() && !kind.contains([',', ' '])
}

impl fmt::Display for BoardClass {
    /// Writes text like `tree`, or `connected, tinted, max_degree 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        for word in words() {
            match (word.get)(self) {
                value if value == word.absent => {}
                _ if word.is_flag => write!(f, ", {}", word.name)?,
                value => write!(f, ", {} {value}", word.name)?,
            }
        }
        if self.is_partly_known {
            write!(f, ", {PARTLY_KNOWN}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use boilingpoint_plan::KEYS;
    use std::collections::BTreeSet;

    /// A new key of `[boards]` has to say whether it belongs to the class of a record.
    #[test]
    fn every_key_of_boards_has_a_part_or_none_with_a_reason() {
        let named = KEYS.iter().map(|key| key.name);
        let named: BTreeSet<&str> = named
            .filter(|name| name.starts_with("boards.") || *name == "islands.class")
            .collect();
        let listed: BTreeSet<&str> = BOARD_KEYS.iter().map(|key| key.name).collect();
        assert_eq!(listed, named);
        assert_eq!(listed.len(), BOARD_KEYS.len());
    }

    #[test]
    fn the_page_about_the_book_has_the_reason_of_each_key() {
        let page = include_str!("../../../docs/records.md");
        for key in BOARD_KEYS {
            let part = match key.part {
                ClassPart::Kind => "the kind".to_string(),
                ClassPart::Word(word) if word.is_flag => format!("`{}`", word.name),
                ClassPart::Word(word) => format!("`{} N`", word.name),
                ClassPart::None => "no".to_string(),
            };
            let row = format!("| `{}` | {part} | {} |", key.name, key.reason);
            assert!(page.contains(&row), "docs/records.md lacks: {row}");
        }
    }

    #[test]
    fn a_class_is_read_back() {
        for text in [
            "tree",
            "any, tinted",
            "tree, max_degree 3",
            "any, tinted, max_degree 12",
            "connected, loops, max_weight 5",
            "any, tinted, max_degree 3, loops, parallel, arcs, max_weight 9, max_kinds 8",
            "connected, max_degree 3, min_degree 3, girth 5, diameter 4, vertex_transitive",
            "any, clique 3, bipartite",
            "connected, loops, features unknown",
        ] {
            assert_eq!(BoardClass::parse(text).unwrap().to_string(), text);
        }
        let regular = BoardClass::parse("any, regular 3").unwrap();
        assert_eq!(regular.to_string(), "any, max_degree 3, min_degree 3");
        let class = BoardClass::parse("tree, max_weight 2, max_degree 1, tinted").unwrap();
        assert_eq!(
            class.to_string(),
            "tree, tinted, max_degree 1, max_weight 2"
        );
        for text in [
            "",
            "tree,",
            "tree, ",
            "tree, max_degree x",
            "tree, max_degree 0",
            "tree, max_weight 1",
            "tree, max_weight 99999999999",
            "tree, loops, loops",
            "tree, max_degree 2, max_degree 3",
            "tree, max_degree 2, regular 3",
            "tree, token",
        ] {
            assert_eq!(BoardClass::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_config_names_the_words_of_a_class() {
        let class = BoardClass::parse("tree, tinted, max_degree 3, max_weight 2").unwrap();
        let text = "[boards]\nclass = \"tree\"\ntinted = true\nmax_degree = 3\nmax_weight = 2\n";
        assert_eq!(class.config(), text);
        assert_eq!(
            BoardClass::of_kind("tree").config(),
            "[boards]\nclass = \"tree\"\n"
        );
    }

    #[test]
    fn the_first_unknown_word_gets_a_suggestion() {
        for (text, meant) in [
            ("trees", Some("did you mean `tree`?")),
            ("Connected, tinted", Some("did you mean `connected`?")),
            ("tree, max_degre 3", Some("did you mean `max_degree`?")),
            ("tree, regualr 3", Some("did you mean `regular`?")),
            ("planar", None),
            ("tree, max_degree", None),
            ("", None),
        ] {
            assert_eq!(BoardClass::suggestion(text).as_deref(), meant, "{text}");
        }
    }
}
