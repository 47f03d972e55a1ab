//! The command `cargo scanc`.

fn main() -> std::process::ExitCode {
    scanc::cli::run_for_cargo()
}
