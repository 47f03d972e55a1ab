//! Iterations that end early: `continue` wherever a statement may decide it, and what panics on the way.

use super::by_hand::{left, same};
use scan_runtime::{DeviceKind, Settings, scan};

loops! {
    #[scan]
    fn branches_that_panic(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let v = match x[i] { 0..=3 => 5, 4 | 5 => x[i] - 1, 6.. => 2, _ => unreachable!("{} is negative", x[i]) };
            let w = if v > 0 { v * 2 } else { panic!() };
            y[i] = w + match y[i] { k if k < 100 => { k + 1 } 100 => 7, _ => { panic!() } };
        }
    }

    #[scan]
    fn branches_beside_names(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let v = match x[i] { 99 => panic!("{i}"), v => v * 3 };
            y[i] = match v + y[i] { 101 | 102 => unreachable!(), w if w > 9 => w - v, w => { w + 1 } };
        }
    }

    #[scan(+ : s)]
    fn statements_that_panic(x: i32, y: i32) {
        let mut s = 0;
        for i in 0..x.len() {
            if x[i] > 10 { panic!("{} is too much", x[i]); }
            if x[i] < 0 { unreachable!() }
            match x[i] { 0..=7 => s += x[i], 8..=10 => s += 1, _ => std::unreachable!() }
            y[i] = s;
        }
    }

    #[scan]
    fn closures_that_panic(x: i32, y: i32) {
        #[reduce(+ : all)]
        let all: i32 = x.iter().map(|&v| match v { 0..=10 => v * v, _ => std::panic!("{v}") }).sum();
        y[0] = all;
    }

    #[scan]
    fn below_another_condition(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let mut s = 0;
            if x[i] > 3 { if x[i] > 7 { continue; } s = x[i]; }
            let s = s + 1;
            y[i] = s;
        }
    }

    #[scan]
    fn one_after_the_other(x: i32, y: i32) {
        let m = y.len() - 2;
        #[parallel_for]
        for i in 0..m {
            let mut s = 0;
            if x[i] > 2 { for v in &x[i..i + 3] { s += v * 2; } if s > 40 { continue; } }
            if x[i] > 4 { for v in &x[i..i + 3] { s += v * 3; } if s > 70 { continue; } }
            if x[i] > 6 { for v in &x[i..i + 3] { s += v * 4; } if s > 90 { continue; } }
            if x[i] > 7 { if x[i] == 8 { if s > 99 { continue; } s += 1; } else { s += 2; } s += 3; }
            y[i] = s;
        }
    }

    #[scan]
    fn a_sum_goes_on(x: i32, y: i32) {
        let mut sum = 0;
        #[scan(+ : sum)]
        for i in 0..x.len() {
            if x[i] > 3 { if x[i] > 7 { continue; } else if x[i] == 5 { y[i] = -1; continue; } sum += 2; } else { sum += 1; }
            sum += x[i];
            y[i] = sum;
        }
    }

    #[scan]
    fn a_counter_stays(x: i32, y: i32) {
        let mut k = 0;
        #[scan(+ : k)]
        for i in 0..x.len() {
            if x[i] > 3 { if x[i] > 7 { continue; } }
            let q = x[(x[i] as usize * 31) % x.len()];
            y[k] = q;
            k += 1;
        }
        y[k..].fill(k as i32);
    }

    #[scan]
    fn a_variable_that_has_no_value_there(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let s;
            if x[i] > 3 { if x[i] > 7 { continue; } s = x[i]; } else { s = 2 - x[i]; }
            y[i] = s * 3;
        }
    }

    #[scan]
    fn in_what_is_assigned(x: i32, y: i32) {
        let mut s = 0i32;
        #[scan(+ : s)]
        for i in 0..x.len() {
            if let 1..=2 = x[i] { if y[i] > 3 { continue; } }
            s += if x[i] > 4 { x[i] } else if x[i] == 3 { continue } else { if x[i] == 4 { continue; } 1 };
            y[i] = match x[i] { 7 => continue, 5 => { if s % 2 == 0 { continue; } 40 } v => v + s };
            let w = if x[i] > 8 { if y[i] == 30 { continue; } y[i] } else { 3 };
            y[i] += w;
        }
    }

    #[scan]
    fn values_that_may_panic_and_come_later(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() - 1 {
            let a;
            let b;
            if x[i] > 2 { if x[i] == 3 { continue; } a = 10 / x[i] + 1; b = a / 2; } else { b = 7; a = b / (x[i + 1] + 1) + 1; }
            let c: i32;
            if x[i] == 9 { continue; } else { c = 60 / (x[i] + 1); }
            y[i] = b / a + c;
        }
    }

    #[scan]
    fn by_match_and_as_a_value(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            match x[i] { 0 => continue, 1 => { y[i] = 70; continue; } v if v > 9 => y[i] = -v, _ => {} }
            let v = if x[i] > 2 { x[i] - 2 } else { continue };
            let w = match v % 4 { 0 => 1, 1 => continue, 2 => 3, _ => { let half = v / 2; half + half % 2 } };
            { if v > 5 { if w > 1 { continue; } } }
            y[i] += w;
        }
    }

    #[scan]
    fn names_of_blocks_that_are_values(x: i32, y: i32) {
        let lim = 5;
        #[parallel_for]
        for i in 0..y.len() {
            let a = x[i];
            let b = { let a = a * 2; if a > 16 { continue; } a };
            let c = { let lim = b + 1; if lim == 3 { continue; } if lim > 9 { if a == 6 { continue; } } lim + a };
            let x = { let x = x[i] + 1; if x > 9 { continue; } x };
            y[i] = a + 10 * b + 100 * c + 10_000 * lim + x;
        }
    }

    #[scan]
    fn leaving_a_loop_in_an_iteration(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() - 9 {
            let mut s = 0;
            for k in 0..9 {
                if x[i + k] > 4 { if x[i + k] == 9 { break; } if k == 3 { continue; } s += 1; }
                let v = match x[i + k] { 7 => break, 2 => continue, v => v };
                s += v;
            }
            y[i] = s;
        }
    }

    #[scan]
    fn bins_under_what_may_panic(x: i32, y: i32) {
        let n = x.len();
        let (a, b) = y.split_at_mut(40);
        let (a, b): (&mut [i32], &mut [i32]) = (a, &mut b[..40]);
        #[reduce(+ : a, b)]
        for i in 0..n {
            if x[(i * 3) % n] == 1 { continue; }
            a[i % 17] += 7;
            b[i % 16] += x[i];
        }
    }

    #[scan]
    fn a_sum_and_what_one_result_divides(x: i32, y: i32) {
        let (mut sum, mut most) = (0i64, i64::MIN);
        #[reduce(+ : sum, max : most)]
        for i in 0..x.len() - 1 {
            if x[i] < 2 { continue; }
            sum += x[i] as i64;
            if x[i] > 3 { let g = 1000 / (x[i + 1] as i64 + 1); most = most.max(g); }
        }
        (y[0], y[1]) = (sum as i32, most as i32);
    }
}

