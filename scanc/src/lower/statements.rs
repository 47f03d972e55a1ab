//! Blocks: `let`s, assignments, and what else is run for its effect on locals.

use super::codes;
use super::declared::diverges;
use super::lowerer::{Binding, Lowerer};
use super::operators::compound;
use super::text;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Binary, Block, Expr, ExprKind, LocalId, Statement, Type, walk};
use crate::recognise::{Step, number};
use crate::syntax::bare;

impl Lowerer<'_> {
    /// A block that has a value, and the value's type.
    pub(super) fn value_block(&mut self, block: &syn::Block) -> (Block, Type) {
        self.scoped(|this| {
            let tail = match block.stmts.split_last() {
                Some((syn::Stmt::Expr(tail, None), rest)) if !this.is_jump(tail) => Some((tail, rest)),
                _ => None,
            };
            let Some((tail, rest)) = tail else {
                return this.missing_value(block);
            };
            let mut statements = this.statements(rest);
            let value = match this.expression(tail) {
                branch if leaves(&branch) => {
                    statements.extend(as_statement(branch));
                    None
                }
                // `{ let a = …; { let b = …; value } }` is one block: every local has a number of its own.
                Expr { kind: ExprKind::Block(inner), .. } => {
                    statements.extend(inner.statements);
                    inner.value
                }
                value => Some(Box::new(value)),
            };
            let ty = value.as_ref().map_or_else(|| this.fresh(), |value| value.ty.clone());
            (Block { statements, value }, ty)
        })
    }

    /// A `return` or a loop, which has no value.
    fn is_jump(&self, expr: &syn::Expr) -> bool {
        let jumps = matches!(
            expr,
            syn::Expr::Return(_)
                | syn::Expr::Break(_)
                | syn::Expr::Continue(_)
                | syn::Expr::ForLoop(_)
                | syn::Expr::While(_)
                | syn::Expr::Loop(_)
        );
        jumps && self.world.is_some()
    }

    fn missing_value(&mut self, block: &syn::Block) -> (Block, Type) {
        let before = self.diagnostics.iter().count();
        if self.world.is_some() {
            let statements = self.statements(&block.stmts);
            if diverges(&statements) || self.diagnostics.iter().count() > before {
                return (Block { statements, value: None }, self.fresh());
            }
        }
        let value = match block.stmts.last() {
            Some(syn::Stmt::Macro(call)) => {
                self.expression(&syn::Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: call.mac.clone() }))
            }
            _ => self.refuse(
                codes::NOT_SUPPORTED,
                block.span(),
                "this block has no value",
                "end it with the value, without a semicolon",
            ),
        };
        let ty = value.ty.clone();
        (Block { statements: Vec::new(), value: Some(Box::new(value)) }, ty)
    }

    /// A block that is run for its assignments.
    pub(super) fn unit_block(&mut self, block: &syn::Block) -> Block {
        Block { statements: self.scoped(|this| this.statements(&block.stmts)), value: None }
    }

    fn statements(&mut self, statements: &[syn::Stmt]) -> Vec<Statement> {
        let mut lowered = Vec::new();
        for statement in statements {
            match statement {
                syn::Stmt::Local(local) => self.let_statement(local, &mut lowered),
                syn::Stmt::Expr(expr, _) => self.effect(expr, &mut lowered),
                syn::Stmt::Item(item) => self.not_supported(item.span(), "an item", "declare it before the loop"),
                syn::Stmt::Macro(call) => {
                    let help = if self.world.is_some() {
                        "leave it out: only arithmetic runs on the device"
                    } else {
                        "move the call out of the loop"
                    };
                    self.not_supported(call.span(), "a macro", help);
                }
            }
        }
        lowered
    }

    fn not_supported(&mut self, span: Span, what: &str, help: &str) {
        self.report(codes::NOT_SUPPORTED, span, format!("{what} cannot be used {}", self.here()), help);
    }

    /// An expression that is run for its effect.
    pub(super) fn effect(&mut self, expr: &syn::Expr, lowered: &mut Vec<Statement>) {
        match expr {
            syn::Expr::Paren(inner) => self.effect(&inner.expr, lowered),
            syn::Expr::Group(inner) => self.effect(&inner.expr, lowered),
            syn::Expr::Assign(assign) => match (&*assign.left, &*assign.right) {
                (syn::Expr::Tuple(places), syn::Expr::Tuple(values)) if self.world.is_none() => {
                    self.assign_at_once(places, values, lowered);
                }
                (place, value) => self.assign(place, None, value, expr.span(), lowered),
            },
            syn::Expr::Binary(binary) if compound(&binary.op).is_some() => {
                self.assign(&binary.left, compound(&binary.op), &binary.right, expr.span(), lowered);
            }
            syn::Expr::If(branch) => self.if_statement(branch, lowered),
            syn::Expr::Match(branches) => self.match_statement(branches, lowered),
            syn::Expr::Block(block) if block.label.is_none() => lowered.extend(self.unit_block(&block.block).statements),
            syn::Expr::Tuple(unit) if unit.elems.is_empty() => {}
            other if self.jump(other, lowered) => {}
            other => self.no_effect(other),
        }
    }

    fn no_effect(&mut self, expr: &syn::Expr) {
        match self.describe_unsupported(expr) {
            ("this expression", _) => {
                self.report(codes::NOT_SUPPORTED, expr.span(), "this value is not used", "remove the statement");
            }
            (what, help) => self.not_supported(expr.span(), what, help),
        }
    }

    /// `name = value;`, `name ⊕= value;`
    fn assign(
        &mut self,
        place: &syn::Expr,
        operator: Option<Binary>,
        right: &syn::Expr,
        span: Span,
        lowered: &mut Vec<Statement>,
    ) {
        let value = if operator.is_some() { self.operand(right) } else { self.expression(right) };
        let Some(place) = self.assignable(place, right) else { return };
        let value = match operator {
            Some(_) if self.is_aggregate(&place) => {
                self.report(
                    codes::BAD_ASSIGNMENT,
                    span,
                    "a compound assignment to a value of a declared type cannot be used here",
                    "write it out: `a = a * b;`",
                );
                return;
            }
            Some(operator) => {
                // Rust looks at the place after the value, which may never come to its end.
                let value = if walk::jumps(&value) { self.computed_first(value, lowered) } else { value };
                self.combine(operator, place.clone(), value, span)
            }
            None => value,
        };
        self.expect(&value, &place.ty, "the variable is");
        lowered.push(Statement::Assign(place, value));
    }

    /// `(a, b) = (…, …);`, of variables: what reads one that has its new value already is computed before.
    fn assign_at_once(&mut self, places: &syn::ExprTuple, values: &syn::ExprTuple, lowered: &mut Vec<Statement>) {
        let mut pairs = Vec::new();
        for (place, value) in places.elems.iter().zip(&values.elems) {
            let lowered = self.expression(value);
            let Some(place) = self.assignable(place, value) else { return };
            self.expect(&lowered, &place.ty, "the variable is");
            pairs.push((place, lowered));
        }
        for number in 1..pairs.len() {
            let (before, rest) = pairs.split_at_mut(number);
            let value = &mut rest[0].1;
            let mut is_late = false;
            walk::expression(value, &mut |expr| is_late |= before.iter().any(|(place, _)| place.kind == expr.kind));
            if is_late {
                *value = self.computed_first(value.clone(), lowered);
            }
        }
        lowered.extend(pairs.into_iter().map(|(place, value)| Statement::Assign(place, value)));
    }

    /// A local of that value.
    fn computed_first(&mut self, value: Expr, lowered: &mut Vec<Statement>) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        let id = self.local("value", ty.clone());
        lowered.push(Statement::Let(id, value));
        Expr { kind: ExprKind::Local(id), ty, span }
    }

    fn is_aggregate(&self, place: &Expr) -> bool {
        matches!(self.unifier.resolve(&place.ty), Type::Struct(_) | Type::Array(..) | Type::Enum(..))
    }

    /// The local, or the part of one, that an assignment gives the value `right`.
    fn assignable(&mut self, place: &syn::Expr, right: &syn::Expr) -> Option<Expr> {
        match place {
            syn::Expr::Paren(inner) => return self.assignable(&inner.expr, right),
            syn::Expr::Group(inner) => return self.assignable(&inner.expr, right),
            syn::Expr::Field(field) if self.world.is_some() => {
                let base = self.assignable(&field.base, right)?;
                let name = super::declared::member(&field.member);
                return Some(self.part(base, &name, field.member.span(), place.span()));
            }
            syn::Expr::Field(field) => {
                let base = self.assignable(&field.base, right)?;
                return Some(self.assigned_part(place, (base, super::declared::member(&field.member)), right));
            }
            syn::Expr::Index(index) if self.world.is_some() => {
                let base = self.assignable(&index.expr, right)?;
                return Some(self.element_of(base, &index.index, place.span()));
            }
            syn::Expr::Index(index) => {
                let name = Step::At(number(&index.index)?).name();
                let base = self.assignable(&index.expr, right)?;
                return Some(self.assigned_part(place, (base, name), right));
            }
            _ => {}
        }
        let problem = match self.local_of(place) {
            Some(id) if id.0 >= self.assignable_from => {
                self.locals[id.0].mutable = true;
                return Some(Expr { kind: ExprKind::Local(id), ty: self.locals[id.0].ty.clone(), span: place.span() });
            }
            Some(_) => {
                ("this changes a variable in the middle of an expression that may read it", "assign in a statement of its own")
            }
            None if self.world.is_some() => {
                ("only variables, their fields and elements can be assigned here", "declare one: `let mut v = …;`")
            }
            None => ("only variables of the loop's body can be assigned here", "declare it in the body: `let mut v = …;`"),
        };
        self.report(codes::BAD_ASSIGNMENT, place.span(), problem.0, problem.1);
        None
    }

    fn local_of(&self, place: &syn::Expr) -> Option<LocalId> {
        match place {
            syn::Expr::Paren(inner) => self.local_of(&inner.expr),
            syn::Expr::Group(inner) => self.local_of(&inner.expr),
            syn::Expr::Path(path) => match self.lookup(&path.path.get_ident()?.to_string())? {
                Binding::Local(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// `let pattern: T = value;`
    fn let_statement(&mut self, local: &syn::Local, lowered: &mut Vec<Statement>) {
        if self.world.is_none() && self.let_slice(local, lowered) {
            return;
        }
        let mut bound = Vec::new();
        match &local.init {
            Some(syn::LocalInit { diverge: Some((_, otherwise)), .. }) => {
                self.not_supported(otherwise.span(), "`let … else`", "select the value with `if` and `else`");
            }
            Some(init) => self.bind_pattern(&local.pat, None, Some(&init.expr), lowered, &mut bound),
            None => self.bind_pattern(&local.pat, None, None, lowered, &mut bound),
        }
        if self.world.is_none() {
            self.share_types(local, &bound);
        }
        for (name, id) in bound {
            self.declare(name, Binding::Local(id));
        }
    }

    /// Element and outputs may hold copies of one `let` of the source; its variables have one type in all of them.
    fn share_types(&mut self, local: &syn::Local, bound: &[(String, LocalId)]) {
        // Only the debug format tells two places in a source apart in a macro.
        let key = format!("{} {:?}", text(local), local.pat.span());
        let types: Vec<Type> = bound.iter().map(|(_, id)| self.locals[id.0].ty.clone()).collect();
        let shared = self.lets.entry(key).or_insert_with(|| types.clone()).clone();
        for ((name, id), shared) in bound.iter().zip(&shared) {
            let local = Expr { kind: ExprKind::Local(*id), ty: self.locals[id.0].ty.clone(), span: local.pat.span() };
            self.expect(&local, shared, "the variable is");
            if let Some(variable) = self.variable(name, &local.ty) {
                self.expect(&local, &variable, "the variable is");
            }
        }
    }

    /// The type of the variable that `name` is one of the values of: `ty` for the first that is seen.
    fn variable(&mut self, name: &str, ty: &Type) -> Option<Type> {
        let first = self.versions.get(name).or_else(|| self.versions.values().find(|first| *first == name)).cloned()?;
        // A later value of what was there before the loop.
        let given = match self.lookup(&first) {
            Some(Binding::Value(_, given)) => given,
            _ => ty.clone(),
        };
        Some(self.variables.entry(first).or_insert(given).clone())
    }

    /// Declares the names of a pattern; they are not in scope before the whole `let` has been evaluated.
    fn bind_pattern(
        &mut self,
        pattern: &syn::Pat,
        ty: Option<&syn::Type>,
        value: Option<&syn::Expr>,
        lowered: &mut Vec<Statement>,
        bound: &mut Vec<(String, LocalId)>,
    ) {
        match (pattern, ty, value) {
            (syn::Pat::Type(typed), _, _) => self.bind_pattern(&typed.pat, Some(&typed.ty), value, lowered, bound),
            (syn::Pat::Paren(inner), _, _) => self.bind_pattern(&inner.pat, ty, value, lowered, bound),
            // `let &v = &x[i];`
            (syn::Pat::Reference(inner), _, _) => self.bind_pattern(&inner.pat, ty, value, lowered, bound),
            (syn::Pat::Ident(name), _, _) if name.by_ref.is_none() && name.subpat.is_none() => {
                let id = self.bind_name(name, ty, value, lowered);
                bound.push((name.ident.to_string(), id));
            }
            (syn::Pat::Tuple(patterns), _, Some(value)) => self.bind_tuple(patterns, ty, value, lowered, bound),
            (syn::Pat::Struct(_) | syn::Pat::TupleStruct(_), None, Some(value)) if self.world.is_some() => {
                let value = self.expression(value);
                let whole = self.named_value(value, "whole", lowered);
                self.bind_parts(pattern, whole, lowered, bound);
            }
            _ => self.report(
                codes::BAD_PATTERN,
                pattern.span(),
                format!("this pattern cannot be used {}", self.here()),
                "bind plain names: `let a = …;`",
            ),
        }
    }

    /// `let (a, b) = (…, …);`
    fn bind_tuple(
        &mut self,
        patterns: &syn::PatTuple,
        ty: Option<&syn::Type>,
        value: &syn::Expr,
        lowered: &mut Vec<Statement>,
        bound: &mut Vec<(String, LocalId)>,
    ) {
        let types: Vec<Option<&syn::Type>> = match ty {
            Some(syn::Type::Tuple(tuple)) => tuple.elems.iter().map(Some).collect(),
            _ => vec![None; patterns.elems.len()],
        };
        if let (syn::Expr::If(choice), true) = (bare(value), self.world.is_none()) {
            return self.bind_choice(patterns, choice, lowered, bound);
        }
        if let (syn::Expr::Block(block), true) = (bare(value), self.world.is_none())
            && let Some((syn::Stmt::Expr(value, None), statements)) = block.block.stmts.split_last()
        {
            return self.scoped(|this| {
                lowered.extend(this.statements(statements));
                this.bind_tuple(patterns, ty, value, lowered, bound);
            });
        }
        match tuple_values(value) {
            Some(values) if values.len() == patterns.elems.len() && types.len() == values.len() => {
                for ((pattern, ty), value) in patterns.elems.iter().zip(types).zip(values) {
                    self.bind_pattern(pattern, ty, Some(value), lowered, bound);
                }
            }
            _ => self.report_tuple(patterns),
        }
    }

    fn report_tuple(&mut self, patterns: &syn::PatTuple) {
        let message = "a tuple pattern needs a tuple of as many values on the right";
        self.report(codes::BAD_PATTERN, patterns.span(), message, "bind the values one by one: `let a = …;`");
    }

    /// `let (a, b) = if c { …; (…, …) } else { (…, …) };`, as the recogniser writes it: declares the names, which the branches assign.
    fn bind_choice(
        &mut self,
        patterns: &syn::PatTuple,
        choice: &syn::ExprIf,
        lowered: &mut Vec<Statement>,
        bound: &mut Vec<(String, LocalId)>,
    ) {
        let first = bound.len();
        patterns.elems.iter().for_each(|pattern| self.bind_pattern(pattern, None, None, lowered, bound));
        let locals: Vec<LocalId> = bound[first..].iter().map(|(_, id)| *id).collect();
        match self.assigned_choice(&locals, choice) {
            Some(statement) => lowered.push(statement),
            None => self.report_tuple(patterns),
        }
    }

    /// `None` where a branch does not end with as many values.
    fn assigned_choice(&mut self, locals: &[LocalId], choice: &syn::ExprIf) -> Option<Statement> {
        let condition = self.expression(&choice.cond);
        let syn::Expr::Block(otherwise) = bare(&choice.else_branch.as_ref()?.1) else { return None };
        let [then, otherwise] = [&choice.then_branch, &otherwise.block].map(|branch| {
            let (syn::Stmt::Expr(value, None), statements) = branch.stmts.split_last()? else { return None };
            self.scoped(|this| {
                let mut statements = this.statements(statements);
                match (bare(value), tuple_values(value).filter(|values| values.len() == locals.len())) {
                    (_, Some(values)) => {
                        statements.extend(locals.iter().zip(values).map(|(local, value)| this.assigned(*local, value)));
                    }
                    (syn::Expr::If(inner), None) => statements.push(this.assigned_choice(locals, inner)?),
                    _ => return None,
                }
                Some(Block { statements, value: None })
            })
        });
        Some(Statement::If(condition, then?, otherwise?))
    }

    /// `local = value;`, for a local that is only declared.
    fn assigned(&mut self, LocalId(id): LocalId, value: &syn::Expr) -> Statement {
        let value = self.expression(value);
        let place = Expr { kind: ExprKind::Local(LocalId(id)), ty: self.locals[id].ty.clone(), span: value.span };
        self.expect(&value, &place.ty, "the variable is");
        self.locals[id].mutable = true;
        Statement::Assign(place, value)
    }

    fn bind_name(
        &mut self,
        name: &syn::PatIdent,
        ty: Option<&syn::Type>,
        value: Option<&syn::Expr>,
        lowered: &mut Vec<Statement>,
    ) -> LocalId {
        let name = name.ident.to_string();
        let reference = value.is_some_and(|value| self.is_reference(value)) || matches!(ty, Some(syn::Type::Reference(_)));
        let value = value.map(|value| self.expression(value));
        let ty = match (ty, &value) {
            (Some(ty), _) => self.annotation(ty, &format!("let {name}: {{}} = …;")),
            (None, Some(value)) => value.ty.clone(),
            (None, None) => self.fresh(),
        };
        let id = self.local(&name, ty.clone());
        self.references.extend(reference.then_some(id));
        match value {
            Some(value) => {
                self.expect(&value, &ty, "the variable is");
                lowered.push(Statement::Let(id, value));
            }
            None => lowered.push(Statement::Declare(id)),
        }
        id
    }
}

fn tuple_values(value: &syn::Expr) -> Option<Vec<&syn::Expr>> {
    match value {
        syn::Expr::Paren(inner) => tuple_values(&inner.expr),
        syn::Expr::Group(inner) => tuple_values(&inner.expr),
        syn::Expr::Tuple(tuple) => Some(tuple.elems.iter().collect()),
        _ => None,
    }
}

/// Whether it is an `if` no arm of which has a value: all of them leave the function or the loop.
fn leaves(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::If(_, then, otherwise) if arm_leaves(then) && arm_leaves(otherwise))
}

fn arm_leaves(arm: &Block) -> bool {
    arm.value.as_ref().is_none_or(|value| arm.statements.is_empty() && leaves(value))
}

/// Such an `if` as a statement.
fn as_statement(expr: Expr) -> Option<Statement> {
    let ExprKind::If(condition, then, otherwise) = expr.kind else { return None };
    let [then, otherwise] = [then, otherwise].map(|mut arm| {
        let inner = arm.value.take().and_then(|value| as_statement(*value));
        arm.statements.extend(inner);
        arm
    });
    Some(Statement::If(*condition, then, otherwise))
}
