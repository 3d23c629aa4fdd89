//! Plans: the reasons that a certificate gives for the bounds of each component.
//!
//! The planner visits components from the largest to the smallest, so all needs of a component are
//! known before its turn. The needs of a component are those of its bounds that larger positions
//! rely on ([`Lines`]).
//!
//! For example, take the lower bound of the temperature of a board that equals its negative. The
//! need is Left's score moving first. This score rests on the score, moving second, of the option
//! that she chooses. That score rests on the score, moving first, after each answer of Right. So
//! one option of Left is enough, and the certificate is a strategy for Left.
//!
//! The planner tests whether reasons suffice by using only the needed bounds of the positions that
//! the reasons rest on.

use super::Aim;
use crate::SolveError;
use crate::enclose::arena::{Arena, Expansion, PartRef, ReasonList, Sum, unless_too_fine};
use boilingpoint_boards::BitRow;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Enclosure, Lines, Options};
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;

/// The numbers of options that are tried, in this order, before all options of a player are kept.
const FEW: [usize; 4] = [1, 2, 4, 8];

/// A position from which bounds of a component follow, with the pairs of its parts that are added
/// up exactly.
pub struct UsedPosition {
    /// For an option, the class that was claimed; for a relaxation, its number.
    pub claim: usize,
    pub pairs: Vec<[PartRef; 2]>,
}

/// The reasons for the needed bounds of a component, as the certificate will give them.
#[derive(Default)]
pub struct Reasons {
    /// Whether the checker values the component itself, so that no other reason is needed.
    pub exact: bool,
    /// The number of times that the bounds are updated from the same options.
    pub passes: usize,
    /// The positions that are used, in the order of [`ReasonList`].
    pub used: [Vec<UsedPosition>; 4],
    /// Whether the certificate lists all options of Left, and all options of Right.
    pub all: [bool; 2],
}

/// The reasons for each needed component, and the pairs of parts of the board that are added up
/// exactly.
pub struct Plans {
    pub reasons: FxHashMap<usize, Reasons>,
    pub pairs: Vec<[PartRef; 2]>,
}

/// A position, with the bounds of its parts that are needed.
struct Model {
    claim: usize,
    needs: Vec<(usize, Lines)>,
    pairs: Vec<[PartRef; 2]>,
    /// The enclosure of the position that follows from the needed bounds alone.
    enclosure: Enclosure,
}

/// A choice of reasons for the bounds of a component.
struct ReasonChoice {
    passes: usize,
    lists: [Vec<Model>; 4],
    all: [bool; 2],
}

pub struct Planner<'p, 's, R: BitRow> {
    arena: &'p mut Arena<'s, R>,
    needs: FxHashMap<usize, Lines>,
    /// The components that are still to be visited; the largest comes first.
    queue: BinaryHeap<(usize, usize)>,
}

impl<'p, 's, R: BitRow> Planner<'p, 's, R> {
    pub fn of(arena: &'p mut Arena<'s, R>) -> Planner<'p, 's, R> {
        Planner {
            arena,
            needs: FxHashMap::default(),
            queue: BinaryHeap::new(),
        }
    }

    /// Plans the reasons for the enclosure of a board.
    pub fn run(mut self, root: &Sum, aim: Aim) -> Result<Plans, SolveError> {
        let lines = match aim {
            Aim::Heat => Lines::HEAT,
            Aim::Both => Lines::ALL,
        };
        let model = self.model(root, lines)?;
        let pairs = model.pairs.clone();
        self.need(&model);
        let mut reasons = FxHashMap::default();
        while let Some((_, number)) = self.queue.pop() {
            self.arena.solver.look_at_stop()?;
            if let Entry::Vacant(place) = reasons.entry(number) {
                place.insert(self.reasons(number)?);
            }
        }
        Ok(Plans { reasons, pairs })
    }

    /// Records the needs of a position's parts.
    fn need(&mut self, model: &Model) {
        for &(number, lines) in &model.needs {
            *self.needs.entry(number).or_insert(Lines::NONE) |= lines;
            let order = self.arena.node(number).position.order();
            self.queue.push((order, number));
        }
    }