/// Functions of an array with a 0 in it, by which an iteration divides.
macro_rules! panics {
    ($($(#[$attribute:meta])* fn $name:ident($x:ident, $y:ident) $body:block)*) => { $(
        mod $name {
            use super::*;

            $(#[$attribute])*
            fn run($x: &[i32], $y: &mut [i32]) $body

            #[test]
            fn as_the_loop_does() {
                let mut x: Vec<i32> = (0..3_001).map(|k| k % 9 + 1).collect();
                let results = || {
                    let mut y = vec![0; x.len()];
                    run(&x, &mut y);
                    y
                };
                same(stringify!($name), results);
                x[2_000] = 0;
                let text = |kind| {
                    let settings = Settings::from_environment().device(kind);
                    left(&mut vec![0; x.len()], |y| settings.scope(|| run(&x, y))).1
                };
                let expected = text(DeviceKind::Loop);
                for kind in [DeviceKind::Host, DeviceKind::Any] {
                    assert_eq!(text(kind), expected, "{kind:?}");
                }
            }
        }
    )* };
}

panics! {
    #[scan]
    fn what_is_stored_anew(x, y) {
        #[parallel_for]
        for i in 0..y.len() {
            if x[i] < 3 { y[i] = 10 / x[i]; }
            y[i] = 5;
        }
    }

    #[scan]
    fn where_the_other_branch_stores(x, y) {
        #[parallel_for]
        for i in 0..y.len() {
            if x[i] >= 3 { y[i] = 5; } else { let _unused = 10 / x[i]; }
        }
    }

    #[scan]
    fn what_one_of_two_stores_needs(x, y) {
        let (a, b) = y.split_at_mut(x.len() / 2);
        #[parallel_for]
        for i in 0..b.len() - 1 {
            let at = i + 1 + x.len() / 2;
            if x[at] < 3 {
                let q = 10 / x[at];
                a[i] = 6;
                if x[i] > 900 { b[i] = q; }
            }
        }
    }

    #[scan]
    fn before_the_iteration_ends(x, y) {
        #[parallel_for]
        for i in 0..y.len() {
            if x[i] < 5 { let q = 7 / x[i]; if x[i] < 3 { continue; } y[i] = q; }
            y[i] += 1;
        }
    }

    #[scan]
    fn beside_two_sums(x, y) {
        let (mut a, mut b) = (0i32, 0i32);
        #[reduce(+ : a, b)]
        for i in 0..x.len() {
            if x[i] > 6 { continue; }
            let q = 7 / x[i];
            if x[i] > 8 { b += q; }
            a += 1;
        }
        (y[0], y[1]) = (a, b);
    }

    #[scan]
    fn where_nothing_is_combined(x, y) {
        let mut s = 0i32;
        #[reduce(+ : s)]
        for i in 0..x.len() { if x[i] < 4 { let _u = 10 / x[i]; continue; } s += 1; }
        y[0] = s;
    }

    #[scan]
    fn in_the_other_branch_of_a_sum(x, y) {
        let mut s = 0i32;
        #[scan(+ : s)]
        for i in 0..x.len() { if x[i] > 4 { s += 1; } else if x[i] < 3 { let _u = 10 / x[i]; } else { s += 3; } y[i] = s; }
    }

    #[scan]
    fn where_an_element_keeps_its_value(x, y) {
        #[scan(+ : y)]
        for i in 1..x.len() {
            if x[i] > 4 { assert!(x[i] < 20); y[i] = y[i - 1]; continue; }
            if x[i] < 4 { let _u = 10 / x[i]; y[i] = y[i - 1]; } else { y[i] = y[i - 1] + x[i]; }
        }
    }

    #[scan]
    fn what_decides_that_it_ends(x, y) {
        let mut s = 0i32;
        #[reduce(+ : s)]
        for i in 0..x.len() { if x[i] < 3 { if 10 / x[i] > 2 { continue; } continue; } s += 1; }
        y[0] = s;
    }

    #[scan]
    fn where_one_of_two_is_combined(x, y) {
        let (mut s, mut most) = (0i32, 0i32);
        #[reduce(+ : s, max : most)]
        for i in 0..x.len() { most = most.max(x[i]); if x[i] > 2 { s += 1; } else { let _u = 10 / x[i]; } }
        (y[0], y[1]) = (s, most);
    }

    #[scan]
    fn where_nothing_is_counted(x, y) {
        let mut k = 0;
        #[scan(+ : k)]
        for i in 0..x.len() { if x[i] < 4 { let _u = 10 / x[i]; continue; } y[k] = 1; k += 1; }
    }

    #[scan]
    fn where_nothing_is_pushed(x, y) {
        let mut out = Vec::new();
        #[scan(+ : out)]
        for i in 0..x.len() { if x[i] < 4 { let _u = 10 / x[i]; continue; } out.push(x[i]); }
        y[0] = out.len() as i32;
    }

    #[scan]
    fn what_a_match_does_before_it_ends(x, y) {
        let (mut s, mut any) = (0i32, false);
        #[reduce(+ : s)]
        for i in 0..x.len() { let v = match x[i] { 0..=3 => { let _u = 10 / x[i]; continue } v => v }; s += v; }
        #[reduce(|| : any)]
        for i in 0..x.len() { if x[i] < 5 { let _u = 10 / x[i]; continue; } any = any || x[i] == 3; }
        (y[0], y[1]) = (s, any as i32);
    }

    #[scan]
    fn in_a_branch_of_a_match(x, y) {
        let mut s = 0i32;
        #[reduce(+ : s)]
        for i in 0..x.len() { s += match x[i] { 1..=3 => 4, 4..=10 => x[i], _ => unreachable!() }; }
        y[0] = s;
    }

    #[scan]
    fn in_a_statement(x, y) {
        let mut s = 0i32;
        #[scan(+ : s)]
        for i in 0..x.len() { if x[i] == 0 { panic!("nothing at {i}"); } s += x[i]; y[i] = s; }
    }

    #[scan]
    fn in_an_independent_iteration(x, y) {
        #[parallel_for]
        for i in 0..x.len() { let v = if x[i] != 0 { x[i] } else { unreachable!() }; y[i] = v; }
    }
}
