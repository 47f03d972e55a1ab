//! One case for each operation on a type.

use super::program::{Accuracy, Case};
use super::values::AMOUNT;
use scanc::diagnostic::Span;
use scanc::ir::build::{binary, block, cast, expr, function, int, local, method, unary};
use scanc::ir::{
    Binary, Builtin, Carried, Expr, ExprKind, Float, Function, Int, Literal, LoopIndex, LoopKernel, Method, Operator,
    OperatorKind, Scalar, Type, Unary,
};
use scanc::render::c::Printer;

const OPERATORS: [Binary; 18] = [
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::Div,
    Binary::Rem,
    Binary::BitAnd,
    Binary::BitOr,
    Binary::BitXor,
    Binary::Shl,
    Binary::Shr,
    Binary::And,
    Binary::Or,
    Binary::Eq,
    Binary::Ne,
    Binary::Lt,
    Binary::Le,
    Binary::Gt,
    Binary::Ge,
];

/// The parameters `a`, `b`, `c` of that type, and `n`.
struct Operands {
    scalar: Scalar,
}

impl Operands {
    fn get(&self, position: usize) -> Expr {
        local(position, &Type::Scalar(if position == 3 { AMOUNT } else { self.scalar }))
    }

    /// A case of this value.
    fn case(&self, what: &str, accuracy: Accuracy, value: Expr) -> Case {
        let (ty, amount, returns) = (Type::Scalar(self.scalar), Type::Scalar(AMOUNT), value.ty.clone());
        let locals = [("a", &ty), ("b", &ty), ("c", &ty), ("n", &amount)];
        let name = format!("check_{}_{}", what.to_lowercase(), self.scalar.rust());
        Case::new(function(&name, 4, &locals, block(vec![], Some(value)), &returns), accuracy)
    }

    fn method(&self, name: Method, accuracy: Accuracy, operands: &[usize]) -> Case {
        let value = method(name, operands.iter().map(|&operand| self.get(operand)).collect());
        self.case(&format!("method_{name:?}"), accuracy, value)
    }
}

/// Every operator, cast and method.
pub fn operations_on(scalar: Scalar) -> Vec<Case> {
    let on = Operands { scalar };
    let mut cases = operators(&on);
    cases.extend(casts(&on));
    cases.extend(match scalar {
        Scalar::Bool => [Method::Min, Method::Max].iter().map(|&name| on.method(name, Accuracy::Exact, &[0, 1])).collect(),
        Scalar::Int(ty) => integer_methods(&on, ty),
        Scalar::Float(ty) => float_methods(&on, ty),
    });
    cases
}

fn operators(on: &Operands) -> Vec<Case> {
    let mut cases: Vec<_> = OPERATORS
        .into_iter()
        .filter(|&operator| has(on.scalar, operator))
        .map(|operator| on.case(&format!("binary_{operator:?}"), Accuracy::Exact, binary(operator, on.get(0), on.get(1))))
        .collect();
    let signed = on.scalar != Scalar::Bool;
    cases.extend(signed.then(|| on.case("neg", Accuracy::Exact, unary(Unary::Neg, on.get(0)))));
    let bits = !matches!(on.scalar, Scalar::Float(_));
    cases.extend(bits.then(|| on.case("not", Accuracy::Exact, unary(Unary::Not, on.get(0)))));
    cases
}

fn has(scalar: Scalar, operator: Binary) -> bool {
    use Binary::*;
    match operator {
        Eq | Ne | Lt | Le | Gt | Ge => true,
        And | Or => scalar == Scalar::Bool,
        BitAnd | BitOr | BitXor => !matches!(scalar, Scalar::Float(_)),
        Shl | Shr => matches!(scalar, Scalar::Int(_)),
        Add | Sub | Mul | Div | Rem => scalar != Scalar::Bool,
    }
}

fn casts(on: &Operands) -> Vec<Case> {
    let allowed = |to: &Scalar| match on.scalar {
        Scalar::Bool => matches!(to, Scalar::Int(_)),
        _ => *to != Scalar::Bool,
    };
    let case = |to: Scalar| on.case(&format!("as_{}_from", to.rust()), Accuracy::Exact, cast(on.get(0), &Type::Scalar(to)));
    Scalar::all().filter(allowed).map(case).collect()
}

