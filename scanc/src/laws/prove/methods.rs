//! Methods of integers and `bool`s.

use super::term::{Bits, Script};
use super::{Reason, inexpressible};
use crate::ir::interpret::Value;
use crate::ir::{Binary, Int, Method, Scalar, Unary};

impl Script {
    /// `operands[0].method(operands[1], …)` of the type `returns`; where it would panic, anything.
    pub(super) fn method(&mut self, method: Method, operands: &[Bits], returns: Scalar) -> Result<Bits, Reason> {
        let a = &operands[0];
        match (a.scalar(), returns) {
            (Scalar::Float(_), _) | (_, Scalar::Float(_)) => Err(inexpressible("floats")),
            (Scalar::Bool, _) => self.bool_method(method, operands),
            (Scalar::Int(int), _) => {
                let result = self.int_method(method, int, operands)?;
                // `unsigned_abs` and the like: the same bits, read as another type.
                Ok(self.cast(&result, returns))
            }
        }
    }

    fn bool_method(&mut self, method: Method, operands: &[Bits]) -> Result<Bits, Reason> {
        Ok(match method {
            Method::Min => self.and(&operands[0], &operands[1]),
            Method::Max => self.or(&operands[0], &operands[1]),
            Method::Clamp => {
                let raised = self.or(&operands[0], &operands[1]);
                self.and(&raised, &operands[2])
            }
            _ => return Err(unknown(method)),
        })
    }

    fn int_method(&mut self, method: Method, int: Int, operands: &[Bits]) -> Result<Bits, Reason> {
        let (a, zero, one) = (&operands[0], Bits::int(int, 0), Bits::int(int, 1));
        match method {
            Method::Min => self.extreme(Binary::Lt, &operands[1], a),
            Method::Max => self.extreme(Binary::Gt, &operands[1], a),
            Method::Clamp => {
                let raised = self.extreme(Binary::Gt, &operands[1], a)?;
                self.extreme(Binary::Lt, &operands[2], &raised)
            }
            Method::Abs | Method::UnsignedAbs => self.absolute(a),
            Method::WrappingNeg => Ok(self.unary(Unary::Neg, a)),
            Method::WrappingAdd => self.binary(Binary::Add, a, &operands[1]),
            Method::WrappingSub => self.binary(Binary::Sub, a, &operands[1]),
            Method::WrappingMul => self.binary(Binary::Mul, a, &operands[1]),
            Method::WrappingShl => self.binary(Binary::Shl, a, &operands[1]),
            Method::WrappingShr => self.binary(Binary::Shr, a, &operands[1]),
            Method::SaturatingAdd => self.saturating(Binary::Add, int, a, &operands[1]),
            Method::SaturatingSub => self.saturating(Binary::Sub, int, a, &operands[1]),
            Method::IsPositive => self.binary(Binary::Gt, a, &zero),
            Method::IsNegative => self.binary(Binary::Lt, a, &zero),
            Method::Signum => {
                let positive = self.binary(Binary::Gt, a, &zero)?;
                let negative = self.binary(Binary::Lt, a, &zero)?;
                let below = self.select(&negative, &Bits::int(int, -1), &zero);
                Ok(self.select(&positive, &one, &below))
            }
            Method::AbsDiff => {
                let less = self.binary(Binary::Lt, a, &operands[1])?;
                let (up, down) = (self.binary(Binary::Sub, &operands[1], a)?, self.binary(Binary::Sub, a, &operands[1])?);
                Ok(self.select(&less, &up, &down))
            }
            Method::RemEuclid => self.remainder(a, &operands[1]),
            Method::DivEuclid => self.quotient(int, a, &operands[1]),
            Method::IsMultipleOf => {
                // Of 0 only 0 is one.
                let by_zero = self.equal(&operands[1], &zero);
                let divisor = self.select(&by_zero, &one, &operands[1]);
                let remainder = self.remainder(a, &divisor)?;
                let left = self.select(&by_zero, a, &remainder);
                Ok(self.equal(&left, &zero))
            }
            Method::IsPowerOfTwo => {
                let below = self.binary(Binary::Sub, a, &one)?;
                let common = self.binary(Binary::BitAnd, a, &below)?;
                let (none, zero) = (self.equal(&common, &zero), self.equal(a, &zero));
                let some = self.not(&zero);
                Ok(self.and(&none, &some))
            }
            Method::Pow => self.power(int, a, &operands[1]),
            _ => self.bit_method(method, int, operands),
        }
    }

