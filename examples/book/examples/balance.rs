//! The running balance of an account.

use scan_runtime::scan;

#[scan(+ : balance)]
fn running_balance(payments: &[i64], balance: &mut [i64]) {
    balance[0] = payments[0];
    for day in 1..balance.len() {
        balance[day] = balance[day - 1] + payments[day];
    }
}

fn main() {
    // A hundred thousand days: on every tenth 28 come in, on the others 3 go out.
    let payment = |day| if day % 10 == 0 { 28 } else { -3 };
    let payments: Vec<i64> = (0..100_000).map(payment).collect();
    let mut balance = vec![0; payments.len()];
    running_balance(&payments, &mut balance);
    println!("{:?} … {}", &balance[..5], balance[balance.len() - 1]);
}
