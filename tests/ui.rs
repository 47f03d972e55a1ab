//! What does not compile, and what rustc says then; and what must compile. `TRYBUILD=overwrite` writes the messages anew.

#[test]
fn annotated_functions() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
    cases.pass("ui/pass/*.rs");
}
