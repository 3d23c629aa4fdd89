//! Node-link data: the JSON format for graphs of networkx, D3 and others.

use super::{ReportError, board, object};
use boilingpoint_book::Record;
use boilingpoint_formats::json::node_link;
use serde_json::Value;

/// Writes a board as a line. The board's record is among the attributes of the graph.
pub fn line(record: &Record) -> Result<String, ReportError> {
    let board = board(record)?;
    let mut graph = object(record);
    if let Some(graph) = graph.as_object_mut() {
        graph.remove("lineage");
        graph.remove("certificate");
    }
    let whole = node_link(&board, &|v| Value::from(v), graph);
    Ok(format!("{whole}\n"))
}
