//! What a shell and `man` are told of a command: completions, and manual pages. Both are written to standard output.

use super::{Outcome, complain, print};
use clap::{Args, Command};
use clap_complete::Shell;

/// What every command says at the end of its help.
pub(super) const ENDS: &str =
    "It ends with 0 if all is done, 1 if there were errors, 2 if it was used wrongly\nor files cannot be read or written.";

/// For which shell.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Of what.
#[derive(Args, Clone, Debug)]
pub(super) struct Manual {
    /// A command within this one, if the page is not of this one
    #[arg(value_name = "COMMAND")]
    about: Option<String>,
}

impl Completions {
    /// The script that completes `command` where it is called by the name `program`.
    pub(super) fn write(self, mut command: Command, program: &str) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, program, &mut script);
        print(&String::from_utf8_lossy(&script));
        Outcome::Done
    }
}

impl Manual {
    /// The page of `command`, or of one within it.
    pub(super) fn write(&self, command: Command) -> Outcome {
        // A page of a page's help is of no use.
        let mut command = command.disable_help_subcommand(true);
        command.build();
        let page = match &self.about {
            None => Some(command),
            Some(name) => command.find_subcommand(name).cloned(),
        };
        let Some(page) = page else {
            complain(&format!("scanc: there is no command `{}` to write of", self.about.as_deref().unwrap_or_default()));
            return Outcome::InputOrOutput;
        };
        let mut text = Vec::new();
        match clap_mangen::Man::new(page).render(&mut text) {
            Ok(()) => {
                print(&String::from_utf8_lossy(&text));
                Outcome::Done
            }
            Err(error) => {
                complain(&format!("scanc: {error}"));
                Outcome::InputOrOutput
            }
        }
    }
}

/// Whether what `--help` says of `command`, and of those within it, is as wide as a terminal is.
#[cfg(test)]
pub(super) fn check_help(mut command: Command) {
    command.build();
    let within: Vec<_> = command.get_subcommands().cloned().collect();
    for mut command in within.into_iter().chain([command]) {
        let help = command.render_long_help().to_string();
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{}", command.get_name());
    }
}
