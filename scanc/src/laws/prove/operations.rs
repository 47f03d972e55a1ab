//! Operators and casts on bit vectors, with Rust's meaning.

use super::term::{Bits, Script};
use super::{Reason, inexpressible};
use crate::ir::{Binary, Int, Scalar, Unary};

impl Script {
    pub(super) fn unary(&mut self, operator: Unary, a: &Bits) -> Bits {
        match (operator, a.scalar()) {
            (Unary::Not, Scalar::Bool) => self.not(a),
            (Unary::Not, scalar) => self.apply(scalar, "bvnot", &[a]),
            (Unary::Neg, scalar) => self.apply(scalar, "bvneg", &[a]),
        }
    }

    /// The value of `a operator b`; of a division, where it has one.
    pub(super) fn binary(&mut self, operator: Binary, a: &Bits, b: &Bits) -> Result<Bits, Reason> {
        match operator {
            Binary::Eq => return Ok(self.equal(a, b)),
            Binary::Ne => {
                let equal = self.equal(a, b);
                return Ok(self.not(&equal));
            }
            _ => {}
        }
        match a.scalar() {
            Scalar::Int(int) => Ok(self.integer(operator, int, a, b)),
            Scalar::Bool => Ok(self.logical(operator, a, b)),
            Scalar::Float(_) => Err(inexpressible("floats")),
        }
    }

    fn integer(&mut self, operator: Binary, int: Int, a: &Bits, b: &Bits) -> Bits {
        let scalar = Scalar::Int(int);
        let of = |signed: &'static str, unsigned: &'static str| if int.signed() { signed } else { unsigned };
        let name = match operator {
            Binary::Add => "bvadd",
            Binary::Sub => "bvsub",
            Binary::Mul => "bvmul",
            Binary::Div => of("bvsdiv", "bvudiv"),
            Binary::Rem => of("bvsrem", "bvurem"),
            Binary::BitAnd => "bvand",
            Binary::BitOr => "bvor",
            Binary::BitXor => "bvxor",
            Binary::Shl | Binary::Shr => return self.shift(operator, int, a, b),
            Binary::Lt => return self.bool(of("bvslt", "bvult"), &[a, b]),
            Binary::Le => return self.bool(of("bvsle", "bvule"), &[a, b]),
            Binary::Gt => return self.bool(of("bvsgt", "bvugt"), &[a, b]),
            Binary::Ge => return self.bool(of("bvsge", "bvuge"), &[a, b]),
            Binary::And | Binary::Or | Binary::Eq | Binary::Ne => unreachable!("{operator:?} of integers"),
        };
        self.apply(scalar, name, &[a, b])
    }

    /// The amount is taken modulo the width; its low bits are the same after any cast.
    fn shift(&mut self, operator: Binary, int: Int, a: &Bits, amount: &Bits) -> Bits {
        let scalar = Scalar::Int(int);
        let amount = self.cast(amount, scalar);
        let amount = self.apply(scalar, "bvand", &[&amount, &Bits::int(int, i128::from(int.bits()) - 1)]);
        let name = match operator {
            Binary::Shl => "bvshl",
            _ if int.signed() => "bvashr",
            _ => "bvlshr",
        };
        self.apply(scalar, name, &[a, &amount])
    }

    fn logical(&mut self, operator: Binary, a: &Bits, b: &Bits) -> Bits {
        match operator {
            Binary::And | Binary::BitAnd => self.and(a, b),
            Binary::Or | Binary::BitOr => self.or(a, b),
            Binary::BitXor => self.bool("xor", &[a, b]),
            Binary::Lt => {
                let not = self.not(a);
                self.and(&not, b)
            }
            Binary::Le => {
                let not = self.not(a);
                self.or(&not, b)
            }
            Binary::Gt => self.logical(Binary::Lt, b, a),
            Binary::Ge => self.logical(Binary::Le, b, a),
            _ => unreachable!("{operator:?} of bools"),
        }
    }

    /// Whether `a operator b` is not what it would be with more bits.
    pub(super) fn wraps(&mut self, operator: Binary, a: &Bits, b: &Bits) -> Bits {
        let Scalar::Int(int) = a.scalar() else {
            return Bits::FALSE;
        };
        let (name, more) = match operator {
            Binary::Add => ("bvadd", 1),
            Binary::Sub => ("bvsub", 1),
            Binary::Mul => ("bvmul", int.bits()),
            _ => return Bits::FALSE,
        };
        let extend = format!("(_ {}_extend {more})", if int.signed() { "sign" } else { "zero" });
        let (a, b) = (a.text(), b.text());
        let exact = format!("({name} ({extend} {a}) ({extend} {b}))");
        self.define(Scalar::Bool, format!("(not (= {exact} ({extend} ({name} {a} {b}))))"))
    }

    /// Whether `a / b` panics.
    pub(super) fn division_panics(&mut self, a: &Bits, b: &Bits) -> Bits {
        let Scalar::Int(int) = a.scalar() else {
            return Bits::FALSE;
        };
        let zero = self.equal(b, &Bits::int(int, 0));
        if !int.signed() {
            return zero;
        }
        let least = self.equal(a, &Bits::int(int, int.min()));
        let minus_one = self.equal(b, &Bits::int(int, -1));
        let overflow = self.and(&least, &minus_one);
        self.or(&zero, &overflow)
    }

    /// `a as scalar`, between integers and from `bool`.
    pub(super) fn cast(&mut self, a: &Bits, scalar: Scalar) -> Bits {
        let (from, to) = match (a.scalar(), scalar) {
            (Scalar::Bool, Scalar::Int(int)) => return self.select(a, &Bits::int(int, 1), &Bits::int(int, 0)),
            (Scalar::Int(from), Scalar::Int(to)) => (from, to),
            _ => return a.clone(),
        };
        if let Some(value) = a.known() {
            return Bits::int(to, value.as_int());
        }
        let (narrow, wide) = (from.bits(), to.bits());
        let operator = match narrow.cmp(&wide) {
            std::cmp::Ordering::Equal => return Bits::Term(a.text().into(), scalar),
            std::cmp::Ordering::Greater => format!("(_ extract {} 0)", wide - 1),
            std::cmp::Ordering::Less if from.signed() => format!("(_ sign_extend {})", wide - narrow),
            std::cmp::Ordering::Less => format!("(_ zero_extend {})", wide - narrow),
        };
        self.apply(scalar, &operator, &[a])
    }
}
