//! Other names of the families: those of networkx, of Sage and of textbooks.
//!
//! The name in the catalogue stays the name of the board. An alias is a name under which a family
//! can be called with the same arguments.

use super::Family;

/// The other names, each with the families that it stands for. A call takes the first of them that
/// takes its number of arguments.
static ALIASES: &[(&str, &[&str])] = &[
    ("K", &["complete", "bipartite", "multipartite"]),
    ("k", &["complete", "bipartite", "multipartite"]),
    ("C", &["cycle"]),
    ("P", &["path"]),
    ("Q", &["hypercube"]),
    ("balanced_tree", &["nary_tree"]),
    ("BalancedTree", &["nary_tree"]),
    ("circular_ladder", &["prism"]),
    ("complete_bipartite", &["bipartite"]),
    ("complete_multipartite", &["multipartite"]),
    ("cube", &["hypercube"]),
    ("generalized_petersen", &["generalised_petersen"]),
    ("grid2d", &["grid"]),
    ("grid_2d", &["grid"]),
    ("GP", &["generalised_petersen"]),
    ("HalfCube", &["halved_cube"]),
    ("half_cube", &["halved_cube"]),
    ("mobius_ladder", &["moebius_ladder"]),
    ("toroidal_grid2d", &["torus"]),
];

/// Names that are refused, since other programs count other things by the arguments.
static REFUSED: &[(&str, &str)] = &[
    (
        "wheel_graph",
        "networkx counts the centre; write wheel(n-1)",
    ),
    ("WheelGraph", "Sage counts the centre; write wheel(n-1)"),
    (
        "WindmillGraph",
        "Sage gives the order of the parts first; write windmill(n,k)",
    ),
];

/// The reason why a name is refused; `None` for other names.
pub(super) fn refusal(name: &str) -> Option<&'static str> {
    REFUSED.iter().find(|row| row.0 == name).map(|row| row.1)
}

fn row(name: &str) -> Option<&'static [&'static str]> {
    ALIASES.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// A name without `_graph` or `Graph` at its end. A name such as `CompleteGraph` becomes lower
/// case, with `_` between its words.
fn without_graph(name: &str) -> Option<String> {
    if let Some(short) = name.strip_suffix("_graph") {
        return Some(short.to_string());
    }
    let words = name.strip_suffix("Graph")?;
    let mut short = String::new();
    for c in words.chars() {
        if c.is_ascii_uppercase() && !short.is_empty() {
            short.push('_');
        }
        short.push(c.to_ascii_lowercase());
    }
    Some(short)
}

/// The families that a name stands for, in the order of preference.
fn families(name: &str) -> Vec<&'static Family> {
    if refusal(name).is_some() {
        return Vec::new();
    }
    let known = |name: &str| match (Family::find(name), row(name)) {
        (Some(family), _) => Some(vec![family]),
        (None, Some(names)) => Some(names.iter().filter_map(|name| Family::find(name)).collect()),
        (None, None) => None,
    };
    known(name)
        .or_else(|| known(&without_graph(name)?))
        .unwrap_or_default()
}

impl Family {
    /// The family that a call with this number of arguments means: the family of this name, or one
    /// for which the name is an alias. `None` for an unknown name.
    pub fn called(name: &str, arguments: usize) -> Option<&'static Family> {
        let all = families(name);
        let fitting = all.iter().find(|family| family.takes(arguments));
        fitting.or(all.first()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_stand_for_families_of_the_catalogue() {
        for (alias, names) in ALIASES {
            assert!(Family::find(alias).is_none(), "{alias}");
            for name in *names {
                assert!(Family::find(name).is_some(), "{alias} -> {name}");
            }
        }
    }

    #[test]
    fn names_of_other_programs_are_understood() {
        for (name, arguments, expected) in [
            ("K", 1, "complete"),
            ("K", 2, "bipartite"),
            ("K", 3, "multipartite"),
            ("complete_graph", 1, "complete"),
            ("complete_bipartite_graph", 2, "bipartite"),
            ("CompleteMultipartiteGraph", 2, "multipartite"),
            ("grid_2d_graph", 2, "grid"),
            ("circular_ladder_graph", 1, "prism"),
            ("GeneralizedPetersenGraph", 2, "generalised_petersen"),
            ("CirculantGraph", 3, "circulant"),
            ("star", 1, "star"),
            ("K", 0, "complete"),
        ] {
            let found = Family::called(name, arguments).map(|family| family.name);
            assert_eq!(found, Some(expected), "{name}");
        }
        for name in [
            "wheel_graph",
            "WheelGraph",
            "WindmillGraph",
            "graph",
            "_graph",
            "Graph",
        ] {
            assert!(Family::called(name, 1).is_none(), "{name}");
        }
    }
}
