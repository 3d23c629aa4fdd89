//! The theorems of the papers, game by game, and the laws that hold for every game.
//!
//! One program, since linking one takes as long as running most of these.

mod algebra;
mod clobber;
mod col;
mod common;
mod counts;
mod cutthroat;
mod described;
mod domineering;
mod forests;
mod geography;
mod impartial;
mod kayles;
#[path = "../common/kit.rs"]
mod kit;
mod nim;
mod nim_figures;
mod notes;
mod positional;
mod shannon;
mod snort;
mod snort_domination;
mod stars;
mod take_away;
mod thesis;
mod trees;
mod zero_forcing;
