use scan_runtime::parallel_for;

#[allow(non_camel_case_types)]
type i16 = u8;

#[parallel_for]
fn f(x: &[u32], y: &mut [u32]) {
    for i in 0..x.len() {
        y[i] = x[i] as i16 as u32;
    }
}

fn main() {}
