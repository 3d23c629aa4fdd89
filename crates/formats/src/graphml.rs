//! GraphML: graphs as XML.
//!
//! Source: *GraphML Specification* (graphml.graphdrawing.org). The attributes `tint`, `token` and
//! `square` of a node and `weight` of an edge are marks; `label` or `name` names a vertex. Edges
//! beside arcs are read and written. Nested graphs and hyperedges are refused.

use crate::attributes;
use crate::draft::{Draft, Twice, weight};
use crate::given::{Ended, Sink, hand};
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::HashMap;

/// The attributes of the file: their names, by their keys, and the default values.
type Keys<'a> = HashMap<&'a str, (&'a str, Option<&'a str>)>;

/// Reads the graphs of a text.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let options = ParsingOptions {
        // The parser bounds the expansion of entities.
        allow_dtd: true,
        // A node takes about 100 bytes.
        nodes_limit: 1 << 24,
    };
    let document = Document::parse_with_options(text, options).map_err(|e| {
        let pos = e.pos();
        let place = (pos.row as usize, pos.col as usize);
        Misread::at(place, format!("this is not XML: {e}"))
    })?;
    let root = document.root_element();
    let at = |node: &Node, problem: String| Misread::at(place(&document, node), problem);
    if root.tag_name().name() != "graphml" {
        let found = root.tag_name().name();
        return Err(at(
            &root,
            format!("found the element `{found}`; expected `graphml`"),
        )
        .into());
    }
    let keys = keys(&root);
    let mut graphs = 0;
    for graph in root
        .children()
        .filter(|node| node.has_tag_name_local("graph"))
    {
        graphs += 1;
        let reader = GraphReader {
            document: &document,
            keys: &keys,
        };
        hand(sink, reader.graph(&graph, limit)?)?;
    }
    match graphs {
        0 => Err(at(&root, "found no element `graph`".to_string()).into()),
        _ => Ok(()),
    }
}

/// Comparison of names without their namespaces, which some programs leave out.
trait Local {
    fn has_tag_name_local(&self, name: &str) -> bool;
}

