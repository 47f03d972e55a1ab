//! Methods and associated functions of primitive types.

use super::codes;
use super::lowerer::Lowerer;
use super::requirements::{Relation, Rule, Set};
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Expr, ExprKind, Float, Int, Method, Scalar, Type};
use crate::recognise::{LAUNCH, may_be_declared};

/// What a method takes and gives.
struct Signature {
    method: Method,
    receiver: Set,
    arguments: &'static [Argument],
    result: Outcome,
}

#[derive(Clone, Copy)]
enum Argument {
    Same,
    U32,
    I32,
}

#[derive(Clone, Copy)]
enum Outcome {
    Same,
    Bool,
    U32,
    /// The unsigned type of the receiver's width.
    Unsigned,
    /// The unsigned type of a float's bits.
    Bits,
}

/// Whether kernels know a method of primitive types of this name.
pub(crate) fn is_known_method(name: &str) -> bool {
    signature(name).is_some()
}

/// The methods that kernels know, by name.
fn signature(name: &str) -> Option<Signature> {
    use Argument::{I32, Same, U32};
    let (method, receiver, arguments, result): (Method, Set, &'static [Argument], Outcome) = match name {
        "min" => (Method::Min, Set::Scalars, &[Same], Outcome::Same),
        "max" => (Method::Max, Set::Scalars, &[Same], Outcome::Same),
        "clamp" => (Method::Clamp, Set::Scalars, &[Same, Same], Outcome::Same),
        "abs" => (Method::Abs, Set::Negatable, &[], Outcome::Same),
        "signum" => (Method::Signum, Set::Negatable, &[], Outcome::Same),
        "rem_euclid" => (Method::RemEuclid, Set::Numbers, &[Same], Outcome::Same),
        "div_euclid" => (Method::DivEuclid, Set::Numbers, &[Same], Outcome::Same),
        _ => return integer_signature(name).or_else(|| float_signature(name)),
    };
    return Some(Signature { method, receiver, arguments, result });

    /// Integer arithmetic wraps in kernels, so `wrapping_pow` is `pow`, and `wrapping_abs` is `abs`.
    fn integer_signature(name: &str) -> Option<Signature> {
        let (method, receiver, arguments, result): (Method, Set, &'static [Argument], Outcome) = match name {
            "wrapping_add" => (Method::WrappingAdd, Set::Integers, &[Same], Outcome::Same),
            "wrapping_sub" => (Method::WrappingSub, Set::Integers, &[Same], Outcome::Same),
            "wrapping_mul" => (Method::WrappingMul, Set::Integers, &[Same], Outcome::Same),
            "wrapping_neg" => (Method::WrappingNeg, Set::Integers, &[], Outcome::Same),
            "wrapping_shl" => (Method::WrappingShl, Set::Integers, &[U32], Outcome::Same),
            "wrapping_shr" => (Method::WrappingShr, Set::Integers, &[U32], Outcome::Same),
            "saturating_add" => (Method::SaturatingAdd, Set::Integers, &[Same], Outcome::Same),
            "saturating_sub" => (Method::SaturatingSub, Set::Integers, &[Same], Outcome::Same),
            "abs_diff" => (Method::AbsDiff, Set::Integers, &[Same], Outcome::Unsigned),
            "wrapping_abs" => (Method::Abs, Set::SignedIntegers, &[], Outcome::Same),
            "unsigned_abs" => (Method::UnsignedAbs, Set::SignedIntegers, &[], Outcome::Unsigned),
            "pow" | "wrapping_pow" => (Method::Pow, Set::Integers, &[U32], Outcome::Same),
            "count_ones" => (Method::CountOnes, Set::Integers, &[], Outcome::U32),
            "count_zeros" => (Method::CountZeros, Set::Integers, &[], Outcome::U32),
            "leading_zeros" => (Method::LeadingZeros, Set::Integers, &[], Outcome::U32),
            "trailing_zeros" => (Method::TrailingZeros, Set::Integers, &[], Outcome::U32),
            "rotate_left" => (Method::RotateLeft, Set::Integers, &[U32], Outcome::Same),
            "rotate_right" => (Method::RotateRight, Set::Integers, &[U32], Outcome::Same),
            "swap_bytes" => (Method::SwapBytes, Set::Integers, &[], Outcome::Same),
            "reverse_bits" => (Method::ReverseBits, Set::Integers, &[], Outcome::Same),
            "is_power_of_two" => (Method::IsPowerOfTwo, Set::UnsignedIntegers, &[], Outcome::Bool),
            "is_multiple_of" => (Method::IsMultipleOf, Set::UnsignedIntegers, &[Same], Outcome::Bool),
            "is_positive" => (Method::IsPositive, Set::SignedIntegers, &[], Outcome::Bool),
            "is_negative" => (Method::IsNegative, Set::SignedIntegers, &[], Outcome::Bool),
            _ => return None,
        };
        Some(Signature { method, receiver, arguments, result })
    }

    fn float_signature(name: &str) -> Option<Signature> {
        let (method, arguments, result): (Method, &'static [Argument], Outcome) = match name {
            "mul_add" => (Method::MulAdd, &[Same, Same], Outcome::Same),
            "powi" => (Method::Powi, &[I32], Outcome::Same),
            "powf" => (Method::Powf, &[Same], Outcome::Same),
            "atan2" => (Method::Atan2, &[Same], Outcome::Same),
            "hypot" => (Method::Hypot, &[Same], Outcome::Same),
            "copysign" => (Method::Copysign, &[Same], Outcome::Same),
            "is_nan" => (Method::IsNan, &[], Outcome::Bool),
            "is_finite" => (Method::IsFinite, &[], Outcome::Bool),
            "is_infinite" => (Method::IsInfinite, &[], Outcome::Bool),
            "is_sign_negative" => (Method::IsSignNegative, &[], Outcome::Bool),
            "is_sign_positive" => (Method::IsSignPositive, &[], Outcome::Bool),
            "to_bits" => (Method::ToBits, &[], Outcome::Bits),
            _ => (float_function(name)?, &[], Outcome::Same),
        };
        Some(Signature { method, receiver: Set::Floats, arguments, result })
    }
}

