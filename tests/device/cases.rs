//! The loops under test: their inputs, and what the loop as written makes of them.

use crate::driver::{POISON, Window, Work};
use bytemuck::Pod;
use scan_tests::kernels;
use scanc::ir::LoopKernel;

/// The start value and the inputs' bytes for windows of so many elements.
type Data = (Vec<u8>, Vec<Vec<u8>>);

/// A loop, its data and its meaning.
pub struct Case {
    pub kernel: LoopKernel,
    /// What the runtime would put in front of the text.
    pub definitions: String,
    /// For each input and each output, in order: bytes of an element, and what its index is beyond the loop variable.
    inputs: Vec<(usize, i64)>,
    outputs: Vec<(usize, i64)>,
    aliases: Vec<Option<usize>>,
    captures: Vec<Vec<u8>>,
    takes_flag: bool,
    data: fn(usize) -> Data,
    /// The loop as written: the places in the windows in the order of the iterations; the work, whose outputs it changes; returns the
    /// last carried value.
    sequential: fn(&[usize], &mut Work) -> Vec<u8>,
}

impl Case {
    /// The loop with `n` iterations.
    pub fn work(&self, n: u64) -> Work {
        let step = self.kernel.index.step;
        let last = (n as i64 - 1) * step.abs();
        // The lowest value of the loop variable; not 0, so that a forgotten `from` shows.
        let low = 40;
        let length = last as usize + 1;
        let (start, bytes) = (self.data)(length);
        let window = |&(element, offset): &(usize, i64), bytes: Vec<u8>| Window { bytes, element, from: low + offset };
        let inputs: Vec<_> = self.inputs.iter().zip(bytes).map(|(shape, bytes)| window(shape, bytes)).collect();
        let fresh = |shape: &(usize, i64), alias: &Option<usize>| {
            alias.map_or_else(|| window(shape, vec![POISON; length * shape.0]), |input| inputs[input].clone())
        };
        let outputs = self.outputs.iter().zip(&self.aliases).map(|(shape, alias)| fresh(shape, alias)).collect();
        let first = if step < 0 { low + last } else { low };
        Work {
            n,
            first,
            outputs,
            inputs,
            aliases: self.aliases.clone(),
            captures: self.captures.clone(),
            takes_flag: self.takes_flag,
            start,
        }
    }

    /// What the loop leaves in its outputs, and the last carried value.
    pub fn expected(&self, work: &Work) -> (Vec<Vec<u8>>, Vec<u8>) {
        let step = self.kernel.index.step;
        let mut places: Vec<_> = (0..work.n as usize).map(|k| k * step.unsigned_abs() as usize).collect();
        if step < 0 {
            places.reverse();
        }
        let mut work = work.clone();
        let carry = (self.sequential)(&places, &mut work);
        (work.outputs.into_iter().map(|window| window.bytes).collect(), carry)
    }
}

pub fn prefix_sum() -> Case {
    Case {
        inputs: vec![(4, -1)],
        outputs: vec![(4, 0)],
        data: |length| (bytes(&[-7_i32]), vec![random(length, |bits| bits as i32)]),
        sequential: |places, work| scan(places, work, i32::wrapping_add, |_, after, _: i32| after),
        ..plain(kernels::prefix_sum())
    }
}

pub fn maximum_to_the_right() -> Case {
    Case {
        inputs: vec![(4, 0)],
        outputs: vec![(4, 0)],
        // A NaN here and there: it is not carried on.
        data: |length| {
            (bytes(&[-1e9_f32]), vec![random(length, |bits| if bits % 17 == 0 { f32::NAN } else { (bits % 1000) as f32 })])
        },
        sequential: |places, work| scan(places, work, f32::max, |before, _, _: f32| before),
        ..plain(kernels::maximum_to_the_right())
    }
}

pub fn least_before() -> Case {
    Case {
        inputs: vec![(2, 0)],
        outputs: vec![(2, 0)],
        // New lows all the way.
        data: |length| {
            let fall = length / 20_000 + 1;
            let levels: Vec<_> = (0..length).map(|place| ((place * 7919) % 97) as i16 - (place / fall) as i16).collect();
            (bytes(&[500_i16]), vec![bytes(&levels)])
        },
        sequential: |places, work| scan(places, work, i16::min, |before, _, _: i16| before),
        ..plain(kernels::least_before())
    }
}

