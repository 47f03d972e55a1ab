use scan_runtime::parallel_for;

trait Mine {
    fn iter(&self) -> std::iter::Rev<std::slice::Iter<'_, i32>>;
}

impl Mine for Vec<i32> {
    fn iter(&self) -> std::iter::Rev<std::slice::Iter<'_, i32>> {
        self.as_slice().iter().rev()
    }
}

#[parallel_for]
fn backwards(x: &Vec<i32>, y: &mut [i32]) {
    for i in 0..y.len() {
        let mut s = 0;
        for v in x.iter() {
            s = s * 2 + v;
        }
        y[i] = s;
    }
}

fn main() {}
