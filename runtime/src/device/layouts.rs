//! Structs as the host has them: a program of a device that puts their fields elsewhere does not build.

use std::fmt::Write;

use crate::model::value::Layout;

/// Says what the host knows of these structs, to the device's compiler. (OpenCL C has no `_Static_assert`: an array's size is negative.)
pub(super) fn assertions(layouts: &[&Layout]) -> String {
    let mut text = String::from("\n// Structs as the host has them; elsewhere these types do not exist.\n");
    for Layout { name, size, fields } in layouts {
        // A `String` takes all that is written.
        let _ = writeln!(text, "typedef char size_of_{name}_is_{size}[sizeof({name}) == {size} ? 1 : -1];");
        for field in *fields {
            let (field, offset) = (field.name, field.offset);
            let holds = format!("__builtin_offsetof({name}, {field}) == {offset}");
            let _ = writeln!(text, "typedef char place_of_{name}_{field}_is_{offset}[{holds} ? 1 : -1];");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::value::Field;

    static PAIR: Layout = Layout {
        name: "Pair",
        size: 8,
        fields: &[Field { name: "x", offset: 0, layout: None }, Field { name: "y", offset: 4, layout: None }],
    };

    #[test]
    fn the_size_and_every_field_are_asserted() {
        let lines: Vec<String> = assertions(&[&PAIR]).lines().skip(2).map(str::to_owned).collect();
        let expected = [
            "typedef char size_of_Pair_is_8[sizeof(Pair) == 8 ? 1 : -1];",
            "typedef char place_of_Pair_x_is_0[__builtin_offsetof(Pair, x) == 0 ? 1 : -1];",
            "typedef char place_of_Pair_y_is_4[__builtin_offsetof(Pair, y) == 4 ? 1 : -1];",
        ];
        assert_eq!(lines, expected);
    }
}
