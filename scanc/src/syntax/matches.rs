//! A `match` over values of primitive types, or a tuple of such, as the `if`s that it is.

use super::{Bound, bare, binary, not, ours, parenthesized, variable};
use crate::diagnostic::{Span, Spanned};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprMatch, Lit, Pat, RangeLimits, Stmt, Token};

/// A `match` as a value that names what it matches by `name`, where that may not be said several times.
pub(crate) fn value(branches: &ExprMatch, name: &mut dyn FnMut(&Expr) -> Ident) -> Option<Expr> {
    let mut names = Vec::new();
    let mut repeated = |part: &Expr| match may_be_repeated(part) {
        true => part.clone(),
        false => {
            let name = name(part);
            names.push((name.clone(), part.clone()));
            variable(&name)
        }
    };
    let matched = match bare(&branches.expr) {
        Expr::Tuple(tuple) => {
            Expr::Tuple(syn::ExprTuple { elems: tuple.elems.iter().map(&mut repeated).collect(), ..tuple.clone() })
        }
        one => repeated(one),
    };
    let chain = choices(branches, &matched)?;
    Some(names.into_iter().rev().fold(chain, |chain, (name, part)| named(&name, &part, chain)))
}

/// Whether a macro is called as the standard library's `name!` is.
pub(super) fn is_called(call: &syn::Macro, name: &str) -> bool {
    let names: Vec<String> = call.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match names.as_slice() {
        [called] => called == name,
        [library, called] => matches!(library.as_str(), "std" | "core") && called == name,
        _ => false,
    }
}

/// What stands in `matches!(…)`.
pub(crate) struct Matches {
    pub value: Expr,
    comma: Token![,],
    pub pattern: Pat,
    pub guard: Option<(Token![if], Expr)>,
}

impl Parse for Matches {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let (value, comma) = (input.parse()?, input.parse()?);
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = if input.peek(Token![if]) { Some((input.parse()?, input.parse()?)) } else { None };
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { value, comma, pattern, guard })
    }
}

impl ToTokens for Matches {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { value, comma, pattern, guard } = self;
        tokens.extend(quote!(#value #comma #pattern));
        if let Some((word, condition)) = guard {
            tokens.extend(quote!(#word #condition));
        }
    }
}

impl Matches {
    /// What a macro is given, if it is the standard library's `matches!`.
    pub(crate) fn of(call: &syn::Macro) -> Option<Self> {
        is_called(call, "matches").then(|| call.parse_body().ok()).flatten()
    }

    /// `match value { pattern if guard => true, _ => false }`
    pub(crate) fn into_match(self, span: Span) -> ExprMatch {
        let guard = self.guard.map(|(word, condition)| (word, Box::new(condition)));
        let (pattern, value) = (self.pattern, Box::new(self.value));
        let mut branches: ExprMatch = syn::parse_quote_spanned!(span.first=> match () { _ => true, _ => false });
        branches.expr = value;
        (branches.arms[0].pat, branches.arms[0].guard) = (pattern, guard);
        branches
    }

    /// The same of `let pattern = value`, where that is a condition.
    pub(crate) fn of_let(condition: &syn::ExprLet) -> Self {
        let comma = Token![,](condition.eq_token.span);
        Self { value: (*condition.expr).clone(), comma, pattern: (*condition.pat).clone(), guard: None }
    }
}

/// `if let pattern = value && condition { … } else { … }`, whose pattern has names, as `match value { pattern if condition => { … }, _ => { … }
/// }`.
pub(crate) fn of_if_let(choice: &syn::ExprIf) -> Option<ExprMatch> {
    let (condition, guard) = first_let(&choice.cond)?;
    has_names(&condition.pat).then_some(())?;
    let mut branches = Matches::of_let(condition).into_match(span(&condition.pat));
    *branches.arms[0].body = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: choice.then_branch.clone() });
    *branches.arms[1].body = match &choice.else_branch {
        Some((_, otherwise)) => (**otherwise).clone(),
        None => syn::parse_quote!({}),
    };
    branches.arms[0].guard = guard.map(|guard| (Token![if](span(&condition.pat).first), Box::new(guard)));
    Some(branches)
}

/// The `let` that a condition begins with, and what else it asks.
fn first_let(condition: &Expr) -> Option<(&syn::ExprLet, Option<Expr>)> {
    match condition {
        Expr::Let(condition) => Some((condition, None)),
        Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
            let (first, more) = first_let(&both.left)?;
            let more = match more {
                Some(more) => binary(more, both.op, (*both.right).clone()),
                None => (*both.right).clone(),
            };
            Some((first, Some(more)))
        }
        _ => None,
    }
}

