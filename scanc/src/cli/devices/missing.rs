//! What a machine lacks of OpenCL, and which package brings it.

use super::machine::{Machine, Maker, System};
use scan_opencl::{DeviceInfo, Kind};

/// What a system calls the parts of OpenCL; `None` where it has none.
struct Packages {
    install: &'static str,
    loader: &'static str,
    cpu: &'static str,
    amd: Option<&'static str>,
    intel: Option<&'static str>,
    nvidia: Option<&'static str>,
}

/// Mesa's driver wants to be asked for.
const OF_MESA: &str = "; Mesa's driver runs with RUSTICL_ENABLE=radeonsi, or iris";

impl System {
    fn packages(self) -> Option<Packages> {
        let packages = match self {
            Self::Debian => Packages {
                install: "apt install",
                loader: "ocl-icd-libopencl1",
                cpu: "pocl-opencl-icd",
                amd: Some("mesa-opencl-icd"),
                intel: Some("intel-opencl-icd"),
                nvidia: Some("nvidia-opencl-icd"),
            },
            Self::Fedora => Packages {
                install: "dnf install",
                loader: "ocl-icd",
                cpu: "pocl",
                amd: Some("rocm-opencl"),
                intel: Some("intel-compute-runtime"),
                // Of RPM Fusion.
                nvidia: Some("xorg-x11-drv-nvidia-cuda"),
            },
            Self::Arch => Packages {
                install: "pacman -S",
                loader: "ocl-icd",
                cpu: "pocl",
                amd: Some("rocm-opencl-runtime"),
                intel: Some("intel-compute-runtime"),
                nvidia: Some("opencl-nvidia"),
            },
            Self::Alpine => Packages {
                install: "apk add",
                loader: "opencl-icd-loader",
                cpu: "pocl",
                amd: Some("mesa-rusticl"),
                intel: Some("mesa-rusticl"),
                nvidia: None,
            },
            Self::OpenSuse => Packages {
                install: "zypper install",
                loader: "libOpenCL1",
                cpu: "pocl",
                amd: Some("Mesa-libRusticlOpenCL"),
                intel: Some("intel-opencl"),
                // Of NVIDIA's repository.
                nvidia: Some("nvidia-compute-G06"),
            },
            Self::OtherLinux | Self::MacOs | Self::Windows | Self::Other => return None,
        };
        Some(packages)
    }

    /// Where there are no packages, in words.
    fn words(self) -> Option<&'static str> {
        match self {
            Self::MacOs => Some("OpenCL is a part of macOS, and there is nothing to install"),
            Self::Windows => Some(
                "a GPU's driver from its maker brings OpenCL.dll; for the processor there is Intel's OpenCL runtime for CPUs",
            ),
            Self::Other => Some("look among your system's packages for an OpenCL loader (ocl-icd) and for PoCL"),
            _ => None,
        }
    }
}

/// What is missing, a line each.
pub(super) fn advice(machine: &Machine, has_loader: bool, devices: &[&DeviceInfo]) -> Vec<String> {
    let makers = machine.gpus.iter().filter(|maker| !has_gpu_of(devices, **maker));
    let has_cpu = devices.iter().any(|device| device.kind == Kind::Cpu);
    let mut lacks: Vec<(String, Part)> = Vec::new();
    if !has_loader {
        lacks.push(("OpenCL's loader, libOpenCL.so.1".to_owned(), Part::Loader));
    }
    lacks.extend(makers.map(|maker| (format!("a driver for the GPU of {}", maker.name()), Part::Gpu(*maker))));
    if !has_cpu {
        lacks.push(("a driver for the processor, PoCL".to_owned(), Part::Cpu));
    }
    match machine.system.words() {
        Some(_) if lacks.is_empty() => Vec::new(),
        Some(words) => vec![words.to_owned()],
        None => lacks.iter().map(|(what, part)| format!("{what}: {}", part.advice(machine.system))).collect(),
    }
}

/// A part of OpenCL.
enum Part {
    Loader,
    Cpu,
    Gpu(Maker),
}

