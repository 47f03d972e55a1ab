//! Statements of one function.

use super::KernelNames;
use super::arrays::{elements, is_member};
use super::declared::{constant_name, has_constants};
use super::expressions::{is_plain, needs_statements};
use super::helpers::Helpers;
use super::names::Names;
use super::operations::{int, symbol};
use super::panics::{Callees, literal};
use super::text::Text;
use super::types::type_name;
use crate::ir::counted::{Counted, counted};
use crate::ir::proof::Proof;
use crate::ir::{Block, Enum, Expr, ExprKind, Function, LocalId, Scalar, Statement, Type, walk};

/// What stands before a loop that adds up floats in one order. Intel's compiler for CPUs makes vectors of such a loop, or several sums, as
/// if their order were of no importance.
pub(in crate::render) const IN_ORDER: &str = "\
#ifdef __INTEL_LLVM_COMPILER // would add up floats in another order
#pragma clang loop vectorize(disable) unroll(disable)
#endif";

/// So many iterations a loop may run on after a panic.
const MOST_IN_VAIN: i128 = 1 << 10;

/// What a function can refer to.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    /// Of the kernel, for the functions of a loop.
    pub kernel: Option<&'a KernelNames>,
    /// The declared functions.
    pub callees: &'a Callees<'a>,
    /// The declared enums: their variants have names in C.
    pub enums: &'a [Enum],
}

/// One function on its way to C.
pub(super) struct Body<'a> {
    function: &'a Function,
    world: World<'a>,
    proof: Proof,
    /// Whether the function may panic, once somebody has asked.
    panics: Option<bool>,
    helpers: &'a mut Helpers,
    names: &'a mut Names,
    locals: Vec<Option<String>>,
    lines: Vec<String>,
    depth: usize,
    /// The function that every value which it returns goes through, with the flag of a panic.
    checked_by: Option<&'static str>,
    /// How many of its first statements stand in front already.
    done: usize,
}

/// What the locals of a function are called in C, as far as they have been declared.
pub(super) type LocalNames = Vec<Option<String>>;

/// Whether a `let` binds the same local in both functions.
fn same_locals(one: &Function, other: &Function, statement: &Statement) -> bool {
    let Statement::Let(LocalId(id), _) = statement else { return false };
    let (one, other) = (&one.locals[*id], &other.locals[*id]);
    one.name == other.name && one.ty == other.ty && !one.mutable && !other.mutable
}

/// What becomes of a value.
#[derive(Clone, Copy)]
enum Target<'t> {
    /// `return value;`
    Return,
    /// `const T local = value;`
    Declare(LocalId),
    /// `place = value;`
    Place(&'t str),
    /// Nothing.
    Discard,
}

impl<'a> Body<'a> {
    pub fn new(function: &'a Function, world: World<'a>, helpers: &'a mut Helpers, names: &'a mut Names) -> Self {
        let (proof, locals) = (Proof::of(function), vec![None; function.locals.len()]);
        Self { function, world, proof, panics: None, helpers, names, locals, lines: vec![], depth: 0, checked_by: None, done: 0 }
    }

    /// The same, where what it returns goes through the function `check`.
    pub fn checked_by(self, check: Option<&'static str>) -> Self {
        Self { checked_by: check, ..self }
    }

    /// `const int a, const int b`.
    pub fn parameters(&mut self) -> Vec<String> {
        (0..self.function.parameters).map(|id| self.declaration(LocalId(id))).collect()
    }

    /// The whole body, with `return`s.
    pub fn returning(mut self) -> String {
        self.block(&self.function.body, Target::Return);
        self.lines.join("\n")
    }

    /// The same, where C has all statements of `common` in front, and the function begins with them: `names` are those of their locals.
    pub fn after_common(self, common: Option<(&Function, &LocalNames)>) -> Self {
        let Some((common, names)) = common.filter(|(common, _)| self.function.begins_with(common)) else { return self };
        let locals = names.iter().chain(&self.locals[common.locals.len()..]).cloned().collect();
        Self { locals, done: common.body.statements.len(), ..self }
    }

