//! What the server counts of itself, for Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use axum::http::StatusCode;

/// All counters of this process.
pub(crate) static METRICS: Metrics = Metrics::new();

/// Bounds of the histogram of answers, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 250, 1000];

pub(crate) struct Metrics {
    answered: [AtomicU64; 6],
    sockets: AtomicI64,
    messages: AtomicU64,
    bytes: AtomicU64,
    attempts: [AtomicU64; BOUNDS.len() + 1],
    attempt_micros: AtomicU64,
}

/// A connection that is counted while it lasts.
pub(crate) struct Connected(&'static Metrics);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    const fn new() -> Self {
        Self {
            answered: [const { AtomicU64::new(0) }; 6],
            sockets: AtomicI64::new(0),
            messages: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            attempts: [const { AtomicU64::new(0) }; BOUNDS.len() + 1],
            attempt_micros: AtomicU64::new(0),
        }
    }

    /// A request was answered.
    pub(crate) fn answered(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).min(self.answered.len() - 1);
        self.answered[class].fetch_add(1, Ordering::Relaxed);
    }

    /// A WebSocket is open from now on.
    pub(crate) fn connected(&'static self) -> Connected {
        self.sockets.fetch_add(1, Ordering::Relaxed);
        Connected(self)
    }

    /// A message was sent.
    pub(crate) fn sent(&self, bytes: usize) {
        self.messages.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// A client's answer, take-back or aside was taken or refused, the write to the store included.
    pub(crate) fn attempted(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.iter().position(|bound| micros <= bound * 1000).unwrap_or(BOUNDS.len());
        self.attempts[bucket].fetch_add(1, Ordering::Relaxed);
        self.attempt_micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// Everything in the form Prometheus reads.
    pub(crate) fn text(&self, games: usize) -> String {
        let mut text = String::new();
        let mut line = |args: std::fmt::Arguments<'_>| writeln!(text, "{args}").expect("into a string");
        line(format_args!("# TYPE grognard_http_answers_total counter"));
        for (class, count) in self.answered.iter().enumerate().skip(1) {
            let count = count.load(Ordering::Relaxed);
            line(format_args!("grognard_http_answers_total{{status=\"{class}xx\"}} {count}"));
        }
        line(format_args!("# TYPE grognard_sockets gauge"));
        line(format_args!("grognard_sockets {}", self.sockets.load(Ordering::Relaxed)));
        line(format_args!("# TYPE grognard_games_in_memory gauge"));
        line(format_args!("grognard_games_in_memory {games}"));
        line(format_args!("# TYPE grognard_messages_sent_total counter"));
        line(format_args!("grognard_messages_sent_total {}", self.messages.load(Ordering::Relaxed)));
        line(format_args!("# TYPE grognard_bytes_sent_total counter"));
        line(format_args!("grognard_bytes_sent_total {}", self.bytes.load(Ordering::Relaxed)));
        line(format_args!("# TYPE grognard_attempt_seconds histogram"));
        let mut sum = 0;
        for (bucket, count) in self.attempts.iter().enumerate() {
            sum += count.load(Ordering::Relaxed);
            match BOUNDS.get(bucket) {
                Some(bound) => {
                    let (whole, part) = (bound / 1000, bound % 1000);
                    line(format_args!("grognard_attempt_seconds_bucket{{le=\"{whole}.{part:03}\"}} {sum}"));
                }
                None => line(format_args!("grognard_attempt_seconds_bucket{{le=\"+Inf\"}} {sum}")),
            }
        }
        let micros = self.attempt_micros.load(Ordering::Relaxed);
        line(format_args!("grognard_attempt_seconds_sum {}.{:06}", micros / 1_000_000, micros % 1_000_000));
        line(format_args!("grognard_attempt_seconds_count {sum}"));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let metrics = Metrics::new();
        for millis in [0, 1, 3, 60, 5000] {
            metrics.attempted(Duration::from_millis(millis));
        }
        metrics.answered(StatusCode::NOT_FOUND);
        let text = metrics.text(7);
        for line in [
            "grognard_attempt_seconds_bucket{le=\"0.001\"} 2",
            "grognard_attempt_seconds_bucket{le=\"0.100\"} 4",
            "grognard_attempt_seconds_bucket{le=\"1.000\"} 4",
            "grognard_attempt_seconds_bucket{le=\"+Inf\"} 5",
            "grognard_attempt_seconds_sum 5.064000",
            "grognard_http_answers_total{status=\"4xx\"} 1",
            "grognard_games_in_memory 7",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}
