//! What hits and wounds do to models: saves, wounds, casualties (SAV, WND, CAS, MUL).
//!
//! The two books part here. By the base wounds are saved group by group of identical models, one save each, and casualties
//! come from the group ([`each_wound`]). By the variant every hit is saved by the model it was allotted to, with every save
//! it has, and then rolls to wound that model ([`each_hit`]).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::{asking, powers};
use crate::Cx;
use crate::abilities;
use crate::choice::Word;
use crate::edition::{Saves, Struck};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::scores::{self, wounding};
use crate::state::{Gift, State};

/// A hit or a wound on a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Who has it.
    pub model: ModelId,
    /// Its Strength; `None` where its words decide.
    pub strength: Option<u8>,
    /// What it wounds on whatever the Toughness, and by which rule.
    pub wounds_on: Option<(u8, RuleId)>,
    /// Its AP.
    pub ap: Option<u8>,
    /// The cover save against it; `None` where none is allowed.
    pub level: Option<u8>,
    /// Whether armour saves are allowed.
    pub armour: bool,
    /// Whether invulnerable saves are allowed.
    pub invulnerable: bool,
    /// 5V-WCH-024: it wounds on a 6 whatever the chart says.
    pub rends: bool,
    /// 5V-CCW-010, 5B-CCW-005: failed rolls to wound are rolled again.
    pub again: bool,
    /// 5B-WCH-009.
    pub pins: bool,
    /// The parcel it came in: hits of one weapon group on one target group.
    pub parcel: u8,
    /// 5B-USR-022: it is of a blast marker or template.
    pub blast: bool,
    /// 5B-CAS-002, 5V-USR-019: it kills outright whatever the Toughness.
    pub outright: bool,
    /// 5B-CCW-002, 5V-CCW-011: it stuns whom it does not kill.
    pub stuns: bool,
    /// 5X-RUL-018: whom it does not kill tests on Leadership or dies.
    pub bonesword: bool,
    /// 5B-PSY-004: the psyker whose force weapon it is.
    pub force: Option<ModelId>,
    /// 5X-RUL-036: on this face of the roll to wound it kills outright.
    pub deadly: Option<u8>,
    /// 5X-RUL-019: what is added to the score of cover saves against it.
    pub exposed: i8,
    /// 5X-RUL-034: it is of a weapon with melta or flames.
    pub heat: bool,
    /// 5V-EQP-006: it was aimed with infra-red equipment.
    pub infra_red: bool,
}

impl Blow {
    /// A wound without a weapon: all saves but cover are allowed.
    pub const fn wound(model: ModelId) -> Blow {
        Blow {
            model,
            strength: None,
            wounds_on: None,
            ap: None,
            level: None,
            armour: true,
            invulnerable: true,
            rends: false,
            again: false,
            pins: false,
            parcel: 0,
            blast: false,
            outright: false,
            stuns: false,
            bonesword: false,
            force: None,
            deadly: None,
            exposed: 0,
            heat: false,
            infra_red: false,
        }
    }
}

/// What a unit suffered.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Suffered {
    /// 5B-ARS-001: wounds that were lost.
    pub wounds: u16,
    /// A pinning weapon caused one of them.
    pub pinned: bool,
}

impl std::ops::AddAssign for Suffered {
    fn add_assign(&mut self, other: Suffered) {
        self.wounds += other.wounds;
        self.pinned |= other.pinned;
    }
}

