//! Diagnostics as `compile_error!` calls, for the macro.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// A `compile_error!` for each error. Warnings have no way out of a macro on stable Rust.
pub fn compile_errors(diagnostics: &Diagnostics) -> TokenStream {
    diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).map(compile_error).collect()
}

fn compile_error(diagnostic: &Diagnostic) -> TokenStream {
    let message = message(diagnostic);
    // rustc underlines from the path's place to the braces'.
    let path = quote_spanned!(diagnostic.span.first => ::core::compile_error!);
    let argument = quote_spanned!(diagnostic.span.last => { #message });
    quote!(#path #argument)
}

/// rustc indents the second line to stand under the first.
fn message(Diagnostic { code, message, help, .. }: &Diagnostic) -> String {
    match help {
        Some(help) => format!("{message}\n[{code}] help: {help}"),
        None => format!("{message}\n[{code}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::diagnostic::Span;

    #[test]
    fn code_and_help_stand_on_the_second_line() {
        let diagnostic = Diagnostic::error(Code(301), Span::call_site(), "the loop reads ahead").help("scan backwards");
        assert_eq!(message(&diagnostic), "the loop reads ahead\n[SC0301] help: scan backwards");
    }
}
