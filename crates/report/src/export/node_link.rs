//! Node-link data: the JSON format for graphs of networkx, D3 and others.

use super::{ReportError, board, object};
use boilingpoint_boards::Board;
use boilingpoint_book::Record;
use serde_json::{Map, Value, json};

/// Writes a board as a line. The board's record is among the attributes of the graph.
///
/// The links have two names: networkx up to version 3.3 reads `links`, later versions read `edges`.
pub fn line(record: &Record) -> Result<String, ReportError> {
    let board = board(record)?;
    let mut graph = object(record);
    if let Some(graph) = graph.as_object_mut() {
        graph.remove("lineage");
        graph.remove("certificate");
    }
    let directed = board.links().iter().any(|l| l.arc);
    let links = links(&board, directed);
    let whole = json!({
        "directed": directed, "multigraph": is_multigraph(&links), "graph": graph,
        "nodes": nodes(&board), "links": links, "edges": links,
    });
    Ok(format!("{whole}\n"))
}

fn nodes(board: &Board) -> Vec<Value> {
    let node = |v: usize| {
        let mut node = Map::new();
        node.insert("id".into(), v.into());
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
    };
    (0..board.order()).map(node).collect()
}

/// The links. On a directed board an edge is two links, one in each direction.
fn links(board: &Board, directed: bool) -> Vec<Value> {
    let links = board.links();
    let weighted = links.iter().any(|l| l.weight != 1);
    let mut all = Vec::new();
    for link in links {
        let there = (link.from, link.to);
        let both = directed && !link.arc && !link.is_loop();
        let back = both.then_some((link.to, link.from));
        for (source, target) in [Some(there), back].into_iter().flatten() {
            let mut entry = json!({ "source": source, "target": target });
            if weighted {
                entry["weight"] = link.weight.into();
            }
            all.push(entry);
        }
    }
    all
}

fn is_multigraph(links: &[Value]) -> bool {
    let ends = |l: &Value| (l["source"].as_u64(), l["target"].as_u64());
    let mut seen = std::collections::BTreeSet::new();
    !links.iter().all(|l| seen.insert(ends(l)))
}