/// The saves of a model against a blow.
pub fn saves(fixed: &Fixed, s: &State, blow: &Blow) -> Vec<(Target, &'static str)> {
    let kind = fixed.kind_of(blow.model);
    let mut all = Vec::new();
    if let Some(cover) = blow.level.and_then(|level| scores::cover_save(fixed, s, blow.model, level)) {
        let cover = match blow.exposed {
            0 => cover,
            worse => cover.plus(worse, "need.marked", rule!("5X-RUL-019")),
        };
        let cover = if blow.infra_red {
            cover.plus(-fixed.numbers().infra_red.cover, "need.infra-red", rule!("5V-EQP-006"))
        } else {
            cover
        };
        // 5B-SAV-005: worse than six is none.
        if !matches!(cover.need(), Need::Impossible) {
            all.push((cover, "save.cover"));
        }
    }
    if let Some(save) = kind.invulnerable().filter(|_| blow.invulnerable) {
        all.push((Target::new(Need::AtLeast(save), rule!("5B-SAV-002")), "save.invulnerable"));
    }
    if let Some((save, rule)) = scores::armour(fixed, kind, blow.ap).filter(|_| blow.armour) {
        all.push((Target::new(Need::AtLeast(save), rule), "save.armour"));
    }
    // 5B-SAV-004: one save, the best.
    if fixed.edition.saves == Saves::Best && all.len() > 1 {
        let score = |target: &Target| match target.need() {
            Need::AtLeast(score) => score,
            _ => u8::MAX,
        };
        all.sort_by_key(|(target, _)| score(target));
        all.truncate(1);
    }
    all
}

