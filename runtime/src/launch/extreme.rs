//! The greatest or least item of an iterator: a launch says which one it is, by the integers that items are compared by.

use std::iter::Take;

/// Nothing but item `number` of `items`, counted from 0.
#[inline]
pub fn only<I: IntoIterator>(items: I, number: usize) -> Take<I::IntoIter> {
    super::after(items, number).take(1)
}

/// What items are compared by.
pub trait Key {
    /// The integers that have its order.
    type Order: Ord;

    /// As one of them. Floats are in the order of `total_cmp`, or where `is_partial` in that of `partial_cmp`; of one that is no number it is
    /// what every other gives way to, by `greatest` where the greatest is looked for.
    fn order(self, is_partial: bool, greatest: bool) -> Self::Order;
}

/// What `of` gives for an item, in its order: see [`Key::order`].
#[inline]
pub fn key<'i, T, K: Key>(item: &'i T, of: impl FnOnce(&'i T) -> K, is_partial: bool, greatest: bool) -> K::Order {
    of(item).order(is_partial, greatest)
}

impl<K: Key + Copy> Key for &K {
    type Order = K::Order;

    #[inline]
    fn order(self, is_partial: bool, greatest: bool) -> Self::Order {
        (*self).order(is_partial, greatest)
    }
}

impl Key for bool {
    type Order = u8;

    #[inline]
    fn order(self, _is_partial: bool, _greatest: bool) -> u8 {
        u8::from(self)
    }
}

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Key for $type {
            type Order = Self;

            #[inline]
            fn order(self, _is_partial: bool, _greatest: bool) -> Self {
                self
            }
        }
    )* };
}

integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

macro_rules! floats {
    ($($type:ident: $int:ident, $unsigned:ident;)*) => { $(
        impl Key for $type {
            type Order = $int;

            #[inline]
            fn order(self, is_partial: bool, greatest: bool) -> $int {
                let bits = self.to_bits() as $int;
                match bits ^ ((bits >> ($int::BITS - 1)) as $unsigned >> 1) as $int {
                    _ if self.is_nan() => if greatest { $int::MAX } else { $int::MIN },
                    -1 if is_partial => 0,
                    order => order,
                }
            }
        }
    )* };
}

floats! { f32: i32, u32; f64: i64, u64; }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_the_order_of_their_integers() {
        let numbers = [f32::NEG_INFINITY, -1.5, -1e-45, -0.0, 0.0, 1e-45, 1.5, f32::INFINITY];
        for (a, b) in numbers.iter().zip(&numbers[1..]) {
            assert_eq!(a.order(false, true).cmp(&b.order(false, true)), a.total_cmp(b), "{a} {b}");
            assert_eq!(Some(a.order(true, true).cmp(&b.order(true, true))), a.partial_cmp(b), "{a} {b}");
            assert_eq!(f64::from(*a).order(true, false).cmp(&f64::from(*b).order(true, false)), a.partial_cmp(b).unwrap());
        }
        assert_eq!([true, false].map(|greatest| (-f64::NAN).order(false, greatest)), [i64::MAX, i64::MIN]);
    }

    #[test]
    fn one_item_is_what_is_left() {
        assert_eq!(only([3, 5, 7].iter().enumerate(), 1).map(|(_, v)| *v).collect::<Vec<_>>(), [5]);
        assert_eq!(only(0..3, 3).next(), None);
    }
}
