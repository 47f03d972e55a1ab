use scan_runtime::scan;

#[derive(Clone, Copy)]
struct Trade {
    amount: i64,
}

#[scan(+ : total)]
fn totals(trades: &[Trade], totals: &mut [i64]) {
    let mut total = 0i64;
    for i in 0..trades.len() {
        total += trades[i].amount;
        totals[i] = total;
    }
}

fn main() {}
