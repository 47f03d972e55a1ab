//! The functions that stand beside the kernels where no C operator has Rust's meaning.

use super::text::Text;

/// A helper's definition.
#[derive(Clone, Debug)]
pub(super) struct Helper {
    pub name: String,
    /// One line: what it means in Rust.
    pub meaning: String,
    /// The type of its value.
    pub returns: &'static str,
    /// `const int a, const int b`.
    pub parameters: String,
    /// Its statements.
    pub body: Vec<String>,
    /// The helpers that it calls.
    pub needs: Vec<Helper>,
}

impl Helper {
    /// A helper that is one expression.
    pub fn new(name: String, meaning: &str, returns: &'static str, parameters: String, value: &str) -> Self {
        let body = vec![format!("return {value};")];
        Self { name, meaning: meaning.to_owned(), returns, parameters, body, needs: vec![] }
    }

    /// An entry of a table of states.
    pub fn state_after() -> Self {
        let parameters = "const ulong table, const ulong state".to_owned();
        Self::new(
            "state_after".into(),
            "The state that the table has after this one.",
            "ulong",
            parameters,
            "table >> (4 * state) & 15",
        )
    }

    /// Two tables of states, as one.
    pub fn states_after() -> Self {
        let meaning = "After each of so many states, that which the earlier table and then the later one lead to.";
        let parameters = "const ulong earlier, const ulong later, const ulong states".to_owned();
        let statements = [
            "ulong both = 0;",
            "for (ulong state = 0; state < states; ++state) {",
            "    both |= state_after(later, state_after(earlier, state)) << (4 * state);",
            "}",
        ];
        Self::new("states_after".into(), meaning, "ulong", parameters, "both").after(&statements).calling(Self::state_after())
    }

    /// Statements before the value.
    pub fn after(mut self, statements: &[&str]) -> Self {
        self.body.splice(0..0, statements.iter().map(|&line| line.to_owned()));
        self
    }

    /// Sets the panic flag where `condition` holds; `harmless` is the value then.
    pub fn panics_if(self, condition: &str, harmless: &str) -> Self {
        let guard = [format!("if ({condition}) {{"), "    *panicked = 1;".into(), format!("    return {harmless};"), "}".into()];
        let parameters = format!("{}, {PANICKED}", self.parameters);
        Self { parameters, ..self }.after(&guard.each_ref().map(String::as_str))
    }

    /// The same with a flag of the work-item's own, if it has one at all.
    fn of_item(&self) -> Option<Self> {
        let parameters = self.parameters.strip_suffix(PANICKED)?;
        let name = format!("{}{OF_ITEM}", self.name);
        Some(Self { name, parameters: format!("{parameters}int *panicked"), ..self.clone() })
    }

    /// Calls `helper`.
    pub fn calling(mut self, helper: Self) -> Self {
        self.needs.push(helper);
        self
    }

    fn definition(&self) -> String {
        let Self { name, meaning, returns, parameters, .. } = self;
        let head = format!("// {meaning}\nstatic inline {returns} {name}({parameters})");
        match self.body.as_slice() {
            [line] => format!("{head} {{ {line} }}"),
            lines => format!("{head}\n{{\n{}}}", lines.iter().map(|line| format!("    {line}\n")).collect::<String>()),
        }
    }
}

/// The parameter through which functions say that the Rust code would have panicked.
pub(super) const PANICKED: &str = "__global int *panicked";

/// The end of a helper's name that says so to the work-item alone.
pub(super) const OF_ITEM: &str = "_of_item";

/// Definitions, each once, in an order in which each comes after those that it needs.
#[derive(Clone, Debug, Default)]
struct Definitions {
    names: Vec<String>,
    texts: Vec<String>,
}

impl Definitions {
    fn add(&mut self, name: &str, definition: impl FnOnce() -> String) {
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
            self.texts.push(definition());
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names.iter().map(String::as_str).zip(self.texts.iter().map(String::as_str))
    }
}

/// The helpers and the types in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Helpers {
    functions: Definitions,
    types: Definitions,
    /// A work-item keeps to itself that an iteration of it would have panicked, until it ends.
    of_item: bool,
}

/// What a work-item calls the variable in which it keeps that.
pub(super) const FAILED: &str = "failed";

impl Helpers {
    /// `helper(arguments…)`.
    pub fn call(&mut self, helper: &Helper, arguments: &[String]) -> Text {
        if let (true, Some(of_item), [others @ .., _]) = (self.of_item, helper.of_item(), arguments) {
            self.add(&of_item);
            return Text::call(&of_item.name, &[others, &[format!("&{FAILED}")]].concat());
        }
        self.add(helper);
        Text::call(&helper.name, arguments)
    }

    /// Has what panics say so to the work-item's own variable.
    pub fn keep_to_item(&mut self) {
        self.of_item = true;
    }

    /// Whether nothing has panicked yet, in C.
    pub fn goes_on(&self) -> String {
        if self.of_item { format!("!{FAILED}") } else { "!*panicked".to_owned() }
    }

    fn add(&mut self, helper: &Helper) {
        helper.needs.iter().for_each(|needed| self.add(needed));
        self.functions.add(&helper.name, || helper.definition());
    }

    /// Defines a type, unless it is defined.
    pub fn add_type(&mut self, name: &str, definition: impl FnOnce() -> String) {
        self.types.add(name, definition);
    }

    /// The names and definitions of the helpers, in order.
    pub fn named_functions(&self) -> impl Iterator<Item = (&str, &str)> {
        self.functions.pairs()
    }

    /// The names and definitions of the types, in order.
    pub fn named_types(&self) -> impl Iterator<Item = (&str, &str)> {
        self.types.pairs()
    }

    /// The definitions of the helpers, in order.
    pub fn functions(&self) -> &[String] {
        &self.functions.texts
    }

    /// The definitions of the types, in order.
    pub fn types(&self) -> &[String] {
        &self.types.texts
    }
}
