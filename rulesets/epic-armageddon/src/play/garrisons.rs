//! Garrisons are set up by turns before all others (EA-TOUR-029 to EA-TOUR-038).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{SeatId, rule, rules};

use super::marks::effects;
use super::shields;
use crate::Epic;
use crate::candidates;
use crate::choice::{ActionName, Choice, Shape, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::garrisons::able;
use crate::state::{Flow, State};

#[derive(Clone, Copy)]
enum Post {
    Formation(FormationId),
    Nobody,
    Overwatch,
}

impl From<Post> for Choice {
    fn from(post: Post) -> Choice {
        match post {
            Post::Formation(formation) => Choice::Formation(formation),
            Post::Nobody => Choice::Word(Word::NoMore),
            Post::Overwatch => Choice::Action(ActionName::Overwatch),
        }
    }
}

/// What comes once objectives lie: garrisons in games that have them, else everybody.
pub fn begin(fixed: &Fixed, s: &State, first: SeatId) -> Flow {
    let has = fixed.scenario.special.iter().any(|special| special == "garrisons");
    let special = |seat: SeatId| {
        effects::wasted(fixed, s, seat).is_some()
            || s.formation_ids().any(|id| s.owner(id) == seat && !effects::early(fixed, s, id).is_empty())
    };
    if has && fixed.seats().any(|seat| !able(fixed, s, seat).is_empty() || special(seat)) {
        Flow::Garrison { next: first, first }
    } else {
        Flow::Deploy { next: first }
    }
}

/// The formations of a side that may be garrisons. EA-OBJ-053: one in reserve, too, where it arrived early.
fn open(fixed: &Fixed, s: &State, side: SeatId) -> Vec<FormationId> {
    let mut all = able(fixed, s, side);
    let early = |id: &FormationId| s.owner(*id) == side && !effects::early(fixed, s, *id).is_empty();
    all.extend(s.formation_ids().filter(early));
    all
}

/// EA-TOUR-030: one garrison each by turns; who names nobody has none left to place.
pub fn place(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId, first: SeatId) -> Step {
    // EA-OBJ-054: some have no choice.
    if let Some((objective, formation)) = effects::wasted(cx.fixed(), s, side) {
        effects::station(s, cx, formation, objective, false)?;
        s.flow = Flow::Garrison { next: side, first };
        return Ok(());
    }
    let own = open(cx.fixed(), s, side);
    if !own.is_empty() && !s.garrisoned.contains(&side) {
        let options: Vec<Post> =
            [Post::Nobody].into_iter().chain(own.into_iter().map(Post::Formation)).collect();
        let ask = Ask::new(side, "garrison", rule!("EA-TOUR-030"));
        match cx.choose(s, ask, &options)? {
            Post::Formation(formation) => match effects::early(cx.fixed(), s, formation).first() {
                Some(objective) => effects::station(s, cx, formation, *objective, true)?,
                None => set_up(s, cx, side, formation)?,
            },
            _ => s.garrisoned.push(side),
        }
    }
    let seats = cx.fixed().sides.len() as u8;
    let next = (1..=seats)
        .map(|step| SeatId((side.0 + step) % seats))
        .find(|seat| !s.garrisoned.contains(seat) && !open(cx.fixed(), s, *seat).is_empty());
    s.flow = next.map_or(Flow::Deploy { next: first }, |next| Flow::Garrison { next, first });
    Ok(())
}

fn set_up(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId, formation: FormationId) -> Step {
    s.about.formation = Some(formation);
    s.formation_mut(formation).garrison = true;
    // Where there is no room for it, it is set up with all others.
    if candidates::default(cx.fixed(), s, &Shape::Place(formation)).is_none() {
        s.formation_mut(formation).garrison = false;
        s.garrisoned.push(side);
        return Ok(());
    }
    let ask = Ask::new(side, "post", rule!("EA-TOUR-031"));
    let Choice::Place(_, places, rides) = cx.propose(s, ask, Shape::Place(formation))? else {
        return cx.broken("places were answered with something else");
    };
    for (unit, pose) in &places {
        s.put(cx.fixed(), *unit, *pose);
    }
    for (unit, transport) in rides {
        s.embark(unit, transport);
    }
    let rules =
        rules!["EA-TOUR-029", "EA-TOUR-030", "EA-TOUR-031", "EA-TOUR-032", "EA-TOUR-033", "EA-TOUR-035"];
    cx.emit(rules, Event::SetUp { formation, places });
    shields::roll_fields(s, cx, formation)?;
    // EA-TOUR-038: some of them begin on Overwatch.
    let on = s.formation_ids().filter(|id| s.owner(*id) == side && s.formation(*id).overwatch).count();
    effects::garrisoned(s, cx, formation)?;
    // EA-OBJ-052: so do those at an objective nobody can make out.
    let hidden = effects::watches(cx.fixed(), s, formation);
    if hidden || on < usize::from(cx.fixed().numbers().watchful.garrisons) {
        let ask = Ask::new(side, "watchful", rule!("EA-TOUR-038"));
        if let Post::Overwatch = cx.choose(s, ask, &[Post::Overwatch, Post::Nobody])? {
            s.formation_mut(formation).overwatch = true;
            let rules = if hidden { rules!["EA-TOUR-038", "EA-OBJ-052"] } else { rules!["EA-TOUR-038"] };
            cx.emit(rules, Event::Overwatch { formation, on: true });
        }
    }
    Ok(())
}
