//! The loops as Rust text.

use crate::evaluate::index_type;
use crate::loops::{Expr, Header, Kind, Loop, Statement, Subscript, Target};
use scanc::ir::{Builtin, Float, Int, Scalar, interpret::Value};
use std::fmt::Write;

/// The attributes, each on a line of its own.
pub fn attributes(program: &Loop) -> String {
    let word = if program.reduces { "reduce" } else { "scan" };
    format!("#[{word}({})]\n{}", clause(program), other_attributes(program))
}

/// What stands between the first attribute's parentheses.
pub fn clause(program: &Loop) -> String {
    let (operator, subtraction, target) = &program.clause;
    if program.derived {
        return format!("auto : {target}");
    }
    target_text(*operator, *subtraction, target)
}

/// The attributes behind the first.
pub fn other_attributes(program: &Loop) -> String {
    let targets: Vec<String> = program
        .others
        .iter()
        .map(|other| target_text(other.operator, other.subtraction, &program.variables[other.variable].name))
        .collect();
    if targets.is_empty() { String::new() } else { format!("#[reduce({})]\n", targets.join(", ")) }
}

fn target_text(operator: Builtin, subtraction: bool, target: &str) -> String {
    format!("{} : {target}", if subtraction { "-" } else { operator.name() })
}

/// The function, without the attribute.
pub fn function(program: &Loop, name: &str) -> String {
    let printer = Printer { program };
    let parameters: Vec<String> = printer.parameters();
    let (types, values) = results(program);
    let text = printer.whole_loop();
    format!("pub fn {name}({}) -> ({types}) {{\n{text}    ({values})\n}}\n", parameters.join(", "))
}

/// What the function returns: variables that it owns, the variable of a `while` loop, what it collects.
fn results(program: &Loop) -> (String, String) {
    let owned = program.variables.iter().filter(|variable| !variable.behind_reference);
    let mut results: Vec<(String, String)> =
        owned.map(|variable| (variable.ty.rust().to_owned(), variable.name.clone())).collect();
    match &program.header {
        Header::While { ty, .. } => results.push((ty.rust().to_owned(), "i".to_owned())),
        // The state of a collected scan is the closure's.
        Header::Collected { .. } => {
            let out = program.arrays.last().expect("out");
            results = vec![(format!("Vec<{}>", out.ty.rust()), out.name.clone())];
        }
        Header::Range { .. } | Header::Items { .. } => {}
    }
    let (types, values): (Vec<_>, Vec<_>) = results.into_iter().unzip();
    let comma = if types.len() == 1 { "," } else { "" };
    (format!("{}{comma}", types.join(", ")), format!("{}{comma}", values.join(", ")))
}

struct Printer<'a> {
    program: &'a Loop,
}