/// Rolls a kind of save for blows that have it, those that need the same together; keeps those that were not saved.
fn roll_saves(
    s: &State,
    cx: &mut Cx<'_>,
    blows: Vec<Blow>,
    wanted: Option<&'static str>,
    rules: &[RuleId],
) -> Step<Vec<Blow>> {
    let fixed = cx.fixed();
    let mut left: Vec<Blow> = Vec::new();
    let mut waiting: Vec<(Blow, Target, &'static str)> = Vec::new();
    for blow in blows {
        let found =
            saves(fixed, s, &blow).into_iter().find(|(_, what)| wanted.is_none_or(|wanted| wanted == *what));
        if let Some((target, what)) = found {
            waiting.push((blow, target, what));
            continue;
        }
        if wanted.is_none() {
            cx.emit(rules!["5B-SAV-001"], Event::NoSave { model: blow.model });
        }
        left.push(blow);
    }
    while let Some((first, target, what)) = waiting.first().cloned() {
        let (now, later): (Vec<_>, Vec<_>) = waiting
            .into_iter()
            .partition(|(blow, other, _)| *other == target && fixed.alike(blow.model, first.model));
        waiting = later;
        let carried: &[RuleId] = match what {
            "save.cover" if first.infra_red => rules!["5B-SAV-003", "5V-EQP-006", "5V-EQP-007"],
            "save.cover" => rules!["5B-SAV-003"],
            "save.invulnerable" => rules!["5B-SAV-002"],
            // 5V-SAV-004: an impervious save is the armour save.
            _ if target.rule() == rule!("5V-SAV-003") => rules!["5B-SAV-001", "5V-SAV-004"],
            _ => rules!["5B-SAV-001"],
        };
        let rules = [rules, carried, rules!["5B-SAV-005"]].concat();
        let mut faces = cx.roll_many(now.len(), 6, "roll.save", &rules, Some(&target))?;
        let fails = cx.fixed().numbers().save.always_fails;
        let good = |face: u8| target.met_by(face) && face != fails;
        // 5B-PSY-007: failures of the fortunate, and successes of invulnerable saves in a null zone.
        let fortune = powers::has(s, s.model(first.model).unit, Gift::Fortune);
        let zone = what == "save.invulnerable" && powers::in_null_zone(cx.fixed(), s, first.model);
        let again: Vec<usize> =
            (0..faces.len()).filter(|at| if good(faces[*at]) { zone } else { fortune }).collect();
        let new =
            cx.roll_many(again.len(), 6, "roll.again", rules!["5B-DIC-003", "5B-PSY-007"], Some(&target))?;
        for (at, face) in again.into_iter().zip(new) {
            faces[at] = face;
        }
        let saved = faces.iter().filter(|face| good(**face)).count() as u16;
        if saved > 0 {
            cx.emit(&rules, Event::Saved { model: first.model, saved, what });
        }
        left.extend(now.into_iter().zip(faces).filter(|(_, face)| !good(*face)).map(|((blow, ..), _)| blow));
    }
    Ok(left)
}

/// 5V-SAV-006, D-42: the defender says whether invulnerable or armour saves come first; asked where a hit has both.
fn other_saves(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    blows: Vec<Blow>,
    rules: &[RuleId],
) -> Step<Vec<Blow>> {
    let fixed = cx.fixed();
    let both = blows.iter().any(|blow| {
        let kinds = saves(fixed, s, blow);
        kinds.iter().filter(|(_, what)| *what != "save.cover").count() > 1
    });
    let mut order = ["save.invulnerable", "save.armour"];
    if both {
        s.about = Some(unit);
        let ask = Ask::new(s.unit(unit).side.seat(), "save-order", rule!("5V-SAV-006"));
        if cx.choose(s, ask, &[Word::Invulnerable, Word::Armour])? == Word::Armour {
            order.reverse();
        }
    }
    let mut left = blows;
    for what in order {
        left = roll_saves(s, cx, left, Some(what), rules)?;
    }
    Ok(left)
}

/// Whether a wound kills outright: 5B-CAS-002, 5V-USR-019; 5B-USR-003: never an eternal warrior.
pub fn is_outright(fixed: &Fixed, blow: &Blow) -> bool {
    let kind = fixed.kind_of(blow.model);
    let named = blow.outright && !kind.has("eternal-warrior");
    named || scores::kills_outright(fixed, kind, blow.strength)
}

/// What happens between a wound and the casualty: 5B-USR-022, 5B-USR-005, 5V-USR-004, 5B-PSY-004.
fn after_saves(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, wounds: Vec<Blow>) -> Step<Vec<Blow>> {
    let wounds = vulnerable(cx, unit, wounds);
    let mut wounds = no_pain(s, cx, wounds)?;
    crate::play::psychic::force(s, cx, &mut wounds)?;
    Ok(wounds)
}

/// 5B-USR-022: unsaved wounds of blasts and templates are doubled.
fn vulnerable(cx: &mut Cx<'_>, unit: UnitId, mut wounds: Vec<Blow>) -> Vec<Blow> {
    let fixed = cx.fixed();
    let weak = |blow: &&Blow| blow.blast && fixed.kind_of(blow.model).has("vulnerable-to-blasts");
    let more: Vec<Blow> = wounds.iter().filter(weak).cloned().collect();
    if !more.is_empty() {
        let swarm = more.iter().any(|blow| fixed.kind_of(blow.model).has("swarms"));
        let rules: &[RuleId] = if swarm { rules!["5B-USR-022", "5B-USR-019"] } else { rules!["5B-USR-022"] };
        cx.emit(rules, Event::Vulnerable { target: unit, wounds: more.len() as u16 });
        for _ in 1..fixed.numbers().vulnerable.times {
            wounds.extend(more.iter().cloned());
        }
    }
    wounds
}

/// 5B-USR-005, 5V-USR-002, 5V-USR-003: whether a wound can be ignored at all by those who feel no pain, and on what.
pub fn painless(fixed: &Fixed, blow: &Blow) -> Option<u8> {
    let variant = fixed.uses(rule!("5V-USR-002"));
    let numbers = fixed.numbers();
    let (score, never) = if variant {
        (numbers.feel_no_pain_too.on, &numbers.no_feel_no_pain.not_against_ap)
    } else {
        (numbers.feel_no_pain.on, &numbers.feel_no_pain.not_against_ap)
    };
    let pierced = blow.ap.is_some_and(|ap| never.iter().any(|known| *known == ap.to_string()));
    // By the variant an eternal warrior is no exception.
    let deadly = if variant {
        let kind = fixed.kind_of(blow.model);
        blow.outright || scores::is_overwhelming(kind, blow.strength, numbers.instant.times_toughness)
    } else {
        is_outright(fixed, blow)
    };
    (blow.armour && !pierced && !deadly).then(|| score.0.unwrap_or(6))
}

/// 5B-USR-005, 5V-USR-002 to 5V-USR-004: wounds that are ignored.
fn no_pain(s: &State, cx: &mut Cx<'_>, wounds: Vec<Blow>) -> Step<Vec<Blow>> {
    let fixed = cx.fixed();
    let variant = fixed.uses(rule!("5V-USR-002"));
    let mut rules: Vec<RuleId> = rules!["5B-USR-005"].to_vec();
    if variant {
        rules.extend(rules!["5V-USR-002", "5V-USR-004"]);
    }
    let why = rules[rules.len() - 1];
    let (tough, mut left): (Vec<Blow>, Vec<Blow>) =
        wounds.into_iter().partition(|blow| abilities::has(fixed, s, blow.model, "feel-no-pain"));
    // 5X-RUL-022: somebody tends to the unit.
    if tough.iter().any(|blow| !fixed.kind_of(blow.model).has("feel-no-pain")) {
        rules.push(rule!("5X-RUL-022"));
    }
    let score = tough.iter().find_map(|blow| painless(fixed, blow)).unwrap_or(6);
    let (may, cannot): (Vec<Blow>, Vec<Blow>) =
        tough.into_iter().partition(|blow| painless(fixed, blow).is_some());
    for blow in &cannot {
        let rule = if variant { rules!["5V-USR-003"] } else { rules!["5B-USR-005"] };
        cx.emit(rule, Event::PainFelt { model: blow.model });
    }
    left.extend(cannot);
    let need = Target::new(Need::AtLeast(score), why);
    let faces = cx.roll_many(may.len(), 6, "roll.no-pain", &rules, Some(&need))?;
    for (blow, face) in may.into_iter().zip(faces) {
        if need.met_by(face) {
            cx.emit(&rules, Event::NoPain { model: blow.model, ignored: 1 });
        } else {
            left.push(blow);
        }
    }
    Ok(left)
}

/// What becomes of a model that a blow did not kill: 5B-CCW-002, 5V-CCW-011, 5X-RUL-018.
fn survive(s: &mut State, cx: &mut Cx<'_>, wound: &Blow) -> Step<u16> {
    if wound.stuns {
        // Until the end of the next player turn.
        s.model_mut(wound.model).stunned = 2;
        let variant = cx.fixed().uses(rule!("5V-CCW-011"));
        let rules: &[RuleId] =
            if variant { rules!["5B-CCW-002", "5V-CCW-011"] } else { rules!["5B-CCW-002"] };
        cx.emit(rules, Event::Stunned { model: wound.model });
    }
    if wound.bonesword && !cx.fixed().kind_of(wound.model).has("eternal-warrior") {
        let unit = s.model(wound.model).unit;
        let rules = rules!["5X-RUL-018"];
        if !super::morale::leadership_test(s, cx, unit, "test.bonesword", rules, 0)? {
            cx.emit(rules, Event::InstantDeath { model: wound.model });
            // 5B-ARS-001: all it had left counts.
            let left = u16::from(s.model(wound.model).wounds);
            s.remove(wound.model);
            cx.emit(rules, Event::Casualty { model: wound.model });
            return Ok(left);
        }
    }
    Ok(0)
}

/// 5X-RUL-034: weapons of heat do not hurt the Avatar; what is left of the blows.
fn unhurt(cx: &mut Cx<'_>, blows: &[Blow]) -> Vec<Blow> {
    let fixed = cx.fixed();
    let immune = |blow: &&Blow| blow.heat && fixed.kind_of(blow.model).has("avatar");
    if let Some(blow) = blows.iter().find(immune) {
        cx.emit(rules!["5X-RUL-034"], Event::Immune { model: blow.model });
    }
    blows.iter().filter(|blow| !immune(blow)).cloned().collect()
}

/// 5B-SAV-006, 5B-WND-003, 5B-CAS-001: wounds of the base are saved group by group, one save each; whole models of the
/// group are removed.
pub fn each_wound(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, wounds: Vec<Blow>) -> Step<Suffered> {
    let mut suffered = Suffered::default();
    let mut left = unhurt(cx, &wounds);
    while let Some(first) = left.first().map(|blow| blow.model) {
        let (group, later): (Vec<Blow>, Vec<Blow>) =
            left.into_iter().partition(|blow| cx.fixed().alike(blow.model, first));
        left = later;
        let rules = [cx.fixed().edition.saves.rule(), rule!("5B-SAV-006")];
        let unsaved = roll_saves(s, cx, group, None, &rules)?;
        let unsaved = after_saves(s, cx, unit, unsaved)?;
        suffered.pinned |= unsaved.iter().any(|blow| blow.pins);
        suffered.wounds += from_group(s, cx, unit, first, &unsaved)?;
    }
    Ok(suffered)
}

/// 5B-CAS-003, 5B-CAS-005, 5B-AMB-009: unsaved wounds of a group of identical models; deaths outright first.
fn from_group(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, of: ModelId, unsaved: &[Blow]) -> Step<u16> {
    let fixed = cx.fixed();
    let kind = fixed.kind_of(of);
    let group: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| fixed.alike(*model, of)).collect();
    if unsaved.is_empty() || group.is_empty() {
        return Ok(0);
    }
    let outright = unsaved.iter().filter(|blow| is_outright(fixed, blow)).count();
    let outright = if kind.values.w > 1 { outright } else { 0 };
    let mut pools: Vec<u8> = group.iter().map(|model| s.model(*model).wounds).collect();
    let mut lost: u16 = 0;
    let full = kind.values.w;
    for number in 0..unsaved.len() {
        let instant = number < outright;
        let living = |pools: &[u8]| (0..pools.len()).filter(|at| pools[*at] > 0).collect::<Vec<_>>();
        let standing = living(&pools);
        if standing.is_empty() {
            break;
        }
        // Outright: an unwounded model first; else the wounded one.
        let at = if instant {
            standing.iter().copied().find(|at| pools[*at] == full).unwrap_or(standing[0])
        } else {
            standing.iter().copied().min_by_key(|at| pools[*at]).unwrap_or(standing[0])
        };
        let taken = if instant { pools[at] } else { 1 };
        pools[at] -= taken;
        lost += u16::from(taken);
        if instant {
            cx.emit(rules!["5B-CAS-002", "5B-CAS-005"], Event::InstantDeath { model: group[at] });
        }
    }
    let dead = scores::showing(&pools, 0) as u8;
    let owner = s.unit(unit).side;
    let rule = fixed.edition.casualties.rule();
    let fallen = asking::take(s, cx, owner, rule, (unit, group.clone(), dead))?;
    let fallen = if dead == 0 { Vec::new() } else { fallen };
    // Identical models: whoever is left has what wounds are left.
    let mut rest: Vec<u8> = pools.into_iter().filter(|left| *left > 0).collect();
    rest.sort_unstable();
    let mut hurt: Vec<ModelId> = group.iter().copied().filter(|model| !fallen.contains(model)).collect();
    hurt.sort_by_key(|model| (s.model(*model).wounds, *model));
    for model in &fallen {
        s.remove(*model);
        cx.emit(&[rule, rule!("5B-CAS-003")], Event::Casualty { model: *model });
    }
    let mut more = 0;
    for (model, left) in hurt.into_iter().zip(rest) {
        if s.model(model).wounds != left {
            s.model_mut(model).wounds = left;
            cx.emit(rules!["5B-CAS-003"], Event::Hurt { model, left });
            let of = |wanted: fn(&Blow) -> bool| unsaved.iter().any(wanted);
            let (stuns, bonesword) = (of(|blow| blow.stuns), of(|blow| blow.bonesword));
            more += survive(s, cx, &Blow { stuns, bonesword, ..Blow::wound(model) })?;
        }
    }
    let spare = unsaved.len() as u16 - lost.min(unsaved.len() as u16);
    if spare > 0 && lost < unsaved.len() as u16 {
        cx.emit(rules!["5B-WND-003"], Event::Lost { target: unit, wounds: spare });
    }
    Ok(lost + more)
}

