//! Built-in operators with their identities, and the whole loop.

use super::operations::binary;
use super::{Env, Panic, Value, evaluate, evaluate_expression};
use crate::ir::{Binary, Builtin, Carried, CarriedId, Float, Function, Int, LoopKernel, OperatorKind, Scalar, Term};

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
        let env = Env { arrays: &old, captures, index, iteration, before: &[], after: &[], functions };
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
        OperatorKind::Map(map) => Ok(composed(&map.composed(CarriedId(at)), [before, &elements])),
        _ => one(carried, &before[at], &elements[at], env),
    })
    .collect()
}

/// What two maps in a row have, of what the two have.
fn composed(term: &Term, maps: [&[Value]; 2]) -> Value {
    let value = |term: &Term| composed(term, maps);
    match term {
        Term::Earlier(CarriedId(number)) => maps[0][*number].clone(),
        Term::Later(CarriedId(number)) => maps[1][*number].clone(),
        Term::Sum(left, right) => saturating(Binary::Add, &value(left), &value(right)),
        Term::Difference(left, right) => saturating(Binary::Sub, &value(left), &value(right)),
        Term::Quotient(left, right) => binary(Binary::Div, &value(left), &value(right)).expect("a quotient of floats"),
        Term::Clamped(terms) => {
            let [earlier, change, low, high] = terms.each_ref().map(value);
            let Value::Int(ty, earlier) = earlier else { unreachable!("of integers") };
            let changed = (earlier as i64).wrapping_add(change.as_int() as i64);
            Value::Int(ty, i128::from(changed).max(low.as_int()).min(high.as_int()))
        }
        Term::One => Value::float(Float::F64, 1.0),
        Term::WherePositive(source, then, otherwise) => {
            value(if matches!(value(source), Value::F64(source) if source > 0.0) { then } else { otherwise })
        }
        Term::Combined(operator, left, right) => combine(*operator, &value(left), &value(right)),
        Term::Choice(terms) => {
            let [goes_on, on, reset] = &**terms;
            value(if value(goes_on).as_bool() { on } else { reset })
        }
        Term::State(terms) => {
            let [table, state] = terms.each_ref().map(value);
            let Value::Int(ty, state) = state else { unreachable!("a state is an integer") };
            Value::Int(ty, state_after(table.as_int(), state))
        }
        Term::States(states, tables) => {
            let [earlier, later] = tables.each_ref().map(|table| value(table).as_int());
            let state = |at: i128| state_after(later, state_after(earlier, at)) << (4 * at);
            Value::Int(Int::U64, (0..i128::from(*states)).map(state).sum())
        }
    }
}

/// What follows a state.
fn state_after(table: i128, state: i128) -> i128 {
    table >> (4 * state) & 15
}