pub fn accumulate() -> Case {
    Case {
        inputs: vec![(8, 0)],
        outputs: vec![(8, 0)],
        aliases: vec![Some(0)],
        data: |length| (bytes(&[i64::MAX - 5]), vec![random(length, |bits| bits as i64)]),
        sequential: |places, work| scan(places, work, i64::wrapping_add, |_, after, _: i64| after),
        ..plain(kernels::accumulate())
    }
}

pub fn seen_so_far() -> Case {
    Case {
        inputs: vec![(1, 0)],
        outputs: vec![(1, 0)],
        // One `true`, two thirds of the way.
        data: |length| (bytes(&[0_u8]), vec![(0..length).map(|place| u8::from(place == length * 2 / 3)).collect()]),
        sequential: |places, work| scan(places, work, |any: u8, found: u8| any | found, |_, after, _: u8| after),
        ..plain(kernels::seen_so_far())
    }
}

pub fn running_check() -> Case {
    Case {
        inputs: vec![(1, 0)],
        outputs: vec![(1, 0)],
        captures: vec![vec![0x5C], vec![0x36]],
        data: |length| (bytes(&[0x11_u8]), vec![random(length, |bits| bits as u8)]),
        sequential: |places, work| scan(places, work, |check: u8, byte: u8| check ^ byte ^ 0x5C, |_, after, _: u8| after ^ 0x36),
        ..plain(kernels::running_check())
    }
}

/// What an element is differs in the first iteration.
pub fn delayed() -> Case {
    Case {
        inputs: vec![(4, -1)],
        outputs: vec![(4, 0)],
        data: |length| (bytes(&[100_i32]), vec![random(length, |bits| bits as i32)]),
        sequential: |places, work| {
            let mut x = typed::<i32>(&work.inputs[0].bytes);
            x[0] = 77;
            work.inputs[0].bytes = bytes(&x);
            scan(places, work, i32::wrapping_add, |_, after, _: i32| after)
        },
        ..plain(kernels::delayed())
    }
}

/// Panics where an element is 0: the last one, if it is meant to.
pub fn quotients(panics: bool) -> Case {
    Case {
        inputs: vec![(4, 0)],
        outputs: vec![(4, 0)],
        captures: vec![bytes(&[1_000_000_i32])],
        takes_flag: true,
        data: if panics {
            |length| (bytes(&[0_i32]), vec![last_zero(random(length, divisor))])
        } else {
            |length| (bytes(&[0_i32]), vec![random(length, divisor)])
        },
        sequential: |places, work| {
            scan(places, work, |sum: i32, x: i32| sum.wrapping_add(1_000_000 / x), |_, after, _: i32| after)
        },
        ..plain(kernels::quotients())
    }
}

fn divisor(bits: u64) -> i32 {
    bits as i32 >> 12 | 1
}

fn last_zero(mut divisors: Vec<u8>) -> Vec<u8> {
    let last = divisors.len() - size_of::<i32>();
    divisors[last..].fill(0);
    divisors
}

/// Every third element; what is between stays.
pub fn both_sides() -> Case {
    Case {
        inputs: vec![(4, 0)],
        outputs: vec![(4, 0), (4, 0)],
        aliases: vec![Some(0), None],
        data: |length| (bytes(&[3_i32]), vec![random(length, |bits| bits as i32)]),
        sequential: |places, work| {
            let (mut total, x) = (3_i32, typed::<i32>(&work.inputs[0].bytes));
            for &place in places {
                let old = x[place];
                store(&mut work.outputs[0], place, total);
                total = total.wrapping_add(old);
                store(&mut work.outputs[1], place, total.wrapping_add(old));
            }
            bytes(&[total])
        },
        ..plain(kernels::both_sides())
    }
}

/// 2×2 matrices of integers: associative, exactly, and not commutative.
const MATRICES: &str = "typedef struct { uint a, b, c, d; } scan_t;
typedef scan_t x_t;
typedef scan_t y_t;
scan_t scan_op(const scan_t left, const scan_t right)
{
    const uint a = left.a * right.a + left.b * right.c, b = left.a * right.b + left.b * right.d;
    const uint c = left.c * right.a + left.d * right.c, d = left.c * right.b + left.d * right.d;
    const scan_t product = {a, b, c, d};
    return product;
}
scan_t within_domain(const scan_t value, __global int *panicked) { return value; }
";

