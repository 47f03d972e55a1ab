//! Folds by an operator that chooses one of two values, the greater, and what goes along with it. What is chosen of all tiles up to one stands
//! for that one's, too: so a tile of which nothing is chosen need not be folded, and most tiles of most arrays are such. Whether there is
//! anything is asked in vectors, which a compiler does not make of what is chosen.

use super::body::{Body, Elements};
use super::chunks::Stretch;
use super::tiles::{CHAINS, Tiles};
use crate::model::operator::Semigroup;
use crate::model::range::Index;

/// Where something was chosen of so many tiles in a row, the next are folded unasked.
const RISES: u32 = 2;
/// Iterations of which is asked at once whether any is chosen.
const ASKED: u64 = 256;

impl<I, T, Op, A, B> Tiles<'_, I, T, Op, A, B>
where
    I: Index,
    T: Semigroup<Op>,
    A: Elements,
    B: Body<I, T, A>,
{
    /// As [`fold`](Self::fold).
    ///
    /// # Safety
    /// As there.
    pub(super) unsafe fn fold_choices(&self, first: usize, totals: &mut [T]) {
        let (mut chosen, mut taken_in_a_row) = (None, 0);
        let (mut tile, mut left) = (first, totals);
        while !left.is_empty() {
            let rises = taken_in_a_row >= RISES;
            let (totals, later) = left.split_at_mut(if rises { CHAINS.min(left.len()) } else { 1 });
            left = later;
            let mut is_taken = false;
            // SAFETY: the caller's promise.
            unsafe {
                match chosen {
                    Some(total) if !rises && !takes_any::<I, T, Op, A, B>(self.body, self.stretch(tile, 1), total) => {
                        totals.fill(total)
                    }
                    _ => {
                        self.fold_side_by_side(tile, totals);
                        for total in &mut *totals {
                            is_taken |= chosen.is_some_and(|earlier| T::takes_later(earlier, *total));
                            *total = chosen.map_or(*total, |earlier| T::combine(earlier, *total));
                            chosen = Some(*total);
                        }
                    }
                }
            }
            taken_in_a_row = if is_taken { taken_in_a_row + 1 } else { 0 };
            tile += totals.len();
        }
    }
}

/// Whether the operator takes any of these iterations after `total`.
#[inline(never)]
fn takes_any<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    stretch: Stretch<I, A::Views<'_>>,
    total: T,
) -> bool {
    let Stretch { mut i, length, views, .. } = stretch;
    let (mut left, mut is_taken) = (length, false);
    while left > 0 && !is_taken {
        let count = left.min(ASKED);
        left -= count;
        for _ in 0..count {
            is_taken |= T::takes_later(total, body.element(i, views));
            i = i.advance(1);
        }
    }
    is_taken
}
