//! Where the two books part: one closed enum a point of difference, settled once from the set of rules in force.
//!
//! A third set may turn single rules of the variant off; each point then falls back to the base rule that comes back, and a
//! combination that leaves a point without a rule is refused with the rules concerned.

use grognard_engine::RuleId;
use grognard_engine::rule_set::RuleSet;

macro_rules! editions {
    ($($(#[$doc:meta])* $field:ident: $name:ident { $base:ident = $base_rule:literal, $variant:ident = $variant_rule:literal })*) => {
        /// Every point of difference as it is settled in a game.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct Edition {
            $($(#[$doc])* pub $field: $name,)*
        }
        $(
            $(#[$doc])*
            #[derive(Copy, Clone, PartialEq, Eq, Debug)]
            pub enum $name {
                #[doc = concat!("The base: ", $base_rule, ".")]
                $base,
                #[doc = concat!("The variant: ", $variant_rule, ".")]
                $variant,
            }

            impl $name {
                /// The rule that settles it.
                pub const fn rule(self) -> RuleId {
                    match self {
                        $name::$base => RuleId::new($base_rule),
                        $name::$variant => RuleId::new($variant_rule),
                    }
                }
            }
        )*

        impl Edition {
            /// The points of difference: name, base rule, variant rule.
            pub const POINTS: &'static [(&'static str, &'static str, &'static str)] =
                &[$((stringify!($field), $base_rule, $variant_rule)),*];

            /// Settles every point by a set; otherwise every point that cannot be settled.
            pub fn of(set: &RuleSet) -> Result<Edition, String> {
                let mut wrong: Vec<String> = Vec::new();
                $(
                    let $field = match set.one_of(&[RuleId::new($base_rule), RuleId::new($variant_rule)]) {
                        Ok(0) => $name::$base,
                        Ok(_) => $name::$variant,
                        Err(why) => {
                            wrong.push(why);
                            $name::$base
                        }
                    };
                )*
                wrong.extend(unmet(set));
                if wrong.is_empty() { Ok(Edition { $($field),* }) } else { Err(wrong.join("; ")) }
            }
        }
    };
}

/// Rules that belong to one procedure: the first is nothing without the second.
const NEEDS: &[(&str, &str)] = &[
    // Hits that are allotted before anybody is wounded, by the Toughness of the model that has them.
    ("5V-RSA-003", "5V-COV-005"),
    ("5V-RSA-003", "5V-WND-001"),
    ("5V-RSA-003", "5V-CAS-002"),
    ("5V-RSA-003", "5V-WCH-022"),
    ("5V-RSA-003", "5V-WCH-027"),
    ("5V-COV-005", "5V-RSA-003"),
    ("5V-WND-001", "5V-RSA-003"),
    ("5V-CAS-002", "5V-RSA-003"),
    ("5V-WCH-022", "5V-RSA-003"),
    ("5V-WCH-027", "5V-RSA-003"),
    // Every save is rolled for a hit, and wounds of the base have one.
    ("5V-SAV-005", "5V-RSA-003"),
    // Tables by the bands of speed.
    ("5V-VSH-001", "5V-VEH-003"),
    ("5V-VAS-001", "5V-VEH-003"),
    ("5V-SKM-001", "5V-VEH-003"),
    ("5V-VEH-003", "5V-VSH-001"),
    ("5V-VEH-003", "5V-VAS-001"),
    ("5V-VEH-003", "5V-SKM-001"),
];

/// Rules of the variant that can be turned off one by one beside those of the points: where they are off, the code asks.
pub const ALONE: &[&str] = &[
    "5V-BIK-001",
    "5V-BIK-002",
    "5V-BLD-003",
    "5V-BLD-004",
    "5V-BLD-005",
    "5V-BLD-007",
    "5V-BST-002",
    "5V-CCW-008",
    "5V-CCW-011",
    "5V-CHA-010",
    "5V-EQP-004",
    "5V-FCC-002",
    "5V-MOV-002",
    "5V-PSY-001",
    "5V-ROF-013",
    "5V-RUI-005",
    "5V-TER-001",
    "5V-USR-002",
    "5V-USR-012",
    "5V-USR-014",
    "5V-USR-019",
];

/// Rules in force whose procedure is not.
fn unmet(set: &RuleSet) -> Vec<String> {
    let lacks = |(rule, needed): &&(&'static str, &'static str)| {
        set.has(RuleId::new(rule)) && !set.has(RuleId::new(needed))
    };
    let told = |(rule, needed): &(&str, &str)| format!("{rule} needs {needed}, which is not in force");
    NEEDS.iter().filter(lacks).map(told).collect()
}

/// Sections of the variant that a set-up turns off as a whole, with the points of difference each of them settles.
pub const GROUPS: &[(&str, &[&str])] = &[
    ("movement", &["pace", "speeds"]),
    ("running", &["running"]),
    ("difficult-ground", &["difficult"]),
    ("two-targets", &["targets"]),
    ("moving-and-firing", &["moved"]),
    ("shooting", &["shooting", "covered", "toughness", "casualties", "rending", "sniper", "saves"]),
    ("cover-chart", &["cover"]),
    ("saves", &["saves"]),
    ("charge-into-cover", &["into_cover"]),
    ("charge-bonus", &["charge"]),
    ("combat-chart", &["melee"]),
    ("who-is-struck", &["struck"]),
    ("assault-grenades", &["grenades"]),
    ("defensive-grenades", &["defence"]),
    ("sweeping-advance", &["sweep"]),
    ("two-weapons", &["two_weapons"]),
    ("regrouping", &["regroup"]),
    ("furious-charge", &["furious"]),
    ("vehicle-speeds", &["bands", "vehicle_fire", "vehicle_melee", "skimmers"]),
    ("shots-at-vehicles", &["at_vehicles"]),
    ("penetration", &["penetration"]),
    ("vehicle-damage", &["damage", "extra_armour"]),
    ("squadrons", &["squadron_hits", "squadron_damage", "squadron_sight"]),
    ("shaken-passengers", &["passengers_shaken"]),
    ("tank-shock", &["tank_shock"]),
];

/// The rules of the variant that a group of sections turns off: all that stand in the place of its base rules.
pub fn rules_of(set: &RuleSet, group: &str) -> Option<Vec<String>> {
    let (_, points) = GROUPS.iter().find(|(id, _)| *id == group)?;
    let base =
        |point: &&str| Edition::POINTS.iter().find(|(name, ..)| name == point).map(|(_, base, _)| *base);
    let by = points.iter().filter_map(base).filter_map(|base| set.fate(base));
    Some(by.flat_map(|fated| fated.by.iter().cloned()).collect())
}

/// Whether a rule of the variant can be turned off by itself.
pub fn can_be_off(set: &RuleSet, rule: &str) -> bool {
    let by = Edition::POINTS.iter().filter_map(|(_, base, _)| set.fate(base));
    ALONE.contains(&rule) || by.flat_map(|fated| &fated.by).any(|by| by == rule)
}

editions! {
    /// How far a model on foot moves.
    pace: Pace { SixInches = "5B-MOV-001", Movement = "5V-MOV-001" }
    /// What mixed speeds do to a unit.
    speeds: Speeds { Slowest = "5B-MOV-002", Own = "5V-MOV-005" }
    /// When a unit runs.
    running: Running { ShootingPhase = "5B-MOV-009", MovementPhase = "5V-MOV-009" }
    /// What difficult ground does.
    difficult: Difficult { HighestDie = "5B-TER-003", Modifier = "5V-TER-004" }
    /// How many units a unit may shoot at.
    targets: Targets { One = "5B-SHO-003", Two = "5V-SHO-005" }
    /// Who counts as having moved when it shoots.
    moved: MovedFor { Unit = "5B-SHO-010", WeaponType = "5V-RNG-002" }
    /// In which order a shooting attack is resolved.
    shooting: Shooting { Wounds = "5B-CAS-006", Hits = "5V-RSA-003" }
    /// What cover is worth.
    cover: CoverChart { Printed = "5B-COV-005", New = "5V-COV-004" }
    /// Who is in cover.
    covered: Covered { Majority = "5B-COV-004", Groups = "5V-COV-005" }
    /// How many saves there are against one hit.
    saves: Saves { Best = "5B-SAV-004", Every = "5V-SAV-005" }
    /// Which Toughness is rolled against.
    toughness: Toughness { Majority = "5B-WND-002", Own = "5V-WND-001" }
    /// Who falls.
    casualties: Casualties { Anybody = "5B-CAS-001", Wounded = "5V-CAS-002" }
    /// What rending does.
    rending: Rending { ToWound = "5B-WCH-014", ToHit = "5V-WCH-022" }
    /// What a sniper needs to wound.
    sniper: Sniper { Fixed = "5B-WCH-015", OrStrength = "5V-WCH-027" }
    /// What a charge through cover costs.
    into_cover: IntoCover { First = "5B-CCB-007", Less = "5V-FCC-010" }
    /// What a charge gives.
    charge: ChargeBonus { Attack = "5B-CCB-012", Reroll = "5V-FCC-018" }
    /// The chart of close combat.
    melee: MeleeChart { Three = "5B-CCB-004", Full = "5V-FCC-019" }
    /// Who may be struck.
    struck: Struck { Unit = "5B-CCB-008", Engaged = "5V-FCC-021" }
    /// What assault grenades do.
    grenades: AssaultGrenades { Initiative = "5B-CCB-013", Attack = "5V-FCC-012" }
    /// What defensive grenades do.
    defence: DefensiveGrenades { NoAttack = "5B-CCB-014", NoReroll = "5V-FCC-016" }
    /// What becomes of those who are caught.
    sweep: Sweep { Destroyed = "5B-SWP-001", Wounded = "5V-SWP-003" }
    /// When two weapons give an attack.
    two_weapons: TwoWeapons { Kinds = "5B-CCW-004", Elite = "5V-CCW-013" }
    /// Who may regroup.
    regroup: Regroup { Half = "5B-REG-001", Matrix = "5V-REG-001" }
    /// What furious charge gives.
    furious: Furious { StrengthAndInitiative = "5B-USR-007", Attack = "5V-USR-007" }
    /// How the speeds of vehicles are told apart.
    bands: SpeedBands { Classes = "5B-VMV-003", Bands = "5V-VEH-003" }
    /// How many targets a vehicle has.
    vehicle_fire: VehicleFire { One = "5B-VSH-002", Two = "5V-VSH-001" }
    /// In which order a shot at a vehicle is resolved.
    at_vehicles: AtVehicles { PenetrationFirst = "5B-VDM-011", SavesFirst = "5V-SVQ-001" }
    /// How armour is penetrated.
    penetration: Penetration { OneDie = "5B-VDM-003", TwoDice = "5V-PEN-001" }
    /// The damage table.
    damage: DamageTable { Six = "5B-VDM-012", Ten = "5V-VDM-001" }
    /// What extra armour does.
    extra_armour: ExtraArmour { Shaken = "5B-VDM-013", Save = "5V-VDM-029" }
    /// What hits a vehicle in close combat.
    vehicle_melee: VehicleMelee { Speed = "5B-VAS-002", Difficulty = "5V-VAS-001" }
    /// Who of a squadron has the hits.
    squadron_hits: SquadronHits { Allotted = "5B-SQD-004", Aimed = "5V-SQD-008" }
    /// What damage does to squadrons.
    squadron_damage: SquadronDamage { Harsh = "5B-SQD-006", Usual = "5V-SQD-009" }
    /// Whether members of a squadron see through each other.
    squadron_sight: SquadronSight { Through = "5B-SQD-003", Blocked = "5V-SQD-007" }
    /// What a shaken crew does to passengers.
    passengers_shaken: PassengersShaken { NoFire = "5B-TRA-007", Fire = "5V-TRA-014" }
    /// What a tank shock tests.
    tank_shock: TankShock { Morale = "5B-TNK-005", Initiative = "5V-TNK-004" }
    /// How fast skimmers go.
    skimmers: FastSkimmers { FlatOut = "5B-SKM-003", Bands = "5V-SKM-001" }
}
