//! What `macro_rules` leaves in the tokens that an attribute is given: invisible groups around fragments, and variables that differ in
//! hygiene alone.
//!
//! rustc ignores the invisible groups that a procedural macro returns, so that `2 * $e` would become `2 * a + b`. Here they become
//! parentheses wherever they matter. And an identifier is compared by its text everywhere in this compiler: two variables of one text get
//! two.

use super::site::is_scan;
use crate::limits;
use crate::syntax::{Bound, for_each_variable, for_each_word, map_variables};
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, HashMap, HashSet};
use syn::ItemFn;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};

/// What begins with one of these is an item, a statement or a visibility: nothing binds weaker than what is around it.
const NO_OPERANDS: [&str; 16] = [
    "pub",
    "let",
    "struct",
    "enum",
    "union",
    "use",
    "mod",
    "impl",
    "trait",
    "type",
    "static",
    "extern",
    "macro_rules",
    "return",
    "break",
    "continue",
];
/// What begins with one of these is a statement where one may stand, whatever follows.
const BLOCK_LIKE: [&str; 7] = ["if", "match", "loop", "while", "for", "unsafe", "const"];

/// The tokens with parentheses for the invisible groups that hold operands together, and without the others.
pub(crate) fn with_visible_groups(tokens: TokenStream) -> TokenStream {
    bounded(tokens, visible)
}

/// The tokens without any invisible group: for an attribute's arguments.
pub(crate) fn without_invisible_groups(tokens: TokenStream) -> TokenStream {
    bounded(tokens, flat)
}

/// More tokens than are looked at, or deeper ones, stay as they are: whoever reads them refuses them.
fn bounded(tokens: TokenStream, map: fn(TokenStream) -> TokenStream) -> TokenStream {
    if limits::exceeds_all(&tokens) { tokens } else { map(tokens) }
}

fn visible(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut shown: Vec<TokenTree> = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                let inner = visible(group.stream());
                match is_held_together(&inner, shown.last(), tokens.get(at + 1)) {
                    // Nobody has written them, so they are nobody's superfluous ones.
                    true => {
                        let span = group.span().resolved_at(Span::mixed_site());
                        shown.push(grouped(Delimiter::Parenthesis, inner, span));
                    }
                    false => shown.extend(inner),
                }
            }
            // `#[$meta]`
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && is_punct(shown.last(), '#') => {
                shown.push(grouped(Delimiter::Bracket, flat(group.stream()), group.span()));
            }
            TokenTree::Group(group) => {
                shown.push(grouped(group.delimiter(), visible(group.stream()), group.span()));
            }
            other => shown.push(other.clone()),
        }
    }
    shown.into_iter().collect()
}

fn flat(tokens: TokenStream) -> TokenStream {
    let of_token = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => flat(group.stream()),
        TokenTree::Group(group) => TokenTree::Group(of(group.delimiter(), flat(group.stream()), group.span())).into(),
        other => TokenStream::from(other),
    };
    tokens.into_iter().flat_map(of_token).collect()
}

fn grouped(delimiter: Delimiter, tokens: TokenStream, span: Span) -> TokenTree {
    TokenTree::Group(of(delimiter, tokens, span))
}

fn of(delimiter: Delimiter, tokens: TokenStream, span: Span) -> Group {
    let mut group = Group::new(delimiter, tokens);
    group.set_span(span);
    group
}

/// Whether a fragment needs parentheses between these two tokens. An expression, a type and a pattern may all have some.
fn is_held_together(fragment: &TokenStream, before: Option<&TokenTree>, after: Option<&TokenTree>) -> bool {
    let tokens: Vec<TokenTree> = fragment.clone().into_iter().collect();
    let [first, _, ..] = tokens.as_slice() else { return false };
    let begins = |words: &[&str]| matches!(first, TokenTree::Ident(word) if words.contains(&word.to_string().as_str()));
    let is_function = matches!(tokens.as_slice(), [TokenTree::Ident(word), TokenTree::Ident(_), ..] if word == "fn");
    if begins(&NO_OPERANDS) || is_function || is_punct(Some(first), '#') || is_punct(Some(first), '\'') {
        return false;
    }
    if begins(&BLOCK_LIKE) {
        return is_operand(before, after);
    }
    !is_primary(fragment)
}

