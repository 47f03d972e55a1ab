//! Who has started the program, by the variables that launchers set, and which library goes with that.

use std::env;

/// Libraries of Open MPI, and of MPICH and those with its binary interface.
const OPEN_MPI: [&str; 3] = ["libmpi.so.40", "libmpi.40.dylib", "libmpi.so"];
const MPICH: [&str; 4] = ["libmpich.so.12", "libmpi.so.12", "libmpi.12.dylib", "libmpich.so"];

/// A launcher.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Launcher {
    /// How many processes it has started, where it says so.
    pub(crate) size: Option<usize>,
    family: Family,
    /// What `SCAN_MPI_LIBRARY` says.
    library: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    OpenMpi,
    Mpich,
    Unknown,
}

impl Launcher {
    /// The launcher of this process, if it has one.
    pub(crate) fn of_environment() -> Option<Self> {
        Self::of(|name| env::var(name).ok())
    }

    /// As the values of variables say.
    fn of(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let number = |name| variable(name).and_then(|value| value.parse().ok());
        let family = if variable("OMPI_COMM_WORLD_RANK").is_some() {
            Family::OpenMpi
        } else if variable("PMI_RANK").is_some() {
            Family::Mpich
        } else if variable("PMIX_RANK").is_some() {
            Family::Unknown
        } else {
            return None;
        };
        let size = match family {
            Family::OpenMpi => number("OMPI_COMM_WORLD_SIZE"),
            Family::Mpich => number("PMI_SIZE"),
            Family::Unknown => number("SLURM_STEP_NUM_TASKS"),
        };
        Some(Self { size, family, library: variable("SCAN_MPI_LIBRARY") })
    }

    /// The names of its libraries, the likeliest first.
    pub(crate) fn libraries(&self) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        match (&self.library, self.family) {
            (Some(library), _) => vec![library.clone()],
            (None, Family::Mpich) => owned(&MPICH),
            (None, Family::OpenMpi) => owned(&OPEN_MPI),
            (None, Family::Unknown) => [owned(&OPEN_MPI), owned(&MPICH)].concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launcher(variables: &[(&str, &str)]) -> Option<Launcher> {
        Launcher::of(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_launchers_variables_tell_the_library() {
        assert_eq!(launcher(&[]), None);
        let open_mpi =
            launcher(&[("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "4"), ("PMIX_RANK", "1")]).expect("one");
        assert_eq!((open_mpi.size, open_mpi.libraries()[0].as_str()), (Some(4), "libmpi.so.40"));
        let mpich = launcher(&[("PMI_RANK", "0"), ("PMI_SIZE", "2")]).expect("one");
        assert_eq!((mpich.size, mpich.libraries()[0].as_str()), (Some(2), "libmpich.so.12"));
        let named = launcher(&[("PMI_RANK", "0"), ("SCAN_MPI_LIBRARY", "libother.so")]).expect("one");
        assert_eq!((named.size, named.libraries()), (None, vec!["libother.so".to_owned()]));
    }
}
