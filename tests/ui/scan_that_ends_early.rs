use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32]) -> Vec<i32> {
    let sums = x.iter().scan(0, |sum, &x| {
        *sum += x;
        if x < 0 { None } else { Some(*sum) }
    }).collect();
    sums
}

fn main() {}
