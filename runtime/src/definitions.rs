//! The OpenCL C that stands in front of kernels whose types or operator the compiler could not see.

use crate::element::Element;
use crate::operator::Semigroup;
use std::fmt::Write;

/// Types and functions, each once.
#[derive(Default)]
pub struct Definitions {
    text: String,
    /// A type needs double precision.
    pub needs_fp64: bool,
}

impl Definitions {
    /// Defines `name` as the type `U`.
    pub fn add_type<U: Element>(&mut self, name: &str) {
        if !self.text.contains(U::DEFINITIONS) {
            self.text.push_str(U::DEFINITIONS);
            self.text.push('\n');
        }
        self.needs_fp64 |= U::NEEDS_FP64;
        self.line(format_args!("typedef {} {name};", U::OPENCL_TYPE));
    }

    /// Defines `scan_t` as `T` and `scan_op` as its operator `Op`.
    pub fn add_scan<T: Semigroup<Op>, Op>(&mut self) {
        self.add_type::<T>("scan_t");
        let (earlier, later) = if T::FLIPPED { ("right", "left") } else { ("left", "right") };
        self.line(format_args!("static scan_t scan_op(const scan_t {earlier}, const scan_t {later}) {{"));
        self.line(format_args!("    {}", T::COMBINE));
        self.line(format_args!("}}"));
    }

    /// The text; empty if nothing was added.
    pub fn into_text(self) -> String {
        if self.needs_fp64 { format!("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n{}", self.text) } else { self.text }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a `String` takes any text");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::{Add, Flipped, Max};

    #[test]
    fn a_scan_of_a_known_type_is_a_typedef_and_a_function() {
        let mut definitions = Definitions::default();
        definitions.add_scan::<i32, Add>();
        let expected = "typedef int scan_t;\n\
                        static scan_t scan_op(const scan_t left, const scan_t right) {\n    \
                        return as_int(as_uint(left) + as_uint(right));\n}\n";
        assert_eq!(definitions.into_text(), expected);
    }

    #[test]
    fn double_precision_is_asked_for_once_and_in_front() {
        let mut definitions = Definitions::default();
        definitions.add_scan::<f64, Flipped<Max>>();
        definitions.add_type::<f64>("x_t");
        let text = definitions.into_text();
        assert!(text.starts_with("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\ntypedef double scan_t;\n"), "{text}");
        assert!(text.contains("scan_op(const scan_t right, const scan_t left)"), "{text}");
        assert!(text.ends_with("typedef double x_t;\n"), "{text}");
    }

    #[test]
    fn nothing_open_is_no_text() {
        assert_eq!(Definitions::default().into_text(), "");
    }
}
