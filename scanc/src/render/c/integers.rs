//! Integer helpers. C promotes 8-bit and 16-bit operands to `int`, and leaves signed overflow undefined: the arithmetic is done in an
//! unsigned type of at least 32 bits, and its low bits are the result.

use super::helpers::Helper;
use crate::ir::{Int, Scalar};

/// What a helper's text needs to know about an integer type.
pub(super) struct CInt(pub Int);

impl CInt {
    /// Its name in C.
    pub fn ty(&self) -> &'static str {
        Scalar::Int(self.0).opencl()
    }

    /// The unsigned type of its width.
    pub fn unsigned(&self) -> &'static str {
        Scalar::Int(self.0.unsigned()).opencl()
    }

    /// The unsigned type in which arithmetic does not see promotion.
    fn word(&self) -> &'static str {
        if self.0.bits() == 64 { "ulong" } else { "uint" }
    }

    /// Whether C's own `+`, `-`, `*`, `-a` and `<<` are Rust's.
    pub fn wraps_in_c(&self) -> bool {
        !self.0.signed() && !self.narrow()
    }

    /// Whether C promotes it.
    pub fn narrow(&self) -> bool {
        self.0.bits() < 32
    }

    /// What shift amounts are masked with.
    pub fn mask(&self) -> u32 {
        self.0.bits() - 1
    }

    /// The macro for the least value of a signed type.
    pub fn min(&self) -> &'static str {
        match self.0.bits() {
            8 => "CHAR_MIN",
            16 => "SHRT_MIN",
            32 => "INT_MIN",
            _ => "LONG_MIN",
        }
    }

    /// The macro for its greatest value.
    pub fn max(&self) -> &'static str {
        match (self.0.bits(), self.0.signed()) {
            (8, true) => "CHAR_MAX",
            (8, false) => "UCHAR_MAX",
            (16, true) => "SHRT_MAX",
            (16, false) => "USHRT_MAX",
            (32, true) => "INT_MAX",
            (32, false) => "UINT_MAX",
            (_, true) => "LONG_MAX",
            (_, false) => "ULONG_MAX",
        }
    }

    /// `add_i32`; `isize` and `usize` share the helpers of 64 bits.
    pub fn named(&self, base: &str) -> String {
        format!("{base}_{}{}", if self.0.signed() { 'i' } else { 'u' }, self.0.bits())
    }

    /// The low bits of `value`, an expression of the type [`Self::word`].
    fn wrapped(&self, value: &str) -> String {
        match (self.0.signed(), self.narrow()) {
            (false, false) => value.to_owned(),
            (false, true) => format!("({})({value})", self.unsigned()),
            (true, false) => format!("as_{}({value})", self.ty()),
            (true, true) => format!("as_{}(({})({value}))", self.ty(), self.unsigned()),
        }
    }

    fn parameters(&self, names: &[&str]) -> String {
        names.iter().map(|name| format!("const {} {name}", self.ty())).collect::<Vec<_>>().join(", ")
    }

    fn helper(&self, base: &str, meaning: &str, parameters: &[&str], value: &str) -> Helper {
        Helper::new(self.named(base), meaning, self.ty(), self.parameters(parameters), value)
    }

    /// A helper with an amount or an exponent, an `u32` in Rust.
    fn with_amount(&self, base: &str, meaning: &str, value: &str) -> Helper {
        let parameters = format!("{}, const uint n", self.parameters(&["a"]));
        Helper::new(self.named(base), meaning, self.ty(), parameters, value)
    }

    /// `+`, `-` or `*`.
    pub fn arithmetic(&self, base: &str, operator: &str) -> Helper {
        let value = self.wrapped(&format!("({word})a {operator} ({word})b", word = self.word()));
        self.helper(base, &format!("a {operator} b, wrapping."), &["a", "b"], &value)
    }

    pub fn neg(&self) -> Helper {
        self.helper("neg", "-a, wrapping.", &["a"], &self.wrapped(&format!("-({})a", self.word())))
    }

    pub fn shl(&self) -> Helper {
        let value = self.wrapped(&format!("({})a << (n & {})", self.word(), self.mask()));
        self.with_amount("shl", "a << n, the amount modulo the width.", &value)
    }

    /// Where a division panics.
    fn indivisible(&self) -> String {
        if self.0.signed() { format!("b == 0 || (a == {} && b == -1)", self.min()) } else { "b == 0".into() }
    }

    fn panics(&self) -> &'static str {
        if self.0.signed() { "panics on 0 and on MIN / -1." } else { "panics on 0." }
    }

    /// `/` or `%`.
    pub fn division(&self, base: &str, operator: &str) -> Helper {
        let meaning = format!("a {operator} b: {}", self.panics());
        self.helper(base, &meaning, &["a", "b"], &format!("a {operator} b")).panics_if(&self.indivisible(), "0")
    }

    pub fn div_euclid(&self) -> Helper {
        let meaning = "a.div_euclid(b), for a b that divides.";
        self.helper("div_euclid", meaning, &["a", "b"], "a % b >= 0 ? a / b : b > 0 ? a / b - 1 : a / b + 1")
    }

    pub fn rem_euclid(&self) -> Helper {
        let (meaning, rest) = ("a.rem_euclid(b), for a b that divides.", format!("const {} r = a % b;", self.ty()));
        self.helper("rem_euclid", meaning, &["a", "b"], "r >= 0 ? r : b < 0 ? r - b : r + b").after(&[&rest])
    }

    /// `helper`, and a panic where there is no quotient.
    pub fn checked_division(&self, base: &str, helper: Helper) -> Helper {
        let value = format!("{}(a, b)", helper.name);
        let checked = self.helper(&format!("{base}_checked"), &format!("a.{base}(b): {}", self.panics()), &["a", "b"], &value);
        checked.panics_if(&self.indivisible(), "0").calling(helper)
    }

    pub fn checked_clamp(&self) -> Helper {
        let helper = self.helper("clamp_checked", "a.clamp(b, c): panics if b > c.", &["a", "b", "c"], "clamp(a, b, c)");
        helper.panics_if("b > c", "a")
    }

    /// Panics in any case where it is called.
    pub fn within(&self) -> Helper {
        let (meaning, condition) = match self.0.signed() {
            true => ("a: panics unless -reach <= a <= reach.", "a < -reach || a > reach"),
            false => ("a: panics unless a <= reach.", "a > reach"),
        };
        self.helper("within", meaning, &["a", "reach"], "a").panics_if(condition, "0")
    }

    pub fn abs(&self) -> Helper {
        self.helper("abs", "a.abs(), wrapping.", &["a"], &self.wrapped(&self.magnitude()))
    }

    /// Of a signed type. PoCL leaves it undefined for the least value, in spite of OpenCL; so `abs_diff` of values that far apart.
    pub fn unsigned_abs(&self) -> Helper {
        self.unsigned_helper("unsigned_abs", "a.unsigned_abs().", &["a"], &self.magnitude())
    }

    /// Of a signed type.
    pub fn abs_diff(&self) -> Helper {
        let word = self.word();
        let value = format!("a < b ? ({word})b - ({word})a : ({word})a - ({word})b");
        self.unsigned_helper("abs_diff", "a.abs_diff(b).", &["a", "b"], &value)
    }

    /// Of an unsigned type.
    pub fn is_multiple_of(&self) -> Helper {
        let (name, parameters) = (self.named("is_multiple_of"), self.parameters(&["a", "b"]));
        Helper::new(name, "a.is_multiple_of(b): of 0 only 0 is one.", "bool", parameters, "(b == 0 ? a : a % b) == 0")
    }

    fn magnitude(&self) -> String {
        let word = self.word();
        format!("a < 0 ? -({word})a : ({word})a")
    }

    /// A helper that gives the unsigned type of this width.
    fn unsigned_helper(&self, base: &str, meaning: &str, parameters: &[&str], value: &str) -> Helper {
        let value = if self.narrow() { format!("({})({value})", self.unsigned()) } else { value.to_owned() };
        Helper::new(self.named(base), meaning, self.unsigned(), self.parameters(parameters), &value)
    }

    pub fn signum(&self) -> Helper {
        self.helper("signum", "a.signum().", &["a"], "(a > 0) - (a < 0)")
    }

    /// By squaring, in the unsigned word.
    pub fn pow(&self) -> Helper {
        let word = Self(if self.0.bits() == 64 { Int::U64 } else { Int::U32 });
        let base = Helper {
            parameters: format!("{} a, uint n", word.ty()),
            ..word.with_amount("pow", "a.pow(n), wrapping.", "power").after(&[
                &format!("{} power = 1;", word.ty()),
                "for (; n != 0; n >>= 1) {",
                "    power = n & 1 ? power * a : power;",
                "    a *= a;",
                "}",
            ])
        };
        if self.named("pow") == base.name {
            return base;
        }
        let value = self.wrapped(&format!("{}(({})a, n)", base.name, self.word()));
        self.with_amount("pow", "a.pow(n), wrapping.", &value).calling(base)
    }

    pub fn rotate_left(&self) -> Helper {
        self.with_amount("rotate_left", "a.rotate_left(n).", &format!("rotate(a, ({})(n & {}))", self.ty(), self.mask()))
    }

    pub fn rotate_right(&self) -> Helper {
        self.with_amount("rotate_right", "a.rotate_right(n).", &format!("rotate(a, ({})(-n & {}))", self.ty(), self.mask()))
    }

    /// OpenCL C 1.2 counts leading zeros only. Takes signed values as their bit pattern.
    pub fn trailing_zeros(&self) -> Helper {
        let unsigned = Self(self.0.unsigned());
        let mut helper = unsigned.helper("trailing_zeros", "a.trailing_zeros().", &["a"], "");
        let below = if self.narrow() { format!("({})(~a & (a - 1))", self.unsigned()) } else { "~a & (a - 1)".into() };
        helper.returns = "uint";
        helper.body = vec![format!("return popcount({below});")];
        helper
    }

    /// Of an integer of more than one byte.
    pub fn swap_bytes(&self) -> Helper {
        let bytes = self.0.bits() / 8;
        let reversed: String = (0..bytes).rev().map(|byte| byte.to_string()).collect();
        let value = format!("as_{}(as_uchar{bytes}(a).s{reversed})", self.ty());
        self.helper("swap_bytes", "a.swap_bytes().", &["a"], &value)
    }

    pub fn reverse_bits(&self) -> Helper {
        let whole = reverse_bits_u64();
        if self.named("reverse_bits") == whole.name {
            return whole;
        }
        let shift = match 64 - self.0.bits() {
            0 => String::new(),
            shift => format!(" >> {shift}"),
        };
        let reversed = format!("reverse_bits_u64(({})a){shift}", self.unsigned());
        let narrowed = if self.0.bits() == 32 { format!("(uint)({reversed})") } else { reversed };
        self.helper("reverse_bits", "a.reverse_bits().", &["a"], &self.wrapped(&narrowed)).calling(whole)
    }
}