    /// The statements, the value after them, and the names of the locals. Where C has the statements of another function before these,
    /// those that both begin with are not repeated: `known` are that function and the names of its locals.
    pub fn value_after(mut self, known: Option<(&Function, &LocalNames)>) -> (String, Text, LocalNames) {
        let statements = &self.function.body.statements;
        let shared = known.map_or(0, |(known, names)| {
            let is_same = |(a, b): &(&Statement, &Statement)| a == b && same_locals(self.function, known, a);
            let (done, others) = statements.split_at(self.done);
            let of_known = known.body.statements.strip_prefix(done).unwrap_or_default();
            let shared = others.iter().zip(of_known).take_while(is_same).count();
            for statement in &others[..shared] {
                if let Statement::Let(LocalId(id), _) = statement {
                    self.locals[*id].clone_from(&names[*id]);
                }
            }
            shared
        });
        self.statements(&statements[self.done + shared..]);
        let value = self.expression(self.function.body.value.as_deref().expect("a body with a value"));
        (self.lines.join("\n"), value, self.locals)
    }

    pub fn helpers(&mut self) -> &mut Helpers {
        self.helpers
    }

    /// Whether the operation may panic; its operands are not looked at.
    pub fn may_panic(&self, expr: &Expr) -> bool {
        self.world.callees.operation_may_panic(expr, &self.proof)
    }

    /// Whether anything in it may panic.
    pub fn any_may_panic(&self, expr: &Expr) -> bool {
        self.world.callees.any_may_panic(expr, &self.proof)
    }

    /// The name of an enum's variant, if C has one for it.
    pub fn variant(&self, name: &str, value: i128) -> Option<String> {
        let declared = self.world.enums.iter().find(|declared| declared.name == name && has_constants(declared))?;
        let (variant, _) = declared.variants.iter().find(|(_, known)| *known == value)?;
        Some(constant_name(name, variant))
    }

    /// Whether a call of a declared function may panic.
    pub fn call_may_panic(&self, name: &str) -> bool {
        self.world.callees.call_may_panic(name)
    }

    /// Whether the function may panic.
    fn function_may_panic(&mut self) -> bool {
        let (callees, function) = (self.world.callees, self.function);
        *self.panics.get_or_insert_with(|| callees.any_may_panic_in(function, &self.proof))
    }

    /// What a loop's kernels call a function that the runtime defines for them.
    pub fn unseen_function(&self, path: &str) -> Option<String> {
        let calls = &self.world.kernel?.calls;
        calls.iter().find(|(known, _)| known == path).map(|(_, name)| name.clone())
    }

