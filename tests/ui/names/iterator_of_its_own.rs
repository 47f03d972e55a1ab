use scan_runtime::reduce;

struct Ring(Vec<i64>);

struct Steps<'a>(&'a Ring);

impl Ring {
    fn iter(&self) -> Steps<'_> {
        Steps(self)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

impl Steps<'_> {
    fn sum(self) -> i64 {
        (self.0).0.iter().sum::<i64>() / 2
    }
}

#[reduce(+ : s)]
fn total(x: &Ring) -> i64 {
    let s: i64 = x.iter().sum();
    s
}

fn main() {
    let ring = Ring(vec![1, 2]);
    println!("{} of {}", total(&ring), ring.len());
}