/// Whether a pattern takes every value: it is a name, `_`, or a tuple or reference of such.
pub(crate) fn always(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(name) => is_variable(&name.ident) && name.subpat.is_none(),
        Pat::Paren(inner) => always(&inner.pat),
        Pat::Reference(inner) => always(&inner.pat),
        Pat::Type(inner) => always(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().all(always),
        _ => false,
    }
}

/// Whether a pattern has a name for what it matches, or for a part of it.
pub(crate) fn has_names(pattern: &Pat) -> bool {
    let mut has_names = false;
    Bound(&mut |name| has_names |= !is_constant(&name.ident)).visit_pat(pattern);
    has_names
}

/// The condition of `if condition { true } else { false }`; any other value as it is.
pub(crate) fn condition_of(value: &Expr) -> &Expr {
    let Expr::If(choice) = value else { return value };
    let is =
        |block: &Block, text: &str| matches!(block.stmts.as_slice(), [Stmt::Expr(value, None)] if super::text(value) == text);
    match choice.else_branch.as_ref().map(|(_, otherwise)| bare(otherwise)) {
        Some(Expr::Block(no)) if is(&choice.then_branch, "true") && is(&no.block, "false") => &choice.cond,
        _ => value,
    }
}

/// `a && b` for `if a { b } else { false }`, `a || b` for `if a { true } else { b }`, and the like; any other value as it is.
pub(crate) fn logical(value: Expr) -> Expr {
    let Expr::If(choice) = &value else { return value };
    let only = |block: &Block| match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => Some(value.clone()),
        _ => None,
    };
    let otherwise = match choice.else_branch.as_ref().map(|(_, otherwise)| bare(otherwise)) {
        Some(Expr::Block(no)) => only(&no.block),
        _ => None,
    };
    let (Some(yes), Some(no)) = (only(&choice.then_branch), otherwise) else { return value };
    let (condition, span) = ((*choice.cond).clone(), Span::from(choice.if_token.span));
    let at = ours(span);
    let (and, or) = (BinOp::And(Token![&&](at)), BinOp::Or(Token![||](at)));
    match [&yes, &no].map(truth_of) {
        [Some(true), Some(false)] => condition,
        [Some(false), Some(true)] => not(condition, span),
        [None, Some(false)] => joined(condition, and, yes),
        [Some(false), None] => joined(not(condition, span), and, no),
        [Some(true), None] => joined(condition, or, no),
        [None, Some(true)] => joined(not(condition, span), or, yes),
        _ => value,
    }
}

/// What `true` or `false` says.
fn truth_of(value: &Expr) -> Option<bool> {
    match value {
        Expr::Lit(syn::ExprLit { lit: Lit::Bool(is), .. }) => Some(is.value),
        _ => None,
    }
}

/// `left op right`, where the operator is `&&` or `||`: `a && b && c`, whichever two of them were together before.
fn joined(left: Expr, op: BinOp, right: Expr) -> Expr {
    match right {
        Expr::Binary(right) if right.op == op => joined(joined(left, op, *right.left), op, *right.right),
        right => binary(operand(left, &op), op, operand(right, &op)),
    }
}

/// An operand of `and_or`, which is `&&` or `||`.
fn operand(value: Expr, and_or: &BinOp) -> Expr {
    let is_compared =
        |op: &BinOp| matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_));
    match value {
        Expr::Unary(unary) => Expr::Unary(unary),
        Expr::Binary(inner) if is_compared(&inner.op) || inner.op == *and_or => Expr::Binary(inner),
        value => parenthesized(value),
    }
}

/// The same of a `match` over values that it has several of, each under conditions of its own: none of them is given a name.
pub(crate) fn of_parts(branches: &ExprMatch, parts: Vec<Expr>) -> Option<Expr> {
    let parts = parts.into_iter().collect();
    choices(branches, &Expr::Tuple(syn::ExprTuple { attrs: Vec::new(), paren_token: syn::token::Paren::default(), elems: parts }))
}

/// Whether a pattern has a name that is written as a constant's, and for which `is_variable` holds: it is a new variable then.
pub(crate) fn hides(branches: &ExprMatch, is_variable: &dyn Fn(&Ident) -> bool) -> bool {
    let mut hides = false;
    let mut look = |name: &syn::PatIdent| hides |= is_constant(&name.ident) && is_variable(&name.ident);
    branches.arms.iter().for_each(|arm| Bound(&mut look).visit_pat(&arm.pat));
    hides
}

