use scan_runtime::reduce;

#[reduce(+ : sum)]
fn total(x: &[i32]) -> i32 {
    let mut sum = 0;
    x.iter().map(|x| x * 2).for_each(|x| sum += x);
    sum
}

fn main() {}
