//! JSON: node-link data, which networkx and D3 read and write, and objects with a `board`, which
//! this program writes.
//!
//! Source: networkx (`readwrite.json_graph.node_link_data`). networkx up to version 3.3 calls the
//! list of edges `links`, later versions call it `edges`. The attributes `tint`, `token` and
//! `square` of a node and `weight` of an edge are marks.

use crate::attributes;
use crate::draft::{Draft, Twice, weight};
use crate::given::{Ended, Sink, hand};
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit, board_text};
use serde_json::{Map, Value, json};

/// Whether a text in braces is JSON with graphs.
pub(crate) fn begins(text: &str) -> bool {
    ["\"nodes\"", "\"board\""]
        .iter()
        .any(|key| text.contains(key))
}

/// Reads the objects of a text.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let text = text.trim_start_matches('\u{feff}');
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<Map<String, Value>>();
    loop {
        let begin = objects.byte_offset();
        let skipped = text[begin..].len() - text[begin..].trim_start().len();
        let Some(object) = objects.next() else {
            return Ok(());
        };
        let object = object
            .map_err(|e| Misread::at((e.line(), e.column()), format!("this is not JSON: {e}")))?;
        let wrong = |problem: String| Misread::byte(text, begin + skipped, problem);
        let line = crate::misread::place(text, begin + skipped).0;
        let given = match object.get("board").and_then(Value::as_str) {
            Some(board) => {
                let tints = object
                    .get("tints")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                Given::of_line(line, &board_text(board, tints), limit)?
            }
            None => graph(&object, line, limit).map_err(wrong)?,
        };
        hand(sink, given)?;
    }
}

fn graph(object: &Map<String, Value>, line: usize, limit: BoardLimit) -> Result<Given, String> {
    let list = |names: &[&str]| names.iter().find_map(|name| object.get(*name)?.as_array());
    let nodes = list(&["nodes"]).ok_or("expected a list `nodes`")?;
    let edges = list(&["edges", "links"]).ok_or("expected a list `edges` or `links`")?;
    if list(&["links", "edges"]) != Some(edges) {
        return Err("the lists `edges` and `links` differ; expected one of them".to_string());
    }
    let directed = object.get("directed") == Some(&Value::Bool(true));
    let mut draft = Draft::new(limit);
    for (i, node) in nodes.iter().enumerate() {
        let wrong = |problem: String| format!("nodes[{i}]: {problem}");
        let id = node.get("id").or_else(|| node.get("name")).and_then(text);
        let id = id.ok_or_else(|| wrong("expected an `id`".to_string()))?;
        let v = draft.new_vertex(&id).map_err(wrong)?;
        for (key, value) in node.as_object().into_iter().flatten() {
            let value = match value {
                Value::Array(numbers) => numbers
                    .iter()
                    .map(Value::to_string)
                    .collect::<Vec<_>>()
                    .join(","),
                value => text(value).unwrap_or_default(),
            };
            draft.mark(v, key, &value).map_err(wrong)?;
        }
    }
    for (i, edge) in edges.iter().enumerate() {
        let wrong = |problem: String| format!("edges[{i}]: {problem}");
        let end = |key| {
            // vis.js calls the ends `from` and `to`.
            let other = if key == "source" { "from" } else { "to" };
            let id = edge.get(key).or_else(|| edge.get(other)).and_then(text);
            draft.end(key, id.as_deref()).map_err(wrong)
        };
        let (from, to) = (end("source")?, end("target")?);
        let weight = edge
            .get("weight")
            .and_then(text)
            .map_or(Ok(1), |w| weight(&w))
            .map_err(wrong)?;
        draft.link(from, to, weight, directed).map_err(wrong)?;
    }
    draft.finish(line, Twice::Parallel).map_err(|e| e.problem)
}

/// A value as the name of a vertex, or as the value of an attribute.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Node-link data of a board. `graph` has the attributes of the graph.
///
/// The links have two names, for networkx up to version 3.3 and for later versions. On a directed
/// board an edge is two links, one in each direction.
pub fn node_link(board: &Board, name: &dyn Fn(usize) -> Value, graph: Value) -> Value {
    let all = board.links();
    let (directed, weighted) = attributes::of_links(&all);
    let entries = attributes::entries(&all, directed);
    let several = attributes::are_several(&entries);
    let link = |&(from, to, weight): &(usize, usize, u32)| {
        let mut entry = json!({ "source": name(from), "target": name(to) });
        if weighted {
            entry["weight"] = weight.into();
        }
        entry
    };
    let links: Vec<Value> = entries.iter().map(link).collect();
    let nodes: Vec<Value> = (0..board.order())
        .map(|v| node(board, v, name(v)))
        .collect();
    json!({
        "directed": directed, "multigraph": several, "graph": graph,
        "nodes": nodes, "links": links, "edges": links,
    })
}

fn node(board: &Board, v: usize, name: Value) -> Value {
    let mut node = Map::new();
    node.insert("id".into(), name);
    if board.is_tinted() {
        node.insert("tint".into(), board.tints()[v].symbol().to_string().into());
    }
    if board.token() == Some(v) {
        node.insert("token".into(), true.into());
    }
    if let Some(squares) = board.squares() {
        node.insert("square".into(), json!(squares[v]));
    }
    Value::Object(node)
}
