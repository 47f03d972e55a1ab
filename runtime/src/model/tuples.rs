//! Tuples of elements, as elements of arrays that loops read.
//!
//! Where Rust puts the parts of a tuple is its own business, and another version may do otherwise. So a tuple's struct in kernels is made
//! of the offsets that rustc says, when it compiles the program: the parts in the order of their offsets, and bytes of padding where C
//! would not leave as many by itself. Whether the device then puts them there is asked of it before the first launch, as of any struct.
//!
//! The compiler knows no tuples: it reads their parts as fields of what only rustc knows, which the host code pins, and so takes patterns
//! apart.

use super::const_text::{Definitions, Text};
use crate::model::declared::{after, further, greatest};
use crate::model::element::Element;
use crate::model::value::{Field, Layout, Value};
use std::marker::PhantomData;
use std::mem::offset_of;

/// The bytes that the name of a tuple's struct may have.
const NAME: usize = 512;
/// The bytes that its definition may have.
const DEFINITION: usize = 2048;
/// Where a part of a tuple is.
#[derive(Clone, Copy)]
struct Part {
    /// `.0`
    number: usize,
    /// Its type in OpenCL C.
    ty: &'static str,
    offset: usize,
    size: usize,
    align: usize,
}

/// What stands in a struct of C, from its first byte on.
#[derive(Clone, Copy)]
enum Member {
    Part(Part),
    /// So many bytes that nobody reads.
    Padding(usize),
    End,
}

/// The place of C after `at` for what is aligned so.
const fn aligned(at: usize, align: usize) -> usize {
    at.next_multiple_of(align)
}

/// The members of a struct that C lays out as Rust does a tuple with these `parts` and this `size`.
const fn members(parts: &[Part], size: usize) -> [[Member; 2]; 9] {
    let mut members = [[Member::End; 2]; 9];
    let (mut end, mut align, mut rank) = (0, 1, 0);
    while rank < parts.len() {
        // The first of those that are not there yet.
        let (mut nearest, mut at) = (usize::MAX, 0);
        while at < parts.len() {
            let is_nearer = nearest == usize::MAX || parts[at].offset < parts[nearest].offset;
            if parts[at].offset >= end && is_nearer {
                nearest = at;
            }
            at += 1;
        }
        let part = parts[nearest];
        if part.offset > aligned(end, part.align) {
            members[rank][0] = Member::Padding(part.offset - end);
        }
        members[rank][1] = Member::Part(part);
        end = part.offset + part.size;
        if part.align > align {
            align = part.align;
        }
        rank += 1;
    }
    if size > aligned(end, align) {
        members[rank][0] = Member::Padding(size - end);
    }
    members
}

/// `tuple2_double1_uchar0`: the parts as they lie in memory, with their numbers. It says all that the definition says.
const fn name(parts: &[Part], size: usize) -> Text<NAME> {
    let mut text = Text::new();
    text.add("tuple");
    text.add_number(parts.len());
    let (members, mut at) = (members(parts, size), 0);
    while at < 2 * members.len() {
        match members[at / 2][at % 2] {
            Member::Part(part) => {
                text.add("_");
                text.add(part.ty);
                text.add_number(part.number);
            }
            Member::Padding(bytes) => {
                text.add("_padding");
                text.add_number(bytes);
            }
            Member::End => {}
        }
        at += 1;
    }
    text
}

/// The struct.
const fn definition(parts: &[Part], size: usize) -> Text<DEFINITION> {
    let mut text = Text::new();
    text.add("typedef struct {\n");
    let (members, mut at) = (members(parts, size), 0);
    while at < 2 * members.len() {
        match members[at / 2][at % 2] {
            Member::Part(part) => {
                text.add("    ");
                text.add(part.ty);
                text.add(" _");
                text.add_number(part.number);
                text.add(";\n");
            }
            Member::Padding(bytes) => {
                text.add("    uchar padding");
                text.add_number(at / 2);
                text.add("[");
                text.add_number(bytes);
                text.add("];\n");
            }
            Member::End => {}
        }
        at += 1;
    }
    text.add("} ");
    text.add(name(parts, size).text());
    text.add(";");
    text
}

