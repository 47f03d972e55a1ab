//! What must be seen: the ratios that the project has set itself, beside those that were measured.

use crate::Results;
use crate::contestants::{STREAMING_COPY, numbers};
use crate::figures::Table;
use crate::options::Kind;
use scan_runtime::DeviceKind;

/// Shorter arrays say nothing of the speed of memory.
const LARGE: usize = 16_000_000;

/// A row: ratios that share a target.
pub struct Goal {
    pub what: String,
    pub ratios: Vec<Ratio>,
    /// Ratios are to be at most so, rather than at least.
    pub at_most: bool,
    /// How many digits behind the point are worth showing.
    decimals: usize,
    pub unit: &'static str,
}

/// A figure of a row, with its targets.
pub struct Ratio {
    pub of: String,
    /// `None`: not measured in this run.
    pub measured: Option<f64>,
    pub first: f64,
    pub goal: f64,
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Goal,
    FirstTarget,
    NotMet,
    Unmeasured,
}

impl Goal {
    fn at_least(what: impl Into<String>, ratios: Vec<Ratio>) -> Self {
        Self { what: what.into(), ratios, at_most: false, decimals: 2, unit: "" }
    }

    fn at_most(what: impl Into<String>, ratios: Vec<Ratio>) -> Self {
        Self { at_most: true, ..Self::at_least(what, ratios) }
    }

    /// That of the ratio that is furthest from its target.
    pub fn outcome(&self) -> Outcome {
        let outcomes = self.ratios.iter().map(|ratio| self.outcome_of(ratio));
        outcomes.max_by_key(|outcome| *outcome as u8).unwrap_or(Outcome::Unmeasured)
    }

    fn outcome_of(&self, ratio: &Ratio) -> Outcome {
        let Some(measured) = ratio.measured else { return Outcome::Unmeasured };
        // What is shown is what counts.
        let measured: f64 = self.shown(measured).parse().unwrap_or(measured);
        let meets = |target| if self.at_most { measured <= target } else { measured >= target };
        match (meets(ratio.goal), meets(ratio.first)) {
            (true, _) => Outcome::Goal,
            (false, true) => Outcome::FirstTarget,
            (false, false) => Outcome::NotMet,
        }
    }

    fn shown(&self, value: f64) -> String {
        format!("{value:.*}", self.decimals)
    }

    /// `i32 2.41, f32 2.20`
    pub fn measured(&self) -> String {
        self.listed(|ratio| ratio.measured.map_or("–".to_owned(), |measured| self.shown(measured) + self.unit))
    }

    /// The first targets and the goals: one number where they are the same for all.
    pub fn targets(&self) -> [String; 2] {
        let targets: [fn(&Ratio) -> f64; 2] = [|ratio| ratio.first, |ratio| ratio.goal];
        targets.map(|target| {
            let all: Vec<String> = self.ratios.iter().map(|ratio| format!("{}{}", target(ratio), self.unit)).collect();
            let is_one = all.windows(2).all(|pair| pair[0] == pair[1]);
            if is_one { all.first().cloned().unwrap_or("–".to_owned()) } else { all.join(", ") }
        })
    }

    fn listed(&self, value: impl Fn(&Ratio) -> String) -> String {
        let one = |ratio: &Ratio| if ratio.of.is_empty() { value(ratio) } else { format!("{} {}", ratio.of, value(ratio)) };
        if self.ratios.is_empty() { "–".to_owned() } else { self.ratios.iter().map(one).collect::<Vec<_>>().join(", ") }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Goal => "goal met",
            Self::FirstTarget => "first target met",
            Self::NotMet => "not met",
            Self::Unmeasured => "not measured",
        })
    }
}

