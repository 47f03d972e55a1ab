use scan_runtime::scan;

struct Series {
    x: Vec<f32>,
    total: f32,
}

#[scan(- : left)]
fn f(series: &Series, y: &mut [f32]) {
    let mut left = series.total;
    for i in 0..y.len() {
        left -= series.x[i];
        y[i] = left;
    }
}

fn main() {}