/// Whether an expression may be said several times: it is a name, an element or a field.
fn may_be_repeated(matched: &Expr) -> bool {
    match bare(matched) {
        Expr::Path(_) => true,
        Expr::Field(field) => may_be_repeated(&field.base),
        Expr::Index(access) => may_be_repeated(&access.expr) && matches!(bare(&access.index), Expr::Path(_) | Expr::Lit(_)),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && may_be_repeated(&unary.expr),
        _ => false,
    }
}

/// `if matched == 1 { … } else if … { … } else { … }`, if all patterns are literals, constants, ranges of these, `_`, or several of these;
/// the last one may have names. What no arm before the last takes is the last one's, as rustc sees to it that one does.
fn choices(branches: &ExprMatch, matched: &Expr) -> Option<Expr> {
    let (last, others) = branches.arms.split_last()?;
    let mut names = Vec::new();
    rest(&last.pat, matched, &mut names)?;
    let mut chain = all_named(&names, bare(&last.body).clone());
    if last.guard.is_some() {
        return None;
    }
    for arm in others.iter().rev() {
        let mut names = Vec::new();
        let pattern = condition(&arm.pat, matched, &mut names)?;
        let with_names = |value: Expr| all_named(&names, value);
        let body = with_names(bare(&arm.body).clone());
        let asked = |guard: &Expr| inlined(guard, &names).unwrap_or_else(|| with_names(guard.clone()));
        let taken = match (pattern, &arm.guard) {
            (Taken::Always, None) => {
                chain = body;
                continue;
            }
            (Taken::Always, Some((_, guard))) => asked(guard),
            (Taken::If(condition), None) => *condition,
            (Taken::If(condition), Some((_, guard))) => {
                let and = BinOp::And(Token![&&](span(&arm.pat).first));
                binary(parenthesized(*condition), and, parenthesized(asked(guard)))
            }
        };
        chain = Expr::If(syn::ExprIf {
            attrs: Vec::new(),
            if_token: Token![if](span(&arm.pat).first),
            cond: Box::new(taken),
            then_branch: block(body),
            else_branch: Some((Token![else](span(&arm.pat).first), Box::new(otherwise(chain)))),
        });
    }
    Some(chain)
}

/// A guard with what its names stand for in their place. `None` where it binds one of them itself, or has a macro, which nobody looks into.
fn inlined(guard: &Expr, names: &[(Ident, Expr)]) -> Option<Expr> {
    struct Inline<'n>(&'n [(Ident, Expr)], bool);
    impl VisitMut for Inline<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            match super::plain_ident(expr).and_then(|name| self.0.iter().rev().find(|(known, _)| known == name)) {
                Some((_, part @ Expr::Unary(_))) => *expr = parenthesized(part.clone()),
                Some((_, part)) => *expr = part.clone(),
                None => visit_mut::visit_expr_mut(self, expr),
            }
        }

        fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
            self.1 |= self.0.iter().any(|(known, _)| *known == name.ident);
        }

        fn visit_macro_mut(&mut self, _: &mut syn::Macro) {
            self.1 = true;
        }
    }
    let (mut inline, mut inlined) = (Inline(names, false), guard.clone());
    inline.visit_expr_mut(&mut inlined);
    (!inline.1 || names.is_empty()).then_some(inlined)
}

/// What the last arm calls what is left: even if a name in its pattern is a constant's, the value is that constant's then.
fn rest(pattern: &Pat, matched: &Expr, names: &mut Vec<(Ident, Expr)>) -> Option<()> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
            names.push((name.ident.clone(), matched.clone()));
        }
        Pat::Tuple(patterns) => {
            let parts = parts(patterns, matched)?;
            pairs(patterns, &parts)?.into_iter().try_for_each(|(pattern, part)| rest(pattern, part, names))?;
        }
        pattern => drop(condition(pattern, matched, names)?),
    }
    Some(())
}

