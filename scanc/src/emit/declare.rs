//! What a user declared for kernels → the implementations that carry its OpenCL C to the runtime.
//!
//! Afterwards: every declared type is an `Element`, every operator a `Semigroup`, and a `Monoid` where it has an identity; a declared
//! function that is an operator has a type of its name beside it, which the clauses of loops name. The code stands where the items
//! stand, and sees what they see. Its `unsafe` vouches for OpenCL C; nothing that the user has written stands in an `unsafe` block.
//!
//! **An operator that is declared elsewhere is named, not seen.** `#[declare_scan]` on `fn op` makes a type `op` beside it, whose traits
//! carry the OpenCL C; `#[scan(op : y)]` leaves `scan_t` and `scan_op` open and names the type. So rustc resolves names, and generic
//! functions work. Only the command, which sees the file, writes closed kernels, and only where the file leaves no doubt.
//!
//! **A declared function is named, not seen, where a loop calls it.** `#[declare_target]` makes a type of its name, which is a `Function`;
//! the kernel calls `checked_NAME`, which the runtime defines from it (`.function::<NAME>(…)`), with the parameter `panicked` in any case.

use super::confirm;
use crate::ir::{DeclaredOperator, Enum, Module, Scalar, Struct, Type};
use crate::parse::{DeclaredItems, OperatorItem, OperatorSubject};
use crate::render::c::{self, Declarations, Needs};
use crate::syntax::mentions_word;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::BTreeSet;
use syn::Visibility;
use syn::ext::IdentExt;

