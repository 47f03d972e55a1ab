//! The command `scanc`, beside the book's programs, so that the book's tests can run it.

fn main() -> std::process::ExitCode {
    scanc::cli::run()
}