fn integer_methods(on: &Operands, ty: Int) -> Vec<Case> {
    use Method::*;
    let one = [WrappingNeg, CountOnes, CountZeros, LeadingZeros, TrailingZeros, SwapBytes, ReverseBits];
    let two = [Min, Max, WrappingAdd, WrappingSub, WrappingMul, SaturatingAdd, SaturatingSub, AbsDiff, RemEuclid, DivEuclid];
    let with_amount = [WrappingShl, WrappingShr, Pow, RotateLeft, RotateRight];
    let signed: &[_] = if ty.signed() { &[Abs, Signum, UnsignedAbs, IsPositive, IsNegative] } else { &[IsPowerOfTwo] };
    let mut cases: Vec<_> = one.iter().chain(signed).map(|&name| on.method(name, Accuracy::Exact, &[0])).collect();
    let unsigned = (!ty.signed()).then_some(IsMultipleOf);
    cases.extend(two.into_iter().chain(unsigned).map(|name| on.method(name, Accuracy::Exact, &[0, 1])));
    cases.extend(with_amount.map(|name| on.method(name, Accuracy::Exact, &[0, 3])));
    cases.push(on.method(Clamp, Accuracy::Exact, &[0, 1, 2]));
    cases.extend(with_literals(on, ty));
    let from = match ty {
        Int::U32 | Int::U64 => Some(on.method(FromBits, Accuracy::Exact, &[0])),
        _ => None,
    };
    cases.into_iter().chain(from).collect()
}

/// Where a literal makes the text another.
fn with_literals(on: &Operands, ty: Int) -> Vec<Case> {
    let exact = |what: &str, value| on.case(what, Accuracy::Exact, value);
    let three = || int(ty, 3);
    let mut cases = vec![
        exact("div_3", binary(Binary::Div, on.get(0), three())),
        exact("rem_3", binary(Binary::Rem, on.get(0), three())),
        exact("is_multiple_of_3", method(if ty.signed() { Method::Min } else { Method::IsMultipleOf }, vec![on.get(0), three()])),
        exact("div_0", binary(Binary::Div, on.get(0), int(ty, 0))),
        exact("shl_3", binary(Binary::Shl, on.get(0), three())),
        exact("shr_3", binary(Binary::Shr, on.get(0), three())),
        exact("shr_n", binary(Binary::Shr, on.get(0), cast(on.get(3), &Type::Scalar(Scalar::Int(Int::I64))))),
        exact("shl_i8", binary(Binary::Shl, on.get(0), cast(on.get(3), &Type::Scalar(Scalar::Int(Int::I8))))),
        exact("clamp_3_100", method(Method::Clamp, vec![on.get(0), three(), int(ty, 100)])),
        exact("min_literal", method(Method::Min, vec![on.get(0), int(ty, ty.max() - 1)])),
        exact("rem_euclid_3", method(Method::RemEuclid, vec![on.get(0), three()])),
        exact("div_euclid_3", method(Method::DivEuclid, vec![on.get(0), three()])),
        exact("add_min", binary(Binary::Add, on.get(0), int(ty, ty.min()))),
        exact("add_max", binary(Binary::Add, on.get(0), int(ty, ty.max()))),
    ];
    cases.extend(ty.signed().then(|| exact("rem_minus_1", binary(Binary::Rem, on.get(0), int(ty, -1)))));
    cases.extend(ty.signed().then(|| exact("rem_euclid_minus_3", method(Method::RemEuclid, vec![on.get(0), int(ty, -3)]))));
    cases
}

