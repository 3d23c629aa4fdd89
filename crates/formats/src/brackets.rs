//! Graphs in brackets, as programs print them: dictionaries of neighbours (Sage, networkx), lists
//! of edges (Python, Mathematica), matrices (NumPy, Sage, Mathematica, MATLAB).
//!
//! A name before a bracket, such as `Graph(` or `array(`, is skipped. If a text has two readings
//! with different graphs, it is refused.

use crate::draft::{Draft, Twice, weight};
use crate::given::{Ended, Sink, hand};
use crate::matrix::{self, Read};
use crate::misread::place;
use crate::{Given, Misread};
use boilingpoint_boards::BoardLimit;
use boilingpoint_language::Cursor;

/// The greatest depth of brackets.
const MAX_DEPTH: usize = 12;

/// The longest text, in bytes. Its values take about ten times as much.
const LONGEST: usize = 1 << 26;

/// The names that may stand before a bracket.
const NAMES: [&str; 16] = [
    "Graph",
    "DiGraph",
    "MultiGraph",
    "nx.Graph",
    "nx.DiGraph",
    "networkx.Graph",
    "AdjacencyGraph",
    "UndirectedGraph",
    "array",
    "np.array",
    "numpy.array",
    "matrix",
    "Matrix",
    "SimpleGraph",
    "adjacency_matrix",
    "edges",
];

/// Whether a text is a name with a bracket after it, as in `Graph(...)` or `A = [...]`.
pub(crate) fn is_named(text: &str) -> bool {
    let opens = |after: &str| after.trim_start().starts_with(['(', '[', '{']);
    let is_word = |name: &str| {
        !name.is_empty()
            && name
                .trim_end()
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_')
    };
    NAMES
        .iter()
        .any(|&name| text.strip_prefix(name).is_some_and(opens))
        || text.split_once('=').is_some_and(|(name, after)| {
            is_word(name) && (opens(after) || is_named(after.trim_start()))
        })
}

/// A value in brackets, with the byte where it begins.
#[derive(Debug)]
enum Value<'a> {
    Atom(&'a str, usize),
    List(Vec<Value<'a>>, char, usize),
    Dict(Vec<(Value<'a>, Value<'a>)>, usize),
    /// An edge, or an arc if the flag is set.
    Edge(&'a str, &'a str, bool, usize),
}

use Value::{Atom, Dict, Edge, List};

impl<'a> Value<'a> {
    fn at(&self) -> usize {
        match self {
            Atom(_, at) | List(_, _, at) | Dict(_, at) | Edge(_, _, _, at) => *at,
        }
    }

    fn atom(&self) -> Option<&'a str> {
        match self {
            Atom(text, _) => Some(text),
            _ => None,
        }
    }

    fn list(&self) -> Option<&[Value<'a>]> {
        match self {
            List(values, ..) => Some(values),
            _ => None,
        }
    }

    /// The atoms of a list that has no other values.
    fn atoms(&self) -> Option<Vec<&'a str>> {
        self.list()?.iter().map(Value::atom).collect()
    }
}

/// Reads the graphs of a text.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    if text.len() > LONGEST {
        let problem = format!("a text in brackets has more than {LONGEST} bytes; expected less");
        return Err(Misread::line(1, problem).into());
    }
    let mut reader = Reader {
        cursor: Cursor::new(text, "text in brackets"),
        depth: 0,
    };
    let values = reader
        .values(None)
        .map_err(|wrong| Misread::of(text, &wrong))?;
    let meaning = Meaning { text, limit };
    let is_graph = |value: &Value| match value {
        Dict(..) => true,
        List(inside, ..) => !inside.is_empty() && inside.iter().all(|v| v.list().is_some()),
        _ => false,
    };
    if values.len() > 1 && values.iter().all(is_graph) {
        for value in &values {
            hand(sink, meaning.graph(std::slice::from_ref(value))?)?;
        }
        return Ok(());
    }
    for matrix in meaning.matrices(&values).unwrap_or_else(|| vec![&values]) {
        hand(sink, meaning.graph(matrix)?)?;
    }
    Ok(())
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    depth: usize,
}

type ReadResult<T> = Result<T, boilingpoint_language::Unexpected>;

