use scan_runtime::scan;

struct Point {
    height: i32,
}

#[scan(+ : sum)]
fn f(x: &[i32], points: &mut [Point]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        points[i].height = sum;
    }
}

fn main() {}
