//! Operators with a domain: tested on that alone, and whether they keep it.

use super::messages::said;

const GROUPS: &str = "a scan may group its operands in any way: carry what can be grouped";
const NARROW: &str = "if such values never occur, have its domain leave them out";

/// `modulus` many residues, and their sum.
fn sum(domain: &str) -> String {
    format!("const P: u32 = 65521; #[declare_scan(identity = 0, {domain})] fn add(a: u32, b: u32) -> u32 {{ (a + b) % P }}")
}

#[test]
fn residues_pass_below_their_modulus() {
    assert_eq!(said(&sum("domain = |a| a < P")), "");
    assert_eq!(said(&format!("fn is_residue(a: u32) -> bool {{ a < P }} {}", sum("domain = is_residue"))), "");
    let found = said(&sum("domain = |a| a <= P + 1"));
    let left = "SC0603 `add` the identity of `add` is not neutral on the left: add(identity, a) is 1, a is 65522";
    assert_eq!(found, format!("{left} | where a = 65522; an identity leaves every value as it is, on either side; {NARROW}"));
}

#[test]
fn residues_near_a_great_modulus_overflow() {
    let found = said(
        "const P: u32 = 4294967291;
         #[declare_scan(identity = 0, domain = |a| a < P)] fn add(a: u32, b: u32) -> u32 { (a + b) % P }",
    );
    assert!(found.starts_with("SC0602 `add`") && found.contains("what overflows"), "{found}");
}

#[test]
fn hashes_pass_whose_powers_are_reduced() {
    let hash = |domain: &str| {
        format!(
            "const P: u64 = 1000000007;
             #[repr(C)] #[derive(Clone, Copy)] struct Hash {{ value: u64, power: u64 }}
             impl Hash {{ const ONE: Self = Hash {{ value: 0, power: 1 }}; fn is_reduced(self) -> bool {{ {domain} }} }}
             #[declare_scan(identity = Hash::ONE, domain = Hash::is_reduced)]
             fn then(a: Hash, b: Hash) -> Hash {{
                 Hash {{ value: (a.value * b.power + b.value) % P, power: a.power * b.power % P }}
             }}"
        )
    };
    assert_eq!(said(&hash("self.value < P && self.power < P")), "");
    let found = said(&hash("self.value < P"));
    assert!(found.starts_with("SC0603"), "{found}");
}

#[test]
fn marks_pass_that_are_0_or_1() {
    let last = |domain: &str| {
        format!(
            "#[repr(C)] #[derive(Clone, Copy)] struct Last {{ seen: u32, value: i32 }}
             #[declare_scan(identity = Last {{ seen: 0, value: 0 }}, {domain})]
             fn last(a: Last, b: Last) -> Last {{
                 Last {{ seen: a.seen | b.seen, value: a.value * (1 - b.seen as i32) + b.value * b.seen as i32 }}
             }}"
        )
    };
    assert_eq!(said(&last("domain = |a| a.seen <= 1 && (a.seen == 1 || a.value == 0)")), "");
    let found = said(&last("domain = |a| a.seen <= 2"));
    assert!(found.starts_with("SC060"), "{found}");
}

#[test]
fn tables_pass_with_entries_of_their_own() {
    let table = |bound: u8| {
        format!(
            "#[repr(C)] #[derive(Clone, Copy)] struct Table {{ next: [u8; 4] }}
             fn is_table(a: Table) -> bool {{
                 let mut is = true;
                 for i in 0..4 {{ is = is && a.next[i] < {bound}; }}
                 is
             }}
             #[declare_scan(identity = Table {{ next: [0, 1, 2, 3] }}, domain = is_table)]
             fn then(a: Table, b: Table) -> Table {{
                 let mut c = a;
                 for i in 0..4 {{ c.next[i] = b.next[(a.next[i] & 3) as usize]; }}
                 c
             }}"
        )
    };
    assert_eq!(said(&table(4)), "");
    let found = said(&table(5));
    assert!(found.starts_with("SC0604") && found.contains('4'), "{found}");
}

#[test]
fn what_leaves_its_domain() {
    assert_eq!(
        said("#[declare_scan(identity = 0, domain = |a| a < 1000)] fn add(a: u32, b: u32) -> u32 { a + b }"),
        "SC0607 `add` `add` does not keep its domain: add(a, b) is 1000, which lies outside of it \
         | where a = 999, b = 1; what a scan has combined is combined again, so it has to lie in the domain; \
         if such values never occur, have its domain leave them out"
    );
}

#[test]
fn an_identity_outside_of_the_domain() {
    assert_eq!(
        said("#[declare_scan(identity = 0, domain = |a| a > 0)] fn most(a: u32, b: u32) -> u32 { a.max(b) }"),
        "SC0608 `most` the identity of `most` lies outside of its domain: it is 0 | declare a domain in which it lies, or leave the identity out"
    );
    assert_eq!(said("#[declare_scan(domain = |a| a > 0)] fn most(a: u32, b: u32) -> u32 { a.max(b) }"), "");
}

