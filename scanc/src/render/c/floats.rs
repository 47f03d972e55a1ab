//! Float helpers.

use super::helpers::Helper;
use super::integers::CInt;
use super::literals::float;
use crate::ir::{Float, Scalar};

/// What a helper's text needs to know about a float type.
pub(super) struct CFloat(pub Float);

impl CFloat {
    fn ty(&self) -> &'static str {
        Scalar::Float(self.0).opencl()
    }

    fn suffix(&self) -> &'static str {
        Scalar::Float(self.0).rust()
    }

    fn literal(&self, value: f64) -> String {
        float(value, self.0).text
    }

    fn helper(&self, base: &str, meaning: &str, parameters: &[&str], value: &str) -> Helper {
        let parameters = parameters.iter().map(|name| format!("const {} {name}", self.ty())).collect::<Vec<_>>().join(", ");
        Helper::new(format!("{base}_{}", self.suffix()), meaning, self.ty(), parameters, value)
    }

    /// `min` (`<`) or `max` (`>`) as a scan's operator.
    pub fn extreme(&self, base: &str, comparison: &str) -> Helper {
        let meaning = format!("The {base}: of equals the left, of NaN and a number the number.");
        self.helper(base, &meaning, &["left", "right"], &format!("right {comparison} left || isnan(left) ? right : left"))
    }

    pub fn clamp(&self) -> Helper {
        self.helper("clamp", "a.clamp(low, high); NaN stays.", &["a", "low", "high"], "a < low ? low : a > high ? high : a")
    }

    pub fn checked_clamp(&self) -> Helper {
        let clamp = self.clamp();
        let value = format!("{}(a, low, high)", clamp.name);
        let meaning = "a.clamp(low, high): panics unless low <= high.";
        let checked = self.helper("clamp_checked", meaning, &["a", "low", "high"], &value);
        checked.panics_if("!(low <= high)", "a").calling(clamp)
    }

    /// Panics in any case where it is called; so does a NaN.
    pub fn within(&self) -> Helper {
        let helper = self.helper("within", "a: panics unless -reach <= a <= reach.", &["a", "reach"], "a");
        helper.panics_if("!(fabs(a) <= reach)", "0")
    }

    /// Likewise.
    pub fn positive(&self) -> Helper {
        let helper = self.helper("positive", "a: panics unless it is positive and finite.", &["a"], "a");
        helper.panics_if("!(a > 0 && isfinite(a))", "1")
    }

    pub fn signum(&self) -> Helper {
        let value = format!("isnan(a) ? a : copysign({}, a)", self.literal(1.0));
        self.helper("signum", "a.signum(): 1 or -1, of zeros too; NaN stays.", &["a"], &value)
    }

    /// `floor` and its like. PoCL gives anything for a NaN that it knows while it compiles.
    pub fn rounded(&self, function: &str) -> Helper {
        let meaning = format!("a.{function}(); NaN stays, also where a compiler knows it.");
        self.helper(function, &meaning, &["a"], &format!("isnan(a) ? a : {function}(a)"))
    }

    pub fn fract(&self) -> Helper {
        let meaning = "a.fract(), with the sign of a; NaN stays, also where a compiler knows it.";
        self.helper("fract", meaning, &["a"], "isnan(a) ? a : a - trunc(a)")
    }

    pub fn rem_euclid(&self) -> Helper {
        let (zero, rest) = (self.literal(0.0), format!("const {} r = fmod(a, b);", self.ty()));
        let value = format!("r < {zero} ? r + fabs(b) : r");
        self.helper("rem_euclid", "a.rem_euclid(b).", &["a", "b"], &value).after(&[&rest])
    }

    pub fn div_euclid(&self) -> Helper {
        let (zero, one) = (self.literal(0.0), self.literal(1.0));
        let trunc = self.rounded("trunc");
        let quotient = format!("const {} q = {}(a / b);", self.ty(), trunc.name);
        let value = format!("fmod(a, b) < {zero} ? (b > {zero} ? q - {one} : q + {one}) : q");
        self.helper("div_euclid", "a.div_euclid(b).", &["a", "b"], &value).after(&[&quotient]).calling(trunc)
    }

    /// The multiplications that Rust's runtime does, in its order; `pown` rounds otherwise.
    pub fn powi(&self) -> Helper {
        let (ty, one) = (self.ty(), self.literal(1.0));
        let base = self.helper("powi", "a.powi(n), by squaring.", &[], &format!("n < 0 ? {one} / power : power"));
        Helper { parameters: format!("{ty} a, const int n"), ..base }.after(&[
            &format!("{ty} power = {one};"),
            "for (uint left = abs(n); left != 0; left >>= 1) {",
            "    power = left & 1 ? power * a : power;",
            "    a *= a;",
            "}",
        ])
    }

    pub fn to_degrees(&self) -> Helper {
        let factor = match self.0 {
            // The constant of Rust's library, which is rounded better than 180 / PI in f32.
            Float::F32 => self.literal(f64::from(1.0f32.to_degrees())),
            Float::F64 => self.literal(1.0f64.to_degrees()),
        };
        self.helper("to_degrees", "a.to_degrees().", &["a"], &format!("a * {factor}"))
    }

    pub fn to_radians(&self) -> Helper {
        let factor = match self.0 {
            Float::F32 => self.literal(f64::from(1.0f32.to_radians())),
            Float::F64 => self.literal(1.0f64.to_radians()),
        };
        self.helper("to_radians", "a.to_radians().", &["a"], &format!("a * {factor}"))
    }

    /// `a as T`. The bounds are powers of two, so they are exact; what lies between them C converts as Rust does.
    pub fn to_int(&self, int: &CInt) -> Helper {
        let (ty, max) = (int.ty(), int.max());
        let above = self.literal((int.0.max() + 1) as f64);
        let value = if int.0.signed() {
            let (min, lowest) = (int.min(), self.literal(int.0.min() as f64));
            format!("a >= {above} ? {max} : a >= {lowest} ? ({ty})a : isnan(a) ? 0 : {min}")
        } else {
            format!("a >= {above} ? {max} : a > {} ? ({ty})a : 0", self.literal(0.0))
        };
        let name = int.named(&format!("{}_to", self.suffix()));
        let meaning = format!("a as {}: towards zero, saturating; NaN is 0.", int.named("").trim_start_matches('_'));
        Helper::new(name, &meaning, ty, format!("const {} a", self.ty()), &value)
    }
}
