//! The identifiers that generated code adds to a user's function, chosen so that no expression of the user's can be captured by them.

use crate::parse::RESERVED;
use crate::recognise::MOST_DELAYED;
use crate::syntax::for_each_word;
use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use std::collections::HashSet;
use syn::ext::IdentExt;

/// The identifiers that may not be picked.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    names: HashSet<String>,
    /// What those that are picked begin with.
    prefix: &'static str,
}

impl Taken {
    /// Every identifier in `tokens`, however deep.
    pub fn in_tokens(tokens: TokenStream) -> Self {
        let mut taken = Self::default();
        taken.add(tokens);
        taken
    }

    /// For the expansion of a macro, whose names have a prefix that nobody else's have.
    pub fn in_macro() -> Self {
        Self { names: HashSet::new(), prefix: RESERVED }
    }

    /// Adds every identifier in `tokens`.
    pub fn add(&mut self, tokens: TokenStream) {
        for_each_word(tokens, &mut |name| {
            self.names.insert(name.unraw().to_string());
        });
    }

    /// `base`, or `base` with the first suffix that makes it new. Local variables also get `macro_rules` hygiene.
    pub fn pick(&mut self, base: &str) -> Ident {
        let base = without_double_underscores(&format!("{}{base}", self.prefix));
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let candidates = [base.clone(), format!("scan_{base}")].into_iter().chain(numbered);
        let free = candidates.into_iter().find(|name| self.names.insert(name.clone()));
        format_ident!("{}", free.unwrap_or_default(), span = Span::mixed_site())
    }
}

/// Our identifiers in one generated block: each is the identifier of that name, or one like it that is free.
#[derive(Clone, Debug)]
pub struct Names {
    pub launch: Ident,
    pub scan_loop: Ident,
    pub range: Ident,
    pub carry: Ident,
    pub start: Ident,
    /// The carried values after the loop, in the order of [`crate::recognise::Recurrence::carried`]; and so the next.
    pub last: Vec<Ident>,
    pub before: Vec<Ident>,
    pub after: Vec<Ident>,
    /// The carried values before the loop, where there are several.
    pub starts: Vec<Ident>,
    /// Whether an iteration is the first, is among the first two, and so on.
    pub among_first: Vec<Ident>,
    pub is_short: Ident,
    /// Whether an iteration stores where the loop counts.
    pub is_selected: Ident,
    pub check: Ident,
    pub left: Ident,
    pub here: Ident,
    pub collected: Ident,
    /// What an iterator comes to.
    pub value: Ident,
    pub outer: Ident,
    pub launched: Ident,
    /// So many iterations do not leave a search.
    pub from: Ident,
    /// The place of an item among those that are left.
    pub place: Ident,
    pub instead: Ident,
    /// Over ranks: the loop without its stores, what its iterations combine to, and the run.
    pub scan_total: Ident,
    pub total: Ident,
    pub turn: Ident,
    /// How far back its iterations continue, where that is further than the one before.
    pub lag: Ident,
    /// The operator of a loop whose carried values go through maps.
    pub then: Ident,
    /// What the loop as written keeps the carried values in.
    pub kept: Vec<Ident>,
    /// What the `Vec`s that the loop pushes to were before it.
    pub grown: Vec<Ident>,
    /// The values of [`crate::recognise::Recurrence::live_out`] after the loop, in its order.
    pub live_out: Vec<Ident>,
}

impl Names {
    /// Picks them; `carried` are the names of the carried values, `live_out` those of the variables that the loop leaves changed.
    pub fn pick(mut taken: Taken, carried: &[String], live_out: &[String], grown: &[String]) -> Self {
        let mut pick = |base: &str| taken.pick(base);
        let each = |what: &str, pick: &mut dyn FnMut(&str) -> Ident| match carried {
            [_] => vec![pick(what)],
            several => several.iter().map(|name| pick(&format!("{name}_{what}"))).collect(),
        };
        Self {
            launch: pick("launch"),
            scan_loop: pick("LOOP"),
            range: pick("range"),
            carry: pick("carry"),
            start: pick("start"),
            last: each("last", &mut pick),
            before: each("before", &mut pick),
            after: each("after", &mut pick),
            starts: if carried.len() > 1 { each("start", &mut pick) } else { Vec::new() },
            among_first: (1..=MOST_DELAYED)
                .map(|count| if count == 1 { pick("is_first") } else { pick(&format!("is_among_first_{count}")) })
                .collect(),
            is_short: pick("is_short"),
            is_selected: pick("is_selected"),
            check: pick("check"),
            left: pick("left"),
            here: pick("here"),
            collected: pick("collected"),
            value: pick("value"),
            outer: pick("outer"),
            launched: pick("launched"),
            from: pick("from"),
            place: pick("place"),
            instead: pick("instead"),
            scan_total: pick("TOTAL"),
            total: pick("total"),
            turn: pick("turn"),
            lag: pick("lag"),
            then: pick("Then"),
            kept: each("carried", &mut pick),
            grown: grown.iter().map(|name| pick(&format!("{name}_before"))).collect(),
            live_out: live_out.iter().map(|name| pick(&format!("{name}_after_loop"))).collect(),
        }
    }
}

/// The name with one underscore in the place of several, but for those that it begins with: rustc warns of `sum__last`.
pub(super) fn without_double_underscores(name: &str) -> String {
    let rest = name.trim_start_matches('_');
    let mut squeezed = name[..name.len() - rest.len()].to_owned();
    for letter in rest.chars() {
        if letter != '_' || !squeezed.ends_with('_') {
            squeezed.push(letter);
        }
    }
    squeezed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_underscores_the_first_ones_stay() {
        let squeezed =
            [("__scan__x", "__scan_x"), ("__scan_y__last", "__scan_y_last"), ("__scan_y_", "__scan_y_"), ("_", "_"), ("", "")];
        for (name, expected) in squeezed {
            assert_eq!(without_double_underscores(name), expected);
        }
    }
}
