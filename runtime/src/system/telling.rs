//! What the person who runs a program has to know: that something which was asked for is not done.

use std::fmt::Display;
use std::io::{self, Write};

/// Says it in the log as an error, and where the program keeps no log on standard error.
pub(crate) fn complain(what: impl Display) {
    if log::log_enabled!(log::Level::Error) {
        log::error!("{what}");
    } else {
        // Standard error may be closed; then nobody wants to know.
        let _ = writeln!(io::stderr(), "scan-runtime: {what}");
    }
}
