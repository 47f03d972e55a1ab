//! Sets of integers between two bounds.

use crate::ir::{Binary, Int, Method};

/// The integers from `low` to `high`; none if they are the wrong way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

impl Interval {
    /// Every value of a type.
    pub fn of(ty: Int) -> Self {
        Self { low: ty.min(), high: ty.max() }
    }

    /// One value.
    pub fn only(value: i128) -> Self {
        Self { low: value, high: value }
    }

    /// Whether the value is in it.
    pub fn contains(self, value: i128) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Whether all of it is in `other`.
    pub fn is_within(self, other: Self) -> bool {
        self.is_empty() || other.low <= self.low && self.high <= other.high
    }

    /// No value: what is computed of it is never computed.
    const NONE: Self = Self { low: 1, high: 0 };

    fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub(super) fn hull(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => return other,
            (_, true) => return self,
            _ => {}
        }
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub(super) fn meet(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Without one value, if it is a bound.
    pub(super) fn without(self, value: i128) -> Self {
        match value {
            _ if value == self.low => Self { low: value + 1, ..self },
            _ if value == self.high => Self { high: value - 1, ..self },
            _ => self,
        }
    }

    /// The values of `self operator other` in the type `ty`, as far as they can be told.
    pub(super) fn binary(self, operator: Binary, other: Self, ty: Int) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::NONE;
        }
        self.exactly(operator, other, ty).filter(|exact| exact.is_within(Self::of(ty))).unwrap_or(Self::of(ty))
    }

    /// Whether all values of `self operator other` are there in the type `ty`, and a shift is by less than its width.
    pub(super) fn fits(self, operator: Binary, other: Self, ty: Int) -> bool {
        match operator {
            _ if self.is_empty() || other.is_empty() => true,
            Binary::Shl | Binary::Shr => other.is_within(Self { low: 0, high: i128::from(ty.bits()) - 1 }),
            _ => self.exactly(operator, other, ty).is_some_and(|exact| exact.is_within(Self::of(ty))),
        }
    }

    /// The values of `self operator other` without bounds, of two that have some, as far as they can be told.
    fn exactly(self, operator: Binary, other: Self, ty: Int) -> Option<Self> {
        match operator {
            Binary::Add => Some(Self { low: self.low + other.low, high: self.high + other.high }),
            Binary::Sub => Some(Self { low: self.low - other.high, high: self.high - other.low }),
            Binary::Mul => self.times(other),
            Binary::Div if other.low > 0 => Some(self.quotient(other)),
            Binary::Rem if other.low > 0 => Some(self.remainder(other.high)),
            Binary::BitAnd => self.and(other),
            Binary::BitOr if self.low >= 0 && other.low >= 0 => {
                Some(Self { low: self.low.max(other.low), high: ones(self.high.max(other.high)) })
            }
            Binary::BitXor if self.low >= 0 && other.low >= 0 => Some(Self { low: 0, high: ones(self.high.max(other.high)) }),
            Binary::Shr if self.low >= 0 && other.is_within(Self { low: 0, high: i128::from(ty.bits()) - 1 }) => {
                Some(Self { low: self.low >> other.high, high: self.high >> other.low })
            }
            _ => None,
        }
    }

    fn times(self, other: Self) -> Option<Self> {
        let corners = [
            self.low.checked_mul(other.low)?,
            self.low.checked_mul(other.high)?,
            self.high.checked_mul(other.low)?,
            self.high.checked_mul(other.high)?,
        ];
        Some(Self { low: corners.into_iter().min()?, high: corners.into_iter().max()? })
    }

    /// By positive divisors: the quotients of the bounds are the extremes.
    fn quotient(self, by: Self) -> Self {
        let corners = [self.low / by.low, self.low / by.high, self.high / by.low, self.high / by.high];
        Self { low: corners.into_iter().fold(corners[0], i128::min), high: corners.into_iter().fold(corners[0], i128::max) }
    }

    /// By positive divisors of at most `most`.
    fn remainder(self, most: i128) -> Self {
        let low = if self.low >= 0 { 0 } else { (1 - most).max(self.low) };
        let high = if self.high <= 0 { 0 } else { (most - 1).min(self.high) };
        Self { low, high }
    }

    /// One operand without a sign is a mask.
    fn and(self, other: Self) -> Option<Self> {
        let masks = [self, other].into_iter().filter(|operand| operand.low >= 0).map(|operand| operand.high);
        Some(Self { low: 0, high: masks.min()? })
    }

    /// The values of `self.method(others…)`, which is of the type `ty`.
    pub(super) fn method(self, method: Method, others: &[Self], ty: Int) -> Self {
        if self.is_empty() || others.iter().any(|other| other.is_empty()) {
            return Self::NONE;
        }
        let other = |position: usize| others.get(position).copied().unwrap_or(Self::of(ty));
        let exact = match method {
            Method::Min => Self { low: self.low.min(other(0).low), high: self.high.min(other(0).high) },
            Method::Max => Self { low: self.low.max(other(0).low), high: self.high.max(other(0).high) },
            Method::Within => self,
            Method::Clamp => Self { low: other(0).low, high: other(1).high },
            Method::WrappingAdd => return self.binary(Binary::Add, other(0), ty),
            Method::WrappingSub => return self.binary(Binary::Sub, other(0), ty),
            Method::WrappingMul => return self.binary(Binary::Mul, other(0), ty),
            Method::DivEuclid if self.low >= 0 => return self.binary(Binary::Div, other(0), ty),
            Method::RemEuclid if other(0).low > 0 => Self { low: 0, high: other(0).high - 1 },
            Method::SaturatingAdd => Self { low: self.low + other(0).low, high: self.high + other(0).high }.clamped(ty),
            Method::SaturatingSub => Self { low: self.low - other(0).high, high: self.high - other(0).low }.clamped(ty),
            Method::CountOnes | Method::CountZeros | Method::LeadingZeros | Method::TrailingZeros => Self { low: 0, high: 64 },
            _ => Self::of(ty),
        };
        if exact.is_within(Self::of(ty)) { exact } else { Self::of(ty) }
    }

    fn clamped(self, ty: Int) -> Self {
        Self { low: self.low.clamp(ty.min(), ty.max()), high: self.high.clamp(ty.min(), ty.max()) }
    }
}

/// The greatest number with as many binary digits.
fn ones(value: i128) -> i128 {
    match value {
        0 => 0,
        _ => i128::MAX >> (value.leading_zeros() - 1),
    }
}
