//! Extremes of what another carried value gives, in every place beside the loops as written: drawdowns, greatest sums.

use scan_runtime::{DeviceKind, Place, Settings, last_report, reduce, scan};
use scan_tests::{Random, check_places};

fn lengths() -> impl Iterator<Item = usize> {
    scan_tests::lengths(&[0, 1, 2, 63, 64, 65, 1000, 4097, 400_003])
}

fn numbers<T>(n: usize, seed: u64, of: impl Fn(u64) -> T) -> Vec<T> {
    let random = &mut Random::new(n as u64 + seed);
    (0..n).map(|_| of(random.next())).collect()
}

#[reduce(max : peak, worst)]
fn drawdown(prices: &[f64], mut worst: f64) -> (f64, f64) {
    let mut peak = f64::NEG_INFINITY;
    for &price in prices {
        peak = peak.max(price);
        worst = worst.max(peak - price);
    }
    (peak, worst)
}

/// The same of two series, backwards, compared, and stored.
#[scan(min : worst)]
#[reduce(max : peak)]
fn behind(p: &[i32], q: &[i32], mut peak: i32, y: &mut [i32]) -> i32 {
    let mut worst = i32::MAX;
    for i in (0..p.len()).rev() {
        if p[i] > peak {
            peak = p[i];
        }
        let behind = q[i] - peak;
        if behind < worst {
            worst = behind;
        }
        y[i] = worst;
    }
    worst
}

#[reduce(min : low, max : best)]
fn profit(prices: &[u32]) -> u32 {
    let (mut low, mut best) = (u32::MAX, 0);
    for &price in prices {
        low = low.min(price);
        best = best.max(price - low);
    }
    best
}

/// Bought before it is sold.
#[reduce(max : best, min : low)]
fn earlier(prices: &[i64], mut low: i64) -> i64 {
    let mut best = i64::MIN;
    for &price in prices {
        best = best.max(price - low);
        low = low.min(price);
    }
    best
}

/// Two that depend on one, in arrays, beside what does not.
#[scan(min : low, max : gain, min : sum)]
#[reduce(+ : total)]
fn both(x: &[f32], low: &mut [f32], gain: &mut [f32], sum: &mut [f32]) -> i32 {
    let mut total = 0;
    for i in 1..x.len() {
        low[i] = low[i - 1].min(x[i]);
        gain[i] = gain[i - 1].max(x[i] - low[i]);
        sum[i] = sum[i - 1].min(low[i] + x[i]);
        total += i32::from(x[i] > 3.0);
    }
    total
}

