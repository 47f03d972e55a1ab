//! The arrays that a contestant has made its own things for.

/// The addresses of the two arrays. They are used again only where `check` has found the same arrays.
pub struct Bound<T> {
    x: *const T,
    y: *mut T,
    n: usize,
}

impl<T> Bound<T> {
    /// # Panics
    /// If the arrays differ in length.
    pub fn to(x: &[T], y: &mut [T]) -> Self {
        assert_eq!(x.len(), y.len(), "a scan stores as much as it reads");
        Self { x: x.as_ptr(), y: y.as_mut_ptr(), n: x.len() }
    }

    /// # Panics
    /// If these are other arrays.
    pub fn check(&self, x: &[T], y: &mut [T]) {
        let here = (x.as_ptr(), y.as_mut_ptr(), x.len(), y.len());
        assert!(here == (self.x, self.y, self.n, self.n), "a contestant is for the arrays that it was made with");
    }

    pub fn len(&self) -> usize {
        self.n
    }
}
