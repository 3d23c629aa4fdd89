//! Random numbers, the same ones each time for the same seed.

use super::{Setting, Unit};

/// The generator `SplitMix64`.
pub(super) struct Random(u64);

impl Random {
    /// A generator that starts at this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number above 0 and below 1.
    fn share(&mut self) -> f64 {
        ((self.bits() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// A time until something that happens every so many seconds on average, at any moment
    /// as likely as at another.
    pub(super) fn waiting_time(&mut self, mean: f64) -> f64 {
        -mean * self.share().ln()
    }

    /// A number of the normal distribution with mean 0 and deviation 1.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.share().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.share()).cos()
    }
}

/// The seconds this unit takes at full speed. They depend on nothing that happens in the
/// run, so that two runs of the same seed can be compared.
pub(super) fn unit_seconds(setting: &Setting, unit: Unit) -> f64 {
    let place = (u64::from(unit.island) << 32) | u64::from(unit.epoch);
    let start = Random::new(setting.seed).bits() ^ Random::new(place).bits();
    let sigma = setting.epoch_sigma;
    // Half the square of sigma keeps the mean where it was.
    setting.epoch_seconds * (sigma * Random::new(start).normal() - sigma * sigma / 2.0).exp()
}
