//! Vectors of 256 bits, on x86-64 processors with AVX2.

use super::{ROW, operation};
use crate::model::operator::{BuiltIn, Semigroup};
use crate::model::value::Lane;
use std::arch::asm;
use std::arch::x86_64::*;
use std::array::from_fn;
use std::mem::transmute_copy;

/// The bytes of a vector.
const BYTES: usize = size_of::<__m256i>();
/// Lanes of the narrowest values.
const MOST_LANES: usize = BYTES;
/// The bytes of the halves of a vector, between which little moves.
const HALF: usize = BYTES / 2;
/// Vectors that are folded side by side.
const CHAINS: usize = 4;

/// Whether this processor has them.
#[inline(always)]
pub(in crate::host) fn is_there() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Scans `count` elements from `carried` on to where `to` says: what is carried after each of them, the last of which is returned. Of
/// floats, sums and products are rounded in another order than one after the other. After each whole [`ROW`] of them `beside` gets its
/// number. `STREAMED`: whole vectors go past the caches.
///
/// # Safety
/// The processor has AVX2, and vectors have an operation for these. So many elements may be read, and written, which are the same or apart,
/// and which nobody else accesses meanwhile, nor does `beside`. What is streamed begins where a vector may.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::host) unsafe fn scan<T: Semigroup<Op>, Op, const STREAMED: bool>(
    (from, to): (*const T, *mut T),
    count: usize,
    carried: T,
    mut beside: impl FnMut(usize),
) -> T {
    let lanes = BYTES / size_of::<T>();
    let (rows, vectors) = (count / ROW, count / lanes);
    let mut before = splat(carried);
    // SAFETY: a whole vector of the elements, of primitive values, which have no padding; and any are primitive numbers.
    let mut scan_one = |vector: usize| unsafe {
        let partials = scan_vector::<T, Op>(_mm256_loadu_si256(from.add(vector * lanes).cast()));
        let (to, after) = (to.add(vector * lanes).cast(), combine::<T, Op>(before, partials));
        if STREAMED {
            _mm256_stream_si256(to, after)
        } else {
            _mm256_storeu_si256(to, after)
        };
        before = combine::<T, Op>(before, last::<T>(partials));
    };
    for row in 0..rows {
        for vector in 0..ROW / lanes {
            scan_one(row * (ROW / lanes) + vector);
        }
        beside(row);
    }
    for vector in rows * (ROW / lanes)..vectors {
        scan_one(vector);
    }
    // SAFETY: a vector consists of such values.
    let mut carried = unsafe { transmute_copy(&before) };
    for number in vectors * lanes..count {
        // SAFETY: one of the elements.
        unsafe {
            carried = T::combine(carried, from.add(number).read());
            to.add(number).write(carried);
        }
    }
    carried
}

/// All `values`, combined. Of floats, sums and products are rounded in another order than one after the other.
///
/// # Panics
/// If there are no values.
///
/// # Safety
/// The processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::host) unsafe fn fold<T: Semigroup<Op>, Op>(values: &[T]) -> T {
    let in_order = || values.iter().copied().reduce(T::combine).expect("at least one value");
    let Some((operator, lane)) = (const { operation::<T, Op>() }) else { return in_order() };
    let lanes = BYTES / size_of::<T>();
    let mut rows = values.chunks_exact(CHAINS * lanes);
    let row_of = |row: &[T]| from_fn(|chain| load(&row[chain * lanes..][..lanes]));
    let Some(mut chains) = rows.next().map(row_of) else { return in_order() };
    for row in &mut rows {
        let row: [__m256i; CHAINS] = row_of(row);
        for chain in 0..CHAINS {
            chains[chain] = combine::<T, Op>(chains[chain], row[chain]);
        }
    }
    let [first, second, third, fourth] = chains;
    let all = combine::<T, Op>(combine::<T, Op>(first, second), combine::<T, Op>(third, fourth));
    let mut totals = [values[0]; MOST_LANES];
    store(&mut totals[..lanes], all);
    let total = totals[..lanes].iter().chain(rows.remainder()).copied().reduce(T::combine).expect("a vector has lanes");
    // Which of two zeros it is, or which NaN where there is nothing else, depends on the order.
    let is_ordered = matches!(operator, BuiltIn::Min | BuiltIn::Max) && is_zero_or_nan(total, lane);
    if is_ordered { in_order() } else { total }
}

/// A vector of values.
#[inline]
#[target_feature(enable = "avx2")]
fn load<T>(values: &[T]) -> __m256i {
    assert_eq!(size_of_val(values), BYTES, "a vector");
    // SAFETY: so many bytes, of primitive values, which have no padding.
    unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store<T>(values: &mut [T], vector: __m256i) {
    assert_eq!(size_of_val(values), BYTES, "a vector");
    // SAFETY: so many bytes, and any are primitive numbers.
    unsafe { _mm256_storeu_si256(values.as_mut_ptr().cast(), vector) }
}

/// The value in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn splat<T: Copy>(value: T) -> __m256i {
    load(&[value; MOST_LANES][..BYTES / size_of::<T>()])
}

