//! References that a loop as written consumes: `for (x, y) in x.iter().zip(y)` moves `y`, and the check after it borrows `y` once more.

use crate::parse::LoopSyntax;
use proc_macro2::Ident;
use syn::Expr;

/// The variables that the loop's iterator takes by value.
pub(crate) fn variables(syntax: &LoopSyntax) -> Vec<&Ident> {
    let mut found = Vec::new();
    match syntax {
        LoopSyntax::For(looped) => add(&looped.expr, &mut found),
        LoopSyntax::Collect(_, chain) => add(chain, &mut found),
        LoopSyntax::Search(written) => return variables(written),
        LoopSyntax::While(_) | LoopSyntax::Reduce(_) => {}
    }
    found
}

fn add<'a>(iterator: &'a Expr, found: &mut Vec<&'a Ident>) {
    match iterator {
        Expr::Paren(inner) => add(&inner.expr, found),
        Expr::Group(inner) => add(&inner.expr, found),
        Expr::Path(path) => found.extend(path.path.get_ident()),
        // These borrow what they are called on.
        Expr::MethodCall(call) if call.method == "iter" || call.method == "iter_mut" => {}
        Expr::MethodCall(call) => {
            add(&call.receiver, found);
            if call.method == "zip" {
                call.args.iter().for_each(|other| add(other, found));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn what_is_iterated_over_by_value_is_consumed() {
        let check = |looped: syn::ExprForLoop, expected: &[&str]| {
            let syntax = LoopSyntax::For(looped);
            assert_eq!(variables(&syntax).iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
        };
        check(parse_quote!(for y in y {}), &["y"]);
        check(parse_quote!(for (x, y) in x.iter().zip(y) {}), &["y"]);
        check(parse_quote!(for (i, (x, y)) in (x).into_iter().zip(y.iter_mut().rev()).enumerate() {}), &["x"]);
        check(parse_quote!(for (x, y) in x.iter().zip(&mut *y).take(n) {}), &[]);
        check(parse_quote!(for i in 0..n {}), &[]);
    }
}
