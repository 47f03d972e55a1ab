//! How functions are called: free ones, methods, and what `impl`s of operators are.

use super::attributes::refuse_conditions;
use super::types::{refuse_generics, type_word, written};
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::ir::Type;
use crate::lower::codes;
use crate::lower::declared::{OperatorImplementation, Signature, World, declare_together};
use crate::lower::text;
use crate::parse::DeclaredItems;
use syn::ext::IdentExt;
use syn::visit::Visit;

/// A function that is to be lowered.
pub(super) struct FunctionItem<'s> {
    pub signature: Signature,
    pub self_type: Option<Type>,
    pub body: &'s syn::Block,
    /// Which parameters are references.
    pub references: Vec<bool>,
    /// Where its name stands.
    pub span: Span,
    /// The number of the `impl` that it is in.
    pub implementation: Option<usize>,
}

/// Traits that stand for operators.
const OPERATORS: [&str; 12] = ["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor", "Shl", "Shr", "Neg", "Not"];

/// Declares all functions.
pub(super) fn declare<'s>(items: &'s DeclaredItems, world: &mut World, diagnostics: &mut Diagnostics) -> Vec<FunctionItem<'s>> {
    let mut functions = Vec::new();
    for item in &items.functions {
        refuse_conditions(|conditions| conditions.visit_item_fn(item), diagnostics);
        let name = item.sig.ident.unraw().to_string();
        let function =
            Reader { world, diagnostics, self_type: None, output: None }.function(&item.sig, &item.block, name.clone());
        world.functions.insert(name, function.signature.clone());
        functions.push(function);
    }
    for (number, item) in items.impls.iter().enumerate() {
        let found = implementation(item, world, diagnostics);
        functions.extend(found.into_iter().map(|function| FunctionItem { implementation: Some(number), ..function }));
    }
    functions
}

/// What an `impl` is to kernels.
enum Role {
    Inherent,
    /// `impl Mul for T`
    Operator(&'static str),
    /// `impl Default for T`, `impl From<U> for T`: its functions are called by name.
    Constructor,
    /// Nothing.
    Other,
}

fn role(item: &syn::ItemImpl) -> Role {
    let Some((bang, path, _)) = &item.trait_ else { return Role::Inherent };
    let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    match OPERATORS.iter().find(|operator| **operator == name) {
        Some(operator) if bang.is_none() => Role::Operator(operator),
        _ if matches!(name.as_str(), "Default" | "From") => Role::Constructor,
        _ => Role::Other,
    }
}

fn implementation<'s>(item: &'s syn::ItemImpl, world: &mut World, diagnostics: &mut Diagnostics) -> Vec<FunctionItem<'s>> {
    let role = role(item);
    if let Role::Other = role {
        return Vec::new();
    }
    refuse_conditions(|conditions| conditions.visit_item_impl(item), diagnostics);
    refuse_generics(&item.generics, diagnostics);
    let Some((owner, self_type)) = owner(item, world, diagnostics) else { return Vec::new() };
    let functions = item.items.iter().filter_map(|inner| match inner {
        syn::ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    let output = output(item).map(|ty| written(ty, Some(self_type.clone()), world, diagnostics));
    let mut declared = Vec::new();
    for function in functions {
        let name = function.sig.ident.unraw().to_string();
        let right = right_operand(item).filter(|right| *right != owner && right != "Self");
        let in_c = match &right {
            Some(right) => format!("{owner}_{name}_{right}"),
            None => format!("{owner}_{name}"),
        };
        let mut reader = Reader { world, diagnostics, self_type: Some(self_type.clone()), output: output.clone() };
        let lowered = reader.function(&function.sig, &function.block, in_c);
        match role {
            Role::Operator(operator) => {
                refuse_references(&function.sig, diagnostics);
                world.operators.push(implemented(operator, &lowered.signature));
            }
            _ => {
                world.functions.entry(format!("{owner}::{name}")).or_insert_with(|| lowered.signature.clone());
            }
        }
        declared.push(lowered);
    }
    declared
}

/// The type that an `impl` is of: a declared one, itself.
fn owner(item: &syn::ItemImpl, world: &World, diagnostics: &mut Diagnostics) -> Option<(String, Type)> {
    let span = item.self_ty.span();
    if let syn::Type::Reference(reference) = &*item.self_ty {
        let message = "an `impl` for a reference is another one than that for the value";
        let help = format!("implement it for `{}`, and write `*a` where there are references", text(&reference.elem));
        diagnostics.push(Diagnostic::error(codes::NOT_DECLARABLE, span, message).help(help));
        return None;
    }
    let word = type_word(&item.self_ty);
    match world.named(&word) {
        Some(Type::Struct(name)) => Some((name.clone(), Type::Struct(name))),
        Some(Type::Enum(name, repr)) => Some((name.clone(), Type::Enum(name, repr))),
        // `impl Mul<Vec2> for f32`
        None if item.trait_.is_some() && crate::ir::Scalar::from_rust(&word).is_some() => {
            crate::ir::Scalar::from_rust(&word).map(|scalar| (word, Type::Scalar(scalar)))
        }
        _ => {
            let name = text(&item.self_ty);
            let message = format!("the type `{name}` is not declared here");
            diagnostics.push_once(Diagnostic::error(codes::NO_SUCH_TYPE, span, message).help(declare_together(&name)));
            None
        }
    }
}

/// The `T` of `type Output = T;`
fn output(item: &syn::ItemImpl) -> Option<&syn::Type> {
    item.items.iter().find_map(|inner| match inner {
        syn::ImplItem::Type(ty) if ty.ident == "Output" => Some(&ty.ty),
        _ => None,
    })
}

/// The `Right` of `impl Mul<Right> for Left`, for a name.
fn right_operand(item: &syn::ItemImpl) -> Option<String> {
    let (_, path, _) = item.trait_.as_ref()?;
    match &path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            syn::GenericArgument::Type(ty) => Some(type_word(ty)),
            _ => None,
        },
        _ => None,
    }
}

