//! Whether an annotated function becomes `#[inline]`.
//!
//! A small function with a loop is inlined wherever rustc sees fit, in other crates too, and is often the faster for it: where it is called
//! the lengths of its arrays are known. With a launch in it, it needs the attribute for that.

use syn::{Attribute, ItemFn};

/// Attributes that say something else, or with which the linker decides.
const OTHERS: &[&str] = &["inline", "cold", "no_mangle", "export_name", "link_section", "unsafe", "cfg_attr"];

/// Whether a function with so many annotated loops is to be `#[inline]`.
pub fn is_inlined(function: &ItemFn, loops: usize) -> bool {
    let says_more = |attribute: &Attribute| OTHERS.iter().any(|other| attribute.path().is_ident(other));
    loops == 1 && function.sig.abi.is_none() && !function.attrs.iter().any(says_more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn what_the_user_says_is_not_said_again() {
        let check = |function: ItemFn, loops, expected| assert_eq!(is_inlined(&function, loops), expected);
        check(
            parse_quote!(
                fn f() {}
            ),
            1,
            true,
        );
        check(
            parse_quote!(
                #[must_use]
                pub async fn f() {}
            ),
            1,
            true,
        );
        check(
            parse_quote!(
                fn f() {}
            ),
            2,
            false,
        );
        check(
            parse_quote!(
                #[inline(never)]
                fn f() {}
            ),
            1,
            false,
        );
        check(
            parse_quote!(
                #[unsafe(no_mangle)]
                fn f() {}
            ),
            1,
            false,
        );
        check(
            parse_quote!(
                extern "C" fn f() {}
            ),
            1,
            false,
        );
    }
}