/// A tuple's parts.
trait Tuple: Sized {
    const PARTS: &'static [Part];
    /// The definitions of their types.
    const INNER: &'static [&'static [&'static str]];
}

/// What is known of a tuple when the program is compiled.
struct Described<T>(PhantomData<T>);

impl<T: Tuple> Described<T> {
    const NAME: &'static Text<NAME> = &name(T::PARTS, size_of::<T>());
    const DEFINITION: &'static Text<DEFINITION> = &definition(T::PARTS, size_of::<T>());
    const DEFINITIONS: &'static Definitions = &{
        let (mut all, mut at) = (Definitions::new(), 0);
        while at < T::INNER.len() {
            all.add(T::INNER[at]);
            at += 1;
        }
        all.add(&[Self::DEFINITION.text()]);
        all
    };
}

macro_rules! tuples {
    ($($($type:ident $number:tt $part:literal),+;)*) => { $(
        impl<$($type: Element),+> Tuple for ($($type,)+) {
            const PARTS: &'static [Part] = &[$(Part {
                number: $number,
                ty: $type::OPENCL_TYPE,
                offset: offset_of!(Self, $number),
                size: size_of::<$type>(),
                align: align_of::<$type>(),
            }),+];
            const INNER: &'static [&'static [&'static str]] = &[$($type::DEFINITIONS),+];
        }

        // SAFETY: the memory is a value where that of each part is; between them nothing is looked at.
        unsafe impl<$($type: Element),+> Value for ($($type,)+) {
            const NEEDS_FP64: bool = $($type::NEEDS_FP64)||+;
            const ROUNDING: f64 = greatest(&[$($type::ROUNDING),+]);
            const ANY_BYTES: bool = $($type::ANY_BYTES)&&+;
            const LAYOUT: Option<&'static Layout> = Some(&Layout {
                name: Described::<Self>::NAME.text(),
                size: size_of::<Self>(),
                fields: &[$(Field { name: $part, offset: offset_of!(Self, $number), layout: $type::LAYOUT }),+],
            });

            fn offset(way: &str) -> Option<usize> {
                $(if let Some(rest) = after(way, $part) {
                    return further::<$type>(offset_of!(Self, $number), rest);
                })+
                None
            }

            unsafe fn is_value(memory: *const Self) -> bool {
                // SAFETY: parts of what is as the caller promises.
                unsafe { $($type::is_value(&raw const (*memory).$number))&&+ }
            }

            fn same(&self, other: &Self, tolerance: f64) -> bool {
                $(self.$number.same(&other.$number, tolerance))&&+
            }

            fn magnitude(&self) -> f64 {
                greatest(&[$(self.$number.magnitude()),+])
            }

            fn describe(&self) -> String {
                format!("({})", [$(self.$number.describe()),+].join(", "))
            }
        }

        // SAFETY: the definition has the parts at the offsets that they have in Rust, and its size; before a kernel is launched the
        // runtime compares both with the device's.
        unsafe impl<$($type: Element),+> Element for ($($type,)+) {
            const OPENCL_TYPE: &'static str = Described::<Self>::NAME.text();
            const DEFINITIONS: &'static [&'static str] = Described::<Self>::DEFINITIONS.texts();
        }
    )* };
}

