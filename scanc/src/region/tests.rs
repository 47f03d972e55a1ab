use super::*;
use crate::emit::{FunctionHost, Taken};
use crate::parse::{Word, function_sites};
use quote::ToTokens;

/// The region of a function whose loops all store into the arrays that they index on the left of `=`.
fn of(text: &str) -> Result<Option<Region>, NoRegion> {
    of_names(text, &["a", "b", "c", "self . a"])
}

/// The same, of arrays with these names.
fn of_names(text: &str, names: &[&str]) -> Result<Option<Region>, NoRegion> {
    let mut item: ItemFn = syn::parse_str(text).expect("a function");
    item.attrs.clear();
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let mut function = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics);
    function.keep_outer(&[]);
    let loops: Vec<LoopUse> =
        function.sites.iter().map(|site| arrays_of(&site.syntax.to_token_stream().to_string(), names)).collect();
    let holed = function.holed.as_ref().expect("a function");
    region(holed, &loops)
}

/// For these tests: these names are arrays, and what is assigned is written; `carry` is carried.
fn arrays_of(text: &str, names: &[&str]) -> LoopUse {
    let has_dot = |name: &str| name.contains('.');
    let arrays = names
        .iter()
        .filter(|name| {
            let text = if has_dot(name) { text.to_owned() } else { text.replace("self . a", "field").replace("s . a", "field") };
            text.contains(&format!("{name} ["))
        })
        .map(|name| {
            let is_written = text.split(';').any(|statement| {
                statement.split(" = ").next().is_some_and(|left| statement.contains(" = ") && left.contains(&format!("{name} [")))
            });
            (syn::parse_str(name).expect("a place"), is_written)
        })
        .collect();
    let carried = text.contains("carry =").then(|| quote::format_ident!("carry")).into_iter().collect();
    LoopUse { arrays, carried, ..LoopUse::default() }
}

/// The calls, each in front of the text of the statement that follows.
fn calls(text: &str) -> Vec<String> {
    let region = of(text).unwrap_or_else(|no| panic!("{}", no.message)).expect("arrays that are shared");
    let mut function = {
        let item: ItemFn = syn::parse_str(text).expect("a function");
        let mut diagnostics = crate::diagnostic::Diagnostics::default();
        let mut function = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics);
        function.keep_outer(&[]);
        function.holed.expect("a function")
    };
    region.insert(&mut function, |insertion| {
        let words = words(&region, insertion).into_iter().map(|word| format!("{word};"));
        words.collect::<String>().parse().expect("tokens")
    });
    let text = function.to_token_stream().to_string();
    ["fetch (", "take (", "fetch_where (", "hold (", "note ("]
        .into_iter()
        .flat_map(|call| text.match_indices(call))
        .map(|(at, _)| at)
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .map(|at| text[at..].split(';').take(2).map(str::trim).collect::<Vec<_>>().join(" | "))
        .collect()
}

/// What is asked, in words.
fn words(region: &Region, insertion: &Insertion) -> Vec<String> {
    let name = |array: &usize| region.arrays[*array].place.to_token_stream().to_string();
    let names = |arrays: &[usize]| arrays.iter().map(name).collect::<Vec<_>>().join(" ");
    let lent = |lent: &Lent| match lent {
        Lent::Guarded(array) => format!("guard {}", name(array)),
        Lent::Alone(array) => format!("alone {}", name(array)),
        Lent::Shared(array) => format!("shared {}", name(array)),
    };
    let word = |call: &Call| match call {
        Call::Fetch(array) => format!("fetch ({})", name(array)),
        Call::Take(array) => format!("take ({})", name(array)),
        Call::FetchWhere(_, arrays) => format!("fetch_where ({})", names(arrays)),
        Call::Hold(all) => format!("hold ({})", all.iter().map(lent).collect::<Vec<_>>().join(" ")),
        Call::Note(arrays) => format!("note ({})", names(arrays)),
        Call::Release | Call::Stay(_) | Call::Trust(_) => String::new(),
    };
    insertion.calls.iter().map(word).filter(|word| !word.is_empty()).collect()
}

const LOOPS: &str = "#[scan(+ : a)] for i in 1..n { a[i] = a[i - 1] + b[i]; }";

fn function(before: &str, between: &str, after: &str) -> String {
    format!("fn f(a: &mut [i32], b: &mut [i32], n: usize) {{ {before} {LOOPS} {between} {LOOPS} {after} }}")
}

