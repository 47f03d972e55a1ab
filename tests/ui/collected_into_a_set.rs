use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32]) -> usize {
    let sums: std::collections::HashSet<i32> = x.iter().scan(0, |sum, &x| {
        *sum += x;
        Some(*sum)
    }).collect();
    sums.len()
}

fn main() {}
