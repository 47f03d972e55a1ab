//! What stands in tokens, looked at without parsing them.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// Calls `visit` with every identifier that may be a variable, however deep: the names of fields, methods and functions are none.
pub(crate) fn for_each_variable(tokens: TokenStream, visit: &mut dyn FnMut(&Ident)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if may_be_variable(&tokens[..at], &tokens[at + 1..]) => visit(name),
            TokenTree::Group(group) => for_each_variable(group.stream(), visit),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The tokens with others for each identifier that `map` has such for.
pub(crate) fn map_identifiers(tokens: TokenStream, map: &dyn Fn(&Ident) -> Option<TokenStream>) -> TokenStream {
    let mapped = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(name) => map(&name).unwrap_or_else(|| TokenTree::Ident(name).into()),
        TokenTree::Group(group) => within(&group, map_identifiers(group.stream(), map)).into(),
        other => TokenStream::from(other),
    });
    mapped.collect()
}

/// Other tokens in the delimiters of a group.
fn within(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut mapped = Group::new(group.delimiter(), tokens);
    mapped.set_span(group.span());
    TokenTree::Group(mapped)
}

/// The tokens with another identifier for each that may be a variable and that `rename` has one for.
pub(crate) fn map_variables(tokens: TokenStream, rename: &dyn Fn(&Ident) -> Option<Ident>) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mapped = tokens.iter().enumerate().map(|(at, token)| match token {
        TokenTree::Ident(name) if may_be_variable(&tokens[..at], &tokens[at + 1..]) => {
            TokenTree::Ident(rename(name).unwrap_or_else(|| name.clone()))
        }
        TokenTree::Group(group) => within(group, map_variables(group.stream(), rename)),
        other => other.clone(),
    });
    mapped.collect()
}

/// Whether what stands between these tokens is not the name of a field, of a method, or of something in a path.
fn may_be_variable(before: &[TokenTree], after: &[TokenTree]) -> bool {
    let is = |token: Option<&TokenTree>, wanted| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let (last, next) = (before.last(), after.first());
    let is_path = |one: Option<&TokenTree>, other: Option<&TokenTree>| is(one, ':') && is(other, ':');
    let second_last = before.len().checked_sub(2).and_then(|at| before.get(at));
    let is_member = is(last, '.') && !is(second_last, '.');
    let is_called = matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    let is_in_path = is_path(next, after.get(1)) || is_path(last, second_last);
    // In a struct's literal.
    let is_named_value = is(next, ':') && (last.is_none() || is(last, ','));
    !is_member && !is_called && !is_in_path && !is_named_value
}

/// Whether the variable `name` occurs in `tokens`, however deep.
pub(crate) fn mentions_variable(tokens: &TokenStream, name: &str) -> bool {
    let mut found = false;
    for_each_variable(tokens.clone(), &mut |identifier| found |= identifier == name);
    found
}

/// Calls `visit` with every identifier, however deep.
pub(crate) fn for_each_word(tokens: TokenStream, visit: &mut dyn FnMut(&Ident)) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => visit(&name),
            TokenTree::Group(group) => for_each_word(group.stream(), visit),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether the identifier `name` occurs in `tokens`, however deep.
pub(crate) fn mentions_word(tokens: &TokenStream, name: &str) -> bool {
    let mut found = false;
    for_each_word(tokens.clone(), &mut |identifier| found |= identifier == name);
    found
}
