//! Whether the device puts the fields of structs where Rust does. It is asked once a program, before the program's first launch.

use std::fmt::Write;

use super::error::Error;
use crate::model::value::Layout;

/// The kernel that tells.
pub(super) const KERNEL: &str = "struct_layouts";

/// The kernel that writes down each struct's size and the places of its fields.
pub(super) fn kernel(layouts: &[&Layout]) -> String {
    let mut text = format!(
        "\n// Where this device puts the fields of structs, for the runtime to compare with the host's.\n\
         __kernel void {KERNEL}(__global ulong *places)\n{{\n"
    );
    let mut place = 0;
    for layout in layouts {
        // A `String` takes all that is written.
        let _ = writeln!(text, "    {{\n        {} value;\n        places[{place}] = sizeof(value);", layout.name);
        place += 1;
        for field in layout.fields {
            let offset = format!("(const uchar *)&value.{} - (const uchar *)&value", field.name);
            let _ = writeln!(text, "        places[{place}] = (ulong)({offset});");
            place += 1;
        }
        text.push_str("    }\n");
    }
    text + "}\n"
}

/// What it is about, and how many bytes: in the order in which the kernel writes.
pub(super) fn expected(layouts: &[&Layout]) -> Vec<(String, usize)> {
    let of = |layout: &&Layout| {
        let fields = layout.fields.iter().map(|field| (format!("the place of `{}.{}`", layout.name, field.name), field.offset));
        std::iter::once((format!("the size of `{}`", layout.name), layout.size)).chain(fields).collect::<Vec<_>>()
    };
    layouts.iter().flat_map(of).collect()
}

/// Compares them with what the kernel has written.
pub(super) fn compare(expected: &[(String, usize)], measured: &[u64]) -> Result<(), Error> {
    let differs = |((_, host), device): &(&(String, usize), &u64)| *host as u64 != **device;
    match expected.iter().zip(measured).find(differs) {
        Some(((what, host), device)) => Err(Error::Differs { what: what.clone(), device: *device, host: *host }),
        None => Ok(()),
    }
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
    fn what_differs_is_named() {
        let expected = expected(&[&PAIR]);
        assert!(compare(&expected, &[8, 0, 4]).is_ok());
        let error = compare(&expected, &[8, 0, 8]).expect_err("a field elsewhere");
        assert_eq!(error.to_string(), "the place of `Pair.y` is 8 bytes on the device and 4 on the host");
    }

    #[test]
    fn the_kernel_writes_a_number_for_each_that_is_expected() {
        assert_eq!(kernel(&[&PAIR, &PAIR]).matches("places[").count(), expected(&[&PAIR, &PAIR]).len());
    }
}