fn refuse_references(signature: &syn::Signature, diagnostics: &mut Diagnostics) {
    for input in &signature.inputs {
        if let syn::FnArg::Typed(typed) = input
            && let syn::Type::Reference(reference) = &*typed.ty
        {
            let message = "an operator on references is another one than that on values";
            let help = format!("take the value: `{}`", text(&reference.elem));
            diagnostics.push(Diagnostic::error(codes::NOT_DECLARABLE, typed.ty.span(), message).help(help));
        }
    }
}

fn implemented(operator: &'static str, signature: &Signature) -> OperatorImplementation {
    let mut types = signature.parameters.iter().map(|(_, ty)| ty.clone());
    let left = types.next().unwrap_or_else(|| signature.returns.clone());
    OperatorImplementation {
        operator,
        left,
        right: types.next(),
        returns: signature.returns.clone(),
        function: signature.name.clone(),
    }
}

struct Reader<'a> {
    world: &'a World,
    diagnostics: &'a mut Diagnostics,
    self_type: Option<Type>,
    /// What `Self::Output` is.
    output: Option<Type>,
}

impl Reader<'_> {
    fn function<'s>(&mut self, signature: &'s syn::Signature, body: &'s syn::Block, name: String) -> FunctionItem<'s> {
        let mut unheard = Diagnostics::default();
        if self.refuse_words(signature) {
            // The types of a generic function are nowhere to be found.
            let (self_type, output) = (self.self_type.clone(), self.output.clone());
            let mut reader = Reader { world: self.world, diagnostics: &mut unheard, self_type, output };
            return reader.read(signature, body, name);
        }
        self.read(signature, body, name)
    }

    fn read<'s>(&mut self, signature: &'s syn::Signature, body: &'s syn::Block, name: String) -> FunctionItem<'s> {
        let mut parameters = Vec::new();
        let mut references = Vec::new();
        for input in &signature.inputs {
            parameters.push(self.parameter(input));
            references.push(match input {
                syn::FnArg::Receiver(receiver) => matches!(&*receiver.ty, syn::Type::Reference(_)),
                syn::FnArg::Typed(typed) => matches!(&*typed.ty, syn::Type::Reference(_)),
            });
        }
        let returns = match &signature.output {
            syn::ReturnType::Type(_, ty) if matches!(**ty, syn::Type::Reference(_)) => {
                self.refuse(ty.span(), "a function for kernels returns a value, not a reference", "return a copy");
                Type::BOOL
            }
            syn::ReturnType::Type(_, ty) => {
                self.output.clone().filter(|_| text(ty) == "Self::Output").unwrap_or_else(|| self.written(ty))
            }
            syn::ReturnType::Default => {
                self.refuse(
                    signature.ident.span().into(),
                    "a function for kernels returns a value",
                    "return what it computes: `-> T`",
                );
                Type::BOOL
            }
        };
        FunctionItem {
            signature: Signature { name, parameters, returns, receiver: signature.receiver().is_some() },
            self_type: self.self_type.clone(),
            body,
            references,
            span: signature.ident.span().into(),
            implementation: None,
        }
    }

    fn written(&mut self, ty: &syn::Type) -> Type {
        written(ty, self.self_type.clone(), self.world, self.diagnostics)
    }

    fn refuse(&mut self, span: Span, message: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(codes::NOT_DECLARABLE, span, message).help(help));
    }

    /// Whether the function is generic; reports that, and what else kernels do not know.
    fn refuse_words(&mut self, signature: &syn::Signature) -> bool {
        let generic = refuse_generics(&signature.generics, self.diagnostics);
        let unsafety = signature.unsafety.map(|word| (word.span(), "an `unsafe` function"));
        let asyncness = signature.asyncness.map(|word| (word.span(), "an `async` function"));
        let abi = signature.abi.as_ref().map(|abi| (abi.span(), "a function with another ABI"));
        for (span, what) in [unsafety, asyncness, abi].into_iter().flatten() {
            self.refuse(span, &format!("{what} cannot be used in kernels"), "declare a plain `fn`");
        }
        generic
    }

    fn parameter(&mut self, input: &syn::FnArg) -> (String, Type) {
        match input {
            syn::FnArg::Receiver(receiver) => {
                let shared = match &*receiver.ty {
                    syn::Type::Reference(reference) => reference.mutability.is_none(),
                    ty => type_word(ty) == "Self",
                };
                if !shared {
                    let help = "take `self` or `&self`, and return the new value";
                    self.refuse(receiver.span(), "a function for kernels changes nothing outside", help);
                }
                ("self".to_owned(), self.self_type.clone().unwrap_or(Type::BOOL))
            }
            syn::FnArg::Typed(typed) => (self.parameter_name(&typed.pat), self.written(&typed.ty)),
        }
    }

    fn parameter_name(&mut self, pattern: &syn::Pat) -> String {
        match pattern {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => name.ident.to_string(),
            syn::Pat::Wild(_) => "unused".to_owned(),
            other => {
                self.refuse(
                    other.span(),
                    "a parameter is a plain name here",
                    "take it apart in the body: `let Pair { x, y } = a;`",
                );
                "unused".to_owned()
            }
        }
    }
}
