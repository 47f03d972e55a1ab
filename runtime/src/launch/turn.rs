//! A loop over ranks: it runs on rank 0, goes on on rank 1 from what rank 0 has carried, and so on.
//!
//! Each rank finds the total of its own iterations, all tell it to all, and each combines what comes before its iterations, in the order
//! of the ranks: one collective call, the same order everywhere. Then all run their iterations at once.
//!
//! Where one of them cannot say what its iterations combine to, all take turns: each waits for what the one before it has carried, runs
//! the loop, and tells all what it has carried. A panic is told in place of that, so those after it run nothing, and all end.
//!
//! What is told is (status, start, total), and every rank folds it in the same order, so all know whether all can go on: nothing that
//! depends on one rank alone may decide how many collective calls there are. A total is of the loop without its stores (`Compiled::total`)
//! from what its first iteration adds, since an operator need not have an identity. What an array carries is stored in the element that a
//! rank's first iteration continues, and then the loop is as on one machine; backwards the last rank is the first in the order.

mod lagged;

pub(super) use lagged::extent;
pub use lagged::{LaggedTurn, window};

use super::total::Total;
use crate::model::operator::Semigroup;
use crate::model::range::{Affine, Index, Range};
use crate::model::value::Value;
use crate::placement::Loop;
use crate::profile;
use crate::ranks::Ranks;
use crate::report;
use crate::settings;
use std::any::type_name;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::time::{Duration, Instant};

/// One run of a loop over the ranks of `W`.
///
/// The loop runs between [`before`](Self::before) and [`after`](Self::after); where it stores nothing only if it [is
/// needed](Self::needs_loop).
#[derive(Debug)]
#[must_use = "a rank that leaves here keeps the others waiting"]
pub struct Turn<'w, W: Ranks, T: Copy> {
    world: &'w W,
    site: &'static Loop,
    /// The same on ranks that are at the same loop.
    at: u32,
    state: State<T>,
    exchange: Duration,
    /// The ranks' order is turned around: the loop begins on the last.
    backwards: bool,
}

#[derive(Clone, Copy, Debug)]
enum State<T> {
    /// All run at once: what is carried into this rank's iterations, and out of the last rank's.
    Together { before: T, after: T },
    /// All take turns, and this one has not begun.
    Waiting,
    /// It is this rank's turn: what is carried into it, if anything is yet.
    Running(Option<T>),
    /// This rank has nothing more to say.
    Over,
}

/// What a rank says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Status {
    /// Here is what my iterations combine to; or, at the end of a turn, what they have carried.
    Here = 1,
    /// I have no iterations.
    Nothing = 2,
    /// I cannot say what they combine to.
    Cannot = 3,
    /// One of them has panicked.
    Panicked = 4,
}

/// What a rank tells all others, as it lies in memory.
#[derive(Clone, Copy)]
#[repr(C)]
struct Said<T: Copy> {
    status: u32,
    /// Tells loops, and types that they carry, apart.
    at: u32,
    start: MaybeUninit<T>,
    value: MaybeUninit<T>,
}

impl<T: Copy> Said<T> {
    fn says(&self, status: Status) -> bool {
        self.status == status as u32
    }
}

impl<'w, W: Ranks, T: Copy> Turn<'w, W, T> {
    /// Begins a run of `site`. `start` is the value carried into the first iteration of all, `None` where it takes the loop as written to
    /// go on from it; only rank 0's counts. `total` is what this rank's iterations combine to.
    ///
    /// # Panics
    /// Where a rank has ended, cannot be reached, or is at another loop.
    pub fn new<Op>(world: &'w W, site: &'static Loop, operator: Op, start: Option<T>, total: Total<T>) -> Self
    where
        T: Semigroup<Op>,
    {
        let turn = Self { world, site, at: place_of::<T>(site), state: State::Over, exchange: Duration::ZERO, backwards: false };
        turn.begun(operator, start, total)
    }

    /// As [`new`](Self::new), of a loop that goes from the arrays' ends to their beginnings: it begins on the last rank, whose start counts.
    ///
    /// # Panics
    /// As there.
    pub fn backwards<Op>(world: &'w W, site: &'static Loop, operator: Op, start: Option<T>, total: Total<T>) -> Self
    where
        T: Semigroup<Op>,
    {
        let turn = Self { world, site, at: place_of::<T>(site), state: State::Over, exchange: Duration::ZERO, backwards: true };
        turn.begun(operator, start, total)
    }