/// Whether operators stand beside what is between these two tokens, or it is what a method is called on.
fn is_operand(before: Option<&TokenTree>, after: Option<&TokenTree>) -> bool {
    let ends_statement = before.is_none_or(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';' || (punct.as_char() == '>' && punct.spacing() == Spacing::Alone),
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    });
    let goes_on = matches!(after, Some(TokenTree::Punct(punct)) if !matches!(punct.as_char(), ';' | ','));
    goes_on || !ends_statement
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Whether a fragment is a path, a literal, a call or the like, which no operator beside it can take apart.
fn is_primary(fragment: &TokenStream) -> bool {
    use syn::Expr;
    if matches!(syn::parse2::<syn::Type>(fragment.clone()), Ok(syn::Type::Path(_) | syn::Type::Macro(_))) {
        return true;
    }
    matches!(
        syn::parse2::<Expr>(fragment.clone()),
        Ok(Expr::Path(_) | Expr::Lit(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_) | Expr::Index(_) | Expr::Macro(_))
    )
}

/// Gives variables of one name, which only hygiene tells apart, names of their own, in the function and in its `clauses`: `x` of the macro
/// stays, `x` of its caller becomes `x_2`.
pub(super) fn tell_variables_apart<'a>(function: &mut ItemFn, clauses: impl Iterator<Item = &'a mut TokenStream>) {
    // The names that the function's patterns bind, each with its context.
    let mut bound: HashSet<(String, String)> = HashSet::new();
    Bound(&mut |name| _ = bound.insert((name.ident.to_string(), context(&name.ident).unwrap_or_default())))
        .visit_item_fn(function);
    let mut words = HashSet::new();
    let mut contexts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for_each_word(function.to_token_stream(), &mut |name| {
        words.insert(name.to_string());
    });
    for_each_variable(function.to_token_stream(), &mut |name| {
        if let Some(context) = context(name).filter(|_| bound.iter().any(|(text, _)| name == text)) {
            let seen = contexts.entry(name.to_string()).or_default();
            if !seen.contains(&context) {
                seen.push(context);
            }
        }
    });
    let mut renamed = HashMap::new();
    for (name, contexts) in contexts.into_iter().filter(|(_, contexts)| contexts.len() > 1) {
        let is_variable = |context: &String| bound.contains(&(name.clone(), context.clone()));
        let (variables, items): (Vec<_>, Vec<_>) = contexts.into_iter().partition(is_variable);
        // What no pattern of its context binds is an item, and keeps the name; else the first variable does.
        for context in variables.into_iter().skip(usize::from(items.is_empty())) {
            let free =
                (2_u32..).map(|number| format!("{}_{number}", name.replace("r#", ""))).find(|new| words.insert(new.clone()));
            renamed.insert((name.clone(), context), free.unwrap_or_default());
        }
    }
    if !renamed.is_empty() {
        let mut rename = Rename(renamed);
        rename.visit_item_fn_mut(function);
        clauses.for_each(|clause| rename.in_tokens(clause));
    }
}

/// What tells identifiers of one text apart, inside a macro: rustc's number of the expansion that an identifier is of. It shows in the
/// debug format alone, `#4 bytes(10..11)`.
fn context(name: &Ident) -> Option<String> {
    let shown = format!("{:?}", name.span());
    let (number, _) = shown.strip_prefix('#')?.split_once(' ')?;
    Some(number.to_owned())
}

/// New names for variables, by name and context.
struct Rename(HashMap<(String, String), String>);

impl Rename {
    fn new_name(&self, name: &Ident) -> Option<Ident> {
        let new = self.0.get(&(name.to_string(), context(name)?))?;
        Some(Ident::new(new, name.span()))
    }

