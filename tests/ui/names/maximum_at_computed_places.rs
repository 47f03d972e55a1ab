//! A `max` of a trait is not the numbers' own, at computed places too.

use scan_runtime::reduce;

trait Greater {
    fn max(self, other: Self) -> Self;
}

impl Greater for &mut u32 {
    fn max(self, other: Self) -> Self {
        *self = self.wrapping_mul(*other);
        self
    }
}

trait Least: Sized {
    fn min(self, other: Self) -> Self;
}

impl Least for u32 {
    fn min(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
}

#[reduce(min : h)]
fn least(x: &[u32], w: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] = h[x[i] as usize].min(w[i]);
    }
}

struct Ring(Vec<u32>);

impl std::ops::Index<usize> for Ring {
    type Output = u32;

    fn index(&self, index: usize) -> &u32 {
        &self.0[index % self.0.len()]
    }
}

impl std::ops::IndexMut<usize> for Ring {
    fn index_mut(&mut self, index: usize) -> &mut u32 {
        let length = self.0.len();
        &mut self.0[index % length]
    }
}

impl Ring {
    fn len(&self) -> usize {
        self.0.len()
    }
}

#[reduce(+ : h)]
fn around(x: &[u32], h: &mut Ring) {
    for i in 0..x.len() {
        h[x[i] as usize] += x[i];
    }
}

fn main() {}