/// All rows. Large arrays are the longest of each type that were measured, if they are long enough.
pub fn goals(results: &Results) -> Vec<Goal> {
    let tables = &results.tables;
    let plain_over_ours = |element: &str, [first, goal]: [f64; 2]| {
        let measured = large(tables, element).and_then(|table| over(table, Kind::Plain, Kind::Annotated));
        Ratio { of: element.to_owned(), measured, first, goal }
    };
    let i32s = large(tables, "i32");
    let over_ours = |of: &str, kind, first, goal| {
        let measured = i32s.and_then(|table| over(table, kind, Kind::Annotated));
        Ratio { of: of.to_owned(), measured, first, goal }
    };
    let copy = i32s.and_then(|table| Some(table.row(Kind::Annotated)?.median() / table.named(STREAMING_COPY)?.median()));
    let elements = ["i32", "u64", "f32", "f64", "affine32", "affine64", "matrix"];
    let by_hand = elements.iter().filter_map(|element| {
        let measured = over(large(tables, element)?, Kind::Device, Kind::Opencl);
        Some(Ratio { of: (*element).to_owned(), measured, first: 1.02, goal: 1.0 })
    });
    let mut goals = vec![
        Goal::at_least("plain loop / ours, `+`", vec![plain_over_ours("i32", [2.2, 2.8])]),
        Goal::at_most("ours / non-temporal two-thread copy, i32 `+`", vec![bare(copy, 1.4, 1.1)]),
        Goal::at_least("plain loop / ours, `+`", vec![plain_over_ours("f32", [2.5, 3.5])]),
        Goal::at_least("plain loop / ours, `+`", vec![plain_over_ours("f64", [1.8, 2.3]), plain_over_ours("u64", [1.8, 2.3])]),
        Goal::at_least(
            "plain loop / ours, affine maps, 2×2 matrices",
            vec![plain_over_ours("affine32", [1.8, 3.0]), plain_over_ours("matrix", [1.8, 3.0])],
        ),
        Goal::at_least(
            "others / ours, i32 `+`",
            vec![
                over_ours("GCC omp scan", Kind::Omp, 4.0, 5.0),
                over_ours("oneTBB", Kind::Tbb, 1.6, 2.0),
                over_ours("rayon", Kind::Rayon, 1.5, 2.0),
            ],
        ),
        Goal::at_most("annotated, on the first device / hand-written OpenCL with the same kernel", by_hand.collect()),
    ];
    goals.extend([1000, 10_000].map(|n| Goal::at_most(format!("n = {n}: ours / plain loop"), short(tables, n))));
    goals.push(first_launch(results));
    let gpu = scan_runtime::devices().into_iter().find(|device| device.kind == DeviceKind::Gpu);
    goals.extend(gpu.map(|gpu| on_gpu(tables, &numbers(&gpu))).into_iter().flatten());
    goals
}

/// What is asked of a GPU, by the time of the kernels: neither a copy by the device nor CUB moves the arrays to it.
fn on_gpu(tables: &[Table], number: &str) -> [Goal; 2] {
    let kernels = |table: &Table| Some(table.named(&format!("annotated, device {number}, lookback"))?.split()?.kernel);
    let ratios = |others: &dyn Fn(&Table) -> Option<f64>, goal| {
        let ratio = |element: &str| {
            let measured = large(tables, element).and_then(|table| Some(others(table)? / kernels(table)?));
            Ratio { of: element.to_owned(), measured, first: goal, goal }
        };
        ["i32", "f32", "u64"].map(ratio).into()
    };
    let copy = |table: &Table| Some(table.named(&format!("copy by device {number}"))?.median());
    let cub = |table: &Table| Some(table.row(Kind::Cub)?.median());
    [
        Goal::at_least(format!("copy by GPU {number} / kernels of `lookback`"), ratios(&copy, 0.9)),
        Goal::at_least(format!("CUB / kernels of `lookback` on GPU {number}"), ratios(&cub, 1.0)),
    ]
}

/// Prints them for a person.
pub fn show(results: &Results) {
    println!("\nwhat must be seen");
    for goal in goals(results) {
        let [first, best] = goal.targets();
        println!("  {}: {}; targets {first} and {best}: {}", goal.what, goal.measured(), goal.outcome());
    }
}

fn short(tables: &[Table], n: usize) -> Vec<Ratio> {
    let of_length = tables.iter().filter(|table| table.n == n);
    let ratio = |table: &Table| {
        let measured = over(table, Kind::Annotated, Kind::Plain);
        Ratio { of: table.element.to_owned(), measured, first: 1.05, goal: 1.0 }
    };
    of_length.map(ratio).collect()
}

