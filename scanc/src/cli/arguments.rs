//! What the command is asked.

use super::shell::{Completions, ENDS, Manual};
use crate::render::ProgramKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Turns annotated sequential loops into parallel scans on OpenCL devices.
#[derive(Debug, Parser)]
#[command(name = "scanc", version, arg_required_else_help = true, after_help = ENDS)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write each file without the macro, and its kernels beside it
    ///
    /// What is written is DIR/FILE.rs, which needs scan-runtime and no macro, and for
    /// each annotated loop its kernels: DIR/FILE.FUNCTION.K.cl, or where these differ
    /// DIR/FILE.FUNCTION.K.gpu.cl and DIR/FILE.FUNCTION.K.cpu.cl.
    #[command(verbatim_doc_comment)]
    Build {
        /// The Rust sources
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The folder to write into; made if it is not there
        #[arg(short, long, value_name = "DIR")]
        out_dir: PathBuf,
        /// The devices to write kernels for; elsewhere loops run without
        #[arg(long, value_enum, default_value_t = Devices::All, value_name = "DEVICES")]
        device: Devices,
    },
    /// Say what is wrong, and write nothing
    Check {
        /// The Rust sources
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// How to say it
        #[arg(long, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
        message_format: MessageFormat,
        #[command(flatten)]
        proof: Proof,
    },
    /// Say what each annotated loop is, or what a code means
    ///
    /// Of each annotated loop: which recurrence it is, by which operator and laws,
    /// what is fused, what moves, and what would run. Of each declared operator: what
    /// is known of it. Of a code of a message, such as SC0316: what it means.
    #[command(verbatim_doc_comment)]
    Explain {
        /// The Rust sources, or codes
        #[arg(required_unless_present = "codes", value_name = "FILE|CODE")]
        files: Vec<PathBuf>,
        /// List all codes
        #[arg(long, conflicts_with_all = ["files", "prove", "format"])]
        codes: bool,
        /// How to say it
        #[arg(long, value_enum, default_value_t = ExplainFormat::Text, value_name = "FORMAT")]
        format: ExplainFormat,
        #[command(flatten)]
        proof: Proof,
    },
    /// List the OpenCL devices, and what is missing of OpenCL
    #[cfg(feature = "devices")]
    Devices,
    /// Write the script that completes this command in a shell
    Completions(Completions),
    /// Write the manual page of this command, or of one within it
    Man(Manual),
}

/// The devices that kernels are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Devices {
    /// GPUs
    Gpu,
    /// CPUs and accelerators
    Cpu,
    /// All of them
    All,
}

impl Devices {
    /// Whether a program is for one of them.
    pub(super) fn run(self, kind: ProgramKind) -> bool {
        match kind {
            ProgramKind::Any | ProgramKind::ReduceThenScan => true,
            ProgramKind::Gpu => self != Self::Cpu,
            ProgramKind::Cpu => self != Self::Gpu,
        }
    }
}

#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Proof {
    /// Prove or refute laws of declared operators on integers, by z3
    #[arg(long)]
    prove: bool,
    /// How long z3 may take for each law
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "prove", value_parser = clap::value_parser!(u32).range(1..))]
    prove_timeout: u32,
}

impl Proof {
    /// The seconds for each law, if any is to be proved.
    pub fn seconds(self) -> Option<u32> {
        self.prove.then_some(self.prove_timeout)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExplainFormat {
    /// Lines of 80 letters
    Text,
    /// A drawing: inputs, elements, scans, outputs
    Svg,
    /// One object with all files
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum MessageFormat {
    /// As rustc does, on standard error
    Human,
    /// One object a line, on standard output
    Json,
    /// A SARIF 2.1.0 log, on standard output
    Sarif,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn help_fits_into_eighty_columns() {
        super::super::shell::check_help(Arguments::command());
    }
}