/// What stands in front of a statement between two loops.
fn before(statement: &str) -> Vec<String> {
    let text = function("", statement, "");
    let region = of(&text).unwrap_or_else(|no| panic!("{statement}: {}", no.message)).expect("arrays that are shared");
    let found = region.insertions.iter().find(|insertion| (insertion.block, insertion.statement) == (0, 1));
    found.map_or_else(Vec::new, |found| words(&region, found))
}

#[test]
fn arrays_come_back_at_the_end() {
    assert_eq!(calls(&function("", "", "")), ["fetch (a) | }"]);
    assert_eq!(before("let m = a.len();"), [""; 0]);
}

#[test]
fn one_loop_has_no_region_unless_it_is_repeated() {
    assert!(matches!(of(&format!("fn f(a: &mut [i32], b: &[i32]) {{ {LOOPS} }}")), Ok(None)));
    let repeated = format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ for _ in 0..4 {{ {LOOPS} }} }}");
    assert_eq!(calls(&repeated), ["fetch (a) | }"]);
}

#[test]
fn what_the_host_reads_comes_back_and_stays() {
    for statement in
        ["let last = a[n - 1];", "let k = a[0] + 1;", "if a[1] > 2 { k = 3; }", "let k: u8 = f(&a);", "let k = g(a[1]) as u32;"]
    {
        assert_eq!(before(statement), ["fetch (a)"], "{statement}");
    }
    assert_eq!(before("let total: i32 = a[1..].iter().sum();"), ["fetch (a)"]);
    assert_eq!(before("let k = match a[0] { 0 => 1, other => other };"), ["fetch (a)"]);
    assert_eq!(before("let k = (0..n).map(|i| a[i]).sum::<i32>();"), ["fetch (a)"]);
}

#[test]
fn rustc_is_asked_whether_a_method_only_reads() {
    for statement in [
        "let total: i32 = a.iter().sum();",
        "let most = *a.iter().max().unwrap();",
        "let k = a[0].max(3);",
        "for v in a.iter() { f(v); }",
    ] {
        assert_eq!(before(statement), ["fetch (a)", "hold (shared a)"], "{statement}");
    }
    // It is known of a slice that can be nothing but read.
    let shared = |array: &str| {
        calls(&format!("fn f(a: &mut [i32], b: {array}, n: usize) {{ {LOOPS} let t: i32 = b.iter().sum(); {LOOPS} }}"))[0].clone()
    };
    assert!(shared("&[i32]").starts_with("hold (guard a) | let t"));
    assert!(shared("&mut [i32]").starts_with("hold (guard a shared b) | let t"));
}

#[test]
fn what_no_loop_stores_is_never_newer_on_the_device() {
    assert_eq!(before("let m = b.len();"), [""; 0]);
    // But it may panic, and then others see `a`.
    assert_eq!(before("let first = b[0];"), ["hold (guard a)"]);
}

/// Whatever is not known to leave an array alone takes it.
#[test]
fn what_the_host_changes_is_taken() {
    for statement in [
        "a[0] = 7",
        "a[0] += 7",
        "a[0].x = 7",
        "a[0].x[1] -= 7",
        "(a[1], a[2]) = (1000, a[1])",
        "[a[1], _] = pair",
        "P { x: a[1], .. } = point",
        "(k, (a[1], _)) = pair",
        "*a.last_mut().unwrap() = 1",
        "*(&mut a[1]) = 1",
        "a.as_mut_slice()[3] = 5",
        "a[1..][0] = 5",
        "a.fill(0)",
        "a.sort_unstable()",
        "a.push(1)",
        "a[1..].reverse()",
        "a[3].add_assign(1)",
        "a[3].x.clone_from(&k)",
        "a.anything()",
        "change(&mut a)",
        "std::mem::swap(&mut a[2].x, &mut k)",
        "f(&mut a[2].x)",
        "let k = a.split_off(5).len()",
        "let k = a.drain(1..3).count()",
        "let k: i32 = a.iter_mut().map(|v| { *v += 1; *v }).sum()",
        "a.iter_mut().for_each(f)",
        "match a[5] { ref mut v => *v = 1000 }",
        "if let P { x: ref mut q, .. } = a[2] { *q = 1; }",
        "for v in &mut a { *v += 1; }",
        "(0..n).for_each(|i| a[i] += 1)",
        "{ a[0] = 1; }",
        "while k > 0 { a[k] = 1; }",
        "a[a[0]] = 1",
    ] {
        let found = before(&format!("{statement};"));
        assert_eq!(found.first().map(String::as_str), Some("take (a)"), "{statement}: {found:?}");
    }
    assert_eq!(before("b[0] = 1;"), ["take (b)", "hold (guard a)"]);
}