impl Part {
    fn advice(&self, system: System) -> String {
        let Some(packages) = system.packages() else {
            return match self {
                Self::Loader => "the package of ocl-icd, or of the Khronos ICD loader".to_owned(),
                Self::Cpu => "the package of PoCL".to_owned(),
                Self::Gpu(_) => "the OpenCL part of its driver".to_owned(),
            };
        };
        let name = match self {
            Self::Loader => Some(packages.loader),
            Self::Cpu => Some(packages.cpu),
            Self::Gpu(Maker::Amd) => packages.amd,
            Self::Gpu(Maker::Intel) => packages.intel,
            Self::Gpu(Maker::Nvidia) => packages.nvidia,
        };
        let Some(name) = name else { return "this system has no package of it".to_owned() };
        let of_mesa = name.to_lowercase().contains("mesa") || name.to_lowercase().contains("rusticl");
        format!("{} {name}{}", packages.install, if of_mesa { OF_MESA } else { "" })
    }
}

impl Maker {
    fn name(self) -> &'static str {
        match self {
            Self::Amd => "AMD",
            Self::Intel => "Intel",
            Self::Nvidia => "NVIDIA",
        }
    }
}

/// By what devices say of their makers: Mesa's say of the maker's name, too.
fn has_gpu_of(devices: &[&DeviceInfo], maker: Maker) -> bool {
    let words: &[&str] = match maker {
        Maker::Amd => &["amd", "advanced micro devices", "radeon"],
        Maker::Intel => &["intel"],
        Maker::Nvidia => &["nvidia"],
    };
    let gpus = devices.iter().filter(|device| device.kind == Kind::Gpu);
    gpus.map(|device| format!("{} {}", device.vendor, device.name).to_lowercase())
        .any(|said| words.iter().any(|word| said.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(system: System) -> Machine {
        Machine { system, gpus: vec![Maker::Amd, Maker::Intel, Maker::Nvidia] }
    }

    #[test]
    fn every_distribution_has_words_for_every_part() {
        for system in [System::Debian, System::Fedora, System::Arch, System::Alpine, System::OpenSuse, System::OtherLinux] {
            let advice = advice(&machine(system), false, &[]);
            assert_eq!(advice.len(), 5, "{system:?}: {advice:#?}");
            assert!(advice.iter().all(|line| line.split_once(": ").is_some_and(|(_, what)| !what.is_empty())), "{advice:#?}");
        }
        for system in [System::MacOs, System::Windows, System::Other] {
            assert_eq!(advice(&machine(system), false, &[]).len(), 1, "{system:?}");
        }
    }

    #[test]
    fn what_is_missing_is_told_and_nothing_else() {
        let machine = Machine { system: System::Debian, gpus: vec![Maker::Intel] };
        let without_loader = [
            "OpenCL's loader, libOpenCL.so.1: apt install ocl-icd-libopencl1",
            "a driver for the GPU of Intel: apt install intel-opencl-icd",
            "a driver for the processor, PoCL: apt install pocl-opencl-icd",
        ];
        assert_eq!(advice(&machine, false, &[]), without_loader);
        assert_eq!(advice(&machine, true, &[]), without_loader[1..]);
    }

    /// Where there is a device, it is not asked for.
    #[test]
    fn the_processor_s_driver_is_not_missing_where_it_is_listed() {
        let platforms = scan_opencl::platforms().unwrap_or_default();
        let devices: Vec<&DeviceInfo> = platforms.iter().flat_map(|platform| &platform.devices).collect();
        let machine = Machine { system: System::Debian, gpus: Vec::new() };
        let has_cpu = devices.iter().any(|device| device.kind == Kind::Cpu);
        assert_eq!(advice(&machine, true, &devices).is_empty(), has_cpu);
    }

    #[test]
    fn a_driver_of_mesa_says_how_it_is_asked_for() {
        let machine = Machine { system: System::Alpine, gpus: vec![Maker::Amd, Maker::Nvidia] };
        let advice = advice(&machine, true, &[]);
        assert!(advice[0].contains("mesa-rusticl; ") && advice[0].contains("RUSTICL_ENABLE"), "{advice:#?}");
        assert!(advice[1].ends_with("this system has no package of it"), "{advice:#?}");
    }
}
