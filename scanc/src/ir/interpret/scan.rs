//! Built-in operators with their identities, and the whole loop.

use super::operations::binary;
use super::{Env, Panic, Value, evaluate, evaluate_expression};
use crate::ir::{Binary, Builtin, Carried, CarriedId, Float, Function, LoopKernel, Map, OperatorKind, Scalar, Term};

/// `left ⊕ right`, where `left` is the earlier value.
///
/// # Panics
/// If the operator makes no sense for the values.
pub fn combine(operator: Builtin, left: &Value, right: &Value) -> Value {
    let apply = |operator| binary(operator, left, right).expect("an operator that does not divide");
    match operator {
        Builtin::Add => apply(Binary::Add),
        Builtin::Mul => apply(Binary::Mul),
        Builtin::BitAnd => apply(Binary::BitAnd),
        Builtin::BitOr => apply(Binary::BitOr),
        Builtin::BitXor => apply(Binary::BitXor),
        Builtin::And => Value::Bool(left.as_bool() && right.as_bool()),
        Builtin::Or => Value::Bool(left.as_bool() || right.as_bool()),
        Builtin::Min => extreme(left, right, apply(Binary::Lt), apply(Binary::Gt)),
        Builtin::Max => extreme(left, right, apply(Binary::Gt), apply(Binary::Lt)),
    }
}

/// The better of two: `left` of equals, the number beside a NaN.
fn extreme(left: &Value, right: &Value, left_wins: Value, right_wins: Value) -> Value {
    let right_wins = right_wins.as_bool() || !left_wins.as_bool() && is_nan(left);
    if right_wins { right.clone() } else { left.clone() }
}

fn is_nan(value: &Value) -> bool {
    match value {
        Value::F32(value) => value.is_nan(),
        Value::F64(value) => value.is_nan(),
        _ => false,
    }
}

/// The value that changes nothing on either side.
///
/// # Panics
/// If the operator makes no sense for the type.
pub fn identity(operator: Builtin, scalar: Scalar) -> Value {
    match (operator, scalar) {
        (Builtin::And, Scalar::Bool) | (Builtin::BitAnd | Builtin::Min, Scalar::Bool) => Value::Bool(true),
        (Builtin::Or | Builtin::BitOr | Builtin::BitXor | Builtin::Max, Scalar::Bool) => Value::Bool(false),
        (Builtin::Add | Builtin::BitOr | Builtin::BitXor, Scalar::Int(ty)) => Value::Int(ty, 0),
        (Builtin::Mul, Scalar::Int(ty)) => Value::Int(ty, 1),
        (Builtin::BitAnd, Scalar::Int(ty)) => Value::int(ty, -1),
        (Builtin::Min, Scalar::Int(ty)) => Value::Int(ty, ty.max()),
        (Builtin::Max, Scalar::Int(ty)) => Value::Int(ty, ty.min()),
        // 0.0 would turn -0.0 into 0.0.
        (Builtin::Add, Scalar::Float(ty)) => Value::float(ty, -0.0),
        (Builtin::Mul, Scalar::Float(ty)) => Value::float(ty, 1.0),
        (Builtin::Min | Builtin::Max, Scalar::Float(Float::F32)) => Value::F32(f32::NAN),
        (Builtin::Min | Builtin::Max, Scalar::Float(Float::F64)) => Value::F64(f64::NAN),
        _ => unreachable!("{operator:?} on {}", scalar.rust()),
    }
}

/// The loop, one iteration after the other: stores into `arrays` and returns the last carried values (`start` if `range` is empty).
///
/// Loads see the arrays as they were before the loop, as kernels do. `range` is the values of the loop variable.
///
/// # Errors
/// Where the Rust loop would panic; `arrays` then holds what the iterations before have stored.
///
/// # Panics
/// If the IR is not well-typed, or does not fit the arguments.
pub fn run(
    kernel: &LoopKernel,
    functions: &[Function],
    arrays: &mut [Vec<Value>],
    captures: &[Value],
    range: impl IntoIterator<Item = i128>,
    start: &[Value],
) -> Result<Vec<Value>, Panic> {
    let old = arrays.to_vec();
    let mut carried = start.to_vec();
    for (iteration, index) in range.into_iter().enumerate() {
        let env = Env { arrays: &old, captures, index, is_first: iteration == 0, before: &[], after: &[], functions };
        let after = apply(kernel, &carried, &env)?;
        store(kernel, arrays, &Env { before: &carried, after: &after, ..env })?;
        carried = after;
    }
    Ok(carried)
}

/// Every carried value combined with its element.
fn apply(kernel: &LoopKernel, before: &[Value], env: &Env) -> Result<Vec<Value>, Panic> {
    let elements = kernel.carried.iter().map(|carried| evaluate(&carried.element, &[], env));
    let elements: Vec<Value> = elements.collect::<Result<_, _>>()?;
    let each = kernel.carried.iter().enumerate();
    each.map(|(at, carried)| match carried.operator.kind {
        OperatorKind::Along(CarriedId(key)) => {
            let takes_later = takes_later(&kernel.carried[key], &before[key], &elements[key]);
            Ok(if takes_later { elements[at].clone() } else { before[at].clone() })
        }
        OperatorKind::Map(Map { family, coefficient: CarriedId(coefficient) }) => {
            Ok(composed(&family.composed(), &before[at], &elements[at], &elements[coefficient]))
        }
        _ => one(carried, &before[at], &elements[at], env),
    })
    .collect()
}