/// How deep brackets are, at the end and at most.
#[reduce(+ : depth, max : deepest)]
fn brackets(text: &[u8], mut depth: i32) -> (i32, i32) {
    let mut deepest = 0;
    for &c in text {
        match c {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    (depth, deepest)
}

/// The least room that is left, with a limit of the day's own.
#[scan(- : balance)]
#[reduce(min : room, max : over)]
fn room(spent: &[i64], limit: &[i64], start: i64, balances: &mut [i64]) -> (i64, i64) {
    let (mut balance, mut room, mut over) = (start, i64::MAX, -5);
    for i in 0..spent.len() {
        balance -= spent[i];
        room = room.min(balance + limit[i]);
        over = over.max(limit[i] - balance);
        balances[i] = balance;
    }
    (room, over)
}

/// The greatest sum of a run, and the least with the signs turned.
#[reduce(auto : here, max : best)]
fn kadane(x: &[i64], mut here: i64) -> (i64, i64) {
    let mut best = i64::MIN;
    for &x in x {
        here = x.max(here + x);
        best = best.max(here);
    }
    (here, best)
}

#[scan(min : least, auto : level)]
fn ceiling(x: &[i64], y: &mut [i64]) -> i64 {
    let (mut level, mut least) = (-3, 4);
    for i in 0..x.len() {
        if x[i] != 7 {
            level = (level + x[i]).min(2);
        }
        least = least.min(level);
        y[i] = least - level;
    }
    least
}

#[test]
fn are_those_of_the_loop() {
    for n in lengths() {
        let prices = &numbers(n, 1, |bits| f64::from(bits as u16) / 16.0);
        check_places("drawdown", n, &|| drawdown(prices, 0.0));
        let odd = &numbers(n, 1, |bits| match bits % 9 {
            0 => f64::NAN,
            1 if bits % 7 == 0 => f64::INFINITY,
            2 if bits % 5 == 0 => f64::NEG_INFINITY,
            _ => (bits as i32).into(),
        });
        check_places("drawdown of odd ones", n, &|| drawdown(odd, -1.0));
        let walk: &Vec<i32> = &numbers(n, 2, |bits| (bits % 40_000_000) as i32 - 20_000_000);
        let other = &numbers(n, 3, |bits| (bits % 999) as i32 - 500);
        check_places("behind", n, &|| {
            let mut y = vec![0; n];
            (behind(walk, other, i32::MIN, &mut y), y)
        });
        let whole = &numbers(n, 4, |bits| bits as u32);
        check_places("profit", n, &|| profit(whole));
        let wide = &numbers(n, 5, |bits| bits as i64 >> 4);
        check_places("earlier", n, &|| earlier(wide, 5));
        let narrow = &numbers(n, 6, |bits| (bits % 100) as f32 / 4.0);
        check_places("both", n.saturating_sub(1), &|| {
            let (mut low, mut gain, mut sum) = (vec![9.0; n], vec![0.5; n], vec![99.0; n]);
            (both(narrow, &mut low, &mut gain, &mut sum), low, gain, sum)
        });
        let text = &numbers(n, 7, |bits| b"(()x"[bits as usize % 4]);
        check_places("brackets", n, &|| brackets(text, -2));
        let (spent, limit) = (&numbers(n, 8, |bits| bits as i64 % 1000), &numbers(n, 9, |bits| bits as i64 >> 5));
        check_places("room", n, &|| {
            let mut balances = vec![0; n];
            (room(spent, limit, 1 << 59, &mut balances), balances)
        });
        check_places("kadane", n, &|| kadane(spent, -4));
        check_places("ceiling", n, &|| {
            let mut y = vec![0; n];
            (ceiling(spent, &mut y), y)
        });
    }
}

/// Runs as written wherever it is asked to run, and gives what the loop does.
fn runs_as_written<R: PartialEq + std::fmt::Debug>(name: &str, function: &dyn Fn() -> R) {
    let on = |kind: DeviceKind| Settings::from_environment().device(kind).scope(function);
    let expected = on(DeviceKind::Loop);
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        assert_eq!(on(kind), expected, "{name}");
        let report = last_report().expect("an annotated loop leaves a report");
        assert_eq!(report.place, Place::Loop, "{name}: {report}");
    }
}

#[test]
fn great_numbers_run_as_written() {
    let n = 5000;
    let small = &vec![1; n];
    let with = |number: i32| {
        let mut x = small.clone();
        x[n / 2] = number;
        x
    };
    // Within an iteration nothing overflows, between two of them differences would.
    for great in [1_500_000_000, -1_500_000_000] {
        let x = &with(great);
        runs_as_written("behind", &|| behind(x, x, i32::MIN, &mut vec![0; n]));
    }
    runs_as_written("the start of a maximum", &|| behind(small, small, 1 << 30, &mut vec![0; n]));
    let wide = &vec![-3i64; n];
    runs_as_written("the start of a minimum", &|| earlier(&vec![3; n], i64::MAX));
    runs_as_written("the start of a sum", &|| room(wide, wide, 1 << 61, &mut vec![0; n]));
    runs_as_written("terms of a sum", &|| room(&vec![1 << 46; n], wide, 0, &mut vec![0; n]));
    runs_as_written("the start of a sum with a floor", &|| kadane(wide, 1 << 61));
    runs_as_written("the start of depths", &|| brackets(&vec![b'('; n], 1 << 29));
    let numbers = &vec![1.0; n];
    runs_as_written("a start that is no number", &|| drawdown(numbers, f64::NAN).1.is_nan());
}
