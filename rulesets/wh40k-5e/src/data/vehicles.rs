//! Vehicles as `profiles/` and `units/` describe them, and the numbers of their rules.

use grognard_space::table::Side;
use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::{Amount, Score};
use super::troops::{Base, Origin};

/// 5B-VMV-001 and the sections after it: types of vehicles.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the types of the rules")]
pub enum VehicleType {
    Tank,
    Transport,
    Fast,
    Skimmer,
    OpenTopped,
    Walker,
    Ponderous,
}

/// 5B-VSH-003: how a weapon is mounted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the mounts of the rules")]
pub enum Mounting {
    Turret,
    Pintle,
    Hull,
    Sponson,
    Arm,
    SideDoor,
    BoltOn,
}

/// 5B-TRA-003: where passengers get in and out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the sides of a hull")]
pub enum Access {
    Front,
    Left,
    Right,
    Rear,
    AllRound,
}

impl Access {
    /// The side of the hull; `None` for all of it.
    pub const fn side(self) -> Option<Side> {
        match self {
            Access::Front => Some(Side::Front),
            Access::Left => Some(Side::Left),
            Access::Right => Some(Side::Right),
            Access::Rear => Some(Side::Rear),
            Access::AllRound => None,
        }
    }
}

/// 5V-TRA-001: what a fire point is in the variant.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the rule")]
pub enum Exposure {
    Open,
    Enclosed,
}

/// 5B-TRA-002: a fire point.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirePoint {
    /// Its id.
    pub id: String,
    /// How many models may fire from it.
    pub models: u8,
    /// What it is in the variant.
    pub variant: Exposure,
    /// Where only this weapon is fired from it.
    #[serde(default)]
    pub weapon: Option<String>,
}

/// 5V-VDM-027: the armour of a crew.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrewArmour {
    /// None.
    #[serde(rename = "-")]
    None,
    /// Light.
    Light,
    /// Heavy.
    Heavy,
}

/// A vehicle, a row of the catalogue.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct VehicleProfile {
    pub id: String,
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    pub types: Vec<VehicleType>,
    pub bs: u8,
    pub front: u8,
    pub side: u8,
    pub rear: u8,
    #[serde(default)]
    pub ws: u8,
    #[serde(default)]
    pub s: u8,
    #[serde(default)]
    pub i: u8,
    #[serde(default)]
    pub a: u8,
    pub capacity: u8,
    #[serde(default)]
    pub or_carries: Vec<OrCarries>,
    pub access: Vec<Access>,
    pub fire_points: Vec<FirePoint>,
    pub variant: VehicleOfVariant,
    #[serde(default)]
    pub hull: Option<[Inches; 2]>,
    #[serde(default)]
    pub base: Option<Base>,
    pub height: Inches,
}

/// Another unit that rides instead.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrCarries {
    /// The unit.
    pub unit: String,
    /// How many of it.
    pub models: u8,
}

/// What the variant adds to a vehicle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct VehicleOfVariant {
    pub crew: u8,
    pub crew_armour: CrewArmour,
    #[serde(default)]
    pub m: Option<Inches>,
    #[serde(default)]
    pub types: Vec<VehicleType>,
    #[serde(default)]
    pub origin: Origin,
}

/// A weapon of a vehicle in a unit's entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mounted {
    /// The weapon.
    pub weapon: String,
    /// How it is mounted.
    pub mount: Mounting,
    /// How many of it.
    #[serde(default = "one")]
    pub count: u8,
    /// 5V-VDM-024: the weapon it is built into.
    #[serde(default)]
    pub built_in: Option<String>,
    /// The Ballistic Skill it is fired with, where that is not the vehicle's.
    #[serde(default)]
    pub bs: Option<u8>,
}

const fn one() -> u8 {
    1
}

/// A number of weapons: `"all"`, or a figure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Some8(pub Option<u8>);

impl Some8 {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Some8> {
        if matches!(text, "all" | "auto") {
            Some(Some8(None))
        } else {
            text.parse().ok().map(|n| Some8(Some(n)))
        }
    }
}

grognard_engine::text_form!(Some8, Some8::read, "a number, \"all\" or \"auto\"");

/// A distance that may be missing: `"12"` or `"-"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bound(pub Option<grognard_space::table::Length>);

impl Bound {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Bound> {
        if text == "-" {
            return Some(Bound(None));
        }
        grognard_tabletop::ruler::Ruler::Inches.read(text).map(|far| Bound(Some(far)))
    }
}

grognard_engine::text_form!(Bound, Bound::read, "a distance in inches, or \"-\"");

/// A change of a distance: `"-3"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Slower(pub grognard_space::table::Length);

impl Slower {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Slower> {
        grognard_tabletop::ruler::Ruler::Inches.read(text.strip_prefix('-')?).map(Slower)
    }
}

