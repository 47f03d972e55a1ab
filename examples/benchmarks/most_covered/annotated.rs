use super::{Arrays, Input};
use scan_runtime::{declare_target, reduce};

#[declare_target]
mod covers {
    /// Of integers in a row: how many more ranges begin than end, and the first integer that occurs most often, counted from their
    /// beginning.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Cover {
        pub ranges: i32,
        pub times: i32,
        pub integer: u32,
    }

    #[declare_scan(no_overflow)]
    pub fn followed_by(a: Cover, b: Cover) -> Cover {
        let times = a.ranges + b.times;
        let is_more = times > a.times;
        Cover {
            ranges: a.ranges + b.ranges,
            times: if is_more { times } else { a.times },
            integer: if is_more { b.integer } else { a.integer },
        }
    }
}

#[reduce(covers::followed_by : so_far)]
fn most(cover: &[i32]) -> (u32, i32) {
    let mut so_far = covers::Cover { ranges: 0, times: 0, integer: 0 };
    for (i, &ranges) in cover.iter().enumerate() {
        so_far = covers::followed_by(so_far, covers::Cover { ranges, times: ranges, integer: i as u32 });
    }
    (so_far.integer, so_far.times)
}

pub fn run(input: &Input, Arrays { cover, integer, times }: &mut Arrays) {
    input.note_ends(cover);
    (*integer, *times) = most(&cover[..input.end]);
}
