//! Operators that a file declares: emitted code gives the results of the loops, as the macros' does.

use super::{check, draw, runs_as_written};

/// The maps of two points to themselves, as matrices: products of them are others of them, and do not commute.
const MAPS: [[u64; 4]; 4] = [[1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1]];

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module::{self as operators, fibonacci::Matrix, poly::Pair, quality::Reading, quality::Source};
            use super::{MAPS, check, draw, runs_as_written};

            #[test]
            fn gives_the_results_of_the_loops() {
                scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]).for_each(check_length);
            }

            fn check_length(n: usize) {
                let pairs = &draw(n, |bits| Pair { x: (bits % 100) as i32 - 50, y: (bits >> 9 & 2) as i32 - 1 });
                check("values", n, &|| {
                    let mut t = pairs.clone();
                    operators::values(pairs, &mut t);
                    t
                });
                let coefficients = &draw(n, |bits| bits as i16 % 100);
                check("values_at", n, &|| {
                    let mut y = pairs.clone();
                    let last = operators::values_at(coefficients, 1, &mut y);
                    (y, last)
                });
                check("values_backwards", n, &|| {
                    let mut t = pairs.clone();
                    let last = operators::values_backwards(pairs, &mut t);
                    (t, last)
                });
                let matrices = &draw(n, |bits| {
                    let [a, b, c, d] = MAPS[bits as usize % 16 / 4];
                    Matrix::new(a, b, c, d)
                });
                check("powers", n, &|| {
                    let mut y = matrices.clone();
                    operators::fibonacci::powers(&mut y);
                    y
                });
                check("products", n, &|| {
                    let mut y = matrices.clone();
                    operators::uses::products(matrices, &mut y);
                    y
                });
                check("products_of_any", n, &|| {
                    let mut y = matrices.clone();
                    operators::products_of_any(matrices, &mut y);
                    y
                });
                let readings = &draw(n + 3, |bits| Reading {
                    valid: bits % 5 == 0,
                    value: bits as f64,
                    source: if bits % 2 == 0 { Source::Sensor } else { Source::Estimate },
                });
                check("readings", n, &|| {
                    let mut y = readings[..n].to_vec();
                    let last = operators::uses::readings(readings, 3, &mut y);
                    (y, last)
                });
                let residues = &draw(n, |bits| bits as u32 % operators::residues::P);
                let checksums = |x: &[u32], start: u32| {
                    let mut y = vec![0; n];
                    (operators::checksums(x, start, &mut y), y)
                };
                check("checksums", n, &|| checksums(residues, 9));
                runs_as_written("checksums", &|| checksums(residues, operators::residues::P));
                for at in [0, n / 2, n - 1] {
                    let mut x = residues.clone();
                    x[at] += 2 * operators::residues::P;
                    runs_as_written("checksums", &|| checksums(&x, 9));
                }
                let words = &draw(n, |bits| if bits % 4 == 0 { bits as u16 / 2 } else { 0 });
                check("words", n, &|| {
                    let mut y = words.clone();
                    let last = operators::words(words, &mut y);
                    (y, last)
                });
            }
        })*
    };
}

check_module! { annotated_operators emitted_operators }
