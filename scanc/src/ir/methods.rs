//! The methods of primitive types that kernels know, a row for each. Whoever wants to know what a method takes or gives asks here.

use super::{Float, Int, Scalar};

/// The types that an operator or a method is defined for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    Scalars,
    Numbers,
    /// Signed integers and floats.
    Negatable,
    Integers,
    SignedIntegers,
    UnsignedIntegers,
    Floats,
    /// Integers and `bool`.
    Bits,
    /// Totally ordered: `Ord`.
    Ordered,
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// Of the receiver's type.
    Same,
    U32,
    I32,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A value of the receiver's type.
    Same,
    Bool,
    U32,
    /// An unsigned integer of the receiver's width.
    Unsigned,
    /// The unsigned integer that holds a float's bits.
    Bits,
}

/// What a method takes and gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    pub(crate) method: Method,
    pub(crate) receiver: Set,
    pub(crate) arguments: &'static [Argument],
    pub(crate) outcome: Outcome,
}

macro_rules! methods {
    ($($name:literal $method:ident, $receiver:ident $arguments:tt -> $outcome:ident;)*) => {
        /// Methods of primitive types that kernels know. Those whose result Rust itself leaves unspecified within rounding (`sin`, `exp`,
        /// …) are within the device's documented error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is the method of the same name in the standard library")]
        pub enum Method {
            $($method,)*
            /// Itself, and a panic unless its magnitude is at most the other's.
            Within,
            /// Itself, and a panic unless it is positive and finite.
            Positive,
            /// A function, not a method: `f32::from_bits(a)`.
            FromBits,
        }

        impl Method {
            /// Its name in Rust.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$method => $name,)*
                    Self::Within => "within",
                    Self::Positive => "positive",
                    Self::FromBits => "from_bits",
                }
            }
        }

        impl Signature {
            /// The method of this name. Integer arithmetic wraps in kernels, so `wrapping_pow` is `pow`, and `wrapping_abs` is `abs`.
            pub(crate) fn of(name: &str) -> Option<Self> {
                #[allow(clippy::enum_glob_use)]
                use Argument::*;
                Some(match name {
                    $($name => Self {
                        method: Method::$method,
                        receiver: Set::$receiver,
                        arguments: &$arguments,
                        outcome: Outcome::$outcome,
                    },)*
                    "wrapping_abs" => Self { receiver: Set::SignedIntegers, ..Self::of("abs")? },
                    "wrapping_pow" => return Self::of("pow").map(|pow| Self { receiver: Set::Integers, ..pow }),
                    _ => return None,
                })
            }
        }
    };
}

methods! {
    "min" Min, Scalars [Same] -> Same;
    "max" Max, Scalars [Same] -> Same;
    "clamp" Clamp, Scalars [Same, Same] -> Same;
    "abs" Abs, Negatable [] -> Same;
    "signum" Signum, Negatable [] -> Same;
    "wrapping_add" WrappingAdd, Integers [Same] -> Same;
    "wrapping_sub" WrappingSub, Integers [Same] -> Same;
    "wrapping_mul" WrappingMul, Integers [Same] -> Same;
    "wrapping_neg" WrappingNeg, Integers [] -> Same;
    "wrapping_shl" WrappingShl, Integers [U32] -> Same;
    "wrapping_shr" WrappingShr, Integers [U32] -> Same;
    "saturating_add" SaturatingAdd, Integers [Same] -> Same;
    "saturating_sub" SaturatingSub, Integers [Same] -> Same;
    "abs_diff" AbsDiff, Integers [Same] -> Unsigned;
    "rem_euclid" RemEuclid, Numbers [Same] -> Same;
    "div_euclid" DivEuclid, Numbers [Same] -> Same;
    "pow" Pow, Integers [U32] -> Same;
    "count_ones" CountOnes, Integers [] -> U32;
    "count_zeros" CountZeros, Integers [] -> U32;
    "leading_zeros" LeadingZeros, Integers [] -> U32;
    "trailing_zeros" TrailingZeros, Integers [] -> U32;
    "rotate_left" RotateLeft, Integers [U32] -> Same;
    "rotate_right" RotateRight, Integers [U32] -> Same;
    "swap_bytes" SwapBytes, Integers [] -> Same;
    "reverse_bits" ReverseBits, Integers [] -> Same;
    "unsigned_abs" UnsignedAbs, SignedIntegers [] -> Unsigned;
    "is_power_of_two" IsPowerOfTwo, UnsignedIntegers [] -> Bool;
    "is_multiple_of" IsMultipleOf, UnsignedIntegers [Same] -> Bool;
    "is_positive" IsPositive, SignedIntegers [] -> Bool;
    "is_negative" IsNegative, SignedIntegers [] -> Bool;
    "sqrt" Sqrt, Floats [] -> Same;
    "floor" Floor, Floats [] -> Same;
    "ceil" Ceil, Floats [] -> Same;
    "round" Round, Floats [] -> Same;
    "trunc" Trunc, Floats [] -> Same;
    "fract" Fract, Floats [] -> Same;
    "mul_add" MulAdd, Floats [Same, Same] -> Same;
    "recip" Recip, Floats [] -> Same;
    "powi" Powi, Floats [I32] -> Same;
    "powf" Powf, Floats [Same] -> Same;
    "exp" Exp, Floats [] -> Same;
    "exp2" Exp2, Floats [] -> Same;
    "ln" Ln, Floats [] -> Same;
    "log2" Log2, Floats [] -> Same;
    "log10" Log10, Floats [] -> Same;
    "sin" Sin, Floats [] -> Same;
    "cos" Cos, Floats [] -> Same;
    "tan" Tan, Floats [] -> Same;
    "asin" Asin, Floats [] -> Same;
    "acos" Acos, Floats [] -> Same;
    "atan" Atan, Floats [] -> Same;
    "atan2" Atan2, Floats [Same] -> Same;
    "sinh" Sinh, Floats [] -> Same;
    "cosh" Cosh, Floats [] -> Same;
    "tanh" Tanh, Floats [] -> Same;
    "hypot" Hypot, Floats [Same] -> Same;
    "cbrt" Cbrt, Floats [] -> Same;
    "to_degrees" ToDegrees, Floats [] -> Same;
    "to_radians" ToRadians, Floats [] -> Same;
    "copysign" Copysign, Floats [Same] -> Same;
    "is_nan" IsNan, Floats [] -> Bool;
    "is_finite" IsFinite, Floats [] -> Bool;
    "is_infinite" IsInfinite, Floats [] -> Bool;
    "is_sign_negative" IsSignNegative, Floats [] -> Bool;
    "is_sign_positive" IsSignPositive, Floats [] -> Bool;
    "to_bits" ToBits, Floats [] -> Bits;
}