#[test]
fn a_macro_may_do_anything_with_what_it_is_given() {
    assert_eq!(before("let k = sum!(a[0]);"), ["take (a)", "hold (shared b)"]);
    assert_eq!(before("let s = format!(\"{a:?}\");"), ["take (a)", "hold (shared b)"]);
    // One that is a statement may declare the name anew.
    assert_eq!(before("assert!({ a[2] = 1000; true });"), ["take (a)", "note (a)", "hold (shared b)"]);
    assert_eq!(before("println!(\"{a:?}\");"), ["take (a)", "note (a)", "hold (shared b)"]);
}

#[test]
fn rustc_is_asked_whether_a_macro_reaches_more_than_it_is_given() {
    assert_eq!(before("println!(\"{n}\");"), ["hold (guard a shared b)"]);
    assert_eq!(before("let v = vec![0; n];"), ["hold (guard a shared b)"]);
    assert_eq!(before("let v = vec![0; a.len()];"), ["take (a)", "hold (shared b)"]);
    // One of the function's own reaches everything.
    let own = function("macro_rules! bump { () => { a[0] += 1 } }", "bump!();", "");
    assert!(calls(&own)[0].starts_with("take (a) | take (b)"), "{:?}", calls(&own));
}

#[test]
fn an_array_of_the_same_length_as_another_keeps_the_region() {
    let made = |length: &str| {
        calls(&format!("fn f(b: &[i32], n: usize) -> i32 {{ let mut a = vec![0; {length}]; {LOOPS} {LOOPS} a[n - 1] }}"))
    };
    assert_eq!(made("n"), ["fetch (a) | a [n - 1] }"]);
    assert_eq!(made("b.len()"), made("n"));
}

#[test]
fn names_may_be_exchanged() {
    assert_eq!(calls(&function("", "std::mem::swap(&mut a, &mut b);", "")), ["fetch (a) | fetch (b)", "fetch (b) | }"]);
    let own =
        format!("fn f(n: usize) {{ let mut a = [0; 4]; let mut b = [0; 4]; {LOOPS} std::mem::swap(&mut a, &mut b); {LOOPS} }}");
    assert!(calls(&own)[0].starts_with("take (a) | take (b)"), "the elements are exchanged: {:?}", calls(&own));
}

#[test]
fn another_swap_may_exchange_elements() {
    for swap in ["swap(&mut a, &mut b);", "mem::swap(&mut a, &mut b);", "std::mem::swap(&mut a, &mut other);"] {
        assert_eq!(before(swap)[0], "take (a)", "{swap}");
    }
    // In an inner block `std` may be something else.
    let inner = function("", "std::mem::swap(&mut a, &mut b); { use other as std; }", "");
    assert!(calls(&inner)[0].starts_with("take (a) | take (b)"), "{:?}", calls(&inner));
}

fn facts(text: &str) -> Vec<String> {
    let region = of(text).unwrap_or_else(|no| panic!("{}", no.message)).expect("arrays that are shared");
    let all = region.insertions.iter().chain([&region.beginning]).flat_map(|insertion| &insertion.calls);
    let facts = all.filter_map(|call| if let Call::Trust(facts) = call { Some(facts) } else { None }).flatten();
    facts
        .map(|fact| format!("{fact:?}").split_once('(').expect("one of something").0.to_owned() + " " + &fact_text(fact))
        .collect()
}

fn fact_text(fact: &Fact) -> String {
    match fact {
        Fact::Slice(of) | Fact::Owned(of) | Fact::Apart(of) | Fact::Fields(of) | Fact::Swap(_, of) => {
            of.to_token_stream().to_string()
        }
        Fact::Number(name) => name.to_string(),
    }
}

