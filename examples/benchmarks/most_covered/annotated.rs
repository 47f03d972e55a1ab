use super::{Arrays, Input};
use scan_runtime::{reduce, scan};

#[scan(+ : cover)]
fn add_up(cover: &mut [i32]) {
    for i in 1..cover.len() {
        cover[i] += cover[i - 1];
    }
}

#[reduce(max : times)]
fn most(cover: &[i32]) -> (u32, i32) {
    let (mut integer, mut times) = (0u32, 0i32);
    for (i, &cover) in cover.iter().enumerate() {
        if cover > times {
            times = cover;
            integer = i as u32;
        }
    }
    (integer, times)
}

pub fn run(input: &Input, Arrays { cover, integer, times }: &mut Arrays) {
    input.note_ends(cover);
    add_up(cover);
    (*integer, *times) = most(&cover[..input.end]);
}