/// The parts of what a tuple's pattern is held against: of an element that is a tuple, its fields.
fn parts(patterns: &syn::PatTuple, matched: &Expr) -> Option<syn::ExprTuple> {
    if let Expr::Tuple(parts) = bare(matched) {
        return Some(parts.clone());
    }
    // How many parts `..` stands for is not known here.
    let is_whole = !patterns.elems.iter().any(|pattern| matches!(pattern, Pat::Rest(_)));
    let parts = (0..).zip(&patterns.elems).map(|(number, _)| super::part(matched.clone(), number)).collect();
    let tuple = syn::ExprTuple { attrs: Vec::new(), paren_token: patterns.paren_token, elems: parts };
    (is_whole && !patterns.elems.is_empty() && may_be_repeated(matched)).then_some(tuple)
}

/// The patterns of a tuple, each with the part that it is of. `..` leaves out those in between.
fn pairs<'t>(patterns: &'t syn::PatTuple, parts: &'t syn::ExprTuple) -> Option<Vec<(&'t Pat, &'t Expr)>> {
    let is_rest = |pattern: &&Pat| matches!(pattern, Pat::Rest(_));
    let (patterns, parts): (Vec<&Pat>, Vec<&Expr>) = (patterns.elems.iter().collect(), parts.elems.iter().collect());
    let Some(at) = patterns.iter().position(is_rest) else {
        return (patterns.len() == parts.len()).then(|| patterns.into_iter().zip(parts).collect());
    };
    let left_out = (parts.len() + 1).checked_sub(patterns.len())?;
    let before = patterns[..at].iter().zip(&parts);
    let after = patterns[at + 1..].iter().zip(&parts[at + left_out..]);
    Some(before.chain(after).map(|(pattern, part)| (*pattern, *part)).collect())
}

/// `{ let name = matched; chain }`, for a value that is computed once.
fn named(name: &Ident, matched: &Expr, chain: Expr) -> Expr {
    let first = syn::parse_quote!(let #name = #matched;);
    let block = Block { brace_token: syn::token::Brace::default(), stmts: vec![first, Stmt::Expr(chain, None)] };
    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block })
}

/// The same for what a pattern names at once: what is named may mention a variable that another of the names hides.
fn all_named(names: &[(Ident, Expr)], chain: Expr) -> Expr {
    let hides = |(at, (name, _)): (usize, &(Ident, Expr))| {
        names[at + 1..].iter().any(|(_, part)| super::mentions_word(&part.to_token_stream(), &name.to_string()))
    };
    if !names.iter().enumerate().any(hides) {
        return names.iter().rev().fold(chain, |chain, (name, part)| named(name, part, chain));
    }
    let (names, parts): (Vec<&Ident>, Vec<&Expr>) = names.iter().map(|(name, part)| (name, part)).unzip();
    let first = syn::parse_quote!(let (#(#names),*) = (#(#parts),*););
    let block = Block { brace_token: syn::token::Brace::default(), stmts: vec![first, Stmt::Expr(chain, None)] };
    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block })
}

/// When an arm is taken.
enum Taken {
    Always,
    If(Box<Expr>),
}

impl Taken {
    fn if_true(condition: Expr) -> Self {
        Self::If(Box::new(condition))
    }
}

