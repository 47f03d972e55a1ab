/// Counts what it is asked to add.
struct Counted(i64);

impl<'a> std::iter::Sum<&'a i64> for Counted {
    fn sum<I: Iterator<Item = &'a i64>>(iterator: I) -> Self {
        Counted(iterator.count() as i64)
    }
}

#[scan_runtime::scan]
fn count(x: &[i64]) -> i64 {
    #[reduce(+ : s)]
    let s = x.iter().sum();
    let Counted(count) = s;
    count
}

mod hidden {
    /// Another type than it seems.
    #[allow(non_camel_case_types)]
    type i64 = f64;

    #[scan_runtime::reduce(+ : s)]
    pub fn sum(x: &[i64]) -> i64 {
        let s: i64 = x.iter().sum();
        s
    }
}

fn main() {
    println!("{} {}", count(&[1]), hidden::sum(&[1.0]));
}
