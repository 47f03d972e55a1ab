use scan_runtime::reduce;

#[reduce(+ : sum, min : most)]
fn f(x: &[i32]) -> (i32, i32) {
    let (mut sum, mut most) = (0, 0);
    for i in 0..x.len() {
        sum += x[i];
        most = most.max(x[i]);
    }
    (sum, most)
}

fn main() {}