    /// The enclosure of a part, supposing that only the given bounds of its component are proved.
    fn only(&self, part: PartRef, lines: Lines) -> Result<Enclosure, SolveError> {
        let node = self.arena.node(part.node);
        if node.value.is_some() {
            return Ok(part.of(&node.enclosure));
        }
        let first = self.at_first(part.node)?;
        Ok(part.of(&node.enclosure.only(lines, &first)?))
    }

    /// A position with the fewest needs of its parts that prove the given bounds of the position,
    /// among the choices that are tried. If no choice proves the bounds, the last choice is
    /// returned.
    fn model(&mut self, sum: &Sum, lines: Lines) -> Result<Model, SolveError> {
        let mut last = None;
        for paired in [false, true] {
            let (pairs, parts) = if paired {
                self.arena.paired(sum)?
            } else {
                (Vec::new(), sum.parts.to_vec())
            };
            if paired && pairs.is_empty() {
                break;
            }
            for needed in needed_of_parts(lines, parts.len() + pairs.len()) {
                let mut all = vec![sum.rest.clone()];
                all.extend(pairs.iter().map(|pair| pair.1.clone()));
                for &part in &parts {
                    all.push(self.only(part, needed.of(part))?);
                }
                let enclosure = Enclosure::sum(all.iter().map(|part| (part, 1)));
                let Some(enclosure) = unless_too_fine(enclosure.map_err(SolveError::from))? else {
                    continue;
                };
                let enough = enclosure.proves(&sum.enclosure, lines)?;
                let model = Model {
                    claim: sum.claim,
                    needs: parts.iter().map(|&p| (p.node, needed.of(p))).collect(),
                    pairs: pairs.iter().map(|pair| pair.0).collect(),
                    enclosure,
                };
                if enough {
                    return Ok(model);
                }
                last = Some(model);
            }
        }
        last.ok_or(SolveError::Overflow)
    }

    /// Chooses the reasons for the needed bounds of a component.
    fn reasons(&mut self, number: usize) -> Result<Reasons, SolveError> {
        let lines = self.needs[&number];
        let node = self.arena.node_mut(number);
        if node.value.is_some() {
            return Ok(Reasons {
                exact: true,
                ..Reasons::default()
            });
        }
        let Some(expansion) = node.expansion.take() else {
            return Ok(Reasons::default());
        };
        let choice = self.chosen(number, &expansion, lines);
        self.arena.node_mut(number).expansion = Some(expansion);
        let Some(choice) = choice? else {
            return Ok(Reasons::default());
        };
        choice.lists.iter().flatten().for_each(|m| self.need(m));
        let used = choice.lists.map(|list| {
            let used = |model: Model| UsedPosition {
                claim: model.claim,
                pairs: model.pairs,
            };
            list.into_iter().map(used).collect()
        });
        Ok(Reasons {
            exact: false,
            passes: choice.passes,
            used,
            all: choice.all,
        })
    }

    /// A choice of reasons that suffices, or else the last choice that was tried. `None` if the
    /// first bounds of the component already prove the needed bounds.
    fn chosen(
        &mut self,
        number: usize,
        expansion: &Expansion,
        lines: Lines,
    ) -> Result<Option<ReasonChoice>, SolveError> {
        let node = self.arena.node(number);
        let (self_negative, enclosure) = (node.self_negative, node.enclosure.clone());
        let target = Target {
            first: self.at_first(number)?,
            self_negative,
            enclosure,
            lines,
        };
        if target.is_proved_by(&target.first)? {
            return Ok(None);
        }
        let [lefts, rights, ..] = &expansion.lists;
        let playable = !lefts.is_empty() && (self_negative || !rights.is_empty());
        let mut last = None;
        for attempt in ProofAttempt::of(lines, self_negative, playable) {
            let mut choice = self.choice(expansion, attempt)?;
            if target.is_met(&choice)? {
                target.reduce(&mut choice)?;
                return Ok(Some(choice));
            }
            if attempt.passes > 0 {
                // The bounds are updated twice from the same options.
                choice.passes = 2;
                if target.is_met(&choice)? {
                    return Ok(Some(choice));
                }
            }
            last = Some(choice);
        }
        Ok(last)
    }

    fn at_first(&self, number: usize) -> Result<Enclosure, SolveError> {
        let node = self.arena.node(number);
        self.arena.at_first(&node.position, node.self_negative)
    }

