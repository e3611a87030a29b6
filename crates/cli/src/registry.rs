//! Which rulesets exist, and how they are loaded with a user's own data over them.

use std::path::PathBuf;

use grognard_engine::data::{DataFiles, Patch};
use grognard_engine::erased::{Registration, System};
use grognard_engine::near;
use grognard_engine::record::Header;

use crate::args::Overrides;
use crate::exit::{self, Exit};

/// All systems; the first is the one meant when none is named. Adding a ruleset is one line here.
const RULESETS: &[&Registration] = &[
    &grognard_space_hulk::SYSTEM,
    &grognard_wh40k_9e::SYSTEM,
    &grognard_wh40k_2e::SYSTEM,
    &grognard_wh40k_5e::SYSTEM,
    &grognard_epic_armageddon::SYSTEM,
    &grognard_example::SYSTEM,
    &grognard_example_table::SYSTEM,
];

/// The systems with the user's own data and patches.
pub struct Registry {
    data: Option<PathBuf>,
    patches: Vec<Patch>,
}

impl Registry {
    /// Reads what was given beside the embedded data; the systems themselves are loaded when they are needed.
    pub fn open(overrides: &Overrides) -> Result<Registry, Exit> {
        if let Some(folder) = &overrides.data {
            let entries = std::fs::read_dir(folder).map_err(|error| Exit::unreadable(folder, &error))?;
            let folders = entries.flatten().filter(|entry| entry.path().is_dir());
            let names: Vec<_> =
                folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            let stranger = |name: &&String| !name.starts_with('.') && find(name).is_none();
            if let Some(stranger) = names.iter().filter(stranger).min() {
                let near = near::names(stranger, RULESETS.iter().map(|entry| entry.id));
                let meant = near.first().map_or(String::new(), |id| format!(" (did you mean `{id}`?)"));
                return Err(Exit::Input(format!(
                    "{}: there is no system `{stranger}`{meant}; systems are: {}",
                    folder.display(),
                    ids()
                )));
            }
            if !names.iter().any(|name| find(name).is_some()) {
                return Err(Exit::Input(format!(
                    "{}: there is no folder named after a system in it; systems are: {}",
                    folder.display(),
                    ids()
                )));
            }
        }
        let mut patches = Vec::new();
        for file in &overrides.patch {
            let patch = Patch::parse(&file.display().to_string(), &exit::read(file)?)?;
            if find(&patch.base).is_none() {
                return Err(Exit::Input(format!(
                    "{}: `base` is `{}`, but there is no such system; there are: {}",
                    file.display(),
                    patch.base,
                    ids()
                )));
            }
            patches.push(patch);
        }
        Ok(Registry { data: overrides.data.clone(), patches })
    }

    /// A system by its id; the first one when none is named.
    pub fn system(&self, id: Option<&str>) -> Result<Box<dyn System>, Exit> {
        let entry = match id {
            None => {
                RULESETS.first().copied().ok_or_else(|| Exit::Usage("there are no systems".to_owned()))?
            }
            Some(id) => find(id).ok_or_else(|| unknown(id))?,
        };
        self.load(entry, self.patches.iter().filter(|patch| patch.base == entry.id).cloned())
    }

    /// A system with one patch more than those given.
    pub fn patched(&self, id: Option<&str>, patch: Patch) -> Result<Box<dyn System>, Exit> {
        let more = Registry {
            data: self.data.clone(),
            patches: self.patches.iter().cloned().chain([patch]).collect(),
        };
        more.system(id)
    }

    /// All systems.
    pub fn systems(&self) -> Result<Vec<Box<dyn System>>, Exit> {
        RULESETS.iter().map(|entry| self.system(Some(entry.id))).collect()
    }

    /// The system of a recorded game, with the patches that travel in its header instead of those given now.
    pub fn recorded(&self, header: &Header) -> Result<Box<dyn System>, Exit> {
        let entry = find(&header.system).ok_or_else(|| unknown(&header.system))?;
        let patches = header
            .patches
            .iter()
            .enumerate()
            .map(|(number, text)| Patch::parse(&format!("patch {} of the record", number + 1), text))
            .collect::<Result<Vec<_>, _>>()?;
        self.load(entry, patches)
    }

    fn load(
        &self,
        entry: &Registration,
        patches: impl IntoIterator<Item = Patch>,
    ) -> Result<Box<dyn System>, Exit> {
        let mut files = DataFiles::embedded((entry.embedded)());
        let own = self.data.as_ref().map(|data| data.join(entry.id)).filter(|path| path.is_dir());
        if let Some(folder) = &own {
            files.overlay(folder)?;
        }
        for patch in patches {
            files.add_patch(patch);
        }
        // What stands in a file of one's own is told with the name one knows it by.
        Ok((entry.load)(files).map_err(|mut error| {
            if let Some(file) = own.map(|folder| folder.join(&error.file)).filter(|file| file.is_file()) {
                error.file = file.display().to_string();
            }
            error
        })?)
    }
}

fn find(id: &str) -> Option<&'static Registration> {
    RULESETS.iter().copied().find(|entry| entry.id == id)
}

fn ids() -> String {
    RULESETS.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ")
}

fn unknown(id: &str) -> Exit {
    Exit::Usage(format!("there is no system `{id}`; there are: {}", ids()))
}
