//! The block around a launch: the loop's description, its range, what it leaves behind, the fallback, the check.

use super::names::{Names, Taken};
use super::{Programs, Surroundings, confirm};
use crate::compiled::Compiled;
use crate::ir::{LoopKernel, Type};
use crate::parse::consumed;
use crate::parse::{Algorithm, DeviceWord, LoopSyntax, ScanAttribute, ScanSite};
use crate::recognise::{ArrayUse, Carried, Carry, OutputUse, Recurrence};
use crate::render::{KernelText, ProgramKind};
use crate::syntax::{is_harmless, mentions_variable, plain_ident, variable};
use crate::variants::Variants;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashMap;
use syn::Expr;
use syn::ext::IdentExt;

/// Why it is safe to make a loop of its kernels.
const BELONGS: &str = "SAFETY: scanc has made the kernels, and the launches below, of this loop.";

/// One loop on its way to host code.
pub(super) struct Host<'a> {
    pub(super) recurrence: &'a Recurrence,
    pub(super) kernel: &'a LoopKernel,
    pub(super) text: &'a KernelText,
    algorithm: Algorithm,
    /// Declared types, as the function names them.
    written: &'a HashMap<String, syn::Path>,
    pub(super) site: &'a ScanSite,
    pub(super) variants: &'a Variants,
    /// Over ranks, where it stores something: the loop without its stores.
    pub(super) total: Option<&'a Compiled>,
    pub(super) surroundings: &'a Surroundings,
    pub(super) names: Names,
}

impl<'a> Host<'a> {
    pub(super) fn new(compiled: &'a Compiled, surroundings: &'a Surroundings) -> Self {
        let recurrence = &compiled.recurrence;
        let names = Names::pick(
            taken(recurrence, surroundings),
            &carried_names(recurrence),
            &live_out_names(recurrence),
            &grown_names(recurrence),
        );
        let Compiled { site, variants, kernel, text, algorithm, written, total, .. } = compiled;
        Self {
            recurrence,
            kernel,
            text,
            algorithm: *algorithm,
            written,
            site,
            variants,
            total: total.as_deref(),
            surroundings,
            names,
        }
    }

