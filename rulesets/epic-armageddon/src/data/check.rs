//! What data files say of each other: every name they use stands where it should.

use grognard_engine::data::DataError;

use super::Data;
use super::amount::Score;
use super::unit::{Carried, Matches, SomeUnits};

/// Modifiers the rules look up by name.
const USED: [&str; 10] = [
    "action-test-blast-markers",
    "action-test-retaining",
    "to-hit-target-in-cover",
    "rally-broken",
    "rally-enemy-near",
    "save-crossfire",
    "save-sniper",
    "action-test-waaagh",
    "rally-mob",
    "rally-big-mob",
];

struct Check<'a> {
    data: &'a Data,
    wrong: Option<DataError>,
}

impl Check<'_> {
    fn says(&mut self, file: &str, holds: bool, field: &str, what: impl FnOnce() -> String) {
        if !holds && self.wrong.is_none() {
            self.wrong = Some(DataError::new(file, None, format!("{field}: {}", what())));
        }
    }

    fn sheet(&mut self, file: &str, field: &str, id: &str) {
        let known = self.data.sheets.contains_key(id);
        self.says(file, known, field, || format!("there is no unit `{id}` in units/"));
    }

    fn weapons(&mut self, unit: &str, carried: &[Carried]) {
        for Carried { weapon, .. } in carried {
            let known = self.data.weapons.contains_key(weapon);
            self.says("units", known, unit, || format!("there is no weapon `{weapon}` in weapons/"));
        }
    }

    fn matches(&mut self, unit: &str, all: &[Matches]) {
        for one in all {
            match one {
                Matches::Some(SomeUnits::Unit(id)) => self.sheet("units", unit, id),
                Matches::Some(SomeUnits::Ability(id)) => self.ability("units", unit, id),
                Matches::Some(SomeUnits::Type(_)) | Matches::Word(_) => {}
            }
        }
    }

    fn ability(&mut self, file: &str, field: &str, id: &str) {
        let known = self.data.abilities.contains_key(id);
        self.says(file, known, field, || format!("there is no ability `{id}` in abilities.toml"));
    }

    fn units(&mut self) {
        let data = self.data;
        for (id, sheet) in &data.sheets {
            self.weapons(id, &sheet.weapons);
            sheet.fit.iter().for_each(|fit| self.weapons(id, &fit.weapons));
            sheet.abilities.iter().for_each(|ability| self.ability("units", id, ability));
            for bay in &sheet.transport {
                self.matches(id, &bay.take);
                self.matches(id, &bay.except);
            }
            if let Some(shape) = &sheet.shape {
                let known = data.shapes.contains_key(shape);
                self.says("units", known, id, || format!("there is no shape `{shape}` in shapes.toml"));
            }
            if let Some(critical) = &sheet.critical {
                let known = data.criticals.contains_key(critical);
                self.says("units", known, id, || {
                    format!("there is no critical hit `{critical}` in criticals.toml")
                });
            }
        }
        for (id, weapon) in &data.weapons {
            for mode in &weapon.modes {
                mode.abilities.iter().for_each(|ability| self.ability("weapons", id, ability));
            }
        }
    }

    fn armies(&mut self) {
        let data = self.data;
        for army in &data.armies {
            let file = format!("armies/{}.toml", army.id);
            for formation in &army.formation {
                formation.units.iter().for_each(|count| self.sheet(&file, &formation.id, &count.unit));
                for upgrade in &formation.upgrades {
                    let known = army.upgrade.iter().any(|known| known.id == *upgrade);
                    self.says(&file, known, &formation.id, || format!("there is no upgrade `{upgrade}`"));
                }
                let known = army.group.iter().any(|group| group.id == formation.group);
                self.says(&file, known, &formation.id, || format!("there is no group `{}`", formation.group));
            }
            for upgrade in &army.upgrade {
                upgrade.add.iter().for_each(|added| self.sheet(&file, &upgrade.id, &added.unit));
                upgrade.character.iter().for_each(|unit| self.sheet(&file, &upgrade.id, unit));
            }
        }
        for force in &data.forces {
            let file = format!("forces/{}.toml", force.id);
            let known = data.armies.iter().any(|army| army.id == force.army);
            self.says(&file, known, "army", || format!("there is no army `{}` in armies/", force.army));
            for formation in &force.formation {
                formation.units.iter().for_each(|count| self.sheet(&file, &formation.id, &count.unit));
            }
            force.character.iter().for_each(|one| self.sheet(&file, &one.formation, &one.unit));
        }
    }

    fn tables(&mut self) {
        let data = self.data;
        for piece in &data.pieces {
            let known = data.terrain.contains_key(&piece.terrain);
            self.says("pieces.toml", known, &piece.id, || format!("there is no terrain `{}`", piece.terrain));
        }
        for table in &data.tables {
            let file = format!("tables/{}.toml", table.id);
            for placed in &table.piece {
                let known = data.pieces.iter().any(|piece| piece.id == placed.piece);
                self.says(&file, known, &placed.id, || {
                    format!("there is no piece `{}` in pieces.toml", placed.piece)
                });
            }
            for line in &table.line {
                let known = data.terrain.contains_key(&line.terrain);
                self.says(&file, known, &line.id, || format!("there is no terrain `{}`", line.terrain));
            }
        }
    }

    fn scenarios(&mut self) {
        let data = self.data;
        for scenario in &data.scenarios {
            let file = format!("scenarios/{}.toml", scenario.id);
            let known = data.tables.iter().any(|table| table.id == scenario.table);
            self.says(&file, known, "table", || format!("there is no table `{}` in tables/", scenario.table));
            for formation in &scenario.formation {
                formation.units.iter().for_each(|count| self.sheet(&file, &formation.id, &count.unit));
                let known = scenario.side.iter().any(|side| side.id == formation.side);
                self.says(&file, known, &formation.id, || format!("there is no side `{}`", formation.side));
            }
        }
        for battle in &data.battles {
            for force in &battle.forces {
                let known = data.forces.iter().any(|known| known.id == *force);
                self.says("battles.toml", known, &battle.id, || {
                    format!("there is no force `{force}` in forces/")
                });
            }
            let known = data.scenarios.iter().any(|known| known.id == battle.scenario);
            self.says("battles.toml", known, &battle.id, || {
                format!("there is no scenario `{}`", battle.scenario)
            });
        }
        for preset in &data.presets {
            for option in &data.options {
                let chosen = preset.options.get(&option.id);
                let known = chosen.is_some_and(|value| option.values.contains(value));
                self.says("presets.toml", known, &preset.id, || {
                    format!("`{}` has none of its values", option.id)
                });
            }
        }
    }

    fn rules(&mut self) {
        let data = self.data;
        for id in USED {
            let known = data.modifiers.iter().any(|modifier| modifier.id == id);
            self.says("modifiers.toml", known, id, || "this modifier is missing".to_owned());
        }
        // One row for each number above the highest face, in order: the needs of shots are looked up by place.
        let steep = data.charts.steep_hit.iter().enumerate();
        let steep = steep.into_iter().all(|(at, row)| {
            let faces = matches!((row.first, row.second), (Score(Some(6)), Score(Some(_))));
            usize::from(row.needed) == at + 7 && faces
        });
        self.says("charts.toml", steep, "steep-hit", || {
            "rows go up from 7 one by one, the first die a 6".to_owned()
        });
    }
}

/// The first name that leads nowhere, if any.
pub fn check(data: &Data) -> Result<(), DataError> {
    let mut check = Check { data, wrong: None };
    check.units();
    check.armies();
    check.tables();
    check.scenarios();
    check.rules();
    check.wrong.map_or(Ok(()), Err)
}
