//! The numbers of the rules that are built (`numbers.toml`), each under the id of its rule; patches lie over them.

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::Amount;

macro_rules! numbers {
    ($($(#[$doc:meta])* $field:ident = $id:literal: $name:ident { $($key:ident: $type:ty),* $(,)? })*) => {
        /// The numbers of the rules. Tables of rules that are not built yet are not looked at.
        #[derive(Clone, Debug, Deserialize)]
        pub struct Numbers {
            $($(#[$doc])* #[serde(rename = $id)] pub $field: $name,)*
        }
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Deserialize)]
            #[serde(deny_unknown_fields, rename_all = "kebab-case")]
            #[expect(missing_docs, reason = "the fields are the words of the rule")]
            pub struct $name { $(pub $key: $type),* }
        )*
    };
}

numbers! {
    /// Every test on Leadership.
    leadership = "2E-GEN-008": Leadership { roll: Amount }
    /// A D3.
    half_die = "2E-AMB-056": HalfDie { divide: u8 }
    /// The gap between the deployment zones.
    zones = "2E-SET-006": Zones { apart: Inches }
    /// The strips at the sides where nobody is deployed.
    zone_sides = "2E-SET-008": ZoneSides { from_side_edge: Inches }
    /// Who chooses a zone.
    zone_roll = "2E-SET-014": ZoneRoll { roll: Amount }
    /// Who begins.
    first_turn = "2E-DEP-011": FirstTurn { roll: Amount }
    /// Victory points for squads.
    squad_points = "2E-MIS-007": SquadPoints {
        small_to: u16, half_percent: u16, small_half: u16, small_final: u16, large_half: u16, large_final: u16,
    }
    /// How great a victory is.
    margins = "2E-MIS-016": Margins { marginal_from: u16, respectable_from: u16, great_from: u16 }
    /// The length of a game.
    turns = "2E-MIS-017": Turns { turns: u8 }
    /// Coherency.
    link = "2E-SQD-002": SquadLink { link: Inches }
    /// The flight of a part that was cut off.
    part_flees = "2E-SQD-006": PartFlees { flee: Amount }
    /// Coherency of dispersed troops.
    dispersed = "2E-SQD-008": Dispersed { link: Inches }
    /// Opposing troops stay apart.
    apart = "2E-MOV-009": Apart { apart: Inches }
    /// Difficult ground.
    difficult = "2E-MOV-011": Difficult { cost: u8 }
    /// Very difficult ground.
    very_difficult = "2E-MOV-012": VeryDifficult { cost: u8 }
    /// Obstacles that cost nothing.
    low_obstacle = "2E-MOV-015": LowObstacle { height: Inches, width: Inches }
    /// Obstacles that cost part of the move.
    obstacle = "2E-MOV-016": Obstacle { divide: i32 }
    /// Obstacles that cannot be crossed.
    high_obstacle = "2E-MOV-019": HighObstacle { heights: i32 }
    /// Running.
    run = "2E-RUN-001": Run { times: i32 }
    /// Nobody runs near the enemy.
    run_clear = "2E-RUN-003": RunClear { within: Inches }
    /// The fire arc.
    arc = "2E-SHT-004": FireArc { arc: i32 }
    /// How deep one sees into a wood.
    woodland = "2E-LOS-008": Woodland { woodland: Inches }
    /// Cover.
    cover = "2E-COV-002": CoverModifiers { soft: i8, hard: i8 }
    /// Directly behind an obstacle.
    behind = "2E-AMB-124": Behind { behind: Inches }
    /// The score needed to hit is this minus Ballistic Skill.
    to_hit = "2E-HIT-001": ToHit { from: u8 }
    /// The best score.
    best = "2E-HIT-002": Best { best: u8, always_misses: u8 }
    /// Targets that moved fast.
    fast = "2E-HIT-006": Fast { from: Inches, to: Inches, modifier: i8 }
    /// Targets that moved faster still.
    faster = "2E-HIT-007": Faster { modifier: i8 }
    /// Scores of seven and more.
    beyond = "2E-HIT-012": Beyond { first: u8, second: Vec<u8> }
    /// Scores nobody can save on.
    no_save = "2E-SAV-003": NoSave { none_from: u8 }
    /// The same for saves rolled on two dice.
    no_save_of_two = "2E-AMB-055": NoSaveOfTwo { none_above: u8 }
    /// Riders.
    cavalry_save = "2E-CAV-004": CavalrySave { save: i8 }
    /// Averaged cover.
    average = "2E-CAS-004": Average { reduced_by: i8 }
    /// The sustained fire die.
    sustained_die = "2E-GEN-004": SustainedDie { hits: Vec<u8>, jam_faces: u8 }
    /// The scatter die.
    scatter_die = "2E-GEN-005": ScatterDie { arrow_faces: u8, hit_faces: u8 }
    /// The artillery die.
    artillery_die = "2E-GEN-006": ArtilleryDie { distances: Vec<Inches>, misfire_faces: u8 }
    /// Rapid fire.
    rapid_fire = "2E-RPF-001": RapidFire { shots: u8 }
    /// What is fired rapidly.
    rapid_weapons = "2E-RPF-002": RapidWeapons { weapons: Vec<String> }
    /// Models partly under a marker.
    partly = "2E-BLS-005": Partly { needs: u8 }
    /// No shot scatters further than this part of its range.
    scatter_cap = "2E-BLS-010": ScatterCap { divide: i32 }
    /// How far grenades scatter.
    grenade_scatter = "2E-GRN-003": GrenadeScatter { divide: i32 }
    /// How far grenades are thrown.
    throw = "2E-GRN-005": Throw { base: Inches, times: i32, most: Inches }
    /// A spot on the ground.
    ground = "2E-GRD-002": Ground { needs: u8 }
    /// Models partly under a teardrop.
    partly_teardrop = "2E-TMP-002": PartlyTeardrop { needs: u8 }
    /// Where the further hits of a burst may go.
    burst = "2E-SUS-002": Burst { within: Inches }
    /// What a JAM does.
    jam = "2E-SUS-004": Jam { counters: u8 }
    /// How jams are cleared.
    clearing = "2E-SUS-006": Clearing { removed: u8 }
    /// Weapons that recharge.
    recharge = "2E-WPN-004": Recharging { recharge: u8 }
    /// Weapons that a walker fires after a move.
    walker_weapons = "2E-MVF-006": WalkerWeapons { weapons: Vec<String> }
    /// Shooting from a fast vehicle.
    from_fast = "2E-HIT-008": FromFast { modifier: i8 }
    /// Large targets.
    large = "2E-HIT-009": Large { modifier: i8 }
    /// How much of a model has to be hidden for it to be in cover.
    third = "2E-COV-008": Third { share: [i32; 2] }
    /// Bands of speed.
    band_change = "2E-VMV-003": BandChange { bands: u8 }
    /// Turns at fast speed.
    fast_turns = "2E-VMV-005": FastTurns { turns: u8, angle: i32 }
    /// Turns at combat speed.
    combat_turns = "2E-VMV-006": CombatTurns { turns: u8, angle: i32 }
    /// Tracks in woods.
    tracked_woods = "2E-VTR-001": TrackedWoods { divide: i32 }
    /// Vehicles out of control.
    out_of_control = "2E-OOC-003": OutOfControl {
        roll: Amount, left_to: u8, right_from: u8, angle: i32, r#move: Amount,
    }
    /// Skimmers out of control.
    altitude = "2E-OOC-005": Altitude { roll: Amount, dives_to: u8, climbs_from: u8, falls: Amount }
    /// Vehicles that collide.
    collision = "2E-COL-001": Collision { more_than: Inches }
    /// Other locations in a collision.
    rammed = "2E-COL-005": Rammed { others_need: u8 }
    /// Diving out of the way.
    dive = "2E-COL-009": Dive { roll: Amount, always_fails: u8 }
    /// The next one has more time.
    warned = "2E-COL-010": Warned { initiative: u8 }
    /// How fast bikes gather speed.
    bike_bands = "2E-BIK-001": BikeBands { bands: u8 }
    /// Skid turns.
    skid = "2E-BIK-002": Skid { angle: i32 }
    /// The end of a bike that skids badly.
    skid_blast = "2E-BIK-004": SkidBlast { radius: Inches, strength: u8 }
    /// Mounting a bike.
    mounting = "2E-BIK-005": Mounting { within: Inches }
    /// Attack dice of a hit and run attack.
    slash = "2E-BIK-010": Slash { dice: u8 }
    /// Squads of bikes.
    bike_link = "2E-SQD-009": BikeLink { link: Inches }
    /// Crew on foot.
    near_vehicle = "2E-SQD-010": NearVehicle { from_vehicle: Inches }
    /// Tracks in a bog.
    bog = "2E-VTR-002": Bog { roll: Amount, stuck_from: u8 }
    /// Going into a vehicle.
    boarding = "2E-VBD-004": Boarding { within: Inches }
    /// Boarding or leaving at speed.
    jumping = "2E-VBD-005": Jumping { more_than: Inches, wounds: u8 }
    /// Skimmers that pop up.
    pop_up = "2E-SKM-004": PopUp { height: Inches, range: Inches }
    /// Weapons fired out of vehicles.
    hatches = "2E-VSH-006": Hatches { hatch: u8, slit: u8 }
    /// Attacks on vehicles by hand.
    by_hand = "2E-VHH-002": ByHand { hits_per_attack: u8 }
    /// Attacks on what stands still.
    standing = "2E-VHH-007": Standing { bonus: Amount }
    /// Running from what blows up.
    escape = "2E-VHH-008": Escape { r#move: Amount }
    /// Markers in a confined space.
    confined = "2E-BLD-008": Confined { strength: u8, save: i8, affect: u8 }
    /// Buildings that are hit by themselves.
    building_size = "2E-BLD-012": BuildingSize { side: Inches }
    /// How large the sections of a very large building are.
    building_sections = "2E-BLD-016": BuildingSections { from: Inches, to: Inches }
    /// How near doors are shot at.
    door_range = "2E-BLD-018": DoorRange { within: Inches }
    /// Doors that take a piece of the building with them.
    door_double = "2E-BLD-020": DoorDouble { times: u8 }
    /// A bike without a rider.
    riderless = "2E-BIK-007": Riderless { turns: u8 }
    /// Locations beside the one that is hit.
    other_locations = "2E-VSH-010": OtherLocations { others_need: u8 }
    /// The front of a vehicle.
    front = "2E-VSH-011": Front { arc: i32 }
    /// Penetration by range.
    by_range = "2E-PEN-003": ByRange { each: Inches, modifier: i8, most: i8 }
    /// Walkers at the double.
    walker_run = "2E-WLK-003": WalkerRun { times: i32 }
    /// How walkers turn.
    walker_turns = "2E-WLK-004": WalkerTurns { free: i32, cost: Inches }
    /// A walker that limps.
    limp = "2E-WLK-006": Limp { most: i32 }
    /// Victory points for vehicles.
    vehicle_points = "2E-MIS-008": VehiclePoints {
        small_to: u16, small_damaged: u16, small_destroyed: u16, large_damaged: u16, large_destroyed: u16,
    }
    /// Losses that call for a break test.
    losses = "2E-BRK-001": Losses { percent: u16 }
    /// The flight of broken troops.
    flight = "2E-BRK-007": Flight { flee: Amount }
    /// Too few to rally.
    remnant = "2E-RAL-006": Remnant { percent: u16 }
    /// Insane bravery.
    bravery = "2E-RAL-007": Bravery { roll: u8 }
    /// Craven cowardice.
    cowardice = "2E-RAL-008": Cowardice { roll: u8 }
    /// Broken troops near a creature they fear.
    flee_again = "2E-BRK-009": FleeAgain { within: Inches }
    /// Terror near a creature.
    terror = "2E-TER-004": TerrorNear { within: Inches }
    /// Weapon Skill of those who are afraid.
    afraid = "2E-FEA-004": AfraidSkill { divide: u8 }
    /// Stupid creatures in hand-to-hand combat.
    stupid_fights = "2E-STU-003": StupidFights { roll: Amount, fights_from: u8 }
    /// Stupid creatures elsewhere.
    wanders = "2E-STU-004": WandersTo { roll: Amount, wanders_to: u8 }
    /// Attacks of frenzied troops.
    frenzied = "2E-FRZ-004": FrenziedAttacks { times: u8 }
    /// Leadership of those who fight whom they hate.
    hatred = "2E-HAT-001": HatredLeadership { leadership: u8 }
    /// The commander's Leadership for others.
    commander = "2E-CMD-002": CommanderNear { within: Inches }
    /// The death of the commander.
    commander_slain = "2E-CMD-003": CommanderSlain { within: Inches }
    /// The battle standard.
    standard = "2E-CMD-005": StandardNear { within: Inches, retakes: u8 }
    /// Joining a squad.
    joins = "2E-HER-005": Joins { within: Inches }
    /// Powers of a psyker.
    powers = "2E-PSI-002": PowersPerLevel { powers_per_level: u8 }
    /// Mastery.
    mastery = "2E-PSI-006": Mastery { bonus: Vec<i8>, always_fails: u8 }
    /// Victory points for characters.
    character_points = "2E-MIS-009": CharacterPoints { wounded: u16, killed: u16 }
    /// Every so many pieces of a player go into the battle zone.
    every_second = "2E-SET-012": EverySecond { every: u8 }
    /// The least pieces in the battle zone.
    least_pieces = "2E-SET-013": LeastPieces { pieces: Amount }
    /// How much of a made table is covered.
    covered = "2E-SET-019": Covered { covered_percent: u8 }
    /// Fleeing into bad ground.
    bad_ground = "2E-BRK-011": BadGround { roll: Amount, lost_to: u8 }
    /// Stairs, passages and walkways.
    special_features = "2E-SPC-013": SpecialFeatures {
        stair_turns: [u8; 2], passage_models: u8, walkway_cost: i32, walkway_roll: Amount, walkway_falls_to: u8,
    }
    /// Games of variable length.
    variable = "2E-MIS-020": VariableLength { roll: Amount, turns: Vec<u8> }
    /// Sudden death.
    sudden_death = "2E-MIS-019": SuddenDeath { totals: Vec<u16> }
    /// Combat squads.
    combat_squads = "2E-MIS-012": CombatSquads { models: u8, combat_squad: u8, half: u16, r#final: u16 }
    /// Charging.
    charge = "2E-CHG-006": ChargeRate { times: i32 }
    /// How far off hidden models are spotted, for each point of Initiative.
    spot = "2E-HID-010": Spot { inches: Inches }
    /// Overwatch at targets that show themselves for a moment.
    hurried = "2E-OVW-008": Hurried { modifier: i8 }
    /// A weapon in each hand.
    second_weapon = "2E-HTH-006": SecondWeapon { second_weapon: u8 }
    /// A fight won on Initiative.
    by_initiative = "2E-HTH-009": ByInitiative { by_initiative: u8 }
    /// Parries.
    parry = "2E-HTH-010": Parry { one_sword: u8, two_swords: u8 }
    /// Fumbles.
    fumble = "2E-HTH-014": Fumble { face: u8, bonus: i8 }
    /// Critical hits.
    critical = "2E-HTH-015": Critical { face: u8, dice_from: u8, bonus: i8 }
    /// Charged into combat.
    charging = "2E-HTH-016": Charging { bonus: i8 }
    /// Higher up.
    higher = "2E-HTH-017": Higher { bonus: i8 }
    /// Carrying something large.
    encumbered = "2E-HTH-018": Encumbered { bonus: i8 }
    /// Charging across an obstacle.
    across = "2E-HTH-019": Across { bonus: i8 }
    /// Several against one.
    several = "2E-HTH-026": Several { dice: u8, bonus: i8 }
    /// Follow-up moves.
    follow_up = "2E-FUP-001": FollowUp { r#move: Inches }
    /// A back turned on the enemy.
    turned = "2E-BRO-003": Turned { weapon_skill: u8 }
    /// The flight out of hand-to-hand combat.
    breaks_off = "2E-BRO-004": BreaksOff { flee: Amount }
}

/// The charts of the rules that are built (`charts.toml`).
#[derive(Clone, Debug, Deserialize)]
pub struct Charts {
    /// The damage chart: by Strength, then by Toughness; 0 where the hit cannot harm.
    // Written so that it does not count as a citation: tables are no rules.
    #[serde(rename = "2E\u{2d}TAB-024")]
    pub damage: DamageChart,
    /// The save modifier of a blow by the Strength behind it.
    #[serde(rename = "2E\u{2d}TAB-032")]
    pub strength_saves: StrengthSaves,
    /// Boarding or leaving a vehicle at speed.
    #[serde(rename = "2E\u{2d}TAB-038")]
    pub jumping: Jumps,
    /// The same for a bike.
    #[serde(rename = "2E\u{2d}TAB-039")]
    pub bike_jumping: Jumps,
    /// Penetration dice of a strong arm.
    #[serde(rename = "2E\u{2d}TAB-044")]
    pub strong_arm: StrongArms,
    /// Skid tests.
    #[serde(rename = "2E\u{2d}TAB-045")]
    pub skids: Skids,
    /// Damage to buildings.
    #[serde(rename = "2E\u{2d}TAB-049")]
    pub building_damage: BuildingDamage,
}

/// The table of building damage.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the chart")]
pub struct BuildingDamage {
    pub rows: Vec<BuildingRow>,
    pub badly_shaken_cost: i32,
}

/// What happens from a total on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the words of the chart")]
pub struct BuildingRow {
    pub from: u8,
    pub result: String,
    pub adds: u8,
}

impl BuildingDamage {
    /// The row of a total.
    pub fn of(&self, total: u8) -> Option<&BuildingRow> {
        self.rows.iter().rev().find(|row| row.from <= total)
    }
}

/// Hits by the length of a move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jumps {
    /// Each row holds from its length to the next one.
    pub rows: Vec<Jump>,
}

/// The hit from a length on.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the words of the chart")]
pub struct Jump {
    pub r#move: Inches,
    pub strength: u8,
    pub save: i8,
}

impl Jumps {
    /// The hit for a move of this length; 2E-VBD-005: a fraction counts as the next whole inch.
    pub fn of(&self, far: grognard_space::table::Length) -> Option<&Jump> {
        let inch = grognard_space::table::Length::INCH.0;
        let whole = grognard_space::table::Length((far.0 + inch - 1) / inch * inch);
        self.rows.iter().rev().find(|row| row.r#move.0 <= whole)
    }
}

/// Bonus dice by Strength.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrongArms {
    /// Each row holds from its Strength to the next one.
    pub rows: Vec<StrongArm>,
}

/// The bonus die from a Strength on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the words of the chart")]
pub struct StrongArm {
    pub strength: u8,
    pub bonus: String,
}

impl StrongArms {
    /// The bonus die of a Strength, as its sides.
    pub fn of(&self, strength: u8) -> Option<u8> {
        let row = self.rows.iter().rev().find(|row| row.strength <= strength)?;
        row.bonus.strip_prefix('D')?.parse().ok()
    }
}

/// Skid tests: a word for each face.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the words of the chart")]
pub struct Skids {
    pub combat: Vec<String>,
    pub fast: Vec<String>,
}

/// Save modifiers by Strength.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrengthSaves {
    /// Each row holds from its Strength to the next one.
    pub rows: Vec<StrengthSave>,
}

/// The save modifier from a Strength on.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrengthSave {
    /// From this Strength on.
    pub strength: u8,
    /// The modifier.
    pub save: i8,
}

impl StrengthSaves {
    /// The modifier of a Strength; none below the first row.
    pub fn of(&self, strength: u8) -> i8 {
        self.rows.iter().rev().find(|row| row.strength <= strength).map_or(0, |row| row.save)
    }
}

/// The damage chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageChart {
    /// The scores.
    pub needs: Vec<Vec<u8>>,
}