    pub fn kernel(&self) -> &'a KernelNames {
        self.world.kernel.expect("a function of a loop")
    }

    pub fn index_name(&self) -> Text {
        Text::atom(&self.kernel().index)
    }

    /// The C name of a local that has been declared.
    pub fn local(&self, LocalId(id): LocalId) -> &str {
        self.locals[id].as_deref().expect("a local that has been declared")
    }

    /// `const int t`, under a name of its own; without `const` where it is assigned later.
    fn declaration(&mut self, local: LocalId) -> String {
        let constant = if self.function.locals[local.0].mutable { "" } else { "const " };
        format!("{constant}{}", self.variable(local))
    }

    fn variable(&mut self, LocalId(id): LocalId) -> String {
        let local = &self.function.locals[id];
        let name = self.names.fresh(&local.name);
        let declaration = format!("{} {name}", self.c_type(&local.ty));
        self.locals[id] = Some(name);
        declaration
    }

    /// The name of `ty`, defined if it needs a definition.
    pub fn c_type(&mut self, ty: &Type) -> String {
        self.helpers.define_type(ty);
        type_name(ty)
    }

    /// A variable for a value that statements compute.
    pub fn temporary(&mut self, ty: &Type, initial: Option<Text>) -> String {
        let name = self.names.fresh("value");
        let initial = initial.map(|value| format!(" = {}", value.text)).unwrap_or_default();
        let declaration = format!("{} {name}{initial};", self.c_type(ty));
        self.line(&declaration);
        name
    }

    /// Keeps the value of `text`, which what follows may change.
    pub fn kept(&mut self, text: &Text, ty: &Type) -> Text {
        let name = self.names.fresh("value");
        let declaration = format!("const {} {name} = {};", self.c_type(ty), text.text);
        self.line(&declaration);
        Text::atom(name)
    }

    /// `if (condition) { place = value }`, for the right side of a lazy operator.
    pub fn assign_if(&mut self, condition: &str, place: &str, value: &Expr) {
        self.line(&format!("if ({condition}) {{"));
        self.indented(|body| body.finish(value, Target::Place(place)));
        self.line("}");
    }

    /// An `if` whose value goes to `place`.
    pub fn choose(&mut self, condition: &Expr, then: &Block, otherwise: &Block, place: &str) {
        self.branch(condition, then, otherwise, Target::Place(place));
    }

    /// The statements of a block in the middle of an expression; its value is what remains.
    pub fn hoisted<'b>(&mut self, block: &'b Block) -> &'b Expr {
        self.statements(&block.statements);
        block.value.as_deref().expect("a block with a value")
    }

    fn line(&mut self, text: &str) {
        self.lines.push(format!("{:indent$}{text}", "", indent = 4 * self.depth));
    }

    fn indented(&mut self, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    fn statements(&mut self, mut statements: &[Statement]) {
        while let [statement, rest @ ..] = statements {
            statements = match counted(self.function, statements).filter(|repeat| self.is_for(repeat)) {
                Some(repeat) => {
                    self.counted(&repeat);
                    &rest[1..]
                }
                None => {
                    self.statement(statement);
                    rest
                }
            };
        }
    }

    /// Whether C's `for` is the same loop. After the last iteration of one that counts down the variable is less than its end.
    fn is_for(&self, repeat: &Counted) -> bool {
        let least = literal(repeat.end).is_some_and(|end| end > int(&repeat.end.ty).0.min());
        is_plain(repeat.end) && (!repeat.backwards || least || !int(&repeat.end.ty).0.signed())
    }

    /// `for (ulong i = 0; i < 4; i++) { … }`
    fn counted(&mut self, repeat: &Counted) {
        let start = self.bare(repeat.start);
        let declaration = self.variable(repeat.counter);
        let name = self.local(repeat.counter).to_owned();
        self.locals[repeat.variable.0] = Some(name.clone());
        let end = self.bare(repeat.end);
        let guard = if self.may_not_end(repeat) { format!("{} && ", self.helpers.goes_on()) } else { String::new() };
        self.keep_order(repeat.body);
        self.line(&match repeat.backwards {
            false => format!("for ({declaration} = {start}; {guard}{name} < {end}; {name}++) {{"),
            true => format!("for ({declaration} = {start}; {guard}{name}-- > {end};) {{"),
        });
        self.indented(|inner| inner.statements(repeat.body));
        self.line("}");
        self.names.release(&name);
    }

    /// Whether a loop may not go on after a panic: its end moves or is far, or it reads what may not be there.
    fn may_not_end(&mut self, repeat: &Counted) -> bool {
        let mut has_items = false;
        walk::statements(repeat.body, &mut |expr| has_items |= matches!(expr.kind, ExprKind::Item(..)));
        // What a slice has not found is not to be read.
        let is_near = !has_items
            && [repeat.start, repeat.end].iter().all(|bound| literal(bound).is_some_and(|bound| bound.abs() < MOST_IN_VAIN));
        !is_near && self.function_may_panic()
    }

    /// A bound of a loop: a literal needs no suffix where it is compared or assigned.
    fn bare(&mut self, bound: &Expr) -> String {
        match literal(bound) {
            Some(value) if (0..=i128::from(i32::MAX)).contains(&value) => value.to_string(),
            _ => self.expression(bound).text,
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(local, value) => self.finish(value, Target::Declare(*local)),
            Statement::Declare(local) => {
                let declaration = self.variable(*local);
                self.line(&format!("{declaration};"));
            }
            Statement::Assign(place, value) => self.assign(place, value),
            Statement::If(condition, then, otherwise) => self.branch(condition, then, otherwise, Target::Discard),
            Statement::While(condition, body) => self.repeat(condition, body),
            Statement::Return(value) => self.finish(value, Target::Return),
            Statement::Break => self.line("break;"),
            Statement::Continue => self.line("continue;"),
        }
    }

    /// Rust evaluates the value before the place.
    fn assign(&mut self, place: &Expr, value: &Expr) {
        if is_member(place) {
            return self.assign_member(place, value);
        }
        if is_plain(value) || matches!(place.kind, ExprKind::Local(_)) {
            let text = self.target(place);
            if let Some(change) = self.compound(place, &text, value) {
                return self.line(&change);
            }
            let place = text;
            return self.finish(value, Target::Place(&place));
        }
        let value = self.expression(value);
        let value = if is_plain(place) { value } else { self.kept(&value, &place.ty) };
        let place = self.target(place);
        self.line(&format!("{place} = {};", value.text));
    }

    /// `place += value;` where C's operator does it.
    fn compound(&mut self, place: &Expr, text: &str, value: &Expr) -> Option<String> {
        let ExprKind::Binary(operator, left, _) = &value.kind else { return None };
        if **left != *place || !is_plain(value) || self.may_panic(value) {
            return None;
        }
        let (symbol, _) = symbol(*operator);
        let changed = self.expression(value).text;
        let right = changed.strip_prefix(text)?.strip_prefix(&format!(" {symbol} "))?;
        let arithmetic = !matches!(symbol, "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||");
        arithmetic.then(|| format!("{text} {symbol}= {right};"))
    }

    /// An array that is a struct's member: C assigns its elements only.
    fn assign_member(&mut self, place: &Expr, value: &Expr) {
        let source = self.array_source(value);
        let target = self.target(place);
        for (target, source) in
            elements(&target, &place.ty, true).into_iter().zip(elements(&source.text, &place.ty, source.member))
        {
            self.line(&format!("{target} = {source};"));
        }
    }

    /// Keeps the order in which a loop adds up floats, if it may do so.
    fn keep_order(&mut self, body: &[Statement]) {
        let mut may_add_floats = false;
        walk::statements(body, &mut |expr| {
            may_add_floats |= match &expr.ty {
                Type::Scalar(scalar) => matches!(scalar, Scalar::Float(_)),
                // Of a struct that is only a place, what it is a place of is looked at.
                Type::Struct(_) | Type::Opaque(_) => matches!(expr.kind, ExprKind::Call(..)),
                Type::Array(..) | Type::Enum(..) => false,
            };
        });
        if may_add_floats {
            IN_ORDER.lines().for_each(|line| self.line(line));
        }
    }

    /// A loop that panics must still end: the values after a panic are not those that end it in Rust.
    fn repeat(&mut self, condition: &Expr, body: &Block) {
        let guard = if self.function_may_panic() { self.helpers.goes_on() } else { String::new() };
        self.keep_order(&body.statements);
        match (guard.as_str(), is_plain(condition)) {
            ("", true) => self.open_while(condition),
            (_, true) => {
                let text = Text::binary("&&", super::text::Level::And, Text::atom(guard.as_str()), self.expression(condition));
                self.line(&format!("while ({}) {{", text.text));
            }
            (_, false) => self.line(&format!("while ({}) {{", if guard.is_empty() { "true" } else { &guard })),
        }
        self.indented(|inner| {
            if !is_plain(condition) {
                let negated = Text::prefix("!", inner.expression(condition));
                inner.line(&format!("if ({}) {{", negated.text));
                inner.indented(|inner| inner.line("break;"));
                inner.line("}");
            }
            inner.block(body, Target::Discard);
        });
        self.line("}");
    }

    fn open_while(&mut self, condition: &Expr) {
        let condition = self.expression(condition).text;
        self.line(&format!("while ({condition}) {{"));
    }

    fn block(&mut self, block: &Block, target: Target) {
        self.statements(&block.statements);
        if let Some(value) = &block.value {
            self.finish(value, target);
        }
    }

    /// Brings the value of `expr` to its target.
    fn finish(&mut self, expr: &Expr, target: Target) {
        match (&expr.kind, target) {
            (_, Target::Declare(local)) => self.declare(local, expr),
            (ExprKind::Block(block), _) => self.block(block, target),
            (ExprKind::If(condition, then, otherwise), _) if needs_statements(then, otherwise) => {
                self.branch(condition, then, otherwise, target)
            }
            _ => self.finish_plain(expr, target),
        }
    }

    fn finish_plain(&mut self, expr: &Expr, target: Target) {
        let value = self.expression(expr).text;
        match target {
            Target::Return => match self.checked_by {
                Some(check) => self.line(&format!("return {check}({value}, panicked);")),
                None => self.line(&format!("return {value};")),
            },
            Target::Place(place) => self.line(&format!("{place} = {value};")),
            Target::Discard if self.any_may_panic(expr) => self.line(&format!("(void)({value});")),
            Target::Discard | Target::Declare(_) => {}
        }
    }

    /// `const int t = value;`, or `int t;` and an `if` that assigns it.
    fn declare(&mut self, local: LocalId, value: &Expr) {
        if let ExprKind::If(condition, then, otherwise) = &value.kind
            && needs_statements(then, otherwise)
        {
            let declaration = self.variable(local);
            self.line(&format!("{declaration};"));
            let name = self.local(local).to_owned();
            return self.branch(condition, then, otherwise, Target::Place(&name));
        }
        if let Some((base, changed)) = updated(value) {
            return self.declare_update(local, base, &changed);
        }
        // The name is taken first: what is hoisted out of the value is less likely to be looked for.
        let declaration = self.declaration(local);
        let value = self.expression(value).text;
        self.line(&format!("{declaration} = {value};"));
    }

    /// `Pair b = a; b.x = 1;` for `let b = Pair { x: 1, ..a };`
    fn declare_update(&mut self, local: LocalId, base: &Expr, changed: &[(&str, &Expr)]) {
        let (declaration, base) = (self.variable(local), self.expression(base).text);
        self.line(&format!("{declaration} = {base};"));
        for (field, value) in changed {
            let kind = ExprKind::Field(Box::new(self.local_of(local)), (*field).to_owned());
            self.assign(&Expr { kind, ty: value.ty.clone(), span: value.span }, value);
        }
    }

    fn local_of(&self, local: LocalId) -> Expr {
        let ty = self.function.locals[local.0].ty.clone();
        Expr { kind: ExprKind::Local(local), ty, span: proc_macro2::Span::call_site().into() }
    }

    fn branch(&mut self, condition: &Expr, then: &Block, otherwise: &Block, target: Target) {
        let condition = self.expression(condition).text;
        self.line(&format!("if ({condition}) {{"));
        self.arms(then, otherwise, target);
    }

    fn arms(&mut self, then: &Block, otherwise: &Block, target: Target) {
        self.indented(|body| body.block(then, target));
        if self.does_nothing(otherwise, target) {
            return self.line("}");
        }
        if let Some((condition, then, otherwise)) = lone_if(otherwise) {
            let condition = self.expression(condition).text;
            self.line(&format!("}} else if ({condition}) {{"));
            return self.arms(then, otherwise, target);
        }
        self.line("} else {");
        self.indented(|body| body.block(otherwise, target));
        self.line("}");
    }

    /// Whether there is nothing in a block, or the target would be what it is.
    fn does_nothing(&self, block: &Block, target: Target) -> bool {
        block.statements.is_empty()
            && match (block.value.as_deref().map(|value| &value.kind), target) {
                (None, _) => true,
                (Some(ExprKind::Local(LocalId(id))), Target::Place(place)) => self.locals[*id].as_deref() == Some(place),
                _ => false,
            }
    }
}

