//! What the programs say on standard error: how many, how fast, and where.

use std::time::Duration;

/// `10,000,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `12.3 ms`, `1.50 s`: three significant figures.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$} {unit}")
}

/// `830 million a second`; nothing for no time at all.
pub fn rate(count: u64, duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds == 0.0 {
        return String::new();
    }
    let a_second = count as f64 / seconds;
    if a_second >= 1e6 { format!("{:.0} million a second", a_second / 1e6) } else { format!("{a_second:.0} a second") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        let check = |number, expected: &str| assert_eq!(grouped(number), expected);
        check(0, "0");
        check(999, "999");
        check(1000, "1,000");
        check(10_000_000, "10,000,000");
    }

    #[test]
    fn times_have_three_figures() {
        let check = |micros, expected: &str| assert_eq!(time(Duration::from_micros(micros)), expected);
        check(15, "15.0 µs");
        check(12_340, "12.3 ms");
        check(1_500_000, "1.50 s");
    }
}
