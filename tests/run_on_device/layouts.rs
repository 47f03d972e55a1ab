//! Structs of all sizes: as elements, as start values and captures that kernels take by value, and in carried values that come back.

use scan_runtime::{declare_target, scan};
use scan_tests::check_places;

/// A module with one struct and the sum of its fields, one by one, on the values that a program gives.
macro_rules! shapes {
    ($($module:ident { $($field:ident: $of:ty, |$a:ident, $b:ident| $sum:expr, $make:expr;)+ })*) => { $(
        mod $module {
            use super::*;

            #[declare_target]
            pub mod shape {
                #[repr(C)]
                #[derive(Clone, Copy, Debug, PartialEq)]
                pub struct Shape {
                    $(pub $field: $of,)+
                }

                #[declare_scan(assume_associative)]
                pub fn sum(left: Shape, right: Shape) -> Shape {
                    Shape { $($field: { let ($a, $b) = (left.$field, right.$field); $sum },)+ }
                }
            }
            use shape::{Shape, sum};

            fn draw(seed: usize) -> Shape {
                let seed = seed as u64;
                let make = |place: u64| (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(5 * place as u32 + seed as u32 % 7);
                let mut place = 0;
                Shape { $($field: { place += 1; let make_field: fn(u64) -> $of = $make; make_field(make(place)) },)+ }
            }

            #[scan(sum : carried)]
            fn sums(x: &[Shape], y: &mut [Shape], start: Shape) -> Shape {
                let mut carried = start;
                for i in 0..x.len() {
                    carried = sum(carried, x[i]);
                    y[i] = carried;
                }
                carried
            }

            #[scan(sum : carried)]
            fn multiples(y: &mut [Shape], step: Shape, from: Shape) -> Shape {
                let mut carried = from;
                for i in 0..y.len() {
                    y[i] = carried;
                    carried = sum(step, carried);
                }
                carried
            }

            #[test]
            fn comes_and_goes_as_it_is() {
                for n in [1, 2, 1100] {
                    let x: Vec<Shape> = (0..n).map(draw).collect();
                    check_places(stringify!($module), n, &|| {
                        let mut y = x.clone();
                        let last = sums(&x, &mut y, draw(77));
                        (y, last)
                    });
                    check_places(stringify!($module), n, &|| {
                        let mut y = x.clone();
                        let last = multiples(&mut y, draw(3), draw(5));
                        (y, last)
                    });
                }
            }
        }
    )* };
}

shapes! {
    one_byte { a: u8, |a, b| a.wrapping_add(b), |bits| bits as u8; }
    three_bytes {
        a: u8, |a, b| a.wrapping_add(b), |bits| bits as u8;
        b: i8, |a, b| a.wrapping_add(b), |bits| bits as i8;
        c: bool, |a, b| a ^ b, |bits| bits % 2 == 0;
    }
    four_bytes {
        a: u16, |a, b| a.wrapping_add(b), |bits| bits as u16;
        b: u8, |a, b| a.wrapping_add(b), |bits| bits as u8;
    }
    six_bytes { a: [i16; 3], |a, b| [a[0].wrapping_add(b[0]), a[1] ^ b[1], b[2]], |bits| [bits as i16, (bits >> 9) as i16, 7]; }
    one_float { a: f32, |a, b| a + b, |bits| (bits % 16) as f32; }
    two_floats {
        a: f32, |a, b| a + b, |bits| (bits % 16) as f32;
        b: f32, |a, b| a + b, |bits| (bits % 32) as f32;
    }
    three_floats {
        a: f32, |a, b| a + b, |bits| (bits % 16) as f32;
        b: [f32; 2], |a, b| [a[0] + b[0], a[1] + b[1]], |bits| [(bits % 32) as f32, (bits % 8) as f32];
    }
    double_and_byte {
        a: f64, |a, b| a + b, |bits| (bits % 16) as f64;
        b: u8, |a, b| a.wrapping_add(b), |bits| bits as u8;
    }
    float_and_integer {
        a: f32, |a, b| a + b, |bits| (bits % 16) as f32;
        b: i32, |a, b| a.wrapping_add(b), |bits| bits as i32;
        c: u64, |a, b| a.wrapping_add(b), |bits| bits;
    }
    byte_first {
        a: i8, |a, b| a.wrapping_add(b), |bits| bits as i8;
        b: i64, |a, b| a.wrapping_add(b), |bits| bits as i64;
        c: i8, |a, b| a.wrapping_add(b), |bits| bits as i8;
        d: u16, |a, b| a.wrapping_add(b), |bits| bits as u16;
    }
    sixty_four_bytes {
        a: [u32; 7], |a, b| [a[0].wrapping_add(b[0]), b[1], a[2] ^ b[2], b[3], b[4], b[5], a[6].wrapping_add(b[6])],
            |bits| [bits as u32, 1, (bits >> 32) as u32, 3, bits as u32 / 3, 5, (bits >> 7) as u32];
        b: usize, |a, b| a.wrapping_add(b), |bits| bits as usize;
        c: f64, |a, b| a + b, |bits| (bits % 16) as f64;
        d: [f64; 2], |a, b| [a[0] + b[0], a[1] + b[1]], |bits| [(bits % 16) as f64, (bits % 64) as f64];
    }
}
