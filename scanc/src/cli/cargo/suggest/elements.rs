//! What a file shows of the types that the compiler leaves to rustc: of parameters, of variables, and of fields by their names.

use super::loops::Function;
use crate::parse::{Known, TypeEnvironment};
use crate::syntax::bare;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, GenericArgument, Member, Pat, PathArguments, Type, UnOp, parse_quote};

const PRIMITIVE: [&str; 13] = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "bool"];

/// Pointers through which loops see.
const POINTERS: [&str; 4] = ["Box", "Rc", "Arc", "Cow"];

/// Longer chains of names for types are taken for circles.
const LONGEST: usize = 8;

/// What there is to look a type up in.
pub(super) struct Shown<'a> {
    pub file: &'a syn::File,
    pub function: &'a Function,
    /// What the compiler has seen of the variables.
    pub types: &'a TypeEnvironment,
    pub aliases: &'a Aliases,
}

impl Shown<'_> {
    /// Whether a place is a sequence of such elements as kernels know by themselves; `None` where the file does not show it.
    pub fn is_array(&self, place: &Expr) -> Option<bool> {
        match self.known(place) {
            Some(Known::Sequence(Some(_))) => return Some(true),
            Some(Known::Other(_)) => return Some(false),
            _ => {}
        }
        let aliases = self.aliases;
        self.every(place, |ty| aliases.elements(ty, LONGEST).is_some_and(|element| aliases.is_element(element, LONGEST)))
    }

    /// Whether it is a sequence of whatever.
    pub fn is_sequence(&self, place: &Expr) -> Option<bool> {
        if let Some(Known::Sequence(_)) = self.known(place) {
            return Some(true);
        }
        if name(place).is_some_and(|name| self.function.makes_another(&name)) {
            return Some(false);
        }
        self.every(place, |ty| self.aliases.elements(ty, LONGEST).is_some())
    }

    /// Whether it is a number or a `bool`.
    pub fn is_primitive(&self, place: &Expr) -> Option<bool> {
        match self.known(place) {
            Some(Known::Value(_) | Known::Reference(_)) => return Some(true),
            Some(Known::Other(_) | Known::Sequence(_)) => return Some(false),
            None => {}
        }
        if let Some(name) = name(place)
            && self.function.makes_another(&name)
        {
            return Some(false);
        }
        self.every(place, |ty| self.aliases.is_primitive(ty, LONGEST))
    }

    fn known(&self, place: &Expr) -> Option<&Known> {
        self.types.known(&name(place)?)
    }

    fn every(&self, place: &Expr, holds: impl Fn(&Type) -> bool) -> Option<bool> {
        let types = self.types_of(place);
        (!types.is_empty()).then(|| types.iter().all(holds))
    }

    /// The types that a place may have: those of all fields of its name.
    fn types_of(&self, place: &Expr) -> Vec<Type> {
        match bare(place) {
            Expr::Reference(inner) => self.types_of(&inner.expr),
            Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => self.types_of(expr),
            Expr::Index(part) if matches!(bare(&part.index), Expr::Range(_)) => self.types_of(&part.expr),
            Expr::Index(part) => {
                self.types_of(&part.expr).iter().filter_map(|ty| self.aliases.elements(ty, LONGEST).cloned()).collect()
            }
            Expr::Field(field) => match &field.member {
                Member::Named(field) => self.fields(&field.to_string(), false),
                Member::Unnamed(_) => Vec::new(),
            },
            variable => name(variable).map(|name| self.types_of_variable(&name)).unwrap_or_default(),
        }
    }

    fn types_of_variable(&self, name: &str) -> Vec<Type> {
        // What has the parameter's name in the function need not be it.
        let is_hidden = self.function.binds(name);
        let parameter = self.function.signature.inputs.iter().find_map(|input| match input {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(pattern) if pattern.ident == name && !is_hidden => Some((*typed.ty).clone()),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        });
        let written = || self.types.elements.get(name).map(|element| parse_quote!([#element]));
        // A pattern may have bound it, as it does with fields of variants.
        parameter.or_else(written).map_or_else(|| self.fields(name, true), |ty| vec![ty])
    }

    fn fields(&self, name: &str, variants_only: bool) -> Vec<Type> {
        let mut fields = Fields { name, variants_only, found: Vec::new() };
        fields.visit_file(self.file);
        fields.found
    }
}

fn name(place: &Expr) -> Option<String> {
    match bare(place) {
        Expr::Path(path) => Some(path.path.get_ident()?.to_string()),
        _ => None,
    }
}

/// The fields of one name, of structs and of variants.
struct Fields<'a> {
    name: &'a str,
    variants_only: bool,
    found: Vec<Type>,
}

impl<'ast> Visit<'ast> for Fields<'_> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if !self.variants_only {
            visit::visit_item_struct(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if field.ident.as_ref().is_some_and(|name| name == self.name) {
            self.found.push(field.ty.clone());
        }
        visit::visit_field(self, field);
    }
}

/// Names that a package gives to types. A file may use those of another one.
#[derive(Default)]
pub(super) struct Aliases(HashMap<String, Type>);

impl Aliases {
    /// Those in a file's text: `type Real = f64;`, on a line that begins with it, as those of traits do not.
    pub fn texts(text: &str) -> impl Iterator<Item = &str> {
        let mut lines = text.lines();
        std::iter::from_fn(move || {
            lines.find(|line| {
                let is_public = line.starts_with("pub ") || line.starts_with("pub(");
                line.starts_with("type ") || is_public && line.contains(" type ") && line.ends_with(';')
            })
        })
    }

