use scan_runtime::reduce;

#[reduce(max : most)]
fn f(x: &[i32]) -> (i32, usize) {
    let (mut most, mut at) = (0, 0);
    for i in 0..x.len() {
        if x[i] > most {
            most = x[i];
        }
        if x[i] >= most {
            at = i;
        }
    }
    (most, at)
}

fn main() {}
