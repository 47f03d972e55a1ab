use scan_runtime::scan;

struct Pair {
    left: i32,
    right: i32,
}

#[scan(+ : sum)]
fn f(x: &[Pair], y: &mut [i32]) {
    let mut sum = 0;
    for (Pair { left, right }, y) in x.iter().zip(y) {
        sum += left * right;
        *y = sum;
    }
}

fn main() {}
