//! The numbers of the rules that are built, each under the id of its rule; patches lie over them.

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::{Amount, Score};

use super::vehicles::DamageRow;

grognard_engine::numbers! {
    /// The numbers of the rules. Tables of rules that are not built yet are not looked at.
    pub struct Numbers {}

    /// Damage to buildings, base.
    building_base = "5B-BLD-008": BuildingBase { explosion: Amount, explosion_strength: u8, explosion_ap: Score }
    /// Damage to buildings.
    building_damage = "5V-BLD-009": BuildingDamage { results: Vec<DamageRow> }
    /// Damaged structures.
    damaged_structure = "5V-BLD-012": DamagedStructure { modifier: i8 }
    /// Dangerously ruined buildings.
    building_blown = "5V-BLD-014": BuildingBlown { explosion: Amount, explosion_strength: u8, explosion_ap: Score, cover: String }
    /// Annihilated buildings.
    building_gone = "5V-BLD-015": BuildingGone { explosion: Amount, explosion_strength: u8, explosion_ap: Score, cover: String }
    /// Cover at fire points.
    building_cover = "5V-BSH-002": BuildingCover { cover: Score, fortified: Score }
    /// Cover in ruins.
    ruin_cover = "5V-RUI-001": RuinCover { cover: Score }
    /// Enemies on a roof.
    roof_enemies = "5V-ROF-016": RoofEnemies { from_enemies: Inches }
    /// Cover on a roof.
    roof_cover = "5V-ROF-020": RoofCover { bare: Score, parapet: Score, battlement: Score }
    /// How far a jump assault goes.
    jump_assault = "5V-JAS-004": JumpAssault { within: Inches }
    /// How many strike at a character from above.
    jump_heroes = "5V-JAS-010": JumpHeroes { models: usize }
    /// Who is driven off.
    driven_off = "5V-JAS-016": DrivenOff { r#move: Amount }
    /// Who counts as on the uppermost level.
    jump_levels = "5V-RUI-009": JumpLevels { within: Inches }
    /// Ruins that are taken.
    ruin_taken = "5V-RUI-012": RuinTaken { from_enemies: Inches }
    /// The Waaagh.
    waaagh = "5X-RUL-006": Waaagh { uses: u8, not_before_turn: u8, face: u8, wounds: u8 }
    /// Synapse creatures.
    synapse = "5X-RUL-007": Synapse { within: Inches }
    /// Drop pods.
    pods = "5X-RUL-013": DropPods { first_wave: usize, first_wave_turn: u8 }
    /// Ramshackle vehicles.
    ramshackle = "5X-RUL-014": Ramshackle { base_roll: Amount, base_as_rolled: [u8; 2], base_careens: [u8; 2], base_gets_out: [u8; 2], base_careen_distance: Amount, variant_strength: i8 }
    /// Further attacks of equipment.
    servo_arm = "5X-RUL-023": ServoArm { attacks: u8, servo_arm_initiative: u8, servo_arm_strength: u8, variant_servo_arm_ap: Score }
    /// Orders of officers.
    commands = "5X-RUL-026": Commands { company_orders: u8, company_range: Inches, platoon_orders: u8, platoon_range: Inches, vox_range: Inches, no_more_on: u8 }
    /// Rank fire.
    rank_fire = "5X-RUL-027": RankFire { shots: u8 }
    /// Double time.
    double_time = "5X-RUL-030": DoubleTime { dice: usize, keep: usize }
    /// Combat squads.
    combat_squads = "5X-RUL-031": CombatSquads { models: usize, parts: usize }
    /// Deff rollas.
    deff_rolla = "5X-RUL-033": DeffRolla { hits: Amount, strength: u8, ap: Score }
    /// Wraithsight.
    wraithsight = "5X-RUL-035": Wraithsight { within: Inches, face: u8 }
    /// Guns.
    guns = "5B-ART-001": Guns { armour: u8, base: i32, height: Inches }
    /// Who moves guns.
    gun_crew = "5B-ART-002": GunCrew { crew_per_gun: u8 }
    /// Who serves guns.
    gun_service = "5B-ART-003": GunService { within: Inches }
    /// Gun or crewman.
    gun_or_crew = "5B-ART-004": GunOrCrew { roll: Amount, gun: [u8; 2], crew: [u8; 2] }
    /// Damage to guns.
    gun_damage = "5V-ART-002": GunDamage { results: Vec<DamageRow> }
    /// Guns that explode.
    gun_explodes = "5V-ART-014": GunExplodes { explosion: Amount, explosion_strength: u8, explosion_ap: Score }
    /// Guns in the result of a combat.
    gun_result = "5V-ART-015": GunResult { wounds: u16 }
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
    /// What a unit may do beside its move.
    actions = "5V-MSM-001": Actions { options: Vec<ActionOption>, types: Vec<ActionRow> }
    /// Monstrous creatures.
    monstrous = "5B-MON-001": Monstrous { weapons: u8 }
    /// Their blows in the variant.
    monstrous_ap = "5V-MON-004": MonstrousBlows { ap: Score }
    /// Grenades on monstrous creatures.
    bombs = "5V-MON-006": Bombs { attacks: u8 }
    /// What they need to hit.
    bombs_hit = "5V-MON-008": BombsHit { hit: Score }
    /// Jump infantry.
    jump = "5B-JMP-001": Jump { r#move: Inches }
    /// Jet packs.
    jet_pack = "5B-JMP-005": JetPack { r#move: Inches, assault_phase_move: Inches }
    /// Bikes.
    bike = "5B-BIK-001": Bike { toughness: u8, r#move: Inches, weapons: u8 }
    /// Jetbikes.
    jetbike = "5B-BIK-003": Jetbike { assault_phase_move: Inches }
    /// Beasts and cavalry.
    beasts = "5B-BST-001": Beasts { assault: Inches, times: u8 }
    /// The same in the variant.
    beasts_too = "5V-BST-007": BeastsToo { times: u8 }
    /// Bikes react, pile in and sweep with this in the variant.
    bike_on_foot = "5X-RUL-001": BikeOnFoot { variant_bike_reaction: Inches }
    /// Terminator armour.
    terminator = "5X-RUL-012": Terminator { armour: Score, invulnerable: Score, places: u8, variant_impervious: Score }
    /// Wraithcannons.
    wraithcannon = "5X-RUL-036": Wraithcannon { wounds_on: Score, instant_death_face: u8, vehicle_roll: Amount, vehicle_glancing: [u8; 2], vehicle_penetrating: [u8; 2] }
    /// Markerlights.
    markerlight = "5X-RUL-019": Markerlight { bs: i8, cover: i8, leadership: i8 }
    /// Moves in the Assault phase.
    assault_jump = "5X-RUL-017": AssaultJump { r#move: Inches }
    /// Exhaust clouds.
    exhaust = "5X-RUL-020": ExhaustCloud { cover: Score, base_turbo_cover: Score }
    /// Bionics.
    bionics = "5V-EQP-002": Bionics { impervious: Score }
    /// Targeters.
    targeter = "5V-EQP-003": Targeter { bs: i8 }
    /// Smoke grenades.
    smoke = "5V-EQP-005": SmokeGrenades { cover: Score }
    /// Hit and run.
    hit_and_run = "5B-USR-008": HitAndRun { r#move: Amount }
    /// Move through cover.
    through_cover = "5B-USR-010": ThroughCover { dice: u8 }
    /// Preferred enemies in the variant.
    preferred = "5V-USR-009": PreferredEnemy { bonus: i8 }
    /// Stealth.
    stealth = "5B-USR-017": Stealth { bonus: i8 }
    /// Turbo boosters.
    turbo = "5B-USR-021": TurboBoost { r#move: Inches, cover: Score, least_move: Inches }
    /// Turbo boosters in the variant.
    turbo_too = "5V-USR-014": TurboBoostToo { cover: Score }
    /// Vulnerable to blasts and templates.
    vulnerable = "5B-USR-022": Vulnerable { times: u8 }
    /// Feel no pain in the variant.
    feel_no_pain_too = "5V-USR-002": FeelNoPainToo { on: Score }
    /// What it does not help against in the variant.
    no_feel_no_pain = "5V-USR-003": NoFeelNoPain { not_against_ap: Vec<String> }
    /// Characters join units.
    joining = "5B-CHA-003": Joining { within: Inches }
    /// Solitary characters keep away.
    solitary = "5V-CHA-004": Solitary { within: Inches }
    /// Psychic tests.
    psychic_test = "5B-PSY-001": PsychicTest { roll: Amount, powers: u8 }
    /// Perils of the warp.
    perils = "5B-PSY-002": Perils { doubles: Vec<u8>, works_on: Vec<u8>, wounds: u8 }
    /// A shadow in the warp.
    shadow = "5X-RUL-008": Shadow { within: Inches, roll: Amount, doubles: Vec<u8> }
    /// Psychic hoods.
    hood = "5X-RUL-021": Hood { within: Inches, roll: Amount }
    /// Hunting lances.
    lance = "5X-RUL-024": HuntingLance { base_strength: u8, base_initiative: u8, variant_strength: u8, variant_ap: Score, variant_initiative: u8 }
    /// Weapons of the tyranids.
    tyranid_weapons = "5X-RUL-018": TyranidWeapons { lash_whip_initiative: u8, talons_face: u8 }
    /// Furious charge in the base.
    furious = "5B-USR-007": FuriousCharge { strength: u8, initiative: u8 }
    /// Furious charge in the variant.
    furious_too = "5V-USR-007": FuriousChargeToo { attacks: u8 }
    /// Fleet in the variant.
    fleet = "5V-USR-005": Fleet { dice: usize }
    /// Lord Commissars.
    discipline = "5X-RUL-009": Discipline { within: Inches }
    /// Energy fields.
    energy_field = "5X-RUL-015": EnergyField { most_strength: u8 }
    /// Kustom force fields.
    force_field = "5X-RUL-032": ForceField { within: Inches, cover: Score, vehicle_cover: Score }
    /// The Avatar's presence.
    avatar = "5X-RUL-034": AvatarPresence { within: Inches, flames: Vec<String> }
    /// Infra-red equipment.
    infra_red = "5V-EQP-006": InfraRed { cover: i8 }
    /// Mobs of orks.
    mob = "5X-RUL-005": MobRule { most: u8, fearless_from: usize }
    /// Feel no pain.
    feel_no_pain = "5B-USR-005": FeelNoPain { on: Score, not_against_ap: Vec<String> }
    /// Seizing the initiative.
    seize = "5B-MIS-003": Seize { roll: Amount, face: u8 }
    /// Game length.
    length = "5B-MIS-004": GameLength { turns: Vec<LengthRow> }
    /// Objectives of Seize Ground.
    seize_ground = "5B-MIS-005": SeizeGround { objectives: Amount, from_edge: Inches, apart: Inches }
    /// Objectives of Capture and Control.
    capture = "5B-MIS-006": Capture { objectives: u8 }
    /// Controlling an objective.
    control = "5B-MIS-008": Control { within: Inches }
    /// Reserves by own turn.
    reserves = "5B-MIS-010": Reserves { turns: Vec<String> }
    /// Outflanking.
    outflank = "5B-MIS-011": Outflank { roll: Amount, left: [u8; 2], right: [u8; 2], choice: [u8; 2] }
    /// Deep strike.
    deep_strike = "5B-MIS-012": DeepStrike { distance: Amount }
    /// Mishaps.
    mishap = "5B-MIS-013": Mishap { roll: Amount, from_enemies: Inches, results: Vec<MishapRow> }
    /// Night fighting.
    night = "5B-MIS-014": NightFighting { roll: Amount, times: u8 }
    /// Infiltrators.
    infiltrate = "5B-USR-009": Infiltrate { unseen: Inches, seen: Inches }
    /// Scouts.
    scouts = "5B-USR-014": Scouts { from_enemies: Inches }
    /// Force organisation.
    organisation = "5B-FOC-001": Organisation { slots: Vec<SlotRow> }
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

/// T-02: a way to use a Movement phase.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct ActionOption {
    pub id: String,
    pub moves: bool,
    pub action: String,
    pub shoots: bool,
    pub assaults: bool,
    pub status: Vec<String>,
}

/// T-31: what units of some types may do beside their move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ActionRow {
    /// The types.
    pub types: Vec<String>,
    /// Whether they may run.
    pub run: String,
    /// Whether they may go on station.
    pub on_station: String,
    /// Whether they may go on overwatch.
    pub overwatch: String,
    /// Whether shooters at them have less Ballistic Skill while they wait or lie on the ground.
    pub penalty: bool,
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

/// T-24: what becomes of a unit that lands badly.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct MishapRow {
    pub id: String,
    pub from: u8,
}

/// T-33: how many units of a slot an army has.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct SlotRow {
    pub id: String,
    pub least: u8,
    pub most: u8,
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
