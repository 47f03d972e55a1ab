//! The annotated functions of a file, wherever they stand.

use super::declared::attributes;
use super::finding::{Finding, codes};
use super::source::Source;
use crate::parse::{DECLARE_NOTHING, Word, attribute_arguments, is_scan};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident};

/// A function with `#[scan]`.
pub(super) struct AnnotatedFunction {
    /// Which attribute it is, and what stands in its parentheses.
    pub attribute: (Word, TokenStream),
    /// The function without that attribute.
    pub item: TokenStream,
    /// Modules, type, functions around it, and its name.
    pub path: Vec<String>,
    /// Where our attributes stand, on the function and in it.
    pub annotations: Vec<Range<usize>>,
    /// The modules around it, where names in it mean what they mean there.
    pub modules: Option<Vec<String>>,
}

/// The annotated functions, in order, and the annotations that belong to none.
#[derive(Default)]
pub(super) struct Annotated {
    pub functions: Vec<AnnotatedFunction>,
    /// On loops of functions that are not annotated themselves, or on what is no function.
    pub stray: Vec<Range<usize>>,
    /// Those of them that stand on something that can hold no loop of its own.
    misplaced: Vec<Range<usize>>,
    path: Vec<String>,
    /// The function whose body is visited, if it is annotated.
    owner: Option<usize>,
    modules: Vec<String>,
    /// What is visited is in something that has names of its own.
    hidden: bool,
}

impl Annotated {
    /// Looks through a file.
    pub fn in_file(file: &syn::File) -> Self {
        let mut annotated = Self::default();
        annotated.visit_file(file);
        annotated
    }

    /// A name for each function's files: its own, or with what is around it where several have one name.
    pub fn file_names(&self) -> Vec<String> {
        let short = |function: &AnnotatedFunction| function.path.last().cloned().unwrap_or_default();
        let long = |function: &AnnotatedFunction| function.path.join("_");
        let mut uses: HashMap<String, usize> = HashMap::new();
        // Some file systems do not tell capitals apart.
        self.functions.iter().for_each(|function| *uses.entry(short(function).to_lowercase()).or_default() += 1);
        let names = self.functions.iter().map(|function| match uses[&short(function).to_lowercase()] {
            1 => short(function),
            _ => long(function),
        });
        let mut given: HashMap<String, usize> = HashMap::new();
        let distinct = names.map(|name| {
            let count = given.entry(name.to_lowercase()).or_default();
            *count += 1;
            if *count == 1 { name } else { format!("{name}_{count}") }
        });
        distinct.collect()
    }

    /// What is to be said of annotations that would be left in the emitted file.
    pub fn findings(&self, source: &Source, tokens: TokenStream) -> Vec<Finding> {
        let stray = self.stray.iter().map(|at| {
            let (message, help) = if self.misplaced.contains(at) {
                ("the attribute does not stand on a function or a loop", "put it on the function around the loop")
            } else {
                let help = "write `#[scan]` above the function: Rust runs attributes on functions, not on loops";
                ("this loop's function is not annotated", help)
            };
            Finding::about_file(codes::STRAY, &source.path, message).help(help).at(source, at.clone())
        });
        let hidden = self.unseen(tokens).into_iter().map(|at| {
            Finding::about_file(codes::INSIDE_MACRO, &source.path, "an annotation inside a macro or `cfg_attr` is left as it is")
                .help("the macro `scan` compiles it when the emitted file is compiled")
                .warning()
                .at(source, at)
        });
        stray.chain(hidden).collect()
    }

