//! The model on paper: closed formulas for what no run can exceed.

use std::fmt;

use super::{Setting, Topology};

/// What is most in the way of an efficient run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nothing costs more than a hundredth.
    Nothing,
    /// There are more workers than islands.
    Islands,
    /// Workers wait for their own transfers.
    Transfer,
    /// The server cannot do more units per second.
    Server,
    /// Slow workers.
    Stragglers,
    /// Lost workers.
    Losses,
    /// Islands wait for each other.
    Waiting,
}

impl fmt::Display for Limit {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Nothing => "nothing costs more than a hundredth: more workers would help",
            Self::Islands => "there are more workers than islands: only more islands would help",
            Self::Transfer => "workers wait for transfers: longer epochs or less latency would help",
            Self::Server => "the server is saturated: longer epochs or a faster server would help, more workers would not",
            Self::Stragglers => "slow workers hold up the run: the rest is in order",
            Self::Losses => "too much is lost with workers: shorter epochs would help",
            Self::Waiting => "islands wait for each other: more islands per worker would help",
        })
    }
}

/// Upper bounds of the efficiency, on average over many runs, as factors of at most 1. Each
/// says what its cause alone would leave.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Islands per worker: a worker beyond the number of islands has nothing to do.
    pub islands: f64,
    /// Computation as a share of computation and transfer, with a server that is never busy.
    pub transfer: f64,
    /// Workers at saturation as a share of the workers.
    pub server: f64,
    /// The workers' mean speed.
    pub stragglers: f64,
    /// What is left of the workers' time after losses and returns.
    pub losses: f64,
    /// What is left if islands wait for each other and have too few units ready for all
    /// workers meanwhile. 1 if there are enough islands.
    pub waiting: f64,
    /// The number of workers that saturate the server: the seconds of a unit's computation
    /// divided by the seconds of server it needs.
    pub saturation_workers: f64,
    /// Seconds per epoch of the whole run if each island had a worker of its own, as a
    /// multiple of the mean seconds of a unit: at least this.
    pub growth: f64,
    /// The same as an estimate, which for a long ring is much closer.
    pub growth_estimate: f64,
    /// The bound of all causes together.
    pub efficiency: f64,
    /// What is most in the way.
    pub limit: Limit,
}

/// Says what no run of this setting can exceed, on average, and why.
///
/// With c the seconds of computation of a unit, x those of its transfers, s those of server
/// it needs, I islands, W workers, F seconds between losses and R until the return:
///
/// * The workers' view: each worker gets c of useful computation out of f c + x seconds (f
///   being its slowness); a unit of h = c + x seconds that is lost at rate 1 / F takes
///   F (exp(h / F) - 1) seconds until it is done once; a worker is up F / (F + R) of its time.
/// * The islands' view: an island does one unit at a time, so at most I are in work. One
///   takes growth × c + x, or with losses at least c + x + h / F × `ack_wait_seconds`.
/// * The server's view: at most 1 / s units per second, so that workers beyond W* = c / s
///   only wait.
///
/// The efficiency is at most the least of the three. The growth is 1 without senders; of
/// all others, the mean of the greatest of I times; in a ring, at least that of two, and by
/// estimate 1 + the deviation of the times as a multiple of their mean.
///
/// The end of a run is left out, where ever fewer units are ready: a run of few epochs stays
/// below the bound by about as much as the last units take of its time.
#[must_use]
pub fn bound(setting: &Setting) -> Bound {
    let computation = setting.epoch_seconds;
    let transfer = setting.transfer_seconds();
    let held = computation + transfer;
    let workers = f64::from(setting.workers);
    let per_worker = f64::from(setting.islands) / workers;
    let slow = f64::from(setting.stragglers()) / workers;
    let factor = setting.straggler_factor;

    let (growth, growth_estimate) = growth(setting);
    let losses = losses(setting, held);
    let saturation_workers = computation / setting.server_seconds();
    let resent = computation + held / setting.loss_seconds * setting.ack_wait_seconds;
    let workers_view = losses
        * ((1.0 - slow) * computation / held
            + slow * computation / (factor * computation + transfer));
    let islands_view = per_worker * computation / ((growth * computation).max(resent) + transfer);
    let server_view = saturation_workers / workers;

    let islands = per_worker.min(1.0);
    let mut bound = Bound {
        islands,
        transfer: computation / held,
        server: server_view.min(1.0),
        stragglers: 1.0 - slow + slow / factor,
        losses,
        waiting: (per_worker / growth).min(1.0) / islands,
        saturation_workers,
        growth,
        growth_estimate,
        efficiency: workers_view.min(islands_view).min(server_view),
        limit: Limit::Nothing,
    };
    bound.limit = limit(&bound);
    bound
}

