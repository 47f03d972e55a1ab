//! The loops of README.md's table, each of them for every type of elements: annotated, and as it stands.

#![allow(clippy::assign_op_pattern, reason = "one spelling for all types: those of a program's own have no `+=`")]
#![allow(clippy::needless_range_loop, reason = "indices are a shape of loop")]

use crate::data::{Data, Element, Number, Pair, Run};
use scan_runtime::{parallel_for, reduce, scan};
use std::hint::black_box;

/// One shape of loop, over one type.
pub struct Shape<T> {
    /// As README.md has it, nearly.
    pub name: &'static str,
    /// As it stands, where a caller knows the lengths of its arrays, and rustc may inline it.
    pub plain: Run<T>,
    /// As it stands, in a function of its own.
    pub apart: Run<T>,
    /// Annotated, in the place of the first.
    pub ours: Run<T>,
}

/// Runs a loop so many times, for a caller that knows how long its arrays are.
macro_rules! run {
    ($function:ident: $t:ty) => {{
        #[inline(never)]
        fn run(data: &mut Data<$t>, times: u32) {
            let n = data.x.len();
            for _ in 0..times {
                let (x, y, z) = (&data.x[..n], &mut data.y[..n], &mut data.z[..n]);
                black_box($function(x, y, z));
                black_box(&mut *data);
            }
        }
        run
    }};
}

/// A function with a loop.
macro_rules! shape {
    ($name:literal, $t:ty, $returns:ty, #[$($attribute:tt)*] |$x:ident, $y:ident, $z:ident| $body:block) => {{
        fn plain($x: &[$t], $y: &mut [$t], $z: &mut [$t]) -> $returns $body

        #[inline(never)]
        fn apart(x: &[$t], y: &mut [$t], z: &mut [$t]) -> $returns {
            plain(x, y, z)
        }

        #[$($attribute)*]
        fn ours($x: &[$t], $y: &mut [$t], $z: &mut [$t]) -> $returns $body

        Shape { name: $name, plain: run!(plain: $t), apart: run!(apart: $t), ours: run!(ours: $t) }
    }};
}

/// A loop in a loop, of which the inner one is annotated.
macro_rules! nested {
    ($name:literal, $t:ty, |$x:ident, $y:ident| { $($before:tt)* } {
        for $outer:ident in 0..$count:ident {
            $(let mut $sum:ident = $zero:expr;)?
            #[$($attribute:tt)*]
            for $inner:ident in $range:expr => $body:block
        }
    }) => {{
        fn plain($x: &[$t], $y: &mut [$t], _z: &mut [$t]) {
            $($before)*
            for $outer in 0..$count {
                $(let mut $sum: $t = $zero;)?
                for $inner in $range $body
            }
        }

        #[inline(never)]
        fn apart(x: &[$t], y: &mut [$t], z: &mut [$t]) {
            plain(x, y, z)
        }

        #[scan]
        fn ours($x: &[$t], $y: &mut [$t], _z: &mut [$t]) {
            $($before)*
            for $outer in 0..$count {
                $(let mut $sum: $t = $zero;)?
                #[$($attribute)*]
                for $inner in $range $body
            }
        }

        Shape { name: $name, plain: run!(plain: $t), apart: run!(apart: $t), ours: run!(ours: $t) }
    }};
}