    /// `candidate` where it is better than `a`, else `a`.
    fn extreme(&mut self, better: Binary, candidate: &Bits, a: &Bits) -> Result<Bits, Reason> {
        let better = self.binary(better, candidate, a)?;
        Ok(self.select(&better, candidate, a))
    }

    fn absolute(&mut self, a: &Bits) -> Result<Bits, Reason> {
        let Scalar::Int(int) = a.scalar() else {
            return Ok(a.clone());
        };
        let negative = self.binary(Binary::Lt, a, &Bits::int(int, 0))?;
        let opposite = self.unary(Unary::Neg, a);
        Ok(self.select(&negative, &opposite, a))
    }

    /// The sum or difference with two bits more, held against the type's ends.
    fn saturating(&mut self, operator: Binary, int: Int, a: &Bits, b: &Bits) -> Result<Bits, Reason> {
        let extend = if int.signed() { "sign_extend" } else { "zero_extend" };
        let bits = int.bits() + 2;
        let wide = |bits: &Bits| format!("((_ {extend} 2) {})", bits.text());
        let name = if operator == Binary::Add { "bvadd" } else { "bvsub" };
        let exact = format!("({name} {} {})", wide(a), wide(b));
        let (least, greatest) = (Bits::int(int, int.min()), Bits::int(int, int.max()));
        let below = self.define(Scalar::Bool, format!("(bvslt {exact} {})", wide(&least)));
        let above = self.define(Scalar::Bool, format!("(bvsgt {exact} {})", wide(&greatest)));
        let within = self.define(Scalar::Int(int), format!("((_ extract {} 0) {exact})", bits - 3));
        let capped = self.select(&above, &greatest, &within);
        Ok(self.select(&below, &least, &capped))
    }

    /// The remainder that is not negative.
    fn remainder(&mut self, a: &Bits, b: &Bits) -> Result<Bits, Reason> {
        let Scalar::Int(int) = a.scalar() else {
            return Ok(a.clone());
        };
        let remainder = self.binary(Binary::Rem, a, b)?;
        let magnitude = self.absolute(b)?;
        let raised = self.binary(Binary::Add, &remainder, &magnitude)?;
        let negative = self.binary(Binary::Lt, &remainder, &Bits::int(int, 0))?;
        Ok(self.select(&negative, &raised, &remainder))
    }

    /// Division that rounds so that the remainder is not negative.
    fn quotient(&mut self, int: Int, a: &Bits, b: &Bits) -> Result<Bits, Reason> {
        if !int.signed() {
            return self.binary(Binary::Div, a, b);
        }
        let (quotient, remainder) = (self.binary(Binary::Div, a, b)?, self.binary(Binary::Rem, a, b)?);
        let (zero, one) = (Bits::int(int, 0), Bits::int(int, 1));
        let (down, up) = (self.binary(Binary::Sub, &quotient, &one)?, self.binary(Binary::Add, &quotient, &one)?);
        let positive = self.binary(Binary::Gt, b, &zero)?;
        let rounded = self.select(&positive, &down, &up);
        let negative = self.binary(Binary::Lt, &remainder, &zero)?;
        Ok(self.select(&negative, &rounded, &quotient))
    }

    /// By squaring, as far as the exponent is known.
    fn power(&mut self, int: Int, a: &Bits, exponent: &Bits) -> Result<Bits, Reason> {
        let Some(Value::Int(_, mut exponent)) = exponent.known().cloned() else {
            return Err(inexpressible("`pow` with an exponent that is not a constant"));
        };
        let (mut power, mut square) = (Bits::int(int, 1), a.clone());
        while exponent != 0 {
            if exponent & 1 == 1 {
                power = self.binary(Binary::Mul, &power, &square)?;
            }
            square = self.binary(Binary::Mul, &square, &square)?;
            exponent >>= 1;
        }
        Ok(power)
    }

