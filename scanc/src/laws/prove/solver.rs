//! The SMT solver, as a child process.

use super::Reason;
use super::sexpr::{Sexpr, parse};
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// Names another program than `z3` on the path.
const PROGRAM: &str = "SCANC_Z3";
/// What the solver may take of the memory: a question that is too hard must not take the machine with it.
const MEGABYTES: u32 = 4096;

/// The solver's answer.
pub(super) enum Answer {
    /// There are no such values.
    Unsatisfiable,
    /// These, in the order asked for.
    Values(Vec<Sexpr>),
}

/// Asks whether what `script` asserts can be, and for the values of `names` if it can. The answer may take `seconds`.
pub(super) fn ask(script: &str, names: &[String], seconds: u32) -> Result<Answer, Reason> {
    let text = format!("{script}{}\n(get-value ({}))\n", strategy(seconds), names.join(" "));
    let output = run(&text, seconds)?;
    let answers = parse(&output);
    match answers.first().and_then(Sexpr::atom) {
        Some("unsat") => Ok(Answer::Unsatisfiable),
        Some("sat") => values(&answers, names.len()).ok_or_else(|| Reason::Solver("no values".to_owned())),
        Some("unknown" | "timeout") => Err(Reason::Timeout(seconds)),
        _ => Err(Reason::Solver(output.lines().next().unwrap_or("it says nothing").to_owned())),
    }
}

/// Polynomials are compared as sums of products first, which settles what only adds and multiplies at any width; then bit by bit.
fn strategy(seconds: u32) -> String {
    let first = 1000 * u64::from(seconds) * 3 / 10;
    format!(
        "(check-sat-using (or-else (try-for (then (using-params simplify :som true) smt) {first}) \
         (then simplify solve-eqs max-bv-sharing bit-blast sat)))"
    )
}

fn values(answers: &[Sexpr], count: usize) -> Option<Answer> {
    let pairs = answers.get(1)?.elements();
    let values: Vec<Sexpr> = pairs.iter().filter_map(|pair| pair.elements().get(1).cloned()).collect();
    (values.len() == count).then_some(Answer::Values(values))
}

/// What the solver prints.
fn run(text: &str, seconds: u32) -> Result<String, Reason> {
    let program = std::env::var_os(PROGRAM).unwrap_or_else(|| "z3".into());
    let mut command = Command::new(program);
    command
        .args(["-in", "-smt2", &format!("-T:{seconds}"), &format!("-memory:{MEGABYTES}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Reason::NoSolver,
        _ => Reason::Solver(error.to_string()),
    })?;
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|error| Reason::Solver(error.to_string()))?;
    match written {
        // A solver that gives up early closes its end; what it printed says why.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Reason::Solver(error.to_string())),
        _ => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
    }
}

/// Whether the solver can be run.
#[cfg(test)]
pub(super) fn is_there() -> bool {
    run("", 1).is_ok()
}
