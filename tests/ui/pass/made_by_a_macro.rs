//! Annotated functions that a `macro_rules` writes: types, expressions, names and whole loops come from its fragments.
#![deny(warnings)]
#![forbid(unsafe_code)]

use scan_runtime::{reduce, scan};

macro_rules! running {
    ($name:ident, $operator:tt, $t:ty, $x:ident => $element:expr) => {
        #[scan($operator : y)]
        fn $name(x: &[$t], y: &mut [$t]) {
            for i in 1..y.len() {
                let $x = x[i];
                y[i] = y[i - 1] $operator ($element);
            }
        }
    };
}

running!(sums, +, i64, x => x * 2);
running!(products, *, f32, value => if value > 0.5 { value } else { 1.0 });

macro_rules! with_local {
    ($x:expr, $y:expr, $n:expr, $t:ident) => {{
        #[scan(+ : sum)]
        fn totals(x: &[$t], y: &mut [$t], n: usize) -> $t {
            let mut sum: $t = Default::default();
            for i in 0..n {
                sum += x[i];
                y[i] = sum;
            }
            sum
        }
        totals($x, $y, $n)
    }};
}

macro_rules! whole_loop {
    ($head:expr, $low:literal, $y:ident) => {
        #[scan(+ : $y)]
        fn whole($y: &mut [u8]) {
            for i in $low..$head {
                $y[i] += $y[i - $low];
            }
        }
    };
}

whole_loop!(y.len(), 1, y);

/// The caller's variable has the name of what is carried.
macro_rules! beside {
    ($total:ident, $running:ident, $factor:ident) => {
        #[reduce(+ : s)]
        fn $total(x: &[i32]) -> i32 {
            let $factor = 5;
            let mut s = 1;
            for i in 0..x.len() {
                s += x[i] * $factor;
            }
            s
        }

        #[scan]
        fn $running(x: &[i32], y: &mut [i32], times: usize) -> i32 {
            let $factor = 9;
            let mut s = 1;
            for _ in 0..times {
                #[scan(+ : s)]
                for i in 0..x.len() {
                    s += x[i];
                    y[i] = s - $factor;
                }
            }
            s
        }
    };
}

beside!(total, running, s);

fn main() {
    assert_eq!(total(&[1, 2, 3]), 31);
    let mut y = [0; 3];
    assert_eq!(running(&[1, 2, 3], &mut y, 1), 7);
    assert_eq!(y, [-7, -5, -2]);
    let mut y = [1; 3];
    sums(&[1, 2, 3], &mut y);
    assert_eq!(y, [1, 5, 11]);
    let mut y = [1.0; 3];
    products(&[0.0, 0.25, 4.0], &mut y);
    assert_eq!(y, [1.0, 1.0, 4.0]);
    let mut y = [0; 3];
    assert_eq!(with_local!(&[1, 2, 3], &mut y, 3, i16), 6);
    assert_eq!(y, [1, 3, 6]);
    let mut y = [1; 3];
    whole(&mut y);
    assert_eq!(y, [1, 2, 3]);
}
