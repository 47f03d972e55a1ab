use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(input: &Input, Arrays { cover, integer, times }: &mut Arrays) {
    input.note_ends(cover);
    add_up(cover);
    (*integer, *times) = (0, 0);
    for (i, &cover) in cover[..input.end].iter().enumerate() {
        if cover > *times {
            (*integer, *times) = (i as u32, cover);
        }
    }
}

#[scan(+ : cover)]
fn add_up(cover: &mut [i32]) {
    for i in 1..cover.len() {
        cover[i] += cover[i - 1];
    }
}
