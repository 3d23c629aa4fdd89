//! The progress of a count.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The progress of a count, for people. Another thread may read it.
#[derive(Debug, Default)]
pub struct CountProgress {
    /// The least and the greatest order that is listed so far; 0 before the count.
    orders: [AtomicUsize; 2],
    listed: AtomicU64,
    valued: AtomicU64,
}

impl CountProgress {
    /// Begins the boards of an order.
    pub(super) fn begin(&self, order: usize, boards: u64) {
        let _ = self.orders[0].compare_exchange(0, order, Ordering::Relaxed, Ordering::Relaxed);
        self.orders[1].store(order, Ordering::Relaxed);
        self.listed.fetch_add(boards, Ordering::Relaxed);
    }

    /// Adds boards that were valued.
    pub(super) fn add(&self, boards: u64) {
        self.valued.fetch_add(boards, Ordering::Relaxed);
    }

    /// The progress in words, such as `counting orders 2 to 8: 9114 of 12112 boards`. `None` unless a
    /// count is under way.
    pub fn text(&self) -> Option<String> {
        let [least, most] = self
            .orders
            .each_ref()
            .map(|order| order.load(Ordering::Relaxed));
        let (valued, listed) = (
            self.valued.load(Ordering::Relaxed),
            self.listed.load(Ordering::Relaxed),
        );
        (most > 0).then(|| match least == most {
            true => format!("counting order {most}: {valued} of {listed} boards"),
            false => format!("counting orders {least} to {most}: {valued} of {listed} boards"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_names_orders_and_boards() {
        let progress = CountProgress::default();
        assert_eq!(progress.text(), None);
        progress.begin(3, 2);
        progress.add(1);
        let text = "counting order 3: 1 of 2 boards";
        assert_eq!(progress.text().as_deref(), Some(text));
        progress.begin(4, 6);
        progress.add(2);
        let text = "counting orders 3 to 4: 3 of 8 boards";
        assert_eq!(progress.text().as_deref(), Some(text));
    }
}
