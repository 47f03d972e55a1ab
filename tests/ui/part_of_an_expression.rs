use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32]) -> usize {
    x.iter().scan(0, |sum, &x| {
        *sum += x;
        Some(*sum)
    }).collect::<Vec<_>>().len()
}

fn main() {}