/// `names` are those that the pattern gives to what is matched, and to parts of it. `None`: it takes something apart that is no tuple, or
/// names something by a reference, or in one of several patterns.
fn condition(pattern: &Pat, matched: &Expr, names: &mut Vec<(Ident, Expr)>) -> Option<Taken> {
    let compared = |operator: BinOp, value: &Expr| binary(matched.clone(), operator, value.clone());
    let at = span(pattern).first;
    match pattern {
        Pat::Wild(_) => Some(Taken::Always),
        Pat::Paren(inner) => condition(&inner.pat, matched, names),
        // References are read as the values that they refer to.
        Pat::Reference(inner) if inner.mutability.is_none() => condition(&inner.pat, matched, names),
        Pat::Tuple(patterns) => {
            let parts = parts(patterns, matched)?;
            let mut all = Taken::Always;
            for (pattern, part) in pairs(patterns, &parts)? {
                all = match (all, condition(pattern, part, names)?) {
                    (Taken::If(known), Taken::If(one)) => {
                        let and = BinOp::And(Token![&&](at));
                        Taken::if_true(binary(conjunct(*known), and, conjunct(*one)))
                    }
                    (Taken::Always, one) | (one, Taken::Always) => one,
                };
            }
            Some(all)
        }
        // If it were a new name, which hides nothing, rustc would not find it in the comparison.
        Pat::Ident(name)
            if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() && is_constant(&name.ident) =>
        {
            Some(Taken::if_true(compared(BinOp::Eq(Token![==](at)), &variable(&name.ident))))
        }
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && is_variable(&name.ident) => {
            names.push((name.ident.clone(), matched.clone()));
            name.subpat.as_ref().map_or(Some(Taken::Always), |(_, inner)| condition(inner, matched, names))
        }
        Pat::Path(constant) if constant.path.segments.last().is_some_and(|last| is_constant(&last.ident)) => {
            Some(Taken::if_true(compared(BinOp::Eq(Token![==](at)), &Expr::Path(constant.clone()))))
        }
        Pat::Lit(literal) => Some(Taken::if_true(match &literal.lit {
            Lit::Bool(value) if value.value => matched.clone(),
            Lit::Bool(_) => not(matched.clone(), span(pattern)),
            _ => compared(BinOp::Eq(Token![==](at)), &Expr::Lit(literal.clone())),
        })),
        Pat::Range(range) => {
            let from = range.start.as_ref().map(|from| compared(BinOp::Ge(Token![>=](at)), from));
            let to = range.end.as_ref().map(|to| match range.limits {
                RangeLimits::Closed(_) => compared(BinOp::Le(Token![<=](at)), to),
                RangeLimits::HalfOpen(_) => compared(BinOp::Lt(Token![<](at)), to),
            });
            let both = match (from, to) {
                (Some(from), Some(to)) => binary(from, BinOp::And(Token![&&](at)), to),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => return None,
            };
            Some(Taken::if_true(both))
        }
        Pat::Or(several) => {
            let mut any: Option<Expr> = None;
            for case in &several.cases {
                let known = names.len();
                let case = condition(case, matched, names)?;
                (names.len() == known).then_some(())?;
                let Taken::If(one) = case else { return Some(Taken::Always) };
                any = Some(match any {
                    Some(known) => binary(known, BinOp::Or(Token![||](at)), *one),
                    None => *one,
                });
            }
            any.map(Taken::if_true)
        }
        _ => None,
    }
}

/// Whether it is a constant's name, as these are written.
pub(crate) fn is_constant(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with(|first: char| first.is_uppercase()) && !name.contains(char::is_lowercase)
}

/// Whether it is a variable's name, as these are written.
pub(crate) fn is_variable(name: &Ident) -> bool {
    !name.to_string().starts_with(char::is_uppercase)
}

/// A condition beside another one.
fn conjunct(condition: Expr) -> Expr {
    let is_choice = matches!(condition, Expr::Binary(syn::ExprBinary { op: BinOp::Or(_), .. }));
    if is_choice { parenthesized(condition) } else { condition }
}

fn span(pattern: &Pat) -> Span {
    Spanned::span(pattern)
}

/// An arm's body as a block.
fn block(body: Expr) -> Block {
    match body {
        Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => block.block,
        body => Block { brace_token: syn::token::Brace::default(), stmts: vec![Stmt::Expr(body, None)] },
    }
}

