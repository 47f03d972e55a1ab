//! `#[declare_target]` and `#[declare_scan]`: tokens → [`DeclaredItems`].
//!
//! Afterwards: the items that kernels may use are sorted by kind, each as the user wrote it without our attributes; each operator has
//! its arguments read. Whether kernels can compute with the items is what `lower` finds out. What kernels have no use for (`use`,
//! nested modules, traits, implementations of traits that are no operators, tests, annotated loops) stays in the clean tokens and is not looked at.

mod operator;
#[cfg(test)]
mod tests;

use super::{error, is_scan};
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::limits;
pub use operator::Domain;
pub(crate) use operator::symbol;
use operator::{Arguments, arguments};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Item, Meta};

const ONE_PLACE: &str = "write it on a `mod … { … }` that holds the structs, functions and operators, or on one such item";

/// What kernels may use, as the user wrote it.
#[derive(Clone, Debug, Default)]
pub struct DeclaredItems {
    /// The module's name; none for a single item.
    pub module: Option<Ident>,
    /// Structs.
    pub structs: Vec<syn::ItemStruct>,
    /// Enums.
    pub enums: Vec<syn::ItemEnum>,
    /// Constants.
    pub consts: Vec<syn::ItemConst>,
    /// Type aliases.
    pub aliases: Vec<syn::ItemType>,
    /// Functions.
    pub functions: Vec<syn::ItemFn>,
    /// `impl` blocks: inherent ones, and those of traits.
    pub impls: Vec<syn::ItemImpl>,
    /// What `#[declare_scan]` stands on.
    pub operators: Vec<OperatorItem>,
    /// `crate = path`: how the user's crate names `scan_runtime`.
    pub runtime: Option<syn::Path>,
}

impl DeclaredItems {
    /// Whether a type of that name is declared.
    pub fn names_a_type(&self, name: &Ident) -> bool {
        let structs = self.structs.iter().map(|item| &item.ident);
        let enums = self.enums.iter().map(|item| &item.ident);
        structs.chain(enums).chain(self.aliases.iter().map(|item| &item.ident)).any(|known| known == name)
    }
}

/// A `#[declare_scan]` and what it stands on.
#[derive(Clone, Debug)]
pub struct OperatorItem {
    /// The function or the implementation.
    pub subject: OperatorSubject,
    /// `identity = EXPR`; a semigroup has none.
    pub identity: Option<syn::Expr>,
    /// `domain = |a| EXPR`; without it an operator is tested on all values.
    pub domain: Option<Domain>,
    /// `no_overflow`: it is tested where nothing overflows.
    pub no_overflow: bool,
    /// `assume_associative`.
    pub assume_associative: bool,
    /// Where the operator's name stands: the function's, or the trait's.
    pub span: Span,
}

/// What an operator is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorSubject {
    /// The function of that number in [`DeclaredItems::functions`].
    Function(usize),
    /// The implementation of that number in [`DeclaredItems::impls`].
    Implementation(usize),
}

/// What one of the two attributes stands on.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The item without our attributes: what is emitted, whatever else happens.
    pub clean: TokenStream,
    /// The items.
    pub items: DeclaredItems,
}

/// Reads `#[declare_target]`: `arguments` is what stands between its parentheses, `item` is what it stands on.
///
/// What is wrong goes to `diagnostics`; `clean` can be emitted in any case.
pub fn declare_target(arguments: TokenStream, item: TokenStream, diagnostics: &mut Diagnostics) -> Declared {
    if let Some(refused) = too_much(&arguments, &item, diagnostics) {
        return refused;
    }
    let runtime = operator::arguments(arguments, Span::call_site(), diagnostics);
    for (span, name) in runtime.of_operators() {
        let message = format!("`{name}` belongs to an operator");
        diagnostics.push(error(146, span, message).help("write it in the `#[declare_scan(…)]` of the function or the `impl`"));
    }
    let mut reader = Reader { items: DeclaredItems { runtime: runtime.runtime, ..DeclaredItems::default() }, diagnostics };
    let clean = match syn::parse2::<Item>(item.clone()) {
        Ok(item) => reader.target(item),
        Err(wrong) => {
            reader.diagnostics.push(error(140, wrong.span(), "`#[declare_target]` cannot stand here").help(ONE_PLACE));
            item
        }
    };
    Declared { clean, items: reader.items }
}

