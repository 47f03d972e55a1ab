//! The types of a random module.

use scan_tests::Random;
use scanc::ir::{Int, Scalar};

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    Scalar(Scalar),
    Enum(usize),
    Struct(usize),
    Array(Box<Ty>, usize),
}

pub struct Enumeration {
    pub name: String,
    pub repr: Int,
    pub variants: Vec<(String, i128)>,
}

pub struct Structure {
    pub name: String,
    /// `struct P(i32, u8);`: the fields are `0`, `1`, …
    pub tuple: bool,
    pub fields: Vec<(String, Ty)>,
}

/// The types that a module declares.
#[derive(Default)]
pub struct Types {
    pub enums: Vec<Enumeration>,
    pub structs: Vec<Structure>,
}

/// A primitive value in a value.
pub struct Leaf {
    /// The way there in C, `.m[1]`.
    pub path: String,
    pub scalar: Scalar,
    /// What it may hold, where that is not everything.
    pub values: Option<Vec<i128>>,
}

/// Names that mean something in OpenCL C are names like others.
const TYPE_NAMES: [&str; 8] = ["Pair", "float2", "State", "uint", "Sampler", "Kernel", "image2d_t", "Half"];
const FIELD_NAMES: [&str; 10] = ["x", "y", "s0", "half", "long", "value", "global", "at", "len", "w"];
const VARIANT_NAMES: [&str; 6] = ["Off", "On", "NULL", "Long", "CHAR_BIT", "Third"];

/// Any primitive type.
pub fn any_scalar(random: &mut Random) -> Scalar {
    let all: Vec<Scalar> = Scalar::all().collect();
    all[below(random, all.len())]
}

pub fn any_int(random: &mut Random) -> Int {
    Int::ALL[below(random, Int::ALL.len())]
}

pub fn below(random: &mut Random, bound: usize) -> usize {
    (random.next() % bound as u64) as usize
}

impl Types {
    /// Two enums and four structs, each of which may hold those before it.
    pub fn random(random: &mut Random) -> Self {
        let mut types = Self::default();
        let start = below(random, TYPE_NAMES.len());
        let mut names = (0..TYPE_NAMES.len()).map(|number| TYPE_NAMES[(start + number) % TYPE_NAMES.len()].to_owned());
        let mut name = || names.next().expect("a name for every type");
        for _ in 0..2 {
            let enumeration = enumeration(random, name());
            types.enums.push(enumeration);
        }
        for _ in 0..4 {
            let structure = types.structure(random, name());
            types.structs.push(structure);
        }
        types
    }

    fn structure(&self, random: &mut Random, name: String) -> Structure {
        let tuple = below(random, 3) == 0;
        let start = below(random, FIELD_NAMES.len());
        let fields = (0..1 + below(random, 4)).map(|number| {
            let name = if tuple { number.to_string() } else { FIELD_NAMES[(start + number) % FIELD_NAMES.len()].to_owned() };
            (name, self.member(random))
        });
        Structure { name, tuple, fields: fields.collect() }
    }

    fn member(&self, random: &mut Random) -> Ty {
        match below(random, 10) {
            0 => Ty::Enum(below(random, self.enums.len())),
            1 if !self.structs.is_empty() => Ty::Struct(below(random, self.structs.len())),
            2 | 3 => Ty::Array(Box::new(Ty::Scalar(any_scalar(random))), 1 + below(random, 4)),
            4 => {
                let row = Ty::Array(Box::new(Ty::Scalar(any_scalar(random))), 2);
                Ty::Array(Box::new(row), 2)
            }
            _ => Ty::Scalar(any_scalar(random)),
        }
    }

    /// A type that functions pass to each other.
    pub fn any(&self, random: &mut Random) -> Ty {
        match below(random, 8) {
            0 => Ty::Enum(below(random, self.enums.len())),
            1..=3 => Ty::Struct(below(random, self.structs.len())),
            _ => Ty::Scalar(any_scalar(random)),
        }
    }

    /// As Rust writes it.
    pub fn name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(scalar) => scalar.rust().to_owned(),
            Ty::Enum(number) => self.enums[*number].name.clone(),
            Ty::Struct(number) => self.structs[*number].name.clone(),
            Ty::Array(element, length) => format!("[{}; {length}]", self.name(element)),
        }
    }

    /// The primitive values in a value, in order.
    pub fn leaves(&self, ty: &Ty) -> Vec<Leaf> {
        let within = |step: String, ty: &Ty| {
            let leaves = self.leaves(ty).into_iter();
            leaves.map(move |leaf| Leaf { path: format!("{step}{}", leaf.path), ..leaf }).collect::<Vec<_>>()
        };
        match ty {
            Ty::Scalar(scalar) => vec![Leaf { path: String::new(), scalar: *scalar, values: None }],
            Ty::Enum(number) => {
                let Enumeration { repr, variants, .. } = &self.enums[*number];
                let values = variants.iter().map(|variant| variant.1).collect();
                vec![Leaf { path: String::new(), scalar: Scalar::Int(*repr), values: Some(values) }]
            }
            Ty::Struct(number) => {
                let fields = self.structs[*number].fields.iter();
                fields.flat_map(|(name, ty)| within(format!(".{}", scanc::render::c::field_name(name)), ty)).collect()
            }
            Ty::Array(element, length) => (0..*length).flat_map(|at| within(format!("[{at}]"), element)).collect(),
        }
    }

    /// The declarations, as Rust writes them.
    pub fn text(&self) -> String {
        let enums = self.enums.iter().map(|Enumeration { name, repr, variants }| {
            let variants: Vec<String> = variants.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let derived = "#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]";
            format!("#[repr({})] {derived} pub enum {name} {{ {} }}\n", Scalar::Int(*repr).rust(), variants.join(", "))
        });
        let structs = self.structs.iter().map(|Structure { name, tuple, fields }| {
            let derived = "#[repr(C)] #[derive(Clone, Copy, Debug)]";
            let texts = |named: bool| {
                let text = |(name, ty): &(String, Ty)| {
                    format!("pub {}{}", if named { format!("{name}: ") } else { "".into() }, self.name(ty))
                };
                fields.iter().map(text).collect::<Vec<_>>().join(", ")
            };
            if *tuple {
                format!("{derived} pub struct {name}({});\n", texts(false))
            } else {
                format!("{derived} pub struct {name} {{ {} }}\n", texts(true))
            }
        });
        enums.chain(structs).collect()
    }
}

fn enumeration(random: &mut Random, name: String) -> Enumeration {
    let repr = any_int(random);
    let mut value = if repr.signed() { -2 } else { 0 };
    let start = below(random, VARIANT_NAMES.len());
    let variants = (0..2 + below(random, 3)).map(|number| {
        value += 1 + below(random, 3) as i128;
        (VARIANT_NAMES[(start + number) % VARIANT_NAMES.len()].to_owned(), value)
    });
    Enumeration { name, repr, variants: variants.collect() }
}