/// A struct that is another with some fields changed: that one, a local, and the fields with their values.
fn updated(value: &Expr) -> Option<(&Expr, Vec<(&str, &Expr)>)> {
    let ExprKind::Struct(_, fields) = &value.kind else { return None };
    let base = fields.iter().find_map(|(name, field)| match &field.kind {
        ExprKind::Field(base, copied) if copied == name && base.ty == value.ty => {
            matches!(base.kind, ExprKind::Local(_)).then_some(&**base)
        }
        _ => None,
    })?;
    let is_copied =
        |name: &str, field: &Expr| matches!(&field.kind, ExprKind::Field(from, copied) if **from == *base && copied == name);
    let changed: Vec<_> =
        fields.iter().filter(|(name, field)| !is_copied(name, field)).map(|(name, field)| (&**name, field)).collect();
    // A literal says it as shortly where few fields are copied.
    let arrays = fields.iter().any(|(_, field)| matches!(field.ty, Type::Array(..)));
    (arrays || fields.len() - changed.len() > 2).then_some((base, changed))
}

/// The `if` that is all of a block and needs no statements for its condition.
fn lone_if(block: &Block) -> Option<(&Expr, &Block, &Block)> {
    let (condition, then, otherwise) = match (block.statements.as_slice(), block.value.as_deref()) {
        ([Statement::If(condition, then, otherwise)], None) => (condition, then, otherwise),
        ([], Some(Expr { kind: ExprKind::If(condition, then, otherwise), .. })) => (&**condition, then, otherwise),
        _ => return None,
    };
    is_plain(condition).then_some((condition, then, otherwise))
}