    /// Methods that see the bit pattern; counts have the operand's type here.
    fn bit_method(&mut self, method: Method, int: Int, operands: &[Bits]) -> Result<Bits, Reason> {
        let a = &operands[0];
        let width = int.bits();
        let scalar = Scalar::Int(int);
        let pieces = |text: &str, order: &mut dyn Iterator<Item = (u32, u32)>| {
            let pieces: Vec<String> = order.map(|(high, low)| format!("((_ extract {high} {low}) {text})")).collect();
            if pieces.len() == 1 { pieces[0].clone() } else { format!("(concat {})", pieces.join(" ")) }
        };
        match method {
            Method::SwapBytes => {
                let text = pieces(&a.text(), &mut (0..width / 8).map(|byte| (8 * byte + 7, 8 * byte)));
                Ok(self.define(scalar, text))
            }
            Method::ReverseBits => {
                let text = pieces(&a.text(), &mut (0..width).map(|bit| (bit, bit)));
                Ok(self.define(scalar, text))
            }
            Method::RotateLeft => self.rotated(int, a, &operands[1], false),
            Method::RotateRight => self.rotated(int, a, &operands[1], true),
            Method::CountOnes => self.ones(int, a),
            Method::CountZeros => {
                let not = self.unary(Unary::Not, a);
                self.ones(int, &not)
            }
            Method::LeadingZeros => self.zeros_before(int, a, &mut (0..width)),
            Method::TrailingZeros => self.zeros_before(int, a, &mut (0..width).rev()),
            _ => Err(unknown(method)),
        }
    }

    fn rotated(&mut self, int: Int, a: &Bits, amount: &Bits, right: bool) -> Result<Bits, Reason> {
        let unsigned = Scalar::Int(int.unsigned());
        let pattern = self.cast(a, unsigned);
        let amount = self.cast(amount, unsigned);
        let opposite = self.unary(Unary::Neg, &amount);
        let (one, other) = if right { (Binary::Shr, Binary::Shl) } else { (Binary::Shl, Binary::Shr) };
        let (moved, back) = (self.binary(one, &pattern, &amount)?, self.binary(other, &pattern, &opposite)?);
        let rotated = self.binary(Binary::BitOr, &moved, &back)?;
        Ok(self.cast(&rotated, Scalar::Int(int)))
    }

    fn ones(&mut self, int: Int, a: &Bits) -> Result<Bits, Reason> {
        let mut count = Bits::int(int, 0);
        for bit in 0..int.bits() {
            let set = self.bit(a, bit);
            let more = self.select(&set, &Bits::int(int, 1), &Bits::int(int, 0));
            count = self.binary(Binary::Add, &count, &more)?;
        }
        Ok(count)
    }

    /// How many zeros there are before the first one, with `bits` from the last to the first bit that is looked at.
    fn zeros_before(&mut self, int: Int, a: &Bits, bits: &mut dyn Iterator<Item = u32>) -> Result<Bits, Reason> {
        let mut count = Bits::int(int, i128::from(int.bits()));
        for (position, bit) in bits.enumerate() {
            let before = Bits::int(int, i128::from(int.bits()) - 1 - position as i128);
            let set = self.bit(a, bit);
            count = self.select(&set, &before, &count);
        }
        Ok(count)
    }

    fn bit(&mut self, a: &Bits, bit: u32) -> Bits {
        self.define(Scalar::Bool, format!("(= ((_ extract {bit} {bit}) {}) #b1)", a.text()))
    }

    /// Whether the method panics.
    pub(super) fn method_panics(&mut self, method: Method, operands: &[Bits]) -> Result<Bits, Reason> {
        match method {
            Method::DivEuclid | Method::RemEuclid => Ok(self.division_panics(&operands[0], &operands[1])),
            Method::Clamp => self.binary(Binary::Gt, &operands[1], &operands[2]),
            _ => Ok(Bits::FALSE),
        }
    }
}

fn unknown(method: Method) -> Reason {
    inexpressible(&format!("`{}`", method.name()))
}
