//! The run, event by event.

use std::collections::VecDeque;

use super::agenda::Agenda;
use super::islands::Islands;
use super::random::{Random, unit_seconds};
use super::server::Server;
use super::{Outcome, Setting, Unit};

/// A run in which units are lost this many times as often as they are done is given up.
const MOST_LOSSES_PER_UNIT: u64 = 20;

/// A unit that was done, and by whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The unit.
    pub unit: Unit,
    /// The worker, from 0.
    pub worker: u32,
    /// The second at which the worker took it.
    pub start: f64,
    /// The second at which its results were stored.
    pub end: f64,
}

/// Simulates a run.
///
/// # Errors
///
/// When the setting makes no sense, or so many workers are lost that the run gets nowhere.
pub fn simulate(setting: &Setting) -> Result<Outcome, String> {
    simulate_watched(setting, |_| ())
}

/// Simulates a run, and shows each unit that was done to `watch`, in the order of their ends.
///
/// # Errors
///
/// As for [`simulate`].
pub fn simulate_watched(
    setting: &Setting,
    mut watch: impl FnMut(&Step),
) -> Result<Outcome, String> {
    setting.check()?;
    let most_losses = MOST_LOSSES_PER_UNIT * setting.units();
    let mut run = Run::new(setting);
    while run.units_left > 0 {
        let Some((now, event)) = run.agenda.next() else {
            return Err("the simulation stopped before all units were done".to_owned());
        };
        run.now = now;
        if let Some(step) = run.happen(event) {
            watch(&step);
        }
        if run.losses > most_losses {
            return Err("workers are lost faster than they get anything done".to_owned());
        }
    }
    Ok(run.outcome())
}

/// What happens. A worker's life is the number of times it was lost: what was planned in an
/// earlier life does not happen.
enum Event {
    /// The worker has computed its unit.
    Computed { worker: u32, life: u32 },
    /// The results of the worker's unit are stored.
    Stored { worker: u32, life: u32 },
    /// The worker is lost.
    Lost { worker: u32 },
    /// The worker is back.
    Back { worker: u32 },
    /// A lost unit is delivered again.
    Again { unit: Unit },
    /// The collector has read a state.
    Read,
}

/// What a worker does.
#[derive(Clone, Copy)]
enum Doing {
    Idle,
    Unit { unit: Unit, seconds: f64 },
    Down,
}

struct Worker {
    doing: Doing,
    since: f64,
    life: u32,
    factor: f64,
}

/// Worker seconds by what they were spent on.
#[derive(Default)]
struct Spent {
    useful: f64,
    slowed: f64,
    idle: f64,
    transfer: f64,
    lost: f64,
    down: f64,
}

struct Run<'a> {
    setting: &'a Setting,
    now: f64,
    agenda: Agenda<Event>,
    islands: Islands,
    server: Server,
    random: Random,
    workers: Vec<Worker>,
    /// Idle workers, each with its life when it became idle; the longest idle is first.
    idle: VecDeque<(u32, u32)>,
    /// Units that are ready.
    queue: VecDeque<Unit>,
    units_left: u64,
    /// States the collector has yet to read; while there are any, it is reading one.
    unread: u64,
    spent: Spent,
    losses: u64,
    largest_lead: u32,
    longest_queue: usize,
}

impl<'a> Run<'a> {
    /// A run at its first moment: all workers are there and take what is ready.
    fn new(setting: &'a Setting) -> Self {
        let worker = |number| Worker {
            doing: Doing::Idle,
            since: 0.0,
            life: 0,
            factor: if setting.is_straggler(number) {
                setting.straggler_factor
            } else {
                1.0
            },
        };
        let mut run = Self {
            setting,
            now: 0.0,
            agenda: Agenda::new(),
            islands: Islands::new(setting),
            server: Server::new(setting),
            random: Random::new(!setting.seed),
            workers: (0..setting.workers).map(worker).collect(),
            idle: VecDeque::new(),
            queue: VecDeque::new(),
            units_left: setting.units(),
            unread: 0,
            spent: Spent::default(),
            losses: 0,
            largest_lead: 0,
            longest_queue: 0,
        };
        (0..setting.workers).for_each(|worker| run.become_idle(worker));
        run.islands.release_all(|unit| run.queue.push_back(unit));
        run.hand_out();
        run
    }

    /// Lets an event happen, and returns the unit that is done by it, if one is.
    fn happen(&mut self, event: Event) -> Option<Step> {
        let mut step = None;
        match event {
            Event::Computed { worker, life } => self.store(worker, life),
            Event::Stored { worker, life } => step = self.finish(worker, life),
            Event::Lost { worker } => self.lose(worker),
            Event::Back { worker } => {
                self.spent.down += self.now - self.workers[worker as usize].since;
                self.become_idle(worker);
            }
            // What was lost goes ahead of what waits.
            Event::Again { unit } => self.queue.push_front(unit),
            Event::Read => self.read_on(),
        }
        self.hand_out();
        step
    }

    /// A worker that is new or was down becomes idle, and its next loss is fixed.
    fn become_idle(&mut self, worker: u32) {
        let until_lost = self.random.waiting_time(self.setting.loss_seconds);
        self.agenda
            .add(self.now + until_lost, Event::Lost { worker });
        self.rest(worker);
    }