/// The shapes of loops over any type whose values can be added.
macro_rules! of_sums {
    ($t:ty, $zero:expr) => {
        [
            shape!(
                "y[i] = y[i-1] + x[i]",
                $t,
                (),
                #[scan(+ : y)]
                |x, y, _z| {
                    for i in 1..y.len() {
                        y[i] = y[i - 1] + x[i];
                    }
                }
            ),
            shape!(
                "y[i] = y[i+1] + x[i], backwards",
                $t,
                (),
                #[scan(+ : y)]
                |x, y, _z| {
                    for i in (0..y.len() - 1).rev() {
                        y[i] = y[i + 1] + x[i];
                    }
                }
            ),
            shape!(
                "y[i] = y[i-1] + y[i]",
                $t,
                (),
                #[scan(+ : y)]
                |_x, y, _z| {
                    for i in 1..y.len() {
                        y[i] = y[i - 1] + y[i];
                    }
                }
            ),
            shape!(
                "acc += x[i]; y[i] = acc",
                $t,
                $t,
                #[scan(+ : acc)]
                |x, y, _z| {
                    let mut acc: $t = $zero;
                    for i in 0..x.len() {
                        acc = acc + x[i];
                        y[i] = acc;
                    }
                    acc
                }
            ),
            shape!(
                "y[i] = acc; acc += x[i]",
                $t,
                $t,
                #[scan(+ : acc)]
                |x, y, _z| {
                    let mut acc: $t = $zero;
                    for i in 0..x.len() {
                        y[i] = acc;
                        acc = acc + x[i];
                    }
                    acc
                }
            ),
            shape!(
                "delay register",
                $t,
                (),
                #[scan(+ : y)]
                |_x, y, _z| {
                    let mut aux: $t = y[0];
                    for i in 1..y.len() {
                        let next = y[i];
                        y[i] = y[i - 1] + aux;
                        aux = next;
                    }
                }
            ),
            shape!(
                "reduction",
                $t,
                $t,
                #[reduce(+ : sum)]
                |x, _y, _z| {
                    let mut sum: $t = $zero;
                    for i in 0..x.len() {
                        sum = sum + x[i];
                    }
                    sum
                }
            ),
            shape!(
                "zip",
                $t,
                $t,
                #[scan(+ : acc)]
                |x, y, _z| {
                    let mut acc: $t = $zero;
                    for (y, x) in y.iter_mut().zip(x) {
                        acc = acc + *x;
                        *y = acc;
                    }
                    acc
                }
            ),
            shape!(
                "scan().collect()",
                $t,
                Vec<$t>,
                #[scan(+ : acc)]
                |x, _y, _z| {
                    let zero: $t = $zero;
                    x.iter()
                        .scan(zero, |acc: &mut $t, x: &$t| {
                            *acc = *acc + *x;
                            Some(*acc)
                        })
                        .collect()
                }
            ),
        ]
    };
}

