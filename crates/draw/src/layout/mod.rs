//! Places the vertices of a drawing. A graph with a familiar shape is drawn in this shape, any
//! other graph with the least stress. No choice is random, so the drawing of a board is always the
//! same.

mod boxes;
mod kept;
mod pack;
mod quality;
mod shapes;
mod stress;
mod symmetric;
mod trees;

use boilingpoint_boards::Graph;

pub(super) use pack::bounds;

/// A place in the plane. The y-coordinate grows downwards, as on a screen.
pub type Point = (f64, f64);

/// A place for each vertex, such that no two vertices are closer than 1 (within rounding).
///
/// Trees are drawn as trees. Cycles, complete graphs and wheels are drawn on circles, complete
/// bipartite graphs in two rows, grids and small hypercubes in perspective. Other graphs are drawn
/// by stress majorisation from several starts, so that symmetries show if possible. Components are
/// placed side by side.
///
/// For a connected graph up to order 150, this takes well under a second. Beyond order 1500, a
/// graph without a familiar shape is drawn on a circle. The layouts of the last graphs are kept.
pub fn layout(graph: &Graph) -> Vec<Point> {
    kept::layout(graph, laid_out)
}

fn laid_out(graph: &Graph) -> Vec<Point> {
    let components = graph.components();
    let drawn = components
        .iter()
        .map(|vertices| spread(connected(&graph.induced(vertices))))
        .collect();
    let mut places = vec![(0.0, 0.0); graph.order()];
    for (vertices, points) in components.iter().zip(pack::side_by_side(drawn)) {
        for (&v, point) in vertices.iter().zip(points) {
            places[v] = point;
        }
    }
    places
}

/// A layout of a connected graph, in any scale.
fn connected(graph: &Graph) -> Vec<Point> {
    shapes::single(graph)
        .or_else(|| trees::caterpillar(graph))
        .or_else(|| trees::radial(graph).map(|start| stress::relaxed(graph, start)))
        .or_else(|| shapes::cycle(graph))
        .or_else(|| shapes::complete(graph))
        .or_else(|| boxes::grid_or_cube(graph))
        .or_else(|| shapes::wheel(graph))
        .or_else(|| shapes::complete_bipartite(graph))
        .unwrap_or_else(|| {
            let free = stress::least(graph);
            symmetric::symmetric(graph, &free).unwrap_or(free)
        })
}

/// Scales the points so that the distance between the two nearest is 1.
fn spread(points: Vec<Point>) -> Vec<Point> {
    let least = quality::least_distance(&points);
    let scale = if least.is_finite() && least > 1e-6 {
        1.0 / least
    } else {
        1.0
    };
    points
        .into_iter()
        .map(|(x, y)| (x * scale, y * scale))
        .collect()
}

#[cfg(test)]
#[path = "../../../boards/src/any.rs"]
mod any;
#[cfg(test)]
mod tests {
    use super::any::any_graph;
    use super::*;
    use boilingpoint_boards::parse_board;
    use proptest::prelude::*;

    fn check(graph: &Graph) {
        let points = layout(graph);
        assert_eq!(points.len(), graph.order());
        assert!(points.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
        assert!(quality::least_distance(&points) > 0.99);
    }

    fn crossings(text: &str) -> usize {
        let graph = parse_board(text).unwrap().graph().clone();
        check(&graph);
        quality::crossings(&graph, &layout(&graph))
    }

    #[test]
    fn planar_shapes_have_no_crossings() {
        for text in [
            "caterpillar(4,3,4)",
            "nary_tree(2,5)",
            "grid(3,4)",
            "cycle(9)",
            "wheel(6)",
            "path(30)",
            "0",
        ] {
            assert_eq!(crossings(text), 0, "{text}");
        }
        for seed in 0..60 {
            assert_eq!(
                crossings(&format!("random_tree({},{seed})", 4 + seed)),
                0,
                "{seed}"
            );
        }
        assert_eq!(crossings("caterpillar(20,0,13,1,7)"), 0);
        assert_eq!(crossings("friendship(5)"), 0);
        // A graph without a familiar shape: minimising stress gives few crossings, not the fewest.
        assert!(crossings("random_connected(10,14,3)") <= 2);
    }

    #[test]
    fn large_boards_are_laid_out() {
        check(parse_board("random_connected(300,500,1)").unwrap().graph());
        check(&Graph::empty(0));
        check(&Graph::empty(50));
    }

    proptest! {
        #[test]
        fn vertices_never_touch(graph in any_graph(10)) {
            check(&graph);
            prop_assert_eq!(layout(&graph), layout(&graph));
        }
    }
}
