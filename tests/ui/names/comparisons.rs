use scan_runtime::reduce;
use std::cmp::Ordering;

mod paths {
    use super::*;

    #[allow(non_snake_case)]
    mod Ord {
        pub fn cmp(a: &i32, b: &i32) -> std::cmp::Ordering {
            b.cmp(a)
        }
    }

    mod f64 {
        pub fn total_cmp(a: &f64, b: &f64) -> std::cmp::Ordering {
            b.partial_cmp(a).unwrap()
        }
    }

    #[reduce(max : max_by)]
    fn of_a_module(x: &[i32]) -> Option<&i32> {
        x.iter().max_by(|a, b| Ord::cmp(a, b))
    }

    #[reduce(max : max_by)]
    fn by_its_path(x: &[core::primitive::f64]) -> Option<core::primitive::f64> {
        x.iter().copied().max_by(f64::total_cmp)
    }
}

mod methods {
    use super::*;

    trait Other: Sized {
        fn total_cmp(&self, other: &Self) -> Ordering;
        fn partial_cmp(self, other: &Self) -> Option<Ordering>;
    }

    impl Other for f32 {
        fn total_cmp(&self, _: &Self) -> Ordering {
            Ordering::Equal
        }

        fn partial_cmp(self, _: &Self) -> Option<Ordering> {
            None
        }
    }

    impl Other for &f32 {
        fn total_cmp(&self, _: &Self) -> Ordering {
            Ordering::Equal
        }

        fn partial_cmp(self, _: &Self) -> Option<Ordering> {
            None
        }
    }

    #[reduce(max : max_by)]
    fn of_a_value(x: &[f32]) -> Option<f32> {
        x.iter().copied().max_by(|&a, &b| a.partial_cmp(&b).unwrap())
    }

    #[reduce(max : max_by)]
    fn behind_references(x: &[f32]) -> Option<&f32> {
        x.iter().max_by(|a, b| a.total_cmp(b))
    }
}

mod reversed {
    use scan_runtime::reduce;

    #[allow(non_snake_case)]
    fn Reverse(v: i32) -> i32 {
        v
    }

    #[reduce(min : max_by_key)]
    fn by_its_name(x: &[i32]) -> Option<&i32> {
        x.iter().max_by_key(|v| Reverse(**v))
    }
}

fn main() {}
