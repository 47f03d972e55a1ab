//! Enums' variants as the numbers that loops have in their place. Nothing is asked of the enum: its variants are matched by their paths.

/// The number of the variant in `$value`, a place: how many stand before it, or how many there are if it is none of these.
///
/// With braces only a variant without data is matched, and rustc refuses a constant: what equals one need not be the same.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_of {
    ($value:expr; $($variant:path),+) => {
        'found: {
            let mut scan_number = 0u8;
            $(
                #[allow(unreachable_patterns, unreachable_code, reason = "one variant may have two names")]
                if ::core::matches!($value, $variant {}) {
                    break 'found scan_number;
                }
                scan_number += 1;
            )+
            scan_number
        }
    };
}

/// Puts the variant with this number into `$place`, which stays as it is if there is none.
#[doc(hidden)]
#[macro_export]
macro_rules! __set_variant {
    ($place:expr, $number:expr; $($variant:path),+) => {{
        let mut scan_before: u8 = $number;
        $(
            if scan_before == 0 {
                $place = $variant;
            }
            scan_before = scan_before.wrapping_sub(1);
        )+
        let _ = scan_before;
    }};
}

/// Whether the numbers tell all variants apart: no two of them are one, after `==` also for the enum's own comparison, and nothing is done
/// when one is replaced.
#[doc(hidden)]
#[macro_export]
macro_rules! __are_distinct {
    (== $($variant:path),+) => {
        $crate::__are_distinct!($($variant),+)
            && $crate::launch::are_equal_to_themselves_alone(|| [$($variant),+], |scan_one, scan_other| *scan_one == *scan_other)
    };
    ($($variant:path),+) => {
        $crate::launch::are_in_order(|| [$($variant),+], |scan_one| $crate::__number_of!(*scan_one; $($variant),+))
    };
}

/// Whether a clone of each variant is that variant, in the same way.
#[doc(hidden)]
#[macro_export]
macro_rules! __are_cloned {
    ($($variant:path),+) => {
        $crate::launch::are_in_order(
            || [$($variant),+],
            |scan_one| {
                let scan_cloned = ::core::clone::Clone::clone(scan_one);
                $crate::__number_of!(scan_cloned; $($variant),+)
            },
        )
    };
}

/// Whether the variants have the numbers 0, 1 and so on. There are none if something were done when they are dropped.
#[inline(always)]
pub fn are_in_order<E, const N: usize>(variants: impl FnOnce() -> [E; N], number: impl Fn(&E) -> u8) -> bool {
    !std::mem::needs_drop::<E>() && variants().iter().zip(0..).all(|(one, place)| number(one) == place)
}

/// Whether each variant equals itself and no other.
#[inline(always)]
pub fn are_equal_to_themselves_alone<E, const N: usize>(
    variants: impl FnOnce() -> [E; N],
    equal: impl Fn(&E, &E) -> bool,
) -> bool {
    let variants = variants();
    let places = || variants.iter().enumerate();
    places().all(|(one, a)| places().all(|(other, b)| equal(a, b) == (one == other)))
}

#[cfg(test)]
mod tests {
    use crate::launch::{are_cloned, are_distinct, number_of, set_variant};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[derive(Debug, PartialEq)]
    enum State {
        Code,
        Text,
        Other(Vec<u8>),
    }

    enum Loose {
        A,
        B,
    }

    impl PartialEq for Loose {
        fn eq(&self, _: &Self) -> bool {
            true
        }
    }

    #[derive(Debug)]
    enum Turning {
        Left,
        Right,
    }

    impl Clone for Turning {
        fn clone(&self) -> Self {
            Self::Right
        }
    }

    use Turning as Wending;

    #[test]
    fn variants_have_the_numbers_of_their_places() {
        let number = |state: &State| number_of!(*state; State::Code, State::Text);
        assert_eq!((number(&State::Code), number(&State::Text), number(&State::Other(Vec::new()))), (0, 1, 2));
    }

    #[test]
    fn a_number_that_no_variant_has_changes_nothing() {
        let mut state = State::Other(vec![1]);
        set_variant!(state, 2; State::Code, State::Text);
        assert_eq!(state, State::Other(vec![1]));
        set_variant!(state, 1; State::Code, State::Text);
        assert_eq!(state, State::Text);
        set_variant!(state, 0; State::Code, State::Text);
        assert_eq!(state, State::Code);
    }

    #[test]
    fn what_is_the_same_is_not_distinct() {
        assert!(are_distinct!(Loose::A, Loose::B));
        assert!(!are_distinct!(== Loose::A, Loose::B));
        assert!(!are_distinct!(Turning::Left, Wending::Left));
        assert!(are_distinct!(Turning::Left, Turning::Right) && !are_cloned!(Turning::Left, Turning::Right));
        assert!(are_cloned!(Turning::Right) && !are_cloned!(Turning::Left));
        // It is dropped when it is replaced.
        assert!(!are_distinct!(State::Code, State::Text));
    }

    static DROPS: AtomicUsize = AtomicUsize::new(0);

    #[derive(PartialEq)]
    enum Dropped {
        A,
        B,
    }

    impl Drop for Dropped {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn nothing_is_made_that_would_be_dropped() {
        assert!(!are_distinct!(== Dropped::A, Dropped::B));
        assert_eq!(DROPS.load(Ordering::Relaxed), 0);
    }
}
