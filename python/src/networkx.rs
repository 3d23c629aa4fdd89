//! Graphs of networkx, read from their dictionaries.
//!
//! `boilingpoint/_graphs.py` reads the graphs of all packages by their methods, and names the
//! mistakes in them. That took most of the time of a scan of a list of small graphs. So the
//! dictionaries of the four classes of networkx are read here. Whatever is unusual about a graph is
//! left to the general way: views, subclasses, weights that are not integers, and all mistakes.
//!
//! The keys of the dictionaries are objects of any class, and a comparison of two may call the
//! caller's code. So no dictionary is compared with while it is listed.

use crate::boards::Parts;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple, PyType};

/// The names of the classes that are read, with whether edges are arcs and may be parallel.
const CLASSES: [(&str, Kind); 4] = [
    ("Graph", Kind::of(false, false)),
    ("DiGraph", Kind::of(true, false)),
    ("MultiGraph", Kind::of(false, true)),
    ("MultiDiGraph", Kind::of(true, true)),
];

/// What the edges of a class of graphs are.
#[derive(Clone, Copy)]
struct Kind {
    arcs: bool,
    parallel: bool,
}

impl Kind {
    const fn of(arcs: bool, parallel: bool) -> Kind {
        Kind { arcs, parallel }
    }

    /// The kind of an object; `None` unless its class is one of networkx itself.
    fn of_object(x: &Bound<'_, PyAny>) -> Option<Kind> {
        static FOUND: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();
        let found = FOUND.get_or_try_init(x.py(), || classes(x.py())).ok()?;
        let place = found.iter().position(|class| x.get_type().is(class))?;
        Some(CLASSES[place].1)
    }
}

/// The classes of networkx, if it is imported.
fn classes(py: Python<'_>) -> PyResult<Vec<Py<PyType>>> {
    let modules = py.import("sys")?.getattr("modules")?;
    let networkx = modules.get_item("networkx")?;
    let class = |&(name, _): &(&str, Kind)| Ok(networkx.getattr(name)?.cast_into()?.unbind());
    CLASSES.iter().map(class).collect()
}

/// The parts of a graph of networkx; `None` for other objects and for unusual graphs.
pub fn parts<'py>(graph: &Bound<'py, PyAny>) -> Option<Parts<'py>> {
    let py = graph.py();
    let kind = match graph.is_instance_of::<PyString>() {
        true => None,
        false => Kind::of_object(graph),
    }?;
    let nodes = items(&graph.getattr(intern!(py, "_node")).ok()?)?;
    let around = match kind.arcs {
        true => graph.getattr(intern!(py, "_succ")),
        false => graph.getattr(intern!(py, "_adj")),
    };
    let around = items(&around.ok()?)?;
    let keys = nodes.iter().zip(&around);
    let have_same_keys =
        nodes.len() == around.len() && keys.into_iter().all(|((a, _), (b, _))| a.is(b));
    if !have_same_keys {
        return None;
    }
    let (tints, token) = marks(&nodes)?;
    let labels = nodes.into_iter().map(|(label, _)| label);
    let labels = PyTuple::new(py, labels.collect::<Vec<_>>()).ok()?;
    let links = links(kind, &around, &Numbers::of(&labels)?)?;
    Some((around.len(), links, tints, token, labels))
}

/// The keys and values of a dictionary; `None` for other objects.
fn items<'py>(x: &Bound<'py, PyAny>) -> Option<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    Some(x.cast_exact::<PyDict>().ok()?.iter().collect())
}

/// An entry of a dictionary of attributes; `Some(None)` if it has none, or `None` in its place.
fn attribute<'py>(
    data: &Bound<'py, PyDict>,
    name: &Bound<'py, PyString>,
) -> Option<Option<Bound<'py, PyAny>>> {
    Some(data.get_item(name).ok()?.filter(|found| !found.is_none()))
}

/// The numbers of the labels.
enum Numbers<'py> {
    /// The labels are the integers from 0, in order, less than this number.
    Integers(usize),
    /// A dictionary from the labels.
    Other(Bound<'py, PyDict>),
}

impl<'py> Numbers<'py> {
    fn of(labels: &Bound<'py, PyTuple>) -> Option<Self> {
        let is_own = |(v, label): (usize, Bound<'_, PyAny>)| integer(&label) == Some(v as i64);
        if labels.iter().enumerate().all(is_own) {
            return Some(Numbers::Integers(labels.len()));
        }
        let numbers = PyDict::new(labels.py());
        for (v, label) in labels.iter().enumerate() {
            numbers.set_item(label, v).ok()?;
        }
        Some(Numbers::Other(numbers))
    }

    fn get(&self, label: &Bound<'py, PyAny>) -> Option<usize> {
        match self {
            Numbers::Integers(count) => {
                let number = usize::try_from(integer(label)?).ok();
                number.filter(|v| v < count)
            }
            Numbers::Other(numbers) => numbers.get_item(label).ok()??.extract().ok(),
        }
    }
}

/// An object of the class `int` itself that fits into 64 bits.
fn integer(x: &Bound<'_, PyAny>) -> Option<i64> {
    x.cast_exact::<PyInt>().ok()?.extract().ok()
}

/// The tints and the token.
fn marks(nodes: &[(Bound<'_, PyAny>, Bound<'_, PyAny>)]) -> Option<(String, Option<usize>)> {
    let (mut tints, mut token) = (String::with_capacity(nodes.len()), None);
    for (v, (_, data)) in nodes.iter().enumerate() {
        let data = data.cast_exact::<PyDict>().ok()?;
        if data.is_empty() {
            tints.push('.');
            continue;
        }
        let tint = attribute(data, intern!(data.py(), "tint"))?;
        tints.push_str(match &tint {
            None => ".",
            Some(tint) => tint.cast_exact::<PyString>().ok()?.to_str().ok()?,
        });
        // A text of another length, or of other characters, is a mistake or stands for no tint.
        if tints.len() != v + 1 || !tints.ends_with(['.', 'L', 'R']) {
            return None;
        }
        let has_token = match attribute(data, intern!(data.py(), "token"))? {
            None => false,
            Some(found) => found.cast_exact::<PyBool>().ok()?.is_true(),
        };
        if has_token && token.replace(v).is_some() {
            return None;
        }
    }
    Some((tints, token))
}

/// The links. Each edge that is not an arc is listed at both of its ends, and read at the first.
fn links<'py>(
    kind: Kind,
    around: &[(Bound<'py, PyAny>, Bound<'py, PyAny>)],
    numbers: &Numbers<'py>,
) -> Option<Vec<(usize, usize, i64, bool)>> {
    let mut links = Vec::new();
    for (a, (_, next)) in around.iter().enumerate() {
        for (label, data) in items(next)? {
            let b = numbers.get(&label)?;
            if !kind.arcs && b < a {
                continue;
            }
            if !kind.parallel {
                links.push((a, b, weight(&data)?, kind.arcs));
                continue;
            }
            for (_, data) in items(&data)? {
                links.push((a, b, weight(&data)?, kind.arcs));
            }
        }
    }
    Some(links)
}

/// The weight of an edge; `None` if it is not an integer, or if there are several.
fn weight(data: &Bound<'_, PyAny>) -> Option<i64> {
    let data = data.cast_exact::<PyDict>().ok()?;
    if data.is_empty() {
        return Some(1);
    }
    if attribute(data, intern!(data.py(), "weights"))?.is_some() {
        return None;
    }
    attribute(data, intern!(data.py(), "weight"))?.map_or(Some(1), |weight| integer(&weight))
}
