//! Derived operators, tried on numbers: what a map makes of a carried value is what the loop's own step makes of it.
//!
//! A derivation is held against the text that it was made from, for every loop, where it is compiled. What is compared is one step and two,
//! in the reference interpreter: integers exactly, floats exactly where they are copied, else within rounding (of
//! what they come from, too). That maps compose as they
//! should is the families' own law, which tests prove once.
//!
//! # Codes
//!
//! | code | what is wrong |
//! |---|---|
//! | SC0337 | the derived operator gives something else than the loop: an error of this compiler |

use super::random::Random;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::ir::interpret::{Value, run};
use crate::ir::{Carried, Family, Float, Int, LoopKernel, Map, OperatorKind, Scalar, Semiring, Type, query};

/// The derived operator gives something else than the loop.
const DIFFERS: Code = Code(337);
/// How many times the loop is tried on other numbers.
const TRIALS: u64 = 48;
/// Where the iterations are: elements beside them are in the arrays, too.
const FROM: usize = 24;
/// Elements of each array.
const LENGTH: usize = 64;

/// Tries `kernel`, whose outputs store what the loop's own step makes of the carried values that are the loop's, in their order.
pub fn check(kernel: &LoopKernel, span: Span, diagnostics: &mut Diagnostics) {
    let Some(numbers) = Numbers::of(kernel) else { return };
    if let Some(name) = (0..TRIALS).find_map(|trial| numbers.trial(trial)) {
        let message = format!("the operator that was derived for `{name}` gives something else than the loop");
        let help = "this is an error of scanc: please report it; write the operator yourself, with `#[declare_scan]`";
        diagnostics.push(Diagnostic::error(DIFFERS, span, message).help(help));
    }
}

/// The types of what the loop computes with.
struct Numbers<'k> {
    kernel: &'k LoopKernel,
    /// Of each carried value that is the loop's whether floats agree to the last bit.
    agree_exactly: Vec<bool>,
    arrays: Vec<Scalar>,
    captures: Vec<Scalar>,
    carried: Vec<Scalar>,
    /// Numbers at the ends of their types are among them.
    with_ends: bool,
}

impl<'k> Numbers<'k> {
    /// None where the loop computes with what only the program knows.
    fn of(kernel: &'k LoopKernel) -> Option<Self> {
        let scalars = |types: Vec<&Type>| types.into_iter().map(Type::scalar).collect::<Option<Vec<_>>>();
        let own = &kernel.carried[..kernel.outputs.len()];
        let family = |carried: &Carried| match carried.operator.kind {
            OperatorKind::Map(map) => Some(map.family),
            _ => None,
        };
        let is_narrow = |carried: &Carried| !matches!(carried.ty.scalar(), Some(Scalar::Int(Int::I64 | Int::Isize)));
        // What is copied is not rounded. Sums and products are: `s + a + b` is `s + (a + b)` by the operator, which great numbers show.
        let exactly = |carried: &Carried| match family(carried) {
            Some(Family::Reset(operator)) => operator.is_none(),
            Some(Family::Row(row)) => row.semiring == Semiring::Choice,
            _ => false,
        };
        let is_rounded = |carried: &Carried| matches!(carried.ty.scalar(), Some(Scalar::Float(_))) && !exactly(carried);
        let with_ends = |carried: &Carried| match family(carried) {
            _ if is_rounded(carried) => false,
            Some(Family::Reset(_) | Family::Affine | Family::Bits | Family::OfSums | Family::Finite(_)) | None => true,
            Some(Family::Row(row)) => !row.semiring.compares(),
            Some(family) => family == Family::Clamp && is_narrow(carried),
        };
        (!query::calls(kernel)).then_some(())?;
        Some(Self {
            kernel,
            with_ends: own.iter().all(with_ends),
            agree_exactly: own.iter().map(exactly).collect(),
            arrays: scalars(kernel.arrays.iter().map(|array| &array.element).collect())?,
            captures: scalars(kernel.captures.iter().map(|capture| &capture.ty).collect())?,
            carried: scalars(kernel.carried.iter().map(|carried| &carried.ty).collect())?,
        })
    }