/// 5V-RSA-003, steps 5 to 8: cover saves, other saves, wounds on the model's own Toughness, casualties. `pool` are the
/// models identical ones may pass wounds to (5V-WND-004, 5V-AMB-018); `spared` those the single hits could have gone to.
pub fn each_hit(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    hits: &[Blow],
    pool: &[ModelId],
    spared: &[ModelId],
) -> Step<Suffered> {
    let mut struck = unhurt(cx, hits);
    // 5B-PSY-007: against the doomed what fails to wound is rolled again.
    if powers::has(s, unit, Gift::Doom) {
        for blow in &mut struck {
            blow.again = true;
        }
    }
    let hits = &struck[..];
    let left = roll_saves(s, cx, hits.to_vec(), Some("save.cover"), rules!["5V-COV-001"])?;
    let left = other_saves(s, cx, unit, left, rules!["5V-SAV-001", "5V-SAV-005"])?;
    let mut wounds: Vec<Blow> = Vec::new();
    let mut rolled: Vec<ModelId> = Vec::new();
    for hit in &left {
        if rolled.contains(&hit.model) {
            continue;
        }
        let own: Vec<Blow> = left.iter().filter(|other| other.model == hit.model).cloned().collect();
        let all_of_it = hits.iter().filter(|other| other.model == hit.model).count();
        if all_of_it > 1 {
            // 5V-WND-005: rolled on its own, and what is too much is lost.
            rolled.push(hit.model);
            wounds.extend(to_wound(cx, &own, rules!["5V-WND-001", "5V-WND-005"])?);
            continue;
        }
        // 5V-WND-003, 5V-AMB-017: identical models of one target group with one hit each of the same weapon group.
        let same = |other: &&Blow| {
            let single = hits.iter().filter(|blow| blow.model == other.model).count() == 1;
            single
                && (other.parcel, other.strength, other.rends, other.ap)
                    == (hit.parcel, hit.strength, hit.rends, hit.ap)
                && cx.fixed().alike(other.model, hit.model)
        };
        let group: Vec<Blow> = left.iter().filter(same).cloned().collect();
        let mut set: Vec<ModelId> = hits.iter().filter(same).map(|blow| blow.model).collect();
        let hit_too = |model: &ModelId| hits.iter().any(|blow| blow.model == *model);
        set.extend(spared.iter().copied().filter(|model| !hit_too(model) && s.stands(*model)));
        rolled.extend(&set);
        let hurt = to_wound(cx, &group, rules!["5V-WND-001", "5V-WND-003"])?;
        let owner = s.unit(unit).side;
        let count = hurt.len() as u8;
        let takers = if count == 0 {
            Vec::new()
        } else {
            asking::take(s, cx, owner, rule!("5V-WND-004"), (unit, set, count))?
        };
        wounds.extend(takers.into_iter().zip(hurt).map(|(model, blow)| Blow { model, ..blow }));
    }
    let wounds = after_saves(s, cx, unit, wounds)?;
    let mut suffered = Suffered { wounds: 0, pinned: wounds.iter().any(|blow| blow.pins) };
    let mut touched: Vec<ModelId> = Vec::new();
    for wound in &wounds {
        if !s.lives(wound.model) {
            continue;
        }
        suffered.wounds += lose(s, cx, wound, rules!["5V-CAS-001", "5V-CAS-002", "5V-CAS-004"])?;
        if !touched.contains(&wound.model) {
            touched.push(wound.model);
        }
    }
    for model in touched {
        pool_wounds(s, cx, unit, model, pool)?;
    }
    if !wounds.is_empty() {
        cx.emit(rules!["5V-WND-001"], Event::Wounds { target: unit, wounds: wounds.len() as u16 });
    }
    Ok(suffered)
}

