//! The command: files in; kernels, host files, diagnostics, explanations out.

mod arguments;
mod cargo;
pub mod codes;
mod compile;
mod complete;
mod declared;
#[cfg(feature = "devices")]
mod devices;
mod explain;
mod finding;
mod functions;
mod items;
mod layout;
mod operators;
mod output;
mod region;
mod report;
mod rewrite;
mod sarif;
mod shadows;
mod shell;
mod source;
mod uses;

pub use arguments::Devices;
pub use cargo::{run as run_for_cargo, suggested};
pub use compile::{CompiledFile, CompiledLoop, compile_file, compile_file_for};
pub use finding::{Finding, Place};
pub use operators::CompiledOperator;
pub use source::Source;

use crate::diagnostic::Code;
use arguments::{Arguments, Command, ExplainFormat, MessageFormat};
use clap::{CommandFactory, Parser};
use codes::Explanation;
use explain::{FileFacts, Machine};
use finding::codes as file_codes;
use operators::Laws;
use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What the command exits with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Done = 0,
    Errors = 1,
    InputOrOutput = 2,
}

/// Runs the command on the process's arguments: 0 done, 1 diagnostics were errors, 2 bad usage, files that cannot be read or written, or
/// a system that gives no thread.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    on_a_deep_stack(move || execute(arguments.command))
}

/// The parser recurses as deep as an expression does.
const STACK: usize = 256 << 20;

fn on_a_deep_stack(work: impl FnOnce() -> Outcome + Send + 'static) -> ExitCode {
    let outcome = match std::thread::Builder::new().stack_size(STACK).spawn(work) {
        Ok(deep) => deep.join(),
        Err(error) => {
            complain(&format!("scanc: the system gives no thread: {error}"));
            Ok(Outcome::InputOrOutput)
        }
    };
    outcome.map_or(ExitCode::from(Outcome::Errors as u8), |outcome| ExitCode::from(outcome as u8))
}

fn execute(command: Command) -> Outcome {
    match command {
        Command::Build { files, out_dir, device } => build(&files, &out_dir, device),
        Command::Check { files, message_format, proof } => check(&files, message_format, proof.seconds()),
        Command::Explain { codes: true, .. } => list_codes(),
        Command::Explain { files, format, proof, .. } => explain(&files, format, proof.seconds()),
        #[cfg(feature = "devices")]
        Command::Devices => devices::list(),
        Command::Completions(completions) => completions.write(Arguments::command(), "scanc"),
        Command::Man(manual) => manual.write(Arguments::command()),
    }
}

/// `scanc build`
fn build(files: &[PathBuf], folder: &Path, devices: Devices) -> Outcome {
    let mut findings = conflicts(files, folder);
    if findings.is_empty() {
        findings = files.iter().flat_map(|path| build_file(path, folder, devices)).collect();
    }
    tell(&findings)
}

fn build_file(path: &Path, folder: &Path, devices: Devices) -> Vec<Finding> {
    let (source, compiled) = match compiled_for(path, devices) {
        Ok(both) => both,
        Err(finding) => return vec![finding],
    };
    let mut findings = compiled.findings;
    if let (Some(_), Some(place)) = (&compiled.host, compiled.forbids_unsafe) {
        findings.push(forbids_unsafe(&source, place));
    } else if let Some(host) = &compiled.host {
        let kernels = compiled.loops.iter().flat_map(CompiledLoop::kernels);
        let files: Vec<_> = kernels.chain([(format!("{}.rs", source.stem()), host.as_str())]).collect();
        match output::write_all(folder, &files) {
            Ok(written) => print(&written.iter().map(|path| format!("{}\n", path.display())).collect::<String>()),
            Err(finding) => findings.push(finding),
        }
    }
    findings
}

/// `scanc check`, with proofs if there are seconds for each.
fn check(files: &[PathBuf], format: MessageFormat, seconds: Option<u32>) -> Outcome {
    let (mut loops, mut operators) = (0, 0);
    let (mut findings, mut left) = (Vec::new(), Vec::new());
    for path in files {
        match compiled(path) {
            Ok((source, mut compiled)) => {
                loops += compiled.loops.len();
                operators += compiled.operators.len();
                left.append(&mut compiled.left_to_rustc);
                let laws = laws(&source, &mut compiled, seconds);
                if seconds.is_some() && matches!(format, MessageFormat::Human) {
                    print(&(explain::laws(&source, &compiled, &laws) + "\n"));
                }
                findings.extend(compiled.findings);
            }
            Err(finding) => findings.push(finding),
        }
    }
    match format {
        MessageFormat::Human => {
            let outcome = tell(&findings);
            if outcome == Outcome::Done {
                let looked_at = looked_at(loops, operators);
                complain(&format!("{looked_at} in {}: no errors{}", counted(files.len(), "file"), for_rustc(left)));
            }
        }
        MessageFormat::Json => findings.iter().for_each(|finding| print(&format!("{}\n", report::json(finding)))),
        MessageFormat::Sarif => print(&format!("{}\n", report::sarif(&findings))),
    }
    outcome_of(&findings)
}

/// What is said of names that no file explains.
fn for_rustc(mut names: Vec<String>) -> String {
    names.sort();
    names.dedup();
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => format!("; what {only} is, rustc decides"),
        [several @ .., last] => format!("; what {} and {last} are, rustc decides", several.join(", ")),
    }
}

fn looked_at(loops: usize, operators: usize) -> String {
    let loops = counted(loops, "annotated loop");
    if operators == 0 { loops } else { format!("{loops} and {}", counted(operators, "declared operator")) }
}

