//! A folder to run the command in.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with these files, and the command run in it.
pub struct Workshop(TempDir);

/// What the command said, and how it ended.
pub struct Run {
    /// `None` where a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub output: String,
    errors: String,
}

impl Workshop {
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn scanc(&self, arguments: &[&str]) -> Run {
        self.scanc_under(&[], arguments)
    }

    /// As cargo runs it.
    pub fn cargo_scanc(&self, arguments: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-scanc"));
        // A folder that git asks about is this one, or above.
        command.arg("scanc").env("GIT_CEILING_DIRECTORIES", self.path().parent().unwrap_or(self.path()));
        self.run(command, arguments)
    }

    /// With environment variables.
    pub fn scanc_under(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_scanc"));
        command.envs(variables.iter().copied());
        self.run(command, arguments)
    }

    /// With so many kilobytes of address space, which it asks the shell for.
    #[cfg(unix)]
    pub fn scanc_within(&self, kilobytes: usize, arguments: &[&str]) -> Run {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_scanc")]);
        self.run(command, arguments)
    }

    fn run(&self, mut command: Command, arguments: &[&str]) -> Run {
        command.args(arguments).current_dir(self.path());
        let Output { status, stdout, stderr } = command.output().expect("scanc runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Run { code: status.code(), output: text(stdout), errors: text(stderr) }
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn files_in(&self, folder: &str) -> Vec<String> {
        let entries =
            fs::read_dir(self.path().join(folder)).map(|entries| entries.flatten().collect()).unwrap_or_else(|_| Vec::new());
        let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Run {
    #[track_caller]
    pub fn ends(&self, code: i32, said: &[&str]) -> &Self {
        let all = format!("{}{}", self.output, self.errors);
        assert_eq!(self.code, Some(code), "{all}");
        for part in said {
            assert!(all.contains(part), "{part:?} is not in\n{all}");
        }
        self
    }

    /// On standard output; `#` stands for a number.
    #[track_caller]
    pub fn says(&self, part: &str) -> &Self {
        let said = self.output.char_indices().any(|(at, _)| begins_with(&self.output[at..], part));
        assert!(said, "{part}\nis not in\n{}", self.output);
        self
    }

    /// Nowhere.
    #[track_caller]
    pub fn silent_on(&self, part: &str) {
        let all = format!("{}{}", self.output, self.errors);
        assert!(!all.contains(part), "{part:?} is in\n{all}");
    }
}

fn begins_with(text: &str, pattern: &str) -> bool {
    let mut text = text;
    pattern.chars().all(|letter| {
        let rest = match letter {
            '#' => Some(text.trim_start_matches(|digit: char| digit.is_ascii_digit())).filter(|rest| rest.len() < text.len()),
            letter => text.strip_prefix(letter),
        };
        text = rest.unwrap_or("");
        rest.is_some()
    })
}
