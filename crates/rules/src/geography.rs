//! Geography on graphs and digraphs (Fraenkel, Scheinerman and Ullman, *Undirected edge geography*,
//! 1993; complexity: Lichtenstein and Sipser, 1980).
//!
//! A token lies on a vertex. A move takes the token along a link to a neighbour; an arc can be used
//! only in its direction. In vertex geography, the vertex that the token leaves is removed. In edge
//! geography, the link that the token used is removed.

use super::nim::around_token;
use super::{Options, Player, Ruleset};
use boilingpoint_boards::{Board, always_matched};
use boilingpoint_values::Outcome;

/// Vertex geography: a move removes the vertex that the token leaves.
#[derive(Clone, Copy, Debug)]
pub struct VertexGeography;

/// Edge geography: a move removes the link that the token uses.
#[derive(Clone, Copy, Debug)]
pub struct EdgeGeography;

impl Ruleset for VertexGeography {
    about! {
        "vertex-geography", Impartial, GRAPH + arcs + token,
        "move the token along an edge or arc; the vertex that it leaves is removed; impartial"
    }

    fn each_option<'a>(&'a self, position: &'a Board, _: Player) -> Options<'a> {
        let Some(token) = position.token() else {
            return Box::new(std::iter::empty());
        };
        let others: Vec<usize> = (0..position.order()).filter(|&v| v != token).collect();
        let rest = position.kept(&others);
        let ends = position
            .links()
            .into_iter()
            .filter_map(move |l| l.other_end(token));
        // The old vertex of the token is removed, so the numbers of later vertices decrease by one.
        let ends = ends.filter(move |&to| to != token);
        Box::new(ends.map(move |to| rest.clone().with_token(Some(to - usize::from(to > token)))))
    }

    fn reduced(&self, position: Board) -> Board {
        around_token(position)
    }

    /// On a graph the next player wins exactly if every maximum matching covers the token's vertex
    /// (Fraenkel, Scheinerman and Ullman 1993, Theorem 6).
    fn outcome_by_theorem(&self, position: &Board) -> Option<Outcome> {
        let is_graph = position.links().iter().all(|l| !l.arc && !l.is_loop());
        let token = position.token().filter(|_| is_graph)?;
        Some(match always_matched(position.graph(), token) {
            true => Outcome::N,
            false => Outcome::P,
        })
    }
}

impl Ruleset for EdgeGeography {
    about! {
        "edge-geography", Impartial, GRAPH + arcs + loops + parallel + token,
        "move the token along an edge or arc, which is removed; impartial"
    }

    fn each_option<'a>(&'a self, position: &'a Board, _: Player) -> Options<'a> {
        let Some(token) = position.token() else {
            return Box::new(std::iter::empty());
        };
        let links = position.links();
        let step = move |gone: usize| {
            let to = links[gone].other_end(token)?;
            let mut rest = links.clone();
            rest.remove(gone);
            Some(position.clone().with_links(rest).with_token(Some(to)))
        };
        Box::new((0..position.link_count()).filter_map(step))
    }

    fn reduced(&self, position: Board) -> Board {
        around_token(position)
    }
}
