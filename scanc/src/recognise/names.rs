//! Names for what has none, and new names for what is shadowed: in canonical expressions a name means one thing.

use crate::diagnostic::Span;
use crate::syntax::for_each_word;
use proc_macro2::{Ident, TokenStream};
use std::collections::{HashMap, HashSet};

/// The names in use.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Those that canonical expressions use already.
    taken: HashSet<String>,
    /// Those that the function uses: none of these is made up.
    users: HashSet<String>,
    /// The next number to try for each name that was wanted before: those before it are taken.
    next: HashMap<String, u32>,
    /// Those that were made up.
    pub made_up: HashSet<String>,
}

impl Names {
    /// Knows every identifier of the loop and of the function's types.
    pub(super) fn new<'a>(tokens: TokenStream, function: impl Iterator<Item = &'a String>) -> Self {
        let mut users: HashSet<String> = function.cloned().collect();
        for_each_word(tokens, &mut |name| {
            users.insert(name.to_string());
        });
        Self { users, ..Self::default() }
    }

    /// The user's own name, or one like it if that one has a meaning already.
    pub(super) fn own(&mut self, name: &Ident) -> Ident {
        if self.taken.insert(name.to_string()) { name.clone() } else { self.make_up(&name.to_string(), name.span().into()) }
    }

    /// `base`, or `base` with a number that makes it new.
    pub(super) fn make_up(&mut self, base: &str, span: Span) -> Ident {
        let name = self.for_text(base, span);
        self.taken.insert(name.to_string());
        name
    }

    /// A name for a variable of text that is made up, and read as the user's is: that [owns](Self::own) it.
    pub(super) fn for_text(&mut self, base: &str, span: Span) -> Ident {
        // Constants' names are in capitals.
        let base = base.replace("r#", "").to_lowercase();
        let first = self.next.get(&base).copied().unwrap_or(1);
        let numbered = (first..).map(|number| (number, if number == 1 { base.clone() } else { format!("{base}_{number}") }));
        let (number, free) = numbered.into_iter().find(|(_, name)| self.is_free(name)).unwrap_or_default();
        self.next.insert(base, number.saturating_add(1));
        self.made_up.insert(free.clone());
        Ident::new(&free, span.first)
    }

    /// Whether nobody uses `name`, and it is no keyword.
    fn is_free(&self, name: &str) -> bool {
        !self.users.contains(name) && !self.taken.contains(name) && syn::parse_str::<Ident>(name).is_ok()
    }
}
