//! L7: loops over iterators, and `scan(…).collect()`.

use super::check;

#[test]
fn zip() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, x) in y.iter_mut().zip(x) { acc += x; *y = acc; }",
        "i: usize in 0..min(y.len(), x.len()), step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn zip_with_iter() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, x) in y.iter_mut().zip(x.iter()) { acc += *x; *y = acc; }",
        "i: usize in 0..min(y.len(), x.len()), step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn zip_with_reference() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (out, &v) in y.iter_mut().zip(&x) { acc += v; *out = acc; }",
        "i: usize in 0..min(y.len(), x.len()), step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn exclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (out, v) in y.iter_mut().zip(x.iter().copied()) { *out = acc; acc += v; }",
        "i: usize in 0..min(y.len(), x.len()), step 1
         carries acc by Add
         e = x[i]
         y[i] = before
         y[] written, x[i]
         Exclusive",
    );
}

#[test]
fn enumerate() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (i, out) in y.iter_mut().enumerate() { acc += x[i]; *out = acc; }",
        "i: usize in 0..min(y.len()), step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn enumerate_zip() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (i, (out, &v)) in y.iter_mut().zip(x).enumerate() { acc += v * i as i32; *out = acc; }",
        "i: usize in 0..min(y.len(), x.len()), step 1
         carries acc by Add
         e = x[i] * i as i32
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn in_place() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for v in y.iter_mut() { acc += *v; *v = acc; }",
        "i: usize in 0..min(y.len()), step 1
         carries acc by Add
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn in_place_compound() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for v in &mut y { *v += acc; acc = *v; }",
        "i: usize in 0..min(y.len()), step 1
         carries acc by Add flipped
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn in_place_backwards() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for v in y.iter_mut().rev() { acc += *v; *v = acc; }",
        "i: usize in (0..y.len()).rev(), step -1
         carries acc by Add
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn in_place_exclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for v in y.iter_mut() { let t = *v; *v = acc; acc += t; }",
        "i: usize in 0..min(y.len()), step 1
         carries acc by Add
         e = { let t = y[i]; t }
         y[i] = before
         y[i] written
         Exclusive",
    );
}

#[test]
fn backwards_zip() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (out, v) in y.iter_mut().rev().zip(x.iter().rev()) { acc += v; *out = acc; }",
        "i: usize in 0..min(y.len(), x.len()), step 1
         carries acc by Add
         e = x[x_len - 1 - i]
         y[y_len - 1 - i] = after
         x[x_len - 1 - i], y[] written
         y_len: usize = y.len()
         x_len: usize = x.len()
         Inclusive",
    );
}

#[test]
fn backwards_enumerate() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (i, out) in y.iter_mut().enumerate().rev() { acc += x[i]; *out = acc; }",
        "i: usize in (0..y.len()).rev(), step -1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn skip() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (out, v) in y.iter_mut().skip(1).zip(x) { acc += v; *out = acc; }",
        "i: usize in 0..min(y.len().saturating_sub(1), x.len()), step 1
         carries acc by Add
         e = x[i]
         y[i + 1] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn skip_from_outside_and_take() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, k: usize",
        "for (out, v) in y.iter_mut().skip(k).zip(x.iter().take(n)) { acc += v; *out = acc; }",
        "i: usize in 0..min(y.len().saturating_sub(k), x.len(), n), step 1
         carries acc by Add
         e = x[i]
         y[i + k] = after
         x[i], y[] written
         k: usize = k
         Inclusive",
    );
}

#[test]
fn step_by() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for v in y.iter_mut().step_by(3) { acc += *v; *v = acc; }",
        "i: usize in 0..min(y.len().div_ceil(3)), step 1
         carries acc by Add
         e = y[3 * i]
         y[3 * i] = after
         y[3 * i] written
         Inclusive",
    );
}

