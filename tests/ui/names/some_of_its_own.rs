#![allow(non_snake_case, non_upper_case_globals)]

use scan_runtime::{parallel_for, reduce, scan};

mod functions {
    use super::*;

    fn Some(v: i32) -> Option<i32> {
        if v > 4 { Option::Some(v + 1) } else { Option::None }
    }

    #[scan(+ : collect)]
    fn collected(x: &[i32]) -> Vec<i32> {
        x.iter().filter_map(|&v| if v > 2 { Some(v) } else { None }).collect()
    }

    #[reduce(+ : sum)]
    fn summed(x: &[i32]) -> i32 {
        x.iter().filter_map(|&v| if v > 2 { Some(v) } else { None }).sum()
    }

    #[parallel_for]
    fn in_an_iteration(x: &[i32], y: &mut [i32]) {
        for i in 0..y.len() {
            y[i] = x.iter().filter_map(|&v| if v > 2 { Some(v) } else { None }).sum();
        }
    }
}

mod constants {
    use super::*;

    const None: Option<i32> = Some(77);

    #[scan(+ : collect)]
    fn collected(x: &[i32]) -> Vec<i32> {
        x.iter().filter_map(|&v| if v > 2 { Some(v) } else { None }).collect()
    }
}

mod conditions {
    use super::*;

    trait Always {
        fn then_some(self, value: i32) -> Option<i32>;
    }

    impl Always for &bool {
        fn then_some(self, value: i32) -> Option<i32> {
            Some(value)
        }
    }

    #[scan(+ : collect)]
    fn collected(x: &[bool]) -> Vec<i32> {
        x.iter().filter_map(|b| b.then_some(1)).collect()
    }
}

fn main() {}
