//! An account's balance, and the least that it ever was.

use scan_runtime::scan;

#[scan(+ : balance)]
#[reduce(min : lowest)]
pub fn lowest(payments: &[i64], balances: &mut [i64]) -> i64 {
    let (mut balance, mut lowest) = (0, 0);
    for (after, payment) in balances.iter_mut().zip(payments) {
        balance += payment;
        lowest = lowest.min(balance);
        *after = balance;
    }
    lowest
}
