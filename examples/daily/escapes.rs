//! The state of a lexer: which bytes a backslash before them escapes.

use scan_runtime::scan;

#[scan(auto : escaped)]
pub fn escapes(text: &[u8], marks: &mut [bool]) {
    let mut escaped = false;
    for (mark, &c) in marks.iter_mut().zip(text) {
        *mark = escaped;
        escaped = !escaped && c == b'\\';
    }
}
