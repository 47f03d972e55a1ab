//! What a machine has that OpenCL could use, as far as its files tell: its system, and the makers of its GPUs.

use std::fs;
use std::path::Path;

/// Families of systems whose packages have the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    Debian,
    Fedora,
    Arch,
    Alpine,
    OpenSuse,
    OtherLinux,
    MacOs,
    Windows,
    Other,
}

/// Who makes GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maker {
    Amd,
    Intel,
    Nvidia,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Machine {
    pub(super) system: System,
    /// Each once.
    pub(super) gpus: Vec<Maker>,
}

impl Machine {
    /// The one whose files are below `root`.
    pub(super) fn below(root: &Path) -> Self {
        let system = match std::env::consts::OS {
            "linux" => distribution(&fs::read_to_string(root.join("etc/os-release")).unwrap_or_default()),
            "macos" => System::MacOs,
            "windows" => System::Windows,
            _ => System::Other,
        };
        Self { system, gpus: gpus(&root.join("sys/bus/pci/devices")) }
    }
}

/// By what a distribution calls itself, then by those that it says it is like.
fn distribution(os_release: &str) -> System {
    let value = |name: &str| {
        let line = os_release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or_default().trim_matches(['"', '\'']).to_lowercase()
    };
    let names = format!("{} {}", value("ID"), value("ID_LIKE"));
    let known = names.split_whitespace().find_map(|name| match name {
        "debian" | "ubuntu" => Some(System::Debian),
        "fedora" | "rhel" | "centos" => Some(System::Fedora),
        "arch" => Some(System::Arch),
        "alpine" => Some(System::Alpine),
        "suse" | "opensuse" => Some(System::OpenSuse),
        name if name.starts_with("opensuse-") => Some(System::OpenSuse),
        _ => None,
    });
    known.unwrap_or(System::OtherLinux)
}

/// The makers of the display controllers on the PCI bus.
fn gpus(devices: &Path) -> Vec<Maker> {
    let entries = fs::read_dir(devices).into_iter().flatten().flatten();
    let number = |folder: &Path, name: &str| {
        let text = fs::read_to_string(folder.join(name)).ok()?;
        u32::from_str_radix(text.trim().trim_start_matches("0x"), 16).ok()
    };
    let maker = |folder: &Path| {
        let is_display = number(folder, "class")? >> 16 == 0x03;
        let maker = match number(folder, "vendor")? {
            0x1002 => Maker::Amd,
            0x8086 => Maker::Intel,
            0x10de => Maker::Nvidia,
            _ => return None,
        };
        is_display.then_some(maker)
    };
    let mut found: Vec<Maker> = entries.filter_map(|entry| maker(&entry.path())).collect();
    found.sort_unstable_by_key(|maker| *maker as u8);
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_known_by_themselves_and_by_what_they_are_like() {
        let known = [
            ("ID=debian\nNAME=\"Debian GNU/Linux\"\n", System::Debian),
            ("NAME=Mint\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", System::Debian),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora),
            ("ID=manjaro\nID_LIKE=arch\n", System::Arch),
            ("ID=alpine\n", System::Alpine),
            ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", System::OpenSuse),
            ("ID=nixos\n", System::OtherLinux),
            ("", System::OtherLinux),
        ];
        known.into_iter().for_each(|(text, system)| assert_eq!(distribution(text), system, "{text}"));
    }

    #[test]
    fn gpus_are_known_by_their_makers() {
        let root = tempfile::tempdir().expect("a folder");
        let card = |address: &str, class: &str, vendor: &str| {
            let folder = root.path().join("sys/bus/pci/devices").join(address);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("class"), class).expect("a file");
            fs::write(folder.join("vendor"), vendor).expect("a file");
        };
        card("0000:01:00.0", "0x030000\n", "0x10de\n");
        card("0000:02:00.0", "0x030200\n", "0x10de\n");
        card("0000:00:02.0", "0x030000\n", "0x8086\n");
        // A bridge of Intel's, a display of nobody's, and what cannot be read.
        card("0000:00:00.0", "0x060000\n", "0x8086\n");
        card("0000:00:01.0", "0x030000\n", "0x1af4\n");
        card("0000:00:03.0", "", "0x1002\n");
        assert_eq!(Machine::below(root.path()).gpus, [Maker::Intel, Maker::Nvidia]);
        assert_eq!(Machine::below(&root.path().join("nowhere")).gpus, []);
    }
}
