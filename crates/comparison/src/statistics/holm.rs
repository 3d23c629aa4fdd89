//! The correction for several tests.

/// The p-values of some tests, corrected by Holm's method as tests of a family of `of` tests. The
/// family may have more tests than those given. Then the tests that are left out count as if their
/// p-values were the largest, which corrects by no less than the whole family would.
pub fn holm(p_values: &[f64], of: usize) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut greatest: f64 = 0.0;
    for (place, &test) in order.iter().enumerate() {
        let left = of.max(p_values.len()) - place;
        greatest = greatest.max(p_values[test] * left as f64).min(1.0);
        corrected[test] = greatest;
    }
    corrected
}
