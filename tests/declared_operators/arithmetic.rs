//! Random expressions of primitive types.

use crate::expressions::Maker;
use crate::types::{Ty, any_int, any_scalar};
use scanc::ir::{Float, Int, Scalar};

impl Maker<'_> {
    pub fn truth(&mut self, depth: usize) -> String {
        let comparison = ["==", "!=", "<", "<=", ">", ">="][self.below(6)];
        match self.below(9) {
            0 => format!("(!{})", self.condition(depth)),
            1 | 2 => {
                let operator = ["&&", "||", "&", "|", "^"][self.below(5)];
                format!("({} {operator} {})", self.condition(depth), self.condition(depth))
            }
            3 => {
                let float = self.any_float();
                let name = ["is_nan", "is_finite", "is_infinite"][self.below(3)];
                format!("{}.{name}()", self.expression(&Ty::Scalar(Scalar::Float(float)), depth))
            }
            4 => {
                let ty = Ty::Enum(self.below(self.types().enums.len()));
                format!("({} {comparison} {})", self.expression(&ty, depth), self.expression(&ty, depth))
            }
            _ => {
                let ty = Ty::Scalar(any_scalar(self.random));
                format!("({} {comparison} {})", self.expression(&ty, depth), self.expression(&ty, depth))
            }
        }
    }

    fn any_float(&mut self) -> Float {
        if self.below(2) == 0 { Float::F32 } else { Float::F64 }
    }

    pub fn integer(&mut self, int: Int, depth: usize) -> String {
        let name = Scalar::Int(int).rust();
        match self.below(14) {
            0 if int.signed() => format!("(-{})", self.int(int, depth)),
            0 => format!("(!{})", self.int(int, depth)),
            1 => {
                let amount = any_int(self.random);
                let operator = ["<<", ">>"][self.below(2)];
                format!("({} {operator} {})", self.int(int, depth), self.int(amount, depth))
            }
            2 | 3 => {
                let from = if self.below(6) == 0 {
                    Ty::Enum(self.below(self.types().enums.len()))
                } else {
                    Ty::Scalar(any_scalar(self.random))
                };
                format!("({} as {name})", self.expression(&from, depth))
            }
            4 => self.division(int, depth),
            8 if !self.safe => self.division(int, depth),
            5 | 6 => self.method(int, depth),
            7 => self.element(Scalar::Int(int), depth).unwrap_or_else(|| self.leaf(&Ty::Scalar(Scalar::Int(int)))),
            _ => {
                let operator = ["+", "-", "*", "+", "-", "*", "&", "|", "^"][self.below(9)];
                format!("({} {operator} {})", self.int(int, depth), self.int(int, depth))
            }
        }
    }

    fn division(&mut self, int: Int, depth: usize) -> String {
        let operator = ["/", "%"][self.below(2)];
        let (a, b) = (self.int(int, depth), self.int(int, depth));
        match self.below(4) {
            _ if !self.safe => format!("({a} {operator} {b})"),
            0 => format!("({a} {operator} {}{})", 1 + self.below(100), Scalar::Int(int).rust()),
            1 => {
                let (divisor, otherwise) = (format!("q{}", self.unique()), self.leaf(&Ty::Scalar(Scalar::Int(int))));
                format!("({{ let {divisor} = {b}; if {divisor} > 0 {{ {a} {operator} {divisor} }} else {{ {otherwise} }} }})")
            }
            _ => format!("({a} {operator} {b}.max(1))"),
        }
    }

    fn method(&mut self, int: Int, depth: usize) -> String {
        let two = ["min", "max", "wrapping_add", "wrapping_sub", "wrapping_mul", "saturating_add", "saturating_sub"];
        let a = self.int(int, depth);
        match self.below(8) {
            0 => format!("{a}.{}()", ["swap_bytes", "reverse_bits", "wrapping_neg"][self.below(3)]),
            1 => {
                let name = ["rotate_left", "rotate_right", "wrapping_shl", "wrapping_shr", "pow", "wrapping_pow"][self.below(6)];
                format!("{a}.{name}({})", self.int(Int::U32, depth))
            }
            2 if int == Int::U32 => {
                let of = any_int(self.random);
                let name = ["count_ones", "count_zeros", "leading_zeros", "trailing_zeros"][self.below(4)];
                format!("{}.{name}()", self.int(of, depth))
            }
            3 if int.signed() => format!("{a}.{}()", ["abs", "wrapping_abs", "signum"][self.below(3)]),
            3 => format!("{a}.abs_diff({})", self.int(int, depth)),
            4 => format!("{a}.clamp(3, 90)"),
            5 => {
                let name = ["rem_euclid", "div_euclid"][self.below(2)];
                let bounded = if self.safe { ".max(1)" } else { "" };
                format!("{a}.{name}({}{bounded})", self.int(int, depth))
            }
            _ => format!("{a}.{}({})", two[self.below(two.len())], self.int(int, depth)),
        }
    }

    /// Nothing that shows the sign or the payload of a NaN, or which zero an extreme takes: Rust leaves them open.
    pub fn float(&mut self, float: Float, depth: usize) -> String {
        let (ty, name) = (Ty::Scalar(Scalar::Float(float)), if float == Float::F32 { "f32" } else { "f64" });
        match self.below(10) {
            0 => format!("(-{})", self.expression(&ty, depth)),
            1 => {
                let method = ["abs", "sqrt", "floor", "ceil", "trunc", "round", "fract", "signum", "recip"][self.below(9)];
                format!("{}.{method}()", self.expression(&ty, depth))
            }
            2 | 3 => {
                let from = if self.below(3) == 0 { Scalar::Float(self.any_float()) } else { Scalar::Int(any_int(self.random)) };
                format!("({} as {name})", self.expression(&Ty::Scalar(from), depth))
            }
            4 => self.element(Scalar::Float(float), depth).unwrap_or_else(|| self.leaf(&ty)),
            5 => format!("{}.clamp(-2.5, 70.25)", self.expression(&ty, depth)),
            _ => {
                let operator = ["+", "-", "*", "/", "%"][self.below(5)];
                format!("({} {operator} {})", self.expression(&ty, depth), self.expression(&ty, depth))
            }
        }
    }
}
