//! The numbers of the core game, typed, each under the id of its rule.

use grognard_engine::target::Need;
use serde::Deserialize;

use crate::eldar::numbers as eldar;
use crate::weapon::Class;

/// Every number of the core game, as `data/numbers.toml` and patches give it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its rule, which the catalogue explains")]
pub struct Numbers {
    #[serde(rename = "SH-ACT-003")]
    pub action_points: ActionPoints,
    #[serde(rename = "SH-ACT-006")]
    pub costs: Costs,
    #[serde(rename = "SH-TUR-003")]
    pub further_turns: FurtherTurns,
    #[serde(rename = "SH-ACT-018")]
    pub jam: Jam,
    #[serde(rename = "SH-ACT-020")]
    pub set_overwatch: SetOverwatch,
    #[serde(rename = "SH-ACT-022")]
    pub reload: Reload,
    #[serde(rename = "SH-ACT-023")]
    pub secure: Secure,
    #[serde(rename = "SH-CMD-001")]
    pub command_roll: CommandRoll,
    #[serde(rename = "SH-CMD-004")]
    pub command_bonus: CommandBonus,
    #[serde(rename = "SH-CMD-025")]
    pub brood_command: BroodCommand,
    #[serde(rename = "SH-WPN-010")]
    pub columns: Columns,
    #[serde(rename = "SH-ABU-003")]
    pub ambush_place: AmbushPlace,
    #[serde(rename = "SH-ABU-004")]
    pub ambush_limit: AmbushLimit,
    #[serde(rename = "SH-ABU-007")]
    pub ambush_results: AmbushResults,
    #[serde(rename = "SH-TYR-001")]
    pub muster: MusterPoints,
    #[serde(rename = "SH-TYR-004")]
    pub regeneration: Regeneration,
    #[serde(rename = "SH-TYR-008")]
    pub growth: Growth,
    #[serde(rename = "SH-TYR-009")]
    pub tyranid_weapons: TyranidWeapons,
    #[serde(rename = "SH-DAV-002")]
    pub avenger_sustained: Ladder,
    #[serde(rename = "SH-FSC-001")]
    pub farseer: FarseerDeck,
    #[serde(rename = "SH-FSC-003")]
    pub battle_fate: FateBonus,
    #[serde(rename = "SH-FSC-004")]
    pub guide: GuideNeed,
    #[serde(rename = "SH-FSC-005")]
    pub doom: FateBonus,
    #[serde(rename = "SH-FSC-007")]
    pub storm: StormTimes,
    #[serde(rename = "SH-FSC-011")]
    pub mind_war: MindWar,
    #[serde(rename = "SH-FSC-012")]
    pub asuryan: AsuryanDie,
    #[serde(rename = "SH-WLK-003")]
    pub witch_blade: WitchBlade,
    #[serde(rename = "SH-WLK-004")]
    pub warlock_psi: WarlockPsi,
    #[serde(rename = "SH-WLK-005")]
    pub orders: OrderLimits,
    #[serde(rename = "SH-WGD-006")]
    pub wraithguard_damage: WraithguardDamage,
    #[serde(rename = "SH-DAV-003")]
    pub shuriken_storm: eldar::ShurikenStorm,
    #[serde(rename = "SH-FDR-004")]
    pub dragon_pitfall: eldar::Needs,
    #[serde(rename = "SH-FDR-005")]
    pub dragon_melts: eldar::Needs,
    #[serde(rename = "SH-FDR-006")]
    pub dragon_armour: eldar::Needs,
    #[serde(rename = "SH-DRP-004")]
    pub range_finder: eldar::RangeFinder,
    #[serde(rename = "SH-HBN-002")]
    pub banshee_mask: eldar::BansheeMask,
    #[serde(rename = "SH-TIM-003")]
    pub exarch_time: eldar::ExarchTime,
    #[serde(rename = "SH-EXA-004")]
    pub diresword: eldar::Blade,
    #[serde(rename = "SH-PAR-005")]
    pub diresword_parry: eldar::Parries,
    #[serde(rename = "SH-EXA-006")]
    pub exarch_armour: eldar::Needs,
    #[serde(rename = "SH-EXA-009")]
    pub mighty_strike: eldar::Strike,
    #[serde(rename = "SH-EXA-010")]
    pub exarch_cannon: eldar::CannonCost,
    #[serde(rename = "SH-EXA-011")]
    pub web_of_skulls: eldar::WebOfSkulls,
    #[serde(rename = "SH-EXA-013")]
    pub stealth: eldar::Stealth,
    #[serde(rename = "SH-EXA-014")]
    pub biting_sword: eldar::ParryingBlade,
    #[serde(rename = "SH-EXA-015")]
    pub exarch_sword: eldar::Blade,
    #[serde(rename = "SH-EXA-017")]
    pub exarch_axe: eldar::AxeCosts,
    #[serde(rename = "SH-TYR-015")]
    pub leap: LeapCosts,
    #[serde(rename = "SH-TYR-016")]
    pub flight: Flight,
    #[serde(rename = "SH-FOR-003")]
    pub corridor: CorridorSections,
    #[serde(rename = "SH-PEF-014")]
    pub marker_stock: MarkerStock,
    #[serde(rename = "SH-WNM-003")]
    pub nemesis_blast: NemesisBlast,
    #[serde(rename = "SH-HRL-001")]
    pub harlequin_costs: HarlequinCosts,
    #[serde(rename = "SH-HRL-002")]
    pub harlequin_fight: HarlequinFight,
    #[serde(rename = "SH-HRL-003")]
    pub troupe: TroupePrices,
    #[serde(rename = "SH-HRL-005")]
    pub solo: SoloPoints,
    #[serde(rename = "SH-HRL-006")]
    pub dance: DanceBonus,
    #[serde(rename = "SH-HRL-009")]
    pub stance: StanceBonus,
    #[serde(rename = "SH-HRL-010")]
    pub kiss: Kiss,
    #[serde(rename = "SH-WSH-002")]
    pub shuriken_cannon: ShurikenCannon,
    #[serde(rename = "SH-TIM-001")]
    pub timer: Timer,
    #[serde(rename = "SH-OVW-002")]
    pub overwatch: Overwatch,
    #[serde(rename = "SH-ENP-003")]
    pub entry_blips: EntryBlips,
    #[serde(rename = "SH-ENP-004")]
    pub entry: Entry,
    #[serde(rename = "SH-ENP-009")]
    pub lurking: Lurking,
    #[serde(rename = "SH-ENP-013")]
    pub entry_stealers: EntryStealers,
    #[serde(rename = "SH-DOR-016")]
    pub door_assault: DoorAssault,
    #[serde(rename = "SH-DOR-018")]
    pub door_genestealer: DoorGenestealer,
    #[serde(rename = "SH-CLA-006")]
    pub assault_dice: AssaultDice,
    #[serde(rename = "SH-GNG-001")]
    pub ganging_up: GangingUp,
    #[serde(rename = "SH-TRM-008")]
    pub chaplain: Chaplain,
    #[serde(rename = "SH-PAR-001")]
    pub sword_parry: SwordParry,
    #[serde(rename = "SH-PAR-004")]
    pub shield_parry: ShieldParry,
    #[serde(rename = "SH-WSB-001")]
    pub storm_bolter: StormBolter,
    #[serde(rename = "SH-WSB-004")]
    pub storm_bolter_sustained: Ladder,
    #[serde(rename = "SH-WAC-001")]
    pub cannon: Cannon,
    #[serde(rename = "SH-WAC-002")]
    pub cannon_burst: CannonBurst,
    #[serde(rename = "SH-WAC-003")]
    pub full_auto: FullAuto,
    #[serde(rename = "SH-WAC-005")]
    pub full_auto_ammo: FullAutoAmmo,
    #[serde(rename = "SH-WAC-006")]
    pub cannon_reloads: CannonReloads,
    #[serde(rename = "SH-WAC-010")]
    pub malfunction: MalfunctionLimit,
    #[serde(rename = "SH-WAC-012")]
    pub malfunction_effect: MalfunctionEffect,
    #[serde(rename = "SH-WHF-001")]
    pub flamer: Flamer,
    #[serde(rename = "SH-WHF-003")]
    pub flame: Flame,
    #[serde(rename = "SH-WHF-011")]
    pub flame_limit: FlameLimit,
    #[serde(rename = "SH-WHF-017")]
    pub self_destruction: SelfDestruction,
    #[serde(rename = "SH-WCF-003")]
    pub chain_fist: ChainFist,
    #[serde(rename = "SH-WLI-001")]
    pub claws: Claws,
    #[serde(rename = "SH-WLI-002")]
    pub claws_flank: ClawsFlank,
    #[serde(rename = "SH-WTH-001")]
    pub hammer: Hammer,
    #[serde(rename = "SH-WTH-002")]
    pub detonation: Detonation,
    #[serde(rename = "SH-CRT-004")]
    pub crate_fire: CrateFire,
    #[serde(rename = "SH-RUB-001")]
    pub rubble: Rubble,
    #[serde(rename = "SH-RUB-002")]
    pub deflection: Deflection,
    #[serde(rename = "SH-BLK-003")]
    pub bulkhead_assault: BulkheadAssault,
    #[serde(rename = "SH-BLK-006")]
    pub bulkhead_blast: BulkheadBlast,
    #[serde(rename = "SH-WAC-015")]
    pub bulkhead_burst: BulkheadBurst,
    #[serde(rename = "SH-WCF-002")]
    pub chain_fist_bulkhead: ChainFistBulkhead,
    #[serde(rename = "SH-AIR-002")]
    pub shaft: ShaftCosts,
    #[serde(rename = "SH-TOX-001")]
    pub carrier: Carrier,
    #[serde(rename = "SH-TOX-003")]
    pub canister: CanisterCosts,
    #[serde(rename = "SH-TOX-005")]
    pub canister_shaft: CanisterShaft,
    #[serde(rename = "SH-TUR-006")]
    pub free_turns: FreeTurns,
    #[serde(rename = "SH-IGF-006")]
    pub guard: GuardCosts,
    #[serde(rename = "SH-PRN-002")]
    pub prone_by_type: ProneByType,
    #[serde(rename = "SH-PIT-016")]
    pub grenade_drop: GrenadeDrop,
    #[serde(rename = "SH-WNM-002")]
    pub nemesis: Nemesis,
    #[serde(rename = "SH-IGF-004")]
    pub kneeling: Kneeling,
    #[serde(rename = "SH-IGF-007")]
    pub backup: Backup,
    #[serde(rename = "SH-IGF-015")]
    pub inspiration: Inspiration,
    #[serde(rename = "SH-IGF-019")]
    pub dim: Dim,
    #[serde(rename = "SH-IGF-020")]
    pub ogryn_fire: OgrynFire,
    #[serde(rename = "SH-WGR-003")]
    pub grenade_reach: GrenadeReach,
    #[serde(rename = "SH-CMD-023")]
    pub commissar: Commissar,
    #[serde(rename = "SH-CLA-012")]
    pub pistol: Pistol,
    #[serde(rename = "SH-WCS-001")]
    pub chainsword: Chainsword,
    #[serde(rename = "SH-WPA-001")]
    pub power_axe: PowerAxe,
    #[serde(rename = "SH-WFW-001")]
    pub force_weapon: ForceWeapon,
    #[serde(rename = "SH-LAD-003")]
    pub ladder: LadderCosts,
    #[serde(rename = "SH-PIT-005")]
    pub pitfall: Pitfall,
    #[serde(rename = "SH-PIT-007")]
    pub jump: JumpCosts,
    #[serde(rename = "SH-PIT-008")]
    pub landing: Landing,
    #[serde(rename = "SH-PIT-009")]
    pub landing_on_enemy: LandingOnEnemy,
    #[serde(rename = "SH-PIT-010")]
    pub landing_on_friend: LandingOnFriend,
    #[serde(rename = "SH-PIT-012")]
    pub pitfall_climb: PitfallClimb,
    #[serde(rename = "SH-PRN-001")]
    pub prone: Prone,
    #[serde(rename = "SH-PRN-004")]
    pub prone_assault: ProneAssault,
    #[serde(rename = "SH-PSQ-002")]
    pub psi: PsiPoints,
    #[serde(rename = "SH-PLY-001")]
    pub cast: CastCosts,
    #[serde(rename = "SH-PLY-002")]
    pub cast_inactive: CastInactive,
    #[serde(rename = "SH-PLY-003")]
    pub cast_level: CastLevel,
    #[serde(rename = "SH-DRW-001")]
    pub hand: HandSize,
    #[serde(rename = "SH-DRW-004")]
    pub draw: DrawCards,
    #[serde(rename = "SH-DRW-005")]
    pub over: OverHand,
    #[serde(rename = "SH-DRW-006")]
    pub discard: DiscardCards,
    #[serde(rename = "SH-DSP-004")]
    pub decay: Decay,
    #[serde(rename = "SH-PCD-003")]
    pub control: ControlLimit,
    #[serde(rename = "SH-PCD-005")]
    pub scan: ScanCards,
    #[serde(rename = "SH-PCD-007")]
    pub arc_hits: ArcHits,
    #[serde(rename = "SH-PCD-008")]
    pub arc: ArcNeeds,
    #[serde(rename = "SH-PCD-012")]
    pub vortex: VortexMoves,
    #[serde(rename = "SH-PCD-013")]
    pub hellfire: HellfireNeeds,
    #[serde(rename = "SH-PCD-014")]
    pub assail: AssailLimits,
    #[serde(rename = "SH-PCD-016")]
    pub blast: BlastReach,
    #[serde(rename = "SH-PCD-021")]
    pub prescience: PrescienceBonus,
    #[serde(rename = "SH-PCD-023")]
    pub warp_time: WarpTimes,
}

