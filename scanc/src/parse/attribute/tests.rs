use super::*;
use crate::parse::fixture::findings;
use quote::ToTokens;

/// What was read, or what was found wrong: `SC0106 source text: message | help`.
fn read(input: &str) -> String {
    let mut diagnostics = Diagnostics::default();
    let tokens: TokenStream = input.parse().expect(input);
    let span = tokens.span();
    match attribute(tokens, span, &mut diagnostics) {
        Ok(attribute) => show(&attribute),
        Err(_stopped) => findings(&diagnostics),
    }
}

fn show(attribute: &ScanAttribute) -> String {
    let places = |places: &[Expr]| places.iter().map(place_text).collect::<Vec<_>>().join(", ");
    let target = |target: &Target| {
        format!("{}{} : {}", if target.reduction { "reduce " } else { "" }, target.operator, place_text(&target.place))
    };
    let mut text = attribute.targets.iter().map(target).collect::<Vec<_>>().join(" and ");
    attribute.maps.iter().for_each(|map| text += &format!(" {:?}({})", map.direction, places(&map.places)));
    attribute.device.iter().for_each(|device| text += &format!(" {device:?}"));
    attribute.algorithm.iter().for_each(|algorithm| text += &format!(" {algorithm:?}"));
    attribute.group_size.iter().for_each(|size| text += &format!(" {size}"));
    attribute.asserted.iter().for_each(|(kind, _)| text += &format!(" {kind:?}"));
    text += if attribute.deterministic { " deterministic" } else { "" };
    attribute.runtime.iter().for_each(|path| text += &format!(" crate={}", path.to_token_stream()));
    text
}

#[track_caller]
fn check(input: &str, expected: &str) {
    assert_eq!(read(input), expected, "{input}");
}

#[test]
fn every_operator() {
    for operator in ["+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"] {
        check(&format!("{operator} : y"), &format!("{operator} : y"));
        check(&format!("{operator}:y,"), &format!("{operator} : y"));
    }
    check("auto : y", "auto : y");
    check("ops::compose : t", "ops::compose : t");
    check("::ops::compose : t", "::ops::compose : t");
    check("crate::ops::compose : t", "crate::ops::compose : t");
    check("super::compose : t", "super::compose : t");
    check("self::compose : t, crate = runtime", "self::compose : t crate=runtime");
}

#[test]
fn min_and_max_are_built_in() {
    let tokens = "max : m".parse::<TokenStream>().expect("tokens");
    let read = attribute(tokens, Span::call_site(), &mut Diagnostics::default()).expect("an attribute");
    assert!(matches!(read.targets[0].operator, OperatorName::Symbol("max", _)));
}

#[test]
fn places() {
    check("+ : self.y", "+ : self.y");
    check("+ : (grid.rows.0)", "+ : grid.rows.0");
    check(
        "+ : crate",
        "SC0104 `crate` what is scanned must be a variable or a field | bind it with `let` before the loop and name that",
    );
}

#[test]
fn every_clause() {
    check(
        "+ : y, map(to: x, z), map(from: y), device(gpu), algorithm(blelloch), group_size(64), inclusive, crate = scan",
        "+ : y To(x, z) From(y) Gpu Blelloch 64 Inclusive crate=scan",
    );
    check(
        "map(to: x, from: y, tofrom: self.z), exclusive, deterministic, + : y",
        "+ : y To(x) From(y) ToFrom(self.z) Exclusive deterministic",
    );
    check("+ : y, device(loop), algorithm(auto)", "+ : y Loop");
    check("+ : y, device(host,)", "+ : y Host");
    check("+ : y, device(host, gpu)", "SC0101 `,` `device` takes one argument | leave the rest out");
    check("+ : y, group_size(1024), crate = ::a::b", "+ : y 1024 crate=:: a :: b");
    check("+ : y, group_size(0x40u32)", "+ : y 64");
}

#[test]
fn empty_and_stray() {
    check("", "SC0102 `` `#[scan]` names no operator | write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans");
    check(
        "device(gpu)",
        "SC0102 `device(gpu)` `#[scan]` names no operator | write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans",
    );
    check(
        ", + : y",
        "SC0101 `,` cannot read this: expected an expression | write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans",
    );
    check("+ : y deterministic", "SC0101 `deterministic` expected `,` | put a `,` between two clauses");
    check(
        "7",
        "SC0101 `7` expected an operator and what it scans, or a clause | write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans",
    );
    check("= 3", "SC0102 `=` `=` is not an operator of a scan | built-in operators are `+ - * & | ^ && || min max`");
}

#[test]
fn operators() {
    check("/ : y", "SC0102 `/` `/` is not an operator of a scan | built-in operators are `+ - * & | ^ && || min max`");
    check(
        "<< : y, device(gpu)",
        "SC0102 `<` `<<` is not an operator of a scan | built-in operators are `+ - * & | ^ && || min max`",
    );
    check("+= : y", "SC0102 `=` `+=` is an assignment | write `+ : y`");
    check(
        ": y",
        "SC0102 `:` an operator is missing before `:` | write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans",
    );
    check("+ y", "SC0103 `y` expected `:` after the operator `+` | write `+ : y`");
    check("+", "SC0103 `+` expected `:` after the operator `+` | write `+ : y`");
    check("+ :: y", "SC0103 `:` expected `:` after the operator `+` | write `+ : y`");
    check("max", "SC0103 `max` expected `:` and what is scanned after `max` | write `max : y`");
    check(
        "y",
        "SC0103 `y` expected `:` and what is scanned after `y` | write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans",
    );
}