    /// Annotations in `tokens` that are none of a function's or stray ones: only macros can see them.
    pub fn unseen(&self, tokens: TokenStream) -> Vec<Range<usize>> {
        let seen: Vec<_> = self.functions.iter().flat_map(|function| &function.annotations).chain(&self.stray).collect();
        let mut found = Vec::new();
        find_annotations(tokens, &mut found);
        found.retain(|at| !seen.iter().any(|seen| seen.start <= at.start && at.end <= seen.end));
        found
    }

    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        let owner = self.owner.take();
        self.path.push(name);
        visit(self);
        self.path.pop();
        self.owner = owner;
    }

    /// Takes in a function if it is annotated, and visits it.
    fn function<T: ToTokens + Clone>(
        &mut self,
        item: &T,
        name: &Ident,
        attributes: fn(&mut T) -> &mut Vec<Attribute>,
        own_names: bool,
        visit: impl FnOnce(&mut Self),
    ) {
        let mut bare = item.clone();
        let attributes = attributes(&mut bare);
        let attribute = attributes.iter().position(is_scan).map(|position| attributes.remove(position));
        self.within(plain(name), |this| {
            if let Some((word, attribute)) = attribute.and_then(|attribute| Some((Word::of(&attribute)?, attribute))) {
                let (attribute, item, path) =
                    ((word, attribute_arguments(&attribute)), bare.to_token_stream(), this.path.clone());
                let modules = (!this.hidden && !own_names).then(|| this.modules.clone());
                this.functions.push(AnnotatedFunction { attribute, item, path, annotations: Vec::new(), modules });
                this.owner = Some(this.functions.len() - 1);
            }
            this.hiding(true, visit);
        });
    }
}

impl Annotated {
    /// Visits what may have names of its own.
    fn hiding(&mut self, hides: bool, visit: impl FnOnce(&mut Self)) {
        let outside = self.hidden;
        self.hidden |= hides;
        visit(self);
        self.hidden = outside;
    }
}

/// Whether a function has type parameters, or a body with items.
fn has_own_names(signature: &syn::Signature, body: Option<&syn::Block>) -> bool {
    struct Items(bool);
    impl<'ast> Visit<'ast> for Items {
        fn visit_item(&mut self, _: &'ast syn::Item) {
            self.0 = true;
        }

        fn visit_stmt_macro(&mut self, statement: &'ast syn::StmtMacro) {
            let name = statement.mac.path.get_ident().map(Ident::to_string);
            self.0 |= !name.is_some_and(|name| DECLARE_NOTHING.contains(&name.as_str()));
        }
    }
    let mut items = Items(signature.generics.type_params().next().is_some());
    body.into_iter().for_each(|body| items.visit_block(body));
    items.0
}