    pub fn of(texts: &[String]) -> Self {
        let items = texts.iter().filter_map(|text| syn::parse_str::<syn::ItemType>(text).ok());
        let plain = items.filter(|item| item.generics.type_params().next().is_none());
        let mut named: HashMap<String, Vec<Type>> = HashMap::new();
        plain.for_each(|item| named.entry(item.ident.to_string()).or_default().push(*item.ty));
        // Of several that have one name it is not known which is meant.
        Self(named.into_iter().filter_map(|(name, mut types)| (types.len() == 1).then(|| Some((name, types.pop()?)))?).collect())
    }

    /// The elements of `&mut [f32]`, `Vec<f32>`, `Box<[f32; 3]>`.
    fn elements<'t>(&'t self, ty: &'t Type, fuel: usize) -> Option<&'t Type> {
        let fuel = fuel.checked_sub(1)?;
        match ty {
            Type::Reference(inner) => self.elements(&inner.elem, fuel),
            Type::Paren(inner) => self.elements(&inner.elem, fuel),
            Type::Slice(inner) => Some(&inner.elem),
            Type::Array(inner) => Some(&inner.elem),
            Type::Path(path) => {
                let last = path.path.segments.last()?;
                match &last.arguments {
                    PathArguments::AngleBracketed(list) => {
                        let inner = list.args.iter().find_map(|argument| match argument {
                            GenericArgument::Type(ty) => Some(ty),
                            _ => None,
                        });
                        let is_pointer = POINTERS.iter().any(|name| last.ident == name);
                        match inner {
                            Some(inner) if last.ident == "Vec" => Some(inner),
                            Some(inner) => self.elements(inner, fuel).filter(|_| is_pointer),
                            None => self.elements(self.0.get(&last.ident.to_string())?, fuel),
                        }
                    }
                    _ => self.elements(self.0.get(&last.ident.to_string())?, fuel),
                }
            }
            _ => None,
        }
    }

    /// A number, a `bool`, tuples and fixed arrays of such.
    fn is_element(&self, ty: &Type, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        match ty {
            Type::Paren(inner) => self.is_element(&inner.elem, fuel),
            Type::Array(inner) => self.is_element(&inner.elem, fuel),
            Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(|part| self.is_element(part, fuel)),
            other => !matches!(other, Type::Reference(_)) && self.is_primitive(other, fuel),
        }
    }

    fn is_primitive(&self, ty: &Type, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        match ty {
            Type::Paren(inner) => self.is_primitive(&inner.elem, fuel),
            Type::Reference(inner) => self.is_primitive(&inner.elem, fuel),
            Type::Path(path) => path.path.segments.last().is_some_and(|last| {
                let is_named = PRIMITIVE.iter().any(|name| last.ident == name);
                let alias = || self.0.get(&last.ident.to_string());
                last.arguments.is_none() && (is_named || alias().is_some_and(|ty| self.is_primitive(ty, fuel)))
            }),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::loops::Found;
    use super::*;

    const TEXT: &str = "
type Real = f64;
pub(crate) type Reals<'a> = &'a [Real];
        struct S { y: Vec<u32>, ids: Box<[Id]>, o: [Option<u8>; 3], rows: Vec<Vec<f32>>, pairs: Vec<(u8, Real)>, scale: Real, id: Id }
        enum E { A { z: &'static [f64] } }
        fn f(&self, list: Reals<'_>, x: &mut [i32], map: &[Id], reals: &[Real], picture: &Picture, by: Id, hidden: Id) {
            let mut big = Big::one();
            let parts = x.chunks_exact(2);
            let copy = picture.clone();
            let mut sum = f64::from(1u8);
            if let Some(hidden) = hidden {}
            for i in 0..x.len() { x[i] = 2 * x[i]; }
        }";

    fn shown<T>(look: impl Fn(&Shown, &Expr) -> T, places: &[&str]) -> Vec<T> {
        let file = syn::parse_str(TEXT).expect("Rust");
        let found = Found::in_file(&file);
        let aliases = Aliases::of(&Aliases::texts(TEXT).map(str::to_owned).collect::<Vec<_>>());
        let shown = Shown { file: &file, function: &found.functions[0], types: &TypeEnvironment::default(), aliases: &aliases };
        places.iter().map(|place| look(&shown, &syn::parse_str(place).expect("a place"))).collect()
    }

    #[test]
    fn parameters_and_fields_are_looked_up() {
        let known = |places: &[&str]| shown(|shown, place| shown.is_array(place), places);
        assert_eq!(known(&["self.y", "x", "z", "reals", "list", "self.pairs", "self.rows[i]", "x[2..]"]), [Some(true); 8]);
        assert_eq!(known(&["self.ids", "map", "self.o", "picture", "self.rows", "self.scale"]), [Some(false); 6]);
        assert_eq!(known(&["other", "self.x", "y"]), [None; 3], "a variable may be called as a field of another thing is");
    }

    #[test]
    fn what_is_no_sequence_is_known_by_what_makes_it() {
        let known = |places: &[&str]| shown(|shown, place| shown.is_sequence(place), places);
        assert_eq!(known(&["x", "list", "self.rows"]), [Some(true); 3]);
        assert_eq!(known(&["picture", "big", "parts"]), [Some(false); 3]);
        assert_eq!(known(&["other", "copy"]), [None; 2]);
    }

    #[test]
    fn numbers_are_told_from_what_is_none() {
        let known = |places: &[&str]| shown(|shown, place| shown.is_primitive(place), places);
        assert_eq!(known(&["self.scale", "reals[i]"]), [Some(true); 2]);
        assert_eq!(known(&["by", "self.id", "big", "picture"]), [Some(false); 4]);
        assert_eq!(known(&["other", "sum", "hidden"]), [None; 3]);
    }
}
