//! The numbers of the rules (`numbers.toml`), each under the id of its rule; patches lie over them.

use serde::Deserialize;

use super::amount::{Amount, Inches};

grognard_engine::numbers_of_rules! {
    /// Every number of the rules.
    pub struct Numbers {}

    /// Unit coherency of small units.
    coherency = "9E-COH-001": Coherency { horizontal: Inches, vertical: Inches, neighbours: u8 }
    /// Unit coherency of big units.
    coherency_big = "9E-COH-002": CoherencyBig { from: u8, neighbours: u8 }
    /// Engagement Range.
    engagement = "9E-ENG-001": Engagement { horizontal: Inches, vertical: Inches }
    /// How much terrain is usual.
    terrain_density = "9E-BTL-003": TerrainDensity { square: Inches }
    /// Advisory bounds of the combined Power.
    power_bounds = "9E-GEN-006": PowerBounds { least: u16, most: u16 }
    /// Command points in each own Command phase of a Battle-forged army.
    command_bonus = "9E-CMD-001": CommandBonus { points: u8 }
    /// Weapon abilities that change the rolls of their attacks.
    weapon_abilities = "9E-DAT-027": WeaponAbilities { unwieldy: i8, envenomed: i8 }
    /// The unmodified hit roll that overheats a weapon.
    overheat = "9E-DAT-035": Overheat { face: u8 }
    /// The Advance roll.
    advance = "9E-MOV-016": Advance { roll: Amount }
    /// Terrain of this height is crossed freely.
    free_height = "9E-TER-002": FreeHeight { height: Inches }
    /// Embarking.
    embark = "9E-TRN-004": Embark { within: Inches }
    /// Disembarking.
    disembark = "9E-TRN-014": Disembark { within: Inches }
    /// Casualties in a destroyed transport: on this face or less.
    transport_casualties = "9E-TRN-020": TransportCasualties { upto: u8 }
    /// The Psychic test.
    psychic_test = "9E-PSY-011": PsychicTest { roll: Amount }
    /// The faces that bring Perils of the Warp where all dice of the test show one of them.
    perils_faces = "9E-PSY-012": PerilsFaces { faces: Vec<u8> }
    /// Reach of Deny the Witch.
    deny = "9E-PSY-013": Deny { within: Inches }
    /// The Deny the Witch test.
    deny_test = "9E-PSY-014": DenyTest { roll: Amount }
    /// Denials a unit has where its datasheet does not say.
    deny_uses = "9E-PSY-016": DenyUses { uses: u8 }
    /// Each attempt at Smite makes the next one harder.
    smite_step = "9E-PSY-019": SmiteStep { warp_charge: u8 }
    /// Perils of the Warp.
    perils = "9E-PSY-022": Perils { mortal: Amount }
    /// The blast of a psyker destroyed by Perils.
    perils_blast = "9E-PSY-024": PerilsBlast { within: Inches, mortal: Amount }
    /// Look Out, Sir: wounds of a protected character at most, and how near the friends.
    look_out = "9E-SHO-028": LookOut { wounds: u8, within: Inches }
    /// Look Out, Sir: the size of a screening unit.
    look_out_screen = "9E-SHO-029": LookOutScreen { models: u8 }
    /// Big Guns Never Tire: to hit with Heavy weapons.
    big_guns = "9E-SHO-026": BigGuns { modifier: i8 }
    /// Assault weapons after an Advance.
    assault = "9E-WPN-003": Assault { modifier: i8 }
    /// Heavy weapons of infantry that moved.
    heavy = "9E-WPN-004": Heavy { modifier: i8 }
    /// Rapid Fire within half range.
    rapid_fire = "9E-WPN-006": RapidFire { times: u8 }
    /// Blast against middling units.
    blast = "9E-WPN-013": Blast { from: u8, least: u8 }
    /// Blast against big units.
    blast_big = "9E-WPN-014": BlastBig { from: u8 }
    /// An unmodified hit roll of this or more always hits.
    always_hits = "9E-ATK-005": AlwaysHits { face: u8 }
    /// An unmodified hit roll of this or less always misses.
    never_hits = "9E-ATK-006": NeverHits { face: u8 }
    /// The wound table (TAB-01).
    wound_table = "9E-ATK-008": WoundTable { times: u8, twice: u8, greater: u8, equal: u8, lower: u8, half: u8 }
    /// An unmodified wound roll of this or more always wounds.
    always_wounds = "9E-ATK-009": AlwaysWounds { face: u8 }
    /// An unmodified wound roll of this or less always fails.
    never_wounds = "9E-ATK-010": NeverWounds { face: u8 }
    /// The bounds of the modifiers to a hit roll.
    hit_clamp = "9E-ATK-007": HitClamp { most: i8 }
    /// The bounds of the modifiers to a wound roll.
    wound_clamp = "9E-ATK-011": WoundClamp { most: i8 }
    /// Who may charge.
    charge_reach = "9E-CHG-002": ChargeReach { within: Inches }
    /// The charge roll.
    charge_roll = "9E-CHG-011": ChargeRoll { roll: Amount }
    /// Who may intervene.
    heroic = "9E-HER-002": Heroic { horizontal: Inches, vertical: Inches }
    /// How far an intervention goes.
    heroic_move = "9E-HER-006": HeroicMove { distance: Inches }
    /// The face that hits in Overwatch.
    overwatch = "9E-OVR-005": Overwatch { hit: u8 }
    /// How far a unit piles in.
    pile_in = "9E-FGT-009": PileIn { distance: Inches }
    /// Models no further apart than this touch.
    contact = "9E-FGT-011": Contact { within: Inches }
    /// Fighting in the second rank.
    second_rank = "9E-FGT-015": SecondRank { friend: Inches, enemy: Inches }
    /// How far a unit consolidates.
    consolidate = "9E-FGT-029": Consolidate { distance: Inches }
    /// The face that always passes Morale.
    morale_pass = "9E-MOR-007": MoralePass { face: u8 }
    /// A Combat Attrition result of this or less makes a model flee.
    attrition = "9E-MOR-010": Attrition { upto: u8 }
    /// Combat Attrition below Half-strength.
    attrition_half = "9E-MOR-011": AttritionHalf { modifier: i8 }
    /// The objective marker: its diameter in millimetres.
    marker = "9E-OBJ-001": Marker { millimetres: u16 }
    /// Range of a marker.
    marker_range = "9E-OBJ-004": MarkerRange { horizontal: Inches, vertical: Inches }
    /// Battle sizes by combined Power, and the smallest table of each (TAB-05, TAB-06).
    battle_sizes = "9E-ONW-002": BattleSizes { sizes: Vec<BattleSize> }
    /// Inspiring Leader.
    inspiring = "9E-ONW-005": Inspiring { within: Inches, bonus: u8 }
    /// Points for the enemy Warlord.
    slay = "9E-ONW-007": Slay { points: u8 }
    /// Points for each marker at the end of a Command phase.
    capture = "9E-ONW-009": Capture { points: u8 }
    /// Points for holding more markers at the end.
    majority = "9E-ONW-010": Majority { points: u8 }
    /// How many markers there are.
    markers = "9E-ONW-012": Markers { count: u8 }
    /// From markers to the table's edge: more than this.
    marker_edge = "9E-ONW-013": MarkerEdge { more_than: Inches }
    /// From marker to marker: more than this.
    marker_gap = "9E-ONW-014": MarkerGap { more_than: Inches }
    /// How long a battle is.
    length = "9E-ONW-024": Length { rounds: u8 }
    /// The depth of a deployment zone: one so-manieth of the table's length.
    zones = "9E-ONW-030": Zones { part: u8 }
    /// Command points a Stratagem costs, and what Take Aim adds to hit rolls.
    stratagems = "9E-OUT-008": Stratagems {
        command_reroll: u8, cut_them_down: u8, desperate_breakout: u8, emergency_disembarkation: u8,
        fire_overwatch: u8, counter_offensive: u8, insane_bravery: u8, take_aim: u8, take_aim_bonus: i8
    }
    /// Cut Them Down: a roll of this or more is a mortal wound.
    cut_them_down = "9E-OUT-002": CutThemDown { from: u8 }
    /// Desperate Breakout: a roll of this or less destroys a model.
    breakout = "9E-OUT-003": Breakout { upto: u8 }
    /// Emergency Disembarkation: how near the wreck, and the faces on which models die.
    emergency = "9E-OUT-004": Emergency { within: Inches, upto: u8 }
    /// Shock Assault: more attacks.
    shock_assault = "9E-OUT-042": ShockAssault { attacks: u8 }
    /// Combat Doctrines: how much better AP is.
    doctrines = "9E-OUT-043": Doctrines { better: u8 }
    /// Light Cover: what it adds to saving throws.
    light_cover = "9E-OUT-020": LightCover { bonus: i8 }
    /// Heavy Cover: the same in close combat.
    heavy_cover = "9E-OUT-021": HeavyCover { bonus: i8 }
    /// Dense Cover: what it adds to hit rolls.
    dense_cover = "9E-OUT-022": DenseCover { modifier: i8 }
    /// Obscuring: features of this height; models with so many wounds are seen across.
    obscuring = "9E-OUT-023": Obscuring { height: Inches, wounds: u8 }
    /// Difficult Ground: how much shorter a move is.
    difficult_ground = "9E-OUT-026": DifficultGround { shorter: Inches }
    /// Hard to Hit: what shots at aircraft have to hit.
    hard_to_hit = "9E-OUT-051": HardToHit { modifier: i8 }
    /// Straight flight: how far aircraft turn before they move.
    straight_flight = "9E-OUT-052": StraightFlight { degrees: u16 }
    /// Command points at the start, by battle size.
    starting_points = "9E-OUT-009": StartingPoints { points: Vec<u8> }
}

/// One battle size.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleSize {
    /// Its name: the text `size.ID`.
    pub id: String,
    /// The combined Power it is for at most (9E-AMB-107).
    pub power: u16,
    /// The smallest table: longer and shorter side.
    pub table: [Inches; 2],
}