/// The last lane in each.
#[inline]
#[target_feature(enable = "avx2")]
fn last<T>(vector: __m256i) -> __m256i {
    match size_of::<T>() {
        1 => last_of_half::<1>(_mm256_permute4x64_epi64::<0b11_10_11_10>(vector)),
        2 => last_of_half::<2>(_mm256_permute4x64_epi64::<0b11_10_11_10>(vector)),
        4 => _mm256_permutevar8x32_epi32(vector, _mm256_set1_epi32(7)),
        _ => _mm256_permute4x64_epi64::<0b11_11_11_11>(vector),
    }
}

/// The inclusive partials of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn scan_vector<T: Semigroup<Op>, Op>(lanes: __m256i) -> __m256i {
    match size_of::<T>() {
        1 => scan_narrow::<T, Op, 1>(combine_upper::<T, Op>(lanes, const { &ends::<1>(1) })),
        2 => scan_narrow::<T, Op, 2>(lanes),
        4 => {
            let earlier = _mm256_shuffle_epi32::<0b10_10_00_00>(lanes);
            let pairs = _mm256_blend_epi32::<0b1010_1010>(lanes, combine::<T, Op>(earlier, lanes));
            let earlier = _mm256_shuffle_epi32::<0b01_01_01_01>(pairs);
            let fours = _mm256_blend_epi32::<0b1100_1100>(pairs, combine::<T, Op>(earlier, pairs));
            let earlier = whole(_mm256_permutevar8x32_epi32(fours, _mm256_set1_epi32(3)));
            _mm256_blend_epi32::<0b1111_0000>(fours, combine::<T, Op>(earlier, fours))
        }
        _ => {
            let earlier = _mm256_shuffle_epi32::<0b01_00_01_00>(lanes);
            let pairs = _mm256_blend_epi32::<0b1100_1100>(lanes, combine::<T, Op>(earlier, lanes));
            let earlier = whole(_mm256_permute4x64_epi64::<0b01_01_01_01>(pairs));
            _mm256_blend_epi32::<0b1111_0000>(pairs, combine::<T, Op>(earlier, pairs))
        }
    }
}

/// The inclusive partials of lanes of `SIZE` bytes, of which pairs of bytes are scanned.
#[inline]
#[target_feature(enable = "avx2")]
fn scan_narrow<T: Semigroup<Op>, Op, const SIZE: usize>(pairs: __m256i) -> __m256i {
    let fours = combine_upper::<T, Op>(pairs, const { &ends::<SIZE>(2) });
    let eights = combine_upper::<T, Op>(fours, const { &ends::<SIZE>(4) });
    let halves = combine_upper::<T, Op>(eights, const { &ends::<SIZE>(8) });
    let earlier = whole(last_of_half::<SIZE>(_mm256_permute4x64_epi64::<0b01_00_01_00>(halves)));
    _mm256_blend_epi32::<0b1111_0000>(halves, combine::<T, Op>(earlier, halves))
}

/// The last value of `SIZE` bytes in each half, in all of it.
#[inline]
#[target_feature(enable = "avx2")]
fn last_of_half<const SIZE: usize>(vector: __m256i) -> __m256i {
    _mm256_shuffle_epi8(vector, load(&const { ends::<SIZE>(HALF) }.0))
}

/// For each byte of a vector the one in the same place of the last value, of `SIZE` bytes, in the lower of two parts of so many bytes, which
/// are to be combined; and whether the byte lies in the upper of them. In both [halves](HALF) alike, and of parts as large as these in each.
const fn ends<const SIZE: usize>(part: usize) -> ([u8; BYTES], [u8; BYTES]) {
    let (mut ends, mut upper) = ([0; BYTES], [0; BYTES]);
    let mut byte = 0;
    while byte < BYTES {
        let lower = byte % HALF / (2 * part) * (2 * part);
        ends[byte] = (lower + part - SIZE + byte % SIZE) as u8;
        upper[byte] = if byte & part == 0 { 0 } else { u8::MAX };
        byte += 1;
    }
    (ends, upper)
}

/// Combines the last value in the lower of two parts with all in the upper, [from where they are](ends).
#[inline]
#[target_feature(enable = "avx2")]
fn combine_upper<T: Semigroup<Op>, Op>(partials: __m256i, (ends, upper): &([u8; BYTES], [u8; BYTES])) -> __m256i {
    let earlier = _mm256_shuffle_epi8(partials, load(ends));
    choose(partials, combine::<T, Op>(earlier, partials), load(upper))
}

/// The same, all of whose lanes the compiler takes for needed. Otherwise it finds that of this one a blend leaves out the lower half, and
/// puts there what it has at hand: what is carried, for which this vector would then have to wait.
#[inline]
#[target_feature(enable = "avx2")]
fn whole(mut lanes: __m256i) -> __m256i {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0} */", inout(ymm_reg) lanes, options(pure, nomem, nostack, preserves_flags)) };
    lanes
}

