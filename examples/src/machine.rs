//! What it was measured on, and when.

use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The machine, as far as it tells.
pub struct Machine {
    /// How many threads run at a time.
    pub cores: usize,
    /// The processor.
    pub cpu: String,
    /// The system, and its kernel.
    pub os: String,
    /// Year, month, day in UTC: `2026-11-21`.
    pub date: String,
    /// How many programs wanted to run in the last minute, when the measurement began.
    pub load: Option<f64>,
}

impl Machine {
    /// This one.
    pub fn here() -> Self {
        let cpu = field_of("/proc/cpuinfo", "model name", ':').unwrap_or_else(|| std::env::consts::ARCH.to_owned());
        let name = field_of("/etc/os-release", "PRETTY_NAME", '=').map(|name| name.trim_matches('"').to_owned());
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").map(|release| format!(", kernel {}", release.trim()));
        Self {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            cpu,
            os: name.unwrap_or_else(|| std::env::consts::OS.to_owned()) + &kernel.unwrap_or_default(),
            date: date(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO)),
            load: load(),
        }
    }

    /// For a program, with the load now.
    pub fn json(&self) -> Value {
        json!({ "cores": self.cores, "cpu": self.cpu, "os": self.os, "load_at_start": self.load, "load_at_end": load() })
    }
}

/// `2 cores, AMD EPYC; Debian GNU/Linux 12`
impl std::fmt::Display for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plural = if self.cores == 1 { "" } else { "s" };
        write!(f, "{} core{plural}, {}; {}; {}", self.cores, self.cpu, self.os, self.date)?;
        self.load.map_or(Ok(()), |load| write!(f, "; load {load} at the start"))
    }
}

/// The bytes that programs can still take, where the system tells.
pub fn memory_available() -> Option<u64> {
    let kibibytes = field_of("/proc/meminfo", "MemAvailable", ':')?;
    Some(1024 * kibibytes.trim_end_matches("kB").trim().parse::<u64>().ok()?)
}

fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// What stands behind a name in a file.
fn field_of(file: &str, name: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.split(separator).next().is_some_and(|start| start.trim() == name))?;
    Some(line.split_once(separator)?.1.trim().to_owned())
}

/// The day of a time since 1970, in UTC: Howard Hinnant's `civil_from_days`, years from March.
fn date(since_1970: Duration) -> String {
    let days = since_1970.as_secs() / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    format!("{}-{month:02}-{day:02}", era * 400 + year_of_era + u64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_of_the_calendar() {
        let check = |seconds, expected: &str| assert_eq!(date(Duration::from_secs(seconds)), expected);
        check(0, "1970-01-01");
        check(951_782_400, "2000-02-29");
        check(1_709_164_800, "2024-02-29");
        check(1_735_689_599, "2024-12-31");
        check(1_795_219_200, "2026-11-21");
    }

    #[test]
    fn the_machine_says_something() {
        let machine = Machine::here();
        assert!(machine.cores >= 1 && !machine.cpu.is_empty() && !machine.os.is_empty());
    }
}
