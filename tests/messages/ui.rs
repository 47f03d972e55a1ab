//! What does not compile, and what rustc says then; and what must compile. `TRYBUILD=overwrite` writes the messages anew.

/// The loops of annotated functions, and declared operators: types, functions, laws, and the loops that use them.
#[test]
fn annotations() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
    cases.compile_fail("mistakes/*.rs");
    cases.compile_fail("ui/operators/*.rs");
    cases.compile_fail("ui/names/*.rs");
}

/// On their own: where all that is tested is refused, rustc is called once for all files, on all cores, and otherwise for one after another.
#[test]
fn what_must_compile() {
    trybuild::TestCases::new().pass("ui/pass/*.rs");
}
