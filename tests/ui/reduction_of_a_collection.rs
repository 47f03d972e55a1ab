use scan_runtime::{reduce, scan};

#[scan]
fn f(x: &[i32]) -> Vec<i32> {
    #[reduce(+ : sums)]
    let sums: Vec<i32> = x
        .iter()
        .scan(0, |sum, &x| {
            *sum += x;
            Some(*sum)
        })
        .collect();
    sums
}

#[reduce]
fn g(x: &[i32]) -> usize {
    x.len()
}

fn main() {}
