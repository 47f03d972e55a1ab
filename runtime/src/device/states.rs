//! The states through which the tiles of `lookback` tell each other what they know, kept from one launch to the next. What an earlier launch
//! has left in one is told apart by its first ticket, so that only a new state has to be cleared: other launches are a command less.

use std::sync::Mutex;

use super::pool::Block;
use crate::system::lock::lock;

/// No more states than this are kept. Each is some hundredths of what is scanned, or less.
const MOST_STATES: usize = 8;
/// No more tickets than this are drawn from a state: two bits of a status word's upper half say what its value is.
const MOST_TICKETS: u64 = 1 << 30;

/// A state and what is noted in it.
#[derive(Debug)]
pub(super) struct State {
    pub(super) block: Block,
    pub(super) tickets: Tickets,
}

/// The first word of a state, before the launch that uses it and after: in the lower half the tickets drawn, in the upper how many tiles are
/// done, of the launches that count them.
#[derive(Debug, Default)]
pub(super) struct Tickets {
    before: u64,
    after: u64,
}

impl Tickets {
    /// The first ticket of the next launch, of so many tiles; if that is 0 the state has to be cleared before.
    pub(super) fn begin(&mut self, tiles: u64, counts_done: bool) -> u32 {
        let drawn = self.after & u64::from(u32::MAX);
        self.before = if drawn.saturating_add(tiles) > MOST_TICKETS { 0 } else { self.after };
        self.after = self.before.wrapping_add(if counts_done { tiles << 32 | tiles } else { tiles });
        self.before as u32
    }

    /// How many tiles of the launch have begun, and how many are done, by what is in the first word now.
    pub(super) fn progress(&self, word: u64) -> (u64, u64) {
        let since = word.wrapping_sub(self.before);
        (since & u64::from(u32::MAX), since >> 32)
    }
}

/// The states that no launch uses now.
#[derive(Debug, Default)]
pub(super) struct States(Mutex<Vec<State>>);

impl States {
    /// The smallest of at least so many bytes.
    pub(super) fn take(&self, bytes: usize) -> Option<State> {
        let mut free = lock(&self.0);
        let fitting = free.iter().enumerate().filter(|(_, state)| state.block.bytes() >= bytes);
        let place = fitting.min_by_key(|(_, state)| state.block.bytes())?.0;
        Some(free.swap_remove(place))
    }

    /// Keeps a state whose launch has run to its end. The smallest makes room for it.
    pub(super) fn give(&self, state: State) {
        // Given up with nothing locked.
        let _too_many = self.keep(state);
    }

    fn keep(&self, state: State) -> Option<State> {
        let mut free = lock(&self.0);
        free.push(state);
        let smallest = free.iter().enumerate().min_by_key(|(_, state)| state.block.bytes())?.0;
        (free.len() > MOST_STATES).then(|| free.swap_remove(smallest))
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_TICKETS, Tickets};

    #[test]
    fn launches_have_tickets_of_their_own_until_the_state_is_cleared() {
        let mut tickets = Tickets::default();
        assert_eq!(tickets.begin(5, false), 0);
        assert_eq!(tickets.begin(7, true), 5);
        assert_eq!(tickets.begin(MOST_TICKETS - 12, false), 12);
        assert_eq!(tickets.begin(1, false), 0, "no ticket is left");
        assert_eq!(tickets.begin(1, false), 1);
        // More than there are: it is the state's only launch.
        assert_eq!(tickets.begin(u64::from(u32::MAX), false), 0);
    }

    #[test]
    fn progress_is_that_of_the_last_launch() {
        let mut tickets = Tickets::default();
        tickets.begin(5, true);
        assert_eq!(tickets.progress(0), (0, 0));
        assert_eq!(tickets.progress(2 << 32 | 3), (3, 2));
        tickets.begin(4, true);
        assert_eq!(tickets.progress(5 << 32 | 5), (0, 0));
        assert_eq!(tickets.progress(9 << 32 | 9), (4, 4));
    }
}