    /// A worker waits for work from now on.
    fn rest(&mut self, worker: u32) {
        let it = &mut self.workers[worker as usize];
        it.doing = Doing::Idle;
        it.since = self.now;
        self.idle.push_back((worker, it.life));
    }

    /// Gives units to idle workers as long as there are both.
    fn hand_out(&mut self) {
        while !self.queue.is_empty() {
            let Some((worker, life)) = self.idle.pop_front() else {
                break;
            };
            if self.workers[worker as usize].life == life
                && let Some(unit) = self.queue.pop_front()
            {
                self.take(worker, unit);
            }
        }
        self.longest_queue = self.longest_queue.max(self.queue.len());
    }

    /// A worker takes a unit, fetches what it needs and computes.
    fn take(&mut self, worker: u32, unit: Unit) {
        let seconds = unit_seconds(self.setting, unit);
        let fetched = self.transfer(self.setting.fetched_bytes());
        let it = &mut self.workers[worker as usize];
        self.spent.idle += self.now - it.since;
        it.doing = Doing::Unit { unit, seconds };
        it.since = self.now;
        self.agenda.add(
            fetched + seconds * it.factor,
            Event::Computed {
                worker,
                life: it.life,
            },
        );
    }

    /// A worker stores its results, and the server passes the log lines on.
    fn store(&mut self, worker: u32, life: u32) {
        if self.workers[worker as usize].life == life {
            let stored = self.transfer(self.setting.stored_bytes());
            self.server.serve(self.now, self.setting.log_bytes, 0.0);
            self.agenda.add(stored, Event::Stored { worker, life });
        }
    }

    /// The time at which half of a unit's operations, with these bytes, are answered.
    fn transfer(&mut self, bytes: f64) -> f64 {
        let operations = self.setting.operations() / 2.0;
        self.server.serve(self.now, bytes, operations) + operations * self.setting.latency_seconds
    }

    /// A worker's unit is done, and others are ready by that.
    fn finish(&mut self, worker: u32, life: u32) -> Option<Step> {
        let it = &self.workers[worker as usize];
        let Doing::Unit { unit, seconds } = it.doing else {
            return None;
        };
        if it.life != life {
            return None;
        }
        let step = Step {
            unit,
            worker,
            start: it.since,
            end: self.now,
        };
        self.spent.useful += seconds;
        self.spent.slowed += seconds * (it.factor - 1.0);
        self.spent.transfer += self.now - it.since - seconds * it.factor;
        self.rest(worker);
        self.units_left -= 1;
        let slowest = self.islands.slowest();
        self.islands.finish(unit, |unit| self.queue.push_back(unit));
        self.largest_lead = self.largest_lead.max(self.islands.lead());
        if self.islands.slowest() > slowest {
            self.checkpoint();
        }
        Some(step)
    }

    /// The collector starts to read all states, if all islands are at the end of an epoch at
    /// which it does so. What it reads after the run is left out.
    fn checkpoint(&mut self) {
        let every = self.setting.checkpoint_epochs;
        if self.units_left > 0 && every > 0 && self.islands.slowest().is_multiple_of(every) {
            let reads_already = self.unread > 0;
            self.unread += u64::from(self.setting.islands);
            if !reads_already {
                self.read();
            }
        }
    }

    /// The collector has read a state and goes on to the next.
    fn read_on(&mut self) {
        self.unread -= 1;
        if self.unread > 0 {
            self.read();
        }
    }

    /// The collector asks for a state.
    fn read(&mut self) {
        let sent = self.server.serve(self.now, self.setting.state_bytes, 1.0);
        self.agenda
            .add(sent + self.setting.latency_seconds, Event::Read);
    }

    /// A worker is lost, with the unit it has.
    fn lose(&mut self, worker: u32) {
        let it = &mut self.workers[worker as usize];
        let seconds = self.now - it.since;
        if let Doing::Unit { unit, .. } = it.doing {
            self.spent.lost += seconds;
            self.losses += 1;
            self.agenda.add(
                self.now + self.setting.ack_wait_seconds,
                Event::Again { unit },
            );
        } else {
            self.spent.idle += seconds;
        }
        it.doing = Doing::Down;
        it.since = self.now;
        it.life += 1;
        self.agenda.add(
            self.now + self.setting.restart_seconds,
            Event::Back { worker },
        );
    }

    /// What came of the run, when all units are done.
    fn outcome(mut self) -> Outcome {
        for worker in &self.workers {
            let seconds = self.now - worker.since;
            match worker.doing {
                Doing::Down => self.spent.down += seconds,
                Doing::Idle | Doing::Unit { .. } => self.spent.idle += seconds,
            }
        }
        let share = |seconds: f64| seconds / (f64::from(self.setting.workers) * self.now);
        Outcome {
            makespan: self.now,
            units_per_second: self.setting.units() as f64 / self.now,
            efficiency: share(self.spent.useful),
            slowed: share(self.spent.slowed),
            idle: share(self.spent.idle),
            transfer: share(self.spent.transfer),
            lost: share(self.spent.lost),
            down: share(self.spent.down),
            losses: self.losses,
            server_busy: self.server.busy_until(self.now) / self.now,
            bytes_per_second: self.server.bytes() / self.now,
            largest_lead: self.largest_lead,
            longest_queue: self.longest_queue,
            states_unread: self.unread,
        }
    }
}
