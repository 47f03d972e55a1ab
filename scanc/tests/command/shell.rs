//! What shells and `man` are told.

use super::workshop::{Run, Workshop};
use std::io::Write;
use std::process::{Command, Stdio};

/// The commands that others run, as the command itself lists them.
fn commands(help: &Run) -> Vec<String> {
    let (_, list) = help.output.split_once("Commands:\n").expect("commands");
    let rows = list.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names: Vec<String> = rows.filter_map(|row| row.split_whitespace().next()).map(str::to_owned).collect();
    assert!(names.len() > 4, "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn shells_know_every_command_and_its_options() {
    let workshop = Workshop::with(&[]);
    for shell in ["bash", "zsh", "fish"] {
        let script = workshop.scanc(&["completions", shell]);
        script.ends(0, &["prove-timeout", "out-dir"]);
        commands(&workshop.scanc(&["--help"])).iter().for_each(|name| assert!(script.output.contains(name), "{shell}: {name}"));
        let script = workshop.cargo_scanc(&["completions", shell]);
        script.ends(0, &["cargo-scanc", "allow-dirty", "suggest"]);
    }
    workshop.scanc(&["completions", "tcsh"]).ends(2, &["tcsh", "bash"]);
}

/// Where there is a bash it is asked what it would complete.
#[test]
fn bash_completes_by_the_script() {
    let script = Workshop::with(&[]).scanc(&["completions", "bash"]).output;
    let asks = "COMP_WORDS=(scanc ex); COMP_CWORD=1; _scanc scanc ex scanc; echo \"${COMPREPLY[@]}\"
COMP_WORDS=(scanc explain --format s); COMP_CWORD=3; _scanc scanc s --format; echo \"${COMPREPLY[@]}\"\n";
    let Ok(mut bash) = Command::new("bash").arg("--norc").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else { return };
    let mut input = bash.stdin.take().expect("a pipe");
    input.write_all(format!("{script}\n{asks}").as_bytes()).expect("bash reads");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "explain\nsvg\n");
}

#[test]
fn every_command_has_a_manual_page() {
    let workshop = Workshop::with(&[]);
    workshop.scanc(&["man"]).ends(0, &[".TH scanc 1", "scanc\\-explain(1)", "It ends with 0"]);
    for name in commands(&workshop.scanc(&["--help"])) {
        workshop.scanc(&["man", &name]).ends(0, &[&format!(".TH scanc-{name} 1"), ".SH SYNOPSIS"]);
    }
    workshop.cargo_scanc(&["man"]).ends(0, &[".TH cargo-scanc 1", "cargo\\-scanc\\-suggest(1)"]);
    workshop.cargo_scanc(&["man", "suggest"]).ends(0, &[".TH cargo-scanc-suggest 1", "allow\\-dirty"]);
    workshop.scanc(&["man", "suggest"]).ends(2, &["no command `suggest`"]);
}
