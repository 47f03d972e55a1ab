//! Which variables of the iteration the text may mention later: what a loop leaves in others nobody computes.

use crate::recognise::body::{Local, Walker};
use crate::syntax::for_each_variable;
use proc_macro2::TokenStream;
use std::collections::HashSet;

/// What the text mentions after what is being read.
pub(in crate::recognise) struct Later {
    names: HashSet<String>,
    /// Of these variables: those that are declared later are new ones each time.
    below: usize,
}

impl Walker<'_, '_> {
    /// Reads what the text has before `later`.
    pub(in crate::recognise) fn before<T>(&mut self, later: TokenStream, read: impl FnOnce(&mut Self) -> T) -> T {
        self.before_variables(later, usize::MAX, read)
    }

    /// The same of what may run again: of what it declares itself no value is left.
    pub(super) fn repeated<T>(&mut self, text: TokenStream, read: impl FnOnce(&mut Self) -> T) -> T {
        let below = self.variables.len();
        self.before_variables(text, below, read)
    }

    fn before_variables<T>(&mut self, later: TokenStream, below: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let mut names = HashSet::new();
        for_each_variable(later, &mut |name| _ = names.insert(name.to_string()));
        self.later.push(Later { names, below });
        let value = read(self);
        self.later.pop();
        value
    }

    /// Whether the text may mention a variable of the iteration later.
    pub(super) fn is_live(&self, variable: usize) -> bool {
        let called = self.scopes.iter().flatten();
        let mut called = called.filter(|(_, local)| matches!(local, Local::Variable(number) if *number == variable));
        called.any(|(name, _)| self.later.iter().any(|later| variable < later.below && later.names.contains(name)))
    }
}