/// Swaps neighbours, pairs, nibbles; then the bytes.
fn reverse_bits_u64() -> Helper {
    let value = "as_ulong(as_uchar8(a).s76543210)";
    let parameters = "ulong a".to_owned();
    Helper::new("reverse_bits_u64".into(), "a.reverse_bits().", "ulong", parameters, value).after(&[
        "a = (a & 0x5555555555555555UL) << 1 | (a >> 1 & 0x5555555555555555UL);",
        "a = (a & 0x3333333333333333UL) << 2 | (a >> 2 & 0x3333333333333333UL);",
        "a = (a & 0x0f0f0f0f0f0f0f0fUL) << 4 | (a >> 4 & 0x0f0f0f0f0f0f0f0fUL);",
    ])
}

/// `a[i]` of a fixed array.
pub(super) fn checked_index() -> Helper {
    let parameters = "const ulong i, const ulong length".to_owned();
    Helper::new("checked_index".into(), "i, an index: panics past the end.", "ulong", parameters, "i")
        .panics_if("i >= length", "0")
}

/// Where `&a[from..][..length]` begins, of an array of `of` elements.
pub(super) fn checked_slice() -> Helper {
    let parameters = "const ulong from, const ulong length, const ulong of".to_owned();
    let what = "from, where so many elements begin: panics where they are not there.";
    Helper::new("checked_slice".into(), what, "ulong", parameters, "from").panics_if("from > of || length > of - from", "0")
}
