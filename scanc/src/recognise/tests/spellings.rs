//! L6: the operators in all their spellings.

use super::check;

#[test]
fn minus() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] - x[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add subtraction
         e = i32::wrapping_neg(x[i])
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn minus_float() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] - x[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add subtraction
         e = -x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn minus_unsigned_literal() {
    check(
        "acc: u32",
        "for i in 0..n { acc -= 3; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = u32::wrapping_neg(3)
         y[i] = after
         y[] written
         Inclusive",
    );
}

#[test]
fn minus_assign() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc -= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = i32::wrapping_neg(x[i])
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn wrapping_sub() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = acc.wrapping_sub(x[i]); y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = i32::wrapping_neg(x[i])
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn times() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc *= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Mul
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn and() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc &= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitAnd
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn or() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc |= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitOr
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn xor() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc ^= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitXor
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn logical_and() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { ok = ok && x[i] > 0; y[i] = ok; }",
        "i: usize in 0..n, step 1
         carries ok by And
         e = x[i] > 0
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn logical_or() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { any = any || x[i] > 0; y[i] = any; }",
        "i: usize in 0..n, step 1
         carries any by Or
         e = x[i] > 0
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn logical_and_flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { ok = x[i] > 0 && ok; y[i] = ok; }",
        "i: usize in 0..n, step 1
         carries ok by And flipped
         e = x[i] > 0
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i] + y[i - 1]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn max_method() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1].max(x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn max_method_flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i].max(y[i - 1]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn min_of_the_type() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = i32::min(y[i - 1], x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Min
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn max_of_std() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = std::cmp::max(y[i - 1], x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn max_imported() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = max(x[i], y[i - 1]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn max_of_floats() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { m = f32::max(m, x[i].abs()); y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max
         e = x[i].abs()
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn wrapping_add() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1].wrapping_add(x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn wrapping_mul_flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i].wrapping_mul(y[i - 1]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Mul flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_greater() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] > m { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_less() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { let v = x[i]; if v < m { m = v; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Min compared
         e = { let v = x[i]; v }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_greater_mirrored() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if m < x[i] { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_greater_as_a_value() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { m = if x[i] > m { x[i] } else { m }; y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_greater_or_equal() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] >= m { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_the_carried_is_greater() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = if y[i - 1] > x[i] { y[i - 1] } else { x[i] }; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max compared
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn if_greater_of_an_unknown_type() {
    check(
        "",
        "for i in 0..n { if x[i] > m { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn chained_sum() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] + x[i] + 1; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = i32::wrapping_add(x[i], 1)
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn chained_sum_around() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i] + y[i - 1] + z[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add flipped
         e = i32::wrapping_add(x[i], z[i])
         y[i] = after
         x[i], y[] written, z[i]
         Inclusive",
    );
}

#[test]
fn chained_sum_of_floats() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] + x[i] - 0.5; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i] - 0.5
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn chained_sum_on_the_right() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i] + (y[i - 1] + 7); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = i32::wrapping_add(x[i], 7)
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn chained_differences() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = acc - x[i] - 1; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = i32::wrapping_sub(i32::wrapping_neg(x[i]), 1)
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn several_updates() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; acc += z[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = i32::wrapping_add(x[i], z[i])
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn a_value_between_updates() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; z[i] = acc; acc += 1; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = i32::wrapping_add(x[i], 1)
         z[i] = before + x[i]
         y[i] = after
         x[i], z[] written, y[] written
         Mixed",
    );
}

#[test]
fn sum_of_terms() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i] + z[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i] + z[i]
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn chained_max() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { m = m.max(x[i]).max(z[i]); y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max
         e = i32::max(x[i], z[i])
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn chained_bits() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { m = m ^ x[i] ^ 5; y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by BitXor
         e = x[i] ^ 5
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] > 0 { acc += x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { x[i] } else { 0i32 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_float() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if x[i] > 0.0 { acc += x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0.0 { x[i] } else { -0.0f32 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_with_else() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, acc: i32",
        "for i in 0..n { if x[i] > 0 { acc += x[i]; } else { acc -= 1; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { x[i] } else { i32::wrapping_neg(1) }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_chain() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, acc: i32",
        "for i in 0..n { if x[i] > 0 { acc += 1; } else if x[i] < 0 { acc += 2; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { 1 } else { if x[i] < 0 { 2 } else { 0i32 } }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_product() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if x[i] > 0.0 { acc *= x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Mul
         e = if x[i] > 0.0 { x[i] } else { 1.0f32 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_and() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if i > k { acc &= x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitAnd
         e = if i > k { x[i] } else { !0i32 }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn conditional_max() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] % 2 == 0 { m = m.max(x[i]); } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max
         e = if x[i] % 2 == 0 { x[i] } else { i32::MIN }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_min_of_floats() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if x[i] > 0.0 { if x[i] < m { m = x[i]; } } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Min compared
         e = if x[i] > 0.0 { x[i] } else { f32::NAN }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_bool() {
    check(
        "ok: bool, x: &[bool]",
        "for i in 0..n { if i > 3 { ok &= x[i]; } y[i] = ok; }",
        "i: usize in 0..n, step 1
         carries ok by BitAnd
         e = if i > 3 { x[i] } else { true }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_with_lets() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if k != 0 { let q = x[i] / k; acc += q; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if k != 0 { let q = x[i] / k; q } else { 0i32 }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn counting() {
    check(
        "x: &[u8], count: usize, ends: &mut [usize]",
        "for i in 0..x.len() { ends[i] = count; if x[i] == b'\\n' { count += 1; } }",
        "i: usize in 0..x.len(), step 1
         carries count by Add
         e = if x[i] == b'\\n' { 1 } else { 0usize }
         ends[i] = before
         ends[] written, x[i]
         Exclusive",
    );
}