grognard_engine::text_form!(Slower, Slower::read, "how many inches less, such as \"-3\"");

/// A speed of the base (T-38).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct BaseSpeed {
    pub id: String,
    pub over: Bound,
    pub upto: Inches,
    pub fast_only: bool,
    pub main: Some8,
    pub defensive: bool,
    pub ordnance: u8,
    pub barrage: bool,
    pub fast_main: Some8,
    pub fast_defensive: bool,
    pub fast_ordnance: u8,
    pub fast_barrage: bool,
    pub hit: Hit,
}

/// What hits a vehicle in close combat: `"auto"` or a score.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hit(pub Option<u8>);

impl Hit {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Hit> {
        if text == "auto" { Some(Hit(None)) } else { Score::read(text).map(|score| Hit(score.0)) }
    }
}

grognard_engine::text_form!(Hit, Hit::read, "a score such as \"4+\", or \"auto\"");

/// A speed band of the variant (T-07).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct BandRow {
    pub id: String,
    pub over: Bound,
    pub upto: Inches,
}

/// A row of a damage table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct DamageRow {
    pub id: String,
    pub from: i8,
}

/// A row of the tank shock table (T-11).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct ShockRow {
    pub over: Bound,
    pub upto: Bound,
    pub initiative: i8,
    pub strength: u8,
    pub ap: Score,
}

