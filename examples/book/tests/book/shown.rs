//! Blocks that show a file, or what a program or the command says.
//!
//! A comment on the line before a block says what it shows:
//!
//! | comment | the block |
//! |---|---|
//! | `file: PATH` | a file of this crate |
//! | `program: NAME` | a session: `cargo run` runs this program, `scanc` finds its text in `src/main.rs` |
//! | `refused` | what `scanc check` says of the block before, as `src/main.rs` |
//! | `explained` | what `scanc explain` says of the last block of Rust |
//! | `kernel: gpu` | parts, with `…` between them, of the kernel that `scanc build` makes of the last block of Rust for a device of that kind |
//!
//! A session's other commands are not run.

use crate::pages::{Block, all, blocks, crate_folder, folder, updates, with_texts};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// What the command draws, from the folder of the pages.
pub const DRAWN: &str = "drawings/weigh.svg";

#[test]
fn what_is_shown_is_what_is_said() {
    let mut wrong = Vec::new();
    for (name, page) in all() {
        let found = blocks(&page);
        let texts: Vec<String> = (0..found.len()).map(|number| text_of(&found[number], &found[..number])).collect();
        for (block, text) in found.iter().zip(&texts).filter(|(block, text)| block.text != **text) {
            wrong.push(format!("{name}:{}: instead of\n{}\nit is\n{text}", block.line, block.text));
        }
        if updates() {
            fs::write(folder().join(&name), with_texts(&page, &texts)).expect("a page");
        }
    }
    assert!(updates() || wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The book says so of the tutorial's programs; where there is a device, it is used.
#[test]
fn programs_print_the_same_wherever_they_run() {
    let places = ["loop", "host", "any"];
    for name in ["balance", "balance_with_interest"] {
        let workshop = Workshop::with("");
        let said = places.map(|place| said(&mut workshop.command(name, &[("SCAN_DEVICE", place)])));
        assert!(said.iter().all(|text| *text == said[0]), "{name}: {said:#?}");
    }
}

/// Every refused loop shows its message, and nothing is left out of the tests but what another test has.
#[test]
fn no_block_goes_untested() {
    for (name, page) in all() {
        let found = blocks(&page);
        for (number, block) in found.iter().enumerate() {
            let place = format!("{name}:{}", block.line);
            let next = found.get(number + 1).and_then(|next| next.note.as_deref());
            match &*block.info {
                "rust,compile_fail" => assert_eq!(next, Some("refused"), "{place}"),
                "rust,ignore" => assert!(block.note.as_ref().is_some_and(|note| note.starts_with("file: ")), "{place}"),
                "console" => assert!(block.note.is_some() || block.text.lines().all(|line| line.starts_with("$ ")), "{place}"),
                "rust" | "rust,no_run" | "rust,should_panic" | "text" | "toml" | "c" | "cpp" => {}
                other => panic!("{place}: a block of {other}"),
            }
        }
    }
}

/// What a block is to hold.
fn text_of(block: &Block, before: &[Block]) -> String {
    let Some(note) = &block.note else { return block.text.clone() };
    let rust = || &before.iter().rfind(|block| block.info.starts_with("rust")).expect("a block of Rust").text;
    match note.split_once(": ") {
        Some(("file", path)) => fs::read_to_string(crate_folder().join(path)).expect("a file"),
        Some(("program", name)) => session(name, &block.text),
        Some(("kernel", kind)) => parts_of_kernel(&items_of(rust()), kind, &block.text),
        None if note == "refused" => refused(rust()),
        None if note == "explained" => explained(&items_of(rust())),
        _ => panic!("line {}: {note}", block.line),
    }
}

/// The message without the number of errors.
fn refused(block: &str) -> String {
    let said = Workshop::with(block).scanc(&["check", "src/main.rs"]);
    assert!(said.starts_with("error[SC") && !said.starts_with("error[SC09"), "{said}");
    let (message, _) = said.rsplit_once("\n\nscanc: ").expect("how many errors");
    message.to_owned() + "\n"
}

/// A block's items; the statements behind them are no part of a file.
fn items_of(block: &str) -> String {
    let is_statement = |line: &&str| line.starts_with("let ") || line.starts_with("assert");
    let items: String = block.lines().take_while(|line| !is_statement(line)).map(|line| format!("{line}\n")).collect();
    items.trim_end().to_owned()
}

fn explained(items: &str) -> String {
    let said = Workshop::with(items).explain("text");
    assert!(!said.contains("error"), "{said}");
    said
}

/// Of the page's first loop that is explained.
#[test]
fn the_drawing_of_a_loop_is_what_the_command_draws() {
    let page = fs::read_to_string(folder().join("howto/look_inside.md")).expect("a page");
    let blocks = blocks(&page);
    let rust = blocks.iter().find(|block| block.info == "rust").expect("a block of Rust");
    let (path, drawn) = (folder().join(DRAWN), Workshop::with(&items_of(&rust.text)).explain("svg"));
    if updates() {
        fs::write(&path, &drawn).expect("a drawing");
    }
    assert!(fs::read_to_string(&path).is_ok_and(|kept| kept == drawn), "{DRAWN} is old: set UPDATE_GOLDEN=1");
}

/// `shown`, if its parts are in the kernel, one after the other.
fn parts_of_kernel(items: &str, kind: &str, shown: &str) -> String {
    let workshop = Workshop::with(items);
    let written = workshop.scanc(&["build", "src/main.rs", "-o", "out"]);
    let name = written.lines().find(|name| name.ends_with(&format!(".{kind}.cl"))).expect("a kernel of that kind");
    let kernel = fs::read_to_string(workshop.0.path().join(name)).expect("the kernel");
    let mut rest = &*kernel;
    for part in shown.split("\n…\n") {
        let (_, behind) = rest.split_once(part.trim_matches('\n')).unwrap_or_else(|| panic!("{part}\nis not in\n{kernel}"));
        rest = behind;
    }
    shown.to_owned()
}

/// The commands of a session with what they say.
fn session(name: &str, text: &str) -> String {
    let program = fs::read_to_string(crate_folder().join(format!("examples/{name}.rs"))).expect("a program");
    let workshop = Workshop::with(&program);
    let commands = text.lines().filter(|line| line.starts_with("$ "));
    commands.fold(String::new(), |said, command| said + command + "\n" + &workshop.answer(name, &command[2..]))
}

/// A folder with a program.
struct Workshop(tempfile::TempDir);

impl Workshop {
    fn with(program: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("src")).expect("a folder");
        fs::write(folder.path().join("src/main.rs"), program).expect("a file");
        Self(folder)
    }

    fn answer(&self, name: &str, command: &str) -> String {
        let words: Vec<&str> = command.split_whitespace().collect();
        let variables: Vec<_> = words.iter().map_while(|word| word.split_once('=')).collect();
        match &words[variables.len()..] {
            ["cargo", "run", ..] => said(&mut self.command(name, &variables)),
            ["scanc", arguments @ ..] => self.scanc(arguments),
            _ => String::new(),
        }
    }

    fn explain(&self, format: &str) -> String {
        self.scanc(&["explain", "src/main.rs", "--format", format])
    }

    /// As on a machine without devices, so that it says the same on all.
    fn scanc(&self, arguments: &[&str]) -> String {
        said(self.command("scanc", &[("SCAN_OPENCL_LIBRARY", "/nowhere")]).args(arguments))
    }

    fn command(&self, name: &str, variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(built(name));
        for variable in ["SCAN_DEVICE", "SCAN_CHECK", "SCAN_PROFILE", "SCAN_EMIT_DIR", "SCAN_THREADS", "SCAN_OPENCL_LIBRARY"] {
            command.env_remove(variable);
        }
        command.env("SCAN_CACHE_DIR", "off").envs(variables.iter().copied()).current_dir(self.0.path());
        command
    }
}

/// `cargo test` builds the examples beside the tests' own folder.
pub fn built(name: &str) -> PathBuf {
    let mut folder = std::env::current_exe().expect("the test's own path");
    folder.pop();
    folder.pop();
    folder.join("examples").join(name)
}

/// Standard output, then standard error, without empty lines at the end.
pub fn said(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    text.trim_end().to_owned() + "\n"
}
