//! Which lines of a CSV file begin inside quotes, and so belong to the line before.

use scan_runtime::scan;

#[scan(^ : quoted, + : line)]
pub fn quoted_lines(text: &[u8], begins_quoted: &mut [bool]) -> usize {
    let (mut quoted, mut line) = (false, 0);
    for &c in text {
        quoted ^= c == b'"';
        if c == b'\n' {
            begins_quoted[line] = quoted;
            line += 1;
        }
    }
    line
}