/// 5V-WND-001, 5V-WCH-024: what a hit needs to wound the model it was allotted to.
pub fn need_to_wound(fixed: &Fixed, hit: &Blow) -> Target {
    let toughness = fixed.kind_of(hit.model).values.t;
    let need = wounding(fixed, hit.strength, hit.wounds_on, toughness);
    if need.need() == Need::Impossible && hit.rends {
        let score = fixed.numbers().rending_wounds.wounds_on.0.unwrap_or(6);
        return Target::new(Need::AtLeast(score), rule!("5V-WCH-024"));
    }
    need
}

/// Rolls to wound for hits that are alike in what they need.
fn to_wound(cx: &mut Cx<'_>, hits: &[Blow], rules: &[RuleId]) -> Step<Vec<Blow>> {
    let mut wounds = Vec::new();
    let mut left: Vec<Blow> = hits.to_vec();
    while let Some(first) = left.first().cloned() {
        let toughness = cx.fixed().kind_of(first.model).values.t;
        let (now, later): (Vec<Blow>, Vec<Blow>) = left.into_iter().partition(|hit| {
            (hit.strength, hit.wounds_on, hit.rends) == (first.strength, first.wounds_on, first.rends)
                && cx.fixed().kind_of(hit.model).values.t == toughness
        });
        left = later;
        let need = need_to_wound(cx.fixed(), &first);
        if need.need() == Need::Impossible {
            let target = cx.fixed().models[first.model.index()].unit;
            cx.emit(rules!["5B-WND-001"], Event::NoHarm { target });
            continue;
        }
        let again: &[RuleId] = if first.again && first.level.is_none() { rules!["5V-CCW-010"] } else { &[] };
        let rules = [rules, rules!["5B-WND-001", "5V-WND-002"], again].concat();
        let mut faces = cx.roll_many(now.len(), 6, "roll.wound", &rules, Some(&need))?;
        reroll(cx, &mut faces, &need, first.again)?;
        let hurt = now.into_iter().zip(faces).filter(|(_, face)| need.met_by(*face));
        wounds.extend(hurt.map(|(hit, face)| {
            let outright = hit.outright || hit.deadly == Some(face);
            Blow { outright, ..hit }
        }));
    }
    Ok(wounds)
}

