//! What the command is asked.

use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Turns annotated sequential loops into parallel scans on OpenCL devices.
#[derive(Debug, Parser)]
#[command(name = "scanc", version, arg_required_else_help = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write DIR/FILE.rs, which needs scan-runtime and no macro, and a kernel DIR/FILE.FUNCTION.K.cl for each annotated loop
    Build {
        /// The Rust sources
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The folder to write into; made if it is not there
        #[arg(short, long, value_name = "DIR")]
        out_dir: PathBuf,
    },
    /// Say what is wrong, and write nothing
    Check {
        /// The Rust sources
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// How to say it
        #[arg(long, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
        message_format: MessageFormat,
    },
    /// Say what each annotated loop was recognised as, and what would run
    Explain {
        /// The Rust sources
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// List the OpenCL platforms and devices
    #[cfg(feature = "devices")]
    Devices,
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
