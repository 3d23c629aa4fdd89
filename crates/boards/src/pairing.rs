//! Pairs of colourings of one graph that are refined together, for the search for automorphisms.

use super::Graph;

/// Two colourings of a graph's vertices: source colours and target colours. An automorphism agrees
/// with the pair if it takes each vertex to a vertex whose target colour equals the first vertex's
/// source colour.
#[derive(Clone)]
pub(super) struct Pairing {
    pub source: Vec<usize>,
    pub target: Vec<usize>,
}

/// A vertex's colour and its neighbours' colours, which decide its next colour.
type ColourSignature = (usize, Vec<usize>);

impl Pairing {
    /// Refines both colourings, until all vertices of one colour have neighbours of the same
    /// colours. `None` if some colour has different numbers of sources and targets, so that no
    /// automorphism agrees with the pair.
    ///
    /// The time is at most `order` rounds of sorting `size` colours.
    pub fn refined(mut self, graph: &Graph) -> Option<Pairing> {
        let mut colours = 0;
        loop {
            let source = signatures(graph, &self.source);
            let target = signatures(graph, &self.target);
            let mut names: Vec<&ColourSignature> = source.iter().collect();
            names.sort_unstable();
            let mut images: Vec<&ColourSignature> = target.iter().collect();
            images.sort_unstable();
            if names != images {
                return None;
            }
            names.dedup();
            let name = |s: &ColourSignature| names.partition_point(|&other| other < s);
            self = Pairing {
                source: source.iter().map(name).collect(),
                target: target.iter().map(name).collect(),
            };
            if names.len() == colours {
                return Some(self);
            }
            colours = names.len();
        }
    }

    /// The vertices to which an automorphism that agrees with the pair may take `v`.
    pub fn candidates(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        let colour = self.source[v];
        (0..self.target.len()).filter(move |&w| self.target[w] == colour)
    }

    /// Restricts the pair: only automorphisms that take `v` to `w` agree with it afterwards.
    pub fn fix(&mut self, v: usize, w: usize) {
        let fresh = self.source.len() + self.source[v];
        self.source[v] = fresh;
        self.target[w] = fresh;
    }
}

fn signatures(graph: &Graph, colours: &[usize]) -> Vec<ColourSignature> {
    let signature = |v| {
        let mut around: Vec<usize> = graph.neighbours(v).map(|w| colours[w]).collect();
        around.sort_unstable();
        (colours[v], around)
    };
    (0..graph.order()).map(signature).collect()
}

/// The number of vertices of each colour; colours must be less than `order`.
pub(super) fn class_sizes(colours: &[usize]) -> Vec<usize> {
    let mut sizes = vec![0; colours.len()];
    colours.iter().for_each(|&c| sizes[c] += 1);
    sizes
}
