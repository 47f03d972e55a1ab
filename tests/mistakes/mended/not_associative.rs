//! carry what can be grouped

use ops::{Mean, together};
use scan_runtime::{declare_target, scan};

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Mean {
        pub sum: f64,
        pub count: u32,
    }

    #[declare_scan(identity = Mean { sum: 0.0, count: 0 })]
    pub fn together(a: Mean, b: Mean) -> Mean {
        Mean { sum: a.sum + b.sum, count: a.count.wrapping_add(b.count) }
    }
}

#[scan(together : y)]
fn means(x: &[Mean], y: &mut [Mean]) {
    for i in 1..y.len() {
        y[i] = together(y[i - 1], x[i]);
    }
}

pub fn check() {
    let x = [1.0, 3.0, 5.0].map(|sum| Mean { sum, count: 1 });
    let mut y = x;
    means(&x, &mut y);
    assert_eq!(y.map(|mean| mean.sum / f64::from(mean.count)), [1.0, 2.0, 3.0]);
}
