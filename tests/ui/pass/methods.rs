//! Fields are scanned under their own names; a type that only the struct shows is pinned by a `let`.
#![deny(warnings)]

use scan_runtime::scan;

trait Smooth {
    fn smooth(&mut self, weight: f32);
}

#[derive(Default)]
struct Series {
    x: Vec<f32>,
    y: Vec<f32>,
    total: f32,
}

impl Series {
    const START: f32 = 1.0;

    #[scan(+ : self.y)]
    fn accumulate(&mut self) {
        for i in 1..self.y.len() {
            self.y[i] = self.y[i - 1] + self.x[i];
        }
    }

    #[scan(+ : self.total)]
    pub(crate) fn sum(&mut self, scale: f32) -> f32 {
        let (x, y): (&[f32], &mut [f32]) = (&self.x, &mut self.y);
        self.total = Self::START;
        for i in 0..x.len() {
            self.total += x[i] * scale;
            y[i] = self.total;
        }
        self.total
    }

    #[scan(max : y)]
    fn highest(x: &[i64], y: &mut [i64]) {
        for i in 1..y.len() {
            y[i] = y[i - 1].max(x[i]);
        }
    }
}

impl Smooth for Series {
    #[scan(+ : y)]
    fn smooth(&mut self, weight: f32) {
        let (x, y): (&[f32], &mut [f32]) = (&self.x, &mut self.y);
        for i in 1..y.len() {
            y[i] = y[i - 1] + (x[i] - x[i - 1]) * weight;
        }
    }
}

impl Smooth for [f64] {
    #[scan(+ : self)]
    fn smooth(&mut self, _weight: f32) {
        for i in 1..self.len() {
            self[i] += self[i - 1];
        }
    }
}

fn main() {
    let mut series = Series { x: vec![1.0, 2.0, 3.0], y: vec![0.0; 3], total: 0.0 };
    series.accumulate();
    assert_eq!(series.y, [0.0, 2.0, 5.0]);
    assert_eq!(series.sum(2.0), 13.0);
    assert_eq!(series.y, [3.0, 7.0, 13.0]);
    series.smooth(2.0);
    assert_eq!(series.y, [3.0, 5.0, 7.0]);
    let mut y = [1.0, 2.0, 3.0];
    y.smooth(0.0);
    assert_eq!(y, [1.0, 3.0, 6.0]);
    let mut y = [5; 3];
    Series::highest(&[1, 2, 9], &mut y);
    assert_eq!(y, [5, 5, 9]);
}