    fn in_tokens(&self, tokens: &mut TokenStream) {
        *tokens = map_variables(std::mem::take(tokens), &|name| self.new_name(name));
    }
}

impl VisitMut for Rename {
    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        if let Some(new) = self.new_name(&pattern.ident) {
            pattern.ident = new;
        }
        visit_mut::visit_pat_ident_mut(self, pattern);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if let Some(new) = path.path.get_ident().and_then(|name| self.new_name(name)) {
            path.path = new.into();
        }
    }

    /// `S { x }` becomes `S { x: x_2 }`.
    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        let before = field.expr.clone();
        visit_mut::visit_field_value_mut(self, field);
        if field.expr != before {
            field.colon_token.get_or_insert_default();
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        let before = field.pat.clone();
        visit_mut::visit_field_pat_mut(self, field);
        if field.pat != before {
            field.colon_token.get_or_insert_default();
        }
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        self.in_tokens(&mut call.tokens);
    }

    /// The clauses of loops.
    fn visit_attribute_mut(&mut self, attribute: &mut syn::Attribute) {
        if let (true, syn::Meta::List(list)) = (is_scan(attribute), &mut attribute.meta) {
            self.in_tokens(&mut list.tokens);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn fragment(tokens: TokenStream) -> TokenTree {
        grouped(Delimiter::None, tokens, Span::call_site())
    }

    fn check(tokens: TokenStream, expected: TokenStream) {
        assert_eq!(with_visible_groups(tokens).to_string(), expected.to_string());
    }

    #[test]
    fn operands_of_an_expression_fragment_stay_together() {
        let sum = fragment(quote!(k + 1));
        check(quote!(2 * #sum), quote!(2 * (k + 1)));
        check(quote!(assert!(2 * #sum > 3)), quote!(assert!(2 * (k + 1) > 3)));
        let nested = fragment(quote!(#sum * 2));
        check(quote!(a - #nested), quote!(a - ((k + 1) * 2)));
        let choice = fragment(quote!(if a { b } else { c }));
        check(quote!(x = #choice + 1;), quote!(x = (if a { b } else { c }) + 1;));
        let literal = fragment(quote!(S { a: 1 }));
        check(quote!(if #literal == s {}), quote!(if (S { a: 1 }) == s {}));
        let negative = fragment(quote!(-1));
        check(quote!(#negative.abs()), quote!((-1).abs()));
    }

    #[test]
    fn a_fragment_that_is_deeper_than_a_stack_is_not_parsed() {
        let deep = fragment(format!("{}x", "!".repeat(10_000)).parse().expect("tokens"));
        check(quote!(2 * #deep), quote!(2 * #deep));
    }

    #[test]
    fn what_no_operator_takes_apart_gets_no_parentheses() {
        for whole in [quote!(k), quote!(f(a, b)), quote!(x.y[i]), quote!(Vec<i32>), quote!(std::vec::Vec::<i32>::new())] {
            let group = fragment(whole.clone());
            check(quote!(a - #group), quote!(a - #whole));
        }
        let statement = fragment(quote!(let a = b + c));
        check(quote!(#statement;), quote!(let a = b + c;));
        let item = fragment(quote!(
            fn f() {}
        ));
        check(
            quote!(#item),
            quote!(
                fn f() {}
            ),
        );
        let meta = fragment(quote!(allow(unused)));
        check(
            quote!(#[#meta] x),
            quote!(
                #[allow(unused)]
                x
            ),
        );
        let branch = fragment(quote!(if a {
            return;
        }));
        check(quote!(#branch next();), quote!(if a { return; } next();));
    }

    #[test]
    fn types_and_patterns_of_several_tokens_may_have_parentheses() {
        let reference = fragment(quote!(&'a mut T));
        check(quote!(Vec<#reference>), quote!(Vec<(&'a mut T)>));
        let either = fragment(quote!(1 | 2));
        check(quote!(let #either = a;), quote!(let (1 | 2) = a;));
    }
}
