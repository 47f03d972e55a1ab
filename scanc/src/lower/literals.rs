//! Literals, and the constants of primitive types.

use super::codes;
use super::lowerer::{Binding, Lowerer};
use super::unify::Kind;
use crate::diagnostic::Span;
use crate::ir::{Expr, ExprKind, Float, Int, Literal, Scalar, Type};

impl Lowerer<'_> {
    /// A literal, with the `-` before it.
    pub(super) fn literal(&mut self, literal: &syn::Lit, negative: bool, span: Span) -> Expr {
        match literal {
            syn::Lit::Bool(value) => Expr { kind: ExprKind::Literal(Literal::Bool(value.value)), ty: Type::BOOL, span },
            syn::Lit::Byte(value) => self.integer(i128::from(value.value()), Type::Scalar(Scalar::Int(Int::U8)), span),
            syn::Lit::Int(value) if matches!(value.suffix(), "f32" | "f64") => {
                self.float_literal(value.base10_digits(), value.suffix(), negative, span)
            }
            syn::Lit::Int(value) => self.integer_literal(value, negative, span),
            syn::Lit::Float(value) => self.float_literal(value.base10_digits(), value.suffix(), negative, span),
            syn::Lit::Char(_) => self.no_such_type("char", span),
            _ => self.no_such_type("str", span),
        }
    }

    pub(super) fn integer(&mut self, value: i128, ty: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Literal(Literal::Int(value)), ty, span }
    }

    fn integer_literal(&mut self, literal: &syn::LitInt, negative: bool, span: Span) -> Expr {
        let Ok(magnitude) = literal.base10_parse::<i128>() else { return self.out_of_range("every integer type", span) };
        let value = if negative { -magnitude } else { magnitude };
        match (literal.suffix(), Scalar::from_rust(literal.suffix())) {
            ("", _) => {
                let ty = self.unifier.fresh(Kind::Int);
                self.integer(value, ty, span)
            }
            (_, Some(scalar @ Scalar::Int(_))) => self.integer(value, Type::Scalar(scalar), span),
            (suffix, _) => self.no_such_type(suffix, span),
        }
    }

    fn float_literal(&mut self, digits: &str, suffix: &str, negative: bool, span: Span) -> Expr {
        let ty = match (suffix, Scalar::from_rust(suffix)) {
            ("", _) => self.unifier.fresh(Kind::Float),
            (_, Some(scalar @ Scalar::Float(_))) => Type::Scalar(scalar),
            _ => return self.no_such_type(suffix, span),
        };
        let sign = if negative { "-" } else { "" };
        self.float(format!("{sign}{digits}"), ty, span)
    }

    /// A float literal; its value is found when its type is.
    pub(super) fn float(&mut self, text: String, ty: Type, span: Span) -> Expr {
        self.floats.push(text);
        let number = i128::try_from(self.floats.len() - 1).unwrap_or_default();
        Expr { kind: ExprKind::Literal(Literal::Int(number)), ty, span }
    }

    pub(super) fn no_such_type(&mut self, name: &str, span: Span) -> Expr {
        let help = match name {
            "char" => "use `u32` or `u8`: `c as u32`, `b'a'`",
            "i128" | "u128" => "use `i64` or `u64`",
            _ => "the types are `bool`, `f32`, `f64` and the integers of up to 64 bits",
        };
        self.refuse(codes::NO_SUCH_TYPE, span, format!("there is no `{name}` in kernels"), help)
    }

    pub(super) fn out_of_range(&mut self, ty: &str, span: Span) -> Expr {
        self.refuse(
            codes::OUT_OF_RANGE,
            span,
            format!("this literal is out of range for {ty}"),
            "use a wider type, or a smaller value",
        )
    }

    /// A path: a name in scope, or a constant of a primitive type.
    pub(super) fn path(&mut self, path: &syn::ExprPath, span: Span) -> Expr {
        if let Some(name) = path.path.get_ident().map(ToString::to_string)
            && let Some(binding) = self.lookup(&name)
        {
            return self.named(&name, binding, span);
        }
        if path.qself.is_none()
            && let Some(declared) = self.declared_value(&path.path, span)
        {
            return declared;
        }
        let known = match &path.qself {
            Some(of) => constant_of(&of.ty, &path.path),
            None => constant(&path.path),
        };
        match known {
            Some((Constant::Int(value), scalar)) => self.integer(value, Type::Scalar(scalar), span),
            Some((Constant::Float(value), scalar)) => self.float(format!("{value:?}"), Type::Scalar(scalar), span),
            None if self.world.is_some() => {
                let message = format!("`{}` is not declared here", super::text(&path.path));
                let help = "declare it in the same `#[declare_target] mod`, or pass it as a parameter";
                self.refuse(codes::NOT_KNOWN, span, message, help)
            }
            None => self.refuse(
                codes::NOT_KNOWN,
                span,
                format!("`{}` is not a value that a kernel can use", super::text(&path.path)),
                "bind it to a variable before the loop",
            ),
        }
    }

    fn named(&mut self, name: &str, binding: Binding, span: Span) -> Expr {
        match binding {
            Binding::Local(id) => Expr { kind: ExprKind::Local(id), ty: self.locals[id.0].ty.clone(), span },
            Binding::Value(kind, ty) => {
                self.first_use(name, span);
                Expr { kind, ty, span }
            }
            Binding::Array(..) | Binding::Slice(..) => self.refuse(
                codes::NOT_SUPPORTED,
                span,
                format!("the array `{name}` is used as a value"),
                format!("use an element of it: `{name}[i]`"),
            ),
        }
    }
}

