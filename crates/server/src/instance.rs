//! One server a store: a second start finds the running one.
//!
//! The running server holds a lock on one file and writes its address into another. The lock goes away with the
//! process however it ends, so nothing is ever left over to clean up; the address alone would prove nothing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

const LOCK_FILE: &str = "grognard.lock";
const ADDRESS_FILE: &str = "grognard.address";

/// How long a server that has just taken the lock may need to write its address.
const STARTING: Duration = Duration::from_secs(5);

/// The right to be the server of a store.
#[derive(Debug)]
pub(crate) struct Instance {
    address_file: PathBuf,
    // Held, never read: dropping it frees the store.
    _lock: File,
}

/// What asking for the right came to.
#[derive(Debug)]
pub(crate) enum Claim {
    /// It is ours.
    Ours(Instance),
    /// Another server has it, at this address.
    Running(String),
}

impl Instance {
    /// Asks for the right to serve the store in a directory, which is made if it is not there.
    pub(crate) fn claim(dir: &Path) -> io::Result<Claim> {
        fs::create_dir_all(dir)?;
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(dir.join(LOCK_FILE))?;
        let address_file = dir.join(ADDRESS_FILE);
        let begun = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => {
                    // Of a server that is no more.
                    fs::remove_file(&address_file).ok();
                    return Ok(Claim::Ours(Self { address_file, _lock: lock }));
                }
                Err(TryLockError::Error(e)) => return Err(e),
                Err(TryLockError::WouldBlock) => {}
            }
            match fs::read_to_string(&address_file) {
                Ok(address) if !address.trim().is_empty() => {
                    return Ok(Claim::Running(address.trim().to_owned()));
                }
                _ if begun.elapsed() < STARTING => thread::sleep(Duration::from_millis(50)),
                _ => {
                    let what = "another program holds the store and does not say where it listens";
                    return Err(io::Error::new(io::ErrorKind::ResourceBusy, what));
                }
            }
        }
    }

    /// Tells later starts where this server listens.
    pub(crate) fn announce(&self, address: &str) -> io::Result<()> {
        // Renamed into place, so that nobody reads half an address.
        let fresh = self.address_file.with_extension("address-new");
        fs::write(&fresh, format!("{address}\n"))?;
        fs::rename(fresh, &self.address_file)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        fs::remove_file(&self.address_file).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_finds_the_first() {
        let dir = tempfile::tempdir().unwrap();
        let Claim::Ours(first) = Instance::claim(dir.path()).unwrap() else { panic!("nobody else is there") };
        first.announce("http://127.0.0.1:1/").unwrap();
        match Instance::claim(dir.path()).unwrap() {
            Claim::Running(address) => assert_eq!(address, "http://127.0.0.1:1/"),
            Claim::Ours(_) => panic!("the first one is still there"),
        }
        drop(first);
        assert!(matches!(Instance::claim(dir.path()).unwrap(), Claim::Ours(_)));
    }

    #[test]
    fn an_address_left_behind_proves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(ADDRESS_FILE), "http://127.0.0.1:1/").unwrap();
        assert!(matches!(Instance::claim(dir.path()).unwrap(), Claim::Ours(_)));
    }

    #[test]
    fn the_second_waits_for_a_first_that_is_starting() {
        let dir = tempfile::tempdir().unwrap();
        let Claim::Ours(first) = Instance::claim(dir.path()).unwrap() else { panic!("nobody else is there") };
        let place = dir.path().to_owned();
        let second = thread::spawn(move || Instance::claim(&place).unwrap());
        thread::sleep(Duration::from_millis(120));
        first.announce("http://127.0.0.1:2/").unwrap();
        assert!(
            matches!(second.join().unwrap(), Claim::Running(address) if address == "http://127.0.0.1:2/")
        );
    }
}