    fn choice(
        &mut self,
        expansion: &Expansion,
        attempt: ProofAttempt,
    ) -> Result<ReasonChoice, SolveError> {
        let mut lists: [Vec<Model>; 4] = Default::default();
        for ((list, needed), sums) in lists.iter_mut().zip(attempt.lines).zip(&expansion.lists) {
            if let Some(needed) = needed {
                for sum in sums {
                    list.push(self.model(sum, needed)?);
                }
            }
        }
        Ok(ReasonChoice {
            passes: attempt.passes,
            lists,
            all: Player::BOTH.map(|player| attempt.passes > 0 && expansion.has_all(player)),
        })
    }
}

/// The bounds of a component that are needed.
struct Target {
    /// The first bounds of the component, which need no reason.
    first: Enclosure,
    self_negative: bool,
    /// The bounds that the arena has proved.
    enclosure: Enclosure,
    /// The bounds among them that are needed.
    lines: Lines,
}

impl Target {
    fn is_proved_by(&self, found: &Enclosure) -> Result<bool, SolveError> {
        Ok(found.proves(&self.enclosure, self.lines)?)
    }

    /// Whether the reasons of a choice prove the needed bounds.
    fn is_met(&self, choice: &ReasonChoice) -> Result<bool, SolveError> {
        let found = concluded(self.first.clone(), self.self_negative, choice);
        unless_too_fine(found)?.map_or(Ok(false), |found| self.is_proved_by(&found))
    }

    /// Leaves out reasons without which the needed bounds are still proved.
    fn reduce(&self, choice: &mut ReasonChoice) -> Result<(), SolveError> {
        for player in Player::BOTH {
            self.reduce_options(choice, player)?;
        }
        for list in [ReasonList::Below, ReasonList::Above] {
            let list = list as usize;
            for i in (0..choice.lists[list].len()).rev() {
                let model = choice.lists[list].remove(i);
                if !self.is_met(choice)? {
                    choice.lists[list].insert(i, model);
                }
            }
        }
        Ok(())
    }

    /// Keeps only a few good options of a player, if these prove the needed bounds.
    fn reduce_options(&self, choice: &mut ReasonChoice, player: Player) -> Result<(), SolveError> {
        let t = self.enclosure.temperature()[0].max(Dyadic::ZERO);
        let player_is_left = player == Player::Left;
        let player = player as usize;
        let all = std::mem::take(&mut choice.all[player]);
        let list = std::mem::take(&mut choice.lists[player]);
        let mut ranked = Vec::with_capacity(list.len());
        for model in list {
            let [sure, _] = model.enclosure.guarantee(player_is_left, false, t)?;
            ranked.push((sure, model));
        }
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.claim.cmp(&b.1.claim)));
        let mut left_out: Vec<Model> = ranked.into_iter().map(|r| r.1).collect();
        for few in [0].into_iter().chain(FEW) {
            let taken = few - choice.lists[player].len();
            if taken > left_out.len() || few > 0 && left_out.is_empty() {
                break;
            }
            choice.lists[player].extend(left_out.drain(..taken));
            if self.is_met(choice)? {
                return Ok(());
            }
        }
        choice.lists[player].append(&mut left_out);
        choice.all[player] = all;
        Ok(())
    }
}

/// The enclosure of a component that follows from the reasons of a choice.
fn concluded(
    first: Enclosure,
    self_negative: bool,
    choice: &ReasonChoice,
) -> Result<Enclosure, SolveError> {
    let [lefts, rights, below, above] = &choice.lists;
    let mut found = first;
    for model in below {
        found = found.at_least(&model.enclosure)?;
    }
    for model in above {
        found = found.at_most(&model.enclosure)?;
    }
    if self_negative && !below.is_empty() {
        found = found.opposed()?;
    }
    let lefts: Vec<Enclosure> = lefts.iter().map(|m| m.enclosure.clone()).collect();
    let rights: Vec<Enclosure> = rights.iter().map(|m| m.enclosure.negative()).collect();
    let known = |known, all| Options { known, all };
    let lefts = known(&lefts, choice.all[0]);
    let rights = known(&rights, choice.all[1]);
    for _ in 0..choice.passes {
        found = if self_negative {
            Enclosure::of_self_negative(lefts, &found)?
        } else {
            Enclosure::of_options(lefts, rights, &found)?
        };
    }
    Ok(found)
}