impl<'ast> Visit<'ast> for Annotated {
    /// What is inside an item that is inside a function is not that function's.
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !matches!(item, syn::Item::Fn(_))
            && let Some(attributes) = attributes(&mut item.clone())
        {
            let ours = attributes.iter().filter(|attribute| is_scan(attribute));
            self.misplaced.extend(ours.map(|attribute| attribute.span().byte_range()));
        }
        let owner = self.owner.take();
        visit::visit_item(self, item);
        self.owner = owner;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let own_names = has_own_names(&item.sig, Some(&item.block));
        self.function(item, &item.sig.ident, |item| &mut item.attrs, own_names, |this| visit::visit_item_fn(this, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let own_names = has_own_names(&item.sig, Some(&item.block));
        self.function(item, &item.sig.ident, |item| &mut item.attrs, own_names, |this| visit::visit_impl_item_fn(this, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        let own_names = has_own_names(&item.sig, item.default.as_ref());
        self.function(item, &item.sig.ident, |item| &mut item.attrs, own_names, |this| visit::visit_trait_item_fn(this, item));
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.modules.push(plain(&item.ident));
        self.within(plain(&item.ident), |this| visit::visit_item_mod(this, item));
        self.modules.pop();
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.within(plain(&item.ident), |this| this.hiding(true, |this| visit::visit_item_trait(this, item)));
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|segment| plain(&segment.ident)),
            _ => None,
        };
        let generic = item.generics.type_params().next().is_some();
        let visit = |this: &mut Self| this.hiding(generic, |this| visit::visit_item_impl(this, item));
        self.within(name.unwrap_or_else(|| "impl".into()), visit);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if is_scan(attribute) {
            let owner = self.owner.and_then(|owner| self.functions.get_mut(owner));
            owner.map_or(&mut self.stray, |function| &mut function.annotations).push(attribute.span().byte_range());
        }
    }
}

/// The name as it can stand in a file's name.
fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

/// The places of `#[declare_target]` and `#[declare_scan]` in tokens that are none of `seen`: only macros can see them.
pub(super) fn hidden_declarations(tokens: TokenStream, seen: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    find_words(tokens, &["declare_target", "declare_scan"], &mut found);
    found.retain(|at| !seen.iter().any(|seen| seen.start <= at.start && at.end <= seen.end));
    found
}

/// The places of `#[… scan …]` in tokens, however deep.
fn find_annotations(tokens: TokenStream, found: &mut Vec<Range<usize>>) {
    find_words(tokens, &["scan", "reduce", "parallel_for"], found);
}

/// The places of attributes that mention one of `words`.
fn find_words(tokens: TokenStream, words: &[&str], found: &mut Vec<Range<usize>>) {
    let mut hash: Option<Range<usize>> = None;
    for token in tokens {
        let at = token.span().byte_range();
        match token {
            TokenTree::Group(group)
                if hash.is_some() && words.iter().any(|word| crate::syntax::mentions_word(&group.stream(), word)) =>
            {
                found.push(hash.take().map_or(at.start, |hash| hash.start)..at.end);
            }
            TokenTree::Group(group) => find_words(group.stream(), words, found),
            TokenTree::Punct(ref punct) if punct.as_char() == '#' => {
                hash = Some(at);
                continue;
            }
            TokenTree::Punct(ref punct) if punct.as_char() == '!' && hash.is_some() => continue,
            _ => {}
        }
        hash = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotated(text: &str) -> Annotated {
        Annotated::in_file(&syn::parse_str(text).expect("Rust"))
    }

    #[test]
    fn functions_are_found_wherever_they_stand() {
        let text = "#[scan(+ : y)] fn a() {}
            mod m { #[scan_runtime::scan(+ : y)] fn b() {} impl<T> S<T> { #[scan] fn c() {} } trait R { #[scan] fn d() {} } }
            fn outer() { #[scan] fn inner() {} }";
        let paths: Vec<String> = annotated(text).functions.iter().map(|function| function.path.join("::")).collect();
        assert_eq!(paths, ["a", "m::b", "m::S::c", "m::R::d", "outer::inner"]);
    }

    #[test]
    fn functions_of_one_name_get_different_files() {
        let text = "mod a { #[scan] fn f() {} } mod b { #[scan] fn F() {} } #[scan] fn g() {}
            impl S { #[scan] fn h() {} } impl S { #[scan] fn h() {} }";
        assert_eq!(annotated(text).file_names(), ["a_f", "b_F", "g", "S_h", "S_h_2"]);
    }

    #[test]
    fn annotations_on_loops_belong_to_their_function_or_are_stray() {
        let annotated =
            annotated("#[scan] fn a() { #[scan(+ : y)] for i in 0..n {} } fn b() { #[scan(+ : y)] for i in 0..n {} }");
        assert_eq!((annotated.functions[0].annotations.len(), annotated.stray.len()), (2, 1));
    }

    #[test]
    fn a_function_inside_a_function_has_its_own_annotations() {
        let text = "impl S { #[scan] fn s() {} #[inline] fn t() { #[scan(+ : y)] while c {} } }
            #[scan] fn a() { #[scan] fn b() { #[scan(+ : y)] for i in 0..n {} } #[scan(+ : y)] while c {} #[scan(+ : y)] while c {} }";
        let counts: Vec<usize> = annotated(text).functions.iter().map(|function| function.annotations.len()).collect();
        assert_eq!(counts, [1, 3, 2]);
    }

    #[test]
    fn annotations_in_macros_are_noticed() {
        let text = "macro_rules! m { () => { #[scan(+ : y)] fn a() {} } } #[cfg_attr(fast, scan)] fn b() {} #[scan] fn c() {}";
        assert_eq!(annotated(text).unseen(text.parse().expect("tokens")).len(), 2);
    }
}