/// The cause with the least factor.
fn limit(bound: &Bound) -> Limit {
    let causes = [
        (0.99, Limit::Nothing),
        (bound.islands, Limit::Islands),
        (bound.transfer, Limit::Transfer),
        (bound.server, Limit::Server),
        (bound.stragglers, Limit::Stragglers),
        (bound.losses, Limit::Losses),
        (bound.waiting, Limit::Waiting),
    ];
    let least = causes
        .into_iter()
        .min_by(|(one, _), (other, _)| one.total_cmp(other));
    least.map_or(Limit::Nothing, |(_, limit)| limit)
}

/// What is left of the workers' time if a unit of this many seconds is begun again whenever
/// its worker is lost, and the worker comes back later.
fn losses(setting: &Setting, held: f64) -> f64 {
    if setting.loss_seconds.is_infinite() {
        return 1.0;
    }
    let per_unit = held / setting.loss_seconds;
    let up = setting.loss_seconds / (setting.loss_seconds + setting.restart_seconds);
    up * per_unit / per_unit.exp_m1()
}

/// Seconds per epoch if each island had a worker of its own and transfers took no time, as a
/// multiple of a unit's mean seconds: at least this, and about this.
///
/// * Alone: 1.
/// * Complete: each epoch waits for the greatest of I lognormal times. Its mean is at least
///   the exponential of the mean of the greatest of I normal numbers; and if slow workers
///   must take part, the greatest among theirs counts as well.
/// * Ring: a unit starts when the later of two is done, so the run takes as long as the
///   longest path through the lattice of units (last-passage percolation). Following from the
///   end always the longer of the two gives a path of E max of two per epoch: the least. For
///   exponential and geometric times the growth is known to be mean + deviation; for others
///   this is an estimate. Simulated rings of 100 and 1000 islands come within 3 % of it up to
///   sigma 0.5; at sigma 1 they grow by up to an eighth more. Those of 10 grow by less.
fn growth(setting: &Setting) -> (f64, f64) {
    let sigma = setting.epoch_sigma;
    let greatest_of_two = 2.0 * normal_share(sigma / std::f64::consts::SQRT_2);
    if setting.senders() == 0 {
        return (1.0, 1.0);
    }
    let all = greatest_of(setting.islands, sigma).max(greatest_of_two);
    if setting.topology == Topology::Ring {
        let deviation = (sigma * sigma).exp_m1().sqrt();
        let estimate = (1.0 + deviation).clamp(greatest_of_two, all.max(greatest_of_two));
        return (greatest_of_two, estimate);
    }
    let slow = if setting.islands >= setting.workers {
        setting.stragglers()
    } else {
        0
    };
    let least = all.max(setting.straggler_factor * greatest_of(slow, sigma));
    (least, least)
}

/// The greatest of so many lognormal times of mean 1: about the median of its distribution.
fn greatest_of(count: u32, sigma: f64) -> f64 {
    match count {
        0 => 0.0,
        1 => 1.0,
        // Blom's formula for the mean of the greatest of so many normal numbers.
        _ => {
            let share = (f64::from(count) - 0.375) / (f64::from(count) + 0.25);
            (sigma * normal_point(share) - sigma * sigma / 2.0).exp()
        }
    }
}

/// The share of the normal distribution below a point (Abramowitz and Stegun, 26.2.17; off
/// by at most a ten-millionth).
fn normal_share(point: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * point.abs());
    let factors = [
        1.330_274_429,
        -1.821_255_978,
        1.781_477_937,
        -0.356_563_782,
        0.319_381_530,
    ];
    let sum = factors.iter().fold(0.0, |sum, factor| (sum + factor) * t);
    let above = sum * (-point * point / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if point < 0.0 { above } else { 1.0 - above }
}

/// The point below which this share of the normal distribution lies, from -8 to 8.
fn normal_point(share: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if normal_share(middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_right() {
        for (point, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.96, 0.024_997_895),
            (3.0, 0.998_650_102),
        ] {
            assert!((normal_share(point) - share).abs() < 2e-7);
            assert!((normal_point(share) - point).abs() < 1e-4);
        }
    }

    #[test]
    fn the_growth_of_equal_times_is_one() {
        for topology in [Topology::Ring, Topology::Complete, Topology::Alone] {
            let setting = Setting {
                topology,
                epoch_sigma: 0.0,
                straggler_share: 0.0,
                ..Setting::default()
            };
            let (least, estimate) = growth(&setting);
            assert!((least - 1.0).abs() < 1e-6 && (estimate - 1.0).abs() < 1e-6);
        }
    }
}