impl Method {
    /// Whether its result is near the true one, and not the number that is nearest to it: in the last bits every library has its own.
    pub fn is_approximated(self) -> bool {
        use Method::*;
        matches!(
            self,
            Powi | Powf
                | Exp
                | Exp2
                | Ln
                | Log2
                | Log10
                | Sin
                | Cos
                | Tan
                | Asin
                | Acos
                | Atan
                | Atan2
                | Sinh
                | Cosh
                | Tanh
                | Hypot
                | Cbrt
        )
    }
}

impl Outcome {
    /// Its type, where the receiver is of this one; `None` where that has no such method.
    pub(crate) fn of(self, receiver: Scalar) -> Option<Scalar> {
        Some(match (self, receiver) {
            (Self::Same, same) => same,
            (Self::Bool, _) => Scalar::Bool,
            (Self::U32, _) => Scalar::Int(Int::U32),
            (Self::Unsigned, Scalar::Int(int)) => Scalar::Int(int.unsigned()),
            (Self::Bits, Scalar::Float(float)) => Scalar::Int(if float == Float::F32 { Int::U32 } else { Int::U64 }),
            (Self::Unsigned | Self::Bits, _) => return None,
        })
    }
}

impl Set {
    /// Whether it has the type.
    pub(crate) fn contains(self, scalar: Scalar) -> bool {
        match scalar {
            Scalar::Bool => matches!(self, Self::Scalars | Self::Bits | Self::Ordered),
            Scalar::Float(_) => matches!(self, Self::Scalars | Self::Numbers | Self::Negatable | Self::Floats),
            Scalar::Int(int) => match self {
                Self::Floats => false,
                Self::Negatable | Self::SignedIntegers => int.signed(),
                Self::UnsignedIntegers => !int.signed(),
                _ => true,
            },
        }
    }

    /// As messages have it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Scalars => "primitive types",
            Self::Numbers => "numbers",
            Self::Negatable => "signed integers and floats",
            Self::Integers => "integers",
            Self::SignedIntegers => "signed integers",
            Self::UnsignedIntegers => "unsigned integers",
            Self::Floats => "floats",
            Self::Bits | Self::Ordered => "integers and `bool`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Signature;

    /// Every method in the book's table is one that a loop may call.
    #[test]
    fn the_methods_of_the_book_are_known() {
        let page = include_str!("../../../examples/book/src/reference/loops.md");
        let table = page.split("Methods of numbers that kernels know:").nth(1).and_then(|rest| rest.split("\n## ").next());
        let rows = table.unwrap_or_default().lines().filter(|line| line.starts_with("| ") && line.contains('`'));
        let names: Vec<&str> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
        assert!(names.len() > 60, "{names:?}");
        let unknown: Vec<&&str> = names.iter().filter(|name| Signature::of(name).is_none() && **name != "from_bits").collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
