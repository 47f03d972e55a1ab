//! `if` and `match`. A `match` on integers or `bool` becomes a chain of `if`s over the value, which is computed once.

use super::codes;
use super::lowerer::{Binding, Lowerer};
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Binary, Block, Expr, ExprKind, Literal, Set, Statement, Type, Unary};

/// What a `match` looks at: a value that has a name, or a tuple of such.
enum Matched {
    One(Expr),
    Tuple(Vec<Matched>),
}

impl Lowerer<'_> {
    pub(super) fn condition(&mut self, condition: &syn::Expr) -> Expr {
        let condition = self.operand(condition);
        self.expect(&condition, &Type::BOOL, "a condition is");
        condition
    }

    /// `if c { a } else { b }` as a value.
    pub(super) fn if_value(&mut self, branch: &syn::ExprIf, span: Span) -> Expr {
        let condition = self.condition(&branch.cond);
        let (then, ty) = self.value_block(&branch.then_branch);
        let Some((_, otherwise)) = &branch.else_branch else {
            return self.refuse(
                codes::NOT_SUPPORTED,
                span,
                "this `if` has no `else`",
                "add the value for the other case: `else { … }`",
            );
        };
        let otherwise = self.arm(otherwise);
        self.same_arms(&ty, &otherwise);
        Expr { kind: ExprKind::If(Box::new(condition), then, otherwise), ty, span }
    }

    /// The value of a branch: a block, or an expression alone.
    fn arm(&mut self, arm: &syn::Expr) -> Block {
        match arm {
            syn::Expr::Block(block) if block.label.is_none() => self.value_block(&block.block).0,
            syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) if self.world.is_some() => self.unit_arm(arm),
            other => Block { statements: Vec::new(), value: Some(Box::new(self.expression(other))) },
        }
    }

    fn same_arms(&mut self, ty: &Type, arm: &Block) {
        if let Some(value) = &arm.value {
            self.expect(value, ty, "the first branch is");
        }
    }

    /// `if` for its assignments.
    pub(super) fn if_statement(&mut self, branch: &syn::ExprIf, lowered: &mut Vec<Statement>) {
        let condition = self.condition(&branch.cond);
        let then = self.unit_block(&branch.then_branch);
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => self.unit_arm(otherwise),
            None => Block { statements: Vec::new(), value: None },
        };
        lowered.push(Statement::If(condition, then, otherwise));
    }

    fn unit_arm(&mut self, arm: &syn::Expr) -> Block {
        let mut statements = Vec::new();
        self.scoped(|this| this.effect(arm, &mut statements));
        Block { statements, value: None }
    }

    /// `match v { 0 => a, 1 | 2 => b, _ => c }` as a value.
    pub(super) fn match_value(&mut self, branches: &syn::ExprMatch, span: Span) -> Expr {
        let mut statements = Vec::new();
        let matched = self.matched(&branches.expr, &mut statements);
        let arms: Vec<_> = branches.arms.iter().map(|arm| self.match_arm(arm, &matched, Self::arm)).collect();
        let valued = arms.iter().find_map(|(_, arm)| Some(arm.value.as_ref()?.ty.clone()));
        let ty = valued.unwrap_or_else(|| self.fresh());
        if arms.is_empty() {
            return self.refuse(codes::NOT_SUPPORTED, span, "this `match` has no arms", "add an arm: `_ => value`");
        }
        arms.iter().for_each(|(_, arm)| self.same_arms(&ty, arm));
        let chain = chain(arms, |condition, then, otherwise| Block {
            statements: Vec::new(),
            value: Some(Box::new(Expr { kind: ExprKind::If(Box::new(condition), then, otherwise), ty: ty.clone(), span })),
        });
        statements.extend(chain.statements);
        match chain.value {
            Some(value) if statements.is_empty() => *value,
            value => Expr { kind: ExprKind::Block(Block { statements, value }), ty, span },
        }
    }

    /// `match` for its assignments.
    pub(super) fn match_statement(&mut self, branches: &syn::ExprMatch, lowered: &mut Vec<Statement>) {
        let matched = self.matched(&branches.expr, lowered);
        let arms = branches.arms.iter().map(|arm| self.match_arm(arm, &matched, Self::unit_arm)).collect();
        let chain = chain(arms, |condition, then, otherwise| Block {
            statements: vec![Statement::If(condition, then, otherwise)],
            value: None,
        });
        lowered.extend(chain.statements);
    }

    /// The value that is matched: a name, if it is none already.
    fn matched(&mut self, expr: &syn::Expr, lowered: &mut Vec<Statement>) -> Matched {
        match expr {
            syn::Expr::Paren(inner) => self.matched(&inner.expr, lowered),
            syn::Expr::Tuple(tuple) if self.world.is_some() => {
                Matched::Tuple(tuple.elems.iter().map(|element| self.matched(element, lowered)).collect())
            }
            _ => Matched::One(self.matched_value(expr, lowered)),
        }
    }

    fn matched_value(&mut self, expr: &syn::Expr, lowered: &mut Vec<Statement>) -> Expr {
        let value = self.operand(expr);
        self.require(&value, Set::Bits, "`match`");
        if matches!(value.kind, ExprKind::Local(_) | ExprKind::Index | ExprKind::IsAmongFirst(_) | ExprKind::Captured(_)) {
            return value;
        }
        let id = self.local("matched", value.ty.clone());
        let named = Expr { kind: ExprKind::Local(id), ty: value.ty.clone(), span: value.span };
        lowered.push(Statement::Let(id, value));
        named
    }

    /// An arm: when it is taken (`None` is always), and what it does.
    fn match_arm(
        &mut self,
        arm: &syn::Arm,
        matched: &Matched,
        body: fn(&mut Self, &syn::Expr) -> Block,
    ) -> (Option<Expr>, Block) {
        self.scoped(|this| {
            let mut bindings = Vec::new();
            this.bindings(&arm.pat, matched, &mut bindings);
            // The guard sees the value itself: it cannot assign.
            for (name, value) in &bindings {
                if let ExprKind::Local(id) = value.kind {
                    this.declare(name.clone(), Binding::Local(id));
                }
            }
            let condition = this.pattern_of(arm, matched);
            let mut lets = Vec::new();
            for (name, value) in &bindings {
                let (id, statement) = this.bind_matched(name, value);
                this.declare(name.clone(), Binding::Local(id));
                lets.push(statement);
            }
            let mut block = body(this, &arm.body);
            block.statements.splice(0..0, lets);
            (condition, block)
        })
    }

    /// The names that a pattern binds, each with its value.
    fn bindings(&self, pattern: &syn::Pat, matched: &Matched, found: &mut Vec<(String, Expr)>) {
        match (pattern, matched) {
            (syn::Pat::Paren(inner), _) => self.bindings(&inner.pat, matched, found),
            (syn::Pat::Tuple(parts), Matched::Tuple(values)) if parts.elems.len() == values.len() => {
                parts.elems.iter().zip(values).for_each(|(part, value)| self.bindings(part, value, found));
            }
            (_, Matched::One(value)) => found.extend(self.binding(pattern).map(|name| (name, value.clone()))),
            _ => {}
        }
    }

    /// When an arm is taken; `None` is always.
    fn pattern_of(&mut self, arm: &syn::Arm, matched: &Matched) -> Option<Expr> {
        let pattern = self.pattern(&arm.pat, matched);
        match (&arm.guard, pattern) {
            (None, pattern) => pattern,
            (Some((_, guard)), None) => Some(self.condition(guard)),
            (Some((_, guard)), Some(pattern)) => {
                let guard = self.condition(guard);
                Some(both(Binary::And, pattern, guard))
            }
        }
    }

    fn pattern(&mut self, pattern: &syn::Pat, matched: &Matched) -> Option<Expr> {
        match (pattern, matched) {
            (syn::Pat::Wild(_), _) => None,
            (syn::Pat::Paren(inner), _) => self.pattern(&inner.pat, matched),
            (syn::Pat::Or(cases), _) => {
                let cases: Vec<Option<Expr>> = cases.cases.iter().map(|case| self.pattern(case, matched)).collect();
                let cases: Option<Vec<Expr>> = cases.into_iter().collect();
                cases?.into_iter().reduce(|left, right| both(Binary::Or, left, right))
            }
            (syn::Pat::Tuple(parts), Matched::Tuple(values)) if parts.elems.len() == values.len() => {
                let parts: Vec<_> = parts.elems.iter().zip(values).map(|(part, value)| self.pattern(part, value)).collect();
                parts.into_iter().flatten().reduce(|left, right| both(Binary::And, left, right))
            }
            (_, Matched::One(value)) => self.value_pattern(pattern, value),
            (other, Matched::Tuple(_)) => Some(self.bad_arm(other)),
        }
    }

    fn value_pattern(&mut self, pattern: &syn::Pat, matched: &Expr) -> Option<Expr> {
        match pattern {
            pattern if self.binding(pattern).is_some() => None,
            syn::Pat::Ident(name) if self.is_constant_name(&name.ident.to_string()) && name.subpat.is_none() => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: name.ident.clone().into() };
                let value = self.path(&path, name.span());
                Some(self.equals(matched, value))
            }
            syn::Pat::Lit(literal) => {
                let value = self.expression(&syn::Expr::Lit(literal.clone()));
                Some(self.equals(matched, value))
            }
            syn::Pat::Path(path) => {
                let value = self.path(path, path.span());
                Some(self.equals(matched, value))
            }
            syn::Pat::Range(range) => self.in_range(range, matched),
            other => Some(self.bad_arm(other)),
        }
    }

    fn bad_arm(&mut self, pattern: &syn::Pat) -> Expr {
        let help = match self.world {
            Some(_) => "match on literals, ranges, variants of declared enums and `_`",
            None => "match on literals, ranges and `_`",
        };
        let message = format!("this pattern cannot be used {}", self.here());
        self.refuse(codes::BAD_PATTERN, pattern.span(), message, help)
    }

    fn equals(&mut self, matched: &Expr, value: Expr) -> Expr {
        self.expect(&value, &matched.ty, "the matched value is");
        let span = value.span;
        match value.kind {
            ExprKind::Literal(Literal::Bool(true)) => matched.clone(),
            ExprKind::Literal(Literal::Bool(false)) => {
                Expr { kind: ExprKind::Unary(Unary::Not, Box::new(matched.clone())), ty: Type::BOOL, span }
            }
            _ => Expr { kind: ExprKind::Binary(Binary::Eq, Box::new(matched.clone()), Box::new(value)), ty: Type::BOOL, span },
        }
    }

    fn in_range(&mut self, range: &syn::PatRange, matched: &Expr) -> Option<Expr> {
        let last = if matches!(range.limits, syn::RangeLimits::Closed(_)) { Binary::Le } else { Binary::Lt };
        let bounds = [(&range.start, Binary::Ge), (&range.end, last)];
        let mut conditions = Vec::new();
        for (bound, operator) in bounds {
            if let Some(bound) = bound {
                let bound = self.operand(bound);
                self.expect(&bound, &matched.ty, "the matched value is");
                conditions.push(both(operator, matched.clone(), bound));
            }
        }
        conditions.into_iter().reduce(|left, right| both(Binary::And, left, right))
    }
}

/// `left ⊕ right`, a condition.
fn both(operator: Binary, left: Expr, right: Expr) -> Expr {
    let span = right.span;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty: Type::BOOL, span }
}

/// The arms as `if … else if … else …`. Rust has made sure that one of them is taken, so the last needs no test.
fn chain(arms: Vec<(Option<Expr>, Block)>, join: impl Fn(Expr, Block, Block) -> Block) -> Block {
    let mut chain: Option<Block> = None;
    for (condition, arm) in arms.into_iter().rev() {
        chain = Some(match (condition, chain) {
            (Some(condition), Some(otherwise)) => join(condition, arm, otherwise),
            (_, _) => arm,
        });
    }
    chain.unwrap_or(Block { statements: Vec::new(), value: None })
}
