use scan_runtime::reduce;

#[reduce(+ : sum)]
fn total(x: &[i32]) -> i32 {
    let sum: i32 = x.iter().map(|x| x * 2).sum();
    sum
}

fn main() {}