#[test]
fn fields() {
    check(
        "",
        "for (out, v) in self.y.iter_mut().zip(&self.x) { self.acc += v * self.k; *out = self.acc; }",
        "i: usize in 0..min(self.y.len(), self.x.len()), step 1
         carries self.acc by Add
         e = self_x[i] * self_k
         self_y[i] = after
         self_x = self.x[i], self_y = self.y[] written
         self_k = self.k
         Inclusive",
    );
}

#[test]
fn scan_collect() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "let sums: Vec<i32> = x.iter().scan(0, |acc, &v| { *acc += v; Some(*acc) }).collect();",
        "i: usize in 0..min(x.len()), step 1
         carries a state from 0 by Add
         e = x[i]
         sums[i] = after
         sums[] written collected, x[i]
         Inclusive",
    );
}

#[test]
fn scan_collect_exclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "let sums = x.iter().scan(0i64, |acc, v| { let before = *acc; *acc += *v as i64; Some(before) }).collect::<Vec<_>>();",
        "i: usize in 0..min(x.len()), step 1
         carries a state from 0i64 by Add
         e = x[i] as i64
         sums[i] = before
         sums[] written collected, x[i]
         Exclusive",
    );
}

#[test]
fn scan_collect_backwards() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "let sums = x.iter().rev().scan(start, |acc, &v| { *acc = (*acc).max(v); Some(*acc + 1) }).collect();",
        "i: usize in 0..min(x.len()), step 1
         carries a state from start by Max
         e = x[x_len - 1 - i]
         sums[i] = after + 1
         sums[] written collected, x[x_len - 1 - i]
         x_len: usize = x.len()
         Inclusive",
    );
}

#[test]
fn scan_collect_shadowing() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "let x = x.iter().zip(z).enumerate().scan(0, |acc, (i, (a, b))| { *acc += a * b + i as i32; Some(*acc) }).collect();",
        "i: usize in 0..min(x.len(), z.len()), step 1
         carries a state from 0 by Add
         e = x_2[i] * z[i] + i as i32
         x[i] = after
         x[] written collected, x_2 = x[i], z[i]
         Inclusive",
    );
}

#[test]
fn windows() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, w) in y.iter_mut().zip(x.windows(3)) { acc += w[0] * w[2]; *y = acc + w.len() as i32; }",
        "i: usize in 0..min(y.len(), x.len().saturating_sub(2)), step 1
         carries acc by Add
         e = x[i] * x[i + 2]
         y[i] = after + 3usize as i32
         x[i; i + 2], y[] written
         Inclusive",
    );
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, (i, w)) in y.iter_mut().skip(1).zip(x.windows(2).enumerate().skip(n)) { if i > 3 { acc += w[1]; } *y = acc; }",
        "i_2: usize in 0..min(y.len().saturating_sub(1), x.len().saturating_sub(1).saturating_sub(n)), step 1
         carries acc by Add
         e = if i_2 + n > 3 { x[i_2 + n + 1] } else { 0i32 }
         y[i_2 + 1] = after
         x[i_2 + n + 1 guarded], y[] written
         n: usize = n
         Inclusive",
    );
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, w) in y.iter_mut().zip(x.windows(2).rev()) { acc += w[1] - w[0]; *y = acc; }",
        "i: usize in 0..min(y.len(), x.len().saturating_sub(1)), step 1
         carries acc by Add
         e = x[length - i] - x[length - 1 - i]
         y[i] = after
         x[length - i; length - 1 - i], y[] written
         length: usize = x.len().saturating_sub(1)
         Inclusive",
    );
}

#[test]
fn windows_of_arrays() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, [a, _, b]) in y.iter_mut().zip(x.array_windows::<3>()) { acc += b - a; *y = acc; }",
        "i: usize in 0..min(y.len(), x.len().saturating_sub(2)), step 1
         carries acc by Add
         e = x[i + 2] - x[i]
         y[i] = after
         x[i + 2; i], y[] written
         Inclusive",
    );
}

