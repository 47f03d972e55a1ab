//! Arithmetic as a loop's bounds have it, where it matters before they are evaluated whether that panics.

/// A number that is computed with. `None` says where an operator panics; in builds without overflow checks it may wrap there.
pub trait Checked: Copy {
    /// `self + right`.
    fn add(self, right: Self) -> Option<Self>;
    /// `self - right`.
    fn sub(self, right: Self) -> Option<Self>;
    /// `self * right`.
    fn mul(self, right: Self) -> Option<Self>;
    /// `self / right`.
    fn div(self, right: Self) -> Option<Self>;
    /// `self % right`.
    fn rem(self, right: Self) -> Option<Self>;
    /// `-self`.
    fn neg(self) -> Option<Self>;
    /// `self << bits`.
    fn shl<B: TryInto<u32>>(self, bits: B) -> Option<Self>;
    /// `self >> bits`.
    fn shr<B: TryInto<u32>>(self, bits: B) -> Option<Self>;
}

/// Implements the operators on two numbers of one type, given what each does.
macro_rules! binary {
    ($($name:ident = $operation:expr;)*) => {
        $(fn $name(self, right: Self) -> Option<Self> {
            $operation(self, right)
        })*
    };
}

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Checked for $type {
            binary! {
                add = Self::checked_add;
                sub = Self::checked_sub;
                mul = Self::checked_mul;
                div = Self::checked_div;
                rem = Self::checked_rem;
            }

            fn neg(self) -> Option<Self> {
                self.checked_neg()
            }

            fn shl<B: TryInto<u32>>(self, bits: B) -> Option<Self> {
                self.checked_shl(bits.try_into().ok()?)
            }

            fn shr<B: TryInto<u32>>(self, bits: B) -> Option<Self> {
                self.checked_shr(bits.try_into().ok()?)
            }
        }
    )* };
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! floats {
    ($($type:ident)*) => { $(
        impl Checked for $type {
            binary! {
                add = |left, right| Some(left + right);
                sub = |left, right| Some(left - right);
                mul = |left, right| Some(left * right);
                div = |left, right| Some(left / right);
                rem = |left, right| Some(left % right);
            }

            fn neg(self) -> Option<Self> {
                Some(-self)
            }

            fn shl<B: TryInto<u32>>(self, _bits: B) -> Option<Self> {
                None
            }

            fn shr<B: TryInto<u32>>(self, _bits: B) -> Option<Self> {
                None
            }
        }
    )* };
}

floats! { f32 f64 }

#[cfg(test)]
mod tests {
    use super::Checked;

    #[test]
    fn what_panics_is_none() {
        assert_eq!(Checked::sub(0usize, 1), None);
        assert_eq!(Checked::sub(1usize, 1), Some(0));
        assert_eq!(Checked::div(i32::MIN, -1), None);
        assert_eq!(Checked::rem(7, 0), None);
        assert_eq!(Checked::neg(i8::MIN), None);
        assert_eq!(Checked::shl(1u32, 31usize), Some(1 << 31));
        assert_eq!(Checked::shl(1u32, 1u64 << 32), None);
        assert_eq!(Checked::shr(1u8, -1), None);
        assert_eq!(Checked::div(1.0, 0.0), Some(f64::INFINITY));
    }
}