#[test]
fn rustc_is_asked_what_arrays_are() {
    assert_eq!(facts(&function("", "", "")), ["Slice a", "Slice b"]);
    // How far the bounds and statements need it, also what numbers are.
    assert_eq!(facts(&function("", "let k = n / 2;", "")), ["Slice a", "Slice b", "Number n"]);
    let own = format!("fn f(b: Vec<i32>, n: usize) {{ let mut a = anything(n); {LOOPS} {LOOPS} }}");
    assert_eq!(facts(&own), ["Owned a", "Owned b"]);
    let swapped = facts(&function("", "std::mem::swap(&mut a, &mut b);", ""));
    assert_eq!(swapped, ["Slice a", "Apart a", "Slice b", "Apart b", "Swap b"]);
    // What is declared later rustc is asked about later.
    let later = format!(
        "fn f(a: &mut [i32], b: &[i32], n: usize) {{ {LOOPS} let mut c = vec![0; n]; #[scan(+ : c)] for i in 1..n {{ c[i] = c[i - 1] + a[i]; }} }}"
    );
    assert_eq!(facts(&later), ["Owned c", "Slice a", "Slice b"]);
}

#[test]
fn what_is_the_functions_own_need_not_come_back() {
    let own = format!("fn f(b: &[i32], n: usize) -> i32 {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} a[n - 1] }}");
    assert_eq!(calls(&own), ["fetch (a) | a [n - 1] }"]);
    let returned = format!("fn f(b: &[i32], n: usize) -> Vec<i32> {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} a }}");
    assert_eq!(calls(&returned), ["fetch (a) | a }"]);
    let dropped = format!("fn f(b: &mut [i32], n: usize) {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} }}");
    assert!(calls(&dropped).is_empty());
}

#[test]
fn a_vec_that_is_handed_over_is_the_functions_own() {
    let handed = |result: &str, rest: &str| {
        calls(&format!("fn f(mut a: Vec<i32>, b: &[i32], n: usize) {result} {{ {LOOPS} {rest} {LOOPS} a }}"))
    };
    assert_eq!(handed("-> Vec<i32>", ""), ["fetch (a) | a }"]);
    assert_eq!(handed("-> Vec<i32>", "check(n);"), ["fetch (a) | a }"]);
    let swapped = format!(
        "fn f(mut a: Vec<i32>, n: usize) -> Vec<i32> {{ let mut b = vec![0; n];
        for _ in 0..n {{ {LOOPS} std::mem::swap(&mut a, &mut b); }} a }}"
    );
    assert_eq!(calls(&swapped), ["fetch (a) | a }"]);
    let lent = format!("fn f(a: &mut Vec<i32>, b: &[i32], n: usize) {{ {LOOPS} check(n); {LOOPS} }}");
    assert_eq!(calls(&lent)[0], "hold (guard a) | check (n)");
}

