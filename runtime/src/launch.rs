//! What generated code calls: the launch of one annotated loop.
//!
//! The compiler turns `#[scan(+ : y)]` above a loop into a [`Loop`] (what it knows before the program runs), a [`Range`] (the loop's
//! iterations), and a [`Launch`], which runs the loop as a scan or says that it did not. Then the loop runs as written.
//!
//! ```
//! # static SOURCE: &str = "";
//! fn prefix_sum(x: &[i32], y: &mut [i32], alpha: i32) {
//!     y[0] = 0;
//!     // for i in 1..y.len() { y[i] = y[i - 1] + x[i - 1] * alpha; }
//!     use scan_runtime::launch;
//!     // SAFETY: the kernel and the launch below are made of the same loop.
//!     static LOOP: launch::Loop = unsafe {
//!         launch::Loop::new("prefix_sum", file!(), line!(), launch::Kernels::new(launch::Algorithm::ReduceThenScan).any("…"))
//!     }
//!     .stores_never_panic();
//!     let range = launch::Range::ascending(1, y.len());
//!     let is_short = launch::is_short(&LOOP, &range);
//!     let carry = if is_short {
//!         None
//!     } else {
//!         let (x, y) = (&x[..], &mut y[..]);
//!         launch::out_of_line(move || {
//!             let start = launch::at(&y[..], range.index(launch::Affine::new(1, -1)));
//!             launch::Launch::new(&LOOP, range, start, launch::Add)
//!                 .input(x, &[launch::Affine::new(1, -1)])
//!                 .output(y, launch::Affine::new(1, 0))
//!                 .capture(alpha)
//!                 .run(|i, ()| x[i - 1] * alpha, |_i, _before, after, ()| ((), after))
//!         })
//!     };
//!     if carry.is_none() {
//!         let mut carried = launch::Carried::nothing();
//!         for i in 1..y.len() {
//!             y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i - 1] * alpha, &mut carried);
//!         }
//!     }
//!     if !is_short {
//!         launch::verify(&LOOP, |check| check.output(&y[..]));
//!     }
//! }
//!
//! let mut y = [0; 4];
//! prefix_sum(&[1, 2, 3, 4], &mut y, 10);
//! assert_eq!(y, [0, 10, 30, 60]);
//! ```
//!
//! What makes a [`Loop`] vouches for its kernels, and that every launch of it is what they were made for: that is `unsafe` to write. All the
//! rest is safe to call with any arguments: indices are checked before anything runs, and the closures may do and return anything.

mod arguments;
mod arrays;
mod batches;
mod bins;
mod carried;
mod cells;
mod checked;
mod collected;
pub mod confirm;
mod counted;
mod either;
mod ends;
mod entries;
mod extreme;
mod inputs;
mod known;
mod limits;
mod on_devices;
mod outputs;
mod pushed;
mod run;
mod scattered;
mod search;
mod told;
mod total;
mod turn;
mod unseen;
mod variants;
mod verify;
mod written;

pub use crate::__known as known;
pub use crate::model::element::{Captured, value};
pub use crate::model::function::{Type, of, of_these};
pub use crate::model::independent::Independent;
pub use crate::model::kernels::Kernels;
pub use crate::model::operator::{
    Add, Along, And, BitAnd, BitOr, BitXor, Flipped, Greatest, GreatestLast, Least, LeastLast, Max, Min, Mul, Or, Semigroup,
    operator,
};
pub use crate::model::product::{Product2, Product3, Product4, Product5, Product6, Product12, Product20};
pub use crate::model::range::{Affine, Index, Range, at, divides, product, wide};
pub use crate::model::site::{Algorithm, DeviceKind};
pub use crate::placement::Loop;
pub use crate::region::{Guard, Region, place};
pub use crate::{
    __are_cloned as are_cloned, __are_distinct as are_distinct, __number_of as number_of, __set_variant as set_variant,
};
pub use batches::{Batches, Instead};
pub use carried::{Carried, keep};
pub use cells::Old;
pub use checked::Checked;
pub use counted::Counter;
pub use either::{Either, either};
pub use extreme::{Key, key, only};
pub use known::{Kind, Otherwise, exchanging};
pub use limits::{
    Clamped, Reach, State, asserted, clamped, contracts, is_stable, is_within_reach, positive, state_after, states_after,
    term_limit, within,
};
pub use pushed::{Before, Growing};
pub use search::after;
pub use total::{Total, total};
pub use turn::{LaggedTurn, Turn, window};
pub use unseen::has_part;
pub use variants::{are_equal_to_themselves_alone, are_in_order};
pub use verify::{Check, verify};