/// `earlier ⊕ later`, lane by lane.
#[inline]
#[target_feature(enable = "avx2")]
fn combine<T: Semigroup<Op>, Op>(earlier: __m256i, later: __m256i) -> __m256i {
    use BuiltIn::{Add, And, BitAnd, BitOr, BitXor, Max, Min, Mul, Or};
    use Lane::{F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

    let (earlier, later) = if T::FLIPPED { (later, earlier) } else { (earlier, later) };
    match const { operation::<T, Op>() } {
        Some((And | BitAnd, _)) => _mm256_and_si256(earlier, later),
        Some((Or | BitOr, _)) => _mm256_or_si256(earlier, later),
        Some((BitXor, _)) => _mm256_xor_si256(earlier, later),
        Some((Add, I8 | U8)) => _mm256_add_epi8(earlier, later),
        Some((Min, I8)) => _mm256_min_epi8(earlier, later),
        Some((Max, I8)) => _mm256_max_epi8(earlier, later),
        Some((Min, U8)) => _mm256_min_epu8(earlier, later),
        Some((Max, U8)) => _mm256_max_epu8(earlier, later),
        Some((Add, I16 | U16)) => _mm256_add_epi16(earlier, later),
        Some((Mul, I16 | U16)) => _mm256_mullo_epi16(earlier, later),
        Some((Min, I16)) => _mm256_min_epi16(earlier, later),
        Some((Max, I16)) => _mm256_max_epi16(earlier, later),
        Some((Min, U16)) => _mm256_min_epu16(earlier, later),
        Some((Max, U16)) => _mm256_max_epu16(earlier, later),
        Some((Add, I32 | U32)) => _mm256_add_epi32(earlier, later),
        Some((Mul, I32 | U32)) => _mm256_mullo_epi32(earlier, later),
        Some((Min, I32)) => _mm256_min_epi32(earlier, later),
        Some((Max, I32)) => _mm256_max_epi32(earlier, later),
        Some((Min, U32)) => _mm256_min_epu32(earlier, later),
        Some((Max, U32)) => _mm256_max_epu32(earlier, later),
        Some((Add, I64 | U64)) => _mm256_add_epi64(earlier, later),
        Some((Min, I64)) => choose(earlier, later, _mm256_cmpgt_epi64(earlier, later)),
        Some((Max, I64)) => choose(earlier, later, _mm256_cmpgt_epi64(later, earlier)),
        Some((Min, U64)) => choose(earlier, later, _mm256_cmpgt_epi64(signed(earlier), signed(later))),
        Some((Max, U64)) => choose(earlier, later, _mm256_cmpgt_epi64(signed(later), signed(earlier))),
        Some((operator, F32)) => {
            let (earlier, later) = (_mm256_castsi256_ps(earlier), _mm256_castsi256_ps(later));
            // Of equals, and where one is NaN, the instructions give the second operand; a NaN gives way.
            let unless_nan = |chosen| _mm256_blendv_ps(chosen, later, _mm256_cmp_ps::<_CMP_UNORD_Q>(earlier, earlier));
            _mm256_castps_si256(match operator {
                Add => _mm256_add_ps(earlier, later),
                Mul => _mm256_mul_ps(earlier, later),
                Min => unless_nan(_mm256_min_ps(later, earlier)),
                _ => unless_nan(_mm256_max_ps(later, earlier)),
            })
        }
        Some((operator, F64)) => {
            let (earlier, later) = (_mm256_castsi256_pd(earlier), _mm256_castsi256_pd(later));
            let unless_nan = |chosen| _mm256_blendv_pd(chosen, later, _mm256_cmp_pd::<_CMP_UNORD_Q>(earlier, earlier));
            _mm256_castpd_si256(match operator {
                Add => _mm256_add_pd(earlier, later),
                Mul => _mm256_mul_pd(earlier, later),
                Min => unless_nan(_mm256_min_pd(later, earlier)),
                _ => unless_nan(_mm256_max_pd(later, earlier)),
            })
        }
        _ => unreachable!("no operation of vectors"),
    }
}

/// `later` in the lanes where `mask` is set, `earlier` elsewhere.
#[inline]
#[target_feature(enable = "avx2")]
fn choose(earlier: __m256i, later: __m256i, mask: __m256i) -> __m256i {
    _mm256_blendv_epi8(earlier, later, mask)
}

/// Numbers without sign, moved so that a comparison of numbers with sign orders them.
#[inline]
#[target_feature(enable = "avx2")]
fn signed(lanes: __m256i) -> __m256i {
    _mm256_xor_si256(lanes, _mm256_set1_epi64x(i64::MIN))
}

/// Whether a float is one of the two zeros, or no number.
fn is_zero_or_nan<T>(value: T, lane: Lane) -> bool {
    let value = match lane {
        // SAFETY: it is one.
        Lane::F32 => f64::from(unsafe { transmute_copy::<T, f32>(&value) }),
        // SAFETY: it is one.
        Lane::F64 => unsafe { transmute_copy(&value) },
        _ => return false,
    };
    value == 0.0 || value.is_nan()
}