impl Printer<'_> {
    fn parameters(&self) -> Vec<String> {
        let program = self.program;
        let collected = matches!(program.header, Header::Collected { .. });
        let arrays = program.arrays.iter().take(program.arrays.len() - usize::from(collected));
        let arrays =
            arrays.map(|array| format!("{}: &{}[{}]", array.name, if array.written { "mut " } else { "" }, array.ty.rust()));
        let captures = program
            .captures
            .iter()
            .map(|capture| format!("{}: {}{}", capture.name, if capture.by_reference { "&" } else { "" }, capture.ty.rust()));
        let variables = program.variables.iter().map(|variable| match variable.behind_reference {
            true => format!("{}: &mut {}", variable.name, variable.ty.rust()),
            false if collected => format!("{}: {}", variable.name, variable.ty.rust()),
            false => format!("mut {}: {}", variable.name, variable.ty.rust()),
        });
        let ty = index_type(program).rust();
        let bounds = [format!("lo: {ty}"), format!("hi: {ty}")];
        arrays.chain(captures).chain(variables).chain(bounds).collect()
    }

    fn whole_loop(&self) -> String {
        match &self.program.header {
            Header::Range { inclusive, reversed, step, .. } => {
                let range = format!("lo..{}hi", if *inclusive { "=" } else { "" });
                let range = match (reversed, step) {
                    (false, 1) => range,
                    (false, step) => format!("({range}).step_by({step})"),
                    (true, 1) => format!("({range}).rev()"),
                    (true, step) => format!("({range}).rev().step_by({step})"),
                };
                format!("    for i in {range} {{\n{}    }}\n", self.statements(&self.program.body, 8))
            }
            Header::While { inclusive, reversed, step, early, .. } => {
                let relation = format!("{}{}", if *reversed { ">" } else { "<" }, if *inclusive { "=" } else { "" });
                let (start, bound, sign) = if *reversed { ("hi", "lo", "-") } else { ("lo", "hi", "+") };
                let (body, step) = (self.statements(&self.program.body, 8), format!("        i {sign}= {step};\n"));
                let body = if *early { format!("{step}{body}") } else { format!("{body}{step}") };
                format!("    let mut i = {start};\n    while i {relation} {bound} {{\n{body}    }}\n")
            }
            Header::Items { arrays, enumerated, skipped, reversed } => {
                let (pattern, chain) = self.items(arrays, *enumerated, *skipped, *reversed);
                format!("    for {pattern} in {chain} {{\n{}    }}\n", self.statements(&self.program.body, 8))
            }
            Header::Collected { array, enumerated } => self.collected(*array, *enumerated),
        }
    }

    fn items(&self, arrays: &[usize], enumerated: bool, skipped: usize, reversed: bool) -> (String, String) {
        let iterators = arrays.iter().map(|&array| {
            let array = &self.program.arrays[array];
            let skip = if skipped > 0 { format!(".skip({skipped})") } else { String::new() };
            let (by, pattern) = if array.written { ("iter_mut", "") } else { ("iter", "&") };
            (format!("{pattern}{}_item", array.name), format!("{}.{by}(){skip}", array.name))
        });
        let zipped = iterators
            .reduce(|(patterns, chain), (pattern, next)| (format!("({patterns}, {pattern})"), format!("{chain}.zip({next})")));
        let (mut pattern, mut chain) = zipped.expect("an array");
        if enumerated {
            (pattern, chain) = (format!("(i, {pattern})"), format!("{chain}.enumerate()"));
        }
        if reversed {
            chain.push_str(".rev()");
        }
        (pattern, chain)
    }

    fn collected(&self, array: usize, enumerated: bool) -> String {
        let (x, out) = (&self.program.arrays[array].name, self.program.arrays.last().expect("out"));
        let (state, (last, body)) = (&self.program.variables[0].name, self.program.body.split_last().expect("a value"));
        let Statement::Assign { value, .. } = last else { panic!("the last statement is the value") };
        let (chain, pattern) = match enumerated {
            true => (format!("{x}.iter().enumerate()"), format!("(i, &{x}_item)")),
            false => (format!("{x}.iter()"), format!("&{x}_item")),
        };
        let (body, value) = (self.statements(body, 8), self.expr(value, true));
        let out = format!("let {}: Vec<{}>", out.name, out.ty.rust());
        format!("    {out} = {chain}.scan({state}, |{state}, {pattern}| {{\n{body}        Some({value})\n    }}).collect();\n")
    }

    fn statements(&self, statements: &[Statement], indentation: usize) -> String {
        statements.iter().fold(String::new(), |mut text, statement| {
            writeln!(text, "{:indentation$}{}", "", self.statement(statement, indentation)).expect("a string");
            text
        })
    }

    fn statement(&self, statement: &Statement, indentation: usize) -> String {
        match statement {
            Statement::Let { local, annotated, mutable, value } => {
                let (ty, name) = &self.program.locals[*local];
                let typed = if *annotated { format!(": {}", ty.rust()) } else { String::new() };
                format!("let {}{name}{typed} = {};", if *mutable { "mut " } else { "" }, self.expr(value, *annotated))
            }
            Statement::Unused(value) => format!("let _ = {};", self.expr(value, false)),
            Statement::Assign { target, operator, value } => {
                let known = !matches!(operator, Some("<<" | ">>"));
                format!("{} {}= {};", self.target(target), operator.unwrap_or(""), self.expr(value, known))
            }
            Statement::If(condition, yes, no) => {
                let inner = indentation + 4;
                let (condition, yes) = (self.expr(condition, false), self.statements(yes, inner));
                let otherwise = match no.as_slice() {
                    [] => String::new(),
                    no => format!(" else {{\n{}{:indentation$}}}", self.statements(no, inner), ""),
                };
                format!("if {condition} {{\n{yes}{:indentation$}}}{otherwise}", "")
            }
        }
    }

    fn target(&self, target: &Target) -> String {
        match target {
            Target::Local(local) => self.program.locals[*local].1.clone(),
            Target::Variable(variable) => self.variable(*variable),
            Target::Element(array, subscript) => self.element(*array, subscript),
        }
    }

    fn variable(&self, variable: usize) -> String {
        let collected = matches!(self.program.header, Header::Collected { .. });
        let variable = &self.program.variables[variable];
        if variable.behind_reference || collected { format!("*{}", variable.name) } else { variable.name.clone() }
    }

    fn element(&self, array: usize, subscript: &Subscript) -> String {
        let (name, is_item) = (&self.program.arrays[array].name, self.is_item(array, subscript));
        match is_item {
            true if self.program.arrays[array].written => format!("*{name}_item"),
            true => format!("{name}_item"),
            false => format!("{name}[{}]", self.subscript(subscript)),
        }
    }

    fn is_item(&self, array: usize, subscript: &Subscript) -> bool {
        let offset = match &self.program.header {
            Header::Items { arrays, skipped, .. } if arrays.contains(&array) => *skipped as i64,
            Header::Collected { array: items, .. } if *items == array => 0,
            _ => return false,
        };
        subscript.coefficient == 1 && subscript.offset == offset && subscript.plus.is_none()
    }

    /// What the source's variable is more than the loop variable in the body.
    fn shift(&self) -> i64 {
        match self.program.header {
            Header::While { reversed: false, early: true, step, .. } => step,
            Header::While { reversed: true, inclusive: false, early: false, step, .. } => step,
            Header::While { reversed: true, inclusive: true, early: true, step, .. } => -step,
            _ => 0,
        }
    }

    fn subscript(&self, subscript: &Subscript) -> String {
        let Subscript { coefficient, offset, plus, style } = subscript;
        let ty = index_type(self.program);
        let (cast, wide) = (ty != Scalar::Int(Int::Usize), matches!(ty, Scalar::Int(int) if int.bits() >= 32));
        let inside = cast && wide && plus.is_none() && style % 2 == 1;
        let index = if cast && !inside { "i as usize" } else { "i" };
        let offset = offset - coefficient * self.shift();
        let plus = plus.map(|capture| self.capture(capture));
        let text = match coefficient {
            0 => offset.to_string(),
            1 => affine(index, offset, plus, *style),
            ..0 => format!("{offset} - {index}"),
            _ if cast && !inside => affine(&format!("{coefficient} * (i as usize)"), offset, plus, *style),
            _ => affine(&format!("{coefficient} * {index}"), offset, plus, *style),
        };
        if inside && *coefficient != 0 { format!("({text}) as usize") } else { text }
    }

    fn capture(&self, capture: usize) -> String {
        let capture = &self.program.captures[capture];
        if capture.by_reference { format!("*{}", capture.name) } else { capture.name.clone() }
    }

    /// `known`: a literal here has its type from what is around it.
    fn expr(&self, expr: &Expr, known: bool) -> String {
        match &expr.kind {
            Kind::Literal(value) => literal(value, known),
            Kind::Index => self.index(),
            Kind::Low => "lo".into(),
            Kind::Load(array, subscript) => self.element(*array, subscript),
            Kind::Capture(capture) => self.capture(*capture),
            Kind::Local(local) => self.program.locals[*local].1.clone(),
            Kind::Variable(variable) => self.variable(*variable),
            Kind::Neg(operand) => format!("-{}", self.operand(operand, known)),
            Kind::Not(operand) => format!("!{}", self.operand(operand, known)),
            Kind::Binary(operator, left, right) => self.binary(operator, left, right, known),
            Kind::Cast(operand) => format!("{} as {}", self.operand(operand, false), expr.ty.rust()),
            Kind::If(condition, yes, no) => {
                let (condition, yes) = (self.expr(condition, false), self.expr(yes, known));
                format!("if {condition} {{ {yes} }} else {{ {} }}", self.expr(no, true))
            }
            Kind::Method { name, path: true, operands } => {
                let operands: Vec<String> = operands.iter().map(|operand| self.expr(operand, true)).collect();
                format!("{}::{name}({})", self.receiver_type(expr), operands.join(", "))
            }
            Kind::Method { name, operands, .. } => {
                let arguments: Vec<String> = operands[1..].iter().map(|operand| self.expr(operand, true)).collect();
                format!("{}.{name}({})", self.operand(&operands[0], false), arguments.join(", "))
            }
            Kind::Block(local, value, result) => {
                let (name, value) = (&self.program.locals[*local].1, self.expr(value, false));
                format!("{{ let {name} = {value}; {} }}", self.expr(result, known))
            }
        }
    }

    fn receiver_type(&self, call: &Expr) -> &'static str {
        let Kind::Method { operands, .. } = &call.kind else { panic!("a method") };
        operands[0].ty.rust()
    }

    fn index(&self) -> String {
        match self.shift() {
            0 => "i".to_owned(),
            shift @ 1.. => format!("(i - {shift})"),
            shift => format!("(i + {})", -shift),
        }
    }

    fn binary(&self, operator: &str, left: &Expr, right: &Expr, known: bool) -> String {
        let shift = matches!(operator, "<<" | ">>");
        let compares = matches!(operator, "==" | "!=" | "<" | "<=" | ">" | ">=");
        let known = known && !compares;
        let (left_text, right_text) = match shift {
            true => (self.operand(left, known), self.operand(right, false)),
            false => (self.operand(left, known || typed(right)), self.operand(right, true)),
        };
        format!("{left_text} {operator} {right_text}")
    }

    /// An operand of something that binds tighter than most.
    fn operand(&self, expr: &Expr, known: bool) -> String {
        let text = self.expr(expr, known);
        match &expr.kind {
            Kind::Literal(value) if !negative(value) => text,
            Kind::Index | Kind::Capture(_) | Kind::Local(_) | Kind::Method { .. } if !text.starts_with('*') => text,
            Kind::Load(..) | Kind::Variable(_) if !text.starts_with('*') => text,
            _ => format!("({text})"),
        }
    }
}

