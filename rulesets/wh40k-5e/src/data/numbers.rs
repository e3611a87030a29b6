//! The numbers of the rules that are built, each under the id of its rule; patches lie over them.

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::{Amount, Score};

grognard_engine::numbers! {
    /// The numbers of the rules. Tables of rules that are not built yet are not looked at.
    pub struct Numbers {}

    /// A D3.
    half_die = "5B-DIC-001": HalfDie { d3: Vec<u8> }
    /// The scatter die.
    scatter_die = "5B-DIC-004": ScatterDie { arrows: u8, hits: u8, distance: Amount }
    /// Characteristics stay within these.
    characteristics = "5B-CHR-003": Characteristics { least: u8, most: u8, least_initiative: u8, least_attacks: u8 }
    /// Leadership tests.
    leadership = "5B-CHR-005": Leadership { roll: Amount }
    /// Models on foot.
    walk = "5B-MOV-001": Walk { r#move: Inches }
    /// Enemies are kept away from.
    apart = "5B-MOV-004": Apart { from_enemies: Inches }
    /// Running.
    run = "5B-MOV-009": Run { distance: Amount }
    /// Running by the variant.
    run_too = "5V-MOV-009": RunToo { distance: Amount }
    /// Coherency.
    link = "5B-COH-001": Coherency { within: Inches }
    /// Difficult ground of the base.
    difficult = "5B-TER-003": DifficultDice { dice: u8, keep: u8 }
    /// Difficult ground of the variant.
    modifiers = "5V-TER-004": DifficultModifiers { roll: Amount, modifiers: Vec<i8> }
    /// Nobody is slowed below this.
    least_move = "5V-TER-005": LeastMove { least: Inches }
    /// Quick models.
    quick = "5V-TER-006": Quick { better: i8, best: i8 }
    /// Dangerous ground.
    dangerous = "5B-TER-004": Dangerous { roll: Amount, face: u8, wounds: u8, saves: Vec<String> }
    /// Split fire.
    two_targets = "5V-SHO-005": TwoTargets { targets: usize }
    /// To hit by Ballistic Skill.
    to_hit = "5B-HIT-001": ToHit { scores: Vec<Score>, always_misses: u8 }
    /// The second chance of the best shots.
    second_chance = "5B-HIT-002": SecondChance { scores: Vec<Score> }
    /// Overwatch.
    overwatch = "5V-HIT-001": Overwatch { bs: i8 }
    /// On station.
    on_station = "5V-HIT-002": OnStation { bs: i8 }
    /// Doubtful cover.
    dispute = "5V-TGT-008": Dispute { roll: Amount, on: Score }
    /// To wound.
    to_wound = "5B-WND-001": ToWound { chart: Vec<Vec<Score>> }
    /// Saves.
    save = "5B-SAV-005": BestSave { best: Score, always_fails: u8 }
    /// Near cover of the firer's own.
    near_cover = "5B-COV-003": NearCover { within: Inches }
    /// Units in cover.
    in_cover = "5B-COV-004": InCover { share: usize }
    /// The cover chart of the base.
    cover = "5B-COV-005": CoverValues { chart: Vec<CoverRow> }
    /// The cover chart of the variant.
    cover_too = "5V-COV-004": CoverValuesToo { chart: Vec<CoverRow> }
    /// Going to ground.
    ground = "5B-GTG-002": GoneToGround { bonus: u8, open: Score }
    /// Instant death.
    instant = "5B-CAS-002": InstantDeath { times_toughness: u8 }
    /// Rapid fire.
    rapid_fire = "5B-WPN-001": RapidFire { near: Inches, near_shots: u8, far_shots: u8 }
    /// Rapid fire after a move.
    rapid_moving = "5V-WTP-001": RapidMoving { shots: u8, hit: Score }
    /// The flame template.
    template = "5B-WCH-001": FlameTemplate { length: Inches, narrow_width: Inches, wide_width: Inches }
    /// The blast marker.
    blast = "5B-WCH-002": BlastMarker { marker: Inches }
    /// Scatter.
    scatter = "5B-WCH-003": ScatterDistance { distance: Amount }
    /// The large marker.
    large_blast = "5B-WCH-005": LargeBlast { marker: Inches }
    /// Overheating.
    gets_hot = "5B-WCH-010": GetsHot { face: u8, blast_roll: Amount, wounds: u8 }
    /// Rending in the base.
    rending = "5B-WCH-014": Rends { wound_face: u8, ap: Score, penetration_face: u8, extra: Amount }
    /// Rending in the variant.
    rending_too = "5V-WCH-022": RendsToo { face: u8, ap: Score }
    /// Rending with hard shots.
    rending_hard = "5V-WCH-023": RendsHard { needed: Score, on: Score }
    /// Rending wounds.
    rending_wounds = "5V-WCH-024": RendsWounds { wounds_on: Score }
    /// Snipers.
    sniper = "5B-WCH-015": Snipers { wounds_on: Score, vehicle_strength: u8 }
    /// Assault moves.
    assault = "5B-ASM-001": AssaultMove { r#move: Inches }
    /// Assault moves of the variant.
    assault_too = "5V-DEC-001": AssaultMoveToo { r#move: Inches }
    /// Defenders react.
    react = "5B-ASM-009": React { r#move: Inches }
    /// Initiative steps.
    initiative = "5B-CCB-001": InitiativeSteps { first: u8, last: u8 }
    /// Two weapons.
    two_weapons = "5B-CCB-003": SecondWeapon { two_weapons: u8 }
    /// To hit in close combat, base.
    melee = "5B-CCB-004": MeleeScores { better: Score, otherwise: Score, worse: Score, times: u8 }
    /// To hit in close combat, variant.
    melee_too = "5V-FCC-019": MeleeScoresToo { chart: Vec<Vec<Score>> }
    /// Charges into cover, base.
    into_cover = "5B-CCB-007": ChargedIntoCover { initiative: u8 }
    /// Charges into cover, variant.
    into_cover_too = "5V-FCC-010": ChargedIntoCoverToo { initiative: i8 }
    /// The charge of the variant.
    charging = "5V-FCC-002": Charging { initiative: i8 }
    /// Assaulted on station.
    waiting = "5V-FCC-003": AssaultedOnStation { initiative: i8 }
    /// Grenades thrown at a charge.
    thrown = "5V-FCC-013": Thrown { attacks: u8 }
    /// When and how they hit.
    thrown_hit = "5V-FCC-014": ThrownHit { initiative: u8, hit: Score }
    /// Engaged models.
    engaged = "5B-CCB-011": EngagedWithin { within: Inches }
    /// The charge of the base.
    charge = "5B-CCB-012": ChargeAttack { attacks: u8 }
    /// A lost combat.
    lost = "5B-ARS-002": LostCombat { leadership: i8 }
    /// Sweeping advances, base.
    sweep = "5B-SWP-001": SweepRoll { roll: Amount, caught_on_tie: bool }
    /// Sweeping advances, variant.
    sweep_too = "5V-SWP-001": SweepRollToo { roll: Amount }
    /// Piling in.
    pile_in = "5B-PIL-001": PileInMove { r#move: Inches }
    /// Consolidation.
    consolidate = "5B-CON-001": ConsolidateMove { r#move: Amount }
    /// Strength is doubled up to this.
    doubled = "5B-CCW-003": Doubled { most: u8 }
    /// Rending in close combat, base.
    melee_rending = "5B-CCW-006": MeleeRends { wound_face: u8, penetration_face: u8, extra: Amount }
    /// Rending in close combat, variant.
    melee_rending_too = "5V-CCW-005": MeleeRendsToo { face: u8, ap: Score, needed: Score, on: Score, wounds_on: Score }
    /// Weighty weapons.
    weighty = "5V-CCW-015": Weighty { initiative: i8, least: u8, least_strength: u8 }
    /// Cumbersome weapons.
    cumbersome = "5V-CCW-016": Cumbersome { initiative: i8, least: u8, least_strength: u8 }
    /// Double ones.
    heroism = "5B-MOR-003": InsaneHeroism { double: u8 }
    /// Losses that call for a check.
    losses = "5B-MOR-004": LossesInPhase { share: usize }
    /// No retreat.
    no_retreat = "5B-MOR-007": NoRetreat { wounds: u8 }
    /// How far units fall back.
    fall_back = "5B-FAL-001": FallBack { chart: Vec<FallBackRow> }
    /// Regrouping in the base.
    regroup = "5B-REG-001": RegroupBase { share: usize, enemies_within: Inches }
    /// The move of those who regrouped.
    regrouped = "5B-REG-002": RegroupedMove { r#move: Inches }
    /// Halved Leadership.
    halved = "5V-REG-003": HalvedLeadership { divided_by: u8 }
    /// Enemies near.
    enemies_near = "5V-REG-006": EnemiesNear { enemies_within: Inches }
    /// Half and quarter strength.
    strength = "5V-REG-008": StrengthShares { half: usize, quarter: usize }
    /// Small units.
    small_unit = "5V-REG-011": SmallUnit { models: u8 }
    /// Furious charge in the base.
    furious = "5B-USR-007": FuriousCharge { strength: u8, initiative: u8 }
    /// Furious charge in the variant.
    furious_too = "5V-USR-007": FuriousChargeToo { attacks: u8 }
    /// Fleet in the variant.
    fleet = "5V-USR-005": Fleet { dice: usize }
    /// Mobs of orks.
    mob = "5X-RUL-005": MobRule { most: u8, fearless_from: usize }
    /// Feel no pain.
    feel_no_pain = "5B-USR-005": FeelNoPain { on: Score, not_against_ap: Vec<String> }
    /// Seizing the initiative.
    seize = "5B-MIS-003": Seize { roll: Amount, face: u8 }
    /// Game length.
    length = "5B-MIS-004": GameLength { turns: Vec<LengthRow> }
    /// Kill points.
    kill_points = "5B-MIS-007": KillPoints { points: u16 }
}

/// A row of the cover chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverRow {
    /// The save.
    pub save: Score,
    /// The types of cover that give it.
    pub types: Vec<String>,
}

/// How far units of some types fall back.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallBackRow {
    /// The types.
    pub types: Vec<String>,
    /// How far.
    pub distance: Amount,
}

/// When the game goes on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LengthRow {
    /// After this turn.
    pub after: u8,
    /// On this score; never without one.
    pub on: Score,
}
