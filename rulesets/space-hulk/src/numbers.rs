//! The numbers of the core game, typed, each under the id of its rule.

use grognard_engine::RuleId;
use grognard_engine::switch::OfRule;
use grognard_engine::target::Need;
use serde::Deserialize;

use crate::eldar::numbers as eldar;
use crate::weapon::Class;

/// The numbers of all rules that have some, as `data/numbers.toml` and patches give them, each of its rule.
macro_rules! numbers_of_rules {
    ($($id:literal $field:ident: $type:ty),* $(,)?) => {
        #[derive(Clone, Debug, Deserialize)]
        #[serde(from = "Read")]
        #[expect(missing_docs, reason = "each field is named after its rule, which the catalogue explains")]
        pub struct Numbers { $(pub $field: OfRule<$type>),* }

        /// The same as they are read.
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Read { $(#[serde(rename = $id)] $field: $type),* }

        impl From<Read> for Numbers {
            fn from(read: Read) -> Numbers {
                Numbers { $($field: OfRule::new(RuleId::new($id), read.$field)),* }
            }
        }
    };
}

numbers_of_rules! {
    "SH-ACT-003" action_points: ActionPoints,
    "SH-ACT-006" costs: Costs,
    "SH-TUR-003" further_turns: FurtherTurns,
    "SH-ACT-018" jam: Jam,
    "SH-ACT-020" set_overwatch: SetOverwatch,
    "SH-ACT-022" reload: Reload,
    "SH-ACT-023" secure: Secure,
    "SH-CMD-001" command_roll: CommandRoll,
    "SH-CMD-004" command_bonus: CommandBonus,
    "SH-CMD-025" brood_command: BroodCommand,
    "SH-WPN-010" columns: Columns,
    "SH-ABU-003" ambush_place: AmbushPlace,
    "SH-ABU-004" ambush_limit: AmbushLimit,
    "SH-ABU-007" ambush_results: AmbushResults,
    "SH-TYR-001" muster: MusterPoints,
    "SH-TYR-004" regeneration: Regeneration,
    "SH-TYR-008" growth: Growth,
    "SH-TYR-009" tyranid_weapons: TyranidWeapons,
    "SH-DAV-002" avenger_sustained: Ladder,
    "SH-FSC-001" farseer: FarseerDeck,
    "SH-FSC-003" battle_fate: FateBonus,
    "SH-FSC-004" guide: GuideNeed,
    "SH-FSC-005" doom: FateBonus,
    "SH-FSC-007" storm: StormTimes,
    "SH-FSC-011" mind_war: MindWar,
    "SH-FSC-012" asuryan: AsuryanDie,
    "SH-WLK-003" witch_blade: WitchBlade,
    "SH-WLK-004" warlock_psi: WarlockPsi,
    "SH-WLK-005" orders: OrderLimits,
    "SH-WGD-006" wraithguard_damage: WraithguardDamage,
    "SH-DAV-003" shuriken_storm: eldar::ShurikenStorm,
    "SH-FDR-004" dragon_pitfall: eldar::Needs,
    "SH-FDR-005" dragon_melts: eldar::Needs,
    "SH-FDR-006" dragon_armour: eldar::Needs,
    "SH-DRP-004" range_finder: eldar::RangeFinder,
    "SH-HBN-002" banshee_mask: eldar::BansheeMask,
    "SH-TIM-003" exarch_time: eldar::ExarchTime,
    "SH-EXA-004" diresword: eldar::Blade,
    "SH-PAR-005" diresword_parry: eldar::Parries,
    "SH-EXA-006" exarch_armour: eldar::Needs,
    "SH-EXA-009" mighty_strike: eldar::Strike,
    "SH-EXA-010" exarch_cannon: eldar::CannonCost,
    "SH-EXA-011" web_of_skulls: eldar::WebOfSkulls,
    "SH-EXA-013" stealth: eldar::Stealth,
    "SH-EXA-014" biting_sword: eldar::ParryingBlade,
    "SH-EXA-015" exarch_sword: eldar::Blade,
    "SH-EXA-017" exarch_axe: eldar::AxeCosts,
    "SH-TYR-015" leap: LeapCosts,
    "SH-TYR-016" flight: Flight,
    "SH-FOR-003" corridor: CorridorSections,
    "SH-PEF-014" marker_stock: MarkerStock,
    "SH-WNM-003" nemesis_blast: NemesisBlast,
    "SH-HRL-001" harlequin_costs: HarlequinCosts,
    "SH-HRL-002" harlequin_fight: HarlequinFight,
    "SH-HRL-003" troupe: TroupePrices,
    "SH-HRL-005" solo: SoloPoints,
    "SH-HRL-006" dance: DanceBonus,
    "SH-HRL-009" stance: StanceBonus,
    "SH-HRL-010" kiss: Kiss,
    "SH-WSH-002" shuriken_cannon: ShurikenCannon,
    "SH-TIM-001" timer: Timer,
    "SH-OVW-002" overwatch: Overwatch,
    "SH-ENP-003" entry_blips: EntryBlips,
    "SH-ENP-004" entry: Entry,
    "SH-ENP-009" lurking: Lurking,
    "SH-ENP-013" entry_stealers: EntryStealers,
    "SH-DOR-016" door_assault: DoorAssault,
    "SH-DOR-018" door_genestealer: DoorGenestealer,
    "SH-CLA-006" assault_dice: AssaultDice,
    "SH-GNG-001" ganging_up: GangingUp,
    "SH-TRM-008" chaplain: Chaplain,
    "SH-PAR-001" sword_parry: SwordParry,
    "SH-PAR-004" shield_parry: ShieldParry,
    "SH-WSB-001" storm_bolter: StormBolter,
    "SH-WSB-004" storm_bolter_sustained: Ladder,
    "SH-WAC-001" cannon: Cannon,
    "SH-WAC-002" cannon_burst: CannonBurst,
    "SH-WAC-003" full_auto: FullAuto,
    "SH-WAC-005" full_auto_ammo: FullAutoAmmo,
    "SH-WAC-006" cannon_reloads: CannonReloads,
    "SH-WAC-010" malfunction: MalfunctionLimit,
    "SH-WAC-012" malfunction_effect: MalfunctionEffect,
    "SH-WHF-001" flamer: Flamer,
    "SH-WHF-003" flame: Flame,
    "SH-WHF-011" flame_limit: FlameLimit,
    "SH-WHF-017" self_destruction: SelfDestruction,
    "SH-WCF-003" chain_fist: ChainFist,
    "SH-WLI-001" claws: Claws,
    "SH-WLI-002" claws_flank: ClawsFlank,
    "SH-WTH-001" hammer: Hammer,
    "SH-WTH-002" detonation: Detonation,
    "SH-CRT-004" crate_fire: CrateFire,
    "SH-RUB-001" rubble: Rubble,
    "SH-RUB-002" deflection: Deflection,
    "SH-BLK-003" bulkhead_assault: BulkheadAssault,
    "SH-BLK-006" bulkhead_blast: BulkheadBlast,
    "SH-WAC-015" bulkhead_burst: BulkheadBurst,
    "SH-WCF-002" chain_fist_bulkhead: ChainFistBulkhead,
    "SH-AIR-002" shaft: ShaftCosts,
    "SH-TOX-001" carrier: Carrier,
    "SH-TOX-003" canister: CanisterCosts,
    "SH-TOX-005" canister_shaft: CanisterShaft,
    "SH-TUR-006" free_turns: FreeTurns,
    "SH-IGF-006" guard: GuardCosts,
    "SH-PRN-002" prone_by_type: ProneByType,
    "SH-PIT-016" grenade_drop: GrenadeDrop,
    "SH-WNM-002" nemesis: Nemesis,
    "SH-IGF-004" kneeling: Kneeling,
    "SH-IGF-007" backup: Backup,
    "SH-IGF-015" inspiration: Inspiration,
    "SH-IGF-019" dim: Dim,
    "SH-IGF-020" ogryn_fire: OgrynFire,
    "SH-WGR-003" grenade_reach: GrenadeReach,
    "SH-CMD-023" commissar: Commissar,
    "SH-CLA-012" pistol: Pistol,
    "SH-WCS-001" chainsword: Chainsword,
    "SH-WPA-001" power_axe: PowerAxe,
    "SH-WFW-001" force_weapon: ForceWeapon,
    "SH-LAD-003" ladder: LadderCosts,
    "SH-PIT-005" pitfall: Pitfall,
    "SH-PIT-007" jump: JumpCosts,
    "SH-PIT-008" landing: Landing,
    "SH-PIT-009" landing_on_enemy: LandingOnEnemy,
    "SH-PIT-010" landing_on_friend: LandingOnFriend,
    "SH-PIT-012" pitfall_climb: PitfallClimb,
    "SH-PRN-001" prone: Prone,
    "SH-PRN-004" prone_assault: ProneAssault,
    "SH-PSQ-002" psi: PsiPoints,
    "SH-PLY-001" cast: CastCosts,
    "SH-PLY-002" cast_inactive: CastInactive,
    "SH-PLY-003" cast_level: CastLevel,
    "SH-DRW-001" hand: HandSize,
    "SH-DRW-004" draw: DrawCards,
    "SH-DRW-005" over: OverHand,
    "SH-DRW-006" discard: DiscardCards,
    "SH-DSP-004" decay: Decay,
    "SH-PCD-003" control: ControlLimit,
    "SH-PCD-005" scan: ScanCards,
    "SH-PCD-007" arc_hits: ArcHits,
    "SH-PCD-008" arc: ArcNeeds,
    "SH-PCD-012" vortex: VortexMoves,
    "SH-PCD-013" hellfire: HellfireNeeds,
    "SH-PCD-014" assail: AssailLimits,
    "SH-PCD-016" blast: BlastReach,
    "SH-PCD-021" prescience: PrescienceBonus,
    "SH-PCD-023" warp_time: WarpTimes,
}

/// Tables of numbers: the fields are the words of the rule.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Default, Deserialize)]
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
