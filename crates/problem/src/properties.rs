//! Classes by properties: bounds on invariants that narrow a class of boards.
//!
//! A property is a condition of the language of expressions with a number in it. So membership, the
//! distances by which a search comes nearer, and the checker's own test all follow from one text.

use super::expression::{Absent, Compiled, Expression, Quantity};
use super::invariants::{self, Invariant, Subject};
use super::objective::{compiled, is_met};
use boilingpoint_boards::Board;
use std::sync::{Arc, PoisonError, RwLock};

/// Bounds that every board of a class keeps; 0 and `false` stand for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// The least degree of a vertex.
    pub min_degree: u32,
    /// The length that no cycle is shorter than.
    pub girth: u32,
    /// The greatest number of pairwise adjacent vertices.
    pub clique: u32,
    /// The greatest distance of two vertices.
    pub diameter: u32,
    /// Whether there is no odd cycle.
    pub bipartite: bool,
    /// Whether the automorphisms lead from each vertex to each.
    pub vertex_transitive: bool,
}

/// A property: its name, its value, and the condition, where `N` stands for the value.
struct Property {
    name: &'static str,
    value: fn(&Properties) -> u32,
    condition: &'static str,
}

macro_rules! table {
    ($($name:ident $condition:literal;)*) => {
        &[$(Property {
            name: stringify!($name),
            value: |properties| properties.$name.into(),
            condition: $condition,
        }),*]
    };
}

const TABLE: &[Property] = table! {
    min_degree "min_degree >= N";
    girth "cyclomatic == 0 or girth >= N";
    clique "clique <= N";
    diameter "diameter <= N";
    bipartite "bipartite";
    vertex_transitive "orbits <= 1";
};

/// The conditions that were asked for, compiled. They live as long as the process.
static KNOWN: RwLock<Vec<(Properties, Arc<Compiled>)>> = RwLock::new(Vec::new());

impl Properties {
    fn rows(&self) -> impl Iterator<Item = (&'static Property, u32)> {
        let rows = TABLE.iter().map(|row| (row, (row.value)(self)));
        rows.filter(|&(_, value)| value > 0)
    }

    /// Whether there is no bound.
    pub fn is_none(&self) -> bool {
        *self == Properties::default()
    }

    /// The condition that a board meets if it has the properties; `None` if there is no bound.
    pub fn condition(&self) -> Option<Expression> {
        let texts = self.rows().map(|(row, value)| {
            let condition = row.condition.replace('N', &value.to_string());
            format!("({condition})")
        });
        let text = texts.collect::<Vec<_>>().join(" and ");
        Expression::parse(&text, &invariants::names()).ok()
    }

    fn compiled(&self) -> Option<Arc<Compiled>> {
        let find = |known: &[(Properties, Arc<Compiled>)]| {
            let known = known.iter().find(|(properties, _)| properties == self);
            known.map(|(_, compiled)| compiled.clone())
        };
        if let Some(known) = find(&KNOWN.read().unwrap_or_else(PoisonError::into_inner)) {
            return Some(known);
        }
        let new = Arc::new(compiled(&self.condition()?));
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        known.push((*self, new.clone()));
        Some(new)
    }

    /// Whether a board has the properties. Where an invariant has no value, it has not.
    pub fn hold(&self, board: &Board) -> bool {
        self.hold_by(&mut |i| i.of(&Subject::of_board(board)))
    }

    /// Whether a board with these invariants has the properties.
    pub fn hold_by(
        &self,
        known: &mut dyn FnMut(&'static Invariant) -> Result<Quantity, Absent>,
    ) -> bool {
        let compiled = self.compiled();
        compiled.is_none_or(|condition| is_met(&condition, known).unwrap_or(false))
    }

    /// The properties that a graph keeps without any one of its vertices.
    pub fn hereditary(&self) -> Properties {
        let Properties {
            girth,
            clique,
            bipartite,
            ..
        } = *self;
        Properties {
            girth,
            clique,
            bipartite,
            ..Properties::default()
        }
    }
}

impl std::fmt::Display for Properties {
    /// Writes each bound after a comma, as in `, girth 5, bipartite`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.rows().try_for_each(|(row, value)| {
            let name = row.name.replace('_', " ");
            match row.condition.contains('N') {
                true => write!(f, ", {name} {value}"),
                false => write!(f, ", {name}"),
            }
        })
    }
}
