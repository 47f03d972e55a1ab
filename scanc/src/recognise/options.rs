//! Options in an iteration, which kernels do not have: whether there is a value, and which that is.
//!
//! ```text
//! x.get(k).copied().unwrap_or(0)             if k < x.len() { x[k] } else { 0 }
//! if let Some(v) = x.get(k) { y[i] = *v; }   if k < x.len() { let v = x[k]; y[i] = *v; }
//! ```
//!
//! Both are text, which is read as the user's is.

use super::body::{Walker, error_at, is_error};
use super::{bounds, refuse, slices};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::Scalar;
use crate::syntax::{Optional, bare, block, choice, matches, ours, parenthesized, plain_ident, text, type_of, variable, zero};
use syn::{BinOp, Expr, ExprMatch, ExprMethodCall, Pat, Stmt, parse_quote, parse_quote_spanned};

/// What an option is, as text.
pub(super) struct Choice {
    /// Whether it has a value.
    pub some: Expr,
    /// The value, which is there under that condition alone.
    pub value: Expr,
}

impl Walker<'_, '_> {
    /// The value of a method of an option: `x.get(k).map_or(0, |v| v + 1)`.
    pub(super) fn method_of_option(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let method = call.method.to_string();
        let arguments = match method.as_str() {
            "unwrap" | "unwrap_or_default" | "is_some" | "is_none" => 0,
            "expect" | "unwrap_or" | "unwrap_or_else" | "is_some_and" | "is_none_or" => 1,
            "map_or" | "map_or_else" => 2,
            _ => return None,
        };
        let optional = Optional::of(&call.receiver).filter(|_| call.args.len() == arguments)?;
        let (span, depth) = (Span::from(call.method.span()), std::mem::take(&mut self.depth));
        let value = self.option(&optional).and_then(|choice| {
            if method == "is_some" || method == "is_none" {
                self.compute_in_vain(&optional, &choice);
            }
            self.chosen_option(choice, &method, call)
        });
        self.depth = depth;
        Some(value.map_or_else(|| error_at(span), |value| self.operand(&value)))
    }

