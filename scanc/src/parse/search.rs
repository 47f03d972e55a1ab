//! Searches: loops that end with the first iteration that leaves them, and that change nothing before it does, and iterators that say whether
//! there is an item of which something holds, or which is the first.
//!
//! What is recognised of one is its [`probe`]: which iterations leave. It counts them all from 0, and takes the least of those.
//!
//! ```text
//! for v in x {                                     for (k, v) in x.iter().enumerate() {
//!     if *v < 0.0 { log(v); return false; }   →        if *v < 0.0 { first = first.min(k); continue; }
//! }                                                }
//! ```
//!
//! The first that leaves is run once more, as written: so whatever it does on its way out is its own affair.

use super::{LoopSyntax, OperatorName, ScanAttribute, ScanSite, Target};
use crate::diagnostic::{Span, Spanned};
use crate::syntax::{Bound, Expressions, bare, compound, mentions_word, ours, panics, variable};
use proc_macro2::Ident;
use quote::ToTokens;
use std::ops::Range;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    BinOp, Block, Expr, ExprBlock, ExprForLoop, ExprMethodCall, Item, Label, Lifetime, Lit, Local, Pat, Stmt, parse_quote_spanned,
};

/// What looks for an item.
const SEARCHES: [&str; 5] = ["any", "all", "position", "find", "find_map"];

/// Whether a call looks for an item.
pub(crate) fn is_search(call: &ExprMethodCall) -> bool {
    call.args.len() == 1 && SEARCHES.iter().any(|name| call.method == name)
}

/// Whether an iteration of a loop with this label and this body may leave it.
pub(super) fn is_left(label: Option<&Label>, body: &Block) -> bool {
    let own = label.map(|label| label.name.clone());
    let mut leaving = Leaving { own: own.as_ref(), inner: Vec::new(), around: 0, leaves: false, jumps: false };
    leaving.visit_block(body);
    leaving.leaves
}

/// Whether an iteration of the loop may panic, by `panic!`, and none does anything else.
pub(super) fn only_panics(looped: &ExprForLoop) -> bool {
    let LoopSyntax::For(seen) = without_ways_out(&LoopSyntax::For(looped.clone())) else { return false };
    let mut does_more = false;
    let mut look = |expression: &Expr| {
        does_more |= match expression {
            Expr::Assign(_) => true,
            Expr::Binary(update) => compound(&update.op).is_some(),
            Expr::MethodCall(call) => call.method == "push",
            _ => false,
        };
        true
    };
    Expressions(&mut look).visit_block(&seen.body);
    !does_more && seen.body != looped.body
}

/// What says which iterations of a search leave, as a loop whose carried value is the number of the first that does; `None` of other loops.
pub(crate) fn probe(site: &ScanSite) -> Option<ScanSite> {
    let LoopSyntax::Search(written) = &site.syntax else { return None };
    let span = Spanned::span(&**written);
    let (first, syntax) = match &**written {
        LoopSyntax::For(looped) => {
            let [first, number] = ["first", "k"].map(|name| free(name, written, span));
            let probing = probing(looped, &first, &number, span);
            (first, LoopSyntax::For(probing))
        }
        LoopSyntax::Reduce(reduced) => {
            (reduced.name.clone().unwrap_or_else(|| reduced.chain.method.clone()), (**written).clone())
        }
        LoopSyntax::While(_) | LoopSyntax::Collect(..) | LoopSyntax::Search(_) => return None,
    };
    let target = Target { operator: OperatorName::Symbol("min", span), place: variable(&first), reduction: true };
    let attribute = ScanAttribute { targets: vec![target], independent: false, ..site.attribute.clone() };
    Some(ScanSite { attribute, syntax, ..site.clone() })
}

/// A search without what an iteration does on its way out, which no kernel sees.
pub(crate) fn without_ways_out(written: &LoopSyntax) -> LoopSyntax {
    let LoopSyntax::For(looped) = written else { return written.clone() };
    let place = ours(Spanned::span(written));
    let mut seen = looped.clone();
    Notes::of(looped, parse_quote_spanned!(place=> { continue; }), place).visit_block_mut(&mut seen.body);
    LoopSyntax::For(seen)
}

