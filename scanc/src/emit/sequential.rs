//! The loop as it runs on one thread: as written, but for what it carries in an array. That it keeps in a variable, where a compiler
//! may have every iteration load what the one before has stored.
//!
//! ```text
//! for i in 1..n {                   let mut carried = launch::Carried::nothing();
//!     y[i] = y[i - 1] + x[i];   →   for i in 1..n {
//! }                                     y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
//!                                   }
//! ```
//!
//! The first iteration still loads. So nothing is evaluated that the loop would not have evaluated, and what panics does so where it did.
//!
//! The text stands once in a block. The launch is in a cold closure (`launch::out_of_line`), to which arrays are lent as slices and scalars
//! are copied: a variable that is lent to something out of line would be kept in memory by the loop, too. A function with one loop becomes
//! `#[inline]`.

use super::host::Host;
use crate::diagnostic::{Span, Spanned};
use crate::parse::LoopSyntax;
use crate::recognise::Occurrences;
use crate::syntax::bare;
use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprIndex, Stmt};

/// What the loop's text has that it had not as written.
#[derive(Clone, Debug)]
pub struct Insertion {
    /// The token before or after which it stands.
    pub beside: proc_macro2::Span,
    /// Where it stands.
    pub side: Side,
    /// The text.
    pub text: String,
}

/// Where something is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the token.
    Before,
    /// As a statement before the token's.
    StatementBefore,
    /// After the token.
    After,
    /// As a statement after the one that the token ends.
    StatementAfter,
}

impl Host<'_> {
    /// The loop.
    pub(super) fn sequential(&self) -> TokenStream {
        self.surroundings.looped.clone().unwrap_or_else(|| self.kept_in_variables().0)
    }

    /// What the loop keeps in variables. These are the user's as far as rustc can tell: a panic is where the user's tokens are.
    pub(super) fn kept(&self) -> Vec<Kept<'_>> {
        // What a closure reads stands in its own text.
        let carried = self.recurrence.carried.iter().zip(&self.names.kept).filter(|_| self.site.called.is_none());
        let kept = carried.filter_map(|(carried, variable)| Some((variable, carried.occurrences.as_ref()?)));
        kept.map(|(variable, occurrences)| {
            let mut variable = variable.clone();
            variable.set_span(self.site.syntax.span().first);
            Kept { variable, occurrences }
        })
        .collect()
    }

    /// The loop, and what its text has that it had not as written.
    pub(super) fn kept_in_variables(&self) -> (TokenStream, Vec<Insertion>) {
        if let LoopSyntax::Search(written) = &self.site.syntax {
            return self.searched(written);
        }
        let kept = self.kept();
        let (launch, mut syntax) = (&self.names.launch, self.site.syntax.clone());
        let mut keep = Keep { launch, kept: &kept, next: 0, before: Vec::new(), after: Vec::new() };
        match &mut syntax {
            LoopSyntax::For(syntax) => keep.visit_expr_for_loop_mut(syntax),
            LoopSyntax::While(syntax) => keep.visit_expr_while_mut(syntax),
            LoopSyntax::Collect(_, chain) => keep.visit_expr_mut(chain),
            // No array carries its value.
            LoopSyntax::Reduce(_) | LoopSyntax::Search(_) => {}
        }
        let variables: Vec<&Ident> = kept.iter().map(|kept| &kept.variable).collect();
        let beginning = variables.iter().map(|name| Insertion {
            beside: self.site.syntax.span().first,
            side: Side::StatementBefore,
            text: format!("let mut {name} = {launch}::Carried::nothing();"),
        });
        let insertions = beginning.chain(keep.before.into_iter().rev()).chain(keep.after).collect();
        (quote!(#(let mut #variables = #launch::Carried::nothing();)* #syntax), insertions)
    }
}

/// A value that the loop keeps.
pub(super) struct Kept<'a> {
    variable: Ident,
    occurrences: &'a Occurrences,
}

