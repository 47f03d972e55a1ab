//! A random `#[declare_target]` module: types, constants, functions, methods, operators.

use crate::statements;
use crate::types::{Ty, Types, any_scalar, below};
use scan_tests::Random;

/// Something that other functions may call.
pub struct Function {
    /// In Rust, without the struct it is a method of.
    pub name: String,
    /// The struct it is a method of.
    pub owner: Option<usize>,
    pub parameters: Vec<Ty>,
    /// Parameters that are taken by reference.
    pub references: Vec<bool>,
    pub returns: Ty,
    /// It never panics.
    pub safe: bool,
    /// `#[declare_scan]` stands on it.
    pub operator: bool,
    /// How deep its calls go.
    pub level: usize,
    pub text: String,
}

/// A module.
pub struct Module {
    pub types: Types,
    pub constants: Vec<(String, Ty)>,
    constant_texts: String,
    pub functions: Vec<Function>,
}

impl Module {
    /// The module of that seed, with so many operators, and a third as many other functions.
    pub fn random(seed: u64, operators: usize) -> Self {
        let mut random = Random::new(seed);
        let types = Types::random(&mut random);
        let mut module = Self { types, constants: Vec::new(), constant_texts: String::new(), functions: Vec::new() };
        module.declare_constants(&mut random);
        for number in 0..operators {
            let function = module.operator(&mut random, number);
            module.functions.push(function);
            if number % 3 == 0 {
                let function = module.function(&mut random, number);
                module.functions.push(function);
            }
        }
        module
    }

    fn declare_constants(&mut self, random: &mut Random) {
        for number in 0..6 {
            let scalar = Ty::Scalar(any_scalar(random));
            let ty = if number < 3 { scalar } else { Ty::Array(Box::new(scalar), 2 + below(random, 4)) };
            let (name, value) = (format!("C{number}"), statements::constant(random, &self.types, &ty));
            self.constant_texts += &format!("pub const {name}: {} = {value};\n", self.types.name(&ty));
            self.constants.push((name, ty));
        }
        for number in 0..self.types.structs.len() {
            let ty = Ty::Struct(number);
            let (name, value) = (self.types.name(&ty), statements::constant(random, &self.types, &ty));
            self.constant_texts += &format!("impl {name} {{ pub const START: {name} = {value}; }}\n");
            self.constants.push((format!("{name}::START"), ty));
        }
    }

    fn operator(&self, random: &mut Random, number: usize) -> Function {
        let ty = self.types.any(random);
        let mut function = Function {
            name: format!("op_{number}"),
            owner: None,
            parameters: vec![ty.clone(), ty.clone()],
            references: vec![false; 2],
            returns: ty,
            safe: true,
            operator: true,
            level: 0,
            text: String::new(),
        };
        self.write(random, &mut function);
        function
    }

    /// A function that an operator may call, or one that may panic.
    fn function(&self, random: &mut Random, number: usize) -> Function {
        let owner = (below(random, 3) == 0).then(|| below(random, self.types.structs.len()));
        let mut parameters: Vec<Ty> = owner.into_iter().map(Ty::Struct).collect();
        parameters.extend((0..1 + below(random, 3)).map(|_| self.types.any(random)));
        let references = parameters.iter().map(|ty| matches!(ty, Ty::Struct(_)) && below(random, 3) == 0).collect();
        let mut function = Function {
            name: format!("f_{number}"),
            owner,
            parameters,
            references,
            returns: self.types.any(random),
            safe: below(random, 3) == 0,
            operator: false,
            level: 0,
            text: String::new(),
        };
        self.write(random, &mut function);
        function
    }

    /// Writes its text.
    fn write(&self, random: &mut Random, function: &mut Function) {
        let names = ["a", "b", "c", "d"];
        let parameters = function.parameters.iter().zip(&function.references).enumerate().map(|(number, (ty, reference))| {
            let reference = if *reference { "&" } else { "" };
            match function.owner {
                Some(_) if number == 0 => format!("{reference}self"),
                _ if reference == "&" => format!("{}: &{}", names[number], self.types.name(ty)),
                _ => format!("mut {}: {}", names[number], self.types.name(ty)),
            }
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (body, level) = statements::body(random, self, function, &names);
        let head = format!("pub fn {}({parameters}) -> {}", function.name, self.types.name(&function.returns));
        function.level = level;
        function.text = match function.owner {
            Some(owner) => format!("impl {} {{ {head} {body} }}\n", self.types.structs[owner].name),
            None => format!("{head} {body}\n"),
        };
    }

    /// The items in Rust; with our attributes, or without.
    pub fn text(&self, annotated: bool) -> String {
        let functions = self.functions.iter().map(|function| {
            let attribute = if annotated && function.operator { "#[declare_scan(assume_associative)]\n" } else { "" };
            format!("{attribute}{}", function.text)
        });
        format!("{}{}{}", self.types.text(), self.constant_texts, functions.collect::<String>())
    }
}

impl Function {
    /// How Rust calls it from outside.
    pub fn path(&self, types: &Types) -> String {
        self.owner.map_or_else(|| self.name.clone(), |owner| format!("{}::{}", types.structs[owner].name, self.name))
    }

    /// Its name in the IR.
    pub fn ir_name(&self, types: &Types) -> String {
        self.path(types).replace("::", "_")
    }
}
