use super::{Arrays, Input};
use scan_runtime::{declare_target, reduce};

#[declare_target]
mod windows {
    /// Two windows side by side that move on: how much their sums change, the most that they change on the way, and the most that a left
    /// one and a later right one change together.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Moves {
        pub left: i32,
        pub right: i32,
        pub best_left: i32,
        pub best_right: i32,
        pub both: i32,
    }

    /// Where no sum comes near the ends of `i32`: beyond them the order would matter.
    #[declare_scan(no_overflow)]
    pub fn followed_by(a: Moves, b: Moves) -> Moves {
        Moves {
            left: a.left + b.left,
            right: a.right + b.right,
            best_left: a.best_left.max(a.left + b.best_left),
            best_right: a.best_right.max(a.right + b.best_right),
            both: a.both.max(a.left + a.right + b.both).max(a.best_left + a.right + b.best_right),
        }
    }
}

use windows::Moves;

/// The first two windows are a move from nothing.
#[reduce(windows::followed_by : moves)]
fn best_pair(x: &[i32], k: usize, two_k: usize, first: Moves) -> i32 {
    let mut moves = first;
    for i in two_k..x.len() {
        let (left, right) = (x[i - k] - x[i - two_k], x[i] - x[i - k]);
        moves = windows::followed_by(moves, Moves { left, right, best_left: left, best_right: right, both: left + right });
    }
    moves.both
}

pub fn run(input: &Input, Arrays { best }: &mut Arrays) {
    let (x, k) = (&input.x, input.k);
    *best = i32::MIN;
    if input.windows() > 0 {
        let (left, right) = (x[..k].iter().sum::<i32>(), x[k..2 * k].iter().sum::<i32>());
        *best = best_pair(x, k, 2 * k, Moves { left, right, best_left: left, best_right: right, both: left + right });
    }
}