    fn chosen_option(&mut self, Choice { some, value }: Choice, method: &str, call: &ExprMethodCall) -> Option<Expr> {
        let (span, mut arguments) = (Span::from(call.method.span()), call.args.iter());
        let at = ours(span);
        let either = |yes: Expr, no: Expr| Some(choice(some.clone(), block(Vec::new(), yes), block(Vec::new(), no), span));
        match method {
            "is_some" => Some(some),
            "is_none" => Some(parse_quote_spanned!(at=> !(#some))),
            "is_some_and" => {
                let condition = self.called(arguments.next()?, vec![value])?;
                Some(parse_quote_spanned!(at=> (#some) && #condition))
            }
            "is_none_or" => {
                let condition = self.called(arguments.next()?, vec![value])?;
                Some(parse_quote_spanned!(at=> !(#some) || #condition))
            }
            "unwrap" | "expect" => {
                self.assert(&some, span);
                Some(value)
            }
            "unwrap_or" => {
                let otherwise = self.before_option(arguments.next()?);
                either(value, otherwise)
            }
            "unwrap_or_else" => {
                let otherwise = self.called(arguments.next()?, Vec::new())?;
                either(value, otherwise)
            }
            "unwrap_or_default" => {
                let known =
                    self.operand(&choice(some.clone(), block(Vec::new(), value.clone()), block(Vec::new(), value.clone()), span));
                let Some(scalar) = self.tables.scalar_of(&known) else {
                    let help = "say which value it is: `….unwrap_or(0)`";
                    self.refuse(refuse::METHOD, span, "this function does not show the type of this option's value", help);
                    return None;
                };
                either(value, zero(scalar, span))
            }
            "map_or" => {
                let otherwise = self.before_option(arguments.next()?);
                let value = self.called(arguments.next()?, vec![value])?;
                either(value, otherwise)
            }
            _ => {
                let otherwise = self.called(arguments.next()?, Vec::new())?;
                let value = self.called(arguments.next()?, vec![value])?;
                either(value, otherwise)
            }
        }
    }

    /// What is computed whether it is needed or not.
    fn before_option(&mut self, value: &Expr) -> Expr {
        let known = self.operand(value);
        if is_error(&known) || bounds::literal(&known).is_some() || matches!(bare(value), Expr::Lit(_) | Expr::Path(_)) {
            return value.clone();
        }
        self.named_option_part("otherwise", None, known, value.span())
    }

    /// A `match` of an option as the `if`s that it is. `None` where it is another one.
    pub(super) fn options_as_choices(&mut self, branches: &ExprMatch) -> Option<Expr> {
        let optional = Optional::of(&branches.expr)?;
        let mut branches = branches.clone();
        for arm in &mut branches.arms {
            arm.pat = as_parts(&arm.pat)?;
        }
        let depth = std::mem::take(&mut self.depth);
        let known = self.option(&optional);
        known.iter().for_each(|choice| self.compute_in_vain(&optional, choice));
        self.depth = depth;
        let error = error_at(optional.source.span());
        let parts = known.map_or_else(|| vec![error.clone(), error.clone()], |Choice { some, value }| vec![some, value]);
        matches::of_parts(&branches, parts)
    }

    /// `let Some(v) = x.get(k) else { continue };` as `if k < x.len() {} else { continue }` and `let v = x[k];`.
    pub(super) fn option_until(&mut self, local: &syn::Local) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref()?;
        let (optional, (_, otherwise)) = (Optional::of(&init.expr)?, init.diverge.as_ref()?);
        let (pattern, at) = (of_some(&local.pat)?, ours(local.let_token.span.into()));
        if !matches::always(pattern) {
            // A value that it names besides would have to be taken apart.
            let (whole, asked) = (&local.pat, &init.expr);
            let branches: ExprMatch = parse_quote_spanned!(at=> match #asked { #whole => {}, _ => #otherwise });
            let choices = if matches::has_names(pattern) { None } else { self.options_as_choices(&branches) };
            return choices.map(|choices| vec![Stmt::Expr(choices, None)]);
        }
        let Some(Choice { some, value }) = self.option(&optional) else {
            self.bind_error(pattern, &error_at(optional.source.span()));
            return Some(Vec::new());
        };
        Some(vec![parse_quote_spanned!(at=> if #some {} else #otherwise), parse_quote_spanned!(at=> let #pattern = #value;)])
    }

    /// `x.get(k) == Some(&v)`, `x.first() != None`
    pub(super) fn compared_option(&mut self, left: &Expr, operator: &BinOp, right: &Expr) -> Option<Expr> {
        let is_equal = match operator {
            BinOp::Eq(_) => true,
            BinOp::Ne(_) => false,
            _ => return None,
        };
        let (optional, other) = match (Optional::of(left), Optional::of(right)) {
            (Some(optional), None) => (optional, bare(right)),
            (None, Some(optional)) => (optional, bare(left)),
            _ => return None,
        };
        let compared = match other {
            Expr::Path(none) if is_named(&none.path, "None") => None,
            Expr::Call(call) if call.args.len() == 1 => match &*call.func {
                Expr::Path(some) if is_named(&some.path, "Some") => Some(self.before_option(&call.args[0])),
                _ => return None,
            },
            _ => return None,
        };
        let (depth, at) = (std::mem::take(&mut self.depth), ours(optional.source.method.span().into()));
        let known = self.option(&optional);
        if compared.is_none() {
            known.iter().for_each(|choice| self.compute_in_vain(&optional, choice));
        }
        self.depth = depth;
        let Some(Choice { some, value }) = known else { return Some(error_at(optional.source.span())) };
        let is_so: Expr = match compared {
            None => parse_quote_spanned!(at=> !(#some)),
            Some(compared) => parse_quote_spanned!(at=> (#some) && #value == #compared),
        };
        let whole = if is_equal { is_so } else { parse_quote_spanned!(at=> !(#is_so)) };
        Some(self.operand(&whole))
    }

    /// What a closure makes of the value is made of it whether somebody looks at that or not: it may panic.
    fn compute_in_vain(&mut self, optional: &Optional, Choice { some, value }: &Choice) {
        if optional.steps.iter().any(|step| step.method == "map") {
            self.statement(&parse_quote_spanned!(ours(optional.source.method.span().into())=> if #some { let _ = #value; }));
        }
    }

    /// What an option is. `None` where it has been told why that is not known.
    pub(super) fn option(&mut self, optional: &Optional) -> Option<Choice> {
        let source = optional.source;
        let first = match source.method.to_string().as_str() {
            _ if optional.is_of_slice() => self.option_of_slice(source, true),
            _ if optional.is_consumed() => self.found(source),
            "then" => {
                let value = self.called(&source.args[0], Vec::new())?;
                Some(Choice { some: parenthesized(bare(&source.receiver).clone()), value })
            }
            "then_some" => {
                let condition = self.operand(&source.receiver);
                let some = self.named_option_part("is_some", None, condition, source.receiver.span());
                Some(Choice { some, value: self.before_option(&source.args[0]) })
            }
            method => self.checked(source, method),
        }?;
        optional.steps.iter().try_fold(first, |Choice { some, value }, step| {
            let at = ours(step.method.span().into());
            let Some(function) = step.args.first() else { return Some(Choice { some, value }) };
            Some(match step.method.to_string().as_str() {
                "map" => Choice { some, value: self.called(function, vec![value])? },
                "and_then" => {
                    let [is_some, then] = self.given_by(function)?;
                    let is_some = self.called(&is_some, vec![value.clone()])?;
                    Choice { some: parse_quote_spanned!(at=> (#some) && #is_some), value: self.called(&then, vec![value])? }
                }
                _ => {
                    let condition = self.called(function, vec![value.clone()])?;
                    Choice { some: parse_quote_spanned!(at=> (#some) && #condition), value }
                }
            })
        })
    }

    /// `x.get(k)`, `x.get(from..to)`, `x.first()`, `x.last()`. Where it is not `here` what it says is computed where it stands.
    pub(super) fn option_of_slice(&mut self, source: &ExprMethodCall, here: bool) -> Option<Choice> {
        let at = ours(source.method.span().into());
        let whole = self.indexed_slice(source, here)?;
        let Some(argument) = source.args.first() else {
            let index: Expr = match source.method == "first" {
                true => parse_quote_spanned!(at=> 0),
                false => parse_quote_spanned!(at=> #whole.len() - 1),
            };
            return Some(Choice {
                some: parse_quote_spanned!(at=> #whole.len() > 0),
                value: parse_quote_spanned!(at=> #whole[#index]),
            });
        };
        let mut named = |base: &str, value: &Expr| {
            if !here || plain_ident(bare(value)).is_some() || matches!(bare(value), Expr::Lit(_)) {
                return parenthesized(bare(value).clone());
            }
            let known = self.operand(value);
            self.named_option_part(base, Some(&parse_quote!(usize)), known, value.span())
        };
        Some(match bare(argument) {
            Expr::Range(range) if matches!(range.limits, syn::RangeLimits::HalfOpen(_)) => {
                let from = range.start.as_ref().map_or_else(|| parse_quote_spanned!(at=> 0), |from| named("from", from));
                let to = range.end.as_ref().map_or_else(|| parse_quote_spanned!(at=> #whole.len()), |to| named("to", to));
                Choice {
                    some: parse_quote_spanned!(at=> #from <= #to && #to <= #whole.len()),
                    value: parse_quote_spanned!(at=> &#whole[#from..#to]),
                }
            }
            Expr::Reference(_) | Expr::Range(_) => {
                self.unknown_method(source);
                return None;
            }
            index => {
                let index = named("at", index);
                Choice {
                    some: parse_quote_spanned!(at=> #index < #whole.len()),
                    value: parse_quote_spanned!(at=> #whole[#index]),
                }
            }
        })
    }

    /// A name for what is needed several times.
    fn named_option_part(&mut self, base: &str, ty: Option<&syn::Type>, value: Expr, span: Span) -> Expr {
        let name = self.tables.names.for_text(base, span);
        self.bind_value(&name, ty, bare(&value).clone());
        variable(&name)
    }

    /// What may be indexed several times, and asked for its length: an array's name, or that of a part of one.
    fn indexed_slice(&mut self, source: &ExprMethodCall, here: bool) -> Option<Expr> {
        let receiver = match bare(&source.receiver) {
            Expr::Reference(reference) if reference.mutability.is_none() => bare(&reference.expr),
            receiver => receiver,
        };
        if here && slices::range_of(receiver).is_some() {
            let name = self.tables.names.for_text("slice", receiver.span());
            self.statement(&parse_quote_spanned!(ours(receiver.span())=> let #name = &#receiver;));
            return Some(variable(&name));
        }
        if self.is_slice(receiver) || self.outer_place(receiver).is_some() {
            return Some(receiver.clone());
        }
        self.unknown_method(source);
        None
    }

    /// `a.checked_sub(b)`, of unsigned numbers.
    fn checked(&mut self, source: &ExprMethodCall, method: &str) -> Option<Choice> {
        let span = Span::from(source.method.span());
        let [left, right] = [&source.receiver, &source.args[0]].map(|operand| self.operand(operand));
        if is_error(&left) || is_error(&right) {
            return None;
        }
        let scalar = self.tables.scalar_of(&left).or_else(|| self.tables.scalar_of(&right));
        let Some(ty) = scalar.filter(|scalar| matches!(scalar, Scalar::Int(ty) if !ty.signed())).map(type_of) else {
            let help = match method {
                "checked_sub" => "write the condition: `if a >= b { a - b } else { 0 }`",
                "checked_add" => "write the condition: `if a <= MOST - b { a + b } else { 0 }`",
                _ => "write the condition: `if b != 0 { a / b } else { 0 }`",
            };
            let message = format!("`{method}` is known to kernels of unsigned numbers whose type this function shows");
            // Whether there is a value, and which, may be asked one after the other.
            self.diagnostics.push_once(Diagnostic::error(refuse::METHOD, span, message).help(help));
            return None;
        };
        let left = self.named_option_part("left", Some(&ty), left, span);
        let right = self.named_option_part("right", Some(&ty), right, span);
        let at = ours(span);
        let (some, value) = match method {
            "checked_sub" => (parse_quote_spanned!(at=> #right <= #left), parse_quote_spanned!(at=> #left - #right)),
            "checked_add" => (parse_quote_spanned!(at=> #left <= #ty::MAX - #right), parse_quote_spanned!(at=> #left + #right)),
            "checked_div" => (parse_quote_spanned!(at=> #right != 0), parse_quote_spanned!(at=> #left / #right)),
            _ => (parse_quote_spanned!(at=> #right != 0), parse_quote_spanned!(at=> #left % #right)),
        };
        Some(Choice { some, value })
    }

    /// An option as a value itself.
    pub(super) fn refuse_option(&mut self, call: &ExprMethodCall) -> Expr {
        let (name, receiver) = (&call.method, text(&call.receiver));
        let receiver = if receiver.len() > 20 { "…" } else { &receiver };
        let called = if call.args.is_empty() { format!("{name}()") } else { format!("{name}(…)") };
        let message = format!("`{name}` gives an `Option`, which kernels do not have");
        let help = format!(
            "say here what is there without a value, or that it has one: `{receiver}.{called}.unwrap_or(0)`, `if let Some(v) = \
             {receiver}.{called} {{ … }}`, `….unwrap()`"
        );
        self.refuse(refuse::METHOD, call.span(), message, help)
    }
}

pub(super) fn is_named(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// `pattern` in `Some(pattern)`.
pub(super) fn of_some(pattern: &Pat) -> Option<&Pat> {
    match pattern {
        Pat::Paren(inner) => of_some(&inner.pat),
        Pat::TupleStruct(some) if is_named(&some.path, "Some") && some.elems.len() == 1 => some.elems.first(),
        _ => None,
    }
}

/// The pattern of an option as one of whether there is a value, and which: `(true, pattern)` for `Some(pattern)`.
fn as_parts(pattern: &Pat) -> Option<Pat> {
    if let Some(inner) = of_some(pattern) {
        return Some(parse_quote!((true, #inner)));
    }
    match pattern {
        Pat::Wild(_) => Some(pattern.clone()),
        Pat::Ident(none) if none.ident == "None" && none.subpat.is_none() => Some(parse_quote!((false, _))),
        Pat::Path(none) if is_named(&none.path, "None") => Some(parse_quote!((false, _))),
        Pat::Paren(inner) => as_parts(&inner.pat),
        Pat::Or(several) => {
            let cases = several.cases.iter().map(as_parts).collect::<Option<_>>()?;
            Some(Pat::Or(syn::PatOr { cases, ..several.clone() }))
        }
        _ => None,
    }
}