    fn begun<Op>(mut self, _operator: Op, start: Option<T>, total: Total<T>) -> Self
    where
        T: Semigroup<Op>,
    {
        let began = Instant::now();
        let status = match total {
            _ if self.place() == 0 && start.is_none() => Status::Cannot,
            Total::Nothing => Status::Nothing,
            Total::Of(_) => Status::Here,
            Total::Unknown => Status::Cannot,
        };
        let total = if let Total::Of(total) = total { Some(total) } else { None };
        let all = self.exchanged(status, start, total);
        // What combining does is the same on every rank, panics included.
        let carried = catch_unwind(AssertUnwindSafe(|| carried::<T, Op>(&all, self.place()))).ok().flatten();
        self.state = carried.map_or(State::Waiting, |(before, after)| State::Together { before, after });
        self.exchange = began.elapsed();
        if self.needs_loop() {
            report::note_turns(&self.site.about);
        }
        self
    }

    /// When it is this rank's turn: the loop begins in place 0.
    fn place(&self) -> usize {
        self.of_place(self.world.rank())
    }

    /// The rank in this place, and the place of this rank.
    fn of_place(&self, place: usize) -> usize {
        if self.backwards { self.world.size() - 1 - place } else { place }
    }

    /// Whether the loop has to run though it stores nothing: where ranks take turns.
    #[inline]
    #[must_use]
    pub fn needs_loop(&self) -> bool {
        !matches!(self.state, State::Together { .. })
    }

    /// What is carried into this rank's iterations; `own` is what it is on rank 0. Where ranks take turns it waits for its own.
    ///
    /// # Panics
    /// If the loop has panicked on a rank before this one.
    pub fn before(&mut self, own: T) -> T
    where
        T: Value,
    {
        if let State::Together { before, .. } = self.state {
            return before;
        }
        self.wait(Some(own)).unwrap_or(own)
    }

    /// The element that the first iteration continues, which is where `read` says, becomes what is carried into it, on all ranks but the one that the
    /// loop begins on, and those without iterations. Where ranks take turns it waits for its own.
    ///
    /// # Panics
    /// If the loop has panicked on a rank before this one; if this one has the first iteration of all, and the rank that the loop begins on
    /// has no element to start from.
    pub fn fill<I: Index>(&mut self, array: &mut [T], range: Range<I>, read: Affine)
    where
        T: Value,
    {
        // Where it is out of range the loop says so.
        let cell = range.index_of_first(read).and_then(|cell| array.get_mut(cell));
        let carried = match self.state {
            State::Together { before, .. } => Some(before),
            _ => self.wait(cell.as_deref().copied()),
        };
        let Some(cell) = cell.filter(|_| self.place() > 0 && !range.is_empty()) else { return };
        let Some(carried) = carried else {
            panic!("{}: rank {} has no element that the loop starts from", self.site, self.of_place(0));
        };
        *cell = carried;
    }

    /// After the loop of an array, in which the last iteration has stored where `write` says.
    ///
    /// # Panics
    /// If the loop has panicked on a rank after this one.
    pub fn leave<I: Index>(self, array: &[T], range: Range<I>, write: Affine)
    where
        T: Value,
    {
        let mine = range.index_of_last(write).and_then(|last| array.get(last)).copied();
        let _last = self.left(mine);
    }

    /// Waits for this rank's turn. What is carried into it, which is `own` on the first.
    fn wait(&mut self, own: Option<T>) -> Option<T>
    where
        T: Value,
    {
        let began = Instant::now();
        let own = own.filter(|_| self.place() == 0);
        let carried = (0..self.place()).fold(own, |carried, place| self.heard_of(place).or(carried));
        self.exchange += began.elapsed();
        self.state = State::Running(carried);
        carried
    }

    /// What is carried out of the last rank's iterations; `mine` is what is carried out of this one's.
    ///
    /// # Panics
    /// If the loop has panicked on a rank after this one.
    pub fn after(self, mine: T) -> T
    where
        T: Value,
    {
        self.left(Some(mine)).unwrap_or(mine)
    }

