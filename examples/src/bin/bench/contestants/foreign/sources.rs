//! The sources, and how each is compiled.

use crate::options::Kind;

/// One contestant in another language.
pub struct Source {
    pub kind: Kind,
    pub title: &'static str,
    /// Its file, in a folder with the header that all share.
    pub file: &'static str,
    pub text: &'static str,
    /// The environment variable that names another compiler, and the compiler.
    pub compiler: (&'static str, &'static str),
    pub flags: &'static [&'static str],
    /// The Debian package of what it needs besides, for who lacks it.
    pub package: &'static str,
}

/// What every source includes.
pub const HEADER: (&str, &str) = ("contestant.hpp", include_str!("contestant.hpp"));

const GCC: (&str, &str) = ("CXX", "g++");

/// All of them. They are compiled for the very processor; the annotated loop's own crate is not.
pub const SOURCES: &[Source] = &[
    Source {
        kind: Kind::Omp,
        title: "GCC omp scan",
        file: "omp.cpp",
        text: include_str!("omp.cpp"),
        compiler: GCC,
        flags: &["-O3", "-march=native", "-fopenmp"],
        package: "g++",
    },
    Source {
        kind: Kind::Tbb,
        title: "oneTBB parallel_scan",
        file: "tbb.cpp",
        text: include_str!("tbb.cpp"),
        compiler: GCC,
        flags: &["-O3", "-march=native", "-ltbb"],
        package: "libtbb-dev",
    },
    Source {
        kind: Kind::StdPar,
        title: "std::inclusive_scan(par)",
        file: "std_par.cpp",
        text: include_str!("std_par.cpp"),
        compiler: GCC,
        flags: &["-O3", "-march=native", "-ltbb"],
        package: "libtbb-dev",
    },
    Source {
        kind: Kind::Boost,
        title: "Boost.Compute",
        file: "boost.cpp",
        text: include_str!("boost.cpp"),
        compiler: GCC,
        flags: &["-O3", "-march=native", "-l:libOpenCL.so.1"],
        package: "libboost-dev, opencl-c-headers",
    },
    Source {
        kind: Kind::Cub,
        title: "CUB, arrays stay on the device",
        file: "cub.cu",
        text: include_str!("cub.cu"),
        compiler: ("NVCC", "nvcc"),
        flags: &["-O3", "-arch=native"],
        package: "the CUDA toolkit",
    },
];