/// The amount of two maps.
fn composed(term: &Term, earlier: &Value, later: &Value, coefficient: &Value) -> Value {
    let value = |term: &Term| composed(term, earlier, later, coefficient);
    match term {
        Term::Earlier => earlier.clone(),
        Term::Later => later.clone(),
        Term::Coefficient => coefficient.clone(),
        Term::Combined(operator, left, right) => combine(*operator, &value(left), &value(right)),
        Term::Choice(on, _) if coefficient.as_bool() => value(on),
        Term::Choice(_, reset) => value(reset),
    }
}

/// Whether a comparison chooses the later of two values.
fn takes_later(carried: &Carried, earlier: &Value, later: &Value) -> bool {
    let OperatorKind::Best(best) = carried.operator.kind else { unreachable!("a value that goes along with another operator") };
    is_nan(earlier) || binary(best.comparison(), later, earlier).expect("a comparison").as_bool()
}

fn one(carried: &Carried, before: &Value, element: &Value, env: &Env) -> Result<Value, Panic> {
    let (left, right) = if carried.operator.flipped { (element, before) } else { (before, element) };
    match &carried.operator.kind {
        OperatorKind::Builtin(operator) => Ok(combine(*operator, left, right)),
        OperatorKind::Declared(path) => {
            let name = path.rsplit("::").next().map(str::trim);
            let function = env.functions.iter().find(|function| Some(function.name.as_str()) == name);
            evaluate(function.expect("a declared operator"), &[left.clone(), right.clone()], env)
        }
        OperatorKind::Best(_) => Ok(if takes_later(carried, before, element) { element.clone() } else { before.clone() }),
        OperatorKind::Along(_) | OperatorKind::Map(_) => unreachable!("seen to by `apply`"),
    }
}

fn store(kernel: &LoopKernel, arrays: &mut [Vec<Value>], env: &Env) -> Result<(), Panic> {
    for output in &kernel.outputs {
        let is_stored = output.guard.as_ref().map_or(Ok(true), |guard| Ok(evaluate(guard, &[], env)?.as_bool()))?;
        if !is_stored {
            continue;
        }
        let value = evaluate(&output.value, &[], env)?;
        let index = evaluate_expression(&output.index, env)?.as_int();
        let place = usize::try_from(index).ok().and_then(|index| arrays[output.array.0].get_mut(index));
        *place.ok_or(Panic::Index)? = value;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Family, Int};

    /// What a map with this coefficient and amount makes of a value: that is the amount of both, if the value is one.
    fn apply(family: Family, (coefficient, amount): &(Value, Value), value: &Value) -> Value {
        composed(&family.composed(), value, amount, coefficient)
    }

    /// Two maps in a row, as one.
    fn then(family: Family, first: &(Value, Value), second: &(Value, Value)) -> (Value, Value) {
        (combine(family.coefficients(), &first.0, &second.0), apply(family, second, &first.1))
    }

    #[test]
    fn two_maps_in_a_row_are_one() {
        let resets = [Builtin::Add, Builtin::Mul, Builtin::Max, Builtin::Min, Builtin::BitXor, Builtin::BitOr, Builtin::BitAnd];
        let resets = resets.into_iter().map(|operator| Family::Reset(Some(operator)));
        let families = resets.chain([Family::Reset(None), Family::Affine, Family::Bits, Family::Floor, Family::Ceiling]);
        let numbers = || (-128i128..128).step_by(15).chain([-1, 0, 1, 127]);
        for family in families {
            let coefficients: Vec<Value> = match family {
                Family::Reset(_) => vec![Value::Bool(false), Value::Bool(true)],
                _ => numbers().map(|number| wide(family, number)).collect(),
            };
            let amounts: Vec<Value> = numbers().map(|number| wide(family, number)).collect();
            let maps: Vec<_> = coefficients.iter().flat_map(|c| amounts.iter().map(|a| (c.clone(), a.clone()))).collect();
            for (first, second) in maps.iter().flat_map(|first| maps.iter().step_by(7).map(move |second| (first, second))) {
                let both = then(family, first, second);
                for value in amounts.iter().step_by(3) {
                    let in_turn = apply(family, second, &apply(family, first, value));
                    assert_eq!(apply(family, &both, value), in_turn, "{family:?}: {first:?}, {second:?} of {value:?}");
                }
            }
        }
    }

    /// Numbers of sums with a limit are so small that nothing overflows.
    fn wide(family: Family, number: i128) -> Value {
        let int = if matches!(family, Family::Floor | Family::Ceiling) { Int::I64 } else { Int::I8 };
        Value::Int(int, number)
    }
}