/// The implementations for all that `items`, which are `module` in the IR, declare. `runtime` is how the user's crate names scan-runtime;
/// `asks_for_primitives` is as in [`super::Surroundings`].
pub fn declarations(items: &DeclaredItems, module: &Module, runtime: &syn::Path, asks_for_primitives: bool) -> TokenStream {
    let declared = Declared { items, module, runtime, declarations: Declarations::of(module) };
    let structs = module.structs.iter().map(|item| declared.structure(item));
    let enums = module.enums.iter().map(|item| declared.enumeration(item));
    let operators = module.operators.iter().filter_map(|operator| declared.operator(operator));
    let functions = (0..items.functions.len()).filter_map(|at| declared.function(at));
    let confirmed = confirm::of_declared(items, runtime, asks_for_primitives);
    quote!(#confirmed #(#enums)* #(#structs)* #(#operators)* #(#functions)*)
}

/// `clean`, what the attribute stood on, with `code` in it if that is a module and behind it otherwise.
pub fn beside(clean: TokenStream, code: TokenStream) -> TokenStream {
    match syn::parse2::<syn::ItemMod>(clean.clone()) {
        Ok(mut module) => {
            if let Some((_, items)) = &mut module.content {
                items.push(syn::Item::Verbatim(code));
            }
            module.into_token_stream()
        }
        Err(_) => quote!(#clean #code),
    }
}

struct Declared<'a> {
    items: &'a DeclaredItems,
    module: &'a Module,
    runtime: &'a syn::Path,
    declarations: Declarations<'a>,
}

impl Declared<'_> {
    fn structure(&self, item: &Struct) -> TokenStream {
        let (runtime, span) = (self.runtime, item.span.0);
        let (name, c_name) = (identifier(&item.name, span.first), c::declared_name(&item.name));
        let fields = item.fields.iter().map(|(field, ty)| {
            let (member, ty, c_name) = (member(field), rust_type(ty), c::field_name(field));
            quote!(#member: #ty = #c_name)
        });
        let definitions = self.definitions(&item.name);
        quote! {
            #runtime::declared_struct! {
                #name = #c_name { #(#fields),* } unsafe { #runtime::declared::Vouched::new(#definitions) }
            }
        }
    }

    fn enumeration(&self, item: &Enum) -> TokenStream {
        let runtime = self.runtime;
        let (name, c_name) = (identifier(&item.name, Span::call_site()), c::declared_name(&item.name));
        let repr = rust_type(&Type::Scalar(Scalar::Int(item.repr)));
        let variants = item.variants.iter().map(|(variant, _)| identifier(variant, Span::call_site()));
        let definitions = self.definitions(&item.name);
        quote! {
            #runtime::declared_enum! {
                #name: #repr = #c_name { #(#variants),* } unsafe { #runtime::declared::Vouched::new(#definitions) }
            }
        }
    }

    fn operator(&self, operator: &DeclaredOperator) -> Option<TokenStream> {
        let position = self.module.operators.iter().position(|known| std::ptr::eq(known, operator))?;
        let item = self.items.operators.get(position)?;
        let tag = self.tag(operator, item);
        let name = match item.subject {
            OperatorSubject::Function(_) => self.name_of(operator, item),
            OperatorSubject::Implementation(_) => TokenStream::new(),
        };
        let (semigroup, monoid) = (self.semigroup(operator, item, &tag), self.monoid(operator, item, &tag));
        Some(quote!(#name #semigroup #monoid))
    }

    /// What loops that call a function need of it; the type of its name, where that is not there as an operator's.
    fn function(&self, at: usize) -> Option<TokenStream> {
        let item = &self.items.functions[at];
        let (runtime, name) = (self.runtime, &item.sig.ident);
        let function = self.module.functions.iter().find(|function| name.unraw() == function.name)?;
        if self.items.names_a_type(name) {
            return None;
        }
        let is_operator =
            self.items.operators.iter().any(|operator| matches!(operator.subject, OperatorSubject::Function(of) if of == at));
        let ty = (!is_operator).then(|| {
            let visibility = self.visibility(item);
            let about = format!(" Names the function of this name for kernels that call it: `{}(…)` in an annotated loop.", name);
            named_type(&visibility, name, &about)
        });
        let parameters: Vec<&Type> = function.locals[..function.parameters].iter().map(|local| &local.ty).collect();
        let arguments = parameters.iter().map(|ty| rust_type(ty));
        let (returns, c_parameters) = (rust_type(&function.returns), parameters.iter().map(|ty| c::type_name(ty)));
        let (c_name, c_returns) = (c::declared_name(&function.name), c::type_name(&function.returns));
        let (definitions, needs) = (self.definitions(&function.name), self.needs(&function.name));
        let (may_panic, is) = (self.declarations.needs(&function.name).panicked, self.is(name));
        Some(quote! {
            #ty

            unsafe impl #runtime::Function for #name {
                type Arguments = (#(#runtime::launch::Type<#arguments>,)*);
                type Result = #runtime::launch::Type<#returns>;
                const NAME: &'static str = #c_name;
                const PARAMETERS: &'static [&'static str] = &[#(#c_parameters),*];
                const RETURNS: &'static str = #c_returns;
                const DEFINITIONS: &'static [&'static str] = #definitions;
                #needs
                const MAY_PANIC: bool = #may_panic;

                #is
            }
        })
    }

    /// Whether a loop's function is this one.
    fn is(&self, name: &Ident) -> TokenStream {
        let (runtime, called) = (self.runtime, Ident::new("called", Span::mixed_site()));
        let called = if *name == "called" { format_ident!("other") } else { called };
        quote! {
            fn is<F: 'static>(#called: &F) -> bool {
                #runtime::declared::is_same(#called, &#name)
            }
        }
    }

    /// The function's, but not more than that of the types that it mentions.
    fn visibility(&self, function: &syn::ItemFn) -> TokenStream {
        let structs = self.items.structs.iter().map(|item| (&item.ident, &item.vis));
        let mut types = structs.chain(self.items.enums.iter().map(|item| (&item.ident, &item.vis)));
        let signature = function.sig.to_token_stream();
        let hidden =
            types.find(|(name, vis)| !matches!(vis, Visibility::Public(_)) && mentions_word(&signature, &name.to_string()));
        hidden.map_or(&function.vis, |(_, visibility)| visibility).to_token_stream()
    }

    /// What stands for the operator in a type's traits: `op`, or `scan_runtime::Mul`.
    fn tag(&self, operator: &DeclaredOperator, item: &OperatorItem) -> TokenStream {
        let runtime = self.runtime;
        match item.subject {
            OperatorSubject::Function(at) => self.items.functions[at].sig.ident.to_token_stream(),
            OperatorSubject::Implementation(_) => {
                let tag = format_ident!("{}", symbol_name(&operator.name));
                quote!(#runtime::#tag)
            }
        }
    }

    /// The type that has the function's name.
    fn name_of(&self, operator: &DeclaredOperator, item: &OperatorItem) -> TokenStream {
        let OperatorSubject::Function(at) = item.subject else { return TokenStream::new() };
        let function = &self.items.functions[at];
        let (runtime, name, operand) = (self.runtime, &function.sig.ident, rust_type(&operator.operand));
        let visibility = match &function.vis {
            Visibility::Inherited => TokenStream::new(),
            visible => visible.to_token_stream(),
        };
        let about = format!(" Names the function of this name as the operator of a scan: `#[scan({name} : …)]`.");
        let (ty, is) = (named_type(&visibility, name, &about), self.is(name));
        quote! {
            #ty

            impl #runtime::Operator for #name {
                type Operand = #operand;
                const OPERATOR: Self = Self {};

                #is
            }
        }
    }

    fn semigroup(&self, operator: &DeclaredOperator, item: &OperatorItem, tag: &TokenStream) -> TokenStream {
        let (runtime, operand) = (self.runtime, rust_type(&operator.operand));
        let (definitions, needs) = (self.definitions_of(&operator.functions()), self.needs_of(&operator.functions()));
        let combine = format!("return {}(left, right);", c::declared_name(&operator.function));
        let (condition, domain) = self.domain(operator, item).unzip();
        let (earlier, later) = operands(operator);
        let value = match item.subject {
            OperatorSubject::Function(at) => {
                let function = &self.items.functions[at].sig.ident;
                quote!(#function(#earlier, #later))
            }
            // If the trait is another one of this name, rustc says so here.
            OperatorSubject::Implementation(_) => {
                let name = symbol_name(&operator.name);
                let (name, method) = (format_ident!("{name}"), format_ident!("{}", method_name(name)));
                quote!(<Self as ::core::ops::#name>::#method(#earlier, #later))
            }
        };
        quote_spanned! { operator.span.first.resolved_at(Span::mixed_site()) =>
            unsafe impl #runtime::Semigroup<#tag> for #operand {
                const COMBINE: &'static str = #combine;
                const DEFINITIONS: &'static [&'static str] = #definitions;
                #needs
                #condition

                #[inline]
                fn combine(#earlier: Self, #later: Self) -> Self {
                    #value
                }

                #domain
            }
        }
    }

    /// Which values lie in the operator's domain, for kernels and for the host.
    fn domain(&self, operator: &DeclaredOperator, item: &OperatorItem) -> Option<(TokenStream, TokenStream)> {
        let (function, domain) = (operator.domain.as_ref()?, item.domain.as_ref()?);
        let (runtime, condition) = (self.runtime, format!("{}(value)", c::declared_name(function)));
        let domain = domain.written.to_token_stream();
        let name = if mentions_word(&domain, "value") { "partial" } else { "value" };
        let value = Ident::new(name, Span::mixed_site());
        let condition = quote! {
            const DOMAIN: ::core::option::Option<&'static str> = ::core::option::Option::Some(#condition);
        };
        let is_in_domain = quote! {
            #[inline]
            fn is_in_domain(#value: &Self) -> ::core::primitive::bool {
                #runtime::declared::holds(*#value, #domain)
            }
        };
        Some((condition, is_in_domain))
    }

    fn needs(&self, function: &str) -> TokenStream {
        self.needs_of(&[function])
    }

    fn needs_of(&self, functions: &[&str]) -> TokenStream {
        let needs = functions.iter().map(|function| self.declarations.needs(function)).fold(Needs::default(), Needs::and);
        let fp64 = needs.fp64.then(|| {
            quote!(
                const NEEDS_FP64: bool = true;
            )
        });
        let division = needs.rounded_division.then(|| {
            quote!(
                const NEEDS_ROUNDED_DIVISION: bool = true;
            )
        });
        let approximates = needs.approximates.then(|| {
            quote!(
                const APPROXIMATES: bool = true;
            )
        });
        quote!(#fp64 #division #approximates)
    }

    fn monoid(&self, operator: &DeclaredOperator, item: &OperatorItem, tag: &TokenStream) -> TokenStream {
        let Some(identity) = &item.identity else { return TokenStream::new() };
        let (runtime, operand) = (self.runtime, rust_type(&operator.operand));
        quote! {
            impl #runtime::Monoid<#tag> for #operand {
                fn identity() -> Self {
                    #identity
                }
            }
        }
    }

    /// The texts that the function or type `name` needs, its own last.
    fn definitions(&self, name: &str) -> TokenStream {
        self.definitions_of(&[name])
    }

    /// The texts that several need, each once, and each after those that it mentions.
    fn definitions_of(&self, names: &[&str]) -> TokenStream {
        let definitions = self.declarations.definitions();
        let needed: BTreeSet<usize> = names.iter().flat_map(|name| self.declarations.needed(name)).collect();
        let texts = needed.into_iter().map(|at| definitions[at].text.as_str());
        quote!(&[#(#texts),*])
    }
}

/// A type that has a function's name: it stands for the function where types are asked for.
fn named_type(visibility: &TokenStream, name: &Ident, about: &str) -> TokenStream {
    let reason = "named as the function, for loops";
    quote! {
        #[doc = #about]
        #[allow(non_camel_case_types, dead_code, reason = #reason)]
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #visibility struct #name {}
    }
}

/// The parameters of `combine`; a function that has one of these names must stay visible.
fn operands(operator: &DeclaredOperator) -> (Ident, Ident) {
    let [earlier, later] =
        if ["earlier", "later"].contains(&operator.name.as_str()) { ["left", "right"] } else { ["earlier", "later"] };
    (format_ident!("{earlier}"), format_ident!("{later}"))
}

/// The trait, and the runtime's tag, of an operator symbol.
fn symbol_name(symbol: &str) -> &'static str {
    match symbol {
        "+" => "Add",
        "*" => "Mul",
        "&" => "BitAnd",
        "|" => "BitOr",
        _ => "BitXor",
    }
}

