//! Operators and casts: C's own where they are Rust's, a helper where not.

use super::body::Body;
use super::floats::CFloat;
use super::helpers::Helper;
use super::integers::CInt;
use super::literals;
use super::panics::literal;
use super::text::{Level, Text};
use crate::ir::{Binary, Expr, ExprKind, Int, Literal, Scalar, Type, Unary};

impl Body<'_> {
    /// `operator operand`.
    pub(super) fn unary(&mut self, operator: Unary, operand: &Expr) -> Text {
        let ty = scalar(&operand.ty);
        if let (Unary::Neg, Some(value), Scalar::Int(int)) = (operator, literal(operand), ty) {
            return literals::literal(Literal::Int(int.wrap(-value)), ty);
        }
        let text = self.expression(operand);
        match (operator, ty) {
            (Unary::Not, Scalar::Bool) => Text::prefix("!", text).exactly(false),
            (Unary::Not, Scalar::Int(int)) => complement(text, &CInt(int)),
            (Unary::Neg, Scalar::Int(int)) => self.negated(text, &CInt(int)),
            (Unary::Neg, _) => Text::prefix("-", text),
            (Unary::Not, Scalar::Float(_)) => unreachable!("! of a float"),
        }
    }

    /// `-text`.
    pub(super) fn negated(&mut self, text: Text, int: &CInt) -> Text {
        if int.wraps_in_c() { Text::prefix("-", text) } else { self.helpers().call(&int.neg(), &[text.text]) }
    }

    /// `left operator right` of the whole expression `expr`; not for the lazy ones.
    pub(super) fn binary(&mut self, expr: &Expr, operator: Binary, left: &Expr, right: &Expr) -> Text {
        if let Binary::Shl | Binary::Shr = operator {
            return self.shift(operator, left, right);
        }
        let [a, b] = self.operands([left, right]);
        if matches!(left.ty, Type::Scalar(Scalar::Int(_))) && self.may_panic(expr) {
            let (base, symbol) = if operator == Binary::Div { ("div", "/") } else { ("rem", "%") };
            let int = int(&left.ty);
            return self.helpers().call(&int.division(base, symbol), &[a.text, b.text, "panicked".into()]);
        }
        self.arithmetic(operator, scalar(&left.ty), a, b)
    }

    /// `a operator b` on values of the type `ty`, where nothing can panic.
    pub(super) fn arithmetic(&mut self, operator: Binary, ty: Scalar, a: Text, b: Text) -> Text {
        if let Some(helper) = wrapping_helper(operator, ty) {
            return self.helpers().call(&helper, &[a.text, b.text]);
        }
        if let (Scalar::Float(_), Binary::Rem) = (ty, operator) {
            return Text::call("fmod", &[a.text, b.text]);
        }
        let (symbol, level) = symbol(operator);
        let compared = level <= Level::Relation && level >= Level::Equality;
        Text::binary(symbol, level, a, b).exactly(!compared && !promoted(ty))
    }

    fn shift(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Text {
        let c = int(&left.ty);
        let constant = literal(right).map(|amount| amount & i128::from(c.mask()));
        let [a, amount] = match constant {
            Some(amount) => [self.expression(left), Text::atom(amount.to_string())],
            None => self.operands([left, right]),
        };
        self.shifted(operator, &c, a, amount, constant.is_some())
    }

    /// `a operator amount`; the amount is masked unless it is known to be less than the width.
    pub(super) fn shifted(&mut self, operator: Binary, c: &CInt, a: Text, amount: Text, small: bool) -> Text {
        if operator == Binary::Shl && !c.wraps_in_c() {
            return self.helpers().call(&c.shl(), &[a.text, amount.text]);
        }
        let mask = || Text::atom(c.mask().to_string());
        let amount = if small { amount } else { Text::binary("&", Level::BitAnd, amount, mask()) };
        let (symbol, level) = symbol(operator);
        Text::binary(symbol, level, a, amount).exactly(!c.narrow())
    }

    /// `operand as to`.
    pub(super) fn cast(&mut self, operand: &Expr, to: Scalar) -> Text {
        if let ExprKind::Index = operand.kind {
            // `i` is a `long` that holds the loop variable's value, whatever its type.
            return if to.opencl() == "long" { self.index_name() } else { self.index_name().cast(to.opencl()) };
        }
        let (from, text) = (scalar(&operand.ty), self.expression(operand));
        match (from, to) {
            (Scalar::Float(float), Scalar::Int(int)) => self.helpers().call(&CFloat(float).to_int(&CInt(int)), &[text.text]),
            _ if from.opencl() == to.opencl() && from != Scalar::Bool => text,
            _ => text.cast(to.opencl()),
        }
    }
}

/// The helper for `operator` where C's own does not wrap as Rust's.
pub(super) fn wrapping_helper(operator: Binary, ty: Scalar) -> Option<Helper> {
    let base = match operator {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        _ => return None,
    };
    match ty {
        Scalar::Int(int) if !CInt(int).wraps_in_c() => Some(CInt(int).arithmetic(base, symbol(operator).0)),
        _ => None,
    }
}

/// `~text`; the promoted bits above an unsigned value would stay set.
pub(super) fn complement(text: Text, int: &CInt) -> Text {
    let flipped = Text::prefix("~", text);
    match (int.narrow(), int.0.signed()) {
        (true, false) => flipped.cast(int.ty()),
        (narrow, _) => flipped.exactly(!narrow),
    }
}

/// C's operator and its level.
pub(super) fn symbol(operator: Binary) -> (&'static str, Level) {
    match operator {
        Binary::Add => ("+", Level::Sum),
        Binary::Sub => ("-", Level::Sum),
        Binary::Mul => ("*", Level::Product),
        Binary::Div => ("/", Level::Product),
        Binary::Rem => ("%", Level::Product),
        Binary::BitAnd => ("&", Level::BitAnd),
        Binary::BitOr => ("|", Level::BitOr),
        Binary::BitXor => ("^", Level::BitXor),
        Binary::Shl => ("<<", Level::Shift),
        Binary::Shr => (">>", Level::Shift),
        Binary::And => ("&&", Level::And),
        Binary::Or => ("||", Level::Or),
        Binary::Eq => ("==", Level::Equality),
        Binary::Ne => ("!=", Level::Equality),
        Binary::Lt => ("<", Level::Relation),
        Binary::Le => ("<=", Level::Relation),
        Binary::Gt => (">", Level::Relation),
        Binary::Ge => (">=", Level::Relation),
    }
}

/// Whether C computes with such values as `int`.
pub(super) fn promoted(ty: Scalar) -> bool {
    match ty {
        Scalar::Bool => true,
        Scalar::Int(int) => CInt(int).narrow(),
        Scalar::Float(_) => false,
    }
}

/// `text` with the C type of `ty`, as an overloaded function needs it.
pub(super) fn exact(text: Text, ty: Scalar) -> String {
    if text.exact { text.text } else { text.cast(ty.opencl()).text }
}

pub(super) fn scalar(ty: &Type) -> Scalar {
    ty.scalar().expect("an operand of a primitive type")
}

/// The integer type; `bool` counts as the `uchar` that it is.
pub(super) fn int(ty: &Type) -> CInt {
    match scalar(ty) {
        Scalar::Int(int) => CInt(int),
        Scalar::Bool => CInt(Int::U8),
        Scalar::Float(_) => unreachable!("an integer operand"),
    }
}
