//! Threads of this process as ranks: for tests, and to try a program out where there is no MPI.

use super::Ranks;
use std::mem::MaybeUninit;
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A rank that is a thread. [`run`](Self::run) starts them.
#[derive(Debug)]
pub struct ThreadRanks {
    rank: usize,
    size: usize,
    shared: Arc<Shared>,
}

/// What the threads have in common.
#[derive(Debug)]
struct Shared {
    round: Mutex<Round>,
    changed: Condvar,
}

/// One call of `all_gather` by all ranks.
#[derive(Debug)]
struct Round {
    /// How many there have been before.
    number: u64,
    /// What the ranks have said.
    said: Vec<Option<Box<[MaybeUninit<u8>]>>>,
    /// What all have said in the round before.
    heard: Arc<[Box<[MaybeUninit<u8>]>]>,
    /// A rank that takes part in no further round.
    ended: Option<usize>,
}

impl ThreadRanks {
    /// Runs `program` on `size` threads, each of which is a rank. Returns what they return, in their order.
    ///
    /// # Panics
    /// If there are no ranks; and with the panic of the first rank, in their order, that has panicked, after all have ended.
    pub fn run<R: Send>(size: usize, program: impl Fn(&Self) -> R + Sync) -> Vec<R> {
        assert!(size > 0, "there is at least one rank");
        let round = Round { number: 0, said: vec![None; size], heard: Arc::new([]), ended: None };
        let shared = Arc::new(Shared { round: Mutex::new(round), changed: Condvar::new() });
        let program = &program;
        thread::scope(|scope| {
            let ranks: Vec<_> = (0..size).map(|rank| Self { rank, size, shared: Arc::clone(&shared) }).collect();
            let threads: Vec<_> = ranks.into_iter().map(|rank| scope.spawn(move || program(&rank))).collect();
            // All of them are waited for before the first panic goes on.
            let results: Vec<_> = threads.into_iter().map(thread::ScopedJoinHandle::join).collect();
            results.into_iter().map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        })
    }

    fn round(&self) -> MutexGuard<'_, Round> {
        // A thread that panics here has changed nothing.
        self.shared.round.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// SAFETY: both numbers are set once; a round's bytes are those of its ranks, in their order, and as many as there is room for.
unsafe impl Ranks for ThreadRanks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn all_gather(&self, mine: &[MaybeUninit<u8>], all: &mut [MaybeUninit<u8>]) {
        assert_eq!(all.len(), mine.len() * self.size, "room for the bytes of all ranks");
        let mut round = self.round();
        let number = round.number;
        round.said[self.rank] = Some(mine.into());
        if round.said.iter().all(Option::is_some) {
            round.heard = round.said.iter_mut().filter_map(Option::take).collect();
            round.number += 1;
            self.shared.changed.notify_all();
        }
        while round.number == number {
            if let Some(ended) = round.ended {
                drop(round);
                panic!("rank {ended} has ended, and rank {} waits for it", self.rank);
            }
            round = self.shared.changed.wait(round).unwrap_or_else(PoisonError::into_inner);
        }
        // The next round is not over before this rank has had its say in it.
        let heard = Arc::clone(&round.heard);
        drop(round);
        for (rank, (theirs, place)) in heard.iter().zip(all.chunks_exact_mut(mine.len().max(1))).enumerate() {
            assert_eq!(theirs.len(), mine.len(), "the bytes of rank {rank}, and of rank {}", self.rank);
            place.copy_from_slice(theirs);
        }
    }

    /// Panics: that ends the rank, and all who wait for it.
    fn abort(&self) -> ! {
        panic!("rank {} ends the program", self.rank)
    }
}

/// The rank ends: whoever waits for it need not.
impl Drop for ThreadRanks {
    fn drop(&mut self) {
        self.round().ended.get_or_insert(self.rank);
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn gathered(rank: &ThreadRanks, mine: u8) -> Vec<u8> {
        let mut all = vec![MaybeUninit::new(0); rank.size()];
        rank.all_gather(&[MaybeUninit::new(mine)], &mut all);
        // SAFETY: all of it was initialised at first, and is what ranks have said now.
        all.into_iter().map(|byte| unsafe { byte.assume_init() }).collect()
    }

    #[test]
    fn everybody_gets_everybodys_bytes_in_order_round_after_round() {
        for size in [1, 2, 7] {
            let heard = ThreadRanks::run(size, |rank| {
                (0..100u8).map(|round| gathered(rank, round.wrapping_mul(3).wrapping_add(rank.rank() as u8))).collect::<Vec<_>>()
            });
            let expected: Vec<Vec<u8>> =
                (0..100u8).map(|round| (0..size).map(|rank| round.wrapping_mul(3).wrapping_add(rank as u8)).collect()).collect();
            assert!(heard.iter().all(|heard| *heard == expected));
        }
    }

    #[test]
    fn nothing_is_gathered_too() {
        ThreadRanks::run(3, |rank| rank.all_gather(&[], &mut []));
    }

    #[test]
    fn who_waits_for_a_rank_that_has_ended_is_told_which() {
        let told = ThreadRanks::run(3, |rank| {
            if rank.rank() == 1 {
                return String::new();
            }
            let panic = catch_unwind(AssertUnwindSafe(|| gathered(rank, 0))).expect_err("nobody answers");
            panic.downcast::<String>().map(|text| *text).unwrap_or_default()
        });
        assert!(told[0].contains("has ended, and rank 0 waits for it"), "{told:?}");
        assert!(told[2].contains("has ended, and rank 2 waits for it"), "{told:?}");
    }

    #[test]
    fn a_panic_ends_all_and_goes_on() {
        let run = catch_unwind(|| {
            ThreadRanks::run(4, |rank| {
                assert_ne!(rank.rank(), 2, "this one");
                gathered(rank, 0)
            })
        });
        assert!(run.is_err());
        let run = catch_unwind(|| ThreadRanks::run(2, |rank| if rank.rank() == 0 { rank.abort() } else { gathered(rank, 1) }));
        assert!(run.is_err());
    }
}
