//! What kernels take from declarations that the compiler has not seen: functions that loops call, and fields that they read.

use super::arguments::{Argument, Arguments};
use super::inputs::Fixed;
use crate::model::element::Element;
use crate::model::function::Function;
use crate::model::reason::FallbackReason;
use std::marker::PhantomData;

/// A function that the kernels call and do not define.
pub struct Call<F> {
    name: &'static str,
    function: PhantomData<fn() -> F>,
}

impl<F: Function> Call<F> {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, function: PhantomData }
    }
}

impl<F: Function> Fixed for Call<F> {}

impl<F: Function> Argument for Call<F> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.definitions.add_function::<F>(self.name);
    }
}

/// A field that the kernels read.
pub struct Part {
    /// Rust finds the field where the kernels do.
    agrees: bool,
}

impl Part {
    /// Looks for the field in the first of `values`: by its type's `Deref` Rust may find another one than the struct's own. Of no values
    /// none is read.
    pub(super) fn of<U: Element, F>(values: &[U], name: &str, place: impl FnOnce(&U) -> *const F) -> Self {
        // What the type does not have, such as element 5 of 4, Rust is not asked for.
        let agrees = |value: &U| {
            let offset = U::offset(name);
            offset.is_some() && place(value).addr().checked_sub(std::ptr::from_ref(value).addr()) == offset
        };
        Self { agrees: values.first().is_none_or(agrees) }
    }
}

/// Whether the type of `_of` has the part at the end of a way: an array may be shorter than where a condition looks.
pub fn has_part<U: Element>(_of: &U, way: &str) -> bool {
    U::offset(way).is_some()
}

impl Argument for Part {}

impl Fixed for Part {
    fn check(&self) -> Result<(), FallbackReason> {
        if self.agrees { Ok(()) } else { Err(FallbackReason::FieldElsewhere) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::declared::Vouched;
    use std::ops::Deref;

    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
        y: f32,
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Reading {
        number: u8,
        place: Point,
        rows: [[i32; 2]; 3],
    }

    // SAFETY: no kernel is built.
    const UNSEEN: Vouched = unsafe { Vouched::new(&[]) };

    crate::declared_struct!(Point = "Point" { x: f32 = "x", y: f32 = "y" } UNSEEN);
    crate::declared_struct!(Reading = "Reading" { number: u8 = "number", place: Point = "place", rows: [[i32; 2]; 3] = "rows" } UNSEEN);

    impl Deref for Reading {
        type Target = Point;

        fn deref(&self) -> &Point {
            &self.place
        }
    }

    const READING: Reading = Reading { number: 1, place: Point { x: 2.0, y: 3.0 }, rows: [[4; 2]; 3] };

    #[test]
    fn fields_and_their_fields_are_where_the_layout_has_them() {
        assert!(Part::of(&[READING], "number", |of| &raw const of.number).agrees);
        assert!(Part::of(&[READING], "place.y", |of| &raw const of.place.y).agrees);
        assert!(!Part::of(&[READING], "place.x", |of| &raw const of.place.y).agrees);
        assert!(!Part::of(&[READING], "weight", |of| &raw const of.number).agrees);
    }

    #[test]
    fn a_field_that_rust_finds_behind_the_struct_is_none_of_its_own() {
        assert!(!Part::of(&[READING], "y", |of| &raw const of.y).agrees);
    }

    #[test]
    fn elements_of_arrays_are_parts() {
        let readings = &[[READING; 3]];
        assert!(Part::of(readings, "[2]", |of| &raw const of[2]).agrees);
        assert!(Part::of(readings, "[2].place.y", |of| &raw const of[2].place.y).agrees);
        assert!(!Part::of(readings, "[1].place.y", |of| &raw const of[2].place.y).agrees);
        assert!(!Part::of(readings, "[3]", |_| -> *const u8 { panic!("no reading") }).agrees);
        assert!(has_part(&readings[0], "[2].number") && !has_part(&readings[0], "[3].number"));
        assert!(Part::of(&[[[1u8; 2]; 4]], "[3].[1]", |of| &raw const of[3][1]).agrees);
        assert!(!Part::of(&[READING], "[0]", |of| &raw const of.number).agrees);
        assert!(Part::of(&[READING], "rows.[2].[1]", |of| &raw const of.rows[2][1]).agrees);
        assert!(!Part::of(&[READING], "rows.[2].[1]", |of| &raw const of.rows[1][2 - 1]).agrees);
    }

    #[test]
    fn of_no_values_no_field_is_read() {
        assert!(Part::of(&[], "weight", |of: &Reading| &raw const of.number).agrees);
    }
}
