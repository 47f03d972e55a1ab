//! Numbers of elements as they are written on a command line.

use std::fmt;
use std::str::FromStr;

/// A number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (digits, unit) = match text.trim().char_indices().next_back() {
            Some((end, 'k' | 'K')) => (&text.trim()[..end], 1e3),
            Some((end, 'm' | 'M')) => (&text.trim()[..end], 1e6),
            Some((end, 'g' | 'G')) => (&text.trim()[..end], 1e9),
            _ => (text.trim(), 1.0),
        };
        let number: f64 = digits.parse().map_err(|error| format!("{error}: expected a number such as 1000, 10k or 2.5M"))?;
        let count = (number * unit).round();
        if (1.0..=1e12).contains(&count) { Ok(Self(count as usize)) } else { Err("expected 1 to 1000G elements".to_owned()) }
    }
}

/// As it is written: `1M`, `10k`, `1500`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            size if size.is_multiple_of(1_000_000) => write!(f, "{}M", size / 1_000_000),
            size if size.is_multiple_of(1000) => write!(f, "{}k", size / 1000),
            size => size.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let check = |text: &str, expected: usize| assert_eq!(text.parse(), Ok(Size(expected)));
        check("1000", 1000);
        check("10k", 10_000);
        check("2.5M", 2_500_000);
        check(" 1G ", 1_000_000_000);
    }

    #[test]
    fn sizes_are_shown_with_their_units() {
        let check = |size, expected: &str| assert_eq!(Size(size).to_string(), expected);
        check(32_000_000, "32M");
        check(4000, "4k");
        check(1001, "1001");
    }
}
