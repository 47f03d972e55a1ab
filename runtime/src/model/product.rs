//! Values that one loop carries together: each with an operator of its own, in one scan.

use crate::model::element::Element;
use crate::model::operator::{Role, Semigroup};
use crate::model::value::{Field, Layout, Value};
use std::any::Any;
use std::mem::offset_of;

/// What kernels call the type of what is carried. They name its fields after the variables: see [`crate::launch::Loop::fields`].
pub(crate) const CARRIED: &str = "scan_t";

const fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

macro_rules! products {
    ($($name:ident $count:literal: $($type:ident $op:ident $value:ident $place:tt),+;)*) => { $(
        #[doc = concat!($count, " values that one loop carries together.")]
        #[repr(C)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name<$($type),+>($(#[doc = "A carried value."] pub $type),+);

        impl<$($type),+> $name<$($type),+> {
            /// The values before the first iteration; `None` where one of them is not to be had.
            #[inline]
            #[allow(clippy::too_many_arguments, reason = "one for each value; only generated code calls it")]
            pub fn start($($value: Option<$type>),+) -> Option<Self> {
                Some(Self($($value?),+))
            }
        }

        // SAFETY: the memory is a value where that of each field is.
        unsafe impl<$($type: Element),+> Value for $name<$($type),+> {
            const NEEDS_FP64: bool = $($type::NEEDS_FP64)||+;
            const ROUNDING: f64 = {
                let mut most = 0.0;
                $(most = greater(most, $type::ROUNDING);)+
                most
            };
            const ANY_BYTES: bool = $($type::ANY_BYTES)&&+;
            const LAYOUT: Option<&'static Layout> = Some(&Layout {
                name: CARRIED,
                size: size_of::<Self>(),
                fields: &[$(Field { name: stringify!($place), offset: offset_of!(Self, $place), layout: $type::LAYOUT }),+],
            });

            unsafe fn is_value(memory: *const Self) -> bool {
                // SAFETY: fields of what is as the caller promises.
                unsafe { $($type::is_value(&raw const (*memory).$place))&&+ }
            }

            fn same(&self, other: &Self, tolerance: f64) -> bool {
                $(self.$place.same(&other.$place, tolerance))&&+
            }

            fn magnitude(&self) -> f64 {
                [$(self.$place.magnitude()),+].into_iter().fold(0.0, f64::max)
            }

            fn parts(self) -> Vec<Box<dyn Any>> {
                vec![$(Box::new(self.$place)),+]
            }

            fn part(&self, number: usize) -> Option<&dyn Any> {
                match number {
                    $($place => Some(&self.$place),)+
                    _ => None,
                }
            }

            fn describe(&self) -> String {
                format!("({})", [$(self.$place.describe()),+].join(", "))
            }
        }

        // Nobody but generated code has use for it.
        #[diagnostic::do_not_recommend]
        // SAFETY: kernels define `scan_t` as a struct of the fields' types in their order, which is `repr(C)`; before they are launched
        // the runtime compares the sizes and offsets.
        unsafe impl<$($type: Element),+> Element for $name<$($type),+> {
            const OPENCL_TYPE: &'static str = CARRIED;
        }

        // SAFETY: there is no text.
        unsafe impl<$($type: Semigroup<$op>, $op),+> Semigroup<($($op),+)> for $name<$($type),+> {
            /// Kernels with several carried values have their operator themselves.
            const COMBINE: &'static str = "";
            const NEEDS_FP64: bool = $(<$type as Semigroup<$op>>::NEEDS_FP64)||+;
            const NEEDS_ROUNDED_DIVISION: bool = $($type::NEEDS_ROUNDED_DIVISION)||+;
            const ROLE: Role = Role::of_all(&[$(<$type as Semigroup<$op>>::ROLE),+]);
            const MAY_PANIC: bool = $($type::MAY_PANIC)||+;

            #[inline]
            fn takes_later(earlier: Self, later: Self) -> bool {
                A::takes_later(earlier.0, later.0)
            }

            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                let mut takes_later = false;
                Self($($type::combine_among(earlier.$place, later.$place, &mut takes_later)),+)
            }
        }
    )* };
}

