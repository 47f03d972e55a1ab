//! What a thread sees of a value as long as a function runs. It has no destructor, so that loops in destructors of a thread's locals see
//! it too, and nothing is borrowed while the user's code runs.

use std::cell::Cell;
use std::ptr;
use std::thread::LocalKey;

/// A place for a reference to a value that lives on the thread's stack; null where there is none.
pub(crate) struct Scoped<T>(Cell<*const T>);

impl<T: 'static> Scoped<T> {
    pub(crate) const fn new() -> Self {
        Self(Cell::new(ptr::null()))
    }

    /// Runs `body`, in which the thread sees `value`.
    pub(crate) fn with<R>(place: &'static LocalKey<Self>, value: &T, body: impl FnOnce() -> R) -> R {
        let outer = place.with(|place| place.0.replace(value));
        let _restore = Restore { place, outer };
        body()
    }

    /// Reads what the thread sees.
    pub(crate) fn read<R>(place: &'static LocalKey<Self>, read: impl FnOnce(Option<&T>) -> R) -> R {
        let value = place.with(|place| place.0.get());
        // SAFETY: `with` put it there, is still running further down on this stack, and takes it away when it ends, by a panic too; so the
        // value lives for as long as `read` runs.
        read(unsafe { value.as_ref() })
    }
}

/// Puts the outer value back, after a panic too.
struct Restore<T: 'static> {
    place: &'static LocalKey<Scoped<T>>,
    outer: *const T,
}

impl<T> Drop for Restore<T> {
    fn drop(&mut self) {
        self.place.with(|place| place.0.set(self.outer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static PLACE: Scoped<String> = const { Scoped::new() };
    }

    fn seen() -> Option<String> {
        Scoped::read(&PLACE, |value| value.cloned())
    }

    #[test]
    fn the_innermost_value_is_seen_until_its_scope_ends() {
        let (outer, inner) = ("outer".to_owned(), "inner".to_owned());
        assert_eq!(seen(), None);
        Scoped::with(&PLACE, &outer, || {
            assert_eq!(seen().as_ref(), Some(&outer));
            Scoped::with(&PLACE, &inner, || assert_eq!(seen().as_ref(), Some(&inner)));
            assert_eq!(seen().as_ref(), Some(&outer));
        });
        assert_eq!(seen(), None);
    }

    #[test]
    fn a_panic_ends_a_scope() {
        let value = "value".to_owned();
        let panic = std::panic::catch_unwind(|| Scoped::with(&PLACE, &value, || std::panic::resume_unwind(Box::new(()))));
        assert!(panic.is_err());
        assert_eq!(seen(), None);
    }

    #[test]
    fn a_scope_may_begin_while_another_value_is_read() {
        let (outer, inner) = ("outer".to_owned(), "inner".to_owned());
        Scoped::with(&PLACE, &outer, || {
            Scoped::read(&PLACE, |value| {
                Scoped::with(&PLACE, &inner, || assert_eq!(seen().as_ref(), Some(&inner)));
                assert_eq!(value, Some(&outer));
            });
        });
    }
}
