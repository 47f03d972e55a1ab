//! What `cargo scanc` is asked.

use super::super::arguments::{Devices, ExplainFormat, MessageFormat, Proof};
use super::super::shell::{Completions, ENDS, Manual};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Turns annotated loops of a package into parallel scans, and finds more.
#[derive(Debug, Parser)]
#[command(name = "cargo-scanc", bin_name = "cargo scanc", version, arg_required_else_help = true, after_help = ENDS)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Say what is wrong with what is annotated, and write nothing
    Check {
        #[command(flatten)]
        selection: Selection,
        /// How to say it
        #[arg(long, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
        message_format: MessageFormat,
        #[command(flatten)]
        proof: Proof,
    },
    /// Say what each annotated loop is, and what runs where
    Explain {
        #[command(flatten)]
        selection: Selection,
        /// How to say it
        #[arg(long, value_enum, default_value_t = ExplainFormat::Text, value_name = "FORMAT")]
        format: ExplainFormat,
        #[command(flatten)]
        proof: Proof,
    },
    /// Write each annotated file without the macro, and its kernels
    Build {
        #[command(flatten)]
        selection: Selection,
        /// The folder to write into; made if it is not there
        #[arg(short, long, value_name = "DIR")]
        out_dir: PathBuf,
        /// The devices to write kernels for; elsewhere loops run without
        #[arg(long, value_enum, default_value_t = Devices::All, value_name = "DEVICES")]
        device: Devices,
    },
    /// Find loops that could be annotated; each suggestion is tried
    Suggest {
        #[command(flatten)]
        selection: Selection,
        /// How to say it
        #[arg(long, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
        message_format: MessageFormat,
        #[command(flatten)]
        fixes: Fixes,
    },
    /// Write the script that completes this command in a shell
    Completions(Completions),
    /// Write the manual page of this command, or of one within it
    Man(Manual),
}

/// The packages that are meant, as cargo has it.
#[derive(Args, Debug)]
pub(super) struct Selection {
    /// The Cargo.toml of the package, or of its workspace
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Packages of the workspace, if not that of the current folder
    #[arg(short, long, value_name = "NAME")]
    pub package: Vec<String>,
    /// All packages of the workspace
    #[arg(long, conflicts_with = "package")]
    pub workspace: bool,
}

#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Fixes {
    /// Write the suggested attributes into the files
    #[arg(long)]
    pub fix: bool,
    /// Also where git knows of changes that are not committed
    #[arg(long, requires = "fix")]
    pub allow_dirty: bool,
    /// Also where there is no git repository
    #[arg(long, requires = "fix")]
    pub allow_no_vcs: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn help_fits_into_eighty_columns() {
        super::super::super::shell::check_help(Arguments::command());
    }
}