/// The shapes that numbers have besides.
macro_rules! of_numbers {
    ($t:ident) => {
        [
            shape!("y[i] += y[i-1]", $t, (), #[scan(+ : y)] |_x, y, _z| {
                for i in 1..y.len() {
                    y[i] += y[i - 1];
                }
            }),
            shape!("two sums", $t, ($t, $t), #[scan(+ : a, max : b)] |x, y, z| {
                let mut a: $t = $t::ZERO;
                let mut b: $t = $t::ZERO;
                for i in 0..x.len() {
                    a += x[i];
                    b = if x[i] > b { x[i] } else { b };
                    y[i] = a;
                    z[i] = b;
                }
                (a, b)
            }),
            shape!("parallel_for", $t, (), #[parallel_for] |x, y, _z| {
                for i in 0..y.len() {
                    y[i] = x[i] + x[i];
                }
            }),
            shape!("y[i] = y[i-4] + x[i]", $t, (), #[scan(+ : y)] |x, y, _z| {
                for i in 4..y.len() {
                    y[i] = y[i - 4] + x[i];
                }
            }),
            shape!("y[i] = y[i-k] + x[i]", $t, (), #[scan(+ : y)] |x, y, _z| {
                let k: usize = black_box(3);
                for i in k..y.len() {
                    y[i] = y[i - k] + x[i];
                }
            }),
            shape!("y[r*w+c], a column", $t, (), #[scan(+ : y)] |x, y, _z| {
                let (h, w, c): (usize, usize, usize) = (y.len() / 2, black_box(2), black_box(1));
                for r in 1..h {
                    y[r * w + c] = y[(r - 1) * w + c] + x[r * w];
                }
            }),
            nested!("columns", $t, |x, y| {
                let w: usize = black_box(x.len().div_ceil(100).min(64));
                let h: usize = x.len() / w;
            } {
                for c in 0..w {
                    #[scan(+ : y)]
                    for r in 1..h => {
                        y[r * w + c] = y[(r - 1) * w + c] + x[r * w + c];
                    }
                }
            }),
            nested!("rows", $t, |x, y| {
                let w: usize = black_box(x.len().min(1000));
                let h: usize = x.len() / w;
            } {
                for r in 0..h {
                    let mut acc = $t::ZERO;
                    #[scan(+ : acc)]
                    for c in 0..w => {
                        acc += x[r * w + c];
                        y[r * w + c] = acc;
                    }
                }
            }),
            shape!("if e > m { m = e; at = i; }", $t, ($t, usize), #[reduce(max : m)] |x, _y, _z| {
                let mut m: $t = $t::ZERO;
                let mut at = 0usize;
                for i in 0..x.len() {
                    if x[i] > m {
                        m = x[i];
                        at = i;
                    }
                }
                (m, at)
            }),
            shape!("compaction", $t, usize, #[scan(+ : k)] |x, y, _z| {
                let mut k = 0usize;
                for i in 0..x.len() {
                    if x[i] > $t::KEPT_ABOVE {
                        y[k] = x[i];
                        k += 1;
                    }
                }
                k
            }),
            shape!("i == 0 || x[i] != x[i-1], kept", $t, usize, #[scan(+ : k)] |x, y, _z| {
                let mut k = 0usize;
                for i in 0..x.len() {
                    if i == 0 || x[i] != x[i - 1] {
                        y[k] = x[i];
                        k += 1;
                    }
                }
                k
            }),
            shape!("i == 0 || x[i] != x[i-1], counted", $t, u32, #[reduce(+ : runs)] |x, _y, _z| {
                let mut runs = 0u32;
                for i in 0..x.len() {
                    if i == 0 || x[i] != x[i - 1] {
                        runs += 1;
                    }
                }
                runs
            }),
            shape!("if i >= w { acc -= x[i-w] }", $t, (), #[scan(+ : acc)] |x, y, _z| {
                let w: usize = black_box(7);
                let mut acc: $t = $t::ZERO;
                for i in 0..x.len() {
                    acc += x[i];
                    if i >= w {
                        acc -= x[i - w];
                    }
                    y[i] = acc;
                }
            }),
            shape!("y[i] = if i == 0 { e } else { y[i-1] + e }", $t, (), #[scan(+ : y)] |x, y, _z| {
                for i in 0..x.len() {
                    y[i] = if i == 0 { x[i] } else { y[i - 1] + x[i] };
                }
            }),
            shape!("partition", $t, (usize, usize), #[scan(+ : k, j)] |x, y, z| {
                let (mut k, mut j) = (0usize, 0usize);
                for i in 0..x.len() {
                    if x[i] > $t::KEPT_ABOVE {
                        y[k] = x[i];
                        k += 1;
                    } else {
                        z[j] = x[i];
                        j += 1;
                    }
                }
                (k, j)
            }),
            shape!("if c { y[i] = v; }", $t, (), #[parallel_for] |x, y, _z| {
                for i in 0..x.len() {
                    if x[i] > $t::KEPT_ABOVE {
                        y[i] = x[i] + x[i];
                    }
                }
            }),
            shape!("if e > m { m = e }", $t, $t, #[scan(max : m)] |x, y, _z| {
                let mut m: $t = $t::ZERO;
                for i in 0..x.len() {
                    if x[i] > m {
                        m = x[i];
                    }
                    y[i] = m;
                }
                m
            }),
            shape!("if keep { acc += e }", $t, $t, #[scan(+ : acc)] |x, y, _z| {
                let mut acc: $t = $t::ZERO;
                for i in 0..x.len() {
                    if x[i] > $t::KEPT_ABOVE {
                        acc += x[i];
                    }
                    y[i] = acc;
                }
                acc
            }),
            shape!("enumerate, rev", $t, $t, #[scan(+ : acc)] |x, y, _z| {
                let mut acc: $t = $t::ZERO;
                for (i, x) in x.iter().enumerate().rev() {
                    acc += *x;
                    y[i] = acc;
                }
                acc
            }),
            shape!("if x[i] == t { return i }", $t, usize, #[parallel_for] |x, _y, _z| {
                let t: $t = black_box($t::ZERO);
                for i in 0..x.len() {
                    if x[i] == t {
                        return i;
                    }
                }
                x.len()
            }),
            shape!("x.iter().position(…)", $t, usize, #[parallel_for] |x, _y, _z| {
                let t: $t = black_box($t::ZERO);
                x.iter().position(|v| *v == t).unwrap_or(x.len())
            }),
            shape!("x.iter().zip(z).all(…)", $t, bool, #[parallel_for] |x, _y, z| {
                x.iter().zip(z.iter()).all(|(a, b)| a == b)
            }),
            shape!("while", $t, usize, #[scan(+ : acc)] |x, y, _z| {
                let mut acc: $t = $t::ZERO;
                let mut i = 0usize;
                while i < x.len() {
                    acc += x[i];
                    y[i] = acc;
                    i += 1;
                }
                i
            }),
        ]
    };
}

/// All shapes of loops over a type.
pub trait Shapes: Element {
    fn shapes() -> Vec<Shape<Self>>;
}

macro_rules! numbers {
    ($($t:ident)*) => { $(
        impl Shapes for $t {
            fn shapes() -> Vec<Shape<Self>> {
                of_sums!($t, <$t>::ZERO).into_iter().chain(of_numbers!($t)).collect()
            }
        }
    )* };
}

numbers!(i32 f32 f64 u8 u64);

impl Shapes for Pair {
    fn shapes() -> Vec<Shape<Self>> {
        of_sums!(Pair, Pair { scale: 1.0, offset: 0.0 }).into_iter().collect()
    }
}