    /// What is carried out of the iterations in the last place; `mine` is what is carried out of this rank's, if it has any.
    fn left(mut self, mine: Option<T>) -> Option<T>
    where
        T: Value,
    {
        let began = Instant::now();
        let last = match self.state {
            State::Together { after, .. } => Some(after),
            State::Running(into) => {
                let mine = mine.or(into);
                self.state = State::Over;
                let _said = self.exchanged(if mine.is_some() { Status::Here } else { Status::Nothing }, None, mine);
                (self.place() + 1..self.world.size()).fold(mine, |carried, place| self.heard_of(place).or(carried))
            }
            State::Waiting | State::Over => mine,
        };
        self.state = State::Over;
        self.note_exchange(began);
        last
    }

    /// Notes how long ranks have told each other what they carry, at last since `began`.
    fn note_exchange(&self, began: Instant) {
        let time = self.exchange + began.elapsed();
        report::note_exchange(&self.site.about, time);
        if settings::current(|settings| settings.profile.is_some()) {
            report::last_recorded().into_iter().for_each(|report| profile::add_exchange(&report, time));
        }
    }

    /// What the rank in `place` has carried at the end of its turn, if anything is carried yet.
    fn heard_of(&mut self, place: usize) -> Option<T>
    where
        T: Value,
    {
        let theirs = self.exchanged(Status::Nothing, None, None)[place];
        if theirs.says(Status::Nothing) {
            return None;
        }
        let carried = theirs.says(Status::Here).then(|| value(&theirs.value)).flatten();
        if carried.is_none() {
            self.state = State::Over;
            panic!("{}: rank {} has panicked", self.site, self.of_place(place));
        }
        carried
    }

    /// What all ranks say, in the order of their places.
    fn exchanged(&self, status: Status, start: Option<T>, value: Option<T>) -> Vec<Said<T>> {
        let or_nothing = |value: Option<T>| value.map_or_else(MaybeUninit::uninit, MaybeUninit::new);
        let at = self.at;
        let mine = Said { status: status as u32, at, start: or_nothing(start), value: or_nothing(value) };
        let mut all = vec![MaybeUninit::<Said<T>>::uninit(); self.world.size()];
        self.world.all_gather(bytes(slice::from_ref(&mine)), bytes_mut(&mut all));
        // SAFETY: `Ranks` promises the bytes of what every rank has said: all have said something of this type. What may be anything in it
        // is looked at before it is used.
        let mut all: Vec<Said<T>> = all.into_iter().map(|said| unsafe { said.assume_init() }).collect();
        if let Some(rank) = all.iter().position(|said| said.at != at) {
            panic!("{}: rank {rank} is at another loop than rank {}", self.site, self.world.rank());
        }
        if self.backwards {
            all.reverse();
        }
        all
    }
}

/// A panic in this rank's turn is told to all. (Where all run at once, nobody waits for anything.)
impl<W: Ranks, T: Copy> Drop for Turn<'_, W, T> {
    fn drop(&mut self) {
        if matches!(self.state, State::Running(_)) {
            // If they cannot be told they have ended.
            let _told = catch_unwind(AssertUnwindSafe(|| self.exchanged(Status::Panicked, None, None)));
        }
    }
}

/// What is carried into the iterations in `place`, and out of the last; `None` where a rank cannot say what its own combine to.
fn carried<T: Semigroup<Op>, Op>(all: &[Said<T>], place: usize) -> Option<(T, T)> {
    if all.iter().any(|said| !said.says(Status::Here) && !said.says(Status::Nothing)) {
        return None;
    }
    let mut carried = value(&all[0].start).filter(T::is_in_domain)?;
    let mut before = carried;
    for (number, said) in all.iter().enumerate() {
        if number == place {
            before = carried;
        }
        if said.says(Status::Here) {
            carried = T::combine(carried, value(&said.value)?);
        }
    }
    Some((before, carried))
}

/// What is the same on ranks that are at the same loop.
fn place_of<T>(site: &Loop) -> u32 {
    let mut hasher = DefaultHasher::new();
    (site.about.file, site.about.line, type_name::<T>()).hash(&mut hasher);
    hasher.finish() as u32
}

/// What was said, if it is a value.
fn value<T: Value>(said: &MaybeUninit<T>) -> Option<T> {
    // SAFETY: the rank whose status says that there is one has put it there; it is looked at before it is taken for one.
    unsafe { T::is_value(said.as_ptr()).then(|| said.assume_init()) }
}

fn bytes<T>(values: &[T]) -> &[MaybeUninit<u8>] {
    // SAFETY: the memory of the slice, of which nothing is taken for granted.
    unsafe { slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

fn bytes_mut<T>(values: &mut [MaybeUninit<T>]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the memory of the slice, which may hold anything.
    unsafe { slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}