/// A field's owner may look at it when it is dropped.
#[test]
fn fields_of_the_functions_own_come_back_before_they_are_dropped() {
    let text = "fn f(proto: &S, n: usize) { let mut s = proto.clone();
        for _ in 0..4 { #[scan(+ : s.a)] for i in 1..n { s.a[i] = s.a[i - 1] + 1; } } }";
    let found = of_names(text, &["s . a"]).expect("a region").expect("arrays that are shared");
    assert_eq!(found.insertions.last().map(|last| &*last.calls), Some(&[Call::Fetch(0)][..]));
}

#[test]
fn whoever_called_sees_all_when_the_function_is_left() {
    for statement in
        ["if n == 0 { return; }", "let m = k?;", "let Some(m) = k else { return };", "let m = n - 1;", "drop(bomb);", "bomb;"]
    {
        assert_eq!(before(statement), ["hold (guard a)"], "{statement}");
    }
    assert_eq!(before("return;"), ["fetch (a)"]);
}

#[test]
fn fields_are_arrays_too() {
    let text =
        "fn f(&mut self, n: usize) { #[scan(+ : self.a)] for i in 1..n { self.a[i] = self.a[i - 1] + 1; } self.n += 1; self.g();
        self.a.iter().for_each(f);
        #[scan(+ : self.a)] for i in 1..n { self.a[i] = self.a[i - 1] + 1; } }";
    let found = calls(text);
    // What `n` is, and whether its `+=` panics, the text does not say.
    assert_eq!(found[0], "fetch (self . a) | self . n += 1");
    assert!(found[1].starts_with("take (self . a) | self . g ()"), "{found:?}");
    // What rustc would say of a reference to all of `self` is not asked.
    assert!(found[2].starts_with("take (self . a) | self . a . iter ()"), "{found:?}");
    assert_eq!(facts(text), ["Fields self", "Slice self . a"]);
}

#[test]
fn headers_are_evaluated_by_the_host() {
    let text = format!(
        "fn f(a: &mut [i32], b: &mut [i32], n: usize) {{ {LOOPS} for k in 0..a[0] {{ {LOOPS} }} if a[1] > 2 {{ {LOOPS} }} else {{ b[0] = 1; }} }}"
    );
    let found = calls(&text);
    assert!(found[0].starts_with("fetch (a) | for k in 0 .. a [0]"), "{found:?}");
    assert!(found.iter().any(|call| call.starts_with("fetch (a) | if a [1] > 2")), "{found:?}");
    assert!(found.iter().any(|call| call.starts_with("take (b) | hold (guard a)")), "{found:?}");
    // What rustc would have to say of a method nobody can ask in a header.
    let text = function("", &format!("if a.contains(&7) {{ {LOOPS} }}"), "");
    assert!(calls(&text)[0].starts_with("take (a) | if a . contains"), "{:?}", calls(&text));
}

#[test]
fn what_may_escape_is_no_region() {
    let refused = |before: &str, between: &str| {
        assert!(of(&function(before, between, "")).is_err(), "{before} {between}");
    };
    refused("", "let (left, right) = a.split_at_mut(3);");
    refused("", "let c = &mut a[..];");
    refused("", "let c = &mut a[2].x;");
    refused("", "let ref mut c = a[2];");
    refused("", "let P { x: ref mut c, .. } = a[2];");
    refused("", "let c = a;");
    refused("", "let g = || a[0];");
    refused("", "let g = move || a[0];");
    refused("", "a = b;");
    refused("", "(a, k) = pair;");
    refused("", "consume(a);");
    refused("", "list.push(&a[1]);");
    refused("", "keep(&mut list, &a[1]);");
    refused("", "last = Some(&a[1]);");
    refused("let a = &mut a[1..];", "");
    refused("", "unsafe { *p = 1; }");
    refused("unsafe { p = q; }", "");
    refused("", "async { a[0] = 1; };");
    refused("", "while a[0] < 3 { #[scan(+ : a)] for i in 1..n { a[i] = a[i - 1] + b[i]; } }");
    refused("", "match n { 0 => {} _ => { #[scan(+ : a)] for i in 1..n { a[i] = a[i - 1] + b[i]; } } }");
    refused("", "if let Some(k) = made() { #[scan(+ : a)] for i in 1..n { a[i] = a[i - 1] + b[i]; } }");
}

#[test]
fn inner_arrays_are_not_kept() {
    let text = format!("fn f(b: &[i32], n: usize) {{ for _ in 0..3 {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} }} }}");
    assert!(of(&text).is_err());
}

#[test]
fn whoever_catches_a_panic_sees_all() {
    assert_eq!(before("check(n);"), ["hold (guard a)"]);
    assert_eq!(before("let k = n / k;"), ["hold (guard a)"]);
    assert_eq!(before("let k = n / 2;"), [""; 0]);
    let repeated = |header: &str| of(&format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ {header} {{ {LOOPS} }} }}"));
    assert!(repeated("for _ in (0..n).rev()").is_ok());
    assert!(repeated("for _ in [1, 2, 4]").is_ok());
    assert!(repeated("while n > 4").is_ok());
    assert!(repeated("for _ in iterator").is_err());
    assert!(repeated("while more()").is_err());
    assert!(repeated("while n - 1 > 4").is_err());
}

#[test]
fn arrays_are_held_once_for_statements_in_a_row() {
    let found = calls(&function("", "check(n); let k = other(n); println!(\"{k}\"); check(n);", ""));
    // The macro needs more to be held than the others.
    let held: Vec<&str> = found.iter().map(|call| call.split(" | ").next().unwrap_or_default()).collect();
    assert_eq!(held, ["hold (guard a)", "hold (guard a shared b)", "hold (guard a)", "fetch (a)"]);
}

