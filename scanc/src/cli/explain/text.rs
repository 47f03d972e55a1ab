//! Facts for a person at a terminal: no line is longer than [`WIDTH`], but for words and places that are.

use super::facts::{At, FileFacts, Here, LoopFacts, OperatorFacts};
use std::fmt::Write;

/// What every terminal shows.
const WIDTH: usize = 80;
/// Where the values of rows begin.
const MARGIN: usize = 13;

/// Every operator and every loop of a file.
pub(super) fn file(facts: &FileFacts) -> String {
    let operators = facts.operators.iter().map(operator);
    operators.chain(facts.loops.iter().map(one_loop)).collect::<Vec<_>>().join("\n")
}

/// An operator, and how its laws are known.
fn operator(facts: &OperatorFacts) -> String {
    let mut rows = Rows::below(&operator_line(facts));
    let none = || "none: a semigroup, whose scans start from a value of the loop".to_owned();
    rows.row("identity", facts.identity.as_ref().map_or_else(none, |identity| format!("`{identity}`")));
    rows.rows("domain", facts.domain.iter().map(|domain| format!("`{domain}`")));
    rows.rows("laws", facts.laws.iter().map(ToString::to_string));
    rows.text
}

/// What is known of an operator's laws, a line each.
pub(super) fn laws(facts: &OperatorFacts) -> String {
    facts.laws.iter().fold(operator_line(facts), |text, law| format!("{text}  {law}\n"))
}

fn operator_line(facts: &OperatorFacts) -> String {
    format!("{}: operator {}\n", place(&facts.at), facts.operator)
}

fn place(at: &At) -> String {
    format!("{}:{}:{}", at.file, at.line, at.column)
}

fn one_loop(facts: &LoopFacts) -> String {
    let mut rows = Rows::below(&format!("{}: loop {} of `{}`\n", place(&facts.at), facts.number, facts.function));
    rows.row(facts.what, facts.shape.clone());
    rows.rows("formula", facts.formula.iter().cloned());
    rows.rows("numbers", facts.numbers.iter().cloned());
    for carried in &facts.carried {
        if facts.carried.len() > 1 {
            let reduced = if carried.is_reduced_only { ", only reduced" } else { "" };
            rows.row("carries", format!("{}{reduced}", carried.carried_in));
        }
        rows.row("operator", carried.operator.clone());
        rows.rows("identity", carried.identity.iter().map(|identity| format!("`{identity}`")));
        rows.rows("laws", carried.laws.iter().map(ToString::to_string));
        rows.row("start", carried.start.clone());
        rows.row("element", carried.element.clone());
    }
    rows.rows("arrays", facts.arrays.iter().map(|array| format!("`{}`: {}, {}", array.name, array.ty, array.says)));
    rows.rows("captures", facts.captures.iter().map(|capture| format!("`{}`: {}, evaluated once", capture.value, capture.ty)));
    facts.afterwards.iter().for_each(|said| rows.row("afterwards", said.clone()));
    rows.row("fused", facts.fused.clone());
    rows.rows("moves", facts.moves.iter().cloned());
    let chosen = if facts.algorithm.is_by_clause { "by its clause" } else { "by default" };
    let fixed = if facts.algorithm.is_deterministic { "; the same bits on every run" } else { "" };
    rows.row("algorithm", format!("{}: {} ({chosen}){fixed}", facts.algorithm.name, facts.algorithm.says));
    rows.rows("passes", facts.passes.iter().map(|passes| format!("{}: {}", passes.of, passes.says)));
    let need = facts.kernels.need.join(" and ");
    let need = if need.is_empty() { need } else { format!(", which needs {need}") };
    rows.row("kernel", format!("{}{need}", facts.kernels.pattern));
    rows.rows("lag", facts.lag.iter().map(|lag| format!("{lag} iterations: so many scans, interleaved")));
    rows.rows("ranks", facts.ranks.iter().cloned());
    rows.rows("batches", facts.batches.iter().cloned());
    rows.row("runs on", facts.runs_on.clone());
    if let Some(here) = &facts.here {
        let none = here.is_empty().then(|| "there is no OpenCL device: host threads, or as written".to_owned());
        rows.rows("here", none.into_iter().chain(here.iter().map(on_device)));
    }
    rows.text
}

fn on_device(here: &Here) -> String {
    let what = match (&here.kernel, here.lacks) {
        (Some(kernel), _) => kernel.clone(),
        (None, lacks) => format!("nothing: {}", lacks.unwrap_or("it cannot")),
    };
    format!("on {}, {} ({}): {what}", here.device, here.kind, here.name)
}

/// Titles and values below a headline.
struct Rows {
    text: String,
}

impl Rows {
    fn below(headline: &str) -> Self {
        Self { text: headline.to_owned() }
    }

    fn row(&mut self, title: &str, value: String) {
        for (number, line) in wrapped(&value, WIDTH - MARGIN).iter().enumerate() {
            // A `String` takes all that is written.
            let _ = writeln!(self.text, "  {:<10} {line}", if number == 0 { title } else { "" });
        }
    }

    /// Of several values the first stands beside the title.
    fn rows(&mut self, title: &str, values: impl Iterator<Item = String>) {
        values.enumerate().for_each(|(number, value)| self.row(if number == 0 { title } else { "" }, value));
    }
}

/// Lines of at most so many characters, broken between words.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one from the beginning");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