    /// The whole block.
    pub(super) fn block(&self) -> TokenStream {
        if let Some(world) = &self.recurrence.attribute.ranks {
            return self.block_over_ranks(world);
        }
        if self.site.syntax.is_search() {
            return self.block_of_search();
        }
        if !self.kernel.is_one_scan() {
            return self.block_of_batches();
        }
        let (import, description, confirmed) = (self.import(), self.description(), self.confirmations());
        let (range, run, verify, after) = (self.range(), self.run(), self.verify(), self.after_loop());
        let value = match &self.site.syntax {
            LoopSyntax::Reduce(_) => self.names.value.to_token_stream(),
            _ => self.made().unwrap_or_default(),
        };
        self.braced(quote!(#import #description #confirmed #range #run #verify #after #value))
    }

    /// The block, with what asks rustc whether primitive types are.
    pub(super) fn braced(&self, whole: TokenStream) -> TokenStream {
        let primitives = self.surroundings.function.asks_for_primitives.then(|| confirm::primitives(&whole, &[]));
        quote!({ #primitives #whole })
    }

    /// Whether the loop is a `collect()` of something of every item.
    pub(super) fn collected(&self) -> bool {
        self.recurrence.arrays.iter().any(|array| array.collected && !array.pushed)
    }

    /// The `Vec` that the loop makes, if it is a `collect()`.
    fn made(&self) -> Option<TokenStream> {
        let of_all = || self.collected().then(|| self.names.collected.to_token_stream());
        self.selected_into().map(ToTokens::to_token_stream).or_else(of_all)
    }

    /// A type as Rust tokens; `None` where only rustc knows it, or the function does not name it.
    pub(super) fn ty(&self, known: &Type) -> Option<TokenStream> {
        match known {
            Type::Struct(name) => self.written.get(name).map(ToTokens::to_token_stream),
            known => ty(known),
        }
    }

    /// A comment, where a person will read the result.
    pub(super) fn comment(&self, text: &str) -> Option<TokenStream> {
        (!self.surroundings.function.in_macro).then(|| quote!(scan_comment!(#text);))
    }

    pub(super) fn import(&self) -> TokenStream {
        let (runtime, launch) = (&self.surroundings.function.runtime, &self.names.launch);
        let renamed = (launch != "launch").then(|| quote!(as #launch));
        quote!(use #runtime::launch #renamed;)
    }

    /// `static LOOP`: what is known of the loop at compile time.
    pub(super) fn description(&self) -> TokenStream {
        let composed = self.composed();
        let described = self.described(&self.names.scan_loop, &self.surroundings.programs);
        quote!(#composed #described)
    }

    /// The same of one with this name, whose kernels have these `programs`.
    pub(super) fn described(&self, scan_loop: &Ident, programs: &Programs) -> TokenStream {
        let launch = &self.names.launch;
        let (function, kernels) = (&self.recurrence.function, self.kernels(programs));
        // In a macro these two take the loop's place from the span, not the attribute's.
        // Nothing in the block is the user's, not even a macro: what is `unsafe` of theirs they have to say themselves.
        let place = quote_spanned!(self.recurrence.span.first => ::core::file!(), ::core::line!());
        let (comment, clauses) = (self.comment(BELONGS), self.clauses());
        quote! {
            #comment
            static #scan_loop: #launch::Loop = unsafe {
                #launch::Loop::new(#function, #place, #kernels) #clauses
            };
        }
    }

    /// The kernels: their text, and what holds of them.
    fn kernels(&self, programs: &Programs) -> TokenStream {
        let launch = &self.names.launch;
        let algorithm = algorithm_word(self.algorithm);
        let program = |(kind, text): &(ProgramKind, TokenStream)| {
            let word = format_ident!("{}", kind.word());
            quote!(.#word(#text))
        };
        let programs = programs.iter().map(program);
        let text = self.text;
        let traits = [
            (text.scans_in_lanes, quote!(.in_lanes())),
            (text.asks_for_first, quote!(.asks_for_first())),
            (text.may_panic, quote!(.may_panic())),
            (text.asks_for_domain, quote!(.asks_for_domain())),
            (text.needs_fp64, quote!(.needs_fp64())),
            (text.needs_rounded_division, quote!(.needs_rounded_division())),
            (text.have_loops, quote!(.have_loops())),
        ];
        let traits = traits.into_iter().filter(|(holds, _)| *holds).map(|(_, call)| call);
        quote!(#launch::Kernels::new(#launch::Algorithm::#algorithm)#(#programs)* #(#traits)*)
    }

    fn clauses(&self) -> TokenStream {
        let launch = &self.names.launch;
        let ScanAttribute { device, group_size, deterministic, .. } = &self.recurrence.attribute;
        let device = device.map(device_word).map(|word| quote!(.device(#launch::DeviceKind::#word)));
        let group_size = group_size.map(proc_macro2::Literal::u32_unsuffixed).map(|size| quote!(.group_size(#size)));
        let approximates = (*deterministic && self.text.approximates).then(|| quote!(.approximates()));
        let deterministic = deterministic.then(|| quote!(.deterministic()));
        let never_panics = self.stores_never_panic().then(|| quote!(.stores_never_panic()));
        let nor_elements = (never_panics.is_some() && self.changes_at_once()).then(|| quote!(.elements_never_panic()));
        let fields = &self.text.fields;
        let fields = (!fields.is_empty()).then(|| quote!(.fields(&[#(#fields),*])));
        let between = self.text.panics_between_tiles.then(|| quote!(.panics_between_tiles()));
        quote!(#device #group_size #deterministic #approximates #never_panics #nor_elements #between #fields)
    }

    /// `let carry = …`: the launch, out of line, after the bindings that it takes along. What is lent to it are slices of its own, and
    /// scalars are copied: were a variable of the function lent, a compiler would keep that in memory from there on.
    fn carry(&self) -> TokenStream {
        let Names { launch, scan_loop, is_short, carry, range, .. } = &self.names;
        let (scalars, captures) = (self.scalar_starts(), self.captures(&self.all_expressions()));
        let (slices, region) = (self.slices(), self.region_reference());
        let launched = self.tried(carry, self.launched_from_start());
        let apart = quote!({ #scalars #captures #slices #region #launch::out_of_line(move || { #launched }) });
        // The loop would not have evaluated these without an iteration.
        let asks = self.may_panic_before() || self.asks_for_elements();
        let nothing =
            if asks { quote!(#is_short || #launch::has_nothing(&#scan_loop, #range.is_empty())) } else { quote!(#is_short) };
        let allowed = self.allowed_slices();
        quote!(#allowed let #carry = if #nothing { __scanc_std_None } else #apart;)
    }

    /// The launch, and with its result what scalars hold after the loop, as far as that is computed before.
    fn launched_from_start(&self) -> TokenStream {
        let (carry, computed) = (&self.names.carry, self.computed_before());
        let (live_out, start, launch, kept) = (self.live_out(), self.start(), self.launch(), self.kept_pushes());
        if computed.is_empty() {
            return quote!(#start #launch #kept);
        }
        // A region asks whether a launch is to be tried again: nothing leaves from here.
        quote!(#live_out #start #launch #kept.map(|#carry| (#carry, #(#computed),*)))
    }

    /// Captured values, evaluated once. Those that are plain variables already are used as they stand.
    pub(super) fn captures(&self, used_in: &TokenStream) -> TokenStream {
        let captures = self.recurrence.captures.iter().zip(&self.kernel.captures);
        let needed = captures.filter(|(capture, _)| mentions_variable(used_in, &capture.name.to_string()));
        let bound = needed.filter_map(|(capture, typed)| {
            let (name, value, launch) = (&capture.name, &capture.value, &self.names.launch);
            let number = self.in_our_names(self.number(value));
            let is_variant = self.variants.of(value).is_some();
            match self.ty(&typed.ty).filter(|_| !is_variant && self.may_be_reference(value)) {
                Some(ty) => Some((name, quote!(#launch::value::<#ty>(#number)))),
                None => (is_variant || *name != value.to_token_stream().to_string()).then_some((name, number)),
            }
        });
        let (names, values): (Vec<_>, Vec<_>) = bound.unzip();
        match (names.as_slice(), values.as_slice()) {
            ([], _) => quote!(),
            ([name], [value]) => quote!(let #name = #value;),
            // At once, since one value may mention a variable whose name another has taken.
            _ => quote!(let (#(#names),*) = (#(#values),*);),
        }
    }

    /// Whether it is a variable of which the function's text does not say whether it is a number or a reference to one, as the names of a
    /// pattern: Rust's arithmetic takes both.
    fn may_be_reference(&self, value: &Expr) -> bool {
        let types = &self.site.types;
        plain_ident(value)
            .map(|name| name.unraw().to_string())
            .is_some_and(|name| types.variables.contains(&name) && types.known(&name).is_none())
    }

    /// Everything that a captured name may stand in.
    pub(super) fn all_expressions(&self) -> TokenStream {
        let elements = self.recurrence.carried.iter().map(|carried| &carried.element);
        let outputs = self.recurrence.outputs.iter().flat_map(OutputUse::expressions);
        let captures = self.recurrence.captures.iter().map(|capture| &capture.name);
        quote!(#(#elements,)* #(#outputs,)* #(#captures),*)
    }

    /// The arrays as slices, under their canonical names.
    pub(super) fn slices(&self) -> TokenStream {
        let arrays = self.recurrence.arrays.iter().filter(|array| array.is_lent());
        let bound = |array: &ArrayUse| match array.pushed {
            true => self.growing(array),
            false => slice(array, &array.place, array.written || self.is_fetched(array)),
        };
        arrays.map(bound).collect()
    }

    /// The slices once more, lent to one launch of several.
    pub(super) fn slices_again(&self) -> TokenStream {
        let arrays = self.recurrence.arrays.iter().filter(|array| array.is_lent());
        arrays.map(|array| slice(array, &variable(&array.name), array.written)).collect()
    }

    /// Launches the loop, unless it is short; takes over what the launch computed, or runs the loop.
    pub(super) fn run(&self) -> TokenStream {
        let Names { launch, is_short, instead, scan_loop, range, carry, collected, .. } = &self.names;
        let short = match self.region() {
            Some(region) => quote!(#region.is_short(&#scan_loop, &#range)),
            None if self.surroundings.is_inner => {
                quote!(#instead == #launch::Instead::AsWritten || #launch::is_short(&#scan_loop, &#range))
            }
            None => quote!(#launch::is_short(&#scan_loop, &#range)),
        };
        let (launched, looped) = (self.carry(), self.looped());
        let finish = match (self.value(&looped), self.taken_over()) {
            (Some(value), _) => value,
            (None, Some((has_run, assignments))) if self.collected() => {
                quote!(let #collected = if #has_run { #assignments #collected } else { #looped };)
            }
            (None, Some((has_run, assignments))) => quote!(if #has_run { #assignments } else { #looped }),
            (None, None) => quote!(if #carry.is_none() { #looped }),
        };
        let before = self.before_all_pushes();
        quote!(let #is_short = #short; #before #launched #finish)
    }

    /// What of a launch's result is taken over, if anything is: as the condition that there is one, and as assignments.
    fn taken_over(&self) -> Option<(TokenStream, TokenStream)> {
        let is_scalar = |carried: &Carried| matches!(carried.carry, Carry::Scalar(_));
        let values = self.recurrence.carried.iter().zip(&self.names.last);
        let values: Vec<_> = values.map(|(carried, name)| if is_scalar(carried) { quote!(#name) } else { quote!(_) }).collect();
        let values = self.recurrence.carried.iter().any(is_scalar).then(|| self.product(&values));
        let values = match (values, &self.names.collected) {
            (None, collected) if self.collected() => Some(quote!((_, #collected))),
            (Some(values), collected) if self.collected() => Some(quote!((#values, #collected))),
            (values, _) => values,
        };
        let (carry, assignments, computed) = (&self.names.carry, self.assignments(), self.computed_before());
        let has_run = match (values, computed.as_slice()) {
            (None, []) => quote!(#carry.is_some()),
            (Some(values), []) => quote!(let __scanc_std_Some(#values) = #carry),
            (None, computed) => quote!(let __scanc_std_Some((_, #(#computed),*)) = #carry),
            (Some(values), computed) => quote!(let __scanc_std_Some((#values, #(#computed),*)) = #carry),
        };
        (!assignments.is_empty() || self.collected()).then_some((has_run, assignments))
    }

    /// The loop as it runs on one thread. References to outputs that it would consume are lent to it, since the check borrows them again.
    pub(super) fn looped(&self) -> TokenStream {
        let outputs: Vec<_> = self.recurrence.arrays.iter().filter(|array| array.written && !array.collected).collect();
        let is = |place: &Expr, name: &Ident| matches!(place, Expr::Path(path) if path.path.is_ident(name));
        let consumed = consumed::variables(&self.site.syntax);
        let lent = consumed.iter().filter(|name| outputs.iter().any(|array| is(&array.place, name)));
        let is_written = self.recurrence.outer.is_some() || self.kept().is_empty();
        let comment = self.comment(if is_written {
            "The loop as written: it runs where no launch is possible or worth its cost."
        } else {
            "The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost."
        });
        let (before, mut looped) = (self.before_loop(), self.sequential());
        if let Some(made) = self.selected_into() {
            looped = quote!(#made = #looped;);
        }
        quote!(#before #(let #lent = &mut *#lent;)* #comment #looped)
    }

    /// Compares what the loop made with what the launch made, where the user asked for that.
    pub(super) fn verify(&self) -> TokenStream {
        if let Some(verified) = self.verify_item() {
            return verified;
        }
        let Names { launch, scan_loop, is_short, check, left, collected, .. } = &self.names;
        let outputs = self.recurrence.arrays.iter().filter(|array| array.written).map(|array| {
            match self.pushed_since(array) {
                Some((pushed, true)) => return (pushed, quote!(output), quote!()),
                Some((pushed, false)) => return (pushed, quote!(pushed), quote!()),
                None => {}
            }
            let slice = if array.collected { quote!(#collected[..]) } else { slice_of(&array.place) };
            (quote!(&#slice), quote!(output), quote!())
        });
        let several = self.recurrence.carried.len() > 1;
        let carried = self.recurrence.carried.iter().enumerate().filter_map(|(number, carried)| {
            let value = match &carried.carry {
                Carry::Scalar(scalar) => self.number(scalar),
                Carry::Pushes { array, .. } => {
                    let (pushed, _) = self.pushed_since(&self.recurrence.arrays[*array])?;
                    quote!(#pushed.len())
                }
                Carry::State(_) => self.compared_value()?,
                Carry::Array { .. } | Carry::Part { .. } | Carry::Coefficient(_) => return None,
            };
            let number = proc_macro2::Literal::usize_unsuffixed(number);
            Some(if several { (value, quote!(carried), quote!(#number, &)) } else { (value, quote!(carry), quote!(&)) })
        });
        // Copies: were the variables themselves lent to the check, a compiler would keep them in memory all through the loop.
        let copied: Vec<_> = outputs.chain(carried).collect();
        if let [(value, call, lead)] = copied.as_slice() {
            return quote!(if !#is_short { let #left = #value; #launch::verify(&#scan_loop, move |#check| #check.#call(#lead #left)); });
        }
        let values = copied.iter().map(|(value, ..)| value);
        let calls = copied.iter().enumerate().map(|(place, (_, call, lead))| {
            let place = syn::Index::from(place);
            quote!(.#call(#lead #left.#place))
        });
        quote!(if !#is_short { let #left = (#(#values),*); #launch::verify(&#scan_loop, move |#check| #check #(#calls)*); })
    }

    /// Whether evaluating what the launch needs can do what the loop would not have done without an iteration.
    pub(super) fn may_panic_before(&self) -> bool {
        let captures = self.recurrence.captures.iter().map(|capture| &capture.value);
        let places = self.recurrence.arrays.iter().filter(|array| !array.collected).map(|array| &array.place);
        !captures.chain(places).all(is_harmless)
    }
}

/// `name` as it stands in the function, or what the recogniser made of it: both are taken.
fn taken(recurrence: &Recurrence, surroundings: &Surroundings) -> Taken {
    let mut taken = surroundings.function.taken.clone();
    let (arrays, captures) = (recurrence.arrays.iter().map(|a| &a.name), recurrence.captures.iter().map(|c| &c.name));
    let index = &recurrence.index.name;
    let world = &recurrence.attribute.ranks;
    taken.add(quote!(#(#arrays)* #(#captures)* #index #world));
    taken
}

/// The carried values' names.
fn carried_names(recurrence: &Recurrence) -> Vec<String> {
    recurrence.carried.iter().map(|carried| carried.name.unraw().to_string()).collect()
}

/// The names of the `Vec`s that it pushes to.
fn grown_names(recurrence: &Recurrence) -> Vec<String> {
    recurrence.arrays.iter().filter(|array| array.pushed).map(|array| array.name.unraw().to_string()).collect()
}

/// The last identifier of each changed place.
fn live_out_names(recurrence: &Recurrence) -> Vec<String> {
    let name = |place: &Expr| {
        let mut last = String::from("value");
        crate::syntax::for_each_word(place.to_token_stream(), &mut |name| last = name.unraw().to_string());
        last
    };
    recurrence.live_out.iter().map(|(place, _)| name(place)).collect()
}

/// `place[..]`.
pub(super) fn slice_of(place: &Expr) -> TokenStream {
    match place {
        Expr::Path(_) | Expr::Field(_) | Expr::Paren(_) | Expr::Index(_) | Expr::MethodCall(_) => quote!(#place[..]),
        _ => quote!((#place)[..]),
    }
}

/// `let y = &mut y[..];`
pub(super) fn slice(array: &ArrayUse, place: &Expr, is_exclusive: bool) -> TokenStream {
    let (name, slice, exclusive) = (&array.name, slice_of(place), is_exclusive.then(|| quote!(mut)));
    quote!(let #name = &#exclusive #slice;)
}

/// A type as Rust tokens; `None` where only rustc knows it.
pub(super) fn ty(ty: &Type) -> Option<TokenStream> {
    match ty {
        Type::Scalar(scalar) => Some(format_ident!("{}", scalar.rust()).to_token_stream()),
        Type::Array(element, length) => {
            let (element, length) = (self::ty(element)?, proc_macro2::Literal::u64_unsuffixed(*length));
            Some(quote!([#element; #length]))
        }
        Type::Struct(_) | Type::Enum(..) | Type::Opaque(_) => None,
    }
}

fn algorithm_word(algorithm: Algorithm) -> Ident {
    format_ident!("{algorithm:?}")
}

fn device_word(device: DeviceWord) -> Ident {
    format_ident!("{device:?}")
}
