use scan_runtime::declare_scan;

#[declare_scan(identity = 0.0)]
fn average(a: f64, b: f64) -> f64 {
    (a + b) / 2.0
}

fn main() {}
