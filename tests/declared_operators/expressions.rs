//! Random expressions: each stands in parentheses, or is an operand as it is.

use crate::module::{Function, Module};
use crate::statements::{Variable, literal, variant};
use crate::types::{Ty, Types, any_int, any_scalar, below};
use scan_tests::Random;
use scanc::ir::{Float, Int, Scalar};

/// Makes the body of one function.
pub struct Maker<'a> {
    pub random: &'a mut Random,
    module: &'a Module,
    pub scope: Vec<Variable>,
    pub returns: Ty,
    /// Whether it must not panic.
    pub safe: bool,
    /// How many loops are around.
    pub loops: usize,
    /// How much may still be made.
    fuel: usize,
    names: usize,
    /// Names before this one in the scope stay as they are.
    pub fence: usize,
    /// How deep its calls go so far.
    pub level: usize,
}

/// How deep calls may go.
const DEEPEST: usize = 3;

impl<'a> Maker<'a> {
    pub fn new(random: &'a mut Random, module: &'a Module, function: &Function, scope: Vec<Variable>) -> Self {
        Self {
            random,
            module,
            scope,
            returns: function.returns.clone(),
            safe: function.safe,
            loops: 0,
            fuel: 160,
            names: 0,
            fence: 0,
            level: 0,
        }
    }

