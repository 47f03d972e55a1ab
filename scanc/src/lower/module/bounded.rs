//! An operator with a domain, `table[a.next as usize]` where `a.next < 4` is said of all values → with indices and divisors that are in
//! range whatever the values are: no kernel may read beyond an array, and laws are tested on some values only.

use crate::ir::proof::Proof;
use crate::ir::{Binary, Expr, ExprKind, Function, Int, Literal, Method, Scalar, Type, walk};

/// The function with bounds, if `domain` makes something of it safe that is not so otherwise. In the domain it is the same.
pub(super) fn within(function: &Function, domain: &Function) -> Option<Function> {
    let mut bounded = function.clone();
    let (anywhere, inside) = (Proof::of(&bounded), Proof::of_operator(&bounded, domain));
    let mut is_bounded = false;
    walk::block_mut(&mut bounded.body, &mut |expr| {
        if anywhere.may_panic(expr) && !inside.may_panic(expr) {
            bound(expr);
            is_bounded = true;
        }
    });
    is_bounded.then_some(bounded)
}

/// The index at most that of the last element, a divisor without a sign at least 1.
fn bound(expr: &mut Expr) {
    match &mut expr.kind {
        ExprKind::Element(array, index) => {
            if let Type::Array(_, length) = array.ty {
                limit(index, Method::Min, i128::from(length) - 1);
            }
        }
        ExprKind::Binary(Binary::Div | Binary::Rem, _, divisor) if is_unsigned(divisor) => limit(divisor, Method::Max, 1),
        ExprKind::Method(Method::DivEuclid | Method::RemEuclid, operands) if is_unsigned(&operands[1]) => {
            limit(&mut operands[1], Method::Max, 1);
        }
        _ => {}
    }
}

fn is_unsigned(value: &Expr) -> bool {
    matches!(value.ty, Type::Scalar(Scalar::Int(int)) if !Int::signed(int))
}

fn limit(value: &mut Expr, method: Method, limit: i128) {
    let (ty, span) = (value.ty.clone(), value.span);
    let literal = Expr { kind: ExprKind::Literal(Literal::Int(limit)), ty: ty.clone(), span };
    let limited = ExprKind::Method(method, vec![value.clone(), literal]);
    *value = Expr { kind: limited, ty, span };
}