/// Reads `#[declare_scan]` on an item outside of a `#[declare_target]` module.
///
/// What is wrong goes to `diagnostics`; `clean` can be emitted in any case.
pub fn declare_scan(arguments: TokenStream, item: TokenStream, diagnostics: &mut Diagnostics) -> Declared {
    if let Some(refused) = too_much(&arguments, &item, diagnostics) {
        return refused;
    }
    let span = arguments.span();
    let read = operator::arguments(arguments, span, diagnostics);
    let mut reader = Reader { items: DeclaredItems { runtime: read.runtime.clone(), ..DeclaredItems::default() }, diagnostics };
    let clean = match syn::parse2::<Item>(item.clone()) {
        Ok(item) => reader.scan(read, item),
        Err(wrong) => {
            reader.diagnostics.push(misplaced(wrong.span().into()));
            item
        }
    };
    Declared { clean, items: reader.items }
}

/// Whether this is `#[declare_target]`, by its last word.
pub fn is_declare_target(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "declare_target")
}

/// Whether this is `#[declare_scan]`, by its last word.
pub fn is_declare_scan(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "declare_scan")
}

/// An item that nobody looks at, as it is.
fn too_much(arguments: &TokenStream, item: &TokenStream, diagnostics: &mut Diagnostics) -> Option<Declared> {
    let checked = limits::check("the attribute", arguments).and_then(|()| limits::check_declared(item));
    diagnostics.push(checked.err()?);
    Some(Declared { clean: item.clone(), items: DeclaredItems::default() })
}

fn misplaced(span: Span) -> Diagnostic {
    error(143, span, "`#[declare_scan]` is not on an operator")
        .help("write it on a `fn op(a: T, b: T) -> T`, or on an `impl Mul for T`")
}

