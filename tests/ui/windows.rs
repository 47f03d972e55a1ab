use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for (pair, y) in x.windows(2).zip(y) {
        sum += pair[0] * pair[1];
        *y = sum;
    }
}

fn main() {}
