//! Loops that store where they count, with few and with many iterations that keep something: beside the loops as written.

#![expect(clippy::needless_range_loop, clippy::collapsible_if, reason = "loops as people write them")]

use scan_runtime::{declare_target, scan};
use scan_tests::{Random, check_places};

/// Of so many in 1000 numbers an iteration keeps something.
const ODDS: [u64; 7] = [0, 3, 60, 300, 500, 700, 1000];

fn lengths() -> impl Iterator<Item = usize> {
    scan_tests::lengths(&[1, 63, 64, 65, 1000, 400_003])
}

#[scan(+ : k)]
fn values(x: &[i32], limit: i32, out: &mut [i32]) -> usize {
    let mut k = 0;
    for i in 0..x.len() {
        if x[i] < limit {
            out[k] = x[i];
            k += 1;
        }
    }
    k
}

/// Into two arrays, the last iteration first; one condition is within another.
#[scan(+ : k)]
fn backwards(x: &[i32], limit: i32, out: &mut [i32], from: &mut [u64]) -> usize {
    let mut k = 0;
    for i in (0..x.len()).rev() {
        let value = x[i].wrapping_mul(3);
        if value < limit {
            if i != 7 {
                out[k] = value;
                from[k] = i as u64;
                k += 1;
            }
        }
    }
    k
}

/// After the first place, and along with a sum, a product and a minimum.
#[scan(+ : count, sum, * : product, min : least)]
fn along(kept: &[bool], x: &[i32], sums: &mut [u64], products: &mut [i32], minima: &mut [i32]) -> (usize, u64, i32, i32) {
    let (mut count, mut sum, mut product, mut least) = (0, 3u64, 5i32, i32::MAX);
    for i in 0..kept.len() {
        if kept[i] {
            sum = sum.wrapping_add(i as u64);
            product = product.wrapping_mul(x[i]);
            least = least.min(x[i]);
            count += 1;
            sums[count] = sum;
            products[count] = product;
            minima[count] = least;
        }
    }
    (count, sum, product, least)
}

/// Whole numbers, whose sums are exact in any order.
#[scan(+ : k, sum)]
fn floats(x: &[i32], limit: f64, out: &mut [f64], before: &mut [f64]) -> (usize, f64) {
    let (mut k, mut sum) = (0, -0.0f64);
    for i in 0..x.len() {
        if (x[i] as f64) < limit {
            out[k] = x[i] as f64;
            before[k] = sum;
            sum += x[i] as f64;
            k += 1;
        }
    }
    (k, sum)
}

/// One of the carried values changes in other iterations too.
#[scan(+ : k, all)]
fn with_all(x: &[i32], limit: i32, out: &mut [i64]) -> (usize, i64) {
    let (mut k, mut all) = (0, 0i64);
    for i in 0..x.len() {
        all += x[i] as i64;
        if x[i] < limit {
            out[k] = all;
            k += 1;
        }
    }
    (k, all)
}

#[declare_target]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Particle {
    weight: f32,
    charge: i16,
    alive: bool,
}

#[scan(+ : k)]
fn alive(all: &[Particle], out: &mut [Particle]) -> usize {
    let mut k = 0;
    for particle in all {
        if particle.alive {
            out[k] = *particle;
            k += 1;
        }
    }
    k
}

/// Numbers, of which `odds` in 1000 are below `odds` in the middle third, and a fiftieth of that elsewhere.
fn numbers(n: usize, odds: u64) -> Vec<i32> {
    let random = &mut Random::new(n as u64 + odds);
    let number = |at: usize, random: &mut Random| {
        let is_rare = !(n / 3..2 * n / 3).contains(&at) && !random.next().is_multiple_of(50);
        let number = random.next() % 1000;
        (if is_rare { 1000 + number } else { number }) as i32
    };
    (0..n).map(|at| number(at, random)).collect()
}

#[test]
fn few_and_many_are_kept() {
    for (n, odds) in lengths().flat_map(|n| ODDS.map(|odds| (n, odds))) {
        let x = &*numbers(n, odds);
        let limit = odds as i32;
        check_places("values", n, &|| {
            let mut out = vec![-1; n];
            (values(x, limit, &mut out), out)
        });
        check_places("backwards", n, &|| {
            let (mut out, mut from) = (vec![-1; n], vec![0; n]);
            (backwards(x, 3 * limit, &mut out, &mut from), out, from)
        });
        let kept: &Vec<bool> = &x.iter().map(|&x| x < limit).collect();
        check_places("along", n, &|| {
            let (mut sums, mut products, mut minima) = (vec![1; n + 1], vec![1; n + 1], vec![1; n + 1]);
            (along(kept, x, &mut sums, &mut products, &mut minima), sums, products, minima)
        });
        check_places("floats", n, &|| {
            let (mut out, mut before) = (vec![-1.0; n], vec![-1.0; n]);
            let (k, sum) = floats(x, f64::from(limit), &mut out, &mut before);
            (k, sum.to_bits(), out, before.iter().map(|sum| sum.to_bits()).collect::<Vec<_>>())
        });
        check_places("with_all", n, &|| {
            let mut out = vec![-1; n];
            (with_all(x, limit, &mut out), out)
        });
        let particle = |&x: &i32| Particle { weight: x as f32, charge: x as i16, alive: x < limit };
        let particles: &Vec<Particle> = &x.iter().map(particle).collect();
        check_places("alive", n, &|| {
            let mut out = vec![Particle { weight: -1.0, charge: -1, alive: false }; n];
            (alive(particles, &mut out), out)
        });
    }
}

#[test]
fn what_is_not_kept_stays_what_it_was() {
    for n in lengths() {
        let x = &*numbers(n, 60);
        let count = x.iter().filter(|&&x| x < 60).count();
        let (k, out) = check_places("values", n, &|| {
            // Room for what is kept, and one more.
            let mut out = vec![-1; count + 1];
            (values(x, 60, &mut out), out)
        });
        assert_eq!((k, out[count]), (count, -1));
        assert!(x.iter().filter(|&&x| x < 60).eq(&out[..count]), "{n} numbers");
    }
}