/// Methods of floats without arguments whose result is of the receiver's type.
fn float_function(name: &str) -> Option<Method> {
    const FUNCTIONS: [Method; 24] = [
        Method::Sqrt,
        Method::Floor,
        Method::Ceil,
        Method::Round,
        Method::Trunc,
        Method::Fract,
        Method::Recip,
        Method::Exp,
        Method::Exp2,
        Method::Ln,
        Method::Log2,
        Method::Log10,
        Method::Sin,
        Method::Cos,
        Method::Tan,
        Method::Asin,
        Method::Acos,
        Method::Atan,
        Method::Sinh,
        Method::Cosh,
        Method::Tanh,
        Method::Cbrt,
        Method::ToDegrees,
        Method::ToRadians,
    ];
    FUNCTIONS.into_iter().find(|method| method.name() == name)
}

impl Lowerer<'_> {
    /// `a.method(b)`
    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall, span: Span) -> Expr {
        let name = call.method.to_string();
        match (name.as_str(), call.args.len()) {
            // A copy of a value that is copied anyway.
            ("clone", 0) => self.expression(&call.receiver),
            _ => {
                let receiver = self.operand(&call.receiver);
                let arguments: Vec<Expr> = call.args.iter().map(|argument| self.operand(argument)).collect();
                if let Some(call) = self.declared_method(&receiver, &call.method, &arguments, span) {
                    return call;
                }
                self.method(&name, call.method.span().into(), receiver, arguments, span)
            }
        }
    }

    /// A method by name, its operands lowered.
    fn method(&mut self, name: &str, name_span: Span, receiver: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        match signature(name) {
            Some(signature) if signature.arguments.len() == arguments.len() => {
                self.apply(&signature, name, receiver, arguments, span)
            }
            Some(signature) => {
                let count = signature.arguments.len();
                self.refuse(
                    codes::NO_METHOD,
                    span,
                    format!("`{name}` takes {count} arguments besides the receiver"),
                    "see its documentation",
                )
            }
            None => {
                let help = match name {
                    "iter" | "into_iter" | "sum" | "map" | "fold" if self.world.is_some() => {
                        "write a loop: `for i in 0..N`".to_owned()
                    }
                    _ => method_help(name),
                };
                self.refuse(codes::NO_METHOD, name_span, format!("kernels do not know the method `{name}`"), help)
            }
        }
    }

    fn apply(&mut self, signature: &Signature, name: &str, receiver: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        self.require(&receiver, signature.receiver, &format!("`{name}`"));
        for (argument, expected) in arguments.iter().zip(signature.arguments) {
            let expected = match expected {
                Argument::Same => receiver.ty.clone(),
                Argument::U32 => Type::Scalar(Scalar::Int(Int::U32)),
                Argument::I32 => Type::Scalar(Scalar::Int(Int::I32)),
            };
            self.expect(argument, &expected, &format!("`{name}` takes"));
        }
        let ty = self.outcome(signature.result, &receiver.ty);
        let operands = std::iter::once(receiver).chain(arguments).collect();
        Expr { kind: ExprKind::Method(signature.method, operands), ty, span }
    }

    fn outcome(&mut self, outcome: Outcome, receiver: &Type) -> Type {
        match outcome {
            Outcome::Same => receiver.clone(),
            Outcome::Bool => Type::BOOL,
            Outcome::U32 => Type::Scalar(Scalar::Int(Int::U32)),
            Outcome::Unsigned => self.related(receiver, Rule::Unsigned),
            Outcome::Bits => self.related(receiver, Rule::Bits),
        }
    }

    /// The type that follows from `of` by a rule, now or when `of` is known.
    fn related(&mut self, of: &Type, rule: Rule) -> Type {
        let result = self.fresh();
        self.relations.push(Relation { of: of.clone(), result: result.clone(), rule });
        self.settle_relations();
        result
    }

    /// `f32::max(a, b)`, `u64::from(a)`, `std::cmp::min(a, b)`
    pub(super) fn call(&mut self, call: &syn::ExprCall, span: Span) -> Expr {
        if let Some(call) = self.declared_call(call, span) {
            return call;
        }
        let segments = path_of(&call.func);
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.operand(argument)).collect();
        match (segments.as_slice(), arguments.as_slice()) {
            (["std" | "core", "cmp", name @ ("min" | "max")], [first, _]) => {
                self.require(first, Set::Ordered, &format!("`{}`", segments.join("::")));
                self.associated(name, call.func.span(), arguments, span)
            }
            ([primitive, name], [first, ..]) if Scalar::from_rust(primitive).is_some() => {
                let ty = Scalar::from_rust(primitive).map_or_else(|| self.fresh(), Type::Scalar);
                self.associated_of(&ty, name, call.func.span(), first.clone(), arguments, span)
            }
            ([LAUNCH, "within"], [number, reach]) => {
                self.expect(reach, &number.ty, "a limit is");
                let ty = number.ty.clone();
                Expr { kind: ExprKind::Method(Method::Within, arguments), ty, span }
            }
            ([LAUNCH, "positive"], [number]) => {
                let ty = number.ty.clone();
                Expr { kind: ExprKind::Method(Method::Positive, arguments), ty, span }
            }
            ([name @ ("i128" | "u128" | "char"), _], _) => self.no_such_type(name, call.func.span()),
            _ => match &*call.func {
                syn::Expr::Path(function) if self.world.is_none() && may_be_declared(&function.path) => {
                    self.unseen_call(&function.path, call, arguments, span)
                }
                function => self.not_callable(function),
            },
        }
    }

    fn associated_of(&mut self, ty: &Type, name: &str, name_span: Span, first: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        match (name, ty, arguments.len()) {
            ("from", _, 1) => self.conversion(ty, first, span),
            ("from_bits", Type::Scalar(Scalar::Float(float)), 1) => self.float_of_bits(*float, first, span),
            _ => {
                self.expect(&first, ty, &format!("`{ty}::{name}` takes"));
                self.associated(name, name_span, arguments, span)
            }
        }
    }

    fn associated(&mut self, name: &str, name_span: Span, mut operands: Vec<Expr>, span: Span) -> Expr {
        let receiver = operands.remove(0);
        self.method(name, name_span, receiver, operands, span)
    }

    /// `T::from(a)`: a cast that loses nothing.
    fn conversion(&mut self, ty: &Type, operand: Expr, span: Span) -> Expr {
        self.require_conversion(&operand, ty, span);
        // `f32::from(true)` is allowed, `true as f32` is not: through an integer.
        Expr { kind: ExprKind::Cast(Box::new(operand)), ty: ty.clone(), span }
    }

    fn float_of_bits(&mut self, float: Float, bits: Expr, span: Span) -> Expr {
        let int = if float == Float::F32 { Int::U32 } else { Int::U64 };
        self.expect(&bits, &Type::Scalar(Scalar::Int(int)), "`from_bits` takes");
        Expr { kind: ExprKind::Method(Method::FromBits, vec![bits]), ty: Type::Scalar(Scalar::Float(float)), span }
    }

    fn not_callable(&mut self, function: &syn::Expr) -> Expr {
        if self.world.is_some() {
            return self.not_declared(function);
        }
        self.refuse(
            codes::NOT_CALLABLE,
            function.span(),
            format!("`{}` cannot be called in a scan loop", super::text(function)),
            "only methods of primitive types can be called: write what it computes here, or fill an array in a loop before",
        )
    }
}

fn path_of(function: &syn::Expr) -> Vec<String> {
    match function {
        syn::Expr::Path(path) if path.qself.is_none() => {
            path.path.segments.iter().map(|segment| segment.ident.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

fn method_help(name: &str) -> String {
    match name {
        "into" => "say which type: `f64::from(a)`, or `a as f64`".to_owned(),
        "len" => "bind the length to a variable before the loop: `let n = x.len();`".to_owned(),
        "checked_add" | "checked_sub" | "checked_mul" | "overflowing_add" | "unwrap" => {
            "kernels have no `Option`: use `wrapping_add`, `saturating_add` or `+`".to_owned()
        }
        "wrapping_div" | "wrapping_rem" | "checked_div" => "use `/` or `%`".to_owned(),
        "get" => "index it: `x[i]`; the range is checked once, before the loop".to_owned(),
        "log" => "divide logarithms: `a.ln() / base.ln()`".to_owned(),
        _ => "use arithmetic and the methods of primitive types, or compute it in a loop before this one".to_owned(),
    }
}