use crate::host::Closures;
use crate::model::element::Element;
use crate::model::function::Function;
use crate::model::operator::{Monoid, Operator};
use crate::model::reason::FallbackReason;
use arrays::Arrays;
use bins::Bins;
use collected::Collected;
use counted::{Counted, Selected, Several};
use inputs::{Capture, Input, OpenType};
use outputs::{Exclusive, InPlace, Inclusive, Output, OutputIf};
use scattered::Scattered;
use std::marker::PhantomData;
use told::{Told, told};
use unseen::{Call, Part};

/// Whether the loop is too short to gain from a launch, and no setting asks for one: then it is to run as written, at once. This costs a
/// nanosecond or two.
#[inline]
pub fn is_short<I: Index>(site: &'static Loop, range: &Range<I>) -> bool {
    site.leave(range.len())
}

/// As [`is_short`], of all iterations of a loop over `range` inside one over `outer`.
#[inline]
pub fn are_short<J: Index, I: Index>(site: &'static Loop, outer: &Range<J>, range: &Range<I>) -> bool {
    site.leave(outer.len().saturating_mul(range.len()))
}

/// Whether the loop has no iterations, which its report then says: it would not have evaluated what a launch evaluates before it.
#[inline]
pub fn has_nothing(site: &'static Loop, is_empty: bool) -> bool {
    if is_empty {
        run::as_written(site, 0, FallbackReason::NoIterations);
    }
    is_empty
}

/// Calls `launch`, apart from the code around it: a function with an annotated loop is not to become too large to be inlined, and the
/// loop in it is to be compiled as if it stood alone.
#[cold]
#[inline(never)]
pub fn out_of_line<R>(launch: impl FnOnce() -> R) -> R {
    launch()
}

/// One run of an annotated loop, being put together: the arrays and captures in the order in which its kernels take them, then
/// [`run`](Self::run).
#[must_use = "a launch does nothing before it is run"]
pub struct Launch<'r, I, T, Op, A> {
    told: Told<'r, A>,
    range: Range<I>,
    start: Option<T>,
    operator: PhantomData<fn(Op)>,
}

// The bound on the operator stands on the calls that run the loop: there the operator is known, so that a type without it is an error
// in one line.
impl<I: Index, T: Copy, Op> Launch<'_, I, T, Op, ()> {
    /// A launch of `site` over `range`. `start` is the value carried into the first iteration, `None` where there is none to be read.
    #[inline]
    pub fn new(site: &'static Loop, range: Range<I>, start: Option<T>, _operator: Op) -> Self {
        Self { told: Told::of(site, None), range, start, operator: PhantomData }
    }
}

impl<'r, I: Index, T: Copy, Op, A> Launch<'r, I, T, Op, A> {
    /// An array that the loop only reads, at these indices.
    #[inline]
    pub fn input<'a, U: Element>(self, array: &'a [U], reads: &'a [Affine]) -> Launch<'r, I, T, Op, (A, Input<'a, U>)> {
        self.with(Input::new(array, reads))
    }

