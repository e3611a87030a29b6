//! What weapons leave behind: on models, on their weapons, and on the table (TABX-006 to 009).

use grognard_space::table::{Length, Outline, Point};
use serde::{Deserialize, Serialize};

use crate::data::effects::LastingSight;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side};
use crate::state::State;
use crate::weapons::{Effect, Keyword};

/// What has become of a weapon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wear {
    /// Its first profile.
    pub gun: WeaponId,
    /// 2E-SUS-004: jam counters.
    pub jams: u8,
    /// It jammed in the shooting phase that is being played.
    pub fresh: bool,
    /// 2E-AMB-143: turns of its owner until it may be fired again, this one included.
    pub recharging: u8,
    /// 2E-BLS-009: it is destroyed, or the only one was thrown.
    pub lost: bool,
    /// 2E-WPN-014: the grenades of an auto-launcher that are fired.
    pub spent: u8,
}

/// What ails a model.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ail {
    /// It burns with the fire of a weapon.
    Burning(WeaponId),
    /// Its fire went out, or it ran burning: it does nothing more in this turn.
    Scorched,
    /// It is wrapped up.
    Webbed,
    /// It was knocked down and spends its next movement phase getting up.
    Fallen,
    /// It cannot move or shoot for the rest of the game.
    Pinned,
    /// It chokes.
    Choking,
    /// It is blinded.
    Blinded,
    /// It was knocked off its feet in a building (2E-BLD-015).
    Rocked,
    /// A flash blinds it until its owner's next turn.
    Dazzled,
}

impl Ail {
    /// Its key in the texts.
    pub const fn key(self) -> &'static str {
        match self {
            Ail::Burning(_) => "burning",
            Ail::Scorched => "scorched",
            Ail::Webbed => "webbed",
            Ail::Fallen => "fallen",
            Ail::Pinned => "pinned",
            Ail::Choking => "choking",
            Ail::Blinded => "blinded",
            Ail::Rocked => "rocked",
            Ail::Dazzled => "dazzled",
        }
    }
}

/// A marker on the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// Its number in `markers.toml`.
    pub kind: u8,
    /// Its middle.
    pub at: Point,
    /// Its radius.
    pub radius: Length,
    /// The weapon that left it.
    pub weapon: WeaponId,
    /// It is gone at the end of this turn.
    pub ends: bool,
    /// 2E-WPN-019: the side that does not know of it.
    pub secret_from: Option<Side>,
}

impl Marker {
    /// What it covers.
    pub fn outline(&self) -> Outline {
        Outline::disc(self.at, self.radius)
    }

    /// Its id in `markers.toml`.
    pub fn id<'a>(&self, fixed: &'a Fixed) -> &'a str {
        fixed.data.markers.lasting.get(usize::from(self.kind)).map_or("", |marker| &marker.id)
    }
}

/// Whether a cloud or ball lies on the line between two places (TABX-009): nobody sees into, through or out of it.
pub fn clouded(fixed: &Fixed, s: &State, from: Point, to: Point) -> bool {
    if s.markers.is_empty() {
        return false;
    }
    let line = Outline::convex([from, to]);
    s.markers.iter().any(|marker| {
        let sight = fixed.data.markers.lasting.get(usize::from(marker.kind)).map(|marker| marker.sight);
        sight.is_some_and(|sight| sight != LastingSight::Open)
            && line.within(&Outline::point(marker.at), marker.radius)
    })
}

impl State {
    /// What has become of a weapon of a model, if anything.
    pub fn wear(&self, fixed: &Fixed, model: ModelId, weapon: WeaponId) -> Option<&Wear> {
        let gun = fixed.weapon(weapon).gun;
        self.model(model).wear.iter().find(|wear| wear.gun == gun)
    }

    /// The same, to be changed.
    pub fn wear_mut(&mut self, fixed: &Fixed, model: ModelId, weapon: WeaponId) -> &mut Wear {
        let gun = fixed.weapon(weapon).gun;
        let wear = &mut self.model_mut(model).wear;
        let at = wear.iter().position(|wear| wear.gun == gun).unwrap_or_else(|| {
            wear.push(Wear { gun, jams: 0, fresh: false, recharging: 0, lost: false, spent: 0 });
            wear.len() - 1
        });
        &mut wear[at]
    }

    /// Notes that a weapon was fired: 2E-AMB-143, and one of a kind is gone.
    pub fn spend(&mut self, fixed: &Fixed, model: ModelId, weapon: WeaponId) {
        let own = fixed.weapon(weapon);
        if own.has(Keyword::Recharge) {
            self.wear_mut(fixed, model, weapon).recharging = fixed.numbers().recharge.recharge + 1;
        }
        if own.has(Keyword::OneUse) {
            self.wear_mut(fixed, model, weapon).lost = true;
        }
        if let Some(carried) = own.several.and_then(|several| several.carried) {
            let wear = self.wear_mut(fixed, model, weapon);
            wear.spent += 1;
            wear.lost = wear.spent >= carried;
        }
        // 2E-WPN-014: an auto-launcher is empty after its last salvo.
        if own.has(Keyword::AlwaysHits) {
            let launcher = &fixed.data.effects.auto_launcher;
            let wear = self.wear_mut(fixed, model, weapon);
            wear.spent += launcher.salvo;
            wear.lost = wear.spent >= launcher.carried;
        }
    }

    /// Whether something ails a model.
    pub fn ails(&self, model: ModelId, wanted: impl Fn(Ail) -> bool) -> bool {
        self.model(model).ails.iter().any(|ail| wanted(*ail))
    }

    /// Whether a model burns.
    pub fn burns(&self, model: ModelId) -> bool {
        self.ails(model, |ail| matches!(ail, Ail::Burning(_)))
    }

    /// Lays an ail on a model that has it not yet.
    pub fn afflict(&mut self, model: ModelId, ail: Ail) {
        if !self.ails(model, |known| known == ail) {
            self.model_mut(model).ails.push(ail);
        }
    }

    /// Takes ails off a model.
    pub fn relieve(&mut self, model: ModelId, gone: impl Fn(Ail) -> bool) {
        self.model_mut(model).ails.retain(|ail| !gone(*ail));
    }
}

/// What keeps a model from moving and shooting, if anything; models in the heaviest armour act while they burn.
pub fn helpless(fixed: &Fixed, s: &State, model: ModelId) -> Option<Ail> {
    let mut ails = s.model(model).ails.iter().copied();
    ails.find(|ail| !matches!(ail, Ail::Burning(_)) || fixed.kind_of(model).armour.can_hide)
}

/// By how much a cloud a model stands in divides its move (TABX-009); none in a blinding one, where it stays.
pub fn slowed(fixed: &Fixed, s: &State, model: ModelId) -> Option<i32> {
    let Some(body) = s.table.body(model) else { return Some(1) };
    let mut divide = 1;
    for marker in s.markers.iter().filter(|marker| marker.outline().contains(body.pose.at)) {
        match fixed.weapon(marker.weapon).effect {
            Some(Effect::Smoke) => divide = fixed.data.effects.smoke.move_divided_by,
            Some(Effect::Blind) => return None,
            _ => {}
        }
    }
    Some(divide)
}
