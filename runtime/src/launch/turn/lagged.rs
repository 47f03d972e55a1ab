//! A loop over ranks in which an iteration continues what was stored `lag` iterations before: so many scans, interleaved, whose last values
//! are a window of the array.
//!
//! The window before a rank's first iteration is what it goes on from. Scan `c` of the rank continues the window's value `c`, and the
//! window moves on by as many values as the rank has iterations. So the ranks' borders may be anywhere: a rank with fewer iterations than
//! `lag` hands some values on as it got them.
//!
//! Ranks first tell each other how far back they continue and how many iterations they have, and only then the values, of which there are
//! as many everywhere.

use super::{Said, State, Status, Turn, bytes, bytes_mut, place_of, value};
use crate::launch::total::Total;
use crate::model::operator::Semigroup;
use crate::model::range::{Affine, Index, Range};
use crate::model::value::Value;
use crate::placement::Loop;
use crate::ranks::Ranks;
use crate::report;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How far back an iteration continues, and how many iterations a rank has.
type Extent = [u64; 2];

/// One run of such a loop over the ranks of `W`. The loop runs between [`fill`](Self::fill) and [`leave`](Self::leave).
#[derive(Debug)]
#[must_use = "a rank that leaves here keeps the others waiting"]
pub struct LaggedTurn<'w, W: Ranks, T: Copy> {
    /// The turns, in which ranks say how far they are; the values go beside it.
    turn: Turn<'w, W, Extent>,
    mine: Extent,
    /// Where all run at once: the window before this rank's first iteration.
    before: Option<Vec<T>>,
    /// Where they take turns: that window, as soon as somebody has one.
    into: Option<Vec<T>>,
}

/// The elements that the first `lag` iterations of `range` continue, or would if there were as many; `None` where `array` does not have
/// them all.
#[inline(never)]
pub fn window<T: Copy, I: Index>(array: &[T], range: Range<I>, read: Affine, lag: i128) -> Option<Vec<T>> {
    elements(array, range, read, 0..extent(lag))
}

/// What `read` says of these iterations, which need not be the range's.
fn elements<T: Copy, I: Index>(array: &[T], range: Range<I>, read: Affine, of: std::ops::Range<u64>) -> Option<Vec<T>> {
    let count = usize::try_from(of.end - of.start).ok().filter(|count| *count <= array.len())?;
    let mut elements = Vec::new();
    elements.try_reserve_exact(count).ok()?;
    for k in of {
        elements.push(*array.get(range.index_of_iteration(k, read)?)?);
    }
    Some(elements)
}

/// With a lag of less than 1 nothing is continued.
pub(in crate::launch) fn extent(lag: i128) -> u64 {
    u64::try_from(lag.max(0)).unwrap_or(u64::MAX)
}

impl<'w, W: Ranks, T: Copy> LaggedTurn<'w, W, T> {
    /// Begins a run of `site`, with so many iterations, which continue what was stored so many before. `start` is the [`window`] before the
    /// first iteration of all, of which only rank 0's counts, `None` where it takes the loop as written to go on from it; `totals` is what the iterations
    /// of `range` that continue each of these combine to, as [`Launch::totals`](crate::launch::Launch::totals) finds it.
    ///
    /// # Panics
    /// Where a rank has ended, cannot be reached, is at another loop, or continues what is further back or less far.
    pub fn new<Op, I: Index>(
        world: &'w W,
        site: &'static Loop,
        operator: Op,
        iterations: (Range<I>, i128),
        start: Option<Vec<T>>,
        totals: Total<Vec<T>>,
    ) -> Self
    where
        T: Semigroup<Op>,
    {
        Self::begun(world, site, operator, false, iterations, start, totals)
    }

