//! Random functions with several annotated loops, as text.

use super::templates::{BLOCKS, LOOPS, NO_ORIGIN, ORIGINS, Origin, STATEMENTS};
use crate::expressions::Dice;
use scan_tests::Random;
use std::fmt::Write;

/// A function, and its call.
pub struct Program {
    /// With annotations, each on lines of its own.
    pub function: String,
    /// What it is called with, and everything that it leaves, as text: of the functions of the module `m`.
    pub call: String,
}

/// An array in a function.
struct Array {
    name: String,
    place: &'static str,
    origin: &'static Origin,
    is_points: bool,
}

/// The arrays that a template speaks of.
#[derive(Clone, Copy, Default)]
struct Chosen {
    written: Option<usize>,
    read: Option<usize>,
    grows: Option<usize>,
    points: Option<usize>,
    exchanged: Option<(usize, usize)>,
}

struct Maker<'a, 'r> {
    dice: &'a mut Dice<'r>,
    arrays: Vec<Array>,
    names: usize,
}

/// The program of that seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    (0..8).for_each(|_| _ = random.next());
    let mut dice = Dice(&mut random);
    let mut maker = Maker { arrays: Vec::new(), dice: &mut dice, names: 0 };
    maker.choose_arrays();
    maker.print(seed)
}

impl Maker<'_, '_> {
    fn choose_arrays(&mut self) {
        for name in ["a", "b", "c"].iter().take(2 + self.dice.below(2)) {
            // Now and then several of one kind, whose names can be exchanged.
            let like = self.arrays.first().filter(|_| self.dice.once_in(3)).map(|array: &Array| array.origin);
            let origin = like.unwrap_or_else(|| &ORIGINS[self.dice.below(ORIGINS.len())]);
            let place = origin.places[self.dice.below(origin.places.len())];
            self.arrays.push(Array { name: (*name).to_owned(), place, origin, is_points: false });
        }
        if !self.arrays.iter().any(|array| array.origin.written) {
            self.arrays[0] = Array { name: "a".to_owned(), place: "@a", origin: &ORIGINS[0], is_points: false };
        }
        const POINTS: &Origin = &Origin {
            parameter: "@a: &mut [Point]",
            before: "let mut @a = points(@s);",
            argument: "&mut @a",
            left: "@a",
            is_name: false,
            ..NO_ORIGIN
        };
        if self.dice.once_in(3) {
            self.arrays.push(Array { name: "p".to_owned(), place: "@a", origin: POINTS, is_points: true });
        }
    }

    fn print(mut self, seed: u64) -> Program {
        let mut body = String::new();
        for array in &self.arrays {
            if !array.origin.declared.is_empty() {
                writeln!(body, "{}", array.text(array.origin.declared, seed)).expect("a string");
            }
        }
        let macros = self.macros();
        let mut statements = self.a_loop();
        for _ in 0..1 + self.dice.below(2) {
            for _ in 0..1 + self.dice.below(2) {
                statements += &self.statement(2);
            }
            statements += &self.a_loop_or_block();
        }
        body += if statements.contains("own") { &macros } else { "" };
        body += &statements;
        let mut parameters: Vec<String> = self
            .arrays
            .iter()
            .filter(|array| !array.origin.parameter.is_empty())
            .map(|array| array.text(array.origin.parameter, seed))
            .collect();
        parameters.extend(["mut number: i32".to_owned(), "k: usize".to_owned()]);
        let function =
            format!("#[scan]\npub fn f{seed}<'t>({}) -> Option<i32> {{\n{body}Some(number)\n}}\n", parameters.join(", "));
        Program { function, call: self.call(seed) }
    }

    /// Macros of the function's own, which name what they are not given.
    fn macros(&mut self) -> String {
        let written = self.pick(|array| array.origin.written && !array.is_points).expect("an array");
        let place = self.arrays[written].whole();
        format!(
            "#[allow(unused)]\nmacro_rules! own {{ () => {{ {place}[3] ^= 1 }} }}\n\
             #[allow(unused)]\nmacro_rules! own_value {{ () => {{ {place}[4] }} }}\n"
        )
    }