/// Has a loop keep values in variables.
struct Keep<'a> {
    launch: &'a Ident,
    kept: &'a [Kept<'a>],
    /// The number of the next index expression.
    next: usize,
    /// What stands before tokens, the inner first.
    before: Vec<Insertion>,
    /// What stands after tokens, the inner first.
    after: Vec<Insertion>,
}

impl<'a> Keep<'a> {
    fn read(&self, number: usize) -> Option<&'a Ident> {
        self.kept.iter().find(|kept| kept.occurrences.reads.contains(&number)).map(|kept| &kept.variable)
    }

    fn stored(&self, number: usize) -> Option<&'a Ident> {
        self.kept.iter().find(|kept| kept.occurrences.stores.contains(&number)).map(|kept| &kept.variable)
    }

    /// The elements that are stored at these targets, whose first index expression has number `first`: each with its variable.
    fn targets(&self, targets: &Expr, first: usize) -> Vec<(Expr, &'a Ident)> {
        let mut found = Accesses { next: first, found: Vec::new() };
        found.visit_expr(targets);
        let stored = found.found.into_iter().filter_map(|(number, access)| Some((Expr::Index(access), self.stored(number)?)));
        stored.collect()
    }

    /// Puts text around the expression that stands at `span`.
    fn wrap(&mut self, span: Span, expr: &mut Expr, [before, after]: [String; 2], tokens: TokenStream) {
        self.before.push(Insertion { beside: span.first, side: Side::Before, text: before });
        self.after.push(Insertion { beside: span.last, side: Side::After, text: after });
        *expr = Expr::Verbatim(tokens);
    }

    /// `launch::keep(y[i], &mut carried);` after a statement that stores other than by `y[i] = …`.
    fn remember(&mut self, span: Span, statement: &Stmt, element: &Expr, variable: &Ident) -> Stmt {
        let launch = self.launch;
        let text = format!("{launch}::keep({}, &mut {variable});", crate::syntax::text(element));
        let text = if matches!(statement, Stmt::Expr(_, None)) { format!("; {text}") } else { text };
        self.after.push(Insertion { beside: span.last, side: Side::StatementAfter, text });
        Stmt::Expr(
            Expr::Verbatim(quote!(#launch::keep(#element, &mut #variable))),
            Some(syn::Token![;](proc_macro2::Span::mixed_site())),
        )
    }
}

impl VisitMut for Keep<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let (launch, number) = (self.launch, self.next);
        match expr {
            Expr::Index(_) => {
                let span = expr.span();
                self.next += 1;
                visit_mut::visit_expr_mut(self, expr);
                if let Some(variable) = self.read(number) {
                    // Where this is an operand of what overflows, the panic is where all of it is: where the operand was.
                    let place = span.first.resolved_at(variable.span());
                    let mut located = variable.clone();
                    located.set_span(place);
                    let mut read = Group::new(Delimiter::Parenthesis, quote!(|| #expr));
                    read.set_span(place);
                    let tokens = quote_spanned!(place=> #located.or #read);
                    self.wrap(span, expr, [format!("{variable}.or(|| "), ")".to_owned()], tokens);
                }
            }
            Expr::Assign(assign) => {
                let span = assign.right.span();
                visit_mut::visit_expr_assign_mut(self, assign);
                let target = matches!(bare(&assign.left), Expr::Index(_)).then_some(number);
                if let Some(variable) = target.and_then(|number| self.stored(number)) {
                    let value = &mut assign.right;
                    let tokens = quote!(#launch::keep(#value, &mut #variable));
                    self.wrap(span, value, [format!("{launch}::keep("), format!(", &mut {variable})")], tokens);
                }
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut statements = Vec::new();
        for mut statement in std::mem::take(&mut block.stmts) {
            let targets = match &statement {
                Stmt::Expr(expr, _) => other_targets(expr).map(|targets| self.targets(targets, self.next)),
                _ => None,
            };
            let span = statement.span();
            visit_mut::visit_stmt_mut(self, &mut statement);
            let targets = targets.unwrap_or_default();
            let remembered: Vec<Stmt> =
                targets.iter().map(|(element, variable)| self.remember(span, &statement, element, variable)).collect();
            if let (Stmt::Expr(_, semicolon @ None), false) = (&mut statement, remembered.is_empty()) {
                *semicolon = Some(syn::Token![;](proc_macro2::Span::mixed_site()));
            }
            statements.push(statement);
            statements.extend(remembered);
        }
        block.stmts = statements;
    }
}

/// What `y[i] += …` and `(y[i], z[i]) = …` store to.
fn other_targets(statement: &Expr) -> Option<&Expr> {
    match bare(statement) {
        Expr::Binary(update) => Some(&update.left),
        Expr::Assign(assign) if matches!(bare(&assign.left), Expr::Tuple(_)) => Some(&assign.left),
        _ => None,
    }
}

/// Index expressions with their numbers.
struct Accesses {
    next: usize,
    found: Vec<(usize, ExprIndex)>,
}

impl<'ast> Visit<'ast> for Accesses {
    fn visit_expr_index(&mut self, access: &'ast ExprIndex) {
        self.found.push((self.next, access.clone()));
        self.next += 1;
        visit::visit_expr_index(self, access);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;

    /// What runs on one thread of the loop of a function whose body is `function`: without line breaks.
    fn looped(clause: &str, function: &str) -> String {
        let function: TokenStream =
            format!("fn f(x: &[i32], y: &mut [i32], z: &mut [i32], w: usize) {{ {function} }}").parse().expect("tokens");
        let expanded = crate::expand(Word::Scan, clause.parse().expect("tokens"), function, None);
        let text = prettyplease::unparse(&syn::parse2(expanded).expect("a file"));
        let text = text.replace("__scan_", "").replace("__scanc_", "");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(", )", ")");
        assert!(text.contains("out_of_line"), "{text}");
        let begin = text.find("let mut carried").or(text.find("let mut y_carried"));
        let begin = begin.or_else(|| text.rfind("for ")).expect("a loop");
        text[begin..text.find("if !is_short").expect("the check")].trim_end_matches([' ', '}']).to_owned()
    }

    #[track_caller]
    fn check(function: &str, expected: &str) {
        let expected = format!("let mut carried = launch::Carried::nothing(); {expected}");
        assert_eq!(looped("+ : y", function), expected.trim_end_matches([' ', '}']));
    }

    #[track_caller]
    fn check_as_written(function: &str) {
        assert_eq!(looped("+ : y", function), function.trim_end_matches([' ', '}']));
    }

    #[test]
    fn what_the_iteration_before_has_stored_is_kept() {
        check(
            "for i in 1..y.len() { y[i] = y[i - 1] + x[i]; }",
            "for i in 1..y.len() { y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried); }",
        );
        check(
            "for i in (0..w).rev() { let before = y[i + 1]; y[i] = x[i] + before; z[i] = before; }",
            "for i in (0..w).rev() { let before = carried.or(|| y[i + 1]); y[i] = launch::keep(x[i] + before, &mut carried); z[i] = before; }",
        );
        check(
            "for r in 1..x.len() { y[r * w + 3] = y[(r - 1) * w + 3] + x[r]; }",
            "for r in 1..x.len() { y[r * w + 3] = launch::keep(carried.or(|| y[(r - 1) * w + 3]) + x[r], &mut carried); }",
        );
    }

    #[test]
    fn other_statements_that_store_are_followed_by_one_that_keeps() {
        check(
            "for i in 1..y.len() { y[i] += y[i - 1]; }",
            "for i in 1..y.len() { y[i] += carried.or(|| y[i - 1]); launch::keep(y[i], &mut carried); }",
        );
        check(
            "for i in 1..y.len() { (y[i], z[i]) = (y[i - 1] + x[i], 7); }",
            "for i in 1..y.len() { (y[i], z[i]) = (carried.or(|| y[i - 1]) + x[i], 7); launch::keep(y[i], &mut carried); }",
        );
    }

    #[test]
    fn every_way_through_an_iteration_keeps_what_it_stores() {
        check(
            "for i in 1..y.len() { if x[i] > 0 { y[i] = y[i - 1] + x[i]; } else { y[i] = y[i - 1] } }",
            "for i in 1..y.len() { if x[i] > 0 { y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried); } \
             else { y[i] = launch::keep(carried.or(|| y[i - 1]), &mut carried) } }",
        );
        check(
            "for i in 1..y.len() { if x[i] > 0 { y[i] = y[i - 1] + x[i]; } else { y[i] = 0; y[i] += y[i - 1] } }",
            "for i in 1..y.len() { if x[i] > 0 { y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried); } \
             else { y[i] = launch::keep(0, &mut carried); y[i] += y[i - 1]; launch::keep(y[i], &mut carried); } }",
        );
    }

    #[test]
    fn several_arrays_have_a_variable_each() {
        let text = looped("+ : y, z", "for i in 1..w { y[i] = y[i - 1] + x[i]; z[i] = z[i - 1] + x[i]; y[i] = y[i] + 0; }");
        for part in [
            "let mut y_carried = launch::Carried::nothing(); let mut z_carried = launch::Carried::nothing(); for",
            "y[i] = launch::keep(y_carried.or(|| y[i - 1]) + x[i], &mut y_carried);",
            "z[i] = launch::keep(z_carried.or(|| z[i - 1]) + x[i], &mut z_carried);",
            "y[i] = launch::keep(y[i] + 0, &mut y_carried);",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn what_is_read_after_the_store_is_read_from_the_array() {
        check(
            "for i in 1..y.len() { y[i] = y[i - 1] + x[i]; z[i] = y[i - 1]; }",
            "for i in 1..y.len() { y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried); z[i] = y[i - 1]; }",
        );
    }

    #[test]
    fn what_the_text_does_not_show_stays_as_written() {
        // Stored through a reference.
        check_as_written("for i in 1..w { let before = y[i - 1]; let place = &mut y[i]; *place = before + x[i]; }");
        // Nothing to be gained.
        check_as_written("for i in 3..w { y[i] = y[i - 3] + x[i]; }");
    }

    #[test]
    fn an_index_that_may_overflow_is_computed_by_every_iteration() {
        check_as_written("for i in (0..w).rev() { y[i] = y[i - 1 + 2] + x[i]; }");
        check_as_written("for i in 1..w { y[w - i] = y[w + 1 - i] + x[i]; }");
        check(
            "for i in 1..w { y[w - 1 - i] = y[w - i] + x[i]; }",
            "for i in 1..w { y[w - 1 - i] = launch::keep(carried.or(|| y[w - i]) + x[i], &mut carried); }",
        );
    }

    #[test]
    fn an_index_that_may_overflow_where_a_factor_is_zero_is_computed_by_every_iteration() {
        check_as_written("for i in 1..9 { y[i * w + x.len() * w + w] = y[(i + x.len()) * w] + x[i]; }");
        check(
            "for i in 1..9 { y[(x.len() + 1) * w + i] = y[(x.len() + 1) * w + i - 1] + x[i]; }",
            "for i in 1..9 { y[(x.len() + 1) * w + i] = \
             launch::keep(carried.or(|| y[(x.len() + 1) * w + i - 1]) + x[i], &mut carried); }",
        );
        check(
            "for r in (0..9).rev() { y[r * w] = y[(r + 1) * w] + x[r]; }",
            "for r in (0..9).rev() { y[r * w] = launch::keep(carried.or(|| y[(r + 1) * w]) + x[r], &mut carried); }",
        );
    }

    #[test]
    fn an_index_cast_from_what_may_be_negative_is_computed_by_every_iteration() {
        check_as_written("for i in (0..9i32).rev() { y[i as usize + 3] = y[i as usize + 4] + x[0]; }");
        check(
            "for i in 1..9i32 { y[i as usize + 3] = y[i as usize + 2] + x[0]; }",
            "for i in 1..9i32 { y[i as usize + 3] = launch::keep(carried.or(|| y[i as usize + 2]) + x[0], &mut carried); }",
        );
        check_as_written(
            "for i in 1..9i64 { let a = (i - 1) as usize; let b = (1 - i) as usize; y[i as usize] = y[a * 2 + b] + x[0]; }",
        );
    }
}