    /// Some iterations: the name of a carried value that is another one than the loop's own step makes it.
    fn trial(&self, trial: u64) -> Option<&'k str> {
        let random = &mut Random::new(trial);
        // Small numbers find what cancels, great ones what wraps.
        let draw = |random: &mut Random, scalar: &Scalar| number(*scalar, self.with_ends && trial % 3 == 2, random);
        let mut arrays: Vec<Vec<Value>> =
            self.arrays.iter().map(|scalar| (0..LENGTH).map(|_| draw(random, scalar)).collect()).collect();
        let mut captures: Vec<Value> = self.captures.iter().map(|scalar| draw(random, scalar)).collect();
        let carried = self.carried.iter().zip(&self.kernel.carried);
        let start: Vec<Value> = carried.map(|(scalar, carried)| start(carried, draw(random, scalar))).collect();
        let indices: Vec<i128> =
            (0..i128::from(1 + trial % 2)).map(|k| FROM as i128 + k * i128::from(self.kernel.index.step)).collect();
        // Where the loop panics there is nothing to compare.
        let (after, steps) = self.both(&arrays, &captures, &indices, &start)?;
        let at = (0..after.len()).find(|at| !agree(&after[*at], &steps[*at], self.agree_exactly[*at]))?;
        // What cancels leaves what was rounded: other roundings of the numbers that it came from would leave something else, too.
        arrays.iter_mut().flatten().chain(&mut captures).for_each(|value| *value = rounded(value, random));
        let (_, moved) = self.both(&arrays, &captures, &indices, &start)?;
        (self.agree_exactly[at] || agree(&steps[at], &moved[at], false)).then_some(self.kernel.carried[at].name.as_str())
    }

    /// The carried values after these iterations by the derived operator, and as the loop's own step makes them; `None` where it panics.
    fn both(
        &self,
        arrays: &[Vec<Value>],
        captures: &[Value],
        indices: &[i128],
        start: &[Value],
    ) -> Option<(Vec<Value>, Vec<Value>)> {
        let mut arrays = arrays.to_vec();
        let mut after = run(self.kernel, &[], &mut arrays, captures, indices.iter().copied(), start).ok()?;
        let at = usize::try_from(*indices.last()?).ok()?;
        let steps: Vec<Value> = self.kernel.outputs.iter().map(|output| arrays[output.array.0][at].clone()).collect();
        after.truncate(steps.len());
        Some((after, steps))
    }
}

/// What a carried value starts from: a state, where it is one of a few.
fn start(carried: &Carried, drawn: Value) -> Value {
    match (&drawn, &carried.operator.kind) {
        (Value::Int(ty, number), OperatorKind::Map(Map { family: Family::Finite(states), .. })) => {
            Value::Int(*ty, number.rem_euclid(i128::from(*states)))
        }
        _ => drawn,
    }
}

/// A float that is a little more or less.
fn rounded(value: &Value, random: &mut Random) -> Value {
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    match value {
        Value::F32(value) => Value::F32(value * (1.0 + sign as f32 * f32::EPSILON)),
        Value::F64(value) => Value::F64(value * (1.0 + sign * f64::EPSILON)),
        value => value.clone(),
    }
}

/// A number that programs have, or one at an end of its type.
fn number(scalar: Scalar, with_ends: bool, random: &mut Random) -> Value {
    match scalar {
        Scalar::Bool => Value::Bool(random.below(2) == 0),
        Scalar::Int(ty) => Value::int(
            ty,
            match random.below(4) {
                0 if with_ends => *random.one_of(&[ty.min(), ty.max(), ty.max() - 1, ty.min() + 1]),
                1 if with_ends => i128::from(random.bits() as i64),
                2 => i128::from(random.between(-40, 90)),
                _ => i128::from(random.between(-2, 3)),
            },
        ),
        // Positive, so that quotients are taken, and of few bits.
        Scalar::Float(Float::F32) => Value::F32(random.between(1, 64) as f32 / 64.0),
        Scalar::Float(Float::F64) => Value::F64(random.between(1, 64) as f64 / 64.0),
    }
}

/// Whether two results are the same, floats to the last bit or within what some roundings make.
fn agree(map: &Value, step: &Value, exactly: bool) -> bool {
    let close = |map: f64, step: f64, of: f64| {
        map == step || map.is_nan() && step.is_nan() || !exactly && (map - step).abs() <= of * (1.0 + map.abs().max(step.abs()))
    };
    match (map, step) {
        (Value::F32(map), Value::F32(step)) => close(f64::from(*map), f64::from(*step), 1e-4),
        (Value::F64(map), Value::F64(step)) => close(*map, *step, 1e-10),
        (map, step) => map == step,
    }
}
