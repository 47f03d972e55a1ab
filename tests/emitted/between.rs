//! Statements between annotated loops: whatever they do to an array, and wherever they leave the function, all is as in the plain
//! function.

use scan_runtime::{declare_target, scan};
use std::cell::Cell;
use std::ops::{AddAssign, Deref, DerefMut};

#[declare_target]
pub mod points {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Point {
        pub a: i32,
        pub b: i32,
    }
}
pub use points::Point;

/// `x[3].a = 1000;`
#[scan]
pub fn field_of_an_element(x: &mut [Point], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i].a;
    }
    x[3].a = 1000;
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i].a;
    }
}

/// `&mut x[2].a`
#[scan]
pub fn field_that_is_lent(x: &mut [Point], y: &mut [i32]) -> i32 {
    let mut other = 1000;
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i].a;
    }
    std::mem::swap(&mut x[2].a, &mut other);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i].a;
    }
    other
}

/// `let part = &mut x[2].a; *part = 5;`
#[scan]
pub fn field_with_a_name(x: &mut [Point], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i].a;
    }
    let part = &mut x[2].a;
    *part = 5;
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i].a;
    }
}

/// `(x[1], x[2]) = …`, and in an array, and in a struct.
#[scan]
pub fn destructuring_assignments(x: &mut [i32], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    (x[1], x[2]) = (1000, x[1]);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    [x[3], _] = [y[7], 4];
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    Point { a: x[5], .. } = Point { a: x[6] + 1, b: 0 };
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// `x[3].add_assign(…)`, which looks like any other method of an element.
#[scan]
pub fn method_of_an_element(x: &mut [i32], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    x[3].add_assign(1000);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    let most = x[3].max(x[4]);
    y[0] = most;
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// `x.iter_mut().map(…).sum()`
#[scan]
pub fn chain_that_ends_in_a_sum(x: &mut [i32], y: &mut [i32]) -> i32 {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    let total: i32 = x
        .iter_mut()
        .map(|v| {
            *v += 1;
            *v
        })
        .sum();
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    let most = *y.iter().max().unwrap_or(&0);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    total ^ most
}

/// `x.split_off(…).len()`, `x.drain(…).count()`
#[scan]
pub fn array_that_shrinks_and_grows(x: &mut Vec<i32>, y: &mut [i32]) -> usize {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    let mut k = x.split_off(5).len();
    x.resize(k + 5, 1000);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    k += x.drain(1..3).count();
    x.extend_from_slice(&[7, 8]);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    k
}

/// `match x[5] { ref mut v => … }`
#[scan]
pub fn pattern_that_refers_to_an_element(x: &mut [i32], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    match x[5] {
        ref mut v => *v = 1000,
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    if let (ref mut v, 3) = (&mut x[6], 3) {
        **v = 100;
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// An assertion whose argument has an effect.
#[scan]
pub fn effect_in_an_assertion(x: &mut [i32], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    assert!({
        x[2] = 1000;
        true
    });
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// What looks like the library's.
macro_rules! println {
    ($array:ident) => {
        $array[2] = 1000
    };
}

macro_rules! vec {
    ($element:expr; $length:expr) => {
        &mut $element[..$length]
    };
}

thread_local! {
    static LOG: Cell<i32> = const { Cell::new(0) };
}

#[scan]
pub fn macro_that_is_not_the_library_s(x: &mut [i32], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    println!(x);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// It names what it is not given.
#[scan]
pub fn macro_of_the_function_s_own(x: &mut [i32], y: &mut [i32]) -> i32 {
    macro_rules! change {
        () => {
            x[2] = y[9] + 1000
        };
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    change!();
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    x[2]
}

macro_rules! declare {
    ($name:ident) => {
        let mut $name = std::vec![3; $name.len()];
    };
}

/// Behind the macro `y` is another array.
#[scan]
pub fn macro_that_declares_the_name_anew(x: &mut [i32], y: &mut [i32]) -> i32 {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    declare!(y);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    let last = y[7];
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    last + y[9]
}

/// `vec!` does not make new memory here.
#[scan]
pub fn vec_that_is_not_the_library_s(x: &[i32], whole: &mut [i32]) {
    let y = vec![whole; x.len()];
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// `Vec::as_mut_slice` does not, either.
#[scan]
pub fn slice_of_the_caller_s(x: &[i32], whole: &mut Vec<i32>) {
    let y = Vec::as_mut_slice(whole);
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

pub struct Inner {
    pub y: Vec<i64>,
}

pub struct Outer {
    pub inner: Inner,
    pub rounds: i32,
}

impl Deref for Outer {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl DerefMut for Outer {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

/// `s.y` and `s.inner.y` are one array.
#[scan]
pub fn two_names_of_one_array(s: &mut Outer) -> i64 {
    let y = &mut s.y;
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
    s.inner.y[100] = 1000;
    s.rounds += 1;
    let y = &mut s.y;
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
    let seen = s.inner.y[150];
    let y = &mut s.inner.y;
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
    s.y[200] ^ seen
}

/// Looks at its array when it is dropped.
#[derive(Clone)]
pub struct Logged {
    pub y: Vec<i32>,
}

impl Drop for Logged {
    fn drop(&mut self) {
        LOG.set(self.y.last().copied().unwrap_or(0));
    }
}

/// What is logged when the function's own is dropped.
pub fn logged(x: &[i32]) -> i32 {
    clone_that_looks_when_it_is_dropped(x, &Logged { y: std::vec![0; x.len()] });
    LOG.get()
}

#[scan]
pub fn clone_that_looks_when_it_is_dropped(x: &[i32], like: &Logged) {
    LOG.set(0);
    let mut s = like.clone();
    #[scan(+ : s.y)]
    for i in 1..x.len() {
        s.y[i] = s.y[i - 1] + x[i];
    }
    #[scan(+ : s.y)]
    for i in 1..x.len() {
        s.y[i] = s.y[i - 1] + x[i];
    }
}

/// Panics whenever somebody looks.
pub struct Bomb;

impl Bomb {
    pub fn len(&self) -> usize {
        panic!("len")
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("dropped");
        }
    }
}

#[scan]
pub fn length_that_panics(x: &[i32], y: &mut [i32], bomb: &Bomb) -> usize {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    let k = bomb.len();
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    k
}

#[scan]
pub fn drop_at_the_end_of_a_block(x: &[i32], y: &mut [i32], bomb: Bomb) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    {
        let moved = bomb;
        #[scan(+ : y)]
        for i in 1..x.len() {
            y[i] = y[i - 1] + x[i];
        }
        let _ = &moved;
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

#[scan]
pub fn drop_of_what_a_pattern_binds(x: &[i32], y: &mut [i32], bomb: Option<Bomb>) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    if let Some(_bomb) = bomb {
        #[scan(+ : y)]
        for i in 1..x.len() {
            y[i] = y[i - 1] + x[i];
        }
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
}

#[scan]
pub fn drop_of_what_an_iterator_is_made_of(x: &[i32], y: &mut [i32], rounds: impl Fn() -> (usize, Bomb)) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    for _ in 0..rounds().0 {
        #[scan(+ : y)]
        for i in 1..x.len() {
            y[i] = y[i - 1] + x[i];
        }
    }
}

/// Left in the middle of a block that drops something.
#[scan]
pub fn drop_on_the_way_out_of_a_block(x: &[i32], y: &mut [i32], bomb: Option<Bomb>, rounds: usize) {
    let mut bomb = bomb;
    for round in 0..rounds {
        let taken = bomb.take();
        #[scan(+ : y)]
        for i in 1..x.len() {
            y[i] = y[i - 1] + x[i];
        }
        if round < 3 {
            continue;
        }
        let _ = &taken;
    }
}

/// Whether it does depends on the build.
#[scan]
pub fn statement_that_overflows(x: &[i32], y: &mut [i32], k: usize) -> usize {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    let mut less = k - 1;
    less /= 2;
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    less
}

#[scan]
pub fn bound_that_overflows(x: &[i32], y: &mut [i32], z: &mut [i32], k: usize) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i];
    }
    #[scan(+ : z)]
    for i in 1..(k - 1) / 2 {
        z[i] = z[i - 1] + x[i];
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1] + x[i] + z[i];
    }
}

pub mod own {
    /// A module of this name may be anybody's.
    pub mod std {
        pub mod mem {
            use ::std::ops::DerefMut;

            pub fn swap<'a, T: DerefMut<Target = [i32]>>(one: &'a mut T, other: &'a mut T) {
                one[3] += 1000;
                ::std::mem::swap(one, other);
            }
        }
    }
}

pub mod with_a_module {
    use super::own::std;
    use scan_runtime::scan;

    /// Exchanges more than names.
    #[scan]
    pub fn swap_that_is_not_the_library_s<'a>(mut from: &'a mut [i32], mut to: &'a mut [i32]) {
        for _ in 0..4 {
            #[scan(+ : to)]
            for i in 1..from.len() {
                to[i] = to[i - 1].wrapping_add(from[i]);
            }
            std::mem::swap(&mut from, &mut to);
        }
    }
}

/// The elements of arrays are exchanged with their names.
#[scan]
pub fn swap_of_arrays(rounds: u32) -> i32 {
    let (mut from, mut to) = ([1; 3000], [0; 3000]);
    let mut one = [1i32; 3000];
    let mut other = [2i32; 3000];
    for _ in 0..rounds {
        #[scan(+ : other)]
        for i in 1..3000 {
            other[i] = other[i - 1].wrapping_add(one[i]);
        }
        std::mem::swap(&mut one, &mut other);
        std::mem::swap(&mut from, &mut to);
    }
    one[2999] ^ other[1] ^ from[0]
}

pub struct Buffers {
    pub from: Vec<i64>,
    pub to: Vec<i64>,
}

impl Buffers {
    /// The names of fields may be exchanged, too.
    #[scan]
    pub fn swap_of_fields(&mut self, rounds: u32) {
        for _ in 0..rounds {
            #[scan(+ : self.to)]
            for i in 1..self.from.len() {
                self.to[i] = self.to[i - 1].wrapping_add(self.from[i]);
            }
            std::mem::swap(&mut self.from, &mut self.to);
        }
    }
}

/// An array made in the middle, with the length of another one, and what is printed in between.
#[scan]
pub fn made_in_the_middle(x: &[i32], y: &mut [i32]) -> i32 {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
    let mut tops = std::vec![0i32; x.len()];
    std::debug_assert!(tops[0] == 0);
    let mut top = i32::MIN;
    #[scan(max : top)]
    for i in 0..x.len() {
        top = top.max(y[i]);
        tops[i] = top;
    }
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1].wrapping_add(tops[i]);
    }
    top
}