/// A constant of the standard library.
pub(super) enum Constant {
    /// With its value.
    Int(i128),
    /// `f32` values are exact.
    Float(f64),
}

/// `i32::MAX`, `std::f32::consts::PI`, with its type.
pub(super) fn constant(path: &syn::Path) -> Option<(Constant, Scalar)> {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    match segments.as_slice() {
        ["std" | "core", primitive, rest @ ..] | [primitive, rest @ ..] => match (Scalar::from_rust(primitive)?, rest) {
            (Scalar::Int(int), [name]) => int_constant(int, name),
            (Scalar::Float(float), [name]) => float_constant(float, name),
            (Scalar::Float(float), ["consts", name]) => mathematical(float, name),
            _ => None,
        },
        [] => None,
    }
}

/// `<i32>::MAX`
fn constant_of(ty: &syn::Type, path: &syn::Path) -> Option<(Constant, Scalar)> {
    let name = path.segments.last().filter(|_| path.segments.len() == 1)?;
    constant(&syn::parse_quote!(#ty::#name))
}

/// Whether the constant that a path is taken for is a float; `None` for what is none.
pub(crate) fn is_float_constant(path: &syn::Path) -> Option<bool> {
    constant(path).map(|(_, ty)| matches!(ty, Scalar::Float(_)))
}

const U32: Scalar = Scalar::Int(Int::U32);
const I32: Scalar = Scalar::Int(Int::I32);

fn int_constant(int: Int, name: &str) -> Option<(Constant, Scalar)> {
    match name {
        "MIN" => Some((Constant::Int(int.min()), Scalar::Int(int))),
        "MAX" => Some((Constant::Int(int.max()), Scalar::Int(int))),
        "BITS" => Some((Constant::Int(i128::from(int.bits())), U32)),
        _ => None,
    }
}

fn float_constant(float: Float, name: &str) -> Option<(Constant, Scalar)> {
    macro_rules! select {
        ($name:ident) => {
            match float {
                Float::F32 => f64::from(f32::$name),
                Float::F64 => f64::$name,
            }
        };
    }
    macro_rules! integer {
        ($name:ident, $ty:ident) => {
            return Some((
                Constant::Int(match float {
                    Float::F32 => i128::from(f32::$name),
                    Float::F64 => i128::from(f64::$name),
                }),
                $ty,
            ))
        };
    }
    let value = match name {
        "MIN" => select!(MIN),
        "MAX" => select!(MAX),
        "MIN_POSITIVE" => select!(MIN_POSITIVE),
        "EPSILON" => select!(EPSILON),
        "INFINITY" => select!(INFINITY),
        "NEG_INFINITY" => select!(NEG_INFINITY),
        "NAN" => select!(NAN),
        "RADIX" => integer!(RADIX, U32),
        "DIGITS" => integer!(DIGITS, U32),
        "MANTISSA_DIGITS" => integer!(MANTISSA_DIGITS, U32),
        "MIN_EXP" => integer!(MIN_EXP, I32),
        "MAX_EXP" => integer!(MAX_EXP, I32),
        "MIN_10_EXP" => integer!(MIN_10_EXP, I32),
        "MAX_10_EXP" => integer!(MAX_10_EXP, I32),
        _ => return None,
    };
    Some((Constant::Float(value), Scalar::Float(float)))
}

/// `consts::PI` and its like.
fn mathematical(float: Float, name: &str) -> Option<(Constant, Scalar)> {
    macro_rules! select {
        ($($name:ident)*) => {
            match (name, float) {
                $(
                    (stringify!($name), Float::F32) => f64::from(std::f32::consts::$name),
                    (stringify!($name), Float::F64) => std::f64::consts::$name,
                )*
                _ => return None,
            }
        };
    }
    let value = select!(
        E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8
        LN_10 LN_2 LOG10_2 LOG10_E LOG2_10 LOG2_E PI SQRT_2 TAU
    );
    Some((Constant::Float(value), Scalar::Float(float)))
}
