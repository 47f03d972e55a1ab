//! What a launch of one scan and a launch of many are told in the same words.

/// The methods of a launch that has `open`, `unfit`, and `with`, which adds an entry to its arrays `A`.
macro_rules! told {
    ($launch:ident<$($parameters:tt),*>) => {
        /// Whether captured values, of many scans those that are the same in all, are what the kernels take for granted: divisors, which
        /// [`divides`](crate::launch::divides) looks at, and bounds in order. Where they are not, an iteration may panic, and the loop runs
        /// as written.
        #[inline]
        pub fn requires(mut self, holds: bool) -> Self {
            if !holds {
                self.unfit.get_or_insert(FallbackReason::Unsound);
            }
            self
        }

        /// Whether what the loop calls by the name of the operator `O` is that operator.
        #[inline]
        pub fn operator_is<O: Operator, F: 'static>(mut self, function: &F) -> Self {
            if !O::is(function) {
                self.unfit.get_or_insert(FallbackReason::AnotherFunction(std::any::type_name::<F>()));
            }
            self
        }

        /// The kernels leave `scan_t` and `scan_op` open: they become `T` and its operator `Op`.
        #[inline]
        pub fn open_scan(mut self) -> Self {
            self.open = true;
            self
        }

        /// The kernels leave the type `name` open: it becomes the type of the elements of `array`.
        #[inline]
        pub fn open_type<U: Element>(self, name: &'static str, array: &[U]) -> $launch<$($parameters),*, (A, OpenType<U>)> {
            let _ = array;
            self.with(OpenType(name, PhantomData))
        }

        /// The kernels read a field of what `values` are of, and take it to be of type `F`. `name` is what they call it, after those of
        /// the fields that it is in; `place` is where it is.
        #[inline]
        pub fn field<U: Element, F>(
            self,
            values: &[U],
            name: &'static str,
            place: impl FnOnce(&U) -> *const F,
            _ty: Type<F>,
        ) -> $launch<$($parameters),*, (A, Part)> {
            self.with(Part::of(values, name, place))
        }

        /// A value from outside the loop, of many scans from outside both loops.
        #[inline]
        pub fn capture<C: Element>(self, value: C) -> $launch<$($parameters),*, (A, Capture<C>)> {
            self.with(Capture(value))
        }
    };
}

pub(super) use told;