grognard_engine::numbers! {
    /// The numbers of the rules of vehicles.
    pub struct VehicleNumbers {}

    /// Enemies are kept away from.
    apart = "5B-VMV-004": VehicleApart { from_enemies: Inches }
    /// Difficult ground.
    stuck = "5B-VMV-005": Stuck { face: u8 }
    /// Roads, base.
    road = "5B-VMV-006": Road { further: Inches }
    /// Speeds of the base.
    speeds = "5B-VMV-008": BaseSpeeds { speeds: Vec<BaseSpeed> }
    /// Defensive weapons.
    defensive = "5B-VSH-001": Defensive { defensive: u8 }
    /// Arcs.
    arcs = "5B-VSH-003": Arcs { turret: i32, pintle: i32, sponson: i32, hull: i32, elevation: i32 }
    /// Another facing.
    other_facing = "5B-VDM-002": OtherFacing { cover: Score }
    /// Penetration, base.
    penetration = "5B-VDM-003": Penetration { roll: Amount }
    /// Modifiers of damage, base.
    modifiers = "5B-VDM-004": DamageModifiers { roll: Amount, glancing: i8, ap_1: i8, ap_none: i8, open_topped: i8 }
    /// Obscured vehicles.
    obscured = "5B-VDM-005": Obscured { hidden: usize, wargear: Score }
    /// Smoke.
    smoke = "5B-VDM-006": Smoke { uses: u8, cover: Score }
    /// Explosions, base.
    explosion = "5B-VDM-010": Explosion { explosion: Amount, explosion_strength: u8, explosion_ap: Score }
    /// Damage, base.
    damage = "5B-VDM-012": Damage { results: Vec<DamageRow> }
    /// Ordnance, base.
    ordnance = "5B-VDM-014": OrdnanceDice { dice: usize, keep: usize }
    /// Grenades.
    grenades = "5B-VAS-004": GrenadeAttacks { attacks: u8 }
    /// Squadrons.
    squadron = "5B-SQD-001": SquadronLink { within: Inches }
    /// Damage of squadrons, base.
    squadron_damage = "5B-SQD-006": SquadronDamage { members: usize, crew_stunned: String, immobilised: String }
    /// Capacity.
    capacity = "5B-TRA-001": Capacity { bulky: u8 }
    /// Getting in.
    embark = "5B-TRA-003": Embark { within: Inches }
    /// Getting out.
    disembark = "5B-TRA-004": Disembark { within: Inches, from_enemies: Inches }
    /// Emergency.
    emergency = "5B-TRA-006": Emergency { within: Inches }
    /// Destroyed transports.
    passengers = "5B-TRA-008": Passengers { explosion_strength: u8, open_topped_strength: u8, explosion_ap: Score }
    /// Ramming.
    ram = "5B-TNK-003": RamNumbers { armour_from: u8, for_each_armour: u8, for_tank: u8, for_each_inches: Inches }
    /// Death or glory.
    glory = "5B-TNK-005": Glory { hits: u8 }
    /// Enemy vehicles in the way.
    stops = "5B-TNK-006": StopsBefore { from_vehicles: Inches }
    /// Open-topped transports.
    open_topped = "5B-OPN-002": OpenTopped { within: Inches }
    /// Flat out skimmers.
    flat_out = "5B-SKM-003": FlatOut { r#move: Inches, cover: Score }
    /// Dodging.
    dodge = "5B-SKM-004": Dodge { dodge: Score }
    /// Walkers.
    walker = "5B-WLK-001": WalkerMove { r#move: Inches, face: u8 }
    /// Arcs of walkers.
    walker_arc = "5B-WLK-002": WalkerArc { arc: i32 }
    /// Grenades against walkers.
    walker_grenades = "5B-WLK-005": WalkerGrenades { hit: Score }
    /// Stunned walkers.
    walker_stunned = "5B-WLK-006": WalkerStunned { attacks: i8, least: u8 }
    /// Combat results with walkers.
    walker_result = "5B-WLK-007": WalkerResult { wounds: u16 }
    /// Further arms.
    walker_arms = "5B-WLK-010": WalkerArms { times_strength: u8, for_each_further: u8 }

    /// Bands of the variant.
    bands = "5V-VEH-003": Bands { bands: Vec<BandRow> }
    /// Stationary.
    stationary = "5V-VEH-007": Stationary { band: String, main: Some8, defensive: bool, ordnance: u8, ad: Some8 }
    /// Slow.
    slow = "5V-VEH-008": Slow { band: String, main: Some8, defensive: bool, ordnance: u8, ad: Some8 }
    /// Combat.
    combat = "5V-VEH-009": Combat { band: String, main: Some8, defensive: bool, ordnance: u8, ad: Some8 }
    /// Tactical.
    tactical = "5V-VEH-010": Tactical { band: String, main: Some8, defensive: bool, ordnance: u8, ad: Some8 }
    /// Cruising.
    cruising = "5V-VEH-011": Cruising { band: String, main: Some8, defensive: bool, ordnance: u8, ad: Some8 }
    /// Fast.
    fast = "5V-VEH-012": Fast { band: String, main: Some8, defensive: bool, ordnance: u8, ad: Some8 }
    /// Very fast.
    very_fast = "5V-VEH-013": VeryFast { band: String, main: Some8, defensive: bool, ordnance: u8, ad: Some8 }
    /// Before the first move.
    at_start = "5V-VEH-014": AtStart { band: String }
    /// Roads, variant.
    road_too = "5V-VEH-015": RoadToo { further: Inches }
    /// Split fire.
    crew = "5V-VSH-002": CrewToSplit { least_crew: u8 }
    /// Penetration, variant.
    penetration_too = "5V-PEN-001": PenetrationToo { dice: usize, keep: usize }
    /// Closed vehicles.
    closed = "5V-PEN-002": Closed { closed: i8 }
    /// Without AP.
    ap_none = "5V-PEN-003": WithoutAp { ap_none: u8 }
    /// Tank hunters.
    tank_hunters = "5B-USR-020": TankHunters { penetration: i8 }
    /// Critical hits.
    critical = "5V-PEN-007": Critical { faces: Vec<u8>, open_topped_faces: Vec<u8> }
    /// Ordnance, variant.
    ordnance_too = "5V-PEN-008": OrdnanceDiceToo { dice: usize, keep: usize }
    /// Damage, variant.
    damage_too = "5V-VDM-001": DamageToo { roll: Amount, least: i8, most: i8, results: Vec<DamageRow> }
    /// Glancing hits.
    glancing = "5V-VDM-002": GlancingHit { modifier: i8 }
    /// Critical hits.
    critical_damage = "5V-VDM-003": CriticalHit { modifier: i8 }
    /// Ordnance.
    ordnance_damage = "5V-VDM-004": OrdnanceHit { modifier: i8 }
    /// High impact.
    high_impact = "5V-VDM-005": HighImpact { least_strength: u8, modifier: i8 }
    /// Small arms.
    small_arms = "5V-VDM-006": SmallArms { most_strength: u8, modifier: i8 }
    /// Crew shaken.
    shaken = "5V-VDM-010": ShakenCrew { r#move: Slower }
    /// Drive damaged.
    drive = "5V-VDM-011": DriveDamage { r#move: Slower }
    /// Explosions, variant.
    explosion_too = "5V-VDM-020": ExplosionToo { explosion: Amount, explosion_strength: u8, explosion_ap: Score }
    /// Annihilation.
    annihilation = "5V-VDM-021": Annihilation { explosion: Amount, explosion_strength: u8, explosion_ap: Score }
    /// Armoured crews.
    crew_armour = "5V-VDM-027": CrewArmourSaves { light: Score, heavy: Score }
    /// Extra armour.
    extra_armour = "5V-VDM-029": ExtraArmour { save: Score }
    /// Both.
    both_armours = "5V-VDM-030": BothArmours { better: u8 }
    /// Passengers of moving vehicles.
    passengers_moved = "5V-TRA-008": PassengersMoved { bs: i8 }
    /// No fire from faster ones.
    passengers_fast = "5V-TRA-009": PassengersFast { most_move: Inches }
    /// Nobody gets in or out.
    too_fast = "5V-TRA-013": TooFastToBoard { bands: Vec<String> }
    /// Annihilated transports.
    annihilated = "5V-TRA-017": AnnihilatedPassengers { strength: u8, ap: Score }
    /// Tanks.
    tank = "5V-TNK-001": TankBands { highest: String }
    /// Tank shock.
    shock = "5V-TNK-002": ShockMove { least: Inches }
    /// Its table.
    shock_table = "5V-TNK-006": ShockTable { rows: Vec<ShockRow>, special: Vec<String> }
    /// Enemy vehicles in the way.
    stops_too = "5V-TNK-010": StopsBeforeToo { from_vehicles: Inches }
    /// Enemies that make room.
    make_room = "5V-TNK-011": MakeRoom { from_enemies: Inches }
    /// Slowed by an attack.
    slowed = "5V-TNK-017": SlowedTank { further: Inches }
    /// Passengers of open-topped transports.
    open_passengers = "5V-OPN-004": OpenPassengers { strength: i8 }
    /// Their cover.
    open_cover = "5V-OPN-012": OpenCover { cover: Score, barrage_cover: Score }
    /// Templates on them.
    open_template = "5V-OPN-014": OpenTemplate { hits: Amount }
    /// Blasts on the vehicle.
    open_blast = "5V-OPN-015": OpenBlast { hits: Amount }
    /// Markers aimed at passengers.
    open_aimed = "5V-OPN-016": OpenAimed { hits: Amount, divided_by: u8 }
    /// Markers beside an open-topped vehicle.
    open_beside = "5V-OPN-018": OpenBeside { divided_by: u8 }
    /// Barrages at open-topped transports.
    open_barrage = "5V-OPN-019": OpenBarrage { roll: Amount, vehicle: [u8; 2], passengers: [u8; 2] }
    /// Ponderous vehicles.
    ponderous = "5V-PON-002": PonderousBands { highest: String }
    /// Skimmers.
    skimmer = "5V-SKM-001": SkimmerBands { highest: String, fast_highest: String }
    /// Ground they feel.
    skimmer_ground = "5V-SKM-002": SkimmerGround { height: Inches }
    /// Fast skimmers.
    skimmer_cover = "5V-SKM-003": SkimmerCover { bands: Vec<String>, cover: Score }
    /// Crashing.
    skimmer_crash = "5V-SKM-004": SkimmerCrash { bands: Vec<String> }
    /// Fast vehicles.
    fast_bands = "5V-FST-001": FastBands { highest: String }
    /// Their fire.
    fast_fire = "5V-FST-003": FastFire { slower: usize }
    /// Shaken walkers.
    walker_shaken = "5V-WLK-004": WalkerShaken { further: Slower }
    /// Walkers with a damaged drive.
    walker_drive = "5V-WLK-005": WalkerDrive { further: Slower, immobilised_at: u8 }
    /// Dozer blades.
    dozer = "5V-UPG-002": Dozer { bands: Vec<String> }
    /// Electro-hulls that stand.
    electro_stands = "5V-UPG-013": ElectroStands { stationary: u8 }
    /// Electro-hulls that move.
    electro_moves = "5V-UPG-014": ElectroMoves { bands: Vec<String>, ad: u8 }
    /// Hull spikes.
    spikes = "5V-UPG-016": Spikes { ad: u8, most: u8 }
    /// Hull spikes that stand.
    spikes_stand = "5V-UPG-017": SpikesStand { stationary: u8 }
    /// Ceramite.
    ceramite = "5V-UPG-019": Ceramite { dice: usize, keep: usize }
    /// Targeters.
    targeter = "5V-EQP-003": Targeter { bs: i8 }
    /// Lances.
    lance = "5B-WCH-012": Lance { most_armour: u8 }
    /// Melta weapons, base.
    melta = "5B-WCH-013": Melta { extra: Amount, range_divided_by: i32 }
    /// Melta weapons, variant.
    melta_too = "5V-WCH-033": MeltaToo { dice: usize, keep: usize, range_divided_by: i32 }
    /// Anti-armour weapons.
    anti_armour = "5V-CCW-014": AntiArmour { dice: usize, keep: usize }
    /// Monstrous creatures, base.
    monster = "5B-MON-003": MonsterPenetration { roll: Amount }
    /// Monstrous creatures, variant.
    monster_too = "5V-MON-005": MonsterPenetrationToo { dice: usize, keep: usize }
    /// Haywire.
    haywire = "5V-EQP-012": Haywire { roll: Amount, glancing: [u8; 2], penetrating: [u8; 2], building_modifier: i8 }
}