/// What follows an `else`.
fn otherwise(body: Expr) -> Expr {
    match body {
        body @ Expr::If(_) => body,
        body => Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: block(body) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(text: &str) -> Option<String> {
        let branches: ExprMatch = syn::parse_str(text).expect(text);
        choices(&branches, &branches.expr).map(|chain| chain.to_token_stream().to_string())
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let expected: Expr = syn::parse_str(expected).expect(expected);
        assert_eq!(chain(text), Some(expected.to_token_stream().to_string()), "{text}");
    }

    #[test]
    fn names_of_a_condition_are_those_of_an_arm() {
        let branches = |text: &str| {
            let choice: syn::ExprIf = syn::parse_str(text).expect(text);
            of_if_let(&choice).map(|branches| branches.to_token_stream().to_string())
        };
        let check = |text: &str, expected: &str| {
            let expected: ExprMatch = syn::parse_str(expected).expect(expected);
            assert_eq!(branches(text), Some(expected.to_token_stream().to_string()), "{text}");
        };
        check("if let k @ 1..=9 = c { k } else { 0 }", "match c { k @ 1..=9 => { k }, _ => { 0 } }");
        check("if let (0, k) = (s, c) { y = k; }", "match (s, c) { (0, k) => { y = k; }, _ => {} }");
        check("if let k = c && k > 1 && w { k } else { 0 }", "match c { k if k > 1 && w => { k }, _ => { 0 } }");
        assert_eq!(branches("if let 0 | LOW = c && w { 1 } else { 0 }"), None);
        assert_eq!(branches("if w && let k = c { k } else { 0 }"), None);
    }

    #[test]
    fn literals_and_ranges_are_compared_in_order() {
        check("match c { b'(' => 1, b')' => -1, _ => 0 }", "if c == b'(' { 1 } else if c == b')' { -1 } else { 0 }");
        check("match c { 1 | 3..=5 | 7.. => a, _ => b }", "if c == 1 || c >= 3 && c <= 5 || c >= 7 { a } else { b }");
        check("match c { 0 if w => a, _ if v => { b } _ => d }", "if (c == 0) && w { a } else if v { b } else { d }");
        check("match c { true => a, false => b }", "if c { a } else { b }");
        check("match c { 0 => a, _ => b, 1 => d }", "if c == 0 { a } else { b }");
        check("match c { 0..3 => a, 3.. => b }", "if c >= 0 && c < 3 { a } else { b }");
        check("match c { 0 => 1, rest => rest }", "if c == 0 { 1 } else { let rest = c; rest }");
        check(
            "match c { LOW => 1, limits::HIGH | 9 => 2, _ => 0 }",
            "if c == LOW { 1 } else if c == limits::HIGH || c == 9 { 2 } else { 0 }",
        );
    }

    #[test]
    fn an_element_that_is_a_tuple_has_its_parts_compared() {
        check(
            "match x[i] { (0, k) => k, (a, (b, true)) => a, (a, (b, _)) => a - b }",
            "if x[i].0 == 0 { let k = x[i].1; k } else if x[i].1.1 { let a = x[i].0; { let b = x[i].1.0; a } } \
             else { let a = x[i].0; { let b = x[i].1.0; a - b } }",
        );
        check("match p { (p, q) => p - q }", "{ let (p, q) = (p.0, p.1); p - q }");
        assert_eq!(chain("match p { (0, ..) => 1, (_, q) => q }"), None);
    }

    #[test]
    fn parts_of_tuples_are_compared_each() {
        check(
            "match (s, c) { (0, b'q') => 1, (1 | 2, b'q') => 0, (2, _) => 1, (s, _) => s }",
            "if s == 0 && c == b'q' { 1 } else if (s == 1 || s == 2) && c == b'q' { 0 } else if s == 2 { 1 } else { let s = s; s }",
        );
        check(
            "match (a, b, c) { (0, ..) => 1, (.., 2) => 2, (1, .., 3) => 3, (..) => 0 }",
            "if a == 0 { 1 } else if c == 2 { 2 } else if a == 1 && c == 3 { 3 } else { 0 }",
        );
        // Each name is of what was there before the others.
        check(
            "match (b, a) { (0, b) if b > 1 => b, (a, b) => a - b }",
            "if (b == 0) && (a > 1) { let b = a; b } else { let (a, b) = (b, a); a - b }",
        );
        check("match (&a, &b) { (&0, _) => 1, (_, &n) => n }", "if &a == 0 { 1 } else { let n = &b; n }");
        check("match (a, b) { (true, false) => 1, _ => 0 }", "if a && !b { 1 } else { 0 }");
    }

    #[test]
    fn what_an_arm_names_is_a_variable_of_its_guard_and_its_value() {
        check("match c { n if n > 0 => 1, _ => 0 }", "if c > 0 { let n = c; 1 } else { 0 }");
        check(
            "match *c { n if n.is_odd() && matches!(n, 3 | 5) => 1, n if n.is_odd() => 2, _ => 0 }",
            "if { let n = *c; n.is_odd() && matches!(n, 3 | 5) } { let n = *c; 1 } \
             else if (*c).is_odd() { let n = *c; 2 } else { 0 }",
        );
        check("match c { n @ 1..=3 => n, _ => 0 }", "if c >= 1 && c <= 3 { let n = c; n } else { 0 }");
        check(
            "match (a, b) { (0, n) if n > 1 => n, (m, 3) => m, (_, _) => 0 }",
            "if (a == 0) && (b > 1) { let n = b; n } else if b == 3 { let m = a; m } else { 0 }",
        );
    }

    #[test]
    fn what_takes_apart_is_none_of_these() {
        for text in [
            "match c { ref n if *n > 0 => 1, _ => 0 }",
            "match c { 1 | n if n > 0 => 1, _ => 0 }",
            "match c { Some(1) => 1, _ => 0 }",
            "match c { Limit => 1, _ => 0 }",
            "match pair() { (0, 1) => 1, (_, _) => 0 }",
            "match c {}",
        ] {
            assert_eq!(chain(text), None, "{text}");
        }
    }
}
