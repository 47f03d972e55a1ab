//! Fixed arrays of elements, as elements of arrays: points `[f32; 3]`, pixels `[u8; 4]`.
//!
//! C hands no array on by value, so in kernels each is a struct of one, whose size and alignment are those of Rust's. The compiler reads
//! their elements as fields of what only rustc knows, `[0]`, as it does [tuples](super::tuples).

use super::const_text::{Definitions, Text};
use super::element::Element;
use std::marker::PhantomData;

/// The bytes that the name of such a struct may have.
const NAME: usize = 512;
/// The bytes that its definition may have.
const DEFINITION: usize = 1200;

/// What is known of `[T; N]` when the program is compiled.
struct Described<T, const N: usize>(PhantomData<T>);

impl<T: Element, const N: usize> Described<T, N> {
    /// `array3_float`
    const NAME: &'static Text<NAME> = &{
        assert!(N > 0, "kernels have no arrays without elements");
        let mut text = Text::new();
        text.add("array");
        text.add_number(N);
        text.add("_");
        text.add(T::OPENCL_TYPE);
        text
    };
    const DEFINITION: &'static Text<DEFINITION> = &{
        let mut text = Text::new();
        text.add("typedef struct {\n    ");
        text.add(T::OPENCL_TYPE);
        text.add(" at[");
        text.add_number(N);
        text.add("];\n} ");
        text.add(Self::NAME.text());
        text.add(";");
        text
    };
    const DEFINITIONS: &'static Definitions = &{
        let mut all = Definitions::new();
        all.add(T::DEFINITIONS);
        all.add(&[Self::DEFINITION.text()]);
        all
    };
}

// SAFETY: a struct of one array has its size and its alignment, in Rust and in C, and nothing before it.
unsafe impl<T: Element, const N: usize> Element for [T; N] {
    const OPENCL_TYPE: &'static str = Described::<T, N>::NAME.text();
    const DEFINITIONS: &'static [&'static str] = Described::<T, N>::DEFINITIONS.texts();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_c_it_is_a_struct() {
        assert_eq!(<[f32; 3]>::OPENCL_TYPE, "array3_float");
        assert_eq!(<[f32; 3]>::DEFINITIONS, ["typedef struct {\n    float at[3];\n} array3_float;"]);
        let [inner, outer] = <[[u8; 2]; 12]>::DEFINITIONS else { panic!("two definitions") };
        assert_eq!(*inner, <[u8; 2]>::DEFINITIONS[0]);
        assert_eq!(*outer, "typedef struct {\n    array2_uchar at[12];\n} array12_array2_uchar;");
    }
}
