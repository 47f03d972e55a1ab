//! What is in store where deliveries fill the shelves.

use scan_runtime::scan;

#[scan(auto : stock)]
pub fn stocks(sold: &[i32], delivered: &[bool], full: i32, stocks: &mut [i32]) -> i32 {
    let mut stock = full;
    for ((after, sold), &delivered) in stocks.iter_mut().zip(sold).zip(delivered) {
        if delivered {
            stock = full;
        }
        stock -= sold;
        *after = stock;
    }
    stock
}