#[test]
fn slices() {
    let parameters = "x: &[i32], y: &mut [i32], n: usize";
    check(
        parameters,
        "for (y, x) in y[1..].iter_mut().zip(&x[..n]) { acc += x; *y = acc; }",
        "i: usize in 0..min(y[1..].len(), x[..n].len()), step 1
         carries acc by Add
         e = x[i]
         y[i + 1] = after
         x[i], y[] written
         Inclusive",
    );
    check(
        parameters,
        "for (i, x) in x[n..][..2 * n].iter().enumerate().skip(1) { acc += x; y[i] = acc; }",
        "i_2: usize in 0..min(x[n..][..2 * n].len().saturating_sub(1)), step 1
         carries acc by Add
         e = x[i_2 + n + 1]
         y[i_2 + 1] = after
         x[i_2 + n + 1], y[] written
         n: usize = n
         Inclusive",
    );
}

#[test]
fn chunks() {
    let parameters = "x: &[i32], y: &mut [i32], n: usize";
    let expected = "i: usize in 0..min(y.len(), x.len() / 3), step 1
         carries acc by Add
         e = x[3 * i] * x[3 * i + 2]
         y[i] = after
         x[3 * i; 3 * i + 2], y[] written
         Inclusive";
    check(parameters, "for (y, c) in y.iter_mut().zip(x.chunks_exact(3)) { acc += c[0] * c[2]; *y = acc; }", expected);
    check(parameters, "for (y, [a, _, b]) in y.iter_mut().zip(x.as_chunks::<3>().0) { acc += a * b; *y = acc; }", expected);
    check(
        parameters,
        "for (y, c) in y.iter_mut().zip(x[n..].chunks_exact(2).rev().skip(1)) { acc += c[1]; *y = acc; }",
        "i: usize in 0..min(y.len(), (x[n..].len() / 2).saturating_sub(1)), step 1
         carries acc by Add
         e = x[2 * length + n - 3 - 2 * i]
         y[i] = after
         x[2 * length + n - 3 - 2 * i], y[] written
         n: usize = n
         length: usize = x[n..].len() / 2
         Inclusive",
    );
}

#[test]
fn steps_from_outside() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (i, x) in x.iter().step_by(n).enumerate() { acc += x; y[i] = acc; }",
        "i: usize in 0..min(::core::iter::ExactSizeIterator::len(&(0..x.len()).step_by(n))), step 1
         carries acc by Add
         e = x[i * n]
         y[i] = after
         x[i * n], y[] written
         n: usize = n
         Inclusive",
    );
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (n * n..=x.len() - 1).step_by(n + 1) { acc += x[i]; y[i] = acc; }",
        "i_2: usize in 0..min(::core::iter::ExactSizeIterator::len(&(0..::core::iter::Iterator::size_hint(&(n * n..= x.len() - 1)).0).step_by(n + 1))), step 1
         carries acc by Add
         e = x[i_2 * step + from]
         y[i_2 * step + from] = after
         x[i_2 * step + from], y[] written
         from: usize = n * n
         step: usize = n + 1
         Inclusive",
    );
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (1..n).step_by(2).rev() { acc += x[i]; y[i] = acc; }",
        "i_2: usize in (0..::core::iter::ExactSizeIterator::len(&(1..n)).div_ceil(2)).rev(), step -1
         carries acc by Add
         e = x[2 * i_2 + 1]
         y[2 * i_2 + 1] = after
         x[2 * i_2 + 1], y[] written
         Inclusive",
    );
}

#[test]
fn ranges_beside_others() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (k, (i, x)) in (n..).zip((1..y.len()).rev().zip(x)) { acc += x * k as i32; y[i] = acc; }",
        "i_2: usize in 0..min(::core::iter::ExactSizeIterator::len(&(1..y.len())), x.len()), step 1
         carries acc by Add
         e = x[i_2] * (i_2 + n) as i32
         y[length - i_2] = after
         x[i_2], y[] written
         n: usize = n
         length: usize = ::core::iter::ExactSizeIterator::len(&(1..y.len()))
         Inclusive",
    );
}