#[test]
fn a_domain_in_which_nothing_is_found() {
    let found = said("#[declare_scan(domain = |a| a > 5 && a < 4)] fn most(a: u32, b: u32) -> u32 { a.max(b) }");
    assert_eq!(
        found,
        "SC0606 `most` the laws of `most` cannot be tested: no value was found that lies in its domain \
         | add `assume_associative` if you know that they hold"
    );
}

#[test]
fn what_is_wrong_inside_of_the_domain_is_refused() {
    let found = said("#[declare_scan(domain = |a| a < 100)] fn mean(a: u32, b: u32) -> u32 { (a + b) / 2 }");
    assert!(found.starts_with("SC0602 `mean`") && found.contains(GROUPS), "{found}");
}

/// Kernels combine what lies outside, too, before the host hears of it.
#[test]
fn what_does_not_end_is_refused_outside_of_the_domain_as_well() {
    let found = said(
        "#[declare_scan(identity = 0, domain = |a| a < 8)]
         fn op(a: u32, b: u32) -> u32 { let mut n = a | b; while n >= 8 { n = n | 1; } n }",
    );
    assert!(found.starts_with("SC0605 `op` `op` does not end"), "{found}");
}

#[test]
fn a_domain_that_is_no_condition() {
    let on = |domain: &str| said(&format!("#[declare_scan(domain = {domain})] fn most(a: u32, b: u32) -> u32 {{ a.max(b) }}"));
    assert!(on("|a| a + 1").starts_with("SC05"), "{}", on("|a| a + 1"));
    assert!(on("is_small").starts_with("SC05"), "{}", on("is_small"));
    assert!(on("|a| 7 / a > 1").starts_with("SC0621"), "{}", on("|a| 7 / a > 1"));
}

const BRACKETS: &str = "#[repr(C)] #[derive(Clone, Copy)] struct Open { closing: u32, opening: u32 }
    #[declare_scan(identity = Open { closing: 0, opening: 0 }, MORE)]
    fn then(a: Open, b: Open) -> Open {
        let matched = a.opening.min(b.closing);
        Open { closing: a.closing + b.closing - matched, opening: a.opening + b.opening - matched }
    }";

#[test]
fn counts_pass_that_do_not_overflow() {
    let found = said(&BRACKETS.replace("MORE", ""));
    assert!(found.contains("SC0602 `then`") && found.ends_with("if nothing overflows, add `no_overflow`"), "{found}");
    assert_eq!(said(&BRACKETS.replace("MORE", "no_overflow")), "");
}

#[test]
fn what_fails_without_overflow_is_refused() {
    let found = said("#[declare_scan(no_overflow)] fn op(a: i32, b: i32) -> i32 { a * b + 1 }");
    assert!(found.starts_with("SC0602 `op`") && !found.contains("no_overflow"), "{found}");
    let found = said("#[declare_scan(no_overflow)] fn op(a: i32, b: i32) -> i32 { a + b + 2147483647 + 2147483647 }");
    assert!(found.starts_with("SC0606 `op`") && found.contains("all that was tried overflows"), "{found}");
}

/// What is advised of an operator on residues of a struct with these fields.
fn advised(fields: &str, identity: &str, value: &str) -> String {
    let found = said(&format!(
        "const P: u64 = 1000000007;
         #[repr(C)] #[derive(Clone, Copy)] struct One {{ {fields} }}
         #[declare_scan(identity = One {{ {identity} }})] fn op(a: One, b: One) -> One {{ One {{ {value} }} }}"
    ));
    found.rsplit("; ").next().unwrap_or_default().to_owned()
}

#[test]
fn a_domain_is_proposed_that_would_do() {
    assert_eq!(
        advised("value: u64", "value: 0", "value: (a.value + b.value) % P"),
        "if such values never occur, `domain = |a| a.value < 1000000007` would do"
    );
    assert_eq!(
        advised(
            "value: u64, power: u64",
            "value: 0, power: 1",
            "value: (a.value * b.power + b.value) % P, power: a.power * b.power % P"
        ),
        "if such values never occur, `domain = |a| a.value < 1000000007 && a.power < 1000000007` would do"
    );
    assert_eq!(
        advised("value: i64", "value: 0", "value: (a.value + b.value) % 97"),
        "if such values never occur, `domain = |a| a.value >= 0 && a.value < 97` would do"
    );
    let last = said(
        "#[repr(C)] #[derive(Clone, Copy)] struct Last { seen: u32, value: i64 }
         #[declare_scan] fn last(a: Last, b: Last) -> Last {
             Last { seen: a.seen | b.seen, value: if b.seen == 1 { b.value } else { a.value } }
         }",
    );
    assert!(last.ends_with("; if such values never occur, `domain = |a| a.seen < 2` would do"), "{last}");
    assert_eq!(
        said("#[declare_scan(identity = 0, domain = |a| a >= 0 && a < 97)] fn op(a: i64, b: i64) -> i64 { (a + b) % 97 }"),
        ""
    );
}
