//! How sure a win rate is.

/// The 95 % Wilson interval of a rate of `hits` in `games`; it stays within 0 and 1 and is wide for few games.
pub fn wilson(hits: u64, games: u64) -> [f64; 2] {
    /// Standard deviations that hold 95 % of a normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return [0.0, 1.0];
    }
    #[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^53")]
    let (hits, n) = (hits as f64, games as f64);
    let rate = hits / n;
    let spread = Z * ((rate * (1.0 - rate) + Z * Z / (4.0 * n)) / n).sqrt();
    let (middle, whole) = (rate + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    [((middle - spread) / whole).max(0.0), ((middle + spread) / whole).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: [f64; 2], right: [f64; 2]) -> bool {
        left.iter().zip(right).all(|(a, b)| (a - b).abs() < 5e-4)
    }

    #[test]
    fn published_values() {
        assert!(close(wilson(0, 10), [0.0, 0.2775]));
        assert!(close(wilson(5, 10), [0.2366, 0.7634]));
        assert!(close(wilson(360, 400), [0.8668, 0.9257]));
        assert!(close(wilson(0, 0), [0.0, 1.0]));
    }
}
