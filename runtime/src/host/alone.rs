//! What stands in the place of rayon in builds without it: the same words, one after the other. [`on_threads`](super::on_threads) refuses
//! there, so that no loop gets here.

/// A scope whose work is done at once.
pub(crate) struct Scope;

impl Scope {
    pub(crate) fn spawn(&self, work: impl FnOnce(&Self)) {
        work(self);
    }
}

pub(crate) fn in_place_scope<R>(work: impl FnOnce(&Scope) -> R) -> R {
    work(&Scope)
}

pub(crate) fn current_num_threads() -> usize {
    1
}

pub(crate) mod prelude {
    use std::slice::{Chunks, ChunksMut};

    pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    pub(crate) trait ParallelSlice<T> {
        fn par_chunks(&self, size: usize) -> Chunks<'_, T>;
        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
            self.chunks(size)
        }

        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T> {
            self.chunks_mut(size)
        }
    }
}
