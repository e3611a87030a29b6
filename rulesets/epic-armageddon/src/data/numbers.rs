//! The numbers of the rules (`numbers.toml`, `numbers-forces.toml`, `numbers-games.toml`), each under the id of its rule;
//! patches lie over them. Those of rules that are not built yet wait in [`Numbers::later`].

use std::collections::BTreeMap;

use serde::Deserialize;

use super::amount::{Amount, Cm, Figure, Part, Rounding, Score};

macro_rules! numbers {
    ($($(#[$doc:meta])* $field:ident = $id:literal: $name:ident { $($key:ident: $type:ty),* $(,)? })*) => {
        /// Every number of the rules.
        #[derive(Clone, Debug, Deserialize)]
        pub struct Numbers {
            $($(#[$doc])* #[serde(rename = $id)] pub $field: $name,)*
            /// Numbers of rules that are not built yet, by rule.
            #[serde(flatten)]
            pub later: BTreeMap<String, BTreeMap<String, Figure>>,
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
    /// The roll-off of players who are tied.
    roll_off = "EA-GEN-010": RollOff { roll: Amount }
    /// How many dice a shot is.
    shots = "EA-WPN-005": Shots { roll: Amount, shots: u8 }
    /// How near the units of a formation stay to each other.
    coherency = "EA-FORM-002": CoherencyOf { coherency: Cm }
    /// Blast markers for each unit left at which a formation is Broken.
    breaking = "EA-BM-006": Breaking { markers_per_unit: u8 }
    /// The Strategy roll.
    strategy_roll = "EA-STRT-002": StrategyRoll { roll: Amount }
    /// The Action test.
    action_test = "EA-INIT-002": ActionTest { roll: Amount }
    /// Blast markers of a failed Action test.
    failed_test = "EA-INIT-006": FailedTest { markers: u8 }
    /// How often in a row the initiative is retained.
    retaining = "EA-INIT-009": Retaining { retain: u8 }
    /// Zones of control.
    zone_of_control = "EA-ZOC-001": ZoneOfControl { zone: Cm }
    /// Blast markers for each unit lost out of coherency.
    out_of_coherency = "EA-COH-002": OutOfCoherency { markers: u8 }
    /// How deep a feature is looked into or out of.
    through = "EA-LOF-003": Through { depth: Cm }
    /// Units suppressed by each Blast marker.
    suppression = "EA-SUPP-001": Suppression { units: u8 }
    /// Blast markers for coming under fire.
    under_fire = "EA-SHOT-005": UnderFire { markers: u8 }
    /// Blast markers for each casualty.
    casualties = "EA-SHOT-008": Casualties { markers: u8 }
    /// The roll to hit.
    to_hit = "EA-HIT-001": ToHit { roll: Amount }
    /// The face that always misses.
    always_misses = "EA-HIT-002": AlwaysMisses { misses_on: u8 }
    /// The saving throw.
    save = "EA-SAVE-002": Save { roll: Amount }
    /// Regrouping.
    regroup = "EA-RGRP-001": Regroup { dice: u8, keep: u8 }
    /// Units of a Broken formation destroyed by each Blast marker.
    broken_hits = "EA-BRKN-005": BrokenHits { units: u8 }
    /// Moves of a withdrawal.
    withdrawal = "EA-WDRW-003": Withdrawal { moves: u8 }
    /// How near the enemy withdrawn units are destroyed.
    too_near = "EA-WDRW-005": TooNear { within: Cm }
    /// Rally tests in an End phase.
    rally_tests = "EA-RALY-001": RallyTests { tests: u8 }
    /// The Rally test, and how near an enemy hampers it.
    rally = "EA-RALY-003": Rally { roll: Amount, within: Cm }
    /// Blast markers of a formation that was Broken and rallied, for each unit.
    rallied = "EA-RALY-005": Rallied { markers: u8 }
    /// What rallying removes.
    rally_removes = "EA-RALY-006": RallyRemoves { removed: Part, rounding: Rounding }
    /// Space Marines: Blast markers to suppress one unit.
    marine_suppression = "EA-ARMY-001": MarineSuppression { markers: u8, units: u8 }
    /// Space Marines: Blast markers for each unit at which they break.
    marine_breaking = "EA-ARMY-002": MarineBreaking { markers_per_unit: u8 }
    /// Space Marines: Blast markers that destroy one unit of a Broken formation.
    marine_hits = "EA-ARMY-003": MarineHits { markers: u8, units: u8 }
    /// Space Marines: Blast markers for each unit of a formation that was Broken and rallied.
    marine_rallied = "EA-ARMY-006": MarineRallied { markers: u8 }
    /// How many formations on patrol intercept a Ground Attack.
    patrols = "EA-AIR-022": Patrols { interceptions: u8 }
    /// How far aircraft fly before their first turn when they leave.
    fly_again = "EA-AIR-032": FlyAgain { forward: Cm }
    /// The save of aircraft that jink.
    jink = "EA-AA-008": JinkOf { save: Score }
    /// How far from a landed aircraft its passengers get out.
    landing = "EA-TAIR-007": LandingOf { within: Cm, jump_or_skim: Cm }
    /// How near a formation has to be to go aboard landed aircraft.
    boarding = "EA-TAIR-009": BoardingOf { within: Cm }
    /// Blast markers of aircraft that leave by another edge than their own.
    foreign_edge = "EA-DISG-003": ForeignEdge { markers: u8 }
    /// Blast markers of aircraft that come under fire.
    air_under_fire = "EA-ABM-001": AirUnderFire { markers: u8, approach_most: u8, disengagement_most: u8 }
    /// How near units that teleport are to each other.
    teleport = "EA-ABIL-134": TeleportOf { within: Cm }
    /// What teleporting costs.
    teleport_dice = "EA-ABIL-136": TeleportDice { roll: Amount, face: u8, markers: u8 }
    /// From which turn tunnellers surface where.
    tunnelling = "EA-ABIL-148": Tunnelling { own_half_from: u8, enemy_half_from: u8 }
    /// How near to each other and to their place tunnellers surface.
    surfacing = "EA-ABIL-150": Surfacing { chain: Cm, within: Cm }
    /// The turns of spacecraft.
    spacecraft_turn = "EA-SPAC-004": SpacecraftTurn { from_turn: u8, overhead: u8 }
    /// Blast markers of a bombardment.
    orbital = "EA-ORB-002": OrbitalOf { markers: u8 }
    /// Blast markers of pin-point attacks.
    pin_point = "EA-PIN-002": PinPointOf { markers: u8 }
    /// How near to its place a unit is dropped.
    drop_zone = "EA-PLAN-003": DropZone { within: Cm }
    /// How far it scatters.
    scatter = "EA-PLAN-004": ScatterOf { distance: Amount }
    /// What each face of a D6 counts as D3.
    d3 = "EA-GEN-002": D3 { faces: [u8; 6] }
    /// The templates.
    templates = "EA-GEN-012": TemplatesOf { barrage_diameter: Cm, orbital_diameter: Cm }
    /// Infantry on Overwatch in the open.
    watching = "EA-TERR-007": Watching { cover_save: Score }
    /// From where on a save is none.
    no_save = "EA-SAVE-004": NoSave { impossible_from: u8 }
    /// Blast markers for each formation under a template.
    under_template = "EA-BARR-006": UnderTemplate { markers: u8 }
    /// Rolls for each unit under templates.
    barrage_rolls = "EA-BARR-015": BarrageRolls { rolls: u8 }
    /// Blast markers for each Disrupt hit.
    disrupt = "EA-ABIL-020": Disrupt { markers: u8 }
    /// How near the enemy withdrawn Fearless units are destroyed.
    fearless = "EA-ABIL-046": Fearless { within: Cm }
    /// Indirect Fire: how much further it reaches, and its least range.
    indirect = "EA-ABIL-058": Indirect { times: u8, least: Cm }
    /// The Invulnerable Save.
    invulnerable = "EA-ABIL-062": Invulnerable { save: Score }
    /// Blast markers each Leader removes.
    leader = "EA-ABIL-078": LeaderOf { markers: u8 }
    /// Coherency of Scouts.
    scout_coherency = "EA-ABIL-102": ScoutCoherency { coherency: Cm }
    /// The zone of control of Scouts.
    scout_zone = "EA-ABIL-103": ScoutZone { zone: Cm }
    /// Shots of a Single Shot weapon.
    single_shot = "EA-ABIL-111": SingleShot { shots: u8 }
    /// Actions without pop-up.
    no_pop_up = "EA-ABIL-114": NoPopUp { actions: Vec<String> }
    /// Re-rolls of each Supreme Commander in a turn.
    supreme = "EA-ABIL-128": Supreme { re_rolls: u8 }
    /// Turns a Slow Firing weapon skips.
    slow_firing = "EA-ABIL-168": SlowFiring { skips: u8 }
    /// Damage of a hit.
    damage = "EA-WE-001": DamageOf { hit: u8 }
    /// Blast markers for each damage point.
    damage_markers = "EA-WE-002": DamageMarkers { markers: u8 }
    /// Coherency of war engines, for each point of damage capacity.
    engine_coherency = "EA-WE-008": EngineCoherency { coherency: Cm }
    /// Attacks on a war engine under the middle of a template.
    under_middle = "EA-WE-025": UnderMiddle { divide_by: u8, rounding: Rounding }
    /// Attacks on a war engine under the rest of a template.
    under_rim = "EA-WE-026": UnderRim { attacks: u8 }
    /// The roll for a critical hit.
    critical = "EA-WE-029": CriticalRoll { roll: Amount, face: u8 }
    /// Damage of a war engine near enemies after its withdrawal.
    engine_caught = "EA-WE-037": EngineCaught { within: Cm, damage: u8 }
    /// Damage of a war engine instead of a unit lost.
    engine_hits = "EA-WE-038": EngineHits { damage: u8 }
    /// Damage of a Titan Killer without a die.
    titan_killer = "EA-TK-002": TitanKillerOf { damage: u8 }
    /// Hits a power field absorbs.
    power_field = "EA-PFLD-002": PowerField { absorbs: u8 }
    /// Points of damage a void shield absorbs.
    void_shield = "EA-VOID-002": VoidShield { absorbs: u8 }
    /// Void shields repaired in an End phase.
    shield_repair = "EA-VOID-004": ShieldRepair { repaired: u8 }
    /// Void shields for each point of regrouping.
    shield_regroup = "EA-VOID-005": ShieldRegroup { shields: u8 }
    /// Damage of a war engine in dangerous terrain.
    engine_stuck = "EA-AMB-063": EngineStuck { damage: u8 }
    /// Space Marines: Blast markers each Leader removes.
    marine_leader = "EA-ARMY-007": MarineLeader { markers: u8 }
    /// How often in a row those with Farsight retain the initiative.
    farsight = "EA-ABIL-041": FarsightOf { retain: u8 }
    /// Autocannons of Guard Infantry.
    autocannons = "EA-ARMY-028": Autocannons { carry: Part, rounding: Rounding }
    /// Shadowfields.
    shadowfields = "EA-ARMY-033": Shadowfields { absorbs: u8, regained: u8 }
    /// Holofields.
    holofield = "EA-ARMY-021": Holofield { save: Score }
    /// Mob Rule.
    mob_rule = "EA-ARMY-008": MobRule { more_than: u16, many_more_than: u16, not_counted: Vec<String> }
    /// Power of the Waaagh!
    waaagh = "EA-ARMY-009": Waaagh { actions: Vec<String> }
    /// How far from the edges of the table bunkers stand.
    bunkers = "EA-TRNG-009": Bunkers { bunkers_from_edges: Cm }
    /// How near an objective is captured.
    capture = "EA-TRNG-007": Capture { within: Cm }
    /// How near a charge has to bring somebody.
    charge = "EA-ASLT-006": Charged { within: Cm }
    /// Chargers that may touch one unit.
    charged = "EA-ASLT-010": Chargers { chargers: u8 }
    /// Drop Pods: their attack, how their cargo gets out, Blast markers for coming under fire.
    drop_pods = "EA-ARMY-012": DropPods { attack: Cm, chain: Cm, within: Cm, markers: u8 }
    /// How near to a Farseer the Avatar appears.
    avatar = "EA-ARMY-018": Avatar { within: Cm }
    /// What a Wraithgate costs, and whom it lets through.
    wraithgate = "EA-ARMY-019": Wraithgate { points: u16, admits: Vec<String> }
    /// Webway portals: formations kept for each, and how many use one in a turn.
    portals = "EA-ARMY-020": Portals { formations_kept: u8, formations_a_turn: u8 }
    /// From which turn a Slow and Steady spacecraft comes.
    slow_and_steady = "EA-ABIL-167": SlowAndSteady { first_turn: u8 }
    /// Squares of a table, and features for each.
    squares = "EA-TOUR-006": Squares { square: Cm, features_per_square: u8 }
    /// Features of one square.
    square_features = "EA-TOUR-007": SquareFeatures { least: u8, most: u8 }
    /// Rivers of a table, and how far their crossings are from each other.
    rivers = "EA-TOUR-008": RiversOf { rivers: u8, crossing_every: Cm }
    /// Spacecraft of an army.
    spacecraft = "EA-SPAC-001": Spacecraft { most: u8 }
    /// From which spacecraft Drop Pods fall.
    pods_from = "EA-ARMY-011": PodsFrom { needs_one_of: Vec<String> }
    /// Commissars: one for so many points, so many in a formation.
    commissars = "EA-ARMY-013": Commissars { points: u16, per_formation: u8 }
    /// Warlords of an Ork army.
    warlord = "EA-ARMY-014": Warlord { warlords: u8 }
    /// How many weapons of a Titan have to differ, and what it costs if they do not.
    few_weapons = "EA-ARMY-025": FewWeapons { different_weapons: u8, points: u16 }
    /// What a vanguard costs at the most.
    vanguard = "EA-SFL-001": Vanguard { vanguard_most: u16, preferred_scouts: Part }
    /// From which turn aircraft and teleporters come out of the fog.
    fog_arrivals = "EA-SFL-003": FogArrivals { from_turn: u8 }
    /// How far a vanguard stands from the opponent's half.
    vanguard_ground = "EA-SFL-006": VanguardGround { from_opponents_half: Cm }
    /// Fog: until which turn one shoots how far.
    fog = "EA-SFL-007": Fog { turn: u8, range: Cm }
    /// Thin fog: in which turn, beyond what.
    thin_fog = "EA-SFL-008": ThinFog { turn: u8, beyond: Cm }
    /// How much shorter the moves of each further formation of a column are.
    column = "EA-SFL-012": ColumnOf { less_each: Cm }
    /// How wide terrain may be that a Titan steps over.
    step_over = "EA-WE-051": StepOver { width: Cm }
    /// Units a war engine pushes aside or touches, for each point of damage capacity.
    barging = "EA-WE-041": Barging { units: u8 }
    /// Counter chargers that may touch one unit.
    counter_charged = "EA-ASLT-025": CounterChargers { counter_chargers: u8 }
    /// How near a firefight is.
    firefight = "EA-ASLT-036": Firefight { within: Cm }
    /// Attacks in an assault.
    attack = "EA-ASLT-038": AttackRoll { roll: Amount, dice: u8 }
    /// How near supporting fire is.
    support = "EA-ASLT-053": Supporting { within: Cm }
    /// The roll for the result.
    result = "EA-ASLT-059": ResultRoll { dice: u8, keep: u8 }
    /// Blast markers for those who stood by a lost assault.
    bystanders = "EA-ASLT-079": Bystanders { within: Cm, markers: u8 }
    /// Blast markers of the winner, for each casualty.
    won_casualties = "EA-ASLT-080": WonCasualties { markers: u8 }
    /// Consolidation.
    consolidation = "EA-ASLT-083": Consolidating { r#move: Cm }
    /// How near each other formations are intermingled.
    intermingled = "EA-MING-001": Intermingled { within: Cm }
    /// Commanders.
    commander = "EA-ABIL-015": Commanding { followers: u8, within: Cm }
    /// Infiltrators.
    infiltrator = "EA-ABIL-060": Infiltrating { times: u8 }
    /// Space Marines: Blast markers that count in an assault.
    marine_result = "EA-ARMY-004": MarineResult { count: Part, rounding: Rounding, least_if_any: u8, broken_per_unit: u8 }
    /// Space Marines: hits of a lost assault.
    marine_lost = "EA-ARMY-005": MarineLost { count: Part, rounding: Rounding }
    /// How long a line of crossfire may be.
    crossfire = "EA-XFIR-001": CrossfireLine { line: Cm }
    /// Blast markers for the first casualty of a crossfire.
    crossfire_first = "EA-XFIR-007": CrossfireFirst { first_casualty_markers: u8 }
    /// How near its transport a unit gets out.
    disembarking = "EA-TRAN-007": Disembarking { within: Cm }
    /// Enemies that trap the passengers of a transport.
    trapped = "EA-TRAN-009": Trapped { enemies: u8 }
    /// Hits on passengers of a destroyed transport.
    wrecked = "EA-TRAN-010": Wrecked { hits: u8, cover_save: super::amount::Score }
    /// The Dangerous Terrain test.
    dangerous = "EA-TERR-009": Dangerous { roll: Amount, fails_on: u8 }
    /// Cautious movement.
    cautious = "EA-TERR-010": Cautious { speed: Cm }
    /// The bonus on roads.
    road = "EA-MOV-011": Road { bonus: Cm }
    /// How far objectives of training games are from each other.
    training_objectives = "EA-TRNG-002": TrainingObjectives { objective_distance: Cm }
    /// Deployment zones of the tournament game.
    zone_depth = "EA-TOUR-012": ZoneDepth { depth: Cm }
    /// Objectives in the opponent's half.
    objective_place = "EA-TOUR-015": ObjectivePlace { in_opponents_half: u8, from_edge: Cm, from_objectives: Cm }
    /// How near an objective a garrison stands.
    garrison = "EA-TOUR-031": GarrisonPost { within: Cm }
    /// How fast a garrison on foot may be.
    garrison_speed = "EA-TOUR-029": GarrisonSpeed { speed: Cm }
    /// Garrisons on Overwatch.
    watchful = "EA-TOUR-038": Watchful { garrisons: u8 }
    /// Garrisons of Eldar.
    eldar_garrisons = "EA-ARMY-022": EldarGarrisons { formations: Vec<String> }
    /// When goals are claimed.
    goal_turns = "EA-VICT-001": GoalTurns { turns: Vec<u8> }
    /// Goals needed to win.
    goals_to_win = "EA-VICT-002": GoalsToWin { goals: u8 }
    /// The roll that ends the tournament game.
    end_roll = "EA-VICT-003": EndRoll { from_turn: u8, roll: Amount }
    /// How near a building enemies keep it from being captured.
    in_building = "EA-OBJ-002": InBuilding { within: Cm }
    /// How near a feature enemies keep it from being captured.
    in_feature = "EA-OBJ-004": InFeature { within: Cm }
    /// Targets of Opportunity that make a goal.
    demolishing = "EA-OBJ-003": Demolishing { destroyed_for_goal: u8 }
    /// How objectives come to be what they are.
    kinds = "EA-OBJ-001": KindsOf { rolls: u8, placer_chooses: Vec<u8>, opponent_chooses: Vec<u8>, written: u8, replaced_on: u8 }
    /// Buildings that collapse.
    unstable = "EA-OBJ-015": Unstable { roll: Amount, face: u8 }
    /// Dumps that blow up.
    dump = "EA-OBJ-022": DumpOf { radius: Amount, hit: Score }
    /// An entourage.
    entourage = "EA-OBJ-023": EntourageOf { r#move: Amount }
    /// A stranded commander.
    stranded = "EA-OBJ-024": StrandedOf { r#move: Cm }
    /// Worth of whoever demolishes an icon.
    icon = "EA-OBJ-026": IconOf { times: u8 }
    /// Blast markers of an alien colony.
    colony = "EA-OBJ-034": ColonyOf { markers: u8 }
    /// Grassy knolls.
    knoll = "EA-OBJ-035": KnollOf { roll: Amount, face: u8 }
    /// Energy fields.
    energy_field = "EA-OBJ-041": EnergyField { roll: Amount }
    /// Where units vanish.
    strange = "EA-OBJ-042": StrangeOf { roll: Amount, face: u8, units: u8, within: Cm }
    /// How far an objective with its garrison shifts.
    shift = "EA-OBJ-051": ShiftOf { shift: Cm }
    /// How much better the cover of an invisible objective is.
    invisible = "EA-OBJ-052": InvisibleOf { save_better_by: u8 }
    /// How near infiltrators are set up.
    infiltrators = "EA-OBJ-055": InfiltratorsOf { within: Cm }
    /// How an objective scatters.
    lost_map = "EA-OBJ-056": LostMap { scatters: u8, distance: Amount }
    /// Deathtraps.
    deathtrap = "EA-OBJ-061": Deathtrap { tests: Amount }
    /// Automated defences.
    defences = "EA-OBJ-062": DefencesOf { roll: Amount, face: u8, weapon: String }
    /// Traps.
    trap = "EA-OBJ-063": TrapOf { roll: Amount, dud_upto: u8, hit: Score }
    /// War is hell.
    hell = "EA-OBJ-066": HellOf { roll: Amount, low: Vec<u8>, high: Vec<u8> }
    /// How far traps reach.
    trap_reach = "EA-AMB-171": TrapReach { within: Cm }
    /// How near the entrance units stand who go into a complex.
    entrance = "EA-SWP-018": Entrance { within: Cm }
    /// Hits that destroy a complex.
    complex = "EA-SWP-019": ComplexOf { hits: u8 }
    /// How near the complex the other locations lie.
    plant = "EA-SWP-013": PlantOf { within: Cm }
    /// Fortifications of a defender.
    fortifications = "EA-SAS-002": FortificationsOf { fortifications: Part }
    /// The most a force may cost.
    force_most = "EA-SAS-003": ForceMost { most: u16 }
    /// Objectives of an assault on prepared positions.
    assault_objectives = "EA-SAS-007": AssaultObjectives { on_defenders_edge: u8, in_defenders_zone: u8, from_edges: Cm, apart: Cm }
    /// Entrenched infantry.
    dug_in = "EA-SAS-016": DugIn { cover_save: Score }
    /// Entrenched vehicles.
    hull_down = "EA-SAS-017": HullDown { cover_save: Score }
    /// Bunkers.
    bunker = "EA-SAS-028": BunkerOf { inside: u8, roof: u8, roof_cover_save: Score }
    /// How near a formation stands to a pillbox that fights with it.
    pillboxes = "EA-SAS-034": PillboxesOf { within: Cm }
    /// Concealment markers.
    conceal = "EA-SAS-037": ConcealOf { per_formation: u8, more: Amount }
    /// From how far those who are hidden may fire.
    ambushers = "EA-SAS-041": Ambushers { within: Cm }
    /// How near its marker a formation is revealed.
    reveal = "EA-SAS-043": RevealOf { first: Cm, others: Cm }
    /// From how far markers are spotted.
    spotting = "EA-SAS-045": SpottingOf { within: Cm }
    /// Blast markers of a formation that was spotted.
    spotted = "EA-SAS-046": SpottedOf { markers: u8 }
    /// How near its marker a minefield lies.
    mined = "EA-SAS-047": MinedOf { within: Cm }
    /// Dice of a preliminary bombardment.
    softening = "EA-SAS-049": Softening { dice_per_point: u8 }
    /// What they do.
    shelling = "EA-SAS-051": Shelling { roll: Amount, face: u8, hits: Amount, razor_wire: u8, tank_traps: u8, minefield: u8 }
    /// Blast markers of a formation that a bombardment revealed.
    uncovered = "EA-SAS-052": Uncovered { markers: u8 }
    /// Engineers.
    engineers = "EA-SAS-054": EngineersOf { engineers_in_contact: u8 }
    /// What fortifications stand up to.
    fortified = "EA-SAS-055": FortifiedOf { bunker: u8, minefield: u8, others: u8, minefield_cc: Score }
    /// Attacking garrisons.
    attacking_scouts = "EA-AMB-165": AttackingScouts { from_middle: Cm }
    /// Defence lasers.
    lasers = "EA-SPF-005": Lasers { points: u16, batteries: u8 }
    /// Spacecraft of those who come from the sky.
    two_spacecraft = "EA-SPF-003": TwoSpacecraft { spacecraft: u8 }
    /// Infantry of those who hit and run.
    raid_infantry = "EA-SHR-001": RaidInfantry { infantry_share: Part }
    /// Fixed guns.
    fixed_guns = "EA-SHR-002": FixedGuns { points: u16, guns: u8 }
    /// Installations.
    installations = "EA-SHR-003": InstallationsOf { points: u16, from_edges: Cm }
    /// What guards installations.
    guards = "EA-SHR-004": Guards { share: Part, within: Cm }
    /// The corner raiders come from.
    corner = "EA-SHR-005": CornerOf { from_corner: Cm }
    /// Critical hits on an installation.
    site_critical = "EA-SHR-009": SiteCritical { face: u8 }
    /// An installation that explodes.
    explodes = "EA-SHR-011": ExplodesOf { within: Cm, hits: u8, markers: u8 }
    /// An installation that is blown apart.
    blown_apart = "EA-SHR-012": BlownApart { within: Cm, hits: u8, markers: u8 }
    /// The end of a raid.
    raid_end = "EA-SHR-014": RaidEnd { roll: Amount }
    /// Points of a raid.
    raid_points = "EA-SHR-016": RaidPoints { points_per: u16, rounding: Rounding, stunning: Part }
    /// The size of installations.
    installation_size = "EA-AMB-166": InstallationSize { size: [Cm; 2], apart: Cm }
    /// How near each other the parts of a fortified position lie.
    position = "EA-SSL-004": PositionOf { linked: Cm }
    /// Trenches and the like of a fortified position.
    position_parts = "EA-AMB-113": PositionParts { length: Cm, width: Cm }
    /// The size of a minefield.
    minefield = "EA-FORT-010": MinefieldOf { radius: Cm }
    /// Half strength.
    half_strength = "EA-VICT-004": HalfStrength { half_strength: Part }
}
