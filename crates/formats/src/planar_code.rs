//! Planar code: the format of plantri for planar graphs with an embedding.
//!
//! After the header `>>planar_code<<`, each graph is its order, and for each vertex its neighbours
//! in clockwise order, from 1, and a zero. Numbers take a byte; if the first byte of a graph is
//! zero, its numbers take two bytes each. Source: the guide of plantri (Brinkmann and McKay). The
//! reader does not keep the order around a vertex; the writer finds one.

use crate::given::{Ended, Sink, hand};
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit, Link, embedding};
use std::collections::BTreeMap;
use std::io::BufRead;

/// The header.
pub(crate) const HEAD: &str = ">>planar_code<<";

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteOrder {
    Big,
    Little,
}

/// The order of bytes and the length of the header, if the bytes are the header of planar code.
pub(crate) fn begins(header: &[u8]) -> Option<(ByteOrder, usize)> {
    let order = match header {
        b">>planar_code<<" | b">>planar_code be<<" => ByteOrder::Big,
        b">>planar_code le<<" => ByteOrder::Little,
        _ => return None,
    };
    Some((order, header.len()))
}

/// The bytes of a file after the header.
struct Bytes<'a> {
    from: &'a mut dyn BufRead,
    order: ByteOrder,
    /// The number of the graph, counted from 1.
    graph: usize,
    /// The number of bytes so far, with the header.
    at: usize,
}

/// Reads the graphs that follow the header, one after another.
pub(crate) fn read(
    from: &mut dyn BufRead,
    (order, header): (ByteOrder, usize),
    limit: BoardLimit,
    sink: &mut Sink,
) -> Result<(), Ended> {
    let mut bytes = Bytes {
        from,
        order,
        graph: 1,
        at: header,
    };
    while let Some(first) = bytes.byte()? {
        let board = bytes.graph(first, limit)?;
        hand(sink, Given::of_board(board, 0))?;
        bytes.graph += 1;
    }
    Ok(())
}

/// Writes a board with an embedding. `None` if it is not planar, or has more vertices than numbers
/// of two bytes can name.
pub(crate) fn write(board: &Board) -> Option<Vec<u8>> {
    let order = board.order();
    u16::try_from(order).ok()?;
    // The first byte of a graph of order 0 says that numbers take two bytes.
    let wide = order == 0 || order > usize::from(u8::MAX);
    let mut bytes = if wide { vec![0] } else { Vec::new() };
    let mut put =
        |n: usize| bytes.extend(&n.to_be_bytes()[size_of::<usize>() - 1 - usize::from(wide)..]);
    let mut edges: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for l in board.links() {
        *edges
            .entry((l.from.min(l.to), l.from.max(l.to)))
            .or_default() += 1;
    }
    let between = |v: usize, u: usize| edges.get(&(v.min(u), v.max(u))).copied().unwrap_or(0);
    put(order);
    for (v, around) in embedding(board.graph())?.into_iter().enumerate() {
        for u in around {
            // Edges with the same ends follow each other at both.
            (0..between(v, u)).for_each(|_| put(u + 1));
        }
        (0..2 * between(v, v)).for_each(|_| put(v + 1));
        put(0);
    }
    Some(bytes)
}

impl Bytes<'_> {
    fn wrong(&self, problem: impl std::fmt::Display) -> Misread {
        let (graph, at) = (self.graph, self.at);
        Misread::line(
            0,
            format!("byte {at}: planar code, graph {graph}: {problem}"),
        )
    }

    fn byte(&mut self) -> Result<Option<u8>, Misread> {
        let mut byte = [0];
        match self.from.read(&mut byte) {
            Ok(0) => Ok(None),
            Ok(_) => {
                self.at += 1;
                Ok(Some(byte[0]))
            }
            Err(e) => Err(self.wrong(format!("cannot read on: {e}"))),
        }
    }

    fn next(&mut self) -> Result<usize, Misread> {
        let byte = self.byte()?;
        byte.map(usize::from)
            .ok_or_else(|| self.wrong("the file ends within a graph"))
    }

    /// A number of one or two bytes.
    fn number(&mut self, wide: bool) -> Result<usize, Misread> {
        let first = self.next()?;
        if !wide {
            return Ok(first);
        }
        let second = self.next()?;
        Ok(match self.order {
            ByteOrder::Big => first << 8 | second,
            ByteOrder::Little => second << 8 | first,
        })
    }

    fn graph(&mut self, first: u8, limit: BoardLimit) -> Result<Board, Misread> {
        let wide = first == 0;
        let order = if wide {
            self.number(true)?
        } else {
            usize::from(first)
        };
        if order > limit.order {
            return Err(self.wrong(format!(
                "{order} vertices; at most {} are accepted",
                limit.order
            )));
        }
        let mut ends = Vec::new();
        for v in 0..order {
            loop {
                let neighbour = self.number(wide)?;
                if neighbour == 0 {
                    break;
                }
                if neighbour > order {
                    let problem = format!(
                        "vertex {} has the neighbour {neighbour}; expected one from 1 to {order}",
                        v + 1
                    );
                    return Err(self.wrong(problem));
                }
                if ends.len() / 2 >= limit.size {
                    return Err(
                        self.wrong(format!("more than {} edges are not accepted", limit.size))
                    );
                }
                ends.push((v, neighbour - 1));
            }
        }
        self.edges(order, ends)
    }

    /// The board of edges that are listed from both ends.
    fn edges(&self, order: usize, mut ends: Vec<(usize, usize)>) -> Result<Board, Misread> {
        let back: Vec<(usize, usize)> = {
            let mut back: Vec<_> = ends.iter().map(|&(a, b)| (b, a)).collect();
            back.sort_unstable();
            back
        };
        ends.sort_unstable();
        if let Some((&(a, b), _)) = ends.iter().zip(&back).find(|(there, back)| there != back) {
            let problem = format!(
                "the edge between {} and {} is not listed from both ends",
                a + 1,
                b + 1
            );
            return Err(self.wrong(problem));
        }
        let loops = ends.iter().filter(|(a, b)| a == b).count();
        if loops % 2 == 1 {
            return Err(self.wrong("a loop is listed once; expected both of its ends"));
        }
        let mut second = false;
        let mut links = Vec::with_capacity(ends.len() / 2);
        for (a, b) in ends {
            // A loop has two entries at its vertex.
            second = a == b && !second;
            if a < b || second {
                links.push(Link::edge(a, b, 1));
            }
        }
        Ok(Board::of_links(order, links))
    }
}
