use scan_runtime::parallel_for;

trait Distance {
    fn abs(&self) -> f32;
}

impl Distance for f32 {
    fn abs(&self) -> f32 {
        *self
    }
}

#[parallel_for]
fn f(x: &[f32], y: &mut [f32]) {
    let size = |v: &f32| v.abs();
    for i in 0..x.len() {
        y[i] = size(&x[i]);
    }
}

fn main() {}
