//! The OpenCL C that stands in front of kernels whose types or operator the compiler could not see.

use crate::model::element::Element;
use crate::model::function::Function;
use crate::model::operator::Semigroup;
use crate::model::value::Layout;
use std::fmt::Write;

/// The parameter by which functions of kernels say that they panic.
const PANICKED: &str = "__global int *panicked";

/// Types and functions, each once.
#[derive(Default)]
pub struct Definitions {
    /// As types and operators declare them.
    declared: Vec<&'static str>,
    /// The kernels' own names for them.
    names: String,
    /// The structs that kernels and host must see alike.
    layouts: Vec<&'static Layout>,
    /// A type or the operator needs double precision.
    pub needs_fp64: bool,
    /// The operator needs `f32` divided as IEEE 754 says.
    pub needs_rounded_division: bool,
    /// The operator or a function has last bits that are the device's own.
    pub approximates: bool,
    /// The operator is associative on some values alone: kernels report others.
    pub has_domain: bool,
}

impl Definitions {
    /// Notes that values of `U` travel to the device and back.
    pub fn note<U: Element>(&mut self) {
        if let Some(layout) = U::LAYOUT {
            self.add_layout(layout);
        }
    }

    /// A struct after the structs in it.
    fn add_layout(&mut self, layout: &'static Layout) {
        if !self.layouts.contains(&layout) {
            layout.fields.iter().filter_map(|field| field.layout).for_each(|inner| self.add_layout(inner));
            self.layouts.push(layout);
        }
    }

    /// Defines `name` as the type `U`.
    pub fn add_type<U: Element>(&mut self, name: &str) {
        self.declare(U::DEFINITIONS);
        self.note::<U>();
        self.needs_fp64 |= U::NEEDS_FP64;
        self.line(format_args!("typedef {} {name};", U::OPENCL_TYPE));
    }

    /// Defines `scan_t` as `T` and `scan_op` as its operator `Op`, and `within_domain`, through which elements go, whether or not it has
    /// a domain.
    pub fn add_scan<T: Semigroup<Op>, Op>(&mut self) {
        self.add_type::<T>("scan_t");
        self.declare(<T as Semigroup<Op>>::DEFINITIONS);
        self.needs_fp64 |= <T as Semigroup<Op>>::NEEDS_FP64;
        self.needs_rounded_division |= T::NEEDS_ROUNDED_DIVISION;
        self.approximates |= T::APPROXIMATES;
        let (earlier, later) = if T::FLIPPED { ("right", "left") } else { ("left", "right") };
        self.line(format_args!("static BY_REFERENCE scan_t scan_op(const scan_t {earlier}, const scan_t {later}) {{"));
        self.line(format_args!("    {}", T::COMBINE));
        self.line(format_args!("}}"));
        self.line(format_args!("static BY_REFERENCE scan_t within_domain(const scan_t value, {PANICKED}) {{"));
        if let Some(condition) = T::DOMAIN {
            self.has_domain = true;
            self.line(format_args!("    if (!({condition}))"));
            self.line(format_args!("        *panicked = 1;"));
        }
        self.line(format_args!("    return value;"));
        self.line(format_args!("}}"));
    }

    /// Defines `name` as the function `F`, with a parameter for panics whether or not it may panic.
    pub fn add_function<F: Function>(&mut self, name: &str) {
        self.declare(F::DEFINITIONS);
        self.needs_fp64 |= F::NEEDS_FP64;
        self.needs_rounded_division |= F::NEEDS_ROUNDED_DIVISION;
        self.approximates |= F::APPROXIMATES;
        let numbers = 0..F::PARAMETERS.len();
        let parameters = numbers.clone().zip(F::PARAMETERS).map(|(number, ty)| format!("const {ty} a{number}"));
        let parameters: Vec<String> = parameters.chain([PANICKED.to_owned()]).collect();
        let panicked = F::MAY_PANIC.then(|| "panicked".to_owned());
        let arguments: Vec<String> = numbers.map(|number| format!("a{number}")).chain(panicked).collect();
        self.line(format_args!("static inline {} {name}({}) {{", F::RETURNS, parameters.join(", ")));
        self.line(format_args!("    return {}({});", F::NAME, arguments.join(", ")));
        self.line(format_args!("}}"));
    }