/// Failed rolls are rolled again where that is allowed (5B-DIC-003: once).
pub fn reroll(cx: &mut Cx<'_>, faces: &mut [u8], need: &Target, again: bool) -> Step {
    let failed: Vec<usize> = (0..faces.len()).filter(|at| again && !need.met_by(faces[*at])).collect();
    let new = cx.roll_many(failed.len(), 6, "roll.again", rules!["5B-DIC-003"], Some(need))?;
    for (at, face) in failed.into_iter().zip(new) {
        faces[at] = face;
    }
    Ok(())
}

/// A model loses a wound, or all of them; how many it lost.
fn lose(s: &mut State, cx: &mut Cx<'_>, wound: &Blow, rules: &[RuleId]) -> Step<u16> {
    let kind = cx.fixed().kind_of(wound.model);
    let outright = kind.values.w > 1 && is_outright(cx.fixed(), wound);
    let had = s.model(wound.model).wounds;
    if outright {
        let variant = cx.fixed().uses(rule!("5V-USR-019"));
        let why: &[RuleId] =
            if variant { rules!["5B-CAS-002", "5V-USR-019", "5V-USR-020"] } else { rules!["5B-CAS-002"] };
        cx.emit(why, Event::InstantDeath { model: wound.model });
    }
    if outright || had <= 1 {
        s.remove(wound.model);
        cx.emit(rules, Event::Casualty { model: wound.model });
        return Ok(u16::from(had));
    }
    s.model_mut(wound.model).wounds = had - 1;
    // 5B-USR-003: an eternal warrior does not die of it.
    let times = cx.fixed().numbers().instant.times_toughness;
    let spared = kind.has("eternal-warrior")
        && (wound.outright || scores::is_overwhelming(kind, wound.strength, times));
    let why: &[RuleId] = if spared { rules!["5V-MUL-001", "5B-USR-003"] } else { rules!["5V-MUL-001"] };
    cx.emit(why, Event::Hurt { model: wound.model, left: had - 1 });
    Ok(1 + survive(s, cx, wound)?)
}