impl<'a> Reader<'a> {
    /// Reads values up to a closing bracket, or to the end of the text. Semicolons part the values
    /// into lists.
    fn values(&mut self, close: Option<char>) -> ReadResult<Vec<Value<'a>>> {
        let (mut values, mut rows) = (Vec::new(), Vec::new());
        let mut begin = self.cursor.at();
        loop {
            self.skip();
            match self.cursor.peek() {
                None if close.is_none() => break,
                None => {
                    let close = close.unwrap_or_default();
                    return Err(self.cursor.expected(&format!("`{close}`")));
                }
                Some(c) if Some(c) == close => break,
                Some(';') => {
                    rows.push(List(std::mem::take(&mut values), '[', begin));
                    self.cursor.advance();
                    begin = self.cursor.at();
                }
                Some(_) => {
                    let value = self.value()?;
                    match value.atom() {
                        // The name of a graph, as in `A = [...]`.
                        Some("=" | ":=") => drop(values.pop()),
                        // An argument such as `dtype=int` says nothing of the graph.
                        Some(text) if text.contains('=') => {}
                        _ => values.push(value),
                    }
                }
            }
        }
        if rows.is_empty() {
            return Ok(values);
        }
        if !values.is_empty() {
            rows.push(List(values, '[', begin));
        }
        Ok(rows)
    }

    /// Skips white space, commas and comments.
    fn skip(&mut self) {
        loop {
            let at = self.cursor.at();
            self.cursor
                .run(|c| c.is_whitespace() || c == ',' || c == '\u{feff}');
            if self.cursor.peek() == Some('#') {
                self.cursor.run(|c| c != '\n');
            }
            if self.cursor.at() == at {
                return;
            }
        }
    }

    fn value(&mut self) -> ReadResult<Value<'a>> {
        let (start, at) = (self.cursor, self.cursor.at());
        match self.cursor.peek() {
            Some(open @ ('[' | '(' | '{')) => self.bracket(open),
            Some(')' | ']' | '}' | ':') => {
                Err(self.cursor.expected("a number, a name or a bracket"))
            }
            Some(quote @ ('"' | '\'')) => {
                self.cursor.advance();
                let text = self.cursor.run(|c| c != quote);
                if self.cursor.advance().is_none() {
                    return Err(start.wrong("the quotation mark has no partner"));
                }
                self.edge(text, at)
            }
            _ => {
                let word = self.word();
                let name = self.cursor.peek().filter(|c| matches!(c, '[' | '('));
                match name {
                    Some(open) if NAMES.contains(&word) => self.bracket(open),
                    _ => self.edge(word, at),
                }
            }
        }
    }

    /// Takes a word, which a blank, a bracket, a separator or the sign of an edge ends.
    fn word(&mut self) -> &'a str {
        let rest = self.cursor.rest();
        let ends = |(at, c): (usize, char)| {
            c.is_whitespace()
                || ",;:()[]{}<>\"'\\".contains(c)
                || at > 0 && rest[at..].starts_with('-')
        };
        let end = rest
            .char_indices()
            .find(|&at| ends(at))
            .map_or(rest.len(), |(at, _)| at);
        // A word has a character, so that the reader comes to the end.
        let end = if end == 0 {
            rest.chars().next().map_or(0, char::len_utf8)
        } else {
            end
        };
        self.cursor.take_bytes(end)
    }

    /// Reads the second vertex after the sign of an edge, if the sign comes next.
    fn edge(&mut self, from: &'a str, at: usize) -> ReadResult<Value<'a>> {
        const SIGNS: [(&str, bool); 7] = [
            ("<->", false),
            ("<-->", false),
            ("\\[UndirectedEdge]", false),
            ("\\[DirectedEdge]", true),
            ("->", true),
            ("--", false),
            ("-", false),
        ];
        let mut after = self.cursor;
        after.skip_spaces();
        let Some((_, arc)) = SIGNS.iter().find(|(sign, _)| after.take_text(sign)) else {
            return Ok(Atom(from, at));
        };
        after.skip_spaces();
        self.cursor = after;
        let to = self.word();
        Ok(Edge(from, to, *arc, at))
    }

    fn bracket(&mut self, open: char) -> ReadResult<Value<'a>> {
        let at = self.cursor.at();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self
                .cursor
                .wrong(format!("brackets may be nested {MAX_DEPTH} deep")));
        }
        self.cursor.advance();
        let close = match open {
            '[' => ']',
            '(' => ')',
            _ => '}',
        };
        let value = match open == '{' && self.is_dict()? {
            true => Dict(self.entries()?, at),
            false => List(self.values(Some(close))?, open, at),
        };
        self.cursor.advance();
        self.depth -= 1;
        Ok(value)
    }

    /// Whether a key and a colon come next, or nothing but the closing brace.
    fn is_dict(&mut self) -> ReadResult<bool> {
        let start = self.cursor;
        self.skip();
        let is_dict = match self.cursor.peek() {
            Some('}') => true,
            Some('{' | '[' | '(') | None => false,
            Some(_) => {
                self.value()?;
                self.cursor.skip_spaces();
                self.cursor.peek() == Some(':')
            }
        };
        self.cursor = start;
        Ok(is_dict)
    }

    fn entries(&mut self) -> ReadResult<Vec<(Value<'a>, Value<'a>)>> {
        let mut entries = Vec::new();
        loop {
            self.skip();
            if self.cursor.peek() == Some('}') {
                return Ok(entries);
            }
            let key = self.value()?;
            self.cursor.require(':', "`:` after a key")?;
            self.skip();
            entries.push((key, self.value()?));
        }
    }
}