products! {
    Product2 "Two": A OpA a 0, B OpB b 1;
    Product3 "Three": A OpA a 0, B OpB b 1, C OpC c 2;
    Product4 "Four": A OpA a 0, B OpB b 1, C OpC c 2, D OpD d 3;
    Product5 "Five": A OpA a 0, B OpB b 1, C OpC c 2, D OpD d 3, E OpE e 4;
    Product6 "Six": A OpA a 0, B OpB b 1, C OpC c 2, D OpD d 3, E OpE e 4, F OpF f 5;
    Product12 "Twelve": A OpA a 0, B OpB b 1, C OpC c 2, D OpD d 3, E OpE e 4, F OpF f 5, G OpG g 6, H OpH h 7, I OpI i 8, J OpJ j 9, K OpK k 10, L OpL l 11;
    Product20 "Twenty": A OpA a 0, B OpB b 1, C OpC c 2, D OpD d 3, E OpE e 4, F OpF f 5, G OpG g 6, H OpH h 7, I OpI i 8, J OpJ j 9, K OpK k 10, L OpL l 11, M OpM m 12, N OpN n 13, O OpO o 14, P OpP p 15, Q OpQ q 16, R OpR r 17, S OpS s 18, T OpT t 19;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::operator::{Add, Along, Flipped, Greatest, GreatestLast, Least, Max};

    #[test]
    fn each_value_has_its_own_operator() {
        let combine = <Product2<i64, i8> as Semigroup<(Add, Max)>>::combine;
        let Product2(sum, most) = combine(Product2(3, -4), Product2(-5, 7));
        assert_eq!((sum, most), (-2, 7));
        let Product2(_, zero) =
            <Product2<i64, f32> as Semigroup<(Add, Flipped<Max>)>>::combine(Product2(0, 0.0), Product2(0, -0.0));
        assert!(zero.is_sign_negative());
    }

    #[test]
    fn what_goes_along_goes_with_the_choice_before_it() {
        type Ops = (Greatest, Along, Add, Least, Along);
        let combine = <Product5<f32, usize, i32, u8, u16> as Semigroup<Ops>>::combine;
        let Product5(most, at, sum, least, place) = combine(Product5(1.0, 10, 1, 5, 100), Product5(2.0, 20, 2, 6, 200));
        assert_eq!((most, at, sum, least, place), (2.0, 20, 3, 5, 100));
    }

    #[test]
    fn of_equals_the_first_or_the_last() {
        let first = <Product2<i32, u8> as Semigroup<(Greatest, Along)>>::combine(Product2(5, 1), Product2(5, 2));
        let last = <Product2<i32, u8> as Semigroup<(GreatestLast, Along)>>::combine(Product2(5, 1), Product2(5, 2));
        assert_eq!((first.1, last.1), (1, 2));
    }

    #[test]
    fn a_number_is_chosen_over_nan_on_either_side() {
        let combine = <Product2<f64, u8> as Semigroup<(Greatest, Along)>>::combine;
        assert_eq!(combine(Product2(f64::NAN, 1), Product2(-1.0, 2)).1, 2);
        assert_eq!(combine(Product2(-1.0, 1), Product2(f64::NAN, 2)).1, 1);
    }

    #[test]
    fn the_layout_is_that_of_c() {
        let layout = <Product3<u8, f64, bool> as Value>::LAYOUT.expect("a layout");
        assert_eq!(layout.fields.iter().map(|field| field.offset).collect::<Vec<_>>(), [0, 8, 16]);
        assert_eq!((layout.name, layout.size), ("scan_t", 24));
    }

    #[test]
    fn a_start_is_all_or_nothing() {
        assert!(Product2::start(Some(1), None::<u8>).is_none());
        assert!(Product2::start(Some(1), Some(2)).is_some());
    }
}
