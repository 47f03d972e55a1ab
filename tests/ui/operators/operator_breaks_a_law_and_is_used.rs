use scan_runtime::{declare_target, scan};

#[declare_target]
mod ops {
    #[declare_scan]
    pub fn minus(a: i32, b: i32) -> i32 {
        a.wrapping_sub(b)
    }
}

#[scan(ops::minus : t)]
fn f(t: &mut [i32]) {
    for i in 1..t.len() {
        t[i] = ops::minus(t[i - 1], t[i]);
    }
}

fn main() {}