type Matrix = [u32; 4];

fn product(l: Matrix, r: Matrix) -> Matrix {
    let entry = |a: u32, b: u32, c: u32, d: u32| a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d));
    [entry(l[0], r[0], l[1], r[2]), entry(l[0], r[1], l[1], r[3]), entry(l[2], r[0], l[3], r[2]), entry(l[2], r[1], l[3], r[3])]
}

pub fn matrices() -> Case {
    Case {
        definitions: MATRICES.to_owned(),
        takes_flag: true,
        inputs: vec![(16, 0)],
        outputs: vec![(16, 0)],
        data: |length| (bytes(&[[1_u32, 2, 3, 5]]), vec![random(length, odd_matrix)]),
        sequential: |places, work| scan(places, work, product, |_, after, _: Matrix| after),
        ..plain(kernels::compose())
    }
}

pub fn matrices_backwards() -> Case {
    Case {
        sequential: |places, work| scan(places, work, |carried, x| product(x, carried), |_, after, _: Matrix| after),
        kernel: kernels::compose_backwards(),
        definitions: exchanged(MATRICES),
        ..matrices()
    }
}

/// The definitions of a loop that has the carried value on the right of its operator: the runtime writes the parameters of `scan_op` in
/// the other order.
fn exchanged(definitions: &str) -> String {
    let (usual, exchanged) = ("(const scan_t left, const scan_t right)", "(const scan_t right, const scan_t left)");
    assert!(definitions.contains(usual));
    definitions.replace(usual, exchanged)
}

/// Of odd determinant, so that products do not run into zero.
fn odd_matrix(bits: u64) -> Matrix {
    [bits as u32 | 1, (bits >> 32) as u32 & !1, (bits >> 16) as u32, (bits >> 8) as u32 | 1]
}

/// Intervals join where one ends and the next begins; anything else is an error that stays. So a result is right only if the operator saw
/// initialised, consecutive partials in their order, all of them and nothing more.
const INTERVALS: &str = "typedef struct { ulong begin, end; } scan_t;
typedef scan_t x_t;
typedef scan_t y_t;
scan_t scan_op(const scan_t left, const scan_t right)
{
    const bool joined = left.begin < left.end && left.end == right.begin && right.begin < right.end;
    const scan_t interval = {joined ? left.begin : ULONG_MAX, joined ? right.end : 0};
    return interval;
}
scan_t within_domain(const scan_t value, __global int *panicked) { return value; }
";

type Interval = [u64; 2];

fn join(left: Interval, right: Interval) -> Interval {
    let joined = left[0] < left[1] && left[1] == right[0] && right[0] < right[1];
    if joined { [left[0], right[1]] } else { [u64::MAX, 0] }
}

pub fn intervals() -> Case {
    Case {
        definitions: INTERVALS.to_owned(),
        takes_flag: true,
        inputs: vec![(16, 0)],
        outputs: vec![(16, 0)],
        data: |length| {
            (bytes(&[[9_u64, 10]]), vec![bytes(&(0..length as u64).map(|place| [place + 10, place + 11]).collect::<Vec<_>>())])
        },
        sequential: |places, work| {
            let last = scan(places, work, join, |_, after, _: Interval| after);
            assert_eq!(typed::<u64>(&last), [9, places.len() as u64 + 10]);
            last
        },
        ..plain(kernels::compose())
    }
}

pub fn intervals_backwards() -> Case {
    Case {
        data: |length| {
            let end = length as u64;
            (bytes(&[[end, end + 1]]), vec![bytes(&(0..end).map(|place| [place, place + 1]).collect::<Vec<_>>())])
        },
        sequential: |places, work| {
            let last = scan(places, work, |carried, x| join(x, carried), |_, after, _: Interval| after);
            assert_eq!(typed::<u64>(&last), [0, places.len() as u64 + 1]);
            last
        },
        kernel: kernels::compose_backwards(),
        definitions: exchanged(INTERVALS),
        ..intervals()
    }
}

pub fn sum_and_most() -> Case {
    Case {
        inputs: vec![(4, 0)],
        outputs: vec![(4, 0)],
        data: |length| (bytes(&[5_u32, 9]), vec![random(length, |bits| bits as u32)]),
        sequential: |places, work| {
            let op = |[sum, most]: [u32; 2], x: u32| [sum.wrapping_add(x), most.max(x)];
            scan(places, work, op, |[_, most], [sum, _], _: u32| sum ^ most)
        },
        ..plain(kernels::sum_and_most())
    }
}

