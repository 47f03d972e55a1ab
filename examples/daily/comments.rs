//! The state of a lexer: how much of a text in C stands in comments.

use scan_runtime::scan;

const CODE: u8 = 0;
const SLASH: u8 = 1;
const COMMENT: u8 = 2;
const STAR: u8 = 3;

#[scan(auto : state)]
pub fn comments(text: &[u8], is_comment: &mut [bool]) {
    let mut state: u8 = CODE;
    for (is_comment, &c) in is_comment.iter_mut().zip(text) {
        state = match (state, c) {
            (CODE | SLASH, b'/') => SLASH,
            (SLASH, b'*') => COMMENT,
            (SLASH, _) => CODE,
            (COMMENT | STAR, b'*') => STAR,
            (STAR, b'/') => CODE,
            (STAR, _) => COMMENT,
            (same, _) => same,
        };
        *is_comment = state == COMMENT || state == STAR;
    }
}