    /// As [`input`](Self::input), an array of which each iteration combines the element at this index, as it is, into the carried value.
    #[inline]
    pub fn elements<'a, U: Element>(
        self,
        array: &'a [U],
        read: &'a [Affine; 1],
    ) -> Launch<'r, I, T, Op, (A, Input<'a, U, true>)> {
        self.with(Input::new(array, read))
    }

    /// An array that the loop only reads, at these indices and at others, which depend on data: the closures check them, and so do the
    /// kernels, which know the array's length.
    #[inline]
    pub fn gathered<'a, U: Element>(self, array: &'a [U], reads: &'a [Affine]) -> Launch<'r, I, T, Op, (A, Input<'a, U>)> {
        self.with(Input::gathered(array, reads))
    }

    /// An array that the loop writes, iteration `i` at this index. It is not read, but for the carried value.
    #[inline]
    pub fn output<U: Element>(self, array: &mut [U], write: Affine) -> Launch<'r, I, T, Op, (A, Output<'_, U>)> {
        self.with(Output::new(array, write))
    }

    /// As [`output`](Self::output), of a loop that stores nothing but what is carried out of iteration `i` there: the inclusive scan.
    #[inline]
    pub fn inclusive<U: Element>(self, array: &mut [U], write: Affine) -> Launch<'r, I, T, Op, (A, Output<'_, U, Inclusive>)> {
        self.with(Output::new(array, write))
    }

    /// As [`output`](Self::output), of a loop that stores nothing but what is carried into iteration `i` there: the exclusive scan.
    #[inline]
    pub fn exclusive<U: Element>(self, array: &mut [U], write: Affine) -> Launch<'r, I, T, Op, (A, Output<'_, U, Exclusive>)> {
        self.with(Output::new(array, write))
    }

    /// A `Vec` to which every iteration pushes: iteration `i` the element at this index, of those that the loop pushes.
    #[inline]
    pub fn pushed<U: Element>(self, values: &mut Vec<U>, write: Affine) -> Launch<'r, I, T, Op, (A, Output<'_, U>)> {
        self.with(Output::pushed(values, write))
    }

    /// A `Vec` to which some iterations push: the store closure gives the place, of those of what the loop pushes, and the value, or
    /// `None`. As many elements as there are iterations are its own afterwards, until [`Before::keep`] leaves those that were pushed.
    #[inline]
    pub fn pushed_where<'a, U: Element>(
        self,
        values: &'a mut Vec<U>,
        counters: &'a [Counter],
    ) -> Launch<'r, I, T, Op, (A, Counted<'a, U>)> {
        self.with(Counted::pushed(values, counters))
    }

    /// The same of a loop that pushes what it counts: the closure is that of [`selected`](Self::selected).
    #[inline]
    pub fn pushed_selected<'a, U: Element>(
        self,
        values: &'a mut Vec<U>,
        counters: &'a [Counter],
    ) -> Launch<'r, I, T, Op, (A, Selected<'a, U>)> {
        self.with(Counted::pushed(values, counters))
    }

    /// The same of iterations that push up to `N` times: the closure gives as many.
    #[inline]
    pub fn pushed_several<'a, U: Element, const N: usize>(
        self,
        values: &'a mut Vec<U>,
        counters: &'a [Counter],
    ) -> Launch<'r, I, T, Op, (A, Several<'a, U, N>)> {
        self.with(Counted::pushed(values, counters))
    }

    /// An array that the loop writes in some iterations, iteration `i` at this index: the store closure gives an `Option` for it. It is
    /// not read.
    #[inline]
    pub fn output_if<U: Element>(self, array: &mut [U], write: Affine) -> Launch<'r, I, T, Op, (A, OutputIf<'_, U>)> {
        self.with(OutputIf::new(array, write))
    }

    /// An array that the loop writes where it counts: the store closure gives the place and the value, or `None`. It is not read.
    ///
    /// Where there is no room for all of it, or where counters that share the array meet, the loop runs as written.
    #[inline]
    pub fn counted<'a, U: Element>(
        self,
        array: &'a mut [U],
        counters: &'a [Counter],
    ) -> Launch<'r, I, T, Op, (A, Counted<'a, U>)> {
        self.with(Counted::new(array, counters))
    }

    /// The same of a loop that counts what it stores: the store closure gives whether the iteration does so, the place, and the value, which
    /// may be stored in any case until the next one is.
    #[inline]
    pub fn selected<'a, U: Element>(
        self,
        array: &'a mut [U],
        counters: &'a [Counter],
    ) -> Launch<'r, I, T, Op, (A, Selected<'a, U>)> {
        self.with(Counted::new(array, counters))
    }

    /// The same of iterations that store at up to `N` places: the closure gives as many.
    #[inline]
    pub fn counted_several<'a, U: Element, const N: usize>(
        self,
        array: &'a mut [U],
        counters: &'a [Counter],
    ) -> Launch<'r, I, T, Op, (A, Several<'a, U, N>)> {
        self.with(Counted::new(array, counters))
    }

    /// An array into whose elements the loop combines by `operator`, and that it does not read otherwise: the store closure gives the place
    /// and the value, or `None`. Where a place is past the end, the loop runs as written.
    #[inline]
    pub fn bins<U: Monoid<O>, O>(self, array: &mut [U], operator: O) -> Launch<'r, I, T, Op, (A, Bins<'_, U, O>)> {
        let _ = operator;
        self.with(Bins::new(array))
    }

    /// An array into which the loop stores at computed places, and that it does not read: the store closure gives the place and the value,
    /// or `None`. Where a place is past the end, or two iterations have one, the loop runs as written.
    #[inline]
    pub fn scattered<U: Element>(self, array: &mut [U]) -> Launch<'r, I, T, Op, (A, Scattered<'_, U>)> {
        self.with(Scattered::new(array))
    }

    /// An array that the loop writes and reads. An iteration reads nothing that an earlier one has written (but for the carried value).
    /// The closures get the old values, as an [`Old`].
    #[inline]
    pub fn in_place<'a, U: Element>(
        self,
        array: &'a mut [U],
        write: Affine,
        reads: &'a [Affine],
    ) -> Launch<'r, I, T, Op, (A, InPlace<'a, U>)> {
        self.with(InPlace::new(array, write, reads, false))
    }

    /// As [`in_place`](Self::in_place), for a loop that reads where another iteration stores, and means the old value.
    #[inline]
    pub fn in_place_delayed<'a, U: Element>(
        self,
        array: &'a mut [U],
        write: Affine,
        reads: &'a [Affine],
    ) -> Launch<'r, I, T, Op, (A, InPlace<'a, U>)> {
        self.with(InPlace::new(array, write, reads, true))
    }

    /// A `Vec` that the loop makes: iteration `k`, counted from 0, gives element `k`. [`run_collect`](Self::run_collect) returns it.
    #[inline]
    pub fn collect_into<U: Element>(self) -> Launch<'r, I, T, Op, (A, Collected<U>)> {
        self.with(Collected::new())
    }

    /// The kernels call the declared function `F` by this name, and take it to be of these types. The loop calls `function`, which is to
    /// be the same.
    // Not among the methods that are `told`: rustc shows this one where the types are others.
    #[inline]
    pub fn function<F: Function, V: 'static>(
        mut self,
        name: &'static str,
        function: &V,
        _arguments: F::Arguments,
        _result: F::Result,
    ) -> Launch<'r, I, T, Op, (A, Call<F>)> {
        self.told.requires(F::is(function), FallbackReason::AnotherFunction(std::any::type_name::<V>()));
        self.with(Call::new(name))
    }

    told!(Launch<'r, I, T, Op>);

    /// The loop is in a data region: its arrays may be on a device already, and its results may stay there.
    #[inline]
    pub fn within(mut self, region: &'r Region) -> Self {
        self.told.region = Some(region);
        self
    }

    #[inline]
    fn with<X>(self, entry: X) -> Launch<'r, I, T, Op, (A, X)> {
        let Self { told, range, start, operator } = self;
        Launch { told: told.with(entry), range, start, operator }
    }

    /// Runs the loop, and returns the value carried out of its last iteration.
    ///
    /// `element(i, old)` is what iteration `i` combines into the carried value. `store(i, before, after, old)` is what it stores, given
    /// the carried value before and after: a value for each output, as `((), first)`, `(((), first), second)`, …. `old` has the old
    /// values of the arrays in place, nested likewise. Both are called any number of times, in any order, on several threads.
    ///
    /// `None`: the loop must run as written, because it is too short to gain from anything else, because an index is out of range or
    /// an iteration panics, because no device and no memory is to be had, or because `SCAN_CHECK` asks for it. Everything that the loop
    /// reads is as it was before; what it only stores may already have been stored.
    ///
    /// # Panics
    /// With a panic of a closure that comes and goes: one that is not there while all is tried out, and is there when it counts.
    #[inline]
    pub fn run<E, S>(self, element: E, store: S) -> Option<T>
    where
        T: Semigroup<Op>,
        A: Arrays,
        E: for<'o> Fn(I, A::Views<'o>) -> T + Sync,
        S: for<'o> Fn(I, T, T, A::Views<'o>) -> A::Values + Sync,
    {
        self.run_collect(element, store).map(|(carry, _)| carry)
    }

    /// As [`run`](Self::run), and returns the `Vec` of [`collect_into`](Self::collect_into) as well.
    #[inline]
    pub fn run_collect<E, S>(self, element: E, store: S) -> Option<(T, A::Collected)>
    where
        T: Semigroup<Op>,
        A: Arrays,
        E: for<'o> Fn(I, A::Views<'o>) -> T + Sync,
        S: for<'o> Fn(I, T, T, A::Views<'o>) -> A::Values + Sync,
    {
        verify::begin();
        let span = self.range.span();
        match run::choose(self.told.site, self.told.region, &span) {
            Ok((choice, settings)) => self.carry_out(choice, &settings, &Closures::<_, _, Op>::new(element, store)),
            Err(reason) => {
                run::as_written(self.told.site, span.len, reason);
                None
            }
        }
    }
}