pub fn sum_and_parity() -> Case {
    Case {
        inputs: vec![(4, 0)],
        data: |length| (bytes(&[5_u32, 9]), vec![random(length, |bits| bits as u32)]),
        sequential: |places, work| fold(places, work, |[sum, parity]: [u32; 2], x: u32, _| [sum.wrapping_add(x), parity ^ x]),
        ..plain(kernels::sum_and_parity())
    }
}

pub fn first_greatest() -> Case {
    Case {
        inputs: vec![(4, 0)],
        // Many equals.
        data: |length| (bytes(&[7_u32, 1]), vec![random(length, |bits| (bits % 40) as u32)]),
        sequential: |places, work| {
            fold(places, work, |[most, at]: [u32; 2], x: u32, i| if x > most { [x, i as u32] } else { [most, at] })
        },
        ..plain(kernels::first_greatest())
    }
}

pub fn least() -> Case {
    Case {
        inputs: vec![(4, 0)],
        // Zeros of either sign, and NaNs, which give way.
        data: |length| {
            let draw = |bits: u64| [0.0, -0.0, 1.0, f32::NAN][(bits % 4) as usize];
            (bytes(&[3_f32]), vec![random(length, draw)])
        },
        sequential: |places, work| {
            fold(places, work, |least: f32, x: f32, _| if x < least || least.is_nan() { x } else { least })
        },
        ..plain(kernels::least())
    }
}

/// Nothing is carried.
pub fn flipped_bits() -> Case {
    Case {
        inputs: vec![(1, 0)],
        outputs: vec![(1, 0)],
        captures: vec![vec![0x5C]],
        data: |length| (Vec::new(), vec![random(length, |bits| bits as u8)]),
        sequential: |places, work| {
            places.iter().for_each(|&place| work.outputs[0].bytes[place] = work.inputs[0].bytes[place] ^ 0x5C);
            Vec::new()
        },
        ..plain(kernels::flipped_bits())
    }
}

/// The loop `carried = op(carried, x[i], i)`.
fn fold<T: Pod, X: Pod>(places: &[usize], work: &mut Work, op: impl Fn(T, X, i64) -> T) -> Vec<u8> {
    let x = typed::<X>(&work.inputs[0].bytes);
    let start = typed::<T>(&work.start)[0];
    let carried = places.iter().fold(start, |carried, &place| op(carried, x[place], work.inputs[0].from + place as i64));
    bytes(&[carried])
}

fn plain(kernel: LoopKernel) -> Case {
    let outputs = kernel.outputs.len();
    Case {
        kernel,
        definitions: String::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        aliases: vec![None; outputs],
        captures: Vec::new(),
        takes_flag: false,
        data: |_| panic!("every case has data"),
        sequential: |_, _| panic!("every case has a meaning"),
    }
}

/// The loop `carried = op(carried, x[i]); y[i] = value(before, after, x[i])`.
fn scan<T: Pod, X: Pod, Y: Pod>(
    places: &[usize],
    work: &mut Work,
    op: impl Fn(T, X) -> T,
    value: impl Fn(T, T, X) -> Y,
) -> Vec<u8> {
    let x = typed::<X>(&work.inputs[0].bytes);
    let mut y = typed::<Y>(&work.outputs[0].bytes);
    let mut carried = typed::<T>(&work.start)[0];
    for &place in places {
        let before = carried;
        carried = op(carried, x[place]);
        y[place] = value(before, carried, x[place]);
    }
    work.outputs[0].bytes = bytes(&y);
    bytes(&[carried])
}

fn store<T: Pod>(window: &mut Window, place: usize, value: T) {
    let size = size_of::<T>();
    window.bytes[place * size..(place + 1) * size].copy_from_slice(bytemuck::bytes_of(&value));
}

fn bytes<T: Pod>(values: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(values).to_vec()
}

fn typed<T: Pod>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
}

/// `length` values from the bits of a small generator.
fn random<T: Pod>(length: usize, value: impl Fn(u64) -> T) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    bytes(&(0..length).map(|_| value(next())).collect::<Vec<_>>())
}