fn method_name(operator: &str) -> &'static str {
    match operator {
        "Add" => "add",
        "Mul" => "mul",
        "BitAnd" => "bitand",
        "BitOr" => "bitor",
        _ => "bitxor",
    }
}

/// A type of the IR, written so that nothing that the user declared can hide it.
fn rust_type(ty: &Type) -> TokenStream {
    match ty {
        Type::Scalar(scalar) => {
            let name = format_ident!("{}", scalar.rust());
            quote!(::core::primitive::#name)
        }
        Type::Array(element, length) => {
            let (element, length) = (rust_type(element), Literal::u64_unsuffixed(*length));
            quote!([#element; #length])
        }
        Type::Struct(name) | Type::Enum(name, _) | Type::Opaque(name) => identifier(name, Span::call_site()).to_token_stream(),
    }
}

/// `x`, or the number of a tuple struct's field.
fn member(name: &str) -> TokenStream {
    match name.parse::<u32>() {
        Ok(number) => Literal::u32_unsuffixed(number).to_token_stream(),
        Err(_) => identifier(name, Span::call_site()).to_token_stream(),
    }
}

/// The identifier of that name, raw where it is a word of Rust.
fn identifier(name: &str, span: Span) -> Ident {
    let mut name = syn::parse_str::<Ident>(name).unwrap_or_else(|_: syn::Error| Ident::new_raw(name, span));
    name.set_span(span);
    name
}