/// What is declared in a block may look at something, or panic, when it is dropped at its end.
#[test]
fn what_is_dropped_at_the_end_of_an_inner_block_is_a_statement() {
    let inner = |lets: &str| calls(&function("", &format!("{{ {lets} {LOOPS} }}"), ""));
    assert_eq!(inner("let k = n / 2;"), ["fetch (a) | }"]);
    assert_eq!(inner("let k = b[0];")[0], "hold (guard a) | let k = b [0]");
    let moved = inner("let moved = bomb;");
    assert_eq!(moved.len(), 2, "{moved:?}");
    // Left before its end, too.
    let left = inner(&format!("let moved = bomb; {LOOPS} if n > 3 {{ break; }}"));
    assert!(left.iter().any(|call| call.starts_with("hold (guard a) | if n > 3")), "{left:?}");
    let bound = calls(&function("", &format!("if let Some(bomb) = bomb {{ {LOOPS} }}"), ""));
    assert_eq!(bound.len(), 2, "{bound:?}");
    // What an iterator is made of is dropped behind the loop.
    let header = calls(&function("", &format!("for _ in 0..made().len() {{ {LOOPS} }}"), ""));
    assert_eq!(header.len(), 3, "before the loop, at the end of its body, and of the function: {header:?}");
}

/// Where the headers of a launch of many scans divide, arrays come back if that panics; what is evaluated again and again may panic at
/// any time.
#[test]
fn a_launch_of_many_scans_evaluates_its_headers_once() {
    let asked = |outer: &str, before: &str, inner: &str| {
        let region = compiled(&format!(
            "for _ in 0..3 {{ for r in {outer} {{ {before} let mut s = 0i32;
                #[scan(+ : a)] for i in {inner} {{ s = s.wrapping_add(c[r * w + i]); a[r * w + i] = s; }} }} }}"
        ));
        let calls = region.expect("a region").insertions.into_iter().flat_map(|insertion| insertion.calls);
        // One is at the function's end.
        let mut asked: Vec<_> = calls.map(|call| if matches!(call, Call::FetchWhere(..)) { "where" } else { "fetch" }).collect();
        asked.sort_unstable();
        assert_eq!(asked.remove(0), "fetch");
        asked
    };
    assert_eq!(asked("0..h", "", "0..w"), [""; 0]);
    assert_eq!(asked("0..h / 2", "", "0..w"), [""; 0]);
    assert_eq!(asked("0..h / w", "", "0..w"), ["where"]);
    assert_eq!(asked("0..h", "", "0..c.len() / w"), ["where"]);
    assert_eq!(asked("0..h", "let k = 3;", "0..c.len() / w"), ["where"]);
    assert_eq!(asked("0..h", "let k = h / w;", "0..w"), ["fetch"]);
}

/// It is of a type that is `Copy`, whatever it starts from. Another variable of that name need not be.
#[test]
fn what_a_loop_carries_is_not_dropped() {
    const CARRYING: &str = "#[scan(then : a)] for i in 1..n { carry = then(carry, b[i]); a[i] = carry; }";
    let around = |lets: &str| calls(&format!("fn f(a: &mut [M], b: &[M], n: usize) {{ for _ in 0..3 {{ {lets} {CARRYING} }} }}"));
    for start in ["START", "M { x: 1.0, y: n }", "M { x: N { x: 1 } }"] {
        assert_eq!(around(&format!("let mut carry = {start};")), ["fetch (a) | }"], "{start}");
        assert_eq!(around(&format!("let mut carry: M = {start};")), ["fetch (a) | }"], "{start}");
    }
    for start in ["start()", "M { x: &n }", "M { x: start() }", "M { x: 1, ..start() }"] {
        let found = around(&format!("let mut carry = {start};"));
        assert!(found.len() == 2 && found[0].starts_with("hold (guard a) | let mut carry = "), "{found:?}");
    }
    assert_eq!(around("let carry = BOMB; let mut carry = START;").len(), 2);
    assert_eq!(around("let other = M { x: 1.0 }; let mut carry = START;").len(), 2);
}