fn first_launch(results: &Results) -> Goal {
    let milliseconds = |seconds: Option<f64>| seconds.map(|seconds| seconds * 1e3);
    let first = results.first_launch.as_ref();
    let warm = Ratio { of: "warm".to_owned(), measured: milliseconds(first.map(|first| first.warm())), first: 30.0, goal: 10.0 };
    let cold =
        Ratio { of: "cold".to_owned(), measured: milliseconds(first.map(|first| first.cold())), first: 1000.0, goal: 300.0 };
    Goal { decimals: 0, unit: " ms", ..Goal::at_most("first launch, disk cache warm and cold", vec![warm, cold]) }
}

fn bare(measured: Option<f64>, first: f64, goal: f64) -> Ratio {
    Ratio { of: String::new(), measured, first, goal }
}

/// The longest table of a type that is long enough.
pub fn large<'t>(tables: &'t [Table], element: &str) -> Option<&'t Table> {
    tables.iter().filter(|table| table.element == element && table.n >= LARGE).max_by_key(|table| table.n)
}

/// The ratio of two medians.
fn over(table: &Table, above: Kind, below: Kind) -> Option<f64> {
    Some(table.row(above)?.median() / table.row(below)?.median())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::{row, table};
    use scan_examples::machine::Machine;

    fn results(tables: Vec<Table>) -> Results {
        Results { machine: Machine::here(), tables, first_launch: None, notes: Vec::new() }
    }

    #[test]
    fn targets_are_compared_with_what_is_shown() {
        let check = |goal: Goal, expected| assert_eq!(goal.outcome(), expected, "{}", goal.measured());
        check(Goal::at_least("", vec![bare(Some(2.796), 2.2, 2.8)]), Outcome::Goal);
        check(Goal::at_least("", vec![bare(Some(2.3), 2.2, 2.8)]), Outcome::FirstTarget);
        check(Goal::at_most("", vec![bare(Some(1.004), 1.02, 1.0)]), Outcome::Goal);
        check(Goal::at_most("", vec![bare(Some(1.03), 1.02, 1.0)]), Outcome::NotMet);
        check(Goal::at_most("", vec![bare(Some(0.5), 1.02, 1.0), bare(None, 1.02, 1.0)]), Outcome::Unmeasured);
        check(Goal::at_most("", vec![]), Outcome::Unmeasured);
    }

    #[test]
    fn on_a_gpu_the_kernels_are_compared() {
        // The kernels of these rows take 0.75.
        let rows = vec![
            row(Kind::Plain, "plain loop", &[9.0]),
            row(Kind::Device, "annotated, device 1:0, lookback", &[5.0]),
            row(Kind::Copies, "copy by device 1:0", &[0.69]),
            row(Kind::Cub, "CUB", &[0.7]),
        ];
        let [copy, cub] = on_gpu(&[table("i32", LARGE, rows)], "1:0");
        assert_eq!(copy.measured(), "i32 0.92, f32 –, u64 –");
        assert_eq!(cub.measured(), "i32 0.93, f32 –, u64 –");
        assert_eq!(copy.outcome_of(&copy.ratios[0]), Outcome::Goal);
        assert_eq!(cub.outcome_of(&cub.ratios[0]), Outcome::NotMet);
    }

    #[test]
    fn rows_are_read_off_the_tables() {
        let rows = vec![
            row(Kind::Plain, "plain loop", &[3.0]),
            row(Kind::Annotated, "annotated", &[1.0]),
            row(Kind::Copies, STREAMING_COPY, &[0.5]),
        ];
        let short = vec![row(Kind::Plain, "plain loop", &[1.0]), row(Kind::Annotated, "annotated", &[1.02])];
        let results = results(vec![table("i32", LARGE, rows), table("i32", 1000, short)]);
        let goals = goals(&results);
        assert_eq!(goals[0].measured(), "i32 3.00");
        assert_eq!(goals[0].outcome(), Outcome::Goal);
        assert_eq!(goals[1].measured(), "2.00");
        assert_eq!(goals[1].outcome(), Outcome::NotMet);
        assert_eq!(goals[5].measured(), "GCC omp scan –, oneTBB –, rayon –");
        assert_eq!(goals[5].targets(), ["4, 1.6, 1.5", "5, 2, 2"]);
        assert_eq!(goals[7].measured(), "i32 1.02");
        assert_eq!(goals[7].outcome(), Outcome::FirstTarget);
        assert_eq!(goals[9].outcome(), Outcome::Unmeasured);
    }
}
