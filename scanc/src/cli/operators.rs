//! The declared operators of a file: what is known of their laws, and which loops use them.

use super::explain::expression;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::{DeclaredOperator, Module};
use crate::laws::prove::{self, Reason, Verdict};
use crate::laws::{self, Law, Violation};
use crate::parse::DeclaredItems;
use quote::ToTokens;
use serde::Serialize;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

/// A declared operator whose declaration kernels can use.
#[derive(Clone, Debug)]
pub struct CompiledOperator {
    /// The bytes of its name in the source: the function's, or the trait's.
    pub place: Range<usize>,
    /// The modules around it.
    pub path: Vec<String>,
    /// Its identity, as the user wrote it.
    pub identity: Option<String>,
    /// Its domain, likewise.
    pub domain: Option<String>,
    /// How often each law was tested; `None` where the user vouches for it, or it was refused.
    pub tested: Option<Vec<(Law, usize)>>,
    module: Rc<Module>,
    number: usize,
}

/// How a law is known.
pub(super) enum Known {
    Proved,
    /// Of so many values, and why no proof was to be had, where one was asked for.
    Tested(usize, Option<Reason>),
    Refuted(Box<Violation>),
}

/// An operator's laws, with what is known of each.
pub(super) type Laws = Vec<(Law, Known)>;

impl CompiledOperator {
    /// The operators of a declared module, in order, their laws tested.
    pub(super) fn of(items: &DeclaredItems, module: Module, path: &[String], diagnostics: &mut Diagnostics) -> Vec<Self> {
        let (module, budget) = (Rc::new(module), laws::Budget::default());
        let operators = module.operators.iter().zip(&items.operators).enumerate();
        let operators = operators.map(|(number, (operator, item))| Self {
            place: operator.span.byte_range(),
            path: path.to_vec(),
            identity: item.identity.as_ref().map(|identity| expression(&identity.to_token_stream())),
            domain: item.domain.as_ref().map(|domain| expression(&domain.written.to_token_stream())),
            tested: tested(&module, operator, &budget, diagnostics),
            module: Rc::clone(&module),
            number,
        });
        operators.collect()
    }

    /// As the IR has it.
    pub fn operator(&self) -> &DeclaredOperator {
        &self.module.operators[self.number]
    }

    /// `` `poly::op` on Pair ``
    pub(super) fn title(&self) -> String {
        let DeclaredOperator { name, operand, .. } = self.operator();
        let path = self.path.join("::");
        match (is_symbol(name), path.is_empty()) {
            (_, true) => format!("`{name}` on {operand}"),
            (true, false) => format!("`{name}` on {path}::{operand}"),
            (false, false) => format!("`{path}::{name}` on {operand}"),
        }
    }

    /// What is known of each law; with `seconds`, after an attempt to prove it in that time. `None` where nothing was tested.
    pub(super) fn laws(&self, seconds: Option<u32>) -> Option<Laws> {
        let tested = self.tested.as_ref()?;
        let mut verdicts = seconds.map(|seconds| prove::prove(&self.module, self.operator(), seconds)).into_iter().flatten();
        let known = tested.iter().map(|(law, count)| match verdicts.next() {
            Some((_, Verdict::Proved)) => (*law, Known::Proved),
            Some((_, Verdict::Refuted(violation))) => (*law, Known::Refuted(violation)),
            Some((_, Verdict::Unknown(reason))) => (*law, Known::Tested(*count, Some(reason))),
            None => (*law, Known::Tested(*count, None)),
        });
        Some(known.collect())
    }

    /// The errors for those of `laws` that were refuted.
    pub(super) fn refutations(&self, laws: &[(Law, Known)]) -> Vec<Diagnostic> {
        let violations = laws.iter().filter_map(|(_, known)| match known {
            Known::Refuted(violation) => Some(violation),
            _ => None,
        });
        violations.map(|violation| prove::refutation(violation, &self.module, self.operator())).collect()
    }

    /// What is known of its laws.
    pub(super) fn told(&self, laws: Option<&[(Law, Known)]>) -> Vec<LawFacts> {
        match laws {
            Some(laws) => laws.iter().map(|(law, known)| known.told(*law, self.operator())).collect(),
            None if self.operator().assume_associative => {
                vec![LawFacts::of_all("vouched for", "assumed: `assume_associative` vouches for them")]
            }
            None => vec![LawFacts::of_all("broken", "broken, or not to be tested: see the error")],
        }
    }
}

/// How a law is known, as it is told.
#[derive(Clone, Serialize)]
pub(super) struct LawFacts {
    /// `None` for all of an operator's at once.
    pub law: Option<String>,
    /// `built in`, `proved`, `tested`, `refuted`, `vouched for`, `broken`, `derived`, `declared elsewhere`, `left to rustc`
    pub known: &'static str,
    pub says: String,
}

impl LawFacts {
    /// Of all laws of an operator at once.
    pub(super) fn of_all(known: &'static str, says: &str) -> Self {
        Self { law: None, known, says: says.to_owned() }
    }
}

impl fmt::Display for LawFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.law.iter().try_for_each(|law| write!(f, "{law}: "))?;
        f.write_str(&self.says)
    }
}

impl Known {
    fn told(&self, law: Law, operator: &DeclaredOperator) -> LawFacts {
        let whose = match (operator.domain.is_some(), operator.no_overflow) {
            (true, true) => " of its domain where nothing overflows",
            (true, false) => " of its domain",
            (false, true) => " where nothing overflows",
            (false, false) => "",
        };
        let (known, says) = match self {
            Self::Proved => ("proved", format!("proved for all values{whose}")),
            Self::Refuted(_) => ("refuted", "refuted: see the error".to_owned()),
            Self::Tested(count, reason) => {
                let what = match law {
                    Law::Associative => "triples of values",
                    Law::Closed => "pairs of values",
                    Law::LeftNeutral | Law::RightNeutral => "values",
                };
                let why = reason.as_ref().map(|reason| format!(", not proved: {reason}"));
                ("tested", format!("tested on {count} {what}{whose}{}", why.unwrap_or_default()))
            }
        };
        LawFacts { law: Some(law.to_string()), known, says }
    }
}

fn is_symbol(name: &str) -> bool {
    !name.chars().any(char::is_alphanumeric)
}

fn tested(
    module: &Module,
    operator: &DeclaredOperator,
    budget: &laws::Budget,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(Law, usize)>> {
    if operator.assume_associative {
        return None;
    }
    laws::test(module, operator, budget).map_err(|found| diagnostics.push(*found)).ok()
}