/// The needed bounds of a part of a sum. A negative part needs the bounds with Left and Right
/// exchanged.
#[derive(Clone, Copy)]
struct NeededLines(Lines);

impl NeededLines {
    fn of(self, part: PartRef) -> Lines {
        if part.negative {
            self.0.negative()
        } else {
            self.0
        }
    }
}

/// Choices of bounds of the parts that may prove the given bounds of their sum, from few bounds to
/// many.
fn needed_of_parts(lines: Lines, parts: usize) -> Vec<NeededLines> {
    if parts < 2 || lines == Lines::ALL {
        return [lines, Lines::ALL].map(NeededLines).to_vec();
    }
    // A player who moves first in one part moves second in the others.
    let answers = with_answers(lines);
    // The bounds for moving second limit the temperature of each part.
    let both = answers | Lines::LEFT_SECOND | Lines::RIGHT_SECOND;
    [answers, both, Lines::ALL].map(NeededLines).to_vec()
}

fn with_answers(lines: Lines) -> Lines {
    lines
        | lines.leads(Lines::LEFT_FIRST, Lines::LEFT_SECOND)
        | lines.leads(Lines::RIGHT_FIRST, Lines::RIGHT_SECOND)
}

/// An attempt at a proof: which lists of positions it uses, and which bounds of these positions.
#[derive(Clone, Copy)]
struct ProofAttempt {
    passes: usize,
    /// The bounds that are needed of the positions of each list; `None` for a list that is not
    /// used.
    lines: [Option<Lines>; 4],
}

impl ProofAttempt {
    /// The attempts to prove these bounds, from few needs to many.
    fn of(lines: Lines, self_negative: bool, playable: bool) -> Vec<ProofAttempt> {
        let weaker = |lines: Lines| {
            let left = lines.among(Lines::LEFT_FIRST | Lines::LEFT_SECOND);
            let right = lines.among(Lines::RIGHT_FIRST | Lines::RIGHT_SECOND);
            if self_negative {
                [left | right.negative(), Lines::NONE]
            } else {
                [left, right]
            }
        };
        // A bound for the temperature rests on the scores of both players moving first.
        let lines = match lines {
            Lines::ALL => lines,
            _ => lines | lines.leads(Lines::HEAT, Lines::LEFT_FIRST | Lines::RIGHT_FIRST),
        };
        let relaxed = |lines: Lines| weaker(lines).map(|l| (l != Lines::NONE).then_some(l));
        let [below, above] = relaxed(lines);
        let mut attempts = vec![ProofAttempt {
            passes: 0,
            lines: [None, None, below, above],
        }];
        if !playable {
            return attempts;
        }
        let all = Some(Lines::ALL);
        for lines in [lines, with_answers(lines)] {
            let [lefts, rights] = of_options(lines, self_negative);
            let [below, above] = relaxed(lines);
            attempts.push(ProofAttempt {
                passes: 1,
                lines: [Some(lefts), Some(rights), None, None],
            });
            attempts.push(ProofAttempt {
                passes: 1,
                lines: [Some(lefts), Some(rights), below, above],
            });
        }
        attempts.push(ProofAttempt {
            passes: 1,
            lines: [all; 4],
        });
        attempts
    }
}

/// The bounds of Left's options and of Right's options that these bounds of a component rest on.
fn of_options(lines: Lines, self_negative: bool) -> [Lines; 2] {
    let lines = if self_negative {
        // The options of Right are the negatives of Left's.
        lines | lines.negative()
    } else {
        lines
    };
    let lefts = lines.leads(Lines::LEFT_FIRST, Lines::LEFT_SECOND)
        | lines.leads(Lines::RIGHT_SECOND, Lines::RIGHT_FIRST);
    let rights = lines.leads(Lines::RIGHT_FIRST, Lines::RIGHT_SECOND)
        | lines.leads(Lines::LEFT_SECOND, Lines::LEFT_FIRST);
    match lines {
        Lines::ALL => [Lines::ALL; 2],
        _ => [lefts, rights],
    }
}
