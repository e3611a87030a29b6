//! Numbers on the command line: what is none, or too small or too large, is told what would be right.

use std::fmt::Display;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a whole number between two bounds, for [`clap`].
pub fn between<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .ok_or_else(|| format!("right would be a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads an address with its port.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "right would be an address in numbers and a port, such as 127.0.0.1:4000, or 0.0.0.0:4000 for every network"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_told_the_range() {
        let face = between(2..=7_u8);
        assert_eq!(face("7"), Ok(7));
        for wrong in ["x", "8", "1", "300", "-1", "2.5", ""] {
            assert_eq!(face(wrong), Err("right would be a whole number from 2 to 7".to_owned()), "{wrong}");
        }
    }
}