    pub fn types(&self) -> &'a Types {
        &self.module.types
    }

    pub fn below(&mut self, bound: usize) -> usize {
        below(self.random, bound)
    }

    pub fn one<T: Clone>(&mut self, choices: &[T]) -> Option<T> {
        if choices.is_empty() { None } else { Some(choices[self.below(choices.len())].clone()) }
    }

    /// A number that no name in this function has.
    pub fn unique(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    /// The names in scope that are not hidden, and of which that is true.
    pub fn visible(&self, fits: impl Fn(&Variable) -> bool) -> Vec<Variable> {
        self.visible_from(0, fits)
    }

    /// Those among the names from that one on.
    pub fn visible_from(&self, from: usize, fits: impl Fn(&Variable) -> bool) -> Vec<Variable> {
        let mut seen: Vec<&str> = Vec::new();
        let mut found = Vec::new();
        for variable in self.scope[from..].iter().rev() {
            if !seen.contains(&variable.name.as_str()) {
                seen.push(&variable.name);
                found.extend(fits(variable).then(|| variable.clone()));
            }
        }
        found
    }

    /// A type for a local.
    pub fn any_type(&mut self) -> Ty {
        match self.below(6) {
            0 => Ty::Array(Box::new(Ty::Scalar(any_scalar(self.random))), 1 + self.below(4)),
            _ => self.types().any(self.random),
        }
    }

    pub fn condition(&mut self, depth: usize) -> String {
        self.expression(&Ty::Scalar(Scalar::Bool), depth)
    }

    pub fn int(&mut self, int: Int, depth: usize) -> String {
        self.expression(&Ty::Scalar(Scalar::Int(int)), depth)
    }

    pub fn expression(&mut self, ty: &Ty, depth: usize) -> String {
        if depth == 0 || self.fuel == 0 {
            return self.leaf(ty);
        }
        self.fuel -= 1;
        let inner = depth - 1;
        match self.below(16) {
            0 | 1 => self.leaf(ty),
            2 => {
                let (condition, then) = (self.condition(inner), self.inner_block(ty, inner));
                let otherwise = self.inner_block(ty, inner);
                format!("(if {condition} {{ {then} }} else {{ {otherwise} }})")
            }
            3 => format!("({{ {} }})", self.inner_block(ty, inner)),
            4 => {
                let (matched, arms) = self.arms(inner, |this, inner| this.expression(ty, inner));
                format!("(match {matched} {{ {arms} }})")
            }
            5 => self.call(ty, inner),
            _ => match ty {
                Ty::Scalar(Scalar::Bool) => self.truth(inner),
                Ty::Scalar(Scalar::Int(int)) => self.integer(*int, inner),
                Ty::Scalar(Scalar::Float(float)) => self.float(*float, inner),
                Ty::Enum(_) => self.leaf(ty),
                Ty::Struct(number) => self.structure(*number, inner),
                Ty::Array(element, length) => self.array(element, *length, inner),
            },
        }
    }

    /// A name, a part of one, a constant, or a literal.
    pub fn leaf(&mut self, ty: &Ty) -> String {
        if self.below(4) > 0 {
            let mut places = Vec::new();
            for variable in self.visible(|_| true) {
                let whole = if variable.reference { format!("(*{})", variable.name) } else { variable.name.clone() };
                self.places(ty, whole, &variable.ty, &mut places);
            }
            let constants = self.module.constants.iter();
            places.extend(constants.filter(|constant| constant.1 == *ty).map(|constant| constant.0.clone()));
            if let Some(place) = self.one(&places) {
                return place;
            }
        }
        let types = self.types();
        match ty {
            Ty::Scalar(scalar) => Self::literal(self.random, *scalar),
            Ty::Enum(number) => variant(self.random, types, *number),
            other => crate::statements::constant(self.random, types, other),
        }
    }

    /// The parts of `place` that are of the type `wanted`.
    fn places(&self, wanted: &Ty, place: String, ty: &Ty, found: &mut Vec<String>) {
        if ty == wanted {
            found.push(place);
            return;
        }
        match ty {
            Ty::Struct(number) => {
                for (name, ty) in &self.types().structs[*number].fields {
                    self.places(wanted, format!("{place}.{name}"), ty, found);
                }
            }
            Ty::Array(element, length) => {
                (0..*length).for_each(|at| self.places(wanted, format!("{place}[{at}]"), element, found));
            }
            _ => {}
        }
    }

    /// A literal that can stand anywhere.
    pub fn literal(random: &mut Random, scalar: Scalar) -> String {
        match scalar {
            Scalar::Bool => (below(random, 2) == 1).to_string(),
            Scalar::Int(int) => {
                let name = Scalar::Int(int).rust();
                match below(random, 6) {
                    0 => format!("{name}::MAX"),
                    1 => format!("{name}::MIN"),
                    2 => format!("{}{name}", int.wrap(i128::from(random.next())).max(0)),
                    3 if int.signed() => format!("(-{}{name})", 1 + below(random, 100)),
                    _ => format!("{}{name}", below(random, 12)),
                }
            }
            Scalar::Float(float) => {
                let name = if float == Float::F32 { "f32" } else { "f64" };
                match below(random, 10) {
                    0 => format!("{name}::NAN"),
                    1 => format!("{name}::INFINITY"),
                    2 => format!("{name}::MIN_POSITIVE"),
                    3 => format!("(-{}.5{name})", below(random, 9)),
                    4 => format!("1e{}{name}", below(random, 30)),
                    _ => format!("{}.25{name}", below(random, 9)),
                }
            }
        }
    }

    /// What is matched, and arms with `value` in each.
    pub fn arms(&mut self, depth: usize, mut value: impl FnMut(&mut Self, usize) -> String) -> (String, String) {
        match self.below(4) {
            0 => {
                let number = self.below(self.types().enums.len());
                let matched = self.expression(&Ty::Enum(number), depth);
                let (first, last) = (variant(self.random, self.types(), number), value(self, depth));
                (matched, format!("{first} => {}, _ => {last}", value(self, depth)))
            }
            1 => {
                let number = self.below(self.types().enums.len());
                let matched = (self.expression(&Ty::Enum(number), depth), self.condition(depth));
                let (first, second) = (variant(self.random, self.types(), number), variant(self.random, self.types(), number));
                let arms = format!(
                    "({first}, true) => {}, (_, false) => {}, ({second}, _) | (_, true) => {}",
                    value(self, depth),
                    value(self, depth),
                    value(self, depth)
                );
                (format!("({}, {})", matched.0, matched.1), arms)
            }
            _ => {
                let int = any_int(self.random);
                let matched = self.int(int, depth);
                let low = if int.signed() { self.below(9) as i128 - 6 } else { self.below(4) as i128 };
                let (high, third) = (low + self.below(4) as i128, 20 + self.below(90));
                let bound = format!("n{}", self.unique());
                let mut arms = format!("{low}..={high} => {}, {third} | 7 => {}, ", value(self, depth), value(self, depth));
                let outside = self.scope.len();
                let ty = Ty::Scalar(Scalar::Int(int));
                self.scope.push(Variable { name: bound.clone(), ty, mutable: false, reference: false, below: None });
                if self.below(2) == 0 {
                    let guard = self.condition(depth.min(1));
                    arms += &format!("{bound} if {guard} => {}, ", value(self, depth));
                    self.scope.truncate(outside);
                    arms += &format!("_ => {}", value(self, depth));
                } else {
                    arms += &format!("{bound} => {}", value(self, depth));
                    self.scope.truncate(outside);
                }
                (matched, arms)
            }
        }
    }

    /// A call of a function before this one.
    fn call(&mut self, ty: &Ty, depth: usize) -> String {
        let fits = |function: &Function| function.returns == *ty && (function.safe || !self.safe) && function.level < DEEPEST;
        let functions: Vec<usize> = (0..self.module.functions.len()).filter(|at| fits(&self.module.functions[*at])).collect();
        let Some(at) = self.one(&functions).filter(|_| self.fuel > 40 && self.loops == 0) else {
            return self.leaf(ty);
        };
        self.fuel -= 40;
        let function = &self.module.functions[at];
        self.level = self.level.max(function.level + 1);
        let arguments: Vec<String> = function
            .parameters
            .iter()
            .zip(&function.references)
            .enumerate()
            .map(|(number, (ty, reference))| {
                let value = self.expression(ty, depth.min(2));
                // A method takes its own reference.
                let receiver = function.owner.is_some() && number == 0;
                if *reference && !receiver { format!("&{value}") } else { value }
            })
            .collect();
        match (function.owner, arguments.split_first()) {
            (Some(_), Some((receiver, arguments))) => format!("{receiver}.{}({})", function.name, arguments.join(", ")),
            _ => format!("{}({})", function.name, arguments.join(", ")),
        }
    }

    fn structure(&mut self, number: usize, depth: usize) -> String {
        let structure = &self.types().structs[number];
        if !structure.tuple && self.below(3) == 0 {
            let (name, ty) = &structure.fields[self.random.next() as usize % structure.fields.len()];
            let (value, rest) = (self.expression(ty, depth), self.leaf(&Ty::Struct(number)));
            return format!("({} {{ {name}: {value}, ..{rest} }})", structure.name);
        }
        let fields: Vec<String> = structure.fields.iter().map(|(_, ty)| self.expression(ty, depth)).collect();
        literal(self.types(), number, &fields, "")
    }

    fn array(&mut self, element: &Ty, length: usize, depth: usize) -> String {
        if self.below(3) == 0 {
            return format!("([{}; {length}])", self.expression(element, depth));
        }
        let elements: Vec<String> = (0..length).map(|_| self.expression(element, depth)).collect();
        format!("([{}])", elements.join(", "))
    }

    /// An index of an array of that length.
    pub fn index(&mut self, length: usize, depth: usize) -> String {
        let counters = self.visible(|variable| variable.below.is_some_and(|below| below <= length));
        if let Some(counter) = self.one(&counters).filter(|_| self.below(2) == 0) {
            return counter.name;
        }
        match self.below(4) {
            0 => self.below(length).to_string(),
            1 | 3 if !self.safe => {
                let int = any_int(self.random);
                format!("{} as usize", self.int(int, depth))
            }
            2 => format!("{} % {length}", self.int(Int::Usize, depth)),
            _ => format!("{}.min({})", self.int(Int::Usize, depth), length - 1),
        }
    }

    /// An element at an index that is computed.
    pub fn element(&mut self, scalar: Scalar, depth: usize) -> Option<String> {
        let wanted = Ty::Scalar(scalar);
        let is_array = |ty: &Ty| matches!(ty, Ty::Array(element, _) if **element == wanted);
        let mut arrays: Vec<(String, Ty)> =
            self.visible(|variable| is_array(&variable.ty)).into_iter().map(|variable| (variable.name, variable.ty)).collect();
        arrays.extend(self.module.constants.iter().filter(|constant| is_array(&constant.1)).cloned());
        let (name, ty) = self.one(&arrays)?;
        let Ty::Array(_, length) = ty else { return None };
        Some(format!("{name}[{}]", self.index(length, depth)))
    }
}