#[test]
fn targets() {
    check(
        "+ :",
        "SC0104 `+ :` what does `+` scan? nothing is named after `:` | write `+ : y`, with the array or the accumulator of the loop",
    );
    check(
        "+ : , device(gpu)",
        "SC0104 `,` what does `+` scan? nothing is named after `:` | write `+ : y`, with the array or the accumulator of the loop",
    );
    check(
        "y :",
        "SC0104 `y :` what does `y` scan? nothing is named after `:` | if `y` is the array or the accumulator of the loop, write `+ : y`, the operator first",
    );
    check("+ : y[i]", "SC0104 `y[i]` what is scanned must be a variable or a field | write `y`");
    check("+ : &mut self.y", "SC0104 `&mut self.y` what is scanned must be a variable or a field | write `self.y`");
    check("+ : 3", "SC0104 `3` what is scanned must be a variable or a field | bind it with `let` before the loop and name that");
    check("+ : a, b", "+ : a and + : b");
    check("+ : s, max : self.m, device(gpu), n", "+ : s and max : self.m and max : n Gpu");
    check("+ : a, max : a", "SC0105 `a` `a` is named twice | leave one of them out");
}

#[test]
fn unknown_clauses() {
    check("+ : y, algoritm(blelloch)", "SC0106 `algoritm` there is no clause `algoritm` | did you mean `algorithm`?");
    check("+ : y, determinstic", "SC0106 `determinstic` there is no clause `determinstic` | did you mean `deterministic`?");
    check(
        "+ : y, no_overflow",
        "SC0106 `no_overflow` a loop has no clause `no_overflow` | leave it out: it is said of an operator, where that is declared: `#[declare_scan(no_overflow)]`",
    );
    check(
        "+ : y, schedule(static, 4)",
        "SC0106 `schedule` there is no clause `schedule` | leave it out, the clauses are `map`, `device`, `algorithm`, `group_size`, `ranks`, `inclusive`, `exclusive`, `deterministic`, `reassociate`",
    );
}

#[test]
fn what_people_who_know_openmp_write_has_an_answer() {
    check(
        "reduction(inscan, + : y)",
        "SC0106 `reduction` there is no clause `reduction` | OpenMP's `reduction(inscan, + : y)` is `#[scan(+ : y)]` here, and `reduction(+ : sum)` is `#[reduce(+ : sum)]`",
    );
}

#[test]
fn a_swapped_clause_is_turned_round() {
    check("y : +", "SC0104 `+` cannot read what is scanned: expected an expression | write `+ : y`, the operator first");
    check(
        "y : &&, device(gpu)",
        "SC0104 `&` cannot read what is scanned: expected an expression | write `&& : y`, the operator first",
    );
    check("+ : +", "SC0104 `+` cannot read what is scanned: expected an expression | write `+ : y`");
}

#[test]
fn clauses_that_occur_twice() {
    check("+ : y, device(gpu), device(cpu)", "SC0107 `device` `device` occurs twice | leave one of them out");
    check("+ : y, deterministic, deterministic", "SC0107 `deterministic` `deterministic` occurs twice | leave one of them out");
    check("+ : y, map(to: x), map(from: x)", "SC0107 `x` `x` is mapped twice | for both directions write `map(tofrom: x)`");
}

#[test]
fn words() {
    check("+ : y, device(GPU)", "SC0108 `GPU` `device` does not know `GPU` | did you mean `gpu`?");
    check(
        "+ : y, device(quantum)",
        "SC0108 `quantum` `device` does not know `quantum` | write one of `gpu`, `cpu`, `accelerator`, `any`, `all`, `host`, `loop`",
    );
    check(
        "+ : y, device(0)",
        "SC0108 `0` `device` needs a word | write one of `gpu`, `cpu`, `accelerator`, `any`, `all`, `host`, `loop`",
    );
    check(
        "+ : y, algorithm(hilis_steele)",
        "SC0108 `hilis_steele` `algorithm` does not know `hilis_steele` | did you mean `hillis_steele`?",
    );
    check("+ : y, map(form: y)", "SC0108 `form` `map` does not know `form` | did you mean `from`?");
}

#[test]
fn group_sizes() {
    let message = "`group_size` must be a power of two from 1 to 1024";
    for (size, near) in [("0", 1), ("100", 128), ("2048", 1024), ("99999999999999999999999", 1024)] {
        check(&format!("+ : y, group_size({size})"), &format!("SC0109 `{size}` {message} | write `group_size({near})`"));
    }
    let example = "write a power of two up to 1024, as in `group_size(256)`";
    check("+ : y, group_size(-1)", &format!("SC0109 `-` {message} | write `group_size(1)`"));
    check("+ : y, group_size(N)", &format!("SC0109 `N` `group_size` needs an integer literal | {example}"));
    check("+ : y, group_size()", &format!("SC0110 `group_size` `group_size` needs an argument | {example}"));
}

