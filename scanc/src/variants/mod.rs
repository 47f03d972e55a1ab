//! Enums' variants as numbers: `state = match state { State::Code if quoted => State::Text, … }` → `state = match state { 0u8 if quoted
//! => 1u8, … }`.
//!
//! A macro sees neither what an enum declares nor how it lies in memory, and a kernel needs neither: of what a loop only compares, matches
//! and assigns it is enough to know which variants are the same. Those that its text names get the numbers 0, 1 and so on, in that order;
//! all others are the number after the last of these, which no iteration makes of anything else; where they have to be told apart, the loop
//! runs as written. The loop as written keeps its variants;
//! the host gives a launch their numbers, and takes variants for the numbers that it gives back.
//!
//! Which expressions are variants of one enum follows from the text (`walk.rs`), as types follow by unification (`kinds.rs`). A path is taken
//! for a variant if it looks like one, `State::Code`; should it be a constant, or have data, rustc refuses it. Two paths may lead to one
//! variant, which the host asks before it launches.

mod kinds;
mod walk;

use crate::diagnostic::{Code, Diagnostic, Span, Spanned};
use crate::ir::{Int, Scalar, Type};
use crate::parse::{Known, ScanSite};
use crate::syntax::place_text;
use kinds::{Leak, Solution};
use std::collections::HashMap;
use syn::{Expr, Path};

/// What holds a variant is used as something else.
const LEAKED: Code = Code(338);

/// More variants are no few states, and the number after the last has to be one of 8 bits.
const MOST: usize = 200;

/// Variants' numbers.
pub(crate) const NUMBER: Scalar = Scalar::Int(Int::U8);

/// Of which enums a loop's variants get numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// Those of which some variant's name is one that no constant has: `State::Code`.
    Certain,
    /// Also those whose variants may all be constants: `State::A`.
    All,
}

/// A loop whose variants are numbers.
#[derive(Clone, Debug)]
pub(crate) struct Numbered {
    /// The loop, to be recognised.
    pub site: ScanSite,
    /// What was numbered.
    pub variants: Variants,
    /// Why others, which no constant can be, were not.
    pub leaks: Vec<Diagnostic>,
    /// Whether [`Which::All`] would number more.
    pub is_partial: bool,
}

impl Numbered {
    /// A loop's text, and what the numbers that kernels have for its variants stand for.
    pub(crate) fn shown(&self, mut excerpt: Vec<String>) -> Vec<String> {
        if !self.variants.enums.is_empty() {
            excerpt.push(String::new());
            excerpt.extend(self.variants.legend());
        }
        excerpt
    }
}

/// The places outside a loop that hold variants, each with what they are variants of.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    places: HashMap<String, usize>,
    enums: Vec<Enum>,
}

/// The variants of an enum that a loop names.
#[derive(Clone, Debug)]
pub struct Enum {
    /// In the order of their numbers.
    pub variants: Vec<Path>,
    /// Whether the loop compares them by `==`, which may be a function of the program's.
    pub is_compared: bool,
    /// Whether it clones them, which may be one, too.
    pub is_cloned: bool,
    /// Whether a place may hold a variant that the loop does not name: it has the number after the last.
    pub has_others: bool,
}

impl Enum {
    /// How many numbers there are.
    pub fn numbers(&self) -> usize {
        self.variants.len() + usize::from(self.has_others)
    }
}

impl Variants {
    /// What is in this place, if it is a variant.
    pub fn of(&self, place: &Expr) -> Option<&Enum> {
        self.places.get(&place_text(place)).map(|number| &self.enums[*number])
    }

    /// What the numbers stand for, in words: a line for each variant.
    pub fn legend(&self) -> impl Iterator<Item = String> {
        let variants = self.enums.iter().flat_map(|found| found.variants.iter().enumerate());
        let line = |(number, variant): (usize, &Path)| format!("{} is {number}", crate::syntax::text(variant));
        variants.map(line)
    }

    /// The enums, each once.
    pub fn enums(&self) -> &[Enum] {
        &self.enums
    }
}

/// The loop of `site` with numbers for variants.
pub(crate) fn number(site: &ScanSite, which: Which) -> Numbered {
    let mut numbered = Numbered { site: site.clone(), variants: Variants::default(), leaks: Vec::new(), is_partial: false };
    if !walk::may_have_variants(&site.syntax) {
        return numbered;
    }
    let solution = walk::kinds(&mut numbered.site.syntax, &site.types).solved(which);
    numbered.is_partial = solution.is_partial;
    numbered.leaks = solution.leaks.iter().map(|(path, span, why)| leaked(path, *span, *why)).collect();
    // From one rank to the next only what arrays may hold goes.
    if site.attribute.ranks.is_some() {
        let carried = solution.enums.iter().filter_map(|found| Some(over_ranks(found.variants.first()?)));
        numbered.leaks.extend(carried);
    } else if !solution.enums.is_empty() {
        walk::rewrite(&mut numbered.site.syntax, &site.types, &solution);
        declare(&mut numbered.site, &solution);
        let Solution { places, enums, .. } = solution;
        numbered.variants = Variants { places, enums };
    }
    numbered
}

/// What is known of the places that hold numbers now.
fn declare(site: &mut ScanSite, solution: &Solution) {
    for (place, number) in &solution.places {
        let ty = Type::Scalar(NUMBER);
        let known = match site.types.names.get(place) {
            Some(Known::Reference(_)) => Known::Reference(ty),
            _ => Known::Value(ty),
        };
        site.types.names.insert(place.clone(), known);
        site.types.below.insert(place.clone(), solution.enums[*number].numbers());
    }
}

fn over_ranks(variant: &Path) -> Diagnostic {
    let message = format!("variants such as `{}` do not go on from one rank to the next", crate::syntax::text(variant));
    Diagnostic::error(LEAKED, variant.span(), message).help("carry a number, and `match` it after the loop")
}

fn leaked(variant: &Path, span: Span, why: Leak) -> Diagnostic {
    let variant = crate::syntax::text(variant);
    let (message, help) = match why {
        Leak::Used => (
            format!(
                "what holds `{variant}` is used as a value here, and kernels know an enum by no more than its variants' names"
            ),
            "compare it, `match` it, assign it, or cast it to a number, and nothing else",
        ),
        Leak::Mixed => (
            format!("the variant `{variant}` meets what is no variant by its name"),
            "kernels know an enum by no more than its variants' names: not as an array's element, a function's value, or with data; \
             make numbers of these before the loop",
        ),
    };
    Diagnostic::error(LEAKED, span, message).help(help)
}

#[cfg(test)]
mod tests;
