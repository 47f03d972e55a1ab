//! All versions of all benchmarks against each other.

use crate::contest::{Entry, Version};
use crate::opencl::Use;
use crate::{BENCHMARKS, device};

/// With the even ones a processor is used as other devices are.
const SEEDS: [u64; 5] = [1, 2, 3, 4, 4711];
/// Around the lengths of groups, blocks and tiles.
const SIZES: [usize; 8] = [1, 2, 3, 255, 513, 4099, 16_385, 70_001];

fn all_agree(entry: &Entry) {
    let device = device();
    for n in SIZES {
        for seed in SEEDS {
            let mut contest = entry.prepare(n, seed);
            let used = Use { by_groups: seed % 2 == 0, copies: seed % 2 == 0, profiling: false };
            device.iter().for_each(|device| contest.open(device, used).unwrap());
            let expected = contest.results(Version::Plain).unwrap();
            for version in Version::ALL.into_iter().filter(|version| device.is_some() || !version.needs_device()) {
                let results =
                    contest.results(version).unwrap_or_else(|why| panic!("{}, {n}, seed {seed}: {why}", version.name()));
                assert_eq!(results, expected, "{}, {}, {n} elements, seed {seed}", entry.name, version.name());
            }
        }
    }
}

/// One test for each, so that they run side by side and a failure names the benchmark.
macro_rules! agree {
    ($($name:ident: $number:expr,)*) => {
        $(#[test]
        fn $name() {
            all_agree(&BENCHMARKS[$number - 1]);
        })*

        #[test]
        fn none_is_left_out() {
            assert_eq!([$($number),*].len(), BENCHMARKS.len());
        }
    };
}

agree! {
    stream_compaction: 1,
    equal_sum_span: 2,
    polynomial: 3,
    linear_recurrence: 4,
    random_by_frequency: 5,
    tree_accumulation: 6,
    big_integers: 7,
    three_equal_parts: 8,
    two_subarrays: 9,
    subarray_modulo: 10,
    most_covered: 11,
    consecutive_primes: 12,
}

/// So many that a work-group takes several turns at their sums; with an operator that does not commute.
#[test]
fn blocks_are_many() {
    let Some(device) = device() else { return };
    for number in [3, 4] {
        let mut contest = BENCHMARKS[number - 1].prepare(600_007, 1);
        contest.open(&device, Use { by_groups: true, ..Use::default() }).unwrap();
        let expected = contest.results(Version::Plain).unwrap();
        assert_eq!(contest.results(Version::OpenCl).unwrap(), expected, "{number}");
    }
}

#[test]
fn results_depend_on_the_input() {
    for entry in BENCHMARKS {
        let results = [9, 10, 12, 1000].map(|n| entry.prepare(n, n as u64).results(Version::Plain).unwrap());
        assert!(results.iter().any(|other| *other != results[0]), "{}", entry.name);
    }
}
