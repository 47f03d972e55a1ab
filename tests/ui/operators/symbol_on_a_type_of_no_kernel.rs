use scan_runtime::scan;

#[derive(Clone, Copy)]
struct Meters(f64);

impl std::ops::Mul for Meters {
    type Output = Meters;

    fn mul(self, other: Meters) -> Meters {
        Meters(self.0 * other.0)
    }
}

#[scan(* : t)]
fn f(t: &mut [Meters]) {
    for i in 1..t.len() {
        t[i] = t[i - 1] * t[i];
    }
}

fn main() {}
