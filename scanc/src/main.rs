//! The command `scanc`.

fn main() -> std::process::ExitCode {
    scanc::cli::run()
}