    /// What types and operators declare. Kernels may have brought some of it themselves.
    pub fn declared(&self) -> &[&'static str] {
        &self.declared
    }

    /// The structs that kernels and host must see alike.
    pub fn layouts(&self) -> &[&'static Layout] {
        &self.layouts
    }

    /// The text; empty if nothing was added.
    pub fn text(&self) -> String {
        let pragma =
            if self.names.is_empty() || !self.needs_fp64 { "" } else { "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" };
        let declared: String = self.declared.iter().map(|text| format!("{text}\n\n")).collect();
        let contraction = if self.declared.is_empty() { "" } else { "#pragma OPENCL FP_CONTRACT OFF\n" };
        format!("{contraction}{pragma}{declared}{}", self.names)
    }

    fn declare(&mut self, definitions: &[&'static str]) {
        for text in definitions {
            if !self.declared.contains(text) {
                self.declared.push(text);
            }
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.names, "{line}").expect("a `String` takes any text");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::declared::Vouched;
    use crate::model::operator::{Add, Flipped, Max};

    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
        y: f32,
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Segment {
        ends: [Point; 2],
        is_open: bool,
    }

    const POINT: &str = "typedef struct {\n    float x;\n    float y;\n} Point;";
    const SEGMENT: &str = "typedef struct {\n    Point ends[2];\n    uchar is_open;\n} Segment;";

    crate::declared_struct!(Point = "Point" { x: f32 = "x", y: f32 = "y" }
        // SAFETY: the text defines such a struct.
        unsafe { Vouched::new(&[POINT]) });
    crate::declared_struct!(Segment = "Segment" { ends: [Point; 2] = "ends", is_open: bool = "is_open" }
        // SAFETY: as above.
        unsafe { Vouched::new(&[POINT, SEGMENT]) });

    #[test]
    fn a_scan_of_a_known_type_is_a_typedef_and_a_function() {
        let mut definitions = Definitions::default();
        definitions.add_scan::<i32, Add>();
        let expected = "typedef int scan_t;\n\
                        static BY_REFERENCE scan_t scan_op(const scan_t left, const scan_t right) {\n    \
                        return as_int(as_uint(left) + as_uint(right));\n}\n\
                        static BY_REFERENCE scan_t within_domain(const scan_t value, __global int *panicked) {\n    \
                        return value;\n}\n";
        assert_eq!(definitions.text(), expected);
        assert!(!definitions.has_domain);
    }

    #[test]
    fn double_precision_is_asked_for_once_and_in_front() {
        let mut definitions = Definitions::default();
        definitions.add_scan::<f64, Flipped<Max>>();
        definitions.add_type::<f64>("x_t");
        let text = definitions.text();
        assert!(text.starts_with("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\ntypedef double scan_t;\n"), "{text}");
        assert!(text.contains("scan_op(const scan_t right, const scan_t left)"), "{text}");
        assert!(text.ends_with("typedef double x_t;\n"), "{text}");
    }

    #[test]
    fn nothing_open_is_no_text() {
        assert_eq!(Definitions::default().text(), "");
    }

    #[test]
    fn what_two_types_need_is_defined_once() {
        let mut definitions = Definitions::default();
        definitions.add_type::<Segment>("x_t");
        definitions.add_type::<Point>("y_t");
        assert_eq!(definitions.declared(), [POINT, SEGMENT]);
        let names: Vec<&str> = definitions.layouts().iter().map(|layout| layout.name).collect();
        assert_eq!(names, ["Point", "Segment"]);
        assert_eq!(definitions.layouts()[1].size, 20);
        assert!(definitions.text().ends_with("typedef Segment x_t;\ntypedef Point y_t;\n"));
    }

    #[test]
    fn a_field_that_is_no_value_spoils_the_struct() {
        use crate::model::value::Value;
        let mut segment = std::mem::MaybeUninit::<Segment>::zeroed();
        let flag = segment.as_mut_ptr().cast::<u8>().wrapping_add(16);
        for (byte, valid) in [(0, true), (1, true), (2, false)] {
            // SAFETY: the flag's place within the struct.
            unsafe { *flag = byte };
            // SAFETY: all of it has been zeroed.
            let found = unsafe { Segment::is_value(segment.as_ptr()) };
            assert_eq!(found, valid);
        }
        const { assert!(!Segment::ANY_BYTES && Point::ANY_BYTES) };
    }
}
