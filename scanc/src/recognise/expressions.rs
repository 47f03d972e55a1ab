//! Expressions of the body in canonical form. References are read as the values that they refer to.

use super::body::{Cell, Local, Walker, error_at, is_error};
use super::inner::part_of_item;
use super::partial::{along, number};
use super::places::{Place, Step};
use super::refuse;
use super::slices::{self, Slice};
use super::tables::{Meaning, OuterKind, Tables};
use super::{ascii, bounds, pure};
use crate::diagnostic::{Span, Spanned, span_of};
use crate::ir::{self, Signature};
use crate::limits;
use crate::parse::OperatorName;
use crate::syntax::matches::{self, Matches};
use crate::syntax::{
    Chunks, Consumer, Optional, bare, binary, block, block_value, compound, element, integer, moved_to, plain_ident, text,
    variable,
};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{BinOp, Expr, ExprCall, ExprMethodCall, Stmt, UnOp};

impl Walker<'_, '_> {
    /// The value of an expression that may hold statements.
    pub(super) fn value(&mut self, expr: &Expr) -> Expr {
        if self.is_too_much(|| span_of(expr)) {
            return error_at(span_of(expr));
        }
        match expr {
            Expr::Paren(inner) => match self.value(&inner.expr) {
                value @ (Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_)) => {
                    Expr::Paren(syn::ExprParen { expr: Box::new(value), ..inner.clone() })
                }
                value => value,
            },
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Lit(_) => expr.clone(),
            Expr::Path(path) => self.path(path),
            Expr::Reference(reference) if reference.mutability.is_none() => self.value(&reference.expr),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary, expr),
            Expr::Cast(cast) if is_cast_constant(cast) => self.cast_constant(cast),
            Expr::Cast(cast) => Expr::Cast(syn::ExprCast { expr: Box::new(self.operand(&cast.expr)), ..cast.clone() }),
            Expr::Field(field) => match part_of_item(field) {
                Some(part) => self.value(&part),
                None => self.field(expr),
            },
            Expr::Index(access) => self.indexed(access, expr),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Call(call) => self.call(call),
            Expr::If(choice) => self.choice(choice, true).unwrap_or_else(|| error_at(expr.span())),
            Expr::Match(branches) => match self.as_choices(branches) {
                Some(choices) => self.value(&choices),
                None => self.not_an_expression(expr),
            },
            Expr::Macro(call) => match Matches::of(&call.mac) {
                Some(matches) => self.matched(&matches.into_match(expr.span()), expr),
                None => self.not_an_expression(expr),
            },
            Expr::Let(condition) if matches::has_names(&condition.pat) => {
                let help = "write a `match`, or compare the value and name it in the branch";
                self.told(refuse::unsupported(condition.pat.span(), "a condition that binds names besides another one", help))
            }
            Expr::Let(condition) => self.matched(&Matches::of_let(condition).into_match(expr.span()), expr),
            Expr::Block(block) if block.label.is_none() => self.scoped(|walker| walker.block(&block.block, expr)),
            // Others have been taken apart.
            Expr::Array(list) => self.told(refuse::unsupported(list.span(), "this fixed array", refuse::FIXED_ARRAY)),
            Expr::Struct(literal) => self.struct_literal(literal),
            Expr::Tuple(unit) if unit.elems.is_empty() => expr.clone(),
            other => self.not_an_expression(other),
        }
    }

    /// A `match`, which may stand in the place of another expression.
    fn matched(&mut self, branches: &syn::ExprMatch, whole: &Expr) -> Expr {
        match self.as_choices(branches) {
            Some(choices) => self.value(matches::condition_of(&choices)),
            None if matches!(whole, Expr::Macro(_)) => self.not_an_expression(&Expr::Match(branches.clone())),
            None => self.not_an_expression(whole),
        }
    }

    /// The value of an expression inside another one: nothing can be assigned in it.
    pub(super) fn operand(&mut self, expr: &Expr) -> Expr {
        self.depth += 1;
        let value = self.value(expr);
        self.depth -= 1;
        value
    }

    /// `[a, b]`, where an element is stored.
    pub(super) fn list(&mut self, list: &syn::ExprArray) -> Expr {
        Expr::Array(syn::ExprArray { elems: self.operands(&list.elems), ..list.clone() })
    }

    fn operands(
        &mut self,
        exprs: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
    ) -> syn::punctuated::Punctuated<Expr, syn::Token![,]> {
        exprs.iter().map(|expr| self.operand(expr)).collect()
    }

    fn path(&mut self, path: &syn::ExprPath) -> Expr {
        let span = path.span();
        match path.path.get_ident() {
            Some(name) if name == "self" => {
                self.told(refuse::unsupported(span, "`self` as a whole", "use its fields: `self.scale`"))
            }
            Some(name) if path.qself.is_none() => match self.lookup(name).cloned() {
                Some(local) => moved_to(&self.local(local, name), span),
                None => self.outer(&Place::variable(name)),
            },
            _ if is_primitive_constant(&path.path) => Expr::Path(path.clone()),
            _ => self.constant(path),
        }
    }

    /// `Self::SCALE`, `consts::PI`: the host evaluates it.
    fn constant(&mut self, path: &syn::ExprPath) -> Expr {
        let base = path.path.segments.last().map_or_else(|| "constant".into(), |name| name.ident.to_string().to_lowercase());
        let ty = pure::constant_type(&path.path).map(ir::Type::Scalar);
        let outer = self.tables.computed(OuterKind::Constant, Expr::Path(path.clone()), &base, ty);
        self.tables.outer_expr(outer, path.span())
    }

    /// `State::Code as u8`: the host evaluates all of it, as kernels have no such type as that of what is cast.
    fn cast_constant(&mut self, cast: &syn::ExprCast) -> Expr {
        let name = match bare(&cast.expr) {
            Expr::Path(path) => path.path.segments.last().map(|name| name.ident.to_string().to_lowercase()),
            _ => None,
        };
        let ty = ir::Scalar::from_rust(&text(&cast.ty)).map(ir::Type::Scalar);
        let value = Expr::Cast(cast.clone());
        let outer = self.tables.computed(OuterKind::Constant, value, &name.unwrap_or_else(|| "constant".into()), ty);
        self.tables.outer_expr(outer, cast.expr.span())
    }

    pub(super) fn local(&mut self, local: Local, name: &Ident) -> Expr {
        match local {
            Local::Element(place, index) => self.load(&place, index, name.span().into()),
            Local::Window(..) => self.told(refuse::unsupported(name.span(), "a window as a whole", refuse::INDEX_WINDOW)),
            Local::Row(..) | Local::Slice(_) => {
                let help = "index one of its elements, ask for its length, or run over it";
                self.told(refuse::unsupported(name.span(), "a slice as a whole", help))
            }
            Local::Count(count) => count.expression(&self.tables.index, name.span().into()),
            Local::Outer(outer) => self.used(Cell::Outer(outer), name.span().into()),
            Local::Variable(variable) => self.used(Cell::Variable(variable), name.span().into()),
            Local::Part(whole, step) => {
                if let Some(part) = self.part_loaded(&variable(name)) {
                    return part;
                }
                let part = along(&self.local(*whole, name), &[step], name.span().into());
                self.tables.part_now(part)
            }
        }
    }

    /// A variable or field from outside.
    fn outer(&mut self, place: &Place) -> Expr {
        let outer = self.tables.outer(place);
        let value = self.used(Cell::Outer(outer), place.span());
        moved_to(&value, place.span())
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Expr {
        match unary.op {
            UnOp::Deref(_) => match self.outer_place(&Expr::Unary(unary.clone())) {
                Some(place) => self.outer(&place),
                None => self.value(&unary.expr),
            },
            _ => Expr::Unary(syn::ExprUnary { expr: Box::new(self.operand(&unary.expr)), ..unary.clone() }),
        }
    }

    fn binary(&mut self, operation: &syn::ExprBinary, whole: &Expr) -> Expr {
        if let Some(is_so) = self.compared_option(&operation.left, &operation.op, &operation.right) {
            return is_so;
        }
        match operation.op {
            ref op if compound(op).is_some() => self.nested_assignment(whole),
            // What is evaluated in some iterations only keeps its `let`s to itself.
            BinOp::And(_) | BinOp::Or(_) => {
                let left = self.operand(&operation.left);
                let (statements, right) = self.guarded(&left, |walker| walker.framed(|walker| walker.operand(&operation.right)));
                binary(left, operation.op, block_value(block(statements, right)))
            }
            op => {
                let left = self.operand(&operation.left);
                binary(left, op, self.operand(&operation.right))
            }
        }
    }

    fn field(&mut self, whole: &Expr) -> Expr {
        if let Some(part) = self.part_loaded(whole) {
            return part;
        }
        match self.outer_place(whole) {
            Some(place) if !self.is_of_a_changing_value(&place) => self.outer(&place),
            _ => self.part(whole),
        }
    }

    /// Whether it is a field of a variable that the body assigns as a whole.
    fn is_of_a_changing_value(&self, place: &Place) -> bool {
        let prefixes = place.key.match_indices('.').map(|(at, _)| &place.key[..at]);
        prefixes.into_iter().any(|whole| self.tables.assigned.contains(whole))
    }

    /// The place that `expr` is, if it is one outside the loop.
    pub(super) fn outer_place(&self, expr: &Expr) -> Option<Place> {
        Place::of(expr).filter(|place| self.lookup(&place.root).is_none())
    }

    /// What `expr` stands for, if it is a name of the header or the body.
    pub(super) fn local_of(&self, expr: &Expr) -> Option<&Local> {
        plain_ident(bare(expr)).and_then(|name| self.lookup(name))
    }

    /// `y[i]`, or an element of a fixed array.
    fn indexed(&mut self, access: &syn::ExprIndex, whole: &Expr) -> Expr {
        if let Some(part) = self.part_loaded(whole) {
            return part;
        }
        let span = Span { first: span_of(&access.expr).first, last: access.bracket_token.span.close() };
        if self.is_fixed_array(&access.expr) {
            if number(&access.index).is_some() {
                return self.part(whole);
            }
            let base = self.operand(&access.expr);
            return element(base, self.operand(&access.index), span);
        }
        self.loaded(access, &[], span).unwrap_or_else(|| error_at(span))
    }

    fn method_call(&mut self, call: &ExprMethodCall) -> Expr {
        let name = call.method.to_string();
        if name != "push" && self.refuses_method(call) {
            return error_at(call.span());
        }
        if let Some(consumed) = Consumer::of(call) {
            return self.consumed(&consumed);
        }
        if let Some(value) = self.method_of_option(call) {
            return value;
        }
        match name.as_str() {
            "len" if call.args.is_empty() => self.length_of(call),
            "is_empty" if call.args.is_empty() => {
                let length = self.length_of(call);
                let span = crate::syntax::ours(call.span());
                syn::parse_quote_spanned!(span=> #length == 0)
            }
            "clone" if call.args.is_empty() => self.cloned(call),
            _ if Signature::of(&name).is_some() && call.turbofish.is_none() => {
                let receiver = Box::new(self.operand(&call.receiver));
                Expr::MethodCall(ExprMethodCall { receiver, args: self.operands(&call.args), ..call.clone() })
            }
            _ => match ascii::as_match(call) {
                Some(branches) => self.matched(&branches, &Expr::MethodCall(call.clone())),
                None if Optional::of(&Expr::MethodCall(call.clone())).is_some() => self.refuse_option(call),
                None => self.unknown_method(call),
            },
        }
    }

    /// Only of primitive types is it known to be a copy.
    fn cloned(&mut self, call: &ExprMethodCall) -> Expr {
        let value = self.value(&call.receiver);
        if is_error(&value) || self.tables.scalar_of(&value).is_some() {
            return value;
        }
        let message = format!("what `{}` does is not known: this function does not show the type", text(call));
        self.refuse(refuse::METHOD, call.span(), message, "leave `.clone()` out: elements are copied")
    }

    fn length_of(&mut self, call: &ExprMethodCall) -> Expr {
        let length = self.open_length_of(call);
        // A method may be called on it.
        match bounds::literal(&length) {
            Some(number) => {
                let number = syn::LitInt::new(&format!("{number}usize"), span_of(&length).first);
                syn::parse_quote_spanned!(number.span()=> #number)
            }
            None => length,
        }
    }

    /// The same, where a number has no type.
    fn open_length_of(&mut self, call: &ExprMethodCall) -> Expr {
        let length = match self.local_of(&call.receiver) {
            Some(Local::Window(_, _, length)) => Some(*length),
            Some(Local::Row(_, _, length) | Local::Slice(Slice { length, .. })) => return moved_to(length, call.span()),
            Some(Local::Element(place, _)) => Chunks::of(&place.expr).and_then(|chunks| chunks.count),
            _ => None,
        };
        if let Some(length) = length {
            return integer(length, call.span());
        }
        let receiver = bare(&call.receiver);
        if let Expr::Index(access) = receiver
            && matches!(&*access.index, Expr::Range(range) if range.start.is_none() && range.end.is_none())
            && let Some(place) = self.outer_place(&access.expr)
        {
            return self.length_of_slice(&place, call);
        }
        if let Some((whole, range)) = slices::range_of(receiver) {
            let slice = self.slice_at(whole, range, false);
            return slice.map_or_else(|| error_at(call.span()), |slice| slice.length);
        }
        match self.outer_place(receiver) {
            Some(place) => self.length(&place, call.span()),
            None => self.told(refuse::row(call.receiver.span(), &text(&call.receiver))),
        }
    }

    pub(super) fn unknown_method(&mut self, call: &ExprMethodCall) -> Expr {
        const OF_OPTIONS: [&str; 6] = ["unwrap", "expect", "unwrap_or", "unwrap_or_default", "map_or", "copied"];
        let (name, receiver) = (call.method.to_string(), text(&call.receiver));
        // What gives the `Option` is what is not known.
        if let (Expr::MethodCall(inner), true) = (bare(&call.receiver), OF_OPTIONS.contains(&&*name)) {
            return self.unknown_method(inner);
        }
        // Why its value is not known has been told.
        if let Expr::Path(_) = bare(&call.receiver)
            && self.local_of(&call.receiver).is_some()
            && is_error(&self.operand(&call.receiver))
        {
            return error_at(call.span());
        }
        let help = match name.as_str() {
            "find" | "rposition" | "max_by" | "min_by" | "max_by_key" | "min_by_key" | "nth" | "reduce" => {
                "write a `for` loop; of iterators `sum`, `product`, `count`, `fold`, `any`, `all`, `position`, `max` and `min` are known".into()
            }
            "push" => "push in a statement of its own, to a `Vec` that is there before the loop".into(),
            "get" | "get_mut" | "first" | "last" | "swap" if self.outer_place(&call.receiver).is_some() => {
                format!("index instead: `{receiver}[i]`")
            }
            "unwrap" | "expect" => "compute a value in every iteration, without `Option` or `Result`".into(),
            "saturating_mul" | "checked_add" | "overflowing_add" => {
                let sign = if name.ends_with("mul") { '*' } else { '+' };
                format!("use `{sign}`, or `wrapping_{}`, if it never overflows: there they are not the same", last_word(&name))
            }
            _ => "methods of primitive types without side effects are, such as `max`, `abs`, `wrapping_add`, `sqrt`".into(),
        };
        self.refuse(refuse::METHOD, call.span(), format!("the method `{name}` is not known to kernels"), help)
    }

    fn call(&mut self, call: &ExprCall) -> Expr {
        if let Some(value) = self.of_bytes(call) {
            return self.value(&value);
        }
        match &*call.func {
            Expr::Path(function) if self.is_variable(&function.path) => {
                let name = function.path.get_ident().map(|name| name.unraw().to_string());
                let (message, help) = match name.and_then(|name| self.tables.types.unread.get(&name).cloned()) {
                    Some(why) => why,
                    None => (
                        format!("`{}` is a variable here, which may hold any function", text(function)),
                        "call a closure of this function, bound without `mut` and `move`, or a function of a `#[declare_target] mod`; \
                         or write what it computes here"
                            .into(),
                    ),
                };
                self.refuse(refuse::CALL, call.span(), message, help)
            }
            Expr::Path(function) if pure::known_function(&function.path).is_some() || self.is_operator(&function.path) => {
                Expr::Call(ExprCall { args: self.operands(&call.args), ..call.clone() })
            }
            Expr::Path(function) if function.qself.is_none() && pure::may_be_declared(&function.path) => {
                let arguments = call.args.iter().map(|argument| self.argument(argument)).collect();
                Expr::Call(ExprCall { args: arguments, ..call.clone() })
            }
            function => {
                let message = format!("the function `{}` is not known to kernels", text(function));
                self.refuse(refuse::CALL, call.span(), message, self.instead_of(function))
            }
        }
    }

    /// Whether a path is the name of a variable, of the loop's or from outside.
    fn is_variable(&self, path: &syn::Path) -> bool {
        let is_outer = |name: &Ident| self.tables.types.variables.contains(&name.unraw().to_string());
        path.get_ident().is_some_and(|name| self.lookup(name).is_some() || is_outer(name))
    }

    /// What is given to a declared function: where that takes a reference, the host code has to give one.
    fn argument(&mut self, argument: &Expr) -> Expr {
        match argument {
            Expr::Reference(reference) if reference.mutability.is_none() => {
                Expr::Reference(syn::ExprReference { expr: Box::new(self.operand(&reference.expr)), ..reference.clone() })
            }
            value => self.operand(value),
        }
    }

    /// What to write instead of a call.
    fn instead_of(&self, function: &Expr) -> &'static str {
        match function {
            Expr::Path(called) if called.path.get_ident().is_some_and(|name| !is_type(name)) => {
                "put the function into a `#[declare_target] mod`, and call it by its name or its path"
            }
            Expr::Path(_) => "write what it computes here, or in a function of a `#[declare_target] mod`",
            _ => "write what it computes here",
        }
    }

    /// Whether `path` is an operator that the clause names.
    pub(super) fn is_operator(&self, path: &syn::Path) -> bool {
        self.attribute.targets.iter().any(|target| matches!(&target.operator, OperatorName::Path(operator) if operator == path))
    }

    fn struct_literal(&mut self, literal: &syn::ExprStruct) -> Expr {
        if let Some(rest) = &literal.rest {
            return self.struct_update(literal, rest);
        }
        let fields = literal.fields.iter().map(|field| {
            let expr = self.operand(&field.expr);
            // `{ left }` stays as it is, unless `left` has become something else.
            let colon = (expr != field.expr).then(|| syn::Token![:](field.member.span().first));
            syn::FieldValue { expr, colon_token: field.colon_token.or(colon), ..field.clone() }
        });
        Expr::Struct(syn::ExprStruct { fields: fields.collect(), ..literal.clone() })
    }

    /// `P { sum: acc, ..p[i] }`: the other fields are those of `rest`.
    fn struct_update(&mut self, literal: &syn::ExprStruct, rest: &Expr) -> Expr {
        let values: Vec<Expr> = literal.fields.iter().map(|field| self.operand(&field.expr)).collect();
        let name = literal.path.segments.last().map_or_else(String::new, |name| name.ident.to_string().to_lowercase());
        let whole = self.operand(rest);
        literal.fields.iter().zip(values).fold(whole, |whole, (field, value)| {
            self.with_part(&name, whole, vec![Step::Field(field.member.clone())], value, field.span())
        })
    }

    /// The value of a block; its `let`s join those around it, under names of their own.
    pub(super) fn block(&mut self, block: &syn::Block, whole: &Expr) -> Expr {
        match block.stmts.split_last() {
            Some((Stmt::Expr(value, None), statements)) => {
                self.before(value.to_token_stream(), |walker| walker.statements(statements));
                self.value(value)
            }
            _ => {
                self.statements(&block.stmts);
                if self.diagnostics.has_errors() {
                    return error_at(whole.span());
                }
                self.told(refuse::unsupported(whole.span(), "a block without a value", "end it with an expression"))
            }
        }
    }

    pub(super) fn nested_assignment(&mut self, expr: &Expr) -> Expr {
        let message = format!("`{}` assigns inside an expression", text(expr));
        self.refuse(refuse::NESTED_ASSIGNMENT, expr.span(), message, "assign in a statement of its own")
    }

    /// Everything that no kernel has a form of.
    pub(super) fn not_an_expression(&mut self, expr: &Expr) -> Expr {
        let span = expr.span();
        let control = "every iteration must run to its end: use `if` and `else` as values; a search ends by `if … { return …; }`";
        let ends =
            "look for the end in a loop of its own, with `#[parallel_for]`, and let this one run up to there: `for i in 0..end`";
        let is_inner = self.inner > 0;
        let mut leaves =
            |what: &str, help: &str| self.refuse(refuse::CONTROL_FLOW, span, format!("{what} leaves the body"), help);
        match expr {
            Expr::Break(_) | Expr::Continue(_) if is_inner => {
                let help = "a `break` or `continue` is a statement in an `if`, and for the loop that it stands in: leave the others by a `bool`";
                self.refuse(
                    refuse::CONTROL_FLOW,
                    span,
                    format!("`{}` leaves more than it may", if matches!(expr, Expr::Break(_)) { "break" } else { "continue" }),
                    help,
                )
            }
            Expr::Break(_) => leaves("`break`", ends),
            Expr::Continue(_) => {
                let help = "skip with `if … { continue; }`, a statement of a `for` loop's body, or put the rest into an `else`";
                self.refuse(refuse::CONTROL_FLOW, span, "`continue` leaves the body from within", help)
            }
            Expr::Return(_) => leaves("`return`", ends),
            Expr::Try(_) => leaves("`?`", control),
            Expr::Yield(_) => leaves("`yield`", control),
            Expr::Await(_) => leaves("`await`", control),
            Expr::Macro(call) => self.macro_call(&call.mac, span),
            Expr::Assign(_) => self.nested_assignment(expr),
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => self.refuse(
                refuse::NESTED_LOOP,
                span,
                "a loop inside the loop is no value",
                "let it assign a variable that is declared before it: `let mut v = 0; loop { v = …; if … { break; } }`",
            ),
            other => {
                let (what, help) = kind_of(other);
                self.told(refuse::unsupported(span, what, help))
            }
        }
    }

    /// Whether `base` is a value that holds a fixed array, not an array outside the loop.
    pub(super) fn is_fixed_array(&self, base: &Expr) -> bool {
        match bare(base) {
            // `m[i][0]`: an element of what the loop variable chose; `rows[r][i]` is not.
            Expr::Index(inner) => self.depends_on_loop(&inner.index) || self.is_fixed_array(&inner.expr),
            Expr::Field(field) if self.outer_place(base).is_none() => {
                Place::of(base).is_some() || self.is_fixed_array(&field.base) || matches!(bare(&field.base), Expr::Index(_))
            }
            name => {
                let root = Place::of(name).and_then(|place| self.lookup(&place.root));
                root.is_some_and(|local| !matches!(local, Local::Window(..) | Local::Row(..) | Local::Slice(_)))
            }
        }
    }

    /// Whether an index mentions a name that the loop binds.
    fn depends_on_loop(&self, index: &Expr) -> bool {
        let mut depends = false;
        super::places::for_each_place(index, &mut |place| depends |= self.lookup(&place.root).is_some());
        depends
    }
}

/// What an expression is called that no kernel has a form of, and what to write instead.
fn kind_of(expr: &Expr) -> (&'static str, &'static str) {
    match expr {
        Expr::Closure(_) => ("a closure", "write its expression here"),
        Expr::Match(_) => (
            "a `match` with patterns of this kind",
            "match literals, constants, plain variants, ranges, names and `_`, or a tuple of such, or write `if` and `else`",
        ),
        Expr::Let(one) if matches!(*one.pat, syn::Pat::Or(_)) => (
            "`if let` with names in one of several patterns",
            "write one `if let` for each: `if let … { … } else if let … { … }`",
        ),
        Expr::Let(_) => ("`if let`", "write a condition of type `bool`"),
        Expr::Unsafe(_) => ("an `unsafe` block", "index safely: `x[i]`; the range is checked once for all iterations"),
        Expr::Reference(_) => ("`&mut`", "use the value"),
        Expr::Range(_) => ("a range", "index one element: `x[i]`"),
        Expr::Repeat(_) => ("this fixed array", refuse::FIXED_ARRAY),
        Expr::Tuple(_) => {
            ("a tuple", "use one variable for each of its values, and write it where it is stored: `t[i] = (a, b);`")
        }
        Expr::Async(_) | Expr::Const(_) | Expr::TryBlock(_) => ("a block of this kind", "write its value here"),
        _ => ("this", "use arithmetic, comparisons, `if`, `let`, casts and methods of primitive types"),
    }
}

/// `i32::MAX` and the like: kernels know them.
pub(super) fn is_primitive_constant(path: &syn::Path) -> bool {
    const KNOWN: [&str; 6] = ["MAX", "MIN", "NAN", "INFINITY", "NEG_INFINITY", "EPSILON"];
    let [ty, name] = path.segments.iter().collect::<Vec<_>>()[..] else { return false };
    ir::Scalar::from_rust(&ty.ident.to_string()).is_some() && KNOWN.contains(&name.ident.to_string().as_str())
}

/// Whether what is cast to a primitive type is a constant by its path, of which it may be the type that nothing else shows.
fn is_cast_constant(cast: &syn::ExprCast) -> bool {
    let is_constant = matches!(bare(&cast.expr), Expr::Path(path)
        if path.path.segments.len() > 1 && !is_primitive_constant(&path.path) && pure::constant_type(&path.path).is_none());
    is_constant && ir::Scalar::from_rust(&text(&cast.ty)).is_some()
}

fn is_type(name: &Ident) -> bool {
    name.to_string().starts_with(char::is_uppercase)
}

fn last_word(name: &str) -> &str {
    name.rsplit('_').next().unwrap_or(name)
}

impl Tables<'_> {
    /// `expr` with the values of the body's `let`s in the place of their names; `None` where that is long.
    pub(super) fn expanded(&self, expr: &Expr) -> Option<Expr> {
        struct Expand<'a> {
            tables: &'a Tables<'a>,
            /// How many more expressions may be looked at.
            left: usize,
        }
        impl syn::visit_mut::VisitMut for Expand<'_> {
            fn visit_expr_mut(&mut self, expr: &mut Expr) {
                let Some(left) = self.left.checked_sub(1) else { return };
                self.left = left;
                match plain_ident(expr).and_then(|name| self.tables.meaning(name)) {
                    Some(Meaning::Binding(binding)) => {
                        *expr = self.tables.bindings[binding].value.clone();
                        self.visit_expr_mut(expr);
                    }
                    None if matches!(expr, Expr::Call(_)) => {
                        super::resolve::arguments_mut(expr, &mut |argument| self.visit_expr_mut(argument))
                    }
                    _ => syn::visit_mut::visit_expr_mut(self, expr),
                }
            }
        }
        let (mut expr, mut expand) = (expr.clone(), Expand { tables: self, left: limits::WRITTEN_OUT });
        syn::visit_mut::VisitMut::visit_expr_mut(&mut expand, &mut expr);
        (expand.left > 0).then_some(expr)
    }
}
