//! Methods of primitive types.

use super::body::Body;
use super::floats::CFloat;
use super::helpers::Helper;
use super::integers::CInt;
use super::operations::{complement, exact, int, scalar};
use super::text::{Level, Text};
use super::{literals, panics};
use crate::ir::{Binary, Expr, Method, Scalar};

impl Body<'_> {
    /// `operands[0].method(operands[1], …)` of the whole expression `expr`.
    pub(super) fn method(&mut self, expr: &Expr, method: Method, operands: &[Expr]) -> Text {
        let receiver = scalar(&operands[0].ty);
        let texts = self.operand_list(&operands.iter().collect::<Vec<_>>());
        let checked = self.may_panic(expr);
        match (receiver, method) {
            (_, Method::FromBits) => Text::call(&format!("as_{}", scalar(&expr.ty).opencl()), &plain(texts)),
            (Scalar::Float(float), _) => self.float_method(method, &CFloat(float), texts, checked),
            _ => self.int_method(method, operands, texts, checked),
        }
    }

    fn int_method(&mut self, method: Method, operands: &[Expr], texts: Vec<Text>, checked: bool) -> Text {
        let (c, ty) = (int(&operands[0].ty), scalar(&operands[0].ty));
        match method {
            Method::WrappingAdd => self.on_two(Binary::Add, ty, texts),
            Method::WrappingSub => self.on_two(Binary::Sub, ty, texts),
            Method::WrappingMul => self.on_two(Binary::Mul, ty, texts),
            Method::WrappingShl => self.on_shift(Binary::Shl, &c, texts),
            Method::WrappingShr => self.on_shift(Binary::Shr, &c, texts),
            Method::WrappingNeg => self.negated(only(texts), &c),
            Method::IsPositive => Text::binary(">", Level::Relation, only(texts), Text::atom("0")).exactly(false),
            Method::IsNegative => Text::binary("<", Level::Relation, only(texts), Text::atom("0")).exactly(false),
            Method::Min => overloaded("min", texts, ty),
            Method::Max => overloaded("max", texts, ty),
            Method::Clamp if !checked => overloaded("clamp", texts, ty),
            Method::SaturatingAdd => overloaded("add_sat", texts, ty),
            Method::SaturatingSub => overloaded("sub_sat", texts, ty),
            Method::AbsDiff if !c.0.signed() => overloaded("abs_diff", texts, ty),
            Method::CountOnes => counted("popcount", only(texts), ty),
            Method::CountZeros => counted("popcount", complement(only(texts), &c), ty),
            Method::LeadingZeros => counted("clz", only(texts), ty),
            Method::IsPowerOfTwo => {
                Text::binary("==", Level::Equality, overloaded("popcount", texts, ty), Text::atom("1")).exactly(false)
            }
            Method::IsMultipleOf if panics::literal(&operands[1]).is_some_and(|divisor| divisor != 0) => {
                let remainder = self.on_two(Binary::Rem, ty, texts);
                Text::binary("==", Level::Equality, remainder, Text::atom("0")).exactly(false)
            }
            Method::SwapBytes if c.0.bits() == 8 => only(texts),
            Method::DivEuclid if !c.0.signed() => self.unsigned_division("div", "/", Binary::Div, &c, texts, checked),
            Method::RemEuclid if !c.0.signed() => self.unsigned_division("rem", "%", Binary::Rem, &c, texts, checked),
            _ => self.helped(int_helper(method, &c, checked), texts, checked),
        }
    }

    fn on_two(&mut self, operator: Binary, ty: Scalar, texts: Vec<Text>) -> Text {
        let [a, b] = two(texts);
        self.arithmetic(operator, ty, a, b)
    }

    fn on_shift(&mut self, operator: Binary, c: &CInt, texts: Vec<Text>) -> Text {
        let [a, amount] = two(texts);
        self.shifted(operator, c, a, amount, false)
    }

    /// Without negative values Euclid's division is C's.
    fn unsigned_division(
        &mut self,
        base: &str,
        symbol: &str,
        operator: Binary,
        c: &CInt,
        texts: Vec<Text>,
        checked: bool,
    ) -> Text {
        match checked {
            true => self.helped(c.division(base, symbol), texts, true),
            false => self.on_two(operator, Scalar::Int(c.0), texts),
        }
    }

    fn float_method(&mut self, method: Method, c: &CFloat, texts: Vec<Text>, checked: bool) -> Text {
        match method {
            Method::Recip => Text::binary("/", Level::Product, literals::float(1.0, c.0), only(texts)),
            Method::IsSignPositive => Text::prefix("!", Text::call("signbit", &plain(texts))).exactly(false),
            Method::IsNan | Method::IsFinite | Method::IsInfinite | Method::IsSignNegative => {
                Text::call(function(method), &plain(texts)).exactly(false)
            }
            Method::ToBits => Text::call(if Scalar::Float(c.0).rust() == "f32" { "as_uint" } else { "as_ulong" }, &plain(texts)),
            Method::Clamp if checked => self.helped(c.checked_clamp(), texts, true),
            Method::Clamp => self.helped(c.clamp(), texts, false),
            Method::Within if checked => self.helped(c.within(), texts, true),
            Method::Within => two(texts)[0].clone(),
            Method::Positive if checked => self.helped(c.positive(), texts, true),
            Method::Positive => only(texts),
            Method::Signum => self.helped(c.signum(), texts, false),
            Method::Floor | Method::Ceil | Method::Round | Method::Trunc => {
                self.helped(c.rounded(function(method)), texts, false)
            }
            Method::Fract => self.helped(c.fract(), texts, false),
            Method::RemEuclid => self.helped(c.rem_euclid(), texts, false),
            Method::DivEuclid => self.helped(c.div_euclid(), texts, false),
            Method::Powi => self.helped(c.powi(), texts, false),
            Method::ToDegrees => self.helped(c.to_degrees(), texts, false),
            Method::ToRadians => self.helped(c.to_radians(), texts, false),
            _ => Text::call(function(method), &plain(texts)),
        }
    }

    fn helped(&mut self, helper: Helper, texts: Vec<Text>, checked: bool) -> Text {
        let mut arguments = plain(texts);
        arguments.extend(checked.then(|| "panicked".to_owned()));
        self.helpers().call(&helper, &arguments)
    }
}

