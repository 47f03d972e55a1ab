//! In which order those who are measured beside each other take their turns, and which of a measurement's values counts.

/// The order of a round, as places below `count`: after two rounds another one begins, and every second round runs the other way. So nobody
/// always comes after the same one, who leaves caches and threads as they are.
pub fn order(round: usize, count: usize) -> impl Iterator<Item = usize> {
    let (pair, is_back) = (round / 2, round % 2 == 1);
    (0..count).map(move |turn| {
        let place = (pair + turn) % count;
        if is_back { count - 1 - place } else { place }
    })
}

/// The middle value; of an even number, the mean of the two in the middle. 0 of none.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_one_turn_in_a_round() {
        for (round, count) in (0..20).flat_map(|round| (0..6).map(move |count| (round, count))) {
            let mut places: Vec<usize> = order(round, count).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..count), "round {round} of {count}");
        }
    }

    #[test]
    fn neighbours_come_in_both_orders() {
        let is_before = |round: usize| {
            let places: Vec<usize> = order(round, 5).collect();
            places.windows(2).any(|pair| pair == [2, 3])
        };
        assert_eq!([0, 1, 2, 3].map(is_before), [true, false, true, false]);
    }

    #[test]
    fn medians_are_in_the_middle() {
        let check = |values: &[f64], expected: f64| assert_eq!(median(values.iter().copied()), expected);
        check(&[], 0.0);
        check(&[3.0], 3.0);
        check(&[9.0, 1.0, 2.0], 2.0);
        check(&[4.0, 1.0, 2.0, 9.0], 3.0);
    }
}
