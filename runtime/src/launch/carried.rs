//! What a loop as written carries from one iteration to the next, in a variable.
//!
//! A loop that says `y[i] = y[i - 1] + x[i]` loads what the iteration before has stored. Where a compiler does not see that, the value
//! takes the way through memory, which takes several times as long as the addition.

/// What an iteration has stored in an array, where the next one reads it.
#[derive(Clone, Copy, Debug)]
pub struct Carried<T>(Option<T>);

impl<T: Copy> Carried<T> {
    /// No iteration has stored anything.
    #[inline]
    pub const fn nothing() -> Self {
        Self(None)
    }

    /// What the iteration before has stored; in the first one what `read` finds in the array, or the panic with which it does not.
    #[inline]
    pub fn or(self, read: impl FnOnce() -> T) -> T {
        match self.0 {
            Some(value) => value,
            None => read(),
        }
    }
}

/// Remembers `value`, which the iteration stores, for the next one. Returns it.
// Not a method: one that borrows gives way to a method of the same name that a program's own trait has for all types.
#[inline]
pub fn keep<T: Copy>(value: T, carried: &mut Carried<T>) -> T {
    carried.0 = Some(value);
    value
}
