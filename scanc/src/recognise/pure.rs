//! The functions and methods that a loop may call: those of primitive types without side effects.

use super::partial::number;
use super::tables::{Load, Meaning, Tables};
use super::types::float;
use crate::ir::{Scalar, Signature};
use crate::syntax::{Expressions, bare, plain_ident};
use proc_macro2::Ident;
use syn::visit::Visit;
use syn::{BinOp, Expr, Lit, Path};

/// Methods that may panic on integers, on every build.
const PANICKING: &[&str] = &["rem_euclid", "div_euclid", "clamp"];

/// Methods that may panic on integers, on a build with overflow checks.
const MAY_OVERFLOW: &[&str] = &["abs", "pow", "rem_euclid", "div_euclid"];

fn is_arithmetic(op: &BinOp) -> bool {
    use BinOp::{Add, Div, Mul, Rem, Shl, Shr, Sub};
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | Shl(_) | Shr(_))
}

/// The last word of a known function: `i32::max`, `std::cmp::max`, `max`, `f64::from`.
pub(super) fn known_function(path: &Path) -> Option<String> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let known = match names.as_slice() {
        ["max" | "min"] | ["cmp" | "Ord", "max" | "min"] | ["std" | "core", "cmp", "max" | "min"] => true,
        [ty, method] | ["std" | "core", "primitive", ty, method] => {
            Scalar::from_rust(ty).is_some() && (Signature::of(method).is_some() || ["from", "from_bits"].contains(method))
        }
        _ => false,
    };
    known.then(|| names.last().map(ToString::to_string))?
}

/// Whether a path is taken for a function of the standard library.
pub(crate) fn is_known_function(path: &Path) -> bool {
    known_function(path).is_some()
}

/// Whether a path may name a function of a `#[declare_target]` module: by its words it is none of the standard library, of a type, or of
/// an `Option`.
pub(crate) fn may_be_declared(path: &Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let is_plain = path.segments.iter().all(|segment| segment.arguments.is_none());
    let is_lower = |name: &String| name.starts_with(|first: char| first.is_lowercase() || first == '_');
    let elsewhere = match names.as_slice() {
        [_] => false,
        [first, ..] => matches!(first.as_str(), "std" | "core" | "alloc") || Scalar::from_rust(first).is_some(),
        [] => true,
    };
    is_plain && !elsewhere && names.iter().all(is_lower) && known_function(path).is_none()
}

/// The type in `f32::EPSILON`, `i32::MAX`, `std::f64::consts::PI`.
pub(super) fn constant_type(path: &Path) -> Option<Scalar> {
    let mut types = path.segments.iter().filter_map(|segment| Scalar::from_rust(&segment.ident.to_string()));
    let constant = path.segments.last()?.ident.to_string();
    let of_lengths = constant == "BITS" || constant == "RADIX" || constant.ends_with("DIGITS") || constant.ends_with("EXP");
    types.next().filter(|_| !of_lengths)
}

impl Tables<'_> {
    /// Whether an expression may panic on a build without overflow checks. Loads at affine indices don't
    /// count: they are checked for all iterations, but for those that a condition guards.
    pub(super) fn may_panic(&self, syntax: &Expr) -> bool {
        self.panics(syntax, true)
    }

    /// The same where that is evaluated in iterations in which the loop does not get there: what guards are wrong about only has the loop
    /// run as written, and no device gets those iterations.
    pub(super) fn may_panic_in_vain(&self, syntax: &Expr) -> bool {
        self.panics(syntax, false)
    }

    fn panics(&self, syntax: &Expr, guards: bool) -> bool {
        let mut panics = false;
        let mut look = |expr: &Expr| {
            panics |= self.panics_itself(expr, guards);
            true
        };
        Expressions(&mut look).visit_expr(syntax);
        panics
    }

    /// Whether an expression may panic whose parts do not. `guards`: guarded loads count.
    fn panics_itself(&self, expr: &Expr, guards: bool) -> bool {
        match expr {
            Expr::Binary(binary) => self.may_divide_by_zero(binary),
            Expr::MethodCall(call) => PANICKING.contains(&call.method.to_string().as_str()),
            Expr::Call(call) => self.call_may_panic(call),
            // An element of a fixed array, in which rustc looks for numbers, or a gather; a load's base is an array's name.
            Expr::Index(index) => plain_ident(&index.expr).map_or(number(&index.index).is_none(), |base| {
                self.is_gathered(base) || self.meaning(base).is_some() && number(&index.index).is_none()
            }),
            Expr::Path(path) => guards && path.path.get_ident().is_some_and(|name| self.is_guarded(name)),
            _ => false,
        }
    }

    /// Whether only conditions keep a load in range, by its name, or one of an array, by the array's.
    fn is_guarded(&self, name: &Ident) -> bool {
        // What is stored as well has to be in range in every iteration.
        let is_guarded = |load: &Load| load.guarded && !self.stored.contains(self.arrays[load.array].place.array_key());
        match self.meaning(name) {
            Some(Meaning::Load(load)) => is_guarded(&self.loads[load]),
            Some(_) => false,
            None => self.loads.iter().any(|load| self.arrays[load.array].name == *name && is_guarded(load)),
        }
    }

    /// Whether an expression may panic on a build with overflow checks: arithmetic on what may be integers.
    pub(super) fn may_overflow(&self, syntax: &Expr) -> bool {
        let mut overflows = false;
        let mut look = |expr: &Expr| {
            let operand = match expr {
                Expr::Binary(syn::ExprBinary { left, op, .. }) if is_arithmetic(op) => Some(left),
                Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => Some(expr),
                Expr::MethodCall(call) if MAY_OVERFLOW.contains(&call.method.to_string().as_str()) => Some(&call.receiver),
                // What indices are, the host looks at.
                Expr::Index(access) => {
                    overflows |= self.may_overflow(&access.expr);
                    return false;
                }
                _ => None,
            };
            overflows |= matches!(expr, Expr::Call(_)) || operand.is_some_and(|operand| float(self.scalar_of(operand)).is_none());
            true
        };
        Expressions(&mut look).visit_expr(syntax);
        overflows
    }

    /// What a declared function does is not seen here; operators do not panic.
    fn call_may_panic(&self, call: &syn::ExprCall) -> bool {
        let Expr::Path(function) = &*call.func else { return true };
        let is_operator = self.operators.contains(&function.path);
        match known_function(&function.path) {
            Some(name) => PANICKING.contains(&name.as_str()),
            None => !is_operator,
        }
    }

    fn may_divide_by_zero(&self, binary: &syn::ExprBinary) -> bool {
        let float = || float(self.scalar_of(&binary.left)).or_else(|| float(self.scalar_of(&binary.right))).is_some();
        matches!(binary.op, BinOp::Div(_) | BinOp::Rem(_)) && !is_nonzero_literal(&binary.right) && !float()
    }
}

fn is_nonzero_literal(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(value) => value.base10_digits() != "0",
            Lit::Float(_) => true,
            _ => false,
        },
        _ => false,
    }
}
