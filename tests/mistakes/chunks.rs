use scan_runtime::reduce;

#[reduce(+ : sum)]
fn total(x: &[i32]) -> i32 {
    let mut sum = 0;
    for pair in x.chunks(2) {
        sum += pair[0];
    }
    sum
}

fn main() {}
