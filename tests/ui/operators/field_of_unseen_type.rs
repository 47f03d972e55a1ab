use scan_runtime::{declare_target, reduce};

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Sum {
        pub total: f32,
        pub count: u64,
    }

    #[declare_scan(assume_associative)]
    pub fn add(a: Sum, b: Sum) -> Sum {
        Sum { total: a.total + b.total, count: a.count + b.count }
    }
}

#[reduce(ops::add : sum)]
fn sum(x: &[u64]) -> ops::Sum {
    let mut sum = ops::Sum { total: 0.0, count: 0 };
    for i in 0..x.len() {
        sum = ops::add(sum, ops::Sum { total: 1.5, count: x[i] });
    }
    sum
}

fn main() {}