/// 5V-MUL-002 to 5V-MUL-004: wounds on identical models are added together; whole models go, the rest is on one.
fn pool_wounds(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, of: ModelId, pool: &[ModelId]) -> Step {
    let fixed = cx.fixed();
    let full = fixed.kind_of(of).values.w;
    let alike: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| fixed.alike(*model, of)).collect();
    let hurt: Vec<ModelId> = alike.iter().copied().filter(|model| s.model(*model).wounds < full).collect();
    if full < 2 || hurt.len() < 2 {
        return Ok(());
    }
    let lost: u8 = hurt.iter().map(|model| full - s.model(*model).wounds).sum();
    let (dead, rest) = (lost / full, lost % full);
    for model in &hurt {
        s.model_mut(*model).wounds = full;
    }
    let may: Vec<ModelId> = alike.iter().copied().filter(|model| pool.contains(model)).collect();
    let owner = s.unit(unit).side;
    let fallen = if dead == 0 {
        Vec::new()
    } else {
        asking::take(s, cx, owner, rule!("5V-MUL-003"), (unit, may, dead))?
    };
    for model in &fallen {
        s.remove(*model);
        cx.emit(rules!["5V-MUL-002", "5V-MUL-003"], Event::Casualty { model: *model });
    }
    // 5V-MUL-004, D-44: the rest is on one of them, whom the owner names.
    let mut left: Vec<ModelId> = alike.iter().copied().filter(|model| pool.contains(model)).collect();
    left.extend(hurt.into_iter().filter(|model| !pool.contains(model)));
    left.retain(|model| !fallen.contains(model));
    let count = u8::from(rest > 0);
    for model in asking::take(s, cx, owner, rule!("5V-MUL-004"), (unit, left, count))? {
        s.model_mut(model).wounds = full - rest;
        cx.emit(rules!["5V-MUL-004"], Event::Hurt { model, left: full - rest });
    }
    Ok(())
}

