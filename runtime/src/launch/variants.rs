//! Enums' variants as the numbers that loops have in their place. Nothing is asked of the enum: its variants are matched by their paths.

/// The number of the variant in `$value`, a place: how many stand before it, or how many there are if it is none of these.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_of {
    ($value:expr; $($variant:path),+) => {
        'found: {
            let mut number = 0u8;
            $(
                #[allow(unreachable_patterns, unreachable_code, reason = "constants may be the same")]
                if ::core::matches!($value, $variant) {
                    break 'found number;
                }
                number += 1;
            )+
            number
        }
    };
}

/// Puts the variant with this number into `$place`, which stays as it is if there is none.
#[doc(hidden)]
#[macro_export]
macro_rules! __set_variant {
    ($place:expr, $number:expr; $($variant:path),+) => {{
        let mut before: u8 = $number;
        $(
            if before == 0 {
                $place = $variant;
            }
            before = before.wrapping_sub(1);
        )+
        let _ = before;
    }};
}

/// Whether the numbers tell all variants apart: no two of them are one constant, after `==` also for the enum's own comparison, and
/// nothing is done when one is replaced.
#[doc(hidden)]
#[macro_export]
macro_rules! __are_distinct {
    (== $($variant:path),+) => {
        $crate::__are_distinct!(@numbered [$($variant),+] $($variant),+)
            && $crate::__are_distinct!(@rows [$($variant),+] $($variant),+)
    };
    ($($variant:path),+) => { $crate::__are_distinct!(@numbered [$($variant),+] $($variant),+) };
    (@numbered $all:tt $first:path $(, $variant:path)*) => {
        $crate::launch::are_in_order(
            &$first,
            &[$crate::__are_distinct!(@number $all $first) $(, $crate::__are_distinct!(@number $all $variant))*],
        )
    };
    (@number [$($all:path),+] $variant:path) => { $crate::__number_of!($variant; $($all),+) };
    (@rows $all:tt $($variant:path),+) => {
        $crate::launch::are_equal_to_themselves_alone(&[$(&$crate::__are_distinct!(@row $all $variant)),+])
    };
    (@row [$($all:path),+] $variant:path) => { [$($variant == $all),+] };
}

/// Whether a clone of each variant is that variant, in the same way.
#[doc(hidden)]
#[macro_export]
macro_rules! __are_cloned {
    ($($variant:path),+) => { $crate::__are_cloned!(@each [$($variant),+] $($variant),+) };
    (@each $all:tt $first:path $(, $variant:path)*) => {
        $crate::launch::are_in_order(
            &$first,
            &[$crate::__are_cloned!(@number $all $first) $(, $crate::__are_cloned!(@number $all $variant))*],
        )
    };
    (@number [$($all:path),+] $variant:path) => { $crate::__number_of!(::core::clone::Clone::clone(&$variant); $($all),+) };
}

/// Whether variants, of which this is one, have the numbers 0, 1 and so on, and nothing is done when one is replaced.
#[inline(always)]
pub fn are_in_order<E>(_one: &E, numbers: &[u8]) -> bool {
    !std::mem::needs_drop::<E>() && numbers.iter().zip(0..).all(|(number, place)| *number == place)
}

/// Whether each value equals itself and no other, of a table of all comparisons.
#[inline(always)]
pub fn are_equal_to_themselves_alone<const N: usize>(rows: &[&[bool; N]]) -> bool {
    rows.iter().enumerate().all(|(one, row)| row.iter().enumerate().all(|(other, equal)| *equal == (one == other)))
}

#[cfg(test)]
mod tests {
    use crate::launch::{are_cloned, are_distinct, number_of, set_variant};

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

    const ONE: u8 = 1;
    const UNO: u8 = 1;

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
        assert!(!are_distinct!(ONE, UNO));
        assert!(are_distinct!(Turning::Left, Turning::Right) && !are_cloned!(Turning::Left, Turning::Right));
        assert!(are_cloned!(ONE));
        // It is dropped when it is replaced.
        assert!(!are_distinct!(State::Code, State::Text));
    }
}