#[test]
fn arguments_that_are_missing_or_too_many() {
    check("+ : y, device", "SC0110 `device` `device` needs an argument | write `device(gpu)`");
    check("+ : y, group_size = 64", "SC0110 `group_size` `group_size` needs an argument | write `group_size(64)`");
    check("+ : y, inclusive(x)", "SC0110 `inclusive` `inclusive` takes no argument | write `inclusive`");
    check("+ : y, map(x)", "SC0110 `x` `map` needs a direction | write `map(to: x)`, `map(from: x)` or `map(tofrom: x)`");
    check("+ : y, map()", "SC0101 `map` `map` names no array | write `map(to: x)`, `map(from: y)` or `map(tofrom: y)`");
    check("+ : y, map(to: x[..n])", "SC0104 `x[..n]` what is mapped must be a variable or a field | write `x`");
    check("+ : y, map(to: x z)", "SC0101 `z` expected `,` | put a `,` between two arrays");
    check(
        "+ : y, crate = 3",
        "SC0110 `3` `crate = …` needs the path of the runtime crate: expected identifier | write `crate = scan_runtime`, with the name that Cargo.toml gives it",
    );
}

#[test]
fn contradictions() {
    check(
        "+ : y, inclusive, exclusive",
        "SC0111 `exclusive` a scan is inclusive or exclusive, this says both | leave out one of the two: the loop decides, the word is checked against it",
    );
    check(
        "+ : y, deterministic, algorithm(blelloch), group_size(8)",
        "SC0111 `algorithm` `deterministic` fixes the algorithm to `reduce_then_scan`, this clause asks for another | leave out one of the two clauses
SC0111 `group_size` `deterministic` fixes the order of combination on every device, a group size would change it | leave out one of the two clauses",
    );
    check("+ : y, deterministic, algorithm(reduce_then_scan)", "+ : y ReduceThenScan deterministic");
}

#[test]
fn everything_wrong_is_found() {
    check(
        "/ : y, devise(gpu), group_size(3), + : z",
        "SC0102 `/` `/` is not an operator of a scan | built-in operators are `+ - * & | ^ && || min max`
SC0106 `devise` there is no clause `devise` | did you mean `device`?
SC0109 `3` `group_size` must be a power of two from 1 to 1024 | write `group_size(4)`",
    );
}

#[test]
fn nasty_tokens_are_refused_without_a_panic() {
    let nasty = [
        "{}",
        "()",
        "[]",
        "{ + : y }",
        "(+ : y)",
        "'a : y",
        "'",
        "#",
        "$ : y",
        "? : y",
        "\"+\" : y",
        "b'x'",
        "1..2",
        "..",
        "=>",
        "->",
        ",,,",
        ";",
        "+ : {}",
        "+ : (",
        "+ : |x| y",
        "+ : if",
        "+ : y : z",
        "+ : y.",
        "+ : y..",
        "+ : .y",
        "+ : y!",
        "+ : y!()",
        "+ + : y",
        "&& && : y",
        "- -> y",
        "r#type",
        "r#device(gpu)",
        "map",
        "map(,)",
        "map(:)",
        "map(to:)",
        "map(to: ,)",
        "map(to: x,, y)",
        "map(to x)",
        "map(to: to: x)",
        "map(map(to: x))",
        "device(gpu cpu)",
        "device((gpu))",
        "device[gpu]",
        "device{gpu}",
        "algorithm(\"blelloch\")",
        "group_size(6_4.0)",
        "group_size(1e3)",
        "group_size(64, 64)",
        "inclusive = true",
        "!inclusive",
        "crate",
        "crate =",
        "crate == a",
        "crate = a::<b>",
        "crate(x)",
        "max::y",
        "max(y)",
        "a::<b, c> : y",
        "<T as U>::op : y",
        "fn : y",
        "self : y",
        "Self",
        "_",
        "_ : y",
        "async : y",
        "+ : async",
        "+ : self.",
        "+ : self.0.0.0.",
        "é : ü,",
        "@",
        "~",
        "\\",
    ];
    for input in nasty {
        // What is no token stream at all never reaches the compiler.
        if let Ok(tokens) = input.parse::<TokenStream>() {
            let mut diagnostics = Diagnostics::default();
            let read = attribute(tokens, Span::call_site(), &mut diagnostics);
            assert_eq!(read.is_err(), diagnostics.has_errors(), "{input}: {read:?}");
            assert!(diagnostics.iter().all(|found| found.help.is_some()), "{input}: {diagnostics:?}");
        }
    }
}

#[test]
fn invisible_groups_of_macro_rules_are_looked_through() {
    use proc_macro2::{Delimiter, Group, TokenTree};
    let target = TokenTree::Group(Group::new(Delimiter::None, "self.y".parse().expect("tokens")));
    let read = attribute(quote::quote!(+ : #target), Span::call_site(), &mut Diagnostics::default()).expect("an attribute");
    assert_eq!(show(&read), "+ : self.y");
}
