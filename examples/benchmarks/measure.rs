//! The measurement: every version in turn in every round, so that what else the machine does meets them all.

use crate::contest::{Contest, Entry, Split, Version};
use crate::opencl::Use;
use scan_examples::turns;
use scan_runtime::DeviceDescription;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A version runs for so long before it is measured, so that kernels are built and threads are awake.
const WARM_UP: Duration = Duration::from_millis(300);
/// The annotated one of which nothing is asked runs longer: its loops find out where they are fastest.
const SETTLING: Duration = Duration::from_secs(10);
/// Versions run no more often than this before.
const WARM_UP_RUNS: u32 = 2000;
/// Short runs are measured several in a row, as many as take so long.
const BATCH: Duration = Duration::from_millis(2);
/// Between versions, so that one's threads that wait busily for more work have given up before the next is measured.
const PAUSE: Duration = Duration::from_millis(5);
/// The profiled runs of which the median is taken.
const PROFILED: usize = 5;

/// Which of the runs is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// The one in the middle.
    Median,
    /// Where others use the machine too, this says more: what waits for its threads loses most by them.
    Fastest,
}

/// What was measured of one benchmark.
pub struct Measured {
    /// From 1, as in Table 6.1.
    pub number: usize,
    pub name: &'static str,
    /// Sorted seconds of each version that ran.
    pub seconds: Vec<(Version, Vec<f64>)>,
    /// Where the time goes, of the two versions on the device.
    pub splits: Vec<(Version, Split)>,
    /// Where the annotated loops ran of which nothing was asked, in the end.
    pub places: Vec<String>,
}

impl Measured {
    /// The median of a version, in seconds.
    pub fn median(&self, version: Version) -> Option<f64> {
        self.of(version, Run::Median)
    }

    /// One of a version's runs, in seconds.
    pub fn of(&self, version: Version, run: Run) -> Option<f64> {
        let (_, seconds) = self.seconds.iter().find(|(other, _)| *other == version)?;
        let place = if run == Run::Median { seconds.len() / 2 } else { 0 };
        seconds.get(place).copied()
    }

    /// How many times as long one version takes as another.
    pub fn ratio(&self, version: Version, to: Version, run: Run) -> Option<f64> {
        Some(self.of(version, run)? / self.of(to, run)?)
    }
}

/// Measures a benchmark.
///
/// # Errors
/// A version failed, ran elsewhere than asked, or its results were not the plain loop's.
pub fn measure(
    number: usize,
    entry: &Entry,
    n: usize,
    rounds: usize,
    device: Option<(&DeviceDescription, Use)>,
) -> Result<Measured, String> {
    let failed = |why: String| format!("{}: {why}", entry.name);
    let mut contest = entry.prepare(n, 1);
    device.map_or(Ok(()), |(device, used)| contest.open(device, used)).map_err(failed)?;
    let versions = Version::MEASURED.into_iter().filter(|version| device.is_some() || !version.needs_device());
    let mut seconds: Vec<(Version, Vec<f64>)> = versions.map(|version| (version, Vec::with_capacity(rounds))).collect();
    let expected = contest.results(Version::Plain).map_err(failed)?;
    let all = || Version::ALL.into_iter().filter(|version| device.is_some() || !version.needs_device());
    all().try_for_each(|version| check(contest.as_mut(), version, expected)).map_err(failed)?;
    let mut batches = Vec::new();
    for (version, _) in &seconds {
        batches.push(warm_up(contest.as_mut(), *version).map_err(failed)?);
    }
    for round in 0..rounds {
        for place in turns::order(round, seconds.len()) {
            let took = time(contest.as_mut(), seconds[place].0, batches[place]).map_err(failed)?;
            seconds[place].1.push(took);
        }
    }
    seconds.iter_mut().for_each(|(_, seconds)| seconds.sort_by(f64::total_cmp));
    let places = contest.places();
    all().try_for_each(|version| check(contest.as_mut(), version, expected)).map_err(failed)?;
    let splits = device.map_or(Ok(Vec::new()), |(device, used)| splits(contest.as_mut(), device, used)).map_err(failed)?;
    Ok(Measured { number, name: entry.name, seconds, splits, places })
}

/// Runs a version on spoiled arrays.
fn check(contest: &mut dyn Contest, version: Version, expected: u64) -> Result<(), String> {
    let results = contest.results(version).map_err(|why| format!("{}: {why}", version.name()))?;
    if results == expected { Ok(()) } else { Err(format!("{}: not what the plain loop computes", version.name())) }
}

/// Returns how many runs in a row are to be measured.
fn warm_up(contest: &mut dyn Contest, version: Version) -> Result<u32, String> {
    let limit = if version == Version::Annotated { SETTLING } else { WARM_UP };
    let began = Instant::now();
    let mut best = Duration::MAX;
    for _ in 0..WARM_UP_RUNS {
        let began_run = Instant::now();
        contest.run(version)?;
        best = best.min(began_run.elapsed());
        if began.elapsed() > limit {
            break;
        }
    }
    Ok((BATCH.as_nanos() / best.as_nanos().max(1)).clamp(1, 1000) as u32)
}

/// Seconds of a run.
fn time(contest: &mut dyn Contest, version: Version, batch: u32) -> Result<f64, String> {
    sleep(PAUSE);
    let began = Instant::now();
    for _ in 0..batch {
        contest.run(version)?;
    }
    Ok(began.elapsed().as_secs_f64() / f64::from(batch))
}

/// Of the versions on the device: the split of the run of median length.
fn splits(contest: &mut dyn Contest, device: &DeviceDescription, used: Use) -> Result<Vec<(Version, Split)>, String> {
    contest.open(device, Use { profiling: true, ..used })?;
    let of_version = |version| {
        contest.split(version)?;
        let runs: Result<Vec<Split>, String> = (0..PROFILED).map(|_| contest.split(version)).collect();
        let mut runs = runs?;
        runs.sort_by_key(|split| split.kernel + split.offload + split.management);
        Ok((version, runs[PROFILED / 2]))
    };
    [Version::OpenCl, Version::OnDevice].into_iter().map(of_version).collect()
}
