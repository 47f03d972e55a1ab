mod counting {
    use scan_runtime::reduce;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static ASSERTED: AtomicUsize = AtomicUsize::new(0);

    macro_rules! assert {
        ($condition:expr) => {
            if $condition {
                ASSERTED.fetch_add(1, Ordering::Relaxed);
            }
        };
    }

    #[reduce(+ : sum)]
    fn f(x: &[u32]) -> u32 {
        let mut sum = 0u32;
        for value in x {
            assert!(*value < 10);
            sum = sum.wrapping_add(*value);
        }
        sum
    }
}

mod of_its_own {
    use scan_runtime::parallel_for;

    macro_rules! debug_assert {
        ($first:expr) => {
            ::core::assert!($first)
        };
        ($first:expr, $message:literal, $second:expr) => {
            ::core::assert!($first && $second)
        };
    }

    #[parallel_for]
    fn f(x: &[u32], y: &mut [u32]) {
        for i in 0..x.len() {
            debug_assert!(x[i] > 0, "{}", x[i] > 3);
            y[i] += x[i];
        }
    }
}

mod macros {
    macro_rules! both {
        ($first:expr) => {
            ::core::assert!($first)
        };
        ($first:expr, $message:literal, $second:expr) => {
            ::core::assert!($first && $second)
        };
    }
    pub(crate) use both as assert;
}

mod imported {
    use super::macros::assert;
    use scan_runtime::parallel_for;

    #[parallel_for]
    fn f(x: &[u32], y: &mut [u32]) {
        for i in 0..x.len() {
            assert!(x[i] > 0, "{}", x[i] > 3);
            y[i] += x[i];
        }
    }
}

mod module_called_std {
    use super::macros as std;
    use scan_runtime::parallel_for;

    #[parallel_for]
    fn f(x: &[u32], y: &mut [u32]) {
        for i in 0..x.len() {
            std::assert!(x[i] > 0, "{}", x[i] > 3);
            y[i] += x[i];
        }
    }
}

fn main() {}