fn int_helper(method: Method, c: &CInt, checked: bool) -> Helper {
    match method {
        Method::Within => c.within(),
        Method::Abs => c.abs(),
        Method::AbsDiff => c.abs_diff(),
        Method::IsMultipleOf => c.is_multiple_of(),
        Method::UnsignedAbs => c.unsigned_abs(),
        Method::Signum => c.signum(),
        Method::Clamp => c.checked_clamp(),
        Method::DivEuclid if checked => c.checked_division("div_euclid", c.div_euclid()),
        Method::DivEuclid => c.div_euclid(),
        Method::RemEuclid if checked => c.checked_division("rem_euclid", c.rem_euclid()),
        Method::RemEuclid => c.rem_euclid(),
        Method::Pow => c.pow(),
        Method::TrailingZeros => c.trailing_zeros(),
        Method::RotateLeft => c.rotate_left(),
        Method::RotateRight => c.rotate_right(),
        Method::SwapBytes => c.swap_bytes(),
        Method::ReverseBits => c.reverse_bits(),
        other => unreachable!("{other:?} of an integer"),
    }
}

/// OpenCL's function of the same meaning.
fn function(method: Method) -> &'static str {
    match method {
        Method::Min => "fmin",
        Method::Max => "fmax",
        Method::Abs => "fabs",
        Method::Sqrt => "sqrt",
        Method::Floor => "floor",
        Method::Ceil => "ceil",
        Method::Round => "round",
        Method::Trunc => "trunc",
        Method::MulAdd => "fma",
        Method::Powf => "pow",
        Method::Exp => "exp",
        Method::Exp2 => "exp2",
        Method::Ln => "log",
        Method::Log2 => "log2",
        Method::Log10 => "log10",
        Method::Sin => "sin",
        Method::Cos => "cos",
        Method::Tan => "tan",
        Method::Asin => "asin",
        Method::Acos => "acos",
        Method::Atan => "atan",
        Method::Atan2 => "atan2",
        Method::Sinh => "sinh",
        Method::Cosh => "cosh",
        Method::Tanh => "tanh",
        Method::Hypot => "hypot",
        Method::Cbrt => "cbrt",
        Method::Copysign => "copysign",
        Method::IsNan => "isnan",
        Method::IsFinite => "isfinite",
        Method::IsInfinite => "isinf",
        Method::IsSignNegative => "signbit",
        other => unreachable!("{other:?} of a float"),
    }
}

/// A function that C chooses by the types of its arguments.
fn overloaded(name: &str, texts: Vec<Text>, ty: Scalar) -> Text {
    Text::call(name, &texts.into_iter().map(|text| exact(text, ty)).collect::<Vec<_>>())
}

/// A count of bits: OpenCL gives it in the type of the argument, Rust as an `u32`.
fn counted(name: &str, text: Text, ty: Scalar) -> Text {
    let count = overloaded(name, vec![text], ty);
    if ty.opencl() == "uint" { count } else { count.cast("uint") }
}

fn plain(texts: Vec<Text>) -> Vec<String> {
    texts.into_iter().map(|text| text.text).collect()
}

fn only(texts: Vec<Text>) -> Text {
    let [text] = <[Text; 1]>::try_from(texts).expect("one operand");
    text
}

fn two(texts: Vec<Text>) -> [Text; 2] {
    texts.try_into().expect("two operands")
}