    /// As [`new`](Self::new), of a loop that goes from the arrays' ends to their beginnings: it begins on the last rank.
    ///
    /// # Panics
    /// As there.
    pub fn backwards<Op, I: Index>(
        world: &'w W,
        site: &'static Loop,
        operator: Op,
        iterations: (Range<I>, i128),
        start: Option<Vec<T>>,
        totals: Total<Vec<T>>,
    ) -> Self
    where
        T: Semigroup<Op>,
    {
        Self::begun(world, site, operator, true, iterations, start, totals)
    }

    fn begun<Op, I: Index>(
        world: &'w W,
        site: &'static Loop,
        _operator: Op,
        backwards: bool,
        (range, lag): (Range<I>, i128),
        start: Option<Vec<T>>,
        totals: Total<Vec<T>>,
    ) -> Self
    where
        T: Semigroup<Op>,
    {
        let began = Instant::now();
        let turn = Turn { world, site, at: place_of::<T>(site), state: State::Over, exchange: Duration::ZERO, backwards };
        let mine = [extent(lag), range.len()];
        let mut begun = Self { turn, mine, before: None, into: None };
        let status = match totals {
            _ if begun.turn.place() == 0 && start.is_none() => Status::Cannot,
            Total::Nothing => Status::Nothing,
            Total::Of(_) => Status::Here,
            Total::Unknown => Status::Cannot,
        };
        let all = begun.extents(status);
        if mine[0] == 0 {
            begun.before = Some(Vec::new());
        } else if all.iter().all(|said| said.0) {
            let start = start.filter(|_| begun.turn.place() == 0).unwrap_or_default();
            let totals = if let Total::Of(totals) = totals { totals } else { Vec::new() };
            let (starts, totals) = (begun.windows(&start), begun.windows(&totals));
            // What combining does is the same on every rank, panics included.
            let before = || before::<T, Op>(&starts, &totals, &all, mine[0], begun.turn.place());
            begun.before = catch_unwind(AssertUnwindSafe(before)).ok().flatten();
        }
        begun.turn.exchange = began.elapsed();
        if begun.before.is_none() {
            begun.turn.state = State::Waiting;
            report::note_turns(&site.about);
        }
        begun
    }

    /// In the order of the places: whether a rank can say what its iterations combine to, and how many it has.
    fn extents(&self, status: Status) -> Vec<(bool, u64)> {
        let all = self.turn.exchanged(status, None, Some(self.mine));
        let known = |place: usize, said: &Said<Extent>| {
            let [lag, iterations] = value(&said.value).unwrap_or(self.mine);
            if lag != self.mine[0] {
                let (site, rank) = (self.turn.site, self.turn.of_place(place));
                panic!(
                    "{site}: on rank {rank} an iteration continues the one {lag} before it, on rank {} {}",
                    self.turn.world.rank(),
                    self.mine[0]
                );
            }
            (said.says(Status::Here) || said.says(Status::Nothing), iterations)
        };
        all.iter().enumerate().map(|(place, said)| known(place, said)).collect()
    }

    /// As many values of every rank as the loop continues, in the order of the places. Who has fewer says anything in place of the others.
    fn windows(&self, mine: &[T]) -> Vec<MaybeUninit<T>> {
        let count = self.mine[0] as usize;
        let mut said = vec![MaybeUninit::uninit(); count];
        said.iter_mut().zip(mine).for_each(|(said, value)| *said = MaybeUninit::new(*value));
        let mut all = vec![MaybeUninit::uninit(); count * self.turn.world.size()];
        self.turn.world.all_gather(bytes(&said), bytes_mut(&mut all));
        if self.turn.backwards {
            // The ranks, and then each one's values.
            all.reverse();
            all.chunks_exact_mut(count).for_each(<[_]>::reverse);
        }
        all
    }