/// Tables of numbers: the fields are the words of the rule.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[expect(missing_docs, reason = "the fields are the words of the rule")]
            pub struct $name { $(pub $field: $type),* }
        )*
    };
}
pub(crate) use numbers;

numbers! {
    /// Action points on activation.
    ActionPoints { terminator: u8, genestealer: u8, blip: u8 }
    /// The cost table by kind of piece.
    Costs { marine: MarineCosts, genestealer: GenestealerCosts, blip: BlipCosts }
    /// What Terminators pay.
    MarineCosts { forward: u8, backward: u8, quarter_turn: u8, about_turn: u8, door: u8, assault: u8 }
    /// What Genestealers pay.
    GenestealerCosts { forward: u8, backward: u8, sideways: u8, quarter_turn: u8, about_turn: u8, door: u8, assault: u8 }
    /// What blips pay.
    BlipCosts { forward: u8, door: u8 }
    /// A quarter turn after another.
    FurtherTurns { repeated_quarter_turn: u8 }
    /// Clearing a jam.
    Jam { clear_jam: u8 }
    /// Going on overwatch.
    SetOverwatch { set_overwatch: u8 }
    /// Reloading a heavy weapon.
    Reload { reload: u8 }
    /// Securing an entry area.
    Secure { secure: u8 }
    /// The command roll.
    CommandRoll { die: u8 }
    /// Bonuses to it.
    CommandBonus { captain: i8 }
    /// What leaders of the Stealer side do for its roll.
    BroodCommand { patriarch: i8, hive_tyrant: i8, magus: i8, psyker_hybrid: i8, hybrid: i8 }
    /// What the weapons of the core game need, by how hard the target is to hurt.
    Columns { storm_bolter: Column, cannon_burst: Column, full_auto: Column, flamer: Column }
    /// A line of the chart; 0 kills without a roll.
    Column { hybrid: u8, power_armour: u8, terminator: u8, avenger: u8, reaper: u8, banshee: u8 }
    /// How far from Marines an ambush counter is put.
    AmbushPlace { distance: u16 }
    /// Ambush counters in play.
    AmbushLimit { counters: u8 }
    /// The cup of ambush results.
    AmbushResults { genestealer: u8, nothing: u8 }
    /// What one Genestealer of a blip is worth, in the parts that types cost.
    MusterPoints { parts: u8 }
    /// What heals a wound.
    Regeneration { need: u8 }
    /// What grown weapons cost, in parts of a point.
    Growth { venom_cannon: u8, other: u8 }
    /// What Tyranids fight with.
    TyranidWeapons { bone_sword: i8, bone_sword_parries: u8, bone_swords_dice: u8, lash_whip: i8, lash_whip_dice: u8 }
    /// Leaping over a square.
    LeapCosts { leap: u8 }
    /// Corridors that make room for a force.
    CorridorSections { squares: u8 }
    /// Markers of each psychic effect, where they can run out.
    MarkerStock { each: u8 }
    /// The psychic blast of a Nemesis weapon.
    NemesisBlast { cost: u8, range: u16 }
    /// What Harlequins pay.
    HarlequinCosts {
        forward: u8, backward: u8, sideways: u8, quarter_turn: u8, about_turn: u8, overwatch: u8, assault: u8, door: u8,
        stance: u8, leap: u8, dance: u8,
    }
    /// What counts for them in close assault beside what their weapons bring to everybody.
    HarlequinFight { great: i8, glove: i8, sword: i8 }
    /// What their arms cost beside the model, in twelfths of a point.
    TroupePrices { heavy: u8, kiss: u8 }
    /// What a solo adds.
    SoloPoints { points: u8 }
    /// The death dance.
    DanceBonus { bonus: i8 }
    /// The defensive stance.
    StanceBonus { bonus: i8 }
    /// Harlequin's Kiss: it sticks on this or less.
    Kiss { bonus: i8, sticks: u8, free: u8 }
    /// What a shot of the cannon costs those who are at home with it.
    ShurikenCannon { death_jester: u8 }
    /// Wings.
    Flight { points: u8, hole: u8, shaft: u8 }
    /// The clock, in seconds.
    Timer { base: u32, per_leader: u32 }
    /// How far overwatch reaches.
    Overwatch { range: u16 }
    /// Blips in one entry area.
    EntryBlips { blips: u8 }
    /// Stepping onto the map.
    Entry { enter: u8 }
    /// How near Marines make arrivals lurk.
    Lurking { distance: u16 }
    /// Converted models in one entry area.
    EntryStealers { stealers: u8 }
    /// Breaking a door in close assault.
    DoorAssault { need: u8 }
    /// A Genestealer's dice against a door.
    DoorGenestealer { genestealer_dice: u8 }
    /// Close assault dice.
    AssaultDice { genestealer: u8, terminator: u8 }
    /// For each earlier attacker.
    GangingUp { bonus: i8 }
    /// Friends near a Chaplain.
    Chaplain { bonus: i8, distance: u16 }
    /// Re-rolls forced by a sword.
    SwordParry { power_sword: u8 }
    /// Re-rolls forced by a shield.
    ShieldParry { storm_shield: u8, storm_shield_single: u8 }
    /// The storm bolter.
    StormBolter { dice: u8, cost: u8, stealer: u8, door: u8 }
    /// Numbers needed by consecutive shot.
    Ladder { ladder: Vec<u8> }
    /// The assault cannon.
    Cannon { dice: u8, magazine: u8 }
    /// Its bursts.
    CannonBurst { cost: u8, ladder: Vec<u8> }
    /// Its full auto.
    FullAuto { cost: u8, stealer: u8, stealer_full_auto_3: u8, door: u8 }
    /// What full auto uses up.
    FullAutoAmmo { bursts: u8 }
    /// Magazines to begin with, beside the first.
    CannonReloads { reloads: u8 }
    /// Bursts before malfunctions begin.
    MalfunctionLimit { safe_bursts: u8 }
    /// What a malfunction does to neighbours.
    MalfunctionEffect { stealer: u8, marine: u8, door: u8 }
    /// The heavy flamer.
    Flamer { cost: u8, range: u16, shots: u8 }
    /// What dies in flames.
    Flame { stealer: u8 }
    /// Shots at one section in one turn.
    FlameLimit { per_turn: u8 }
    /// Blowing up the flamer.
    SelfDestruction { cost: u8 }
    /// Cutting a door.
    ChainFist { cost: u8 }
    /// Lightning claws.
    Claws { dice: u8, bonus: i8 }
    /// Their dice against flank and rear.
    ClawsFlank { flank_dice: u8 }
    /// The thunder hammer.
    Hammer { bonus: i8 }
    /// Blowing up the hammer.
    Detonation { cost: u8 }
    /// A crate in the flames.
    CrateFire { need: u8 }
    /// What a step onto rubble costs beside the step.
    Rubble { enter: u8 }
    /// What the Stealer player needs to deflect a hit.
    Deflection { deflects: u8 }
    /// Breaking a bulkhead in close assault.
    BulkheadAssault { need: u8 }
    /// An explosion against a bulkhead.
    BulkheadBlast { need: u8 }
    /// A burst of an assault cannon against a bulkhead.
    BulkheadBurst { need: u8 }
    /// Cutting a bulkhead.
    ChainFistBulkhead { cost: u8 }
    /// In and out of an air shaft.
    ShaftCosts { enter: u8, leave: u8 }
    /// How far a bearer goes in a turn.
    Carrier { steps: u8 }
    /// Taking a canister up and putting it down.
    CanisterCosts { pick_up: u8, put_down: u8 }
    /// Turns in power armour without a heavy weapon.
    FreeTurns { quarter_turn: u8, repeated_quarter_turn: u8, about_turn: u8 }
    /// A step aside.
    GuardCosts { sidestep: u8 }
    /// Getting up, by what one wears.
    ProneByType { power_armour: u8, brood: u8 }
    /// A grenade on a hole drops on this or less.
    GrenadeDrop { drops: u8 }
    /// The shot after a draw.
    Nemesis { need: u8, power: u8 }
    /// Going on one knee and up again.
    Kneeling { kneel: u8, rise: u8 }
    /// Backup comes on this.
    Backup { comes: u8 }
    /// What an example is worth.
    Inspiration { points: u8 }
    /// An Ogryn dozes on this or less.
    Dim { dozes: u8 }
    /// What shots cost an Ogryn.
    OgrynFire { factor: u8 }
    /// How far grenades for a single square are thrown.
    GrenadeReach { nearest: u16, farthest: u16 }
    /// What a dead Commissar costs the command roll.
    Commissar { death: i8 }
    /// A pistol in close assault.
    Pistol { bonus: i8 }
    /// A chainsword.
    Chainsword { bonus: i8, parries: u8 }
    /// A power axe.
    PowerAxe { bonus: i8 }
    /// A force weapon in hands without powers.
    ForceWeapon { bonus: i8, parries: u8 }
    /// How many cards are drawn at most, and how many there are of each kind.
    FarseerDeck { die: u8, copies: [u8; 10] }
    /// What a card adds to rolls.
    FateBonus { bonus: i8 }
    /// What a guided shot needs.
    GuideNeed { need: u8 }
    /// How often a Banshee gets her points.
    StormTimes { times: u8 }
    /// What the enemy has left.
    MindWar { seconds: u32, actions: u8 }
    /// Bonus points of a squad.
    AsuryanDie { die: u8 }
    /// A Witch Blade, and what is in it before the first turn.
    WitchBlade { bonus: i8, parries: u8, die: u8 }
    /// Psi points a turn.
    WarlockPsi { die: u8 }
    /// An order to Wraithguard, and how far it carries.
    OrderLimits { cost: u8, distance: u16 }
    /// What a hit does to a Wraithguard, up to which face of the die.
    WraithguardDamage { undamaged: u8, down: u8, destroyed: u8, taken_along: u8, stand: u8, assault: i8 }
    /// Climbing a ladder.
    LadderCosts { climb: u8 }
    /// Falls down to this.
    Pitfall { falls: u8 }
    /// Jumping down the hole one stands on.
    JumpCosts { jump: u8 }
    /// Keeping one's feet.
    Landing { stands: u8 }
    /// A Genestealer below makes room.
    LandingOnEnemy { dodges: u8 }
    /// A friend below survives.
    LandingOnFriend { survives: u8 }
    /// Climbing up through a pitfall.
    PitfallClimb { climb: u8 }
    /// Getting up.
    Prone { terminator: u8 }
    /// Fighting from the ground.
    ProneAssault { bonus: i8 }
    /// What psykers begin with, by level.
    PsiPoints { points: [u8; 4] }
    /// An attack of an active psyker.
    CastCosts { trump: u8, other: u8 }
    /// And of an inactive one.
    CastInactive { more: u8 }
    /// For each level below the highest.
    CastLevel { below: u8 }
    /// The size of a hand.
    HandSize { marine: u8, marine_psyker: u8, stealer: u8 }
    /// Cards drawn for each psyker.
    DrawCards { psyker: u8 }
    /// Cards too many for the moment.
    OverHand { cards: u8 }
    /// Cards thrown away before drawing.
    DiscardCards { stealer: u8 }
    /// An effect goes by itself.
    Decay { need: u8 }
    /// The dearest action one is made to do.
    ControlLimit { most: u8 }
    /// Cards seen for each psyker.
    ScanCards { cards: u8 }
    /// How often lightning strikes.
    ArcHits { hits: u8 }
    /// Lightning.
    ArcNeeds { stealer: u8, hybrid: u8, marine: u8, door: u8 }
    /// A Vortex moves down from this.
    VortexMoves { moves: u8 }
    /// Hellfire.
    HellfireNeeds { blip: u8, stealer: u8, marine: u8 }
    /// How far, and what it costs the victim.
    AssailLimits { squares: u8, points: u8 }
    /// How far a feature is driven.
    BlastReach { squares: u8 }
    /// Foresight.
    PrescienceBonus { bonus: i8 }
    /// How often a price is paid in slow time.
    WarpTimes { times: u8 }
    /// Getting rid of it at an air shaft.
    CanisterShaft { arm: u8, drop: u8 }
}

impl Column {
    /// What is needed against a class of the chart; none where the weapon's own rules say (SH-WPN-010).
    pub const fn need(&self, class: Class) -> Option<Need> {
        let number = match class {
            Class::Hybrid => self.hybrid,
            Class::PowerArmour => self.power_armour,
            Class::Terminator => self.terminator,
            Class::Avenger => self.avenger,
            Class::Reaper => self.reaper,
            Class::Banshee => self.banshee,
            Class::Stealer | Class::Door | Class::Bulkhead => return None,
        };
        Some(if number == 0 { Need::Automatic } else { Need::AtLeast(number) })
    }
}
