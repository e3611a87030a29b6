//! The data files agree with each other and with the catalogue: every name has its text, every reference its thing,
//! and both ends of every table are alike.

use std::collections::BTreeSet;
use std::path::Path;

use grognard_engine::catalogue::Catalogue;
use grognard_engine::data::DataFiles;
use grognard_wh40k_9e::data::amount::{Inches, Move, Stat};
use grognard_wh40k_9e::data::battle::{Effect, Trait, UnitFile};
use grognard_wh40k_9e::data::sheet::{Ability, Sheet};
use grognard_wh40k_9e::data::{Data, load};
use grognard_wh40k_9e::terrain::Battlefield;

fn files() -> DataFiles {
    let mut files = DataFiles::default();
    files.overlay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data")).expect("the folder is there");
    files
}

fn data() -> Data {
    load("wh40k-9e", &files()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_catalogue_is_whole() {
    let catalogue = Catalogue::load(&files()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(catalogue.rules.len(), 468);
    let open = |id: &&String| id.starts_with("9E-AMB-");
    assert_eq!(catalogue.rulings.keys().filter(open).count(), 118);
    let sections: BTreeSet<_> = catalogue.rules.keys().filter_map(|id| id.split('-').nth(1)).collect();
    assert!(sections.iter().all(|code| catalogue.sections.contains_key(*code)), "every section has a title");
    for (id, entry) in catalogue.rules.iter().chain(&catalogue.rulings) {
        assert!(!entry.title.is_empty() && entry.text.ends_with('.'), "{id}");
        for other in &entry.see {
            let known = catalogue.rules.contains_key(other) || catalogue.rulings.contains_key(other);
            assert!(known && other != id, "{id} points at {other}");
        }
    }
}

#[test]
fn every_name_has_its_text() {
    let data = data();
    let mut names = Vec::new();
    for sheet in &data.sheets {
        names.push(format!("sheet.{}", sheet.id));
        names.extend(sheet.models.iter().map(|model| format!("model.{}.{}", sheet.id, model.id)));
        names.extend(sheet.options.iter().map(|option| format!("option.{}.{}", sheet.id, option.id)));
    }
    for (id, weapon) in &data.weapons {
        names.push(format!("weapon.{id}"));
        let several = weapon.profiles.iter().filter(|profile| !profile.id.is_empty());
        names.extend(several.map(|profile| format!("weapon.{id}-{}", profile.id)));
    }
    for table in &data.tables {
        names.extend([format!("table.{}", table.id), format!("table.{}-about", table.id)]);
    }
    names.extend(data.pieces.iter().map(|piece| format!("terrain.{}", piece.id)));
    names.extend(Trait::ALL.map(|(_, name)| format!("trait.{name}")));
    for force in &data.forces {
        names.extend([format!("force.{}", force.id), format!("force.{}-about", force.id)]);
    }
    for preset in &data.presets {
        names.extend([format!("preset.{}", preset.id), format!("preset.{}-about", preset.id)]);
    }
    names.extend(data.powers.iter().map(|power| format!("power.{}", power.id)));
    names.extend(data.numbers.battle_sizes.sizes.iter().map(|size| format!("size.{}", size.id)));
    let missing: Vec<_> = names.iter().filter(|name| !data.texts.has(name)).collect();
    assert!(missing.is_empty(), "no text for {missing:?}");
}

#[test]
fn every_reference_leads_somewhere() {
    let data = data();
    let power = |id: &str| data.powers.iter().any(|power| power.id == id);
    for sheet in &data.sheets {
        for model in &sheet.models {
            assert!(model.min <= model.max, "{}", model.id);
            for weapon in &model.weapons {
                assert!(data.weapons.contains_key(weapon), "{} carries {weapon}", sheet.id);
            }
            let starred = model.m == Move::Table || model.bs == Stat::Table || model.a == Stat::Table;
            assert_eq!(starred, !model.brackets.is_empty(), "{}: stars and damage table", sheet.id);
            let rows: Vec<_> = model.brackets.iter().flat_map(|row| row.from..=row.to).collect();
            let wanted: BTreeSet<_> = if starred { (1..=model.w).collect() } else { BTreeSet::new() };
            assert_eq!(rows.iter().copied().collect::<BTreeSet<_>>(), wanted, "{}", sheet.id);
            assert_eq!(rows.len(), wanted.len(), "{}: rows overlap", sheet.id);
        }
        for option in &sheet.options {
            let model =
                sheet.models.iter().find(|model| model.id == option.model).expect("a model of the sheet");
            assert!(model.weapons.contains(&option.lose) && data.weapons.contains_key(&option.gain));
        }
        for ability in sheet.abilities.iter().chain(sheet.models.iter().flat_map(|model| &model.abilities)) {
            if let Ability::Psyker { knows, .. } = ability {
                assert!(knows.iter().all(|id| power(id)), "{}", sheet.id);
            }
        }
    }
    for entry in &data.powers {
        if let Effect::Recall { sheet } = &entry.effect {
            assert!(data.sheets.iter().any(|other| other.id == *sheet));
        }
    }
}

fn sheet<'a>(data: &'a Data, id: &str) -> &'a Sheet {
    data.sheets.iter().find(|sheet| sheet.id == id).unwrap_or_else(|| panic!("no datasheet `{id}`"))
}

/// 9E-GEN-005, 9E-DAT-004, 9E-DV-023.
#[test]
fn armies_have_the_power_of_the_catalogue() {
    let data = data();
    for (id, wanted) in [("strike-squad", 11), ("demi-company", 21), ("standard", 37), ("extended", 71)] {
        let force = data.forces.iter().find(|force| force.id == id).expect("a ready army");
        let power = |unit: &UnitFile| {
            let sheet = sheet(&data, &unit.sheet);
            let least: u8 = sheet.models.iter().map(|model| model.min).sum();
            let most: u8 = sheet.models.iter().map(|model| model.max).sum();
            assert!((least..=most).contains(&unit.models), "{id}: {} models of {}", unit.models, unit.sheet);
            assert!(unit.options.iter().all(|option| sheet.options.iter().any(|other| other.id == *option)));
            let step = sheet.power.iter().rev().find(|step| step.from <= unit.models);
            step.expect("the first step begins at one model").rating
        };
        assert_eq!(force.units.iter().map(power).sum::<u16>(), wanted, "{id}");
        assert_eq!(force.units.iter().filter(|unit| unit.warlord).count(), 1, "{id} has one Warlord");
    }
}

type Outline = Vec<[i32; 2]>;

fn outline(points: &[[Inches; 2]]) -> Outline {
    points.iter().map(|[x, y]| [x.0.0, y.0.0]).collect()
}

fn is_convex(outline: &Outline) -> bool {
    let n = outline.len();
    (0..n).all(|i| {
        let [a, b, c] = [0, 1, 2].map(|next| outline[(i + next) % n].map(i64::from));
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0
    })
}

/// Whether two outlines have the same corners; these are rounded to a hundredth of a millimetre, one up, one down.
fn same(one: &Outline, other: &Outline) -> bool {
    let near = |a: &[i32; 2], b: &[i32; 2]| (a[0] - b[0]).abs() <= 1 && (a[1] - b[1]).abs() <= 1;
    one.len() == other.len() && one.iter().all(|a| other.iter().any(|b| near(a, b)))
}

/// 9E-BTL-003 with 9E-TAB-08, and fairness: half a turn around the middle changes nothing.
#[test]
fn tables_are_fair() {
    let data = data();
    assert_eq!(data.tables.len(), 6);
    for table in &data.tables {
        let [length, width] = table.size.map(|side| i64::from(side.0.0));
        let square = i64::from(data.numbers.terrain_density.square.0.0).pow(2);
        let recommended = (length * width + square - 1) / square;
        let terrain = Battlefield::of(&data, table).unwrap_or_else(|why| panic!("{why}")).terrain;
        assert_eq!(terrain.len() as i64, recommended, "{}", table.id);
        let ids: BTreeSet<_> = terrain.iter().map(|piece| &piece.id).collect();
        assert_eq!(ids.len(), terrain.len(), "{}: ids are unique", table.id);
        let turned = |outline: &Outline| -> Outline {
            outline.iter().map(|[x, y]| [table.size[0].0.0 - x, table.size[1].0.0 - y]).collect()
        };
        let mut solids = Vec::new();
        for piece in &terrain {
            solids.push((&piece.kind, None, false, outline(&piece.outline)));
            for part in &piece.parts {
                assert!(part.bottom < part.top, "{} {}", table.id, piece.id);
                let height = Some((part.bottom, part.top));
                solids.push((&piece.kind, height, part.passable, outline(&part.outline)));
            }
        }
        for (kind, height, passable, area) in &solids {
            assert!(is_convex(area), "{}: a {kind} at {:?}", table.id, area[0]);
            let inside = |[x, y]: &[i32; 2]| {
                (0..=table.size[0].0.0).contains(x) && (0..=table.size[1].0.0).contains(y)
            };
            assert!(area.iter().all(inside), "{}: a {kind} at {:?}", table.id, area[0]);
            let twin = solids.iter().any(|other| {
                (kind, height, passable) == (&other.0, &other.1, &other.2) && same(&other.3, &turned(area))
            });
            assert!(twin, "{}: a {kind} at {:?} has no twin", table.id, area[0]);
        }
    }
}
