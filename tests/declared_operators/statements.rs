//! Random statements.

use crate::expressions::Maker;
use crate::module::{Function, Module};
use crate::types::{Ty, Types, any_int, below};
use scan_tests::Random;
use scanc::ir::{Int, Scalar};

/// A name in scope.
#[derive(Clone)]
pub struct Variable {
    pub name: String,
    pub ty: Ty,
    /// It may be assigned to.
    pub mutable: bool,
    /// It is a reference.
    pub reference: bool,
    /// It is an index that is less than this.
    pub below: Option<usize>,
}

/// Names that mean something in OpenCL C are names like others.
const NAMES: [&str; 16] = [
    "x", "y", "t", "left", "right", "float", "ushort", "char_", "half", "kernel", "global", "panicked", "r", "scan_op", "int",
    "min",
];

/// A value made of literals.
pub fn constant(random: &mut Random, types: &Types, ty: &Ty) -> String {
    match ty {
        Ty::Scalar(scalar) => Maker::literal(random, *scalar),
        Ty::Enum(number) => variant(random, types, *number),
        Ty::Array(element, length) => {
            let elements: Vec<String> = (0..*length).map(|_| constant(random, types, element)).collect();
            format!("[{}]", elements.join(", "))
        }
        Ty::Struct(number) => {
            let fields: Vec<String> = types.structs[*number].fields.iter().map(|(_, ty)| constant(random, types, ty)).collect();
            literal(types, *number, &fields, "")
        }
    }
}

/// `Pair { x: …, y: … }`, or `P(…, …)`.
pub fn literal(types: &Types, number: usize, fields: &[String], rest: &str) -> String {
    let structure = &types.structs[number];
    if structure.tuple {
        return format!("{}({})", structure.name, fields.join(", "));
    }
    let fields = structure.fields.iter().zip(fields).map(|((name, _), value)| format!("{name}: {value}"));
    format!("({} {{ {}{rest} }})", structure.name, fields.collect::<Vec<_>>().join(", "))
}

pub fn variant(random: &mut Random, types: &Types, number: usize) -> String {
    let declared = &types.enums[number];
    format!("{}::{}", declared.name, declared.variants[below(random, declared.variants.len())].0)
}

/// The body of a function, and how deep its calls go.
pub fn body(random: &mut Random, module: &Module, function: &Function, names: &[&str]) -> (String, usize) {
    let parameters = function.parameters.iter().zip(&function.references).enumerate().map(|(number, (ty, reference))| {
        let name = if function.owner.is_some() && number == 0 { "self" } else { names[number] };
        Variable {
            name: name.to_owned(),
            ty: ty.clone(),
            mutable: name != "self" && !reference,
            reference: *reference,
            below: None,
        }
    });
    let mut maker = Maker::new(random, module, function, parameters.collect());
    let depth = 2 + maker.below(3);
    let block = maker.block(&function.returns, depth);
    (format!("{{\n{block}\n}}"), maker.level)
}

