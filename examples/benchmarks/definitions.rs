//! The plain versions against what Table 6.1 says, tried by every way there is, on short inputs.

use crate::benchmark::Benchmark;
use crate::random::Random;

const SEEDS: std::ops::Range<u64> = 0..200;

/// The plain version's arrays for a short input.
fn plain<B: Benchmark>(input: &B::Input) -> B::Arrays {
    let mut arrays = B::arrays(input);
    B::plain(input, &mut arrays);
    arrays
}

/// Inputs of 1 to 40 elements.
fn inputs<B: Benchmark>() -> impl Iterator<Item = B::Input> {
    SEEDS.map(|seed| B::input(1 + seed as usize % 40, seed))
}

#[test]
fn a_compacted_stream_is_what_a_filter_leaves() {
    use crate::stream_compaction::StreamCompaction;
    for input in inputs::<StreamCompaction>() {
        let arrays = plain::<StreamCompaction>(&input);
        let expected: Vec<i32> = input.x.iter().copied().filter(|x| *x > input.limit).collect();
        assert_eq!(arrays.out[..arrays.kept], expected);
    }
}

#[test]
fn the_longest_of_all_spans() {
    use crate::equal_sum_span::EqualSumSpan;
    for input in inputs::<EqualSumSpan>() {
        let n = input.a.len();
        let sum = |x: &[u8]| x.iter().map(|x| u32::from(*x)).sum::<u32>();
        let spans = (0..n).flat_map(|from| (from + 1..=n).map(move |to| from..to));
        let same = spans.filter(|span| sum(&input.a[span.clone()]) == sum(&input.b[span.clone()]));
        let expected = same.map(|span| span.len()).max().unwrap_or(0);
        assert_eq!(plain::<EqualSumSpan>(&input).longest as usize, expected, "{:?} {:?}", input.a, input.b);
    }
}

#[test]
fn a_polynomial_by_powers() {
    use crate::polynomial::Polynomial;
    for input in inputs::<Polynomial>() {
        let x = input.h[0].power;
        let terms = input.h.iter().rev().zip(0..).map(|(h, power)| h.value.wrapping_mul(x.wrapping_pow(power)));
        assert_eq!(plain::<Polynomial>(&input).value, terms.fold(0, u32::wrapping_add));
    }
}

#[test]
fn a_recurrence_by_its_equation() {
    use crate::linear_recurrence::LinearRecurrence;
    for input in inputs::<LinearRecurrence>() {
        // f(-1) = 1 and f(-2) = 0, so the row (f(-1), f(-2)) picks the first row of each product.
        let (mut last, mut before) = (1u32, 0u32);
        for (x, y) in input.x.iter().zip(&plain::<LinearRecurrence>(&input).y) {
            (last, before) = (x.x00.wrapping_mul(last).wrapping_add(x.x10.wrapping_mul(before)), last);
            assert_eq!((y.x00, y.x01), (last, before));
        }
    }
}

#[test]
fn a_number_is_drawn_by_its_frequency() {
    use crate::random_by_frequency::RandomByFrequency;
    for mut input in inputs::<RandomByFrequency>().take(40) {
        let lots: Vec<u32> = (0..).zip(&input.frequency).flat_map(|(number, &times)| vec![number; times as usize]).collect();
        input.draws = (0..lots.len() as u64).collect();
        assert_eq!(plain::<RandomByFrequency>(&input).drawn, lots);
    }
}

#[test]
fn a_tree_by_its_ancestors() {
    use crate::tree_accumulation::TreeAccumulation;
    for input in inputs::<TreeAccumulation>() {
        let arrays = plain::<TreeAccumulation>(&input);
        let nodes = input.enter.len();
        let weight = |node: usize| input.step[input.enter[node] as usize];
        let holds = |above: usize, node: usize| input.enter[above] <= input.enter[node] && input.exit[node] <= input.exit[above];
        for node in 0..nodes {
            let above: i32 = (0..nodes).filter(|&other| holds(other, node)).map(weight).sum();
            let below: i32 = (0..nodes).filter(|&other| holds(node, other)).map(weight).sum();
            assert_eq!((arrays.above[node], arrays.below[node]), (above, below));
        }
    }
}

#[test]
fn big_integers_limb_by_limb_in_128_bits() {
    use crate::big_integers::BigIntegers;
    for input in inputs::<BigIntegers>() {
        let arrays = plain::<BigIntegers>(&input);
        let mut carry = 0u128;
        for ((&a, &b), &sum) in input.a.iter().zip(&input.b).zip(&arrays.sum) {
            let all = u128::from(a) + u128::from(b) + carry;
            assert_eq!(u128::from(sum), all & u128::from(u64::MAX));
            carry = all >> 64;
        }
        assert_eq!(u128::from(arrays.carry), carry);
    }
}

#[test]
fn every_way_to_cut_in_three() {
    use crate::three_equal_parts::ThreeEqualParts;
    for input in inputs::<ThreeEqualParts>() {
        let n = input.x.len();
        let sum = |range: std::ops::Range<usize>| input.x[range].iter().sum::<i32>();
        let cuts = (1..n).flat_map(|first| (first + 1..n).map(move |second| (first, second)));
        let expected = cuts.filter(|&(a, b)| sum(0..a) == sum(a..b) && sum(a..b) == sum(b..n)).count();
        assert_eq!(plain::<ThreeEqualParts>(&input).ways, expected as u64, "{:?}", input.x);
    }
}

#[test]
fn every_pair_of_subarrays() {
    use crate::two_subarrays::{Input, TwoSubarrays};
    for seed in SEEDS {
        let mut random = Random::new(seed);
        let (n, k) = (1 + random.below(20) as usize, 1 + random.below(6) as usize);
        let input = Input { x: random.many(n, |random| random.within(-9, 9)), k };
        let sum = |from: usize| input.x[from..from + k].iter().sum::<i32>();
        let pairs = (0..n).flat_map(|a| (a + k..n).map(move |b| (a, b))).filter(|(_, b)| b + k <= n);
        let expected = pairs.map(|(a, b)| sum(a) + sum(b)).max().unwrap_or(i32::MIN);
        assert_eq!(plain::<TwoSubarrays>(&input).best, expected, "{:?}, {k}", input.x);
    }
}

#[test]
fn every_integer_of_every_range() {
    use crate::most_covered::{Input, MostCovered};
    for seed in SEEDS {
        let mut random = Random::new(seed);
        let end = 1 + random.below(30);
        let low = random.many(8, |random| random.below(end) as u32);
        let high = low.iter().map(|&low| low + random.below(end - u64::from(low)) as u32).collect();
        let input = Input { low, high, end: end as usize };
        let times =
            |integer: u32| input.low.iter().zip(&input.high).filter(|(low, high)| (**low..=**high).contains(&integer)).count();
        let expected = (0..end as u32).rev().max_by_key(|&integer| times(integer)).unwrap();
        let arrays = plain::<MostCovered>(&input);
        assert_eq!((arrays.integer, arrays.times as usize), (expected, times(expected)));
    }
}