#[test]
fn what_a_launch_evaluates_is_the_host_s() {
    let text = function("", "", "");
    let item: ItemFn = syn::parse_str(&text).expect("a function");
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let holed = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics).holed.expect("a function");
    let place = |name: &str| syn::parse_str::<Expr>(name).expect("an expression");
    let plain = LoopUse { arrays: vec![(place("a"), true)], ..LoopUse::default() };
    let insertions = |second: LoopUse| {
        let found = region(&holed, &[plain.clone(), second]);
        found.map(|found| found.expect("a region").insertions.into_iter().next().expect("the end").calls).map_err(|no| no.message)
    };
    let evaluated = |value: &str| insertions(LoopUse { evaluated: vec![place(value)], ..plain.clone() });
    assert_eq!(insertions(plain.clone()), Ok(vec![Call::Fetch(0)]));
    assert_eq!(evaluated("n"), Ok(vec![Call::Fetch(0)]));
    assert_eq!(evaluated("a.len()"), Ok(vec![Call::Fetch(0)]));
    // It overflows where `n` is 0, and only then does it matter what others see.
    assert_eq!(evaluated("n - 1"), Ok(vec![Call::FetchWhere(vec![place("n - 1")], vec![0])]));
    assert_eq!(evaluated("first()"), Ok(vec![Call::Fetch(0)]));
    assert_eq!(evaluated("count!(n)"), Ok(vec![Call::Take(0)]));
    let found = region(&holed, &[plain.clone(), LoopUse { read: vec![place("a")], ..plain.clone() }]).expect("a region");
    assert_eq!(found.expect("a region").insertions.len(), 2);
    assert!(evaluated("&a[1..]").is_err());
}

#[test]
fn a_macro_may_be_the_function_s_value() {
    let text = format!("fn f(a: &mut [i32], b: &[i32], n: usize) -> String {{ {LOOPS} {LOOPS} format!(\"{{n}}\") }}");
    assert_eq!(calls(&text), ["fetch (a) | format ! (\"{n}\") }"]);
    let text = format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ {LOOPS} {LOOPS} println! {{ \"{{n}}\" }} }}");
    assert_eq!(calls(&text), ["fetch (a) | println ! { \"{n}\" } }"]);
    let text = format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ {LOOPS} {LOOPS} return; }}");
    assert_eq!(calls(&text), ["fetch (a) | return"]);
}

#[test]
fn what_is_not_always_compiled_is_no_region() {
    assert!(of(&function("", "#[cfg(test)] let k = 1;", "")).is_err());
    assert!(of(&function("", "#[allow(unused)] let k = 1;", "")).is_ok());
}

/// The region of a function with loops that are compiled; how many statements have a call in front of them.
fn of_compiled(body: &str) -> Result<usize, String> {
    compiled(body).map(|region| region.insertions.len())
}

fn compiled(body: &str) -> Result<Region, String> {
    let text = format!("fn f(a: &mut [i32], b: &mut [i32], c: &[i32], h: usize, w: usize) {{ {body} }}");
    let item: ItemFn = syn::parse_str(&text).expect("a function");
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let function = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics);
    let (runtime, taken) = (syn::parse_quote!(::scan_runtime), Taken::in_macro());
    let host = FunctionHost { runtime, taken, in_macro: true, asks_for_primitives: false, region: None };
    let found = crate::compile_function(function, host, |_| String::new(), || None, &mut diagnostics).expect("loops").region;
    found.map(|found| found.expect("a region")).map_err(|no| no.message)
}

#[test]
fn an_outer_loop_and_its_scans_are_one_loop() {
    const PLAIN: &str = "#[scan(+ : a)] for i in 1..h { a[i] = a[i - 1] + c[i]; }";
    let rows = |lets: &str| {
        format!("for r in 0..h {{ {lets} #[scan(+ : t)] for i in 0..w {{ t += c[r * w + i]; b[r * w + i] = t; }} }}")
    };
    let function = |first: &str, second: &str| of_compiled(&format!("{first} {second}"));
    // Only the end.
    assert_eq!(function(PLAIN, &rows("let mut t = 0;")), Ok(1));
    assert_eq!(function(&rows("let mut t = r as i32;"), &rows("let k = r + 1; let mut t = k as i32;")), Ok(1));
    // The host computes what the rows begin with.
    assert_eq!(function(PLAIN, &rows("let mut t = a[r];")), Ok(2));
    // It may panic, and then others see what there is.
    assert_eq!(function(PLAIN, &rows("let mut t = 7 / r as i32;")), Ok(2));
    // An inner loop that is launched alone has the outer one's `let`s before it each time, with `a` guarded.
    assert_eq!(function(PLAIN, &rows("let mut t = b[r];")), Ok(3));
    let other = rows("let (mut t, a) = (0, r);");
    assert_eq!(function(PLAIN, &other), Err("`a` is the name of several variables".to_owned()));
}
