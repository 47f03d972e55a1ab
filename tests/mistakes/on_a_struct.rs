use scan_runtime::scan;

#[scan(+ : total)]
struct Account {
    total: i64,
}

fn main() {}
