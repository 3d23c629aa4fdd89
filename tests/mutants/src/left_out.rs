//! Changes that no test can notice, or need not, each with its reason.

use crate::mutant::{Mutant, Mutants, package_of};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::error::Error;

/// The list, from the root of the workspace.
const FILE: &str = "tests/mutants/left-out.toml";

/// The list of what is left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    #[serde(default)]
    place: Vec<Place>,
}

/// Changes that are left out: those for which all that is given is equal.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Place {
    file: String,
    function: Option<String>,
    /// The line without the space around it.
    line: Option<String>,
    /// The changes; all of the place if none is given.
    #[serde(default)]
    changes: Vec<String>,
    /// Why no test has to notice it.
    why: String,
}

impl Place {
    fn is(&self, mutant: &Mutant) -> bool {
        let equal =
            |given: &Option<String>, is: &str| given.as_ref().is_none_or(|given| given == is);
        self.file == mutant.file
            && equal(&self.function, &mutant.change.function)
            && equal(&self.line, &mutant.line_text)
            && (self.changes.is_empty() || self.changes.contains(&mutant.change.text))
    }
}

impl LeftOut {
    /// Reads the list.
    ///
    /// # Errors
    /// When the file cannot be read, or an entry has no reason.
    pub fn read() -> Result<LeftOut, Box<dyn Error>> {
        let text = std::fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
        let list: LeftOut = toml::from_str(&text).map_err(|error| format!("{FILE}: {error}"))?;
        match list.place.iter().find(|place| place.why.trim().is_empty()) {
            Some(place) => Err(format!("{FILE}: no reason is given for {place:?}").into()),
            None => Ok(list),
        }
    }

    /// The changes that are left out.
    ///
    /// # Errors
    /// When an entry names no change of its crate: the line was changed, and the reason may not
    /// hold any more.
    pub fn of(&self, mutants: &Mutants) -> Result<BTreeSet<u32>, Box<dyn Error>> {
        let packages: BTreeSet<&str> = mutants.iter().map(|(_, mutant)| mutant.package()).collect();
        let mut found = BTreeSet::new();
        for place in &self.place {
            let here = mutants.iter().filter(|(_, mutant)| place.is(mutant));
            let here: Vec<u32> = here.map(|(id, _)| id).collect();
            if here.is_empty() && packages.contains(package_of(&place.file)) {
                return Err(format!("{FILE}: no change is meant by {place:?}").into());
            }
            found.extend(here);
        }
        Ok(found)
    }
}
