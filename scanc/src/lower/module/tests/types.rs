//! Structs, enums, constants.

use super::lowered;
use crate::ir::{Int, Type};

#[test]
fn structs_come_after_their_fields() {
    let module = lowered(
        "#[repr(C)] struct Outer { inner: [Inner; N], flag: bool }
         #[repr(C)] struct Inner(f32, State);
         #[repr(transparent)] struct Whole { outer: Outer }
         const N: usize = M * 2;
         const M: usize = 1 + Limits::LEAST;
         struct_helper! {}
         #[repr(u8)] enum State { Open, Shut = 4, Locked }
         #[repr(C)] struct Limits { unused: Real }
         type Real = f64;
         impl Limits { const LEAST: usize = 1; }",
    );
    let texts: Vec<String> = module
        .structs
        .iter()
        .map(|item| {
            let fields: Vec<String> = item.fields.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
            format!("{} {{ {} }}", item.name, fields.join(", "))
        })
        .collect();
    assert_eq!(
        texts,
        [
            "Inner { 0: f32, 1: State }",
            "Outer { inner: [Inner; 4], flag: bool }",
            "Whole { outer: Outer }",
            "Limits { unused: f64 }"
        ]
    );
    let [state] = module.enums.as_slice() else { panic!("one enum") };
    assert_eq!((state.name.as_str(), state.repr), ("State", Int::U8));
    assert_eq!(state.variants, [("Open".to_owned(), 0), ("Shut".to_owned(), 4), ("Locked".to_owned(), 5)]);
    assert_eq!(module.structs[0].fields[1].1, Type::Enum("State".to_owned(), Int::U8));
}
