//! What does not compile, and what rustc says then. `TRYBUILD=overwrite` writes the messages anew.

/// The loops of annotated functions, and declared operators: types, functions, laws, and the loops that use them.
#[test]
fn annotations() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
    cases.compile_fail("mistakes/*.rs");
    cases.compile_fail("ui/operators/*.rs");
    cases.compile_fail("ui/names/*.rs");
}