struct Reader<'a> {
    items: DeclaredItems,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn target(&mut self, item: Item) -> TokenStream {
        match item {
            Item::Mod(module) => self.module(module),
            item => {
                let known = matches!(
                    item,
                    Item::Struct(_) | Item::Enum(_) | Item::Const(_) | Item::Type(_) | Item::Fn(_) | Item::Impl(_)
                );
                if !known {
                    self.diagnostics.push(error(140, item.span(), "`#[declare_target]` cannot stand here").help(ONE_PLACE));
                }
                self.item(item)
            }
        }
    }

    fn module(&mut self, mut module: syn::ItemMod) -> TokenStream {
        self.items.module = Some(module.ident.clone());
        match &mut module.content {
            None => self.diagnostics.push(
                error(142, module.ident.span(), format!("the text of `mod {};` is not visible here", module.ident))
                    .help(format!("write the items here: `mod {} {{ … }}`", module.ident)),
            ),
            Some((_, items)) => {
                for item in items {
                    let clean = self.item(item.clone());
                    *item = Item::Verbatim(clean);
                }
            }
        }
        if let Some(attribute) = self.take(&mut module.attrs) {
            self.diagnostics.push(misplaced(attribute.span()));
        }
        module.into_token_stream()
    }

    /// `#[declare_scan]` on an item of its own.
    fn scan(&mut self, arguments: Arguments, mut item: Item) -> TokenStream {
        let attributes = match &mut item {
            Item::Fn(function) => &mut function.attrs,
            Item::Impl(implementation) => &mut implementation.attrs,
            other => {
                self.diagnostics.push(misplaced(other.span()));
                return other.into_token_stream();
            }
        };
        let more = take(attributes, is_declare_scan);
        self.second(more.first());
        let _target = take(attributes, is_declare_target);
        let clean = item.to_token_stream();
        self.operator(arguments, &item);
        self.keep(item);
        clean
    }

    /// Keeps an item without our attributes; what is left is what the user's crate gets.
    fn item(&mut self, mut item: Item) -> TokenStream {
        let Some(attributes) = attributes_of(&mut item) else { return item.into_token_stream() };
        let mut kept = std::mem::take(attributes);
        if is_for_the_host(&kept) {
            *attributes = kept;
            return item.into_token_stream();
        }
        let ours = self.take(&mut kept);
        if let Some(attributes) = attributes_of(&mut item) {
            *attributes = kept;
        }
        if let Some(attribute) = ours {
            match &item {
                Item::Fn(_) | Item::Impl(_) => {
                    let read = arguments(attribute_arguments(&attribute), attribute.span(), self.diagnostics);
                    self.operator(read, &item);
                }
                other => self.diagnostics.push(misplaced(other.span())),
            }
        }
        let clean = item.to_token_stream();
        self.keep(item);
        clean
    }

    /// Takes our attributes out; the `#[declare_scan]` among them.
    fn take(&mut self, attributes: &mut Vec<Attribute>) -> Option<Attribute> {
        let _targets = take(attributes, is_declare_target);
        let mut scans = take(attributes, is_declare_scan).into_iter();
        let first = scans.next();
        self.second(scans.next().as_ref());
        first
    }

    fn second(&mut self, attribute: Option<&Attribute>) {
        if let Some(second) = attribute {
            let message = "a second `#[declare_scan]` on this item";
            self.diagnostics.push(error(147, second.span(), message).help("leave one of them out"));
        }
    }

    /// The operator that the item, which is kept next, is.
    fn operator(&mut self, arguments: Arguments, item: &Item) {
        let (subject, span) = match item {
            Item::Fn(function) => (OperatorSubject::Function(self.items.functions.len()), function.sig.ident.span().into()),
            Item::Impl(implementation) => {
                let span =
                    implementation.trait_.as_ref().map_or_else(|| implementation.self_ty.span(), |(_, path, _)| path.span());
                if symbol(implementation).is_none() {
                    let help = "implement `Add`, `Mul`, `BitAnd`, `BitOr` or `BitXor`, or declare a function";
                    self.diagnostics.push(error(148, span, "this is no operator of a scan").help(help));
                    return;
                }
                (OperatorSubject::Implementation(self.items.impls.len()), span)
            }
            _ => return,
        };
        let Arguments { identity, domain, no_overflow, assume_associative, .. } = arguments;
        let (identity, domain) = (identity.map(|(identity, _)| identity), domain.map(|(domain, _)| domain));
        let (no_overflow, assume_associative) = (no_overflow.is_some(), assume_associative.is_some());
        self.items.operators.push(OperatorItem { subject, identity, domain, no_overflow, assume_associative, span });
    }

    fn keep(&mut self, item: Item) {
        match item {
            Item::Struct(item) => self.items.structs.push(item),
            Item::Enum(item) => self.items.enums.push(item),
            // `const _: () = assert!(…);`
            Item::Const(item) if item.ident != "_" => self.items.consts.push(item),
            Item::Type(item) => self.items.aliases.push(item),
            Item::Fn(item) => self.items.functions.push(item),
            Item::Impl(mut item) => {
                item.items.retain(|inner| !matches!(inner, syn::ImplItem::Fn(method) if is_for_the_host(&method.attrs)));
                self.items.impls.push(item);
            }
            _ => {}
        }
    }
}

fn take(attributes: &mut Vec<Attribute>, ours: fn(&Attribute) -> bool) -> Vec<Attribute> {
    attributes.extract_if(.., |attribute| ours(attribute)).collect()
}

/// What stands between an attribute's parentheses.
fn attribute_arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) => TokenStream::new(),
        Meta::NameValue(pair) => pair.value.to_token_stream(),
    }
}

/// `#[cfg(test)]`, `#[test]`, and `#[scan(…)]`, whose loop is for itself: no kernel calls it.
fn is_for_the_host(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || is_scan(attribute)
            || attribute.path().is_ident("cfg") && attribute.parse_args::<Ident>().is_ok_and(|word| word == "test")
    })
}

fn attributes_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Struct(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Const(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}