/// Whether the text of an expression shows its type without what is around it.
fn typed(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Literal(_) => false,
        Kind::Neg(operand) | Kind::Not(operand) => typed(operand),
        Kind::Binary("<<" | ">>", left, _) => typed(left),
        Kind::Binary(_, left, right) => typed(left) || typed(right),
        Kind::If(_, yes, no) => typed(yes) || typed(no),
        Kind::Block(_, _, result) => typed(result),
        _ => true,
    }
}

fn affine(index: &str, offset: i64, plus: Option<String>, style: u8) -> String {
    match (offset, plus) {
        (0, None) => index.to_owned(),
        (1.., None) if style & 2 == 2 => format!("{offset} + {index}"),
        (1.., None) => format!("{index} + {offset}"),
        (_, None) => format!("{index} - {}", -offset),
        (0, Some(plus)) if style & 2 == 2 => format!("{plus} + {index}"),
        (0.., Some(plus)) => format!("{index} + {plus} + {offset}"),
        (_, Some(plus)) => format!("{index} + {plus} - {}", -offset),
    }
}

fn negative(value: &Value) -> bool {
    match value {
        Value::Int(_, value) => *value < 0,
        Value::F32(value) => value.is_sign_negative(),
        Value::F64(value) => value.is_sign_negative(),
        _ => false,
    }
}

/// A literal; with its type unless that is `known` and nothing is against it.
fn literal(value: &Value, known: bool) -> String {
    let special = |value: f64, ty: Float| {
        let ty = Scalar::Float(ty).rust();
        match value {
            value if value.is_nan() => Some(format!("{ty}::NAN")),
            value if value.is_infinite() => Some(format!("{ty}::{}INFINITY", if value < 0.0 { "NEG_" } else { "" })),
            _ => None,
        }
    };
    let suffix = |ty: Scalar| if known { "" } else { ty.rust() };
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(ty, value) if *value == ty.min() && ty.signed() => format!("{}::MIN", Scalar::Int(*ty).rust()),
        Value::Int(ty, value) => format!("{value}{}", suffix(Scalar::Int(*ty))),
        Value::F32(value) => {
            special((*value).into(), Float::F32).unwrap_or_else(|| format!("{value:?}{}", suffix(Scalar::Float(Float::F32))))
        }
        Value::F64(value) => {
            special(*value, Float::F64).unwrap_or_else(|| format!("{value:?}{}", suffix(Scalar::Float(Float::F64))))
        }
        other => panic!("{other}"),
    }
}