impl Local for Node<'_, '_> {
    fn has_tag_name_local(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

fn place(document: &Document, node: &Node) -> (usize, usize) {
    let pos = document.text_pos_at(node.range().start);
    (pos.row as usize, pos.col as usize)
}

fn keys<'a>(root: &Node<'a, '_>) -> Keys<'a> {
    let key = |node: Node<'a, '_>| {
        let id = node.attribute("id")?;
        let name = node.attribute("attr.name").unwrap_or(id);
        let default = node.children().find(|n| n.has_tag_name_local("default"));
        Some((id, (name, default.and_then(|n| n.text()))))
    };
    let keys = root
        .children()
        .filter(|node| node.has_tag_name_local("key"));
    keys.filter_map(key).collect()
}

struct GraphReader<'d, 'i> {
    document: &'d Document<'i>,
    keys: &'d Keys<'d>,
}

impl<'d> GraphReader<'d, '_> {
    fn wrong(&self, node: &Node, problem: impl Into<String>) -> Misread {
        Misread::at(place(self.document, node), problem)
    }

    fn graph(&self, graph: &Node<'d, '_>, limit: BoardLimit) -> Result<Given, Misread> {
        let mut draft = Draft::new(limit);
        let directed = graph.attribute("edgedefault") == Some("directed");
        let mut edges = Vec::new();
        for node in graph.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "node" => self.node(&mut draft, &node)?,
                "edge" => edges.push(node),
                "hyperedge" => return Err(self.wrong(&node, "hyperedges are not accepted")),
                _ => {}
            }
        }
        for edge in edges {
            self.edge(&mut draft, &edge, directed)?;
        }
        let line = place(self.document, graph).0;
        draft.finish(line, Twice::Parallel)
    }

    /// The values of the attributes of a node or an edge, by their names.
    fn data(&self, node: &Node<'d, '_>, domain: &[&str]) -> Vec<(&'d str, &'d str)> {
        let values = node.children().filter(|n| n.has_tag_name_local("data"));
        let given = values.filter_map(|n| {
            let (name, _) = self.keys.get(n.attribute("key")?)?;
            Some((*name, n.text().unwrap_or_default().trim()))
        });
        let mut all: Vec<(&str, &str)> = given.collect();
        for (name, default) in self.keys.values() {
            let missing = domain.contains(name) && all.iter().all(|(given, _)| given != name);
            if let (true, Some(default)) = (missing, default) {
                all.push((name, default.trim()));
            }
        }
        all
    }

    fn node(&self, draft: &mut Draft, node: &Node<'d, '_>) -> Result<(), Misread> {
        let wrong = |e: String| self.wrong(node, e);
        if node.children().any(|n| n.has_tag_name_local("graph")) {
            return Err(self.wrong(node, "a graph within a node is not accepted"));
        }
        let id = node
            .attribute("id")
            .ok_or_else(|| wrong("the node has no `id`".to_string()))?;
        let v = draft.new_vertex(id).map_err(wrong)?;
        for (key, text) in self.data(node, &["tint", "token", "square"]) {
            match key {
                "label" | "name" if !text.is_empty() => draft.name(v, text),
                key => draft.mark(v, key, text).map_err(wrong)?,
            }
        }
        Ok(())
    }

    fn edge(&self, draft: &mut Draft, edge: &Node<'d, '_>, directed: bool) -> Result<(), Misread> {
        let wrong = |e: String| self.wrong(edge, e);
        let end = |key| draft.end(key, edge.attribute(key)).map_err(wrong);
        let (from, to) = (end("source")?, end("target")?);
        let arc = edge
            .attribute("directed")
            .map_or(directed, |text| text == "true");
        let data = self.data(edge, &["weight"]);
        let found = data.iter().find(|(key, _)| *key == "weight");
        let weight = found
            .map_or(Ok(1), |(_, text)| weight(text))
            .map_err(wrong)?;
        draft.link(from, to, weight, arc).map_err(wrong)
    }
}

/// Writes a board.
pub(crate) fn write(board: &Board, name: &dyn Fn(usize) -> String) -> String {
    let links = board.links();
    let (directed, weighted) = attributes::of_links(&links);
    let mut keys = Vec::new();
    let marks: Vec<Vec<(&str, String)>> = (0..board.order())
        .map(|v| attributes::of_vertex(board, v))
        .collect();
    for key in ["tint", "token", "square"] {
        if marks.iter().flatten().any(|(k, _)| *k == key) {
            let kind = if key == "token" { "boolean" } else { "string" };
            keys.push(format!(
                "  <key id=\"{key}\" for=\"node\" attr.name=\"{key}\" attr.type=\"{kind}\"/>\n"
            ));
        }
    }
    if weighted {
        keys.push(
            "  <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"int\"/>\n"
                .to_string(),
        );
    }
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n{}  <graph edgedefault=\"{}\">\n",
        keys.concat(),
        if directed { "directed" } else { "undirected" }
    );
    for (v, marks) in marks.iter().enumerate() {
        let data: String = marks
            .iter()
            .map(|(key, value)| format!("<data key=\"{key}\">{value}</data>"))
            .collect();
        text += &element("node", &format!("id=\"{}\"", escaped(&name(v))), &data);
    }
    for l in links {
        let ends = format!(
            "source=\"{}\" target=\"{}\"",
            escaped(&name(l.from)),
            escaped(&name(l.to))
        );
        let ends = if directed && !l.arc {
            ends + " directed=\"false\""
        } else {
            ends
        };
        let data = if weighted {
            format!("<data key=\"weight\">{}</data>", l.weight)
        } else {
            String::new()
        };
        text += &element("edge", &ends, &data);
    }
    text + "  </graph>\n</graphml>\n"
}

fn element(name: &str, attributes: &str, data: &str) -> String {
    match data {
        "" => format!("    <{name} {attributes}/>\n"),
        data => format!("    <{name} {attributes}>{data}</{name}>\n"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
