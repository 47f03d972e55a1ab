use super::*;
use crate::Word;
use crate::diagnostic::Diagnostics;
use crate::parse;
use quote::ToTokens;

/// The loop of a function with this body: as it is recognised, and the places that hold variants.
fn numbered_as(which: Which, body: &str) -> Numbered {
    let function = format!("fn f(x: &[u8], y: &mut [u8], start: State) {{ {body} }}");
    let mut diagnostics = Diagnostics::default();
    let (clause, function) = ("auto : state".parse().expect("tokens"), function.parse().expect("tokens"));
    let function = parse::function_sites(Word::Scan, clause, function, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    number(&function.sites[0], which)
}

fn text(tokens: impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

#[track_caller]
fn check(body: &str, expected: &str) {
    let numbered = numbered_as(Which::Certain, &format!("let mut state = start; for i in 0..x.len() {{ {body} }}"));
    let expected: syn::ExprForLoop = syn::parse_str(&format!("for i in 0..x.len() {{ {expected} }}")).expect(expected);
    assert_eq!(text(&numbered.site.syntax), text(expected));
    assert!(numbered.leaks.is_empty());
    assert!(numbered.variants.of(&syn::parse_quote!(state)).is_some(), "{body}");
}

#[track_caller]
fn leaks(body: &str, at: &str) {
    let numbered = numbered_as(Which::Certain, &format!("let mut state = start; for i in 0..x.len() {{ {body} }}"));
    let found: Vec<_> = numbered.leaks.iter().map(|leak| leak.span.joined().source_text()).collect();
    assert_eq!((found.len(), numbered.variants.enums().len()), (1, 0), "{body}");
    assert_eq!(found[0].as_deref(), Some(at), "{body}");
}

#[test]
fn variants_have_numbers_in_the_order_of_the_text() {
    check(
        "state = match (state, x[i]) { (State::Code, b'a') => State::Text, (State::Text, _) => State::Code, (s, _) => s };",
        "state = match (state, x[i]) { (0u8, b'a') => 1u8, (1u8, _) => 0u8, (s, _) => s };",
    );
    check(
        "if state == lexer::State::Code && x[i] > 3 { y[i] = 0; } else if let lexer::State::Text | lexer::State::Code = state { y[i] = 1; }",
        "if state == 0u8 && x[i] > 3 { y[i] = 0; } else if let 1u8 | 0u8 = state { y[i] = 1; }",
    );
    check(
        "state = match (&state, &x[i]) { (&State::Code, ..) => State::Text, (.., 3) => state.clone(), (..) => State::Code };",
        "state = match (&state, &x[i]) { (&0u8, ..) => 1u8, (.., 3) => state.clone(), (..) => 0u8 };",
    );
    check("if state != Self::Code { state = Self::Text; }", "if state != 0u8 { state = 1u8; }");
    check(
        "y[i] = u8::from(matches!(state, Code | Text if x[i] > 3));",
        "y[i] = u8::from(matches!(state, 0u8 | 1u8 if x[i] > 3));",
    );
}

#[test]
fn what_is_a_variant_follows_through_names() {
    check(
        "let next: State = if x[i] == 0 { State::Code } else { state }; let (old, new) = (state, next); if old != new { state = new; }",
        "let next: u8 = if x[i] == 0 { 0u8 } else { state }; let (old, new) = (state, next); if old != new { state = new; }",
    );
    check(
        "let next; if x[i] == 0 { next = State::Code; } else { next = state; } state = next;",
        "let next; if x[i] == 0 { next = 0u8; } else { next = state; } state = next;",
    );
}

#[test]
fn a_cast_gives_what_the_enum_says() {
    check(
        "if x[i] == 0 { state = State::Code; } else if x[i] == 1 { state = State::Text; } y[i] = state as u8;",
        "if x[i] == 0 { state = 0u8; } else if x[i] == 1 { state = 1u8; } \
         y[i] = match state { 0u8 => State::Code as u8, _ => State::Text as u8 };",
    );
}

#[test]
fn what_is_used_otherwise_has_no_numbers() {
    leaks("state = State::Code; y[i] = state.rank();", "state");
    leaks("state = State::Code; y[i] = rank(state);", "state");
    leaks("state = State::Code; z[i] = state;", "state");
    leaks("state = State::Code; if state < State::Text { y[i] = 1; }", "state");
    leaks("state = State::Code; let pair = [state, state];", "state");
}

#[test]
fn what_may_also_be_something_else_has_no_numbers() {
    leaks("if state == State::Code { state = kinds[i]; }", "kinds[i]");
    leaks("if state == State::Code { state = next(x[i]); }", "next(x[i])");
    leaks("state = match state { State::Code => State::Text, State::Data(n) => State::Code, s => s };", "State::Data(n)");
    leaks("match kinds[i] { Kind::Open => y[i] = 1, _ => y[i] = 2 }", "Kind::Open");
    leaks("state = if x[i] == 0 { State::Code } else { other::State::Code };", "{ other::State::Code }");
    leaks("state = if x[i] == 0 { State::Code } else { 3 };", "{ 3 }");
    leaks("if state == State::Code { state = lexer::Other; }", "lexer::Other");
}

#[test]
fn what_may_be_constants_are_variants_where_all_are_looked_at() {
    let body = "let mut state = start; for i in 0..x.len() { state = match state { S::A => S::B, S::B => S::A }; }";
    let certain = numbered_as(Which::Certain, body);
    assert!(certain.is_partial && certain.variants.enums().is_empty());
    let all = numbered_as(Which::All, body);
    assert_eq!(text(&all.variants.enums()[0].variants[1]), "S :: B");
    assert!(all.leaks.is_empty());
    // A number beside them says what they are.
    let numbers = "let mut state = start; for i in 0..x.len() { state = match state { S::A => 1, S::B => S::A, s => s }; }";
    assert!(numbered_as(Which::All, numbers).variants.enums().is_empty());
}

#[test]
fn only_one_place_may_hold_what_has_no_number_of_its_own() {
    let one = "let mut state = start; for i in 0..x.len() { if x[i] == 0 { state = State::Code; } }";
    let numbered = numbered_as(Which::Certain, one);
    assert_eq!(numbered.site.types.below["state"], 2);
    let two = "let mut state = start; for i in 0..x.len() { if state == other { state = State::Code; } }";
    let numbered = numbered_as(Which::Certain, two);
    assert_eq!((numbered.site.types.below["state"], numbered.site.types.below["other"]), (1, 1));
    assert!(numbered.variants.enums()[0].is_compared);
}

#[test]
fn the_state_of_an_iterator_has_numbers() {
    let body = "let state: Vec<u8> = x.iter().scan(State::Code, |s, &c| { if c == 0 { *s = State::Text; } Some(u8::from(*s == State::Code)) }).collect();";
    let numbered = numbered_as(Which::Certain, body);
    assert!(text(&numbered.site.syntax).contains("scan (0u8 , | s , & c | { if c == 0 { * s = 1u8"));
}

#[test]
fn a_constant_alone_is_no_variant() {
    let body = "let mut state = start; for i in 0..x.len() { if x[i] == LIMIT { state = f32::consts::PI; } y[i] = Self::MOST; }";
    let numbered = numbered_as(Which::All, body);
    assert!(numbered.variants.enums().is_empty() && numbered.leaks.is_empty());
}