/// One wound on a model, outside of any volley.
pub fn one_wound(s: &mut State, cx: &mut Cx<'_>, wound: &Blow) -> Step<u16> {
    let unit = s.model(wound.model).unit;
    let base = cx.fixed().edition.struck == Struck::Unit;
    let left = if base {
        roll_saves(s, cx, vec![wound.clone()], None, rules!["5B-SAV-004"])?
    } else {
        let left = roll_saves(s, cx, vec![wound.clone()], Some("save.invulnerable"), rules!["5V-SAV-005"])?;
        roll_saves(s, cx, left, Some("save.armour"), rules!["5V-SAV-005"])?
    };
    let mut lost = 0;
    for blow in after_saves(s, cx, unit, left)? {
        lost += lose(s, cx, &blow, if base { rules!["5B-CAS-003"] } else { rules!["5V-CAS-001"] })?;
    }
    Ok(lost)
}

/// Wounds that are suffered without a roll to wound: saves as they are allowed, then casualties.
pub fn plain_wounds(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, wounds: Vec<Blow>) -> Step<u16> {
    if cx.fixed().edition.struck == Struck::Unit {
        return Ok(each_wound(s, cx, unit, wounds)?.wounds);
    }
    let left = other_saves(s, cx, unit, wounds, rules!["5V-SAV-005"])?;
    let left = after_saves(s, cx, unit, left)?;
    let mut lost = 0;
    for wound in left {
        if s.lives(wound.model) {
            lost += lose(s, cx, &wound, rules!["5V-CAS-002"])?;
        }
    }
    Ok(lost)
}