    /// The elements that the first iterations continue become the window before them, on all ranks but the one that the loop begins on, and
    /// those without iterations. Where ranks take turns it waits for its own.
    ///
    /// # Panics
    /// If the loop has panicked on a rank before this one; if this one has the first iteration of all, and the rank that the loop begins on
    /// has not all elements to start from.
    pub fn fill<I: Index>(&mut self, array: &mut [T], range: Range<I>, read: Affine)
    where
        T: Value,
    {
        let place = self.turn.place();
        if self.before.is_none() {
            self.wait(elements(array, range, read, 0..self.mine[0]));
        }
        if place == 0 || range.is_empty() {
            return;
        }
        let Some(carried) = self.before.as_ref().or(self.into.as_ref()) else {
            panic!("{}: rank {} has not all elements that the loop starts from", self.turn.site, self.turn.of_place(0));
        };
        for (k, carried) in (0..).zip(carried) {
            // Where it is out of range the loop says so.
            let cell = range.index_of_iteration(k, read).and_then(|cell| array.get_mut(cell));
            cell.into_iter().for_each(|cell| *cell = *carried);
        }
    }

    /// After the loop, whose iterations have continued what `read` says of them.
    ///
    /// # Panics
    /// If the loop has panicked on a rank after this one.
    pub fn leave<I: Index>(mut self, array: &[T], range: Range<I>, read: Affine)
    where
        T: Value,
    {
        let began = Instant::now();
        if matches!(self.turn.state, State::Running(_)) {
            let [lag, iterations] = self.mine;
            let mine = match iterations {
                0 => self.into.take(),
                _ => elements(array, range, read, iterations..iterations.saturating_add(lag)),
            };
            assert!(mine.is_some() || iterations == 0, "{}: the loop has stored what it continues", self.turn.site);
            self.turn.state = State::Over;
            let _said = self.turn.exchanged(if mine.is_some() { Status::Here } else { Status::Nothing }, None, Some(self.mine));
            if let Some(mine) = mine {
                let _heard = self.windows(&mine);
            }
            for place in self.turn.place() + 1..self.turn.world.size() {
                let _theirs = self.heard_of(place);
            }
        }
        self.turn.state = State::Over;
        self.turn.note_exchange(began);
    }

    /// Waits for this rank's turn. `own` is the window before the first iteration, which counts on the rank that the loop begins on.
    fn wait(&mut self, own: Option<Vec<T>>)
    where
        T: Value,
    {
        let began = Instant::now();
        let place = self.turn.place();
        let own = own.filter(|_| place == 0);
        self.into = (0..place).fold(own, |carried, place| self.heard_of(place).or(carried));
        self.turn.exchange += began.elapsed();
        self.turn.state = State::Running(None);
    }

    /// The window that the rank in `place` leaves at the end of its turn, if there is one yet.
    fn heard_of(&mut self, place: usize) -> Option<Vec<T>>
    where
        T: Value,
    {
        self.turn.heard_of(place)?;
        let count = self.mine[0] as usize;
        let theirs: Option<Vec<T>> = self.windows(&[])[place * count..][..count].iter().map(value).collect();
        assert!(theirs.is_some(), "{}: rank {} has carried what is no value", self.turn.site, self.turn.of_place(place));
        theirs
    }
}

/// The window before the iterations in `place`, of `lag` values; `None` where something that was said is no value.
fn before<T: Semigroup<Op>, Op>(
    starts: &[MaybeUninit<T>],
    totals: &[MaybeUninit<T>],
    all: &[(bool, u64)],
    lag: u64,
    place: usize,
) -> Option<Vec<T>> {
    let count = lag as usize;
    let mut carried: Vec<T> = starts[..count].iter().map(|start| value(start).filter(T::is_in_domain)).collect::<Option<_>>()?;
    for (totals, (_, iterations)) in totals.chunks_exact(count).zip(all).take(place) {
        for (carried, total) in carried.iter_mut().zip(totals).take((*iterations).min(lag) as usize) {
            *carried = T::combine(*carried, value(total)?);
        }
        carried.rotate_left((iterations % lag) as usize);
    }
    Some(carried)
}
