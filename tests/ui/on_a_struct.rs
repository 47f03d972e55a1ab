use scan_runtime::scan;

#[scan(+ : y)]
struct Series {
    y: Vec<f32>,
}

fn main() {}
