//! Names that begin or end with underscores: what is made of them has no two in a row, of which rustc would warn.
#![deny(warnings)]
#![allow(clippy::needless_range_loop)]

use scan_runtime::{reduce, scan};

struct State {
    sum_: i32,
    _by: i32,
    seen_: Vec<i32>,
}

#[scan(auto : in_.sum_)]
fn fields(x_: &[i32], in_: &mut State) {
    for i in 0..x_.len() {
        in_.sum_ = in_.sum_.wrapping_mul(in_._by).wrapping_add(x_[i]);
        in_.seen_[i] = in_.sum_;
    }
}

#[scan(auto : in_.seen_)]
fn carried_in_a_field(x_: &[i32], in_: &mut State) {
    for i in 1..x_.len() {
        in_.seen_[i] = in_.seen_[i - 1].saturating_add(x_[i]).min(in_._by);
    }
}

#[reduce(+ : a_, max : _b)]
fn variables(_x: &[i32], x: &[i32], x_2: &[i32]) -> (i32, i32) {
    let (mut a_, mut _b) = (0, i32::MIN);
    for i in 0..x.len() {
        a_ += _x[i] * x[i];
        _b = _b.max(x_2[i]);
    }
    (a_, _b)
}

#[scan(+ : _y)]
fn arrays(_x: &[i32], x: &[i32], _y: &mut [i32], y_: &mut [i32], y: &mut [i32]) {
    for i in 1.._y.len() {
        _y[i] = _y[i - 1] + _x[i];
        y_[i] = x[i];
        y[i] = _x[i] - x[i];
    }
}

fn main() {
    let mut state = State { sum_: 1, _by: 10, seen_: vec![0; 3] };
    fields(&[2, 3, 4], &mut state);
    assert_eq!((state.sum_, &state.seen_[..]), (1234, &[12, 123, 1234][..]));
    carried_in_a_field(&[0, -9, 8], &mut state);
    assert_eq!(state.seen_, [12, 3, 10]);
    assert_eq!(variables(&[1, 2], &[3, 4], &[5, 4]), (11, 5));
    let (mut a, mut b, mut c) = ([1; 3], [0; 3], [0; 3]);
    arrays(&[1, 2, 3], &[4, 5, 6], &mut a, &mut b, &mut c);
    assert_eq!((a, b, c), ([1, 3, 6], [0, 5, 6], [0, -3, -3]));
}