/// `scanc explain --codes`
fn list_codes() -> Outcome {
    print(&codes::list());
    Outcome::Done
}

/// `scanc explain`, with proofs if there are seconds for each. What reads as a code and is no file is a code.
fn explain(files: &[PathBuf], format: ExplainFormat, seconds: Option<u32>) -> Outcome {
    let code = |path: &Path| if path.exists() { None } else { path.to_str().and_then(codes::read) };
    let (codes, files): (Vec<_>, Vec<_>) = files.iter().map(|path| code(path).ok_or(path)).partition(Result::is_ok);
    let codes: Vec<Code> = codes.into_iter().flatten().collect();
    if let (Some(code), true) = (codes.first(), format != ExplainFormat::Text) {
        complain(&format!("scanc: what {code} means is said in words alone: leave out `--format`, or the code"));
        return Outcome::InputOrOutput;
    }
    let outcome = codes.into_iter().map(explain_code).max().unwrap_or(Outcome::Done);
    let (mut findings, mut facts) = (Vec::new(), Vec::new());
    let machine = if files.is_empty() { Machine::default() } else { Machine::here() };
    for path in files.into_iter().filter_map(Result::err) {
        match compiled(path) {
            Ok((source, mut compiled)) => {
                let laws = laws(&source, &mut compiled, seconds);
                facts.push(FileFacts::of(&source, &compiled, &laws, &machine));
                findings.extend(compiled.findings);
            }
            Err(finding) => findings.push(finding),
        }
    }
    print(&explain::shown(&facts, format));
    outcome.max(tell(&findings))
}

fn explain_code(code: Code) -> Outcome {
    match Explanation::of(code) {
        Some(explanation) => {
            print(&explanation.plain());
            Outcome::Done
        }
        None => {
            complain(&codes::unknown(code));
            Outcome::InputOrOutput
        }
    }
}

/// What is known of the laws of each of a file's operators; what is refuted is a finding.
fn laws(source: &Source, compiled: &mut CompiledFile, seconds: Option<u32>) -> Vec<Option<Laws>> {
    let known: Vec<Option<Laws>> = compiled.operators.iter().map(|operator| operator.laws(seconds)).collect();
    for (operator, laws) in compiled.operators.iter().zip(&known) {
        let refutations = laws.iter().flat_map(|laws| operator.refutations(laws));
        let placed = refutations.map(|found| Finding::in_source(&found, source, operator.place.clone()));
        compiled.findings.extend(placed);
    }
    known
}

fn compiled(path: &Path) -> Result<(Source, CompiledFile), Finding> {
    compiled_for(path, Devices::All)
}

fn compiled_for(path: &Path, devices: Devices) -> Result<(Source, CompiledFile), Finding> {
    let source = Source::read(path)?;
    let compiled = compile_file_for(&source, devices);
    Ok((source, compiled))
}

/// What would be written over: two inputs of one name, or an input itself.
fn conflicts(files: &[PathBuf], folder: &Path) -> Vec<Finding> {
    let mut inputs: HashMap<String, &Path> = HashMap::new();
    let mut findings = Vec::new();
    for path in files {
        let output = format!("{}.rs", Source::new(path, "").stem());
        if let Some(first) = inputs.insert(output.to_lowercase(), path) {
            findings.push(same_output(path, first, &folder.join(output)));
        } else if is_same_file(path, &folder.join(output)) {
            findings.push(overwrites_source(path, folder));
        }
    }
    findings
}

fn same_output(path: &Path, first: &Path, output: &Path) -> Finding {
    if is_same_file(path, first) {
        return Finding::about_file(file_codes::SAME_OUTPUT, path, "this file is named twice").help("name it once");
    }
    let message = format!("this file and {} would both become {}", first.display(), output.display());
    Finding::about_file(file_codes::SAME_OUTPUT, path, message).help("build them into two folders")
}

fn overwrites_source(path: &Path, folder: &Path) -> Finding {
    let message = format!("the host file would overwrite this source: it is in {}", folder.display());
    Finding::about_file(file_codes::OVERWRITES_SOURCE, path, message).help("name another folder with `-o DIR`")
}

fn forbids_unsafe(source: &Source, place: std::ops::Range<usize>) -> Finding {
    let message =
        "this file forbids `unsafe_code`, of which the file that would be made of it has some: where it vouches for its kernels";
    let help = "write `deny` here, and allow it where the other file is a module; or use the macro, which needs neither";
    Finding::about_file(file_codes::FORBIDS_UNSAFE, &source.path, message).help(help).at(source, place)
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Tells a person what was found.
fn tell(findings: &[Finding]) -> Outcome {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let coloured = std::io::stderr().is_terminal() && !plain;
    findings.iter().for_each(|finding| complain(&format!("{}\n", report::human(finding, coloured))));
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    if errors > 0 {
        complain(&format!("scanc: {errors} error{}\n\n{}", plural(errors), report::more_about(findings)));
    }
    outcome_of(findings)
}

fn outcome_of(findings: &[Finding]) -> Outcome {
    let outcome = |finding: &Finding| match finding.is_error() {
        true if finding.is_input_or_output() => Outcome::InputOrOutput,
        true => Outcome::Errors,
        false => Outcome::Done,
    };
    findings.iter().map(outcome).max().unwrap_or(Outcome::Done)
}

/// `2 files`
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", plural(count))
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// To standard output. Whoever closes it early (`| head`) has seen enough.
fn print(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// To standard error, likewise.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