fn saturating(operator: Binary, left: &Value, right: &Value) -> Value {
    match (left, right) {
        (Value::Int(ty, left), Value::Int(_, right)) => {
            let exact = if operator == Binary::Add { left + right } else { left - right };
            Value::Int(*ty, exact.clamp(ty.min(), ty.max()))
        }
        _ => binary(operator, left, right).expect("an operator that does not divide"),
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
        let index = match &output.computed {
            Some(computed) => evaluate(&computed.place, &[], env)?.as_int(),
            None => evaluate_expression(&output.index, env)?.as_int(),
        };
        let place = usize::try_from(index).ok().and_then(|index| arrays[output.array.0].get_mut(index));
        let place = place.ok_or(Panic::Index)?;
        let operator = output.computed.as_ref().and_then(|computed| computed.operator);
        *place = operator.map_or(value.clone(), |operator| combine(operator, place, &value));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Family, Map, Of, Row, SAME_STATES, Semiring, With};

    /// Of the first of three values, which goes through a map, the second its coefficient and the third its source.
    fn of(family: Family) -> Term {
        Map { family, coefficient: Some(CarriedId(1)), source: Some(CarriedId(2)) }.composed(CarriedId(0))
    }

    /// What a map with this coefficient and amount makes of a value: that is the amount of both, if the value is one.
    fn apply(family: Family, (coefficient, amount): &(Value, Value), value: &Value) -> Value {
        composed(&of(family), [std::slice::from_ref(value), &[amount.clone(), coefficient.clone()]])
    }

    fn of_coefficients(family: Family) -> Builtin {
        match family.coefficients() {
            OperatorKind::Builtin(operator) => operator,
            kind => panic!("{kind:?}"),
        }
    }

    /// Two maps in a row, as one.
    fn then(family: Family, first: &(Value, Value), second: &(Value, Value)) -> (Value, Value) {
        (combine(of_coefficients(family), &first.0, &second.0), apply(family, second, &first.1))
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

    #[test]
    fn two_tables_of_states_in_a_row_are_one() {
        let table = |seed: u64, states: u8| {
            let state = |at: u8| ((seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (3 * at + 7)) % u64::from(states)) << (4 * at);
            (0..states).map(state).sum::<u64>()
        };
        for (states, seed) in (2..=16).flat_map(|states| (0..40).map(move |seed| (states, seed))) {
            let (family, of_tables) = (Family::Finite(states), Family::Table(states));
            let map = |seed: u64| (Value::Int(Int::U64, table(seed, states).into()), Value::Int(Int::I8, 0));
            let (first, second, third) = (map(seed), map(seed + 40), map(seed + 80));
            let both = |earlier: &Value, later: &Value| {
                composed(&of(of_tables), [std::slice::from_ref(earlier), std::slice::from_ref(later)])
            };
            let tables = both(&first.0, &second.0);
            assert_eq!(both(&tables, &third.0), both(&first.0, &both(&second.0, &third.0)), "{states} states, {seed}");
            let same = Value::Int(Int::U64, (i128::from(SAME_STATES)) & ((1 << (4 * i128::from(states))) - 1));
            assert_eq!((both(&same, &first.0), both(&first.0, &same)), (first.0.clone(), first.0.clone()));
            for state in (0..states).map(|state| Value::Int(Int::I8, state.into())) {
                let in_turn = apply(family, &second, &apply(family, &first, &state));
                assert_eq!(apply(family, &(tables.clone(), second.1.clone()), &state), in_turn, "{states} states, {seed}");
                assert_eq!(apply(family, &(Value::Int(Int::U64, SAME_STATES.into()), second.1.clone()), &state), state);
            }
        }
    }

    /// A lower limit, a change, and an upper limit: of two runs of iterations, and of both.
    fn between(first: &[Value; 3], second: &[Value; 3]) -> [Value; 3] {
        let limit = |at: usize, other: usize, family: Family| {
            let map = Map { family, coefficient: Some(CarriedId(1)), source: Some(CarriedId(other)) };
            composed(&map.composed(CarriedId(at)), [first, second])
        };
        let change = combine(of_coefficients(Family::Clamp), &first[1], &second[1]);
        [limit(0, 2, Family::Clamp), change, limit(2, 0, Family::Upper)]
    }

    #[test]
    fn sums_between_limits_are_those_of_the_loop() {
        let value = |number: i128| Value::Int(Int::I8, number);
        let in_type = |number: i128| number.clamp(-128, 127);
        // A saturating sum, and limits; some are set to a value.
        let step = |change: i128, low: i128, high: i128| {
            let limit = |from: i128| value(in_type(from + change).clamp(low, high));
            [limit(-128), Value::Int(Int::I64, change), limit(127)]
        };
        for seed in 0..5000i128 {
            let digit = |place: u32| (seed * 7919 + 13) / 5i128.pow(place % 9) % 255 - 127;
            let steps: Vec<(i128, i128, i128)> = (0..4u32)
                .map(|at| {
                    let (one, other) = if (seed >> at) & 1 == 0 { (-128, 127) } else { (digit(at + 2), digit(at + 5)) };
                    (digit(at), one.min(other), one.max(other))
                })
                .collect();
            let runs: Vec<[Value; 3]> = steps.iter().map(|&(change, low, high)| step(change, low, high)).collect();
            for start in [-128, -3, 0, 100, 127] {
                let expected =
                    steps.iter().fold(start, |carried, &(change, low, high)| in_type(carried + change).clamp(low, high));
                let first = [value(start), Value::Int(Int::I64, 0), value(127)];
                let in_turn = runs.iter().fold(first.clone(), |earlier, later| between(&earlier, later));
                let halves = between(&between(&first, &runs[0]), &between(&runs[1], &between(&runs[2], &runs[3])));
                assert_eq!([&in_turn[0], &halves[0]], [&value(expected), &value(expected)], "{steps:?} from {start}");
            }
        }
    }

    /// A running extreme or sum, what is made of it, and its coefficient: a run of iterations.
    type Run = [Value; 3];

    fn joined(family: Family, of: Builtin, first: &Run, second: &Run) -> Run {
        let map = Map { family, coefficient: Some(CarriedId(2)), source: Some(CarriedId(0)) };
        let coefficient = combine(of_coefficients(family), &first[2], &second[2]);
        [combine(of, &first[0], &second[0]), composed(&map.composed(CarriedId(1)), [first, second]), coefficient]
    }

    #[test]
    fn extremes_of_another_value_are_those_of_the_loop() {
        let number = |number: i128| Value::Int(Int::I64, number);
        let made = |with: With, source: i128, own: i128| match with {
            With::Plus => source + own,
            With::Minus => source - own,
            With::From => own - source,
            With::Ratio | With::Loss | With::Gain => unreachable!("of floats"),
        };
        for (greatest, with, of) in [true, false].into_iter().flat_map(|greatest| {
            let withs = [With::Plus, With::Minus, With::From].into_iter();
            withs.flat_map(move |with| [Builtin::Max, Builtin::Min, Builtin::Add].map(move |of| (greatest, with, of)))
        }) {
            let what = Of { greatest, with, exclusive: false };
            let family = if of == Builtin::Add { Family::OfSum(what) } else { Family::OfExtreme(what) };
            // What falls as the maximum grows has no greatest that is known by the maximum.
            if of != Builtin::Add && (with != With::From) != (greatest == (of == Builtin::Max)) {
                continue;
            }
            let element = |source: i128, own: i128| [number(source), number(made(with, source, own)), number(own)];
            for seed in 0..2000i128 {
                let digit = |place: u32| (seed * 7919 + 13) / 9i128.pow(place) % 9 - 4;
                let steps: Vec<(i128, i128)> = (0..4).map(|at| (digit(at), digit(at + 3))).collect();
                let (mut source, mut extreme) = (i128::from(i64::MIN / 2) * i128::from(of == Builtin::Max), digit(5));
                let start = [number(source), number(extreme), number(0)];
                for &(own_source, own) in &steps {
                    source = combine(of, &number(source), &number(own_source)).as_int();
                    extreme = combine(what.extreme(), &number(extreme), &number(made(with, source, own))).as_int();
                }
                let runs: Vec<Run> = steps.iter().map(|&(source, own)| element(source, own)).collect();
                let join = |first: &Run, second: &Run| joined(family, of, first, second);
                let in_turn = runs.iter().fold(start.clone(), |earlier, later| join(&earlier, later));
                let halves = join(&join(&start, &runs[0]), &join(&runs[1], &join(&runs[2], &runs[3])));
                assert_eq!([&in_turn[0], &in_turn[1]], [&number(source), &number(extreme)], "{family:?} over {of:?}: {steps:?}");
                assert_eq!(in_turn[..2], halves[..2], "{family:?} over {of:?}: {steps:?}");
            }
        }
    }

    #[test]
    fn sums_of_sums_are_those_of_the_loop() {
        let number = |number: i128| Value::Int(Int::I8, number);
        for seed in 0..2000i128 {
            let digit = |place: u32| (seed * 7919 + 13) / 5i128.pow(place) % 250 - 125;
            let steps: Vec<[i128; 3]> = (0..4).map(|at| [digit(at), digit(at + 1), digit(at + 2)]).collect();
            let (mut source, mut sum) = (number(digit(5)), number(digit(3)));
            let start = [source.clone(), sum.clone(), number(0)];
            for step in &steps {
                let [own, weight, amount] = step.map(number);
                let weighted = combine(Builtin::Mul, &source, &weight);
                sum = combine(Builtin::Add, &combine(Builtin::Add, &sum, &amount), &weighted);
                source = combine(Builtin::Add, &source, &own);
            }
            let runs: Vec<Run> =
                steps.iter().map(|&[own, weight, amount]| [number(own), number(amount), number(weight)]).collect();
            let join = |first: &Run, second: &Run| joined(Family::OfSums, Builtin::Add, first, second);
            let in_turn = runs.iter().fold(start.clone(), |earlier, later| join(&earlier, later));
            let halves = join(&join(&start, &runs[0]), &join(&runs[1], &join(&runs[2], &runs[3])));
            assert_eq!([&in_turn[0], &in_turn[1]], [&source, &sum], "{steps:?}");
            assert_eq!(in_turn[..2], halves[..2], "{steps:?}");
        }
    }

    #[test]
    fn extremes_of_quotients_are_those_of_the_loop() {
        let number = Value::F64;
        let made = |with: With, source: f64, own: f64| match with {
            With::Ratio => own / source,
            With::Loss => 1.0 - own / source,
            _ => own / source - 1.0,
        };
        let better = |greatest: bool, a: f64, b: f64| if greatest { a.max(b) } else { a.min(b) };
        for (with, of) in [With::Ratio, With::Loss, With::Gain].into_iter().flat_map(|with| [(with, true), (with, false)]) {
            let greatest = with.rises() == of;
            let family = Family::OfExtreme(Of { greatest, with, exclusive: false });
            let extreme = if of { Builtin::Max } else { Builtin::Min };
            // What a minimum starts from is positive, or no number.
            let starts: &[f64] = if of { &[-7.0, 0.0, 0.3, f64::INFINITY, f64::NAN] } else { &[0.3, f64::INFINITY, f64::NAN] };
            for seed in 0..500u32 {
                let digit = |place: u32| f64::from((seed * 7919 + 13) / 9u32.pow(place) % 9 + 1) / 7.0;
                let steps: Vec<(f64, f64)> = (0..4).map(|at| (digit(at), digit(at + 3))).collect();
                for &first in starts {
                    let (mut source, mut best) = (first, digit(5) - 0.7);
                    let start = [number(source), number(best), number(0.0)];
                    for &(own_source, own) in &steps {
                        source = better(of, source, own_source);
                        best = better(greatest, best, made(with, source, own));
                    }
                    let run = |&(source, own): &(f64, f64)| [number(source), number(made(with, source, own)), number(own)];
                    let runs: Vec<Run> = steps.iter().map(run).collect();
                    let join = |first: &Run, second: &Run| joined(family, extreme, first, second);
                    let in_turn = runs.iter().fold(start.clone(), |earlier, later| join(&earlier, later));
                    let halves = join(&join(&start, &runs[0]), &join(&runs[1], &join(&runs[2], &runs[3])));
                    assert_eq!(
                        [&in_turn[0], &in_turn[1]],
                        [&number(source), &number(best)],
                        "{family:?} from {first}: {steps:?}"
                    );
                    assert_eq!(in_turn[..2], halves[..2], "{family:?} from {first}: {steps:?}");
                }
            }
        }
    }

    /// What is carried and the cells behind it, of two runs of iterations: of both.
    fn multiplied(semiring: Semiring, order: usize, first: &[Value], second: &[Value]) -> Vec<Value> {
        let row = |number: usize| {
            let (row, column) = match number.checked_sub(order) {
                None => (number, None),
                Some(cell) => (cell / order, Some(cell % order)),
            };
            let family = Family::Row(Row { semiring, order, row, column });
            composed(&Map { family, coefficient: None, source: None }.composed(CarriedId(number)), [first, second])
        };
        (0..order * (order + 1)).map(row).collect()
    }

    #[test]
    fn matrices_in_a_row_are_their_product() {
        let least = -4 * i128::from(crate::ir::REACH);
        for (semiring, none) in [(Semiring::Linear, 0), (Semiring::MaxPlus, least), (Semiring::MinPlus, -least)] {
            let int = if semiring == Semiring::Linear { Int::I8 } else { Int::I64 };
            let value = |number: i128| Value::int(int, number);
            let times = |cell: i128, carried: i128| match semiring {
                Semiring::Linear => value(cell * carried).as_int(),
                _ => cell + carried,
            };
            let sum = |left: i128, right: i128| match semiring {
                Semiring::Linear => value(left + right).as_int(),
                Semiring::MaxPlus => left.max(right),
                _ => left.min(right),
            };
            for (order, seed) in (2..=4).flat_map(|order| (0..1000i128).map(move |seed| (order, seed))) {
                let digit = |place: u32| (seed * 7919 + 13) / 5i128.pow(place % 11) % 250 - 125;
                let cell = |place: u32| if digit(place + 3) % 3 == 0 { none } else { digit(place) };
                let step = |at: u32| -> Vec<i128> {
                    let amounts = (0..order as u32).map(|row| cell(at + 5 * row));
                    amounts.chain((0..(order * order) as u32).map(|place| cell(2 * at + place))).collect()
                };
                let steps: Vec<Vec<i128>> = (0..4).map(step).collect();
                let start: Vec<i128> = (0..order as u32).map(digit).collect();
                let expected = steps.iter().fold(start.clone(), |carried, step| {
                    let row = |row: usize| {
                        let products = (0..order).map(|at| times(step[order + row * order + at], carried[at]));
                        products.chain([step[row]]).reduce(sum).unwrap_or_default()
                    };
                    (0..order).map(row).collect()
                });
                let values = |numbers: &[i128]| numbers.iter().map(|number| value(*number)).collect::<Vec<Value>>();
                let runs: Vec<Vec<Value>> = steps.iter().map(|step| values(step)).collect();
                let both = |first: &[Value], second: &[Value]| multiplied(semiring, order, first, second);
                let first = values(&[start, vec![none; order * order]].concat());
                let in_turn = runs.iter().fold(first.clone(), |earlier, later| both(&earlier, later));
                let halves = both(&both(&first, &runs[0]), &both(&runs[1], &both(&runs[2], &runs[3])));
                assert_eq!(in_turn[..order], values(&expected), "{semiring:?}: {steps:?}");
                assert_eq!(halves[..order], values(&expected), "{semiring:?}: {steps:?}");
            }
        }
    }

    #[test]
    fn copies_in_a_row_are_one() {
        for (order, seed) in (2..=4).flat_map(|order| (0..2000u64).map(move |seed| (order, seed))) {
            let random = |place: usize| (seed * 131 + place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            // More than one cell of a row may say so: the first counts.
            let step = |at: usize| -> (Vec<i128>, Vec<bool>) {
                let amounts = (0..order).map(|row| i128::from(random(100 * at + row) % 200) - 100);
                (amounts.collect(), (0..order * order).map(|cell| random(100 * at + 50 + cell).is_multiple_of(3)).collect())
            };
            let steps: Vec<_> = (0..4).map(step).collect();
            let start: Vec<i128> = (0..order as i128).collect();
            let expected = steps.iter().fold(start.clone(), |carried, (amounts, cells)| {
                let copied = |row: usize| (0..order).find(|column| cells[row * order + column]);
                (0..order).map(|row| copied(row).map_or(amounts[row], |column| carried[column])).collect()
            });
            let values = |numbers: &[i128]| numbers.iter().map(|number| Value::int(Int::I8, *number)).collect::<Vec<_>>();
            let run = |(amounts, cells): &(Vec<i128>, Vec<bool>)| {
                values(amounts).into_iter().chain(cells.iter().map(|cell| Value::Bool(*cell))).collect::<Vec<_>>()
            };
            let runs: Vec<Vec<Value>> = steps.iter().map(run).collect();
            let both = |first: &[Value], second: &[Value]| multiplied(Semiring::Choice, order, first, second);
            let first = run(&(start, vec![seed.is_multiple_of(2); order * order]));
            let in_turn = runs.iter().fold(first.clone(), |earlier, later| both(&earlier, later));
            let halves = both(&both(&first, &runs[0]), &both(&runs[1], &both(&runs[2], &runs[3])));
            assert_eq!(in_turn[..order], values(&expected), "{steps:?}");
            assert_eq!(halves[..order], values(&expected), "{steps:?}");
        }
    }

    /// Numbers of sums with a limit are so small that nothing overflows.
    fn wide(family: Family, number: i128) -> Value {
        let int = if matches!(family, Family::Floor | Family::Ceiling) { Int::I64 } else { Int::I8 };
        Value::Int(int, number)
    }
}
