//! The values that operations are tried on.

use super::random::Random;
use scanc::ir::interpret::Value;
use scanc::ir::{Float, Int, Scalar};

/// The type of shift amounts and exponents.
pub const AMOUNT: Scalar = Scalar::Int(Int::U32);

/// The values at which things go wrong.
pub fn boundaries(scalar: Scalar) -> Vec<Value> {
    match scalar {
        Scalar::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Scalar::Int(ty) => integers(ty),
        Scalar::Float(ty) => floats(ty),
    }
}

fn integers(ty: Int) -> Vec<Value> {
    let near = [ty.min(), ty.min() + 1, ty.max() / 3, ty.max() - 1, ty.max(), 0, 1, 2, 3, 5, 7, 8, 10, 31, 32, 63, 64, 100];
    // Integers around the limits of what floats represent.
    let wide = [(1 << 24) + 1, (1 << 53) + 1, (1 << 62) + (1 << 38), -1, -2, -7, 0x0123_4567_89ab_cdef];
    let mut all: Vec<_> = near.iter().chain(&wide).map(|&value| ty.wrap(value)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|value| Value::Int(ty, value)).collect()
}

fn floats(ty: Float) -> Vec<Value> {
    let (tiny, least, greatest) = match ty {
        Float::F32 => (f64::from(f32::MIN_POSITIVE), f64::from(f32::from_bits(1)), f64::from(f32::MAX)),
        Float::F64 => (f64::MIN_POSITIVE, f64::from_bits(1), f64::MAX),
    };
    let powers = [7, 8, 15, 16, 31, 32, 63, 64].map(|power| 2f64.powi(power));
    let near: Vec<_> = powers.iter().flat_map(|power| [*power, power - 0.5, power - 1.0, -power, -power - 1.0]).collect();
    let special = [0.0, 0.5, 0.499_999_97, 1.0, 1.5, 2.5, 0.1, 3.7, 10.0, 1e10, 8_388_609.0, tiny, tiny / 4.0, least, greatest];
    let mut all: Vec<_> = special.iter().flat_map(|value| [*value, -value]).chain(near).collect();
    all.extend([f64::INFINITY, f64::NEG_INFINITY, f64::NAN]);
    all.into_iter().map(|value| Value::float(ty, value)).collect()
}

/// Rows of `a`, `b`, `c`, `n`: all pairs of `a` and `b`.
pub fn combinations(scalar: Scalar) -> Vec<Vec<Value>> {
    let values = boundaries(scalar);
    let amounts = [0, 1, 2, 3, 7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 65, 1000, 1 << 31, u32::MAX];
    let mut rows = Vec::new();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            let c = &values[(i * 7 + j * 3) % values.len()];
            let n = amounts[(i * 5 + j) % amounts.len()];
            rows.push(vec![a.clone(), b.clone(), c.clone(), Value::Int(Int::U32, i128::from(n))]);
        }
    }
    rows
}

/// Rows of one value of each type, boundaries and small numbers.
pub fn random_rows(random: &mut Random, scalars: &[(&str, Scalar)], count: usize) -> Vec<Vec<Value>> {
    let boundaries: Vec<_> = scalars.iter().map(|&(_, scalar)| boundaries(scalar)).collect();
    (0..count).map(|_| boundaries.iter().map(|values| random.of(values).clone()).collect()).collect()
}
