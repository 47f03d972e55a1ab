use scan_runtime::scan;

struct Series {
    x: Vec<f32>,
    left: Vec<f32>,
    total: f32,
}

#[scan(- : left)]
fn f(series: &mut Series) {
    let mut left = series.total;
    for i in 0..series.x.len() {
        left -= series.x[i];
        series.left[i] = left;
    }
}

fn main() {}