impl Maker<'_> {
    /// Statements and a value, without braces; what they declare is not seen outside.
    pub fn block(&mut self, ty: &Ty, depth: usize) -> String {
        let outside = self.scope.len();
        let statements: String = (0..self.below(4)).map(|_| self.statement(depth)).collect();
        let value = self.expression(ty, depth);
        self.scope.truncate(outside);
        format!("{statements}{value}")
    }

    /// A block in an expression: what is outside may be read beside it, and stays as it is.
    pub fn inner_block(&mut self, ty: &Ty, depth: usize) -> String {
        let fence = std::mem::replace(&mut self.fence, self.scope.len());
        let block = self.block(ty, depth);
        self.fence = fence;
        block
    }

    /// Statements alone.
    fn run(&mut self, depth: usize) -> String {
        let outside = self.scope.len();
        let statements: String = (0..1 + self.below(2)).map(|_| self.statement(depth)).collect();
        self.scope.truncate(outside);
        statements
    }

    fn statement(&mut self, depth: usize) -> String {
        let inner = depth.saturating_sub(1);
        match self.below(16) {
            0..=3 => self.assignment(inner),
            4 => self.branches(inner),
            5 if depth > 0 => self.repeat(inner),
            6 if depth > 0 => self.wait(inner),
            7 => self.parts(inner),
            8 => self.later(inner),
            9 => self.leave(inner),
            10 if depth > 0 => {
                let (matched, arms) = self.arms(inner, |this, inner| format!("{{ {} }}", this.run(inner)));
                format!("match {matched} {{ {arms} }}\n")
            }
            _ => self.declaration(inner),
        }
    }

    /// `let mut x: T = …;`
    fn declaration(&mut self, depth: usize) -> String {
        let ty = self.any_type();
        let value = self.expression(&ty, depth);
        let written = if self.below(2) == 0 { format!(": {}", self.types().name(&ty)) } else { String::new() };
        let name = self.declare(ty);
        format!("let mut {name}{written} = {value};\n")
    }

    fn declare(&mut self, ty: Ty) -> String {
        let name = NAMES[self.below(NAMES.len())].to_owned();
        self.scope.push(Variable { name: name.clone(), ty, mutable: true, reference: false, below: None });
        name
    }

    /// A counter that nothing else changes.
    fn counter(&mut self, ty: Ty, below: Option<usize>) -> String {
        let name = format!("i{}", self.unique());
        self.scope.push(Variable { name: name.clone(), ty, mutable: false, reference: false, below });
        name
    }

    /// `let Pair { x, y: z } = …;`
    fn parts(&mut self, depth: usize) -> String {
        let number = self.below(self.types().structs.len());
        let value = self.expression(&Ty::Struct(number), depth);
        let structure = &self.types().structs[number];
        let (name, tuple) = (structure.name.clone(), structure.tuple);
        let fields = structure.fields.clone();
        let patterns = fields.into_iter().map(|(field, ty)| {
            let bound = format!("p{}", self.unique());
            self.scope.push(Variable { name: bound.clone(), ty, mutable: false, reference: false, below: None });
            if tuple { bound } else { format!("{field}: {bound}") }
        });
        let patterns = patterns.collect::<Vec<_>>().join(", ");
        if tuple { format!("let {name}({patterns}) = {value};\n") } else { format!("let {name} {{ {patterns} }} = {value};\n") }
    }

    /// `let x: T; if … { x = …; } else { x = …; }`
    fn later(&mut self, depth: usize) -> String {
        let ty = self.any_type();
        let (condition, then, otherwise) = (self.condition(depth), self.expression(&ty, depth), self.expression(&ty, depth));
        let written = self.types().name(&ty);
        let name = format!("d{}", self.unique());
        self.scope.push(Variable { name: name.clone(), ty, mutable: false, reference: false, below: None });
        format!("let {name}: {written};\nif {condition} {{ {name} = {then}; }} else {{ {name} = {otherwise}; }}\n")
    }

    fn branches(&mut self, depth: usize) -> String {
        let (condition, then) = (self.condition(depth), self.run(depth));
        match self.below(3) {
            0 => format!("if {condition} {{ {then} }}\n"),
            1 => {
                let (second, between, otherwise) = (self.condition(depth), self.run(depth), self.run(depth));
                format!("if {condition} {{ {then} }} else if {second} {{ {between} }} else {{ {otherwise} }}\n")
            }
            _ => {
                let otherwise = self.run(depth);
                format!("if {condition} {{ {then} }} else {{ {otherwise} }}\n")
            }
        }
    }

    /// `if … { return …; }`, or a jump in a loop.
    fn leave(&mut self, depth: usize) -> String {
        let condition = self.condition(depth);
        match self.below(3) {
            0 if self.loops > 0 => format!("if {condition} {{ break; }}\n"),
            1 if self.loops > 0 => format!("if {condition} {{ continue; }}\n"),
            _ => {
                let returns = self.returns.clone();
                let value = self.expression(&returns, depth);
                format!("if {condition} {{ return {value}; }}\n")
            }
        }
    }

    fn assignment(&mut self, depth: usize) -> String {
        let places = self.visible_from(self.fence, |variable| variable.mutable);
        let Some(variable) = self.one(&places) else { return self.declaration(depth) };
        let (place, ty) = self.part(variable.name, variable.ty, depth);
        let value = self.expression(&ty, depth);
        let operator = match &ty {
            Ty::Scalar(Scalar::Int(_)) => ["", "+", "-", "*", "&", "|", "^", "<<", ">>"][self.below(9)],
            Ty::Scalar(Scalar::Float(_)) => ["", "+", "-", "*", "/"][self.below(5)],
            Ty::Scalar(Scalar::Bool) => ["", "&", "|", "^"][self.below(4)],
            _ => "",
        };
        format!("{place} {operator}= {value};\n")
    }

    /// A part of a place, or all of it.
    fn part(&mut self, place: String, ty: Ty, depth: usize) -> (String, Ty) {
        if self.below(4) == 0 {
            return (place, ty);
        }
        match ty {
            Ty::Struct(number) => {
                let fields = &self.types().structs[number].fields;
                let (name, ty) = fields[self.random.next() as usize % fields.len()].clone();
                self.part(format!("{place}.{name}"), ty, depth)
            }
            Ty::Array(element, length) => {
                let index = self.index(length, depth.min(1));
                self.part(format!("{place}[{index}]"), *element, depth)
            }
            ty => (place, ty),
        }
    }

    /// A `for` loop of a few turns.
    fn repeat(&mut self, depth: usize) -> String {
        if self.loops >= 2 {
            return self.assignment(depth);
        }
        let int = if self.below(3) == 0 { Int::Usize } else { any_int(self.random) };
        let name = Scalar::Int(int).rust();
        let (turns, from) = (self.below(4) as i128, if int.signed() { self.below(5) as i128 - 3 } else { self.below(3) as i128 });
        let inclusive = self.below(3) == 0;
        let to = from + turns;
        let (low, high, below) = match self.below(5) {
            0 => (format!("{name}::MAX - {turns}"), format!("{name}::MAX"), None),
            1 => (format!("{name}::MIN"), format!("{name}::MIN + {turns}"), None),
            2 => {
                let bound = self.expression(&Ty::Scalar(Scalar::Int(int)), depth.min(1));
                (format!("({from}{name})"), format!("{bound}.min({to})"), None)
            }
            _ => (format!("({from}{name})"), format!("({to}{name})"), Some((to + i128::from(inclusive)) as usize)),
        };
        let dots = if inclusive { "..=" } else { ".." };
        let below = below.filter(|_| int == Int::Usize);
        let range = if self.below(3) == 0 { format!("({low}{dots}{high}).rev()") } else { format!("{low}{dots}{high}") };
        let outside = self.scope.len();
        let name = self.counter(Ty::Scalar(Scalar::Int(int)), below);
        self.loops += 1;
        let body = self.run(depth);
        self.loops -= 1;
        self.scope.truncate(outside);
        format!("for {name} in {range} {{ {body} }}\n")
    }

    /// A `while` or a `loop` of a few turns.
    fn wait(&mut self, depth: usize) -> String {
        if self.loops >= 2 {
            return self.branches(depth);
        }
        let int = any_int(self.random);
        let turns = self.below(5);
        let outside = self.scope.len();
        let name = self.counter(Ty::Scalar(Scalar::Int(int)), None);
        // Rust wants no jump in a condition.
        let loops = std::mem::replace(&mut self.loops, 0);
        let condition = self.condition(depth.min(1));
        self.loops = loops + 1;
        let body = self.run(depth);
        self.loops -= 1;
        self.scope.truncate(outside);
        let start = format!("let mut {name} = 0{};\n", Scalar::Int(int).rust());
        if self.below(3) == 0 {
            format!("{start}loop {{ if {name} >= {turns} || {condition} {{ break; }} {name} += 1; {body} }}\n")
        } else {
            format!("{start}while {name} < {turns} && {condition} {{ {name} += 1; {body} }}\n")
        }
    }
}