    fn pick(&mut self, is: impl Fn(&Array) -> bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.arrays.len()).filter(|&array| is(&self.arrays[array])).collect();
        (!all.is_empty()).then(|| all[self.dice.below(all.len())])
    }

    fn choose(&mut self) -> Chosen {
        let written = self.pick(|array| array.origin.written && !array.is_points);
        let other = |array: &Array, names: &[Option<&str>]| !names.contains(&Some(array.name.as_str()));
        let name = written.map(|array| self.arrays[array].name.clone());
        let read = self.pick(|array| !array.is_points && other(array, &[name.as_deref()]));
        let is_read = read.map(|array| self.arrays[array].name.clone());
        let grows = self.pick(|array| array.origin.grows && other(array, &[is_read.as_deref()]));
        let points = self.pick(|array| array.is_points);
        let exchanged = self.pick(|array| array.origin.is_name && array.origin.written && !array.is_points).and_then(|one| {
            let (name, parameter) = (self.arrays[one].name.clone(), self.arrays[one].origin);
            let same = |array: &Array| array.name != name && std::ptr::eq(array.origin, parameter);
            self.pick(same).map(|two| (one, two))
        });
        Chosen { written, read, grows, points, exchanged }
    }

    /// A template with arrays for its placeholders; `None` where the function has none of a kind.
    fn fill(&mut self, template: &str, chosen: &Chosen) -> Option<String> {
        let place = |array: Option<usize>| array.map(|array| self.arrays[array].whole());
        let name = |array: usize| self.arrays[array].name.clone();
        let kinds = [
            ("@w", place(chosen.written)),
            ("@u", place(chosen.read)),
            ("@v", place(chosen.grows)),
            ("@p", place(chosen.points)),
            ("@x", place(chosen.read.filter(|&read| self.arrays[read].origin.written))),
            ("@W", chosen.exchanged.map(|(one, _)| name(one))),
            ("@X", chosen.exchanged.map(|(_, two)| name(two))),
        ];
        let mut text = template.to_owned();
        for (placeholder, value) in kinds {
            if text.contains(placeholder) {
                text = text.replace(placeholder, &value?);
            }
        }
        self.names += 1;
        let (index, small) = (self.dice.below(6), self.dice.below(90));
        Some(text.replace("@i", &index.to_string()).replace("@c", &small.to_string()).replace("@n", &self.names.to_string()))
    }

    /// A template of these that can be filled. In `@{` and `@}` more is put.
    fn any_of(&mut self, templates: &[&str]) -> String {
        loop {
            let (template, chosen) = (templates[self.dice.below(templates.len())], self.choose());
            if let Some(text) = self.fill(template, &chosen) {
                return text + "\n";
            }
        }
    }

    fn a_loop(&mut self) -> String {
        self.any_of(LOOPS)
    }

    fn a_loop_or_block(&mut self) -> String {
        if self.dice.below(5) < 3 {
            return self.a_loop();
        }
        let block = self.any_of(BLOCKS);
        let first = if self.dice.once_in(2) { self.statement(0) } else { String::new() };
        let inner = first + &self.a_loop();
        let last = if self.dice.once_in(2) { self.statement(0) } else { String::new() };
        let other = self.statement(0);
        block.replace("@{", &(inner + &last)).replace("@}", &other)
    }

    /// A statement; `depth`: how deep blocks around it may be.
    fn statement(&mut self, depth: usize) -> String {
        let text = self.any_of(STATEMENTS);
        match depth > 0 && self.dice.once_in(8) {
            true => format!("if number & 1 == 0 {{\n{text}}}\n{}", self.statement(depth - 1)),
            false => text,
        }
    }

    fn call(&self, seed: u64) -> String {
        let has = |part: fn(&Origin) -> &str| {
            self.arrays
                .iter()
                .filter(move |array| !part(array.origin).is_empty())
                .map(move |array| array.text(part(array.origin), seed))
        };
        let before: String = has(|origin| origin.before).collect();
        let arguments: Vec<String> = has(|origin| origin.argument).collect();
        let left: String = has(|origin| origin.left).map(|left| format!(", &{left}")).collect();
        let (number, k) = (seed % 97, 3 + seed % 4);
        let separator = if arguments.is_empty() { "" } else { ", " };
        format!(
            "{before} let result = caught(|| m::f{seed}({}{separator}{number}, {k})); left!(result{left})",
            arguments.join(", ")
        )
    }
}

impl Array {
    fn text(&self, template: &str, seed: u64) -> String {
        let number = seed.wrapping_mul(3) + u64::from(self.name.as_bytes()[0]);
        template.replace("@a", &self.name).replace("@s", &number.to_string())
    }

    fn whole(&self) -> String {
        self.text(self.place, 0)
    }
}
