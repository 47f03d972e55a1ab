//! Random arguments, as 64 bits a primitive value.

use crate::types::{Leaf, below};
use scan_tests::Random;
use scanc::ir::interpret::Value;
use scanc::ir::{Float, Scalar};

/// The bits of a value for a leaf: integers and enums extended by their sign, floats as they are stored.
pub fn random(random: &mut Random, leaf: &Leaf) -> u64 {
    if let Some(values) = &leaf.values {
        return values[below(random, values.len())] as u64;
    }
    match leaf.scalar {
        Scalar::Bool => below(random, 2) as u64,
        Scalar::Int(int) => {
            let value = match below(random, 6) {
                0 => int.max() - i128::from(below(random, 2) as u64),
                1 => int.min() + i128::from(below(random, 2) as u64),
                2 => i128::from(random.next()),
                3 => 1 << below(random, int.bits() as usize),
                _ => below(random, 12) as i128 - if int.signed() { 5 } else { 0 },
            };
            int.wrap(value) as u64
        }
        Scalar::Float(float) => {
            let value = match below(random, 10) {
                0 => f64::NAN,
                1 => f64::INFINITY,
                2 => -0.0,
                3 if float == Float::F32 => return u64::from(random.next() as u32),
                3 => return random.next(),
                4 => 1e-40,
                5 => -3e9,
                6 => 1e19,
                _ => below(random, 64) as f64 / 4.0 - 5.0,
            };
            if float == Float::F32 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
        }
    }
}

/// The bits of an interpreted value's leaves, in order.
pub fn bits(value: &Value, found: &mut Vec<u64>) {
    match value {
        Value::Bool(value) => found.push(u64::from(*value)),
        Value::Int(_, value) => found.push(*value as u64),
        Value::F32(value) => found.push(u64::from(value.to_bits())),
        Value::F64(value) => found.push(value.to_bits()),
        Value::Array(elements) => elements.iter().for_each(|element| bits(element, found)),
        Value::Struct(_, fields) => fields.iter().for_each(|field| bits(&field.1, found)),
    }
}

/// Whether both are the same value; all NaNs are one.
pub fn same(leaf: &Leaf, a: u64, b: u64) -> bool {
    let is_nan = |bits: u64| match leaf.scalar {
        Scalar::Float(Float::F32) => f32::from_bits(bits as u32).is_nan(),
        Scalar::Float(Float::F64) => f64::from_bits(bits).is_nan(),
        _ => false,
    };
    a == b || is_nan(a) && is_nan(b)
}

/// As a person reads it.
pub fn shown(leaf: &Leaf, bits: u64) -> String {
    match leaf.scalar {
        Scalar::Bool => bits.to_string(),
        Scalar::Int(int) => Value::int(int, i128::from(bits)).to_string(),
        Scalar::Float(Float::F32) => Value::F32(f32::from_bits(bits as u32)).to_string(),
        Scalar::Float(Float::F64) => Value::F64(f64::from_bits(bits)).to_string(),
    }
}
