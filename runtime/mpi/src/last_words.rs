//! What a rank has said before it ends all. A launcher that reads it from a pipe may lose what is still there when it is told to end the
//! program, as MPICH's does: of a panic nobody would learn whose it was, nor why.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::FileTypeExt;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A launcher that has not read by then does not read.
const LONGEST: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(1);

/// Waits until somebody has read what this process has written to stderr. An error where nobody can tell.
pub(crate) fn wait_until_read() -> io::Result<()> {
    let stderr = File::from(io::stderr().as_fd().try_clone_to_owned()?);
    let began = Instant::now();
    while stderr.metadata()?.file_type().is_fifo() && unread(&stderr)? > 0 && began.elapsed() < LONGEST {
        sleep(BETWEEN);
    }
    Ok(())
}

/// As many bytes as a pipe has.
fn unread(pipe: &File) -> io::Result<libc::c_int> {
    let mut bytes = 0;
    // SAFETY: the call takes a descriptor that is open, and writes a number where there is room for it.
    match unsafe { libc::ioctl(pipe.as_raw_fd(), libc::FIONREAD, &raw mut bytes) } {
        0 => Ok(bytes),
        _ => Err(io::Error::last_os_error()),
    }
}