fn float_methods(on: &Operands, ty: Float) -> Vec<Case> {
    use Method::*;
    let exact = [
        Abs,
        Signum,
        Sqrt,
        Floor,
        Ceil,
        Round,
        Trunc,
        Fract,
        Recip,
        ToDegrees,
        ToRadians,
        IsNan,
        IsFinite,
        IsInfinite,
        IsSignNegative,
        IsSignPositive,
        ToBits,
    ];
    // The errors that OpenCL's full profile allows, and one more for Rust's own.
    let rounded = [
        (Exp, 4),
        (Exp2, 4),
        (Ln, 4),
        (Log2, 4),
        (Log10, 4),
        (Sin, 5),
        (Cos, 5),
        (Tan, 6),
        (Asin, 5),
        (Acos, 5),
        (Atan, 6),
        (Sinh, 5),
        (Cosh, 5),
        (Tanh, 6),
        (Cbrt, 3),
    ];
    let two = [
        (Min, Accuracy::SignOfZero),
        (Max, Accuracy::SignOfZero),
        (RemEuclid, Accuracy::Exact),
        (DivEuclid, Accuracy::Exact),
        (Copysign, Accuracy::Exact),
        (Powf, Accuracy::Ulps(17)),
        (Atan2, Accuracy::Ulps(7)),
        (Hypot, Accuracy::Ulps(5)),
    ];
    let mut cases: Vec<_> = exact.map(|name| on.method(name, Accuracy::Exact, &[0])).into();
    cases.extend(rounded.map(|(name, ulps)| on.method(name, Accuracy::Ulps(ulps), &[0])));
    cases.extend(two.map(|(name, accuracy)| on.method(name, accuracy, &[0, 1])));
    cases.push(on.method(MulAdd, Accuracy::Exact, &[0, 1, 2]));
    cases.push(on.method(Clamp, Accuracy::Exact, &[0, 1, 2]));
    cases.push(powi(on));
    let literal = |value| expr(ExprKind::Literal(Literal::Float(value)), Type::Scalar(Scalar::Float(ty)));
    cases.push(on.case("clamp_literals", Accuracy::Exact, method(Clamp, vec![on.get(0), literal(-0.5), literal(f64::INFINITY)])));
    cases.push(on.case("max_infinity", Accuracy::SignOfZero, method(Max, vec![on.get(0), literal(f64::NEG_INFINITY)])));
    cases
}

/// `a.powi(n % 8 - 3)`.
fn powi(on: &Operands) -> Case {
    let i32 = Type::Scalar(Scalar::Int(Int::I32));
    let small = binary(Binary::Rem, on.get(3), int(Int::U32, 8));
    let exponent = binary(Binary::Sub, cast(small, &i32), int(Int::I32, 3));
    on.case("powi", Accuracy::Exact, method(Method::Powi, vec![on.get(0), exponent]))
}

/// `scan_op`, both ways round, for each built-in operator that the type has.
pub fn operators_of_scans(scalar: Scalar) -> Vec<Case> {
    use Builtin::*;
    let operators: &[_] = match scalar {
        Scalar::Bool => &[BitAnd, BitOr, BitXor, And, Or, Min, Max],
        Scalar::Int(_) => &[Add, Mul, BitAnd, BitOr, BitXor, Min, Max],
        Scalar::Float(_) => &[Add, Mul, Min, Max],
    };
    let both = operators.iter().flat_map(|&operator| [(operator, false), (operator, true)]);
    both.map(|(operator, flipped)| scan_operator(scalar, operator, flipped)).collect()
}

fn scan_operator(scalar: Scalar, operator: Builtin, flipped: bool) -> Case {
    let (ty, amount) = (Type::Scalar(scalar), Type::Scalar(AMOUNT));
    let kernel = LoopKernel {
        common: None,
        batches: Default::default(),
        function: String::new(),
        source: vec![],
        index: LoopIndex { name: "i".into(), ty: Type::USIZE, step: 1 },
        carried: vec![Carried {
            name: String::new(),
            ty: ty.clone(),
            operator: Operator { kind: OperatorKind::Builtin(operator), flipped },
            element: Function {
                name: String::new(),
                parameters: 0,
                locals: vec![],
                body: block(vec![], None),
                returns: ty.clone(),
            },
        }],
        arrays: vec![],
        captures: vec![],
        outputs: vec![],
    };
    let mut printer = Printer::new(&kernel);
    let value = printer.combine("a", "b");
    let name = format!("scan_{operator:?}_{}{}", scalar.rust(), if flipped { "_flipped" } else { "" }).to_lowercase();
    let c = scalar.opencl();
    let text = format!("static inline {c} {name}({c} a, {c} b, {c} c, uint n) {{ return {value}; }}");
    let unused = Expr { kind: ExprKind::Local(scanc::ir::LocalId(0)), ty: ty.clone(), span: Span::call_site() };
    let locals = [("a", &ty), ("b", &ty), ("c", &ty), ("n", &amount)];
    let function = function(&name, 4, &locals, block(vec![], Some(unused)), &ty);
    Case {
        text,
        helpers: printer.helpers().to_vec(),
        operator: Some((operator, flipped)),
        ..Case::new(function, Accuracy::Exact)
    }
}