/// Finds the graph that values stand for.
struct Meaning<'t> {
    text: &'t str,
    limit: BoardLimit,
}

const EXPECTED: &str = "expected a dictionary of neighbours (`{0: [1, 2]}`), a list of edges (`[(0, 1), (1, 2)]`) or a matrix (`[[0, 1], [1, 0]]`)";

impl Meaning<'_> {
    fn graph(&self, values: &[Value]) -> Result<Given, Misread> {
        let at = values.first().map_or(0, Value::at);
        match values {
            [] => Err(self.wrong(at, format!("the text has no graph; {EXPECTED}"))),
            [Dict(entries, at)] => self.dict(entries, *at),
            [List(inside, ..)] if inside.is_empty() => {
                self.finish(Draft::new(self.limit), at, Twice::Refused)
            }
            // The brackets around the whole. A list of one atom is a matrix, `[0]`.
            [List(inside, ..)] if inside.iter().all(|v| v.atom().is_none()) => match &inside[..] {
                [List(vertices, _, at), edges] if self.is_with_vertices(vertices, edges) => {
                    self.with_vertices(vertices, edges, *at)
                }
                [List(only, '(' | '{', _)] if only.len() > 1 => self.edges(inside, Vec::new(), at),
                [one @ (Dict(..) | List(..))] if one.atoms().is_none() => {
                    self.graph(std::slice::from_ref(one))
                }
                _ => self.rows(inside, at),
            },
            [vertices, edges]
                if vertices
                    .list()
                    .is_some_and(|v| self.is_with_vertices(v, edges)) =>
            {
                self.with_vertices(vertices.list().unwrap_or_default(), edges, at)
            }
            _ => self.rows(values, at),
        }
    }

    /// The parts of a list of rows, if empty lines part it into square matrices.
    fn matrices<'v, 'a>(&self, values: &'v [Value<'a>]) -> Option<Vec<&'v [Value<'a>]>> {
        let is_apart = |a: &Value, b: &Value| {
            let between = self.text.get(a.at()..b.at()).unwrap_or_default();
            let mut lines = between.split('\n').skip(1).peekable();
            std::iter::from_fn(|| lines.next().filter(|_| lines.peek().is_some()))
                .any(|line| line.trim().is_empty())
        };
        let parts: Vec<_> = values.chunk_by(|a, b| !is_apart(a, b)).collect();
        let is_square = |part: &&[Value]| {
            part.iter()
                .all(|row| row.atoms().is_some_and(|r| r.len() == part.len()))
        };
        (parts.len() > 1 && parts.iter().all(is_square)).then_some(parts)
    }

    fn wrong(&self, at: usize, problem: impl Into<String>) -> Misread {
        Misread::byte(self.text, at, problem)
    }

    fn finish(&self, draft: Draft, at: usize, twice: Twice) -> Result<Given, Misread> {
        let line = place(self.text, at).0;
        // The place of an edge is a byte.
        draft.finish(line, twice).map_err(|misread| match misread {
            Misread {
                line: 0,
                column,
                problem,
            } => self.wrong(column, problem),
            misread => self.wrong(at, misread.problem),
        })
    }

    /// Whether two values are a list of vertices and a list of edges.
    fn is_with_vertices(&self, vertices: &[Value], edges: &Value) -> bool {
        let is_edge = |value: &Value| matches!(value, List(..) | Edge(..));
        vertices.iter().all(|v| v.atom().is_some())
            && edges.list().is_some_and(|list| list.iter().all(is_edge))
    }

    fn with_vertices(
        &self,
        vertices: &[Value],
        edges: &Value,
        at: usize,
    ) -> Result<Given, Misread> {
        let names = vertices.iter().filter_map(Value::atom).collect();
        self.edges(edges.list().unwrap_or_default(), names, at)
    }

    /// Reads edges, an adjacency list or a matrix.
    fn rows(&self, rows: &[Value], at: usize) -> Result<Given, Misread> {
        let lists: Option<Vec<Vec<&str>>> = rows.iter().map(Value::atoms).collect();
        let Some(lists) = lists else {
            return self.edges(rows, Vec::new(), at);
        };
        let is_tuples = rows.iter().any(|row| matches!(row, List(_, '(', _)));
        if is_tuples {
            return self.edges(rows, Vec::new(), at);
        }
        let n = lists.len();
        if lists.iter().all(|list| list.len() == n) {
            let entries: Vec<Vec<_>> = rows.iter().map(|row| self.entries(row)).collect();
            match matrix::read(&entries, self.limit) {
                Read::Board(given) if n != 2 || given.board.is_plain() => return Ok(given),
                Read::Board(_) => {
                    let problem = "this can be a matrix, and two edges, which are different graphs; expected `(0,1),(1,2)` for edges";
                    return Err(self.wrong(at, problem));
                }
                Read::Wrong(misread) => return Err(misread),
                Read::NoMatrix => {}
            }
        }
        match (self.edges(rows, Vec::new(), at), self.by_index(&lists, at)) {
            (Ok(edges), Some(list)) if edges != list => Err(self.wrong(
                at,
                "this can be a list of edges, and a list of the neighbours of each vertex, which are different graphs; expected `(0,1),(1,2)` for edges, or `{0: [1, 2]}` for neighbours",
            )),
            (Ok(edges), _) => Ok(edges),
            (Err(_), Some(list)) => Ok(list),
            (Err(wrong), None) => Err(wrong),
        }
    }

    fn entries<'v>(&self, row: &Value<'v>) -> Vec<(&'v str, (usize, usize))> {
        let entry = |value: &Value<'v>| Some((value.atom()?, place(self.text, value.at())));
        row.list()
            .unwrap_or_default()
            .iter()
            .filter_map(entry)
            .collect()
    }

    /// Reads edges: two vertices, and perhaps a weight or a label.
    fn edges(&self, edges: &[Value], vertices: Vec<&str>, at: usize) -> Result<Given, Misread> {
        let mut draft = Draft::new(self.limit);
        let listed = !vertices.is_empty();
        for name in vertices {
            draft.new_vertex(name).map_err(|e| self.wrong(at, e))?;
        }
        let order = draft.order();
        let signs = edges.iter().any(|edge| matches!(edge, Edge(..)));
        for edge in edges {
            let wrong = |problem: String| self.wrong(edge.at(), problem);
            let (from, to, weight, arc) = self.ends(edge)?;
            let (from, to) = (
                draft.vertex(from).map_err(wrong)?,
                draft.vertex(to).map_err(wrong)?,
            );
            if listed && draft.order() > order {
                return Err(wrong(
                    "the edge has a vertex that is not among the vertices".to_string(),
                ));
            }
            draft.here = (0, edge.at());
            draft.link(from, to, weight, arc || !signs).map_err(wrong)?;
        }
        self.finish(
            draft,
            at,
            if signs {
                Twice::Refused
            } else {
                Twice::Symmetric
            },
        )
    }

    /// The ends of an edge, its weight, and whether it is an arc.
    fn ends<'v>(&self, edge: &Value<'v>) -> Result<(&'v str, &'v str, u32, bool), Misread> {
        let wrong = |problem: String| self.wrong(edge.at(), problem);
        match edge {
            Edge(from, to, arc, _) => Ok((from, to, 1, *arc)),
            List(values, ..) => {
                let heads: Vec<&str> = values.iter().take(2).filter_map(Value::atom).collect();
                let ([from, to], true) = (&heads[..], values.len() <= 3) else {
                    return Err(wrong(format!("this is no edge; {EXPECTED}")));
                };
                let weight = values.get(2).map_or(Ok(1), |value| self.weight(value))?;
                Ok((from, to, weight, false))
            }
            _ => Err(wrong(format!("this is no edge; {EXPECTED}"))),
        }
    }

    /// The weight of an edge. Sage writes `None` for an edge without a label, networkx a
    /// dictionary.
    fn weight(&self, value: &Value) -> Result<u32, Misread> {
        let wrong = |problem: String| self.wrong(value.at(), problem);
        match value {
            Atom("None" | "null", _) => Ok(1),
            Atom(text, _) => weight(text).map_err(wrong),
            Dict(entries, _) => {
                let mut weights = entries
                    .iter()
                    .filter(|(key, _)| key.atom() == Some("weight"));
                weights
                    .next()
                    .map_or(Ok(1), |(_, value)| self.weight(value))
            }
            _ => Err(wrong("expected a weight".to_string())),
        }
    }

    /// Reads the neighbours of each vertex, by their places from 0 or from 1; `None` if an edge is
    /// not listed from both ends.
    fn by_index(&self, lists: &[Vec<&str>], at: usize) -> Option<Given> {
        let n = lists.len();
        let numbers: Vec<Vec<usize>> = lists
            .iter()
            .map(|list| list.iter().map(|text| text.parse().ok()).collect())
            .collect::<Option<_>>()?;
        let greatest = numbers.iter().flatten().max().copied().unwrap_or(0);
        let least = numbers.iter().flatten().min().copied().unwrap_or(0);
        let base = usize::from(greatest == n && least >= 1);
        if greatest >= n + base {
            return None;
        }
        let mut draft = Draft::numbered(self.limit, n, base).ok()?;
        for (v, list) in numbers.iter().enumerate() {
            for &u in list {
                let back = &numbers[u - base];
                let once = list.iter().filter(|&&w| w == u).count() == 1;
                if !once || !back.contains(&(v + base)) {
                    return None;
                }
                if u - base >= v {
                    draft.link(v, u - base, 1, false).ok()?;
                }
            }
        }
        self.finish(draft, at, Twice::Refused).ok()
    }

    /// Reads a dictionary of neighbours. Each edge is listed once, or all are from both ends.
    fn dict(&self, entries: &[(Value, Value)], at: usize) -> Result<Given, Misread> {
        let mut draft = Draft::new(self.limit);
        for (key, _) in entries {
            let wrong = |problem: String| self.wrong(key.at(), problem);
            let name = key
                .atom()
                .ok_or_else(|| wrong("expected the name of a vertex".to_string()))?;
            draft.new_vertex(name).map_err(wrong)?;
        }
        for (v, (_, around)) in entries.iter().enumerate() {
            let mut seen = std::collections::HashSet::new();
            for (value, weight) in self.neighbours(around)? {
                let wrong = |problem: String| self.wrong(value.at(), problem);
                let name = value
                    .atom()
                    .ok_or_else(|| wrong("expected the name of a vertex".to_string()))?;
                let u = draft.vertex(name).map_err(wrong)?;
                if !seen.insert(u) {
                    return Err(wrong(format!("the neighbour {name} occurs twice")));
                }
                draft.here = (0, value.at());
                draft.link(v, u, weight, true).map_err(wrong)?;
            }
        }
        self.finish(draft, at, Twice::Symmetric)
    }

    /// The neighbours in an entry of a dictionary, with the weights of the edges.
    fn neighbours<'v, 'a>(
        &self,
        around: &'v Value<'a>,
    ) -> Result<Vec<(&'v Value<'a>, u32)>, Misread> {
        match around {
            List(values, ..) => Ok(values.iter().map(|value| (value, 1)).collect()),
            Dict(entries, _) => {
                let weighted =
                    |(key, value): &'v (Value<'a>, Value<'a>)| Ok((key, self.weight(value)?));
                entries.iter().map(weighted).collect()
            }
            other => Err(self.wrong(other.at(), "expected the neighbours in brackets")),
        }
    }
}