tuples! {
    A 0 "_0";
    A 0 "_0", B 1 "_1";
    A 0 "_0", B 1 "_1", C 2 "_2";
    A 0 "_0", B 1 "_1", C 2 "_2", D 3 "_3";
    A 0 "_0", B 1 "_1", C 2 "_2", D 3 "_3", E 4 "_4";
    A 0 "_0", B 1 "_1", C 2 "_2", D 3 "_3", E 4 "_4", F 5 "_5";
    A 0 "_0", B 1 "_1", C 2 "_2", D 3 "_3", E 4 "_4", F 5 "_5", G 6 "_6";
    A 0 "_0", B 1 "_1", C 2 "_2", D 3 "_3", E 4 "_4", F 5 "_5", G 6 "_6", H 7 "_7";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where C puts the members of the struct, by the rules of C.
    fn offsets_in_c(parts: &[Part], size: usize) -> (Vec<usize>, usize) {
        let (mut offsets, mut end, mut align) = (vec![usize::MAX; parts.len()], 0, 1);
        for member in members(parts, size).into_iter().flatten() {
            match member {
                Member::Part(part) => {
                    offsets[part.number] = aligned(end, part.align);
                    end = offsets[part.number] + part.size;
                    align = align.max(part.align);
                }
                Member::Padding(bytes) => end += bytes,
                Member::End => {}
            }
        }
        (offsets, aligned(end, align))
    }

    #[test]
    fn c_puts_the_parts_where_rust_does() {
        macro_rules! check {
            ($($type:ty;)*) => { $(
                let parts = <$type as Tuple>::PARTS;
                let expected: Vec<usize> = parts.iter().map(|part| part.offset).collect();
                assert_eq!(offsets_in_c(parts, size_of::<$type>()), (expected, size_of::<$type>()), stringify!($type));
            )* };
        }
        check! {
            (i32, i32); (u8, f64); (bool, i32); (f32, u64, i16); (u8, u16, u8, u32); (u8, bool); (bool, u8); (i64,);
            (u8, (u8, f64), u16); ((bool, i32), (bool, i32)); (u8, u16, u32, u64, i8, i16, i32, f64);
        }
    }

    /// Another rustc, or one that is told to put parts anywhere.
    #[test]
    fn parts_may_be_anywhere() {
        let part = |number, ty, offset, size| Part { number, ty, offset, size, align: size };
        let parts = [part(0, "uchar", 3, 1), part(1, "int", 4, 4), part(2, "short", 10, 2)];
        assert_eq!(offsets_in_c(&parts, 20), (vec![3, 4, 10], 20));
        let expected = "typedef struct {\n    uchar padding0[3];\n    uchar _0;\n    int _1;\n    uchar padding2[2];\n    short _2;\n    \
                        uchar padding3[8];\n} tuple3_padding3_uchar0_int1_padding2_short2_padding8;";
        assert_eq!(definition(&parts, 20).text(), expected);
        let far = [part(0, "int", 8, 4), part(1, "uchar", 2, 1)];
        assert_eq!(offsets_in_c(&far, 16), (vec![8, 2], 16));
    }

    #[test]
    fn tuples_of_other_parts_have_other_names() {
        let names = [
            <(u8, u16)>::OPENCL_TYPE,
            <(u16, u8)>::OPENCL_TYPE,
            <(u8, u16, u8)>::OPENCL_TYPE,
            <((u8, u16), u8)>::OPENCL_TYPE,
            <(u8, (u16, u8))>::OPENCL_TYPE,
            <(u8,)>::OPENCL_TYPE,
            <((u8,),)>::OPENCL_TYPE,
        ];
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name}");
        }
    }

    #[test]
    fn a_part_is_defined_before_the_whole() {
        let texts = <(u8, (u16, f32))>::DEFINITIONS;
        assert_eq!(texts.len(), 2);
        assert_eq!(texts[..1], *<(u16, f32)>::DEFINITIONS);
        let layout = <(u8, (u16, f32))>::LAYOUT.expect("a layout");
        assert_eq!(layout.fields[1].layout, <(u16, f32)>::LAYOUT);
    }

    #[test]
    fn a_part_that_is_no_value_spoils_the_tuple() {
        type Flagged = (f64, bool);
        const { assert!(!Flagged::ANY_BYTES && <(u8, f64)>::ANY_BYTES && Flagged::NEEDS_FP64) };
        let mut memory = std::mem::MaybeUninit::<Flagged>::zeroed();
        for (byte, valid) in [(0, true), (1, true), (2, false)] {
            // SAFETY: the flag's place within the tuple.
            unsafe { memory.as_mut_ptr().cast::<u8>().add(offset_of!(Flagged, 1)).write(byte) };
            // SAFETY: all of it has been zeroed.
            assert_eq!(unsafe { Flagged::is_value(memory.as_ptr()) }, valid);
        }
        assert_eq!((2.5, true).describe(), "(2.5, true)");
    }
}
