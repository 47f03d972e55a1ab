//! `x.get(k).copied()`, `x.iter().find(|v| **v > 3).map(|v| v * 2)`, `(k > 3).then(|| k - 3)`: an expression that gives an `Option`.

use super::bare;
use syn::{Expr, ExprMethodCall};

/// An expression that gives an `Option`.
pub(crate) struct Optional<'e> {
    /// What gives it: `x.get(k)`.
    pub source: &'e ExprMethodCall,
    /// What becomes of its value, the first first: `.copied()`, `.map(…)`.
    pub steps: Vec<&'e ExprMethodCall>,
}

impl<'e> Optional<'e> {
    /// What `expr` is, if it is one.
    pub(crate) fn of(expr: &'e Expr) -> Option<Self> {
        let Expr::MethodCall(call) = bare(expr) else { return None };
        match (call.method.to_string().as_str(), call.args.len()) {
            ("get", 1) | ("find" | "position", 1) | ("checked_add" | "checked_sub" | "checked_div" | "checked_rem", 1) => {}
            ("max" | "min", 0) | ("then_some", 1) => {}
            ("max_by" | "min_by" | "max_by_key" | "min_by_key", 1) => {}
            ("then", 1) if matches!(bare(&call.args[0]), Expr::Closure(closure) if closure.inputs.is_empty()) => {}
            // Of an iterator they would be others.
            ("first" | "last", 0) if !matches!(bare(&call.receiver), Expr::MethodCall(_)) => {}
            ("copied" | "cloned", 0) | ("map" | "filter" | "and_then", 1) => {
                let mut optional = Self::of(&call.receiver)?;
                optional.steps.push(call);
                return Some(optional);
            }
            _ => return None,
        }
        Some(Self { source: call, steps: Vec::new() })
    }

    /// Whether what gives it is an element of a slice.
    pub(crate) fn is_of_slice(&self) -> bool {
        ["get", "first", "last"].iter().any(|name| self.source.method == name)
    }

    /// Whether what gives it is an iterator that is consumed.
    pub(crate) fn is_consumed(&self) -> bool {
        ["find", "position", "max", "min", "max_by", "min_by", "max_by_key", "min_by_key"]
            .iter()
            .any(|name| self.source.method == name)
    }

    /// The closures and functions that its value is given to.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &'e Expr> {
        let found = self.source.args.first().filter(|_| self.is_consumed());
        found.into_iter().chain(self.steps.iter().filter_map(|step| step.args.first()))
    }
}