/// A name that the loop has not.
fn free(base: &str, written: &LoopSyntax, span: Span) -> Ident {
    let tokens = written.to_token_stream();
    let names = std::iter::once(base.to_owned()).chain((2..).map(|number| format!("{base}_{number}")));
    let free = names.into_iter().find(|name| !mentions_word(&tokens, name)).unwrap_or_default();
    Ident::new(&free, ours(span))
}

fn probing(looped: &ExprForLoop, first: &Ident, number: &Ident, span: Span) -> ExprForLoop {
    let place = ours(span);
    let noted = parse_quote_spanned!(place=> { #first = #first.min(#number); continue; });
    let mut probing = looped.clone();
    Notes::of(looped, noted, place).visit_block_mut(&mut probing.body);
    match number_of(looped, place) {
        Some(value) => probing.body.stmts.insert(0, parse_quote_spanned!(place=> let #number = #value;)),
        None => {
            let (pattern, items) = (&looped.pat, &looped.expr);
            *probing.pat = parse_quote_spanned!(place=> (#number, #pattern));
            *probing.expr = parse_quote_spanned!(place=> (#items).enumerate());
        }
    }
    probing
}

/// Which iteration it is, of a loop over numbers one after the other.
fn number_of(looped: &ExprForLoop, place: proc_macro2::Span) -> Option<Expr> {
    let (Pat::Ident(variable), Expr::Range(range)) = (&*looped.pat, bare(&looped.expr)) else { return None };
    let (name, from) = (&variable.ident, range.start.as_ref().filter(|_| range.end.is_some())?);
    if variable.subpat.is_some() || mentions_word(&from.to_token_stream(), &name.to_string()) {
        return None;
    }
    let is_zero = matches!(bare(from), Expr::Lit(zero) if matches!(&zero.lit, Lit::Int(zero) if zero.base10_digits() == "0"));
    Some(match is_zero {
        true => parse_quote_spanned!(place=> #name as usize),
        false => parse_quote_spanned!(place=> #name.abs_diff(#from) as usize),
    })
}

fn own_label(looped: &ExprForLoop) -> Option<Lifetime> {
    looped.label.as_ref().map(|label| label.name.clone())
}

/// Whether an expression leaves the loop `own`, as it stands in others, of which each has its label, or in none.
fn leaves(expression: &Expr, own: Option<&Lifetime>, inner: &[Inner]) -> bool {
    let is_inside = |label: &Lifetime| inner.iter().any(|inner| inner.label.as_ref() == Some(label));
    match expression {
        Expr::Return(_) => true,
        Expr::Break(jump) => match &jump.label {
            Some(label) => !is_inside(label),
            None => !inner.iter().any(|inner| inner.is_loop),
        },
        Expr::Continue(jump) => jump.label.as_ref().is_some_and(|label| !is_inside(label) && own != Some(label)),
        _ => false,
    }
}

/// Whether an expression jumps out of all of these, to wherever.
fn jumps_out(expression: &Expr, inner: &[Inner]) -> bool {
    let label = match expression {
        Expr::Break(jump) => &jump.label,
        Expr::Continue(jump) => &jump.label,
        _ => return false,
    };
    !inner.iter().any(|inner| if label.is_some() { inner.label == *label } else { inner.is_loop })
}

/// What may be left within the loop's body.
#[derive(Clone)]
struct Inner {
    label: Option<Lifetime>,
    is_loop: bool,
}

impl Inner {
    /// What an expression opens.
    fn of(expression: &Expr) -> Option<Self> {
        let (label, is_loop) = match expression {
            Expr::ForLoop(looped) => (&looped.label, true),
            Expr::While(looped) => (&looped.label, true),
            Expr::Loop(looped) => (&looped.label, true),
            Expr::Block(block) => (&block.label, false),
            _ => return None,
        };
        Some(Self { label: label.as_ref().map(|Label { name, .. }| name.clone()), is_loop })
    }
}

/// Looks in what stands within `inner` in a loop for what leaves it, or jumps to somewhere in it.
struct Leaving<'l> {
    own: Option<&'l Lifetime>,
    inner: Vec<Inner>,
    /// So many of these are around all that is looked at.
    around: usize,
    leaves: bool,
    jumps: bool,
}

impl<'ast> Visit<'ast> for Leaving<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let leaves = leaves(expression, self.own, &self.inner);
        self.leaves |= leaves;
        self.jumps |= !leaves && jumps_out(expression, &self.inner[self.around..]);
        // What a closure returns from is the closure.
        if matches!(expression, Expr::Closure(_) | Expr::Async(_)) {
            return;
        }
        let opened = Inner::of(expression);
        let depth = self.inner.len();
        self.inner.extend(opened);
        visit::visit_expr(self, expression);
        self.inner.truncate(depth);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// Has an iteration note that it leaves the loop, in the place of what leaves it.
struct Notes {
    own: Option<Lifetime>,
    /// What is around.
    inner: Vec<Inner>,
    /// What stands for leaving: in a loop within the iteration that it is left, which is looked at behind it.
    noted: Block,
    /// Whether such a loop was left.
    name: Ident,
}

impl Notes {
    fn of(looped: &ExprForLoop, noted: Block, place: proc_macro2::Span) -> Self {
        let name = free("left", &LoopSyntax::For(looped.clone()), place.into());
        Self { own: own_label(looped), inner: Vec::new(), noted, name }
    }

    fn leaves(&self, expression: &Expr) -> bool {
        // A panic ends it, too.
        let panics = || matches!(expression, Expr::Macro(call) if panics(&call.mac));
        leaves(expression, self.own.as_ref(), &self.inner) || panics()
    }

    /// What is asked of `statements` where they stand.
    fn ask(&self, look: impl FnOnce(&mut Leaving<'_>)) -> Leaving<'_> {
        let (inner, around) = (self.inner.clone(), self.inner.len());
        let mut leaving = Leaving { own: self.own.as_ref(), inner, around, leaves: false, jumps: false };
        look(&mut leaving);
        leaving
    }

    /// Where in a block begins what leaves the loop whenever it is run, and ends with what does so: what it does before that is done once, by
    /// the loop as written. Before it stands what may jump to somewhere else.
    fn leaving(&self, block: &Block) -> Option<Range<usize>> {
        let leaving = |statement: &Stmt| match statement {
            Stmt::Expr(expression, _) => self.always_leaves(expression),
            Stmt::Macro(call) => panics(&call.mac),
            _ => false,
        };
        let end = block.stmts.iter().position(leaving)?;
        let jumps = |statement: &Stmt| self.ask(|leaving| leaving.visit_stmt(statement)).jumps;
        let begin = block.stmts[..end].iter().rposition(jumps).map_or(0, |last| last + 1);
        Some(begin..end + 1)
    }

    /// Whether an expression is such, or whichever branch of it.
    fn always_leaves(&self, expression: &Expr) -> bool {
        let block = |block: &Block| self.leaving(block).is_some_and(|leaving| leaving.start == 0);
        match bare(expression) {
            Expr::If(choice) => {
                let otherwise = choice.else_branch.as_ref().is_some_and(|(_, otherwise)| self.always_leaves(otherwise));
                otherwise && block(&choice.then_branch)
            }
            Expr::Block(inner) if inner.label.is_none() => block(&inner.block),
            expression => self.leaves(expression),
        }
    }

    /// `let Some(v) = e else { return };`, as `let v = match e { Some(v) => v, _ => … };`.
    fn as_match(&self, local: &Local) -> Option<Stmt> {
        let init = local.init.as_ref()?;
        let (token, otherwise) = init.diverge.as_ref()?;
        let Expr::Block(otherwise) = &**otherwise else { return None };
        self.leaving(&otherwise.block).filter(|leaving| leaving.start == 0)?;
        let mut names = Vec::new();
        Bound(&mut |name| names.push(&name.ident)).visit_pat(&local.pat);
        // A constant has no lower case.
        names.retain(|name| name.to_string().chars().any(char::is_lowercase));
        let (pattern, value, noted, span) = (&local.pat, &init.expr, &self.noted, token.span);
        Some(match names.as_slice() {
            [] => parse_quote_spanned!(span=> match #value { #pattern => {} _ => #noted }),
            [name] => parse_quote_spanned!(span=> let #name = match #value { #pattern => #name, _ => #noted };),
            names => parse_quote_spanned!(span=> let (#(#names),*) = match #value { #pattern => (#(#names),*), _ => #noted };),
        })
    }

    /// `c && return;`, as `if c { return; }`.
    fn as_if(&self, expression: &Expr) -> Option<Stmt> {
        let Expr::Binary(lazy) = bare(expression) else { return None };
        let (left, right) = (&lazy.left, bare(&lazy.right));
        match lazy.op {
            BinOp::And(op) if self.leaves(right) => Some(parse_quote_spanned!(op.spans[0]=> if #left { #right; })),
            BinOp::Or(op) if self.leaves(right) => Some(parse_quote_spanned!(op.spans[0]=> if !(#left) { #right; })),
            _ => None,
        }
    }

    /// A loop within the iteration, and what is done where it was left for more than itself.
    fn within_loop(&mut self, mut looped: ExprForLoop) -> [Stmt; 3] {
        let (name, span) = (self.name.clone(), self.name.span());
        let noted = std::mem::replace(&mut self.noted, parse_quote_spanned!(span=> { #name = true; break; }));
        let deeper = Ident::new(&format!("{name}_again"), span);
        let outer_name = std::mem::replace(&mut self.name, deeper);
        self.inner.extend(Inner::of(&Expr::ForLoop(looped.clone())));
        self.visit_block_mut(&mut looped.body);
        self.inner.pop();
        (self.name, self.noted) = (outer_name, noted);
        let noted = &self.noted;
        [
            parse_quote_spanned!(span=> let mut #name = false;),
            Stmt::Expr(Expr::ForLoop(looped), None),
            parse_quote_spanned!(span=> if #name #noted),
        ]
    }
}

impl VisitMut for Notes {
    fn visit_block_mut(&mut self, block: &mut Block) {
        if let Some(leaving) = self.leaving(block) {
            block.stmts.truncate(leaving.end);
            block.stmts.splice(leaving, self.noted.stmts.clone());
        }
        let mut statements = Vec::new();
        for mut statement in std::mem::take(&mut block.stmts) {
            let plainer = match &statement {
                Stmt::Local(Local { pat: Pat::Wild(_), init: Some(init), .. }) if init.diverge.is_none() => {
                    self.as_if(&init.expr)
                }
                Stmt::Local(local) => self.as_match(local),
                Stmt::Expr(expression, _) => self.as_if(expression),
                _ => None,
            };
            statement = plainer.unwrap_or(statement);
            match statement {
                Stmt::Expr(Expr::ForLoop(looped), _)
                    if self.ask(|leaving| leaving.visit_expr(&Expr::ForLoop(looped.clone()))).leaves =>
                {
                    statements.extend(self.within_loop(looped));
                }
                _ => {
                    self.visit_stmt_mut(&mut statement);
                    statements.push(statement);
                }
            }
        }
        block.stmts = statements;
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if self.leaves(expression) {
            let block = self.noted.clone();
            *expression = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
            return;
        }
        // Other loops within the iteration stay as they are, and are told of.
        if matches!(expression, Expr::Closure(_) | Expr::Async(_) | Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_)) {
            return;
        }
        let depth = self.inner.len();
        self.inner.extend(Inner::of(expression));
        visit_mut::visit_expr_mut(self, expression);
        self.inner.truncate(depth);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;
    use crate::diagnostic::Diagnostics;

    /// What of a loop with this body says which iterations leave.
    #[track_caller]
    fn check(body: &str, expected: &str) {
        let text = format!("fn f() {{ 'outer: for r in 0..9 {{ #[parallel_for] 'own: for i in x {{ {body} }} }} }}");
        let mut found = Diagnostics::default();
        let tokens = text.parse().expect("tokens");
        let function = crate::parse::function_sites(Word::Scan, proc_macro2::TokenStream::new(), tokens, &mut found);
        let site = probe(&function.sites[0]).expect("a search");
        let LoopSyntax::For(probing) = site.syntax else { panic!("a loop") };
        let expected: Block = syn::parse_str(&format!("{{ {expected} }}")).expect(expected);
        let text = |block: &Block| block.to_token_stream().to_string();
        assert_eq!(text(&probing.body), text(&expected));
        assert_eq!(probing.expr.to_token_stream().to_string(), "(x) . enumerate ()");
    }

    const FIRST: &str = "first = first.min(k); continue;";

    #[test]
    fn what_leaves_the_loop_notes_the_iteration() {
        check("if a { break; }", &format!("if a {{ {FIRST} }}"));
        check("if a { b(); return 7; } else { c() }", &format!("if a {{ {FIRST} }} else {{ c() }}"));
        check("if a { continue 'outer; } if b { break 'own; }", &format!("if a {{ {FIRST} }} if b {{ {FIRST} }}"));
        check(
            "match a { 1 => {} 2 => return, _ => continue }",
            &format!("match a {{ 1 => {{}} 2 => {{ {FIRST} }}, _ => continue }}"),
        );
        check("let v = if a { 1 } else { break }; b(v)", &format!("let v = if a {{ 1 }} else {{ {FIRST} }}; b(v)"));
    }

    #[test]
    fn what_is_done_in_other_iterations_too_stays() {
        check("if a { b(); if c { break; } }", &format!("if a {{ b(); if c {{ {FIRST} }} }}"));
        check("if a { if c { continue; } b(); break; }", &format!("if a {{ if c {{ continue; }} {FIRST} }}"));
        check("if a { continue 'own; } if d { break; }", &format!("if a {{ continue 'own; }} if d {{ {FIRST} }}"));
        check("a(|| return 7); if d { break; }", &format!("a(|| return 7); if d {{ {FIRST} }}"));
    }

    #[test]
    fn loops_within_an_iteration_are_left_first() {
        check(
            "for j in 0..9 { if a { return j; } if b { break; } if c { continue; } }",
            &format!(
                "let mut left = false; for j in 0..9 {{ if a {{ left = true; break; }} if b {{ break; }} if c {{ continue; }} }} \
                 if left {{ {FIRST} }}"
            ),
        );
        check(
            "for j in 0..9 { for k in 0..9 { if a { break 'own; } } }",
            "let mut left = false; for j in 0..9 { let mut left_again = false; \
             for k in 0..9 { if a { left_again = true; break; } } if left_again { left = true; break; } } \
             if left { first = first.min(k_2); continue; }",
        );
        check(
            "for j in 0..9 { if a { if b { continue; } return; } }",
            &format!(
                "let mut left = false; for j in 0..9 {{ if a {{ if b {{ continue; }} left = true; break; }} }} if left {{ {FIRST} }}"
            ),
        );
        check(
            "'within: for j in 0..9 { if a { break 'within; } } if d { break; }",
            &format!("'within: for j in 0..9 {{ if a {{ break 'within; }} }} if d {{ {FIRST} }}"),
        );
    }

    #[test]
    fn what_gives_nothing_leaves() {
        check("let Some(v) = a else { return };", &format!("let v = match a {{ Some(v) => v, _ => {{ {FIRST} }} }};"));
        check("let 0..=9 = a else { b(); return };", &format!("match a {{ 0..=9 => {{}} _ => {{ {FIRST} }} }}"));
        check(
            "let Some(v) = a else { continue }; if d { break; }",
            &format!("let Some(v) = a else {{ continue }}; if d {{ {FIRST} }}"),
        );
        check("if a { b(); if c { return 1; } else if d { return 2; } else { e(); break; } }", &format!("if a {{ {FIRST} }}"));
        check("a && break; b || return 7;", &format!("if a {{ {FIRST} }} if !(b) {{ {FIRST} }}"));
        check("if a { panic!(); } if d { break; }", &format!("if a {{ {FIRST} }} if d {{ {FIRST} }}"));
    }

    #[test]
    fn numbers_say_which_iteration_it_is() {
        let number = |looped: &str| {
            let looped: ExprForLoop = syn::parse_str(looped).expect(looped);
            number_of(&looped, proc_macro2::Span::call_site()).map(|number| number.to_token_stream().to_string())
        };
        assert_eq!(number("for i in 0..n {}").as_deref(), Some("i as usize"));
        assert_eq!(number("for i in a + 1..=n {}").as_deref(), Some("i . abs_diff (a + 1) as usize"));
        assert_eq!(number("for i in i..n {}"), None);
        assert_eq!(number("for i in (0..n).rev() {}"), None);
        assert_eq!(number("for i in 0.. {}"), None);
    }

    #[test]
    fn names_are_not_the_loops() {
        check("if first < k { break; }", "if first < k { first_2 = first_2.min(k_2); continue; }");
    }
}
