//! What is drawn, asked and filled in.

use grognard_engine::client::{
    Feature, FieldInput, Group, Link, Mover, Piece, PieceId, Place, PromptOption, ProposalField,
    ProposalForm, Scene, Shape, Standing, Track,
};
use grognard_engine::decision::{Answers, Decision};
use grognard_engine::message::Message;
use grognard_engine::rng::SplitMix;
use grognard_space::table::{BodyId, GroupId, Length, Pose};
use grognard_tabletop::answer::write_turn;
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::scene::Sheet;
use grognard_tabletop::templates::{Counts, under};

use crate::ExampleTable;
use crate::choice::{self, Choice};
use crate::data::{Data, Fixed};
use crate::rounds;
use crate::shells::marker;
use crate::state::{SIDES, State, platoon_of, seat_of};

const BOARD: &str = "field";
const FLAT: (Length, Length) = (Length::ZERO, Length::ZERO);

/// The field as a board.
pub fn sheet(fixed: &Fixed) -> Sheet {
    Sheet::of(BOARD, &fixed.data.ground)
}

/// The empty field.
pub fn field(data: &Data) -> Scene {
    let sheet = Sheet::of(BOARD, &data.ground);
    let marshes = data.ground.terrain().iter().zip(&data.marshes);
    let shape = |(marsh, id): (&grognard_space::table::Terrain, &String)| Shape {
        tags: vec!["marsh".to_owned()],
        ..sheet.area("terrain", Some(id.clone()), marsh.area.corners(), FLAT)
    };
    Scene {
        boards: vec![sheet.board(data.texts.get("scene.field").to_owned())],
        features: marshes
            .clone()
            .map(|(marsh, id)| {
                let bounds = marsh.area.bounds();
                let middle = grognard_space::table::Point {
                    x: bounds.low.x.midpoint(bounds.high.x),
                    y: bounds.low.y.midpoint(bounds.high.y),
                };
                Feature {
                    id: id.clone(),
                    kind: "terrain".to_owned(),
                    name: data.texts.get("scene.marsh").to_owned(),
                    board: BOARD.to_owned(),
                    cells: Vec::new(),
                    at: sheet.point(middle),
                    facing: None,
                    state: None,
                    sentence: Some(data.texts.get("scene.marsh-sentence").to_owned()),
                }
            })
            .collect(),
        shapes: marshes.map(shape).collect(),
        // Clients know a free table by this; they show inches until scenes name another unit.
        inch: Some(Length::INCH.0),
        ..Scene::default()
    }
}

/// Everything to draw.
pub fn scene(fixed: &Fixed, s: &State) -> Scene {
    let text = |message: Message| fixed.data.texts.render(&message);
    let sheet = sheet(fixed);
    let mut scene = field(&fixed.data);
    let side = |stand: BodyId| SIDES[seat_of(platoon_of(stand)).index()];
    for stand in s.table.ids() {
        let Some(body) = s.table.body(stand) else { continue };
        let name = fixed.name(stand).to_owned();
        scene.shapes.push(sheet.body("base", Some(name.clone()), Some(side(stand)), body));
        let acts = s.acting == Some(platoon_of(stand));
        scene.pieces.push(Piece {
            name: text(Message::new("scene.stand").text("stand", name.as_str())),
            id: name,
            silhouette: "top-tank".to_owned(),
            seat: Some(side(stand).to_owned()),
            place: Place::Free { board: BOARD.to_owned(), at: sheet.point(body.pose.at) },
            facing: None,
            text: None,
            badges: Vec::new(),
            meters: Vec::new(),
            states: if acts { vec!["active".to_owned()] } else { Vec::new() },
        });
    }
    scene.units = (0..s.units())
        .map(GroupId)
        .map(|unit| {
            let id = fixed.unit_name(unit);
            Group {
                name: text(Message::new("scene.platoon").text("platoon", id.as_str())),
                mark: id.rsplit('-').next().unwrap_or_default().to_owned(),
                seat: Some(SIDES[seat_of(unit).index()].to_owned()),
                pieces: s.members(unit).iter().map(|stand| fixed.name(*stand).to_owned()).collect(),
                strength: None,
                id,
            }
        })
        .collect();
    scene.tracks = vec![Track {
        id: "turn".to_owned(),
        label: fixed.data.texts.get("scene.round").to_owned(),
        value: s.round.to_string(),
        number: Some(i32::from(s.round)),
        max: Some(i32::from(fixed.rounds)),
        seat: None,
        rule: Some("ET-RND-001".to_owned()),
    }];
    scene
}

/// The question in words.
pub fn question(fixed: &Fixed, decision: &Decision<ExampleTable>) -> String {
    let (key, unit) = match decision.answers {
        Answers::Proposal(choice::Shape::Move(unit)) => ("ask.move", unit),
        Answers::Proposal(choice::Shape::Fire(unit)) => ("ask.fire", unit),
        Answers::Options(_) => return String::new(),
    };
    let side = fixed.data.texts.get(side_key(unit)).to_owned();
    let message = Message::new(key).text("side", side).text("platoon", fixed.unit_name(unit));
    fixed.data.texts.render(&message)
}

const fn side_key(unit: GroupId) -> &'static str {
    match seat_of(unit).0 {
        0 => "side.red",
        1 => "side.green",
        _ => "side.blue",
    }
}

/// The piece a question is about.
pub fn subject(fixed: &Fixed, s: &State) -> Option<PieceId> {
    let unit = s.acting?;
    s.members(unit).first().map(|stand| fixed.name(*stand).to_owned())
}

/// An answer in words, with where it puts stands.
pub fn option(fixed: &Fixed, s: &State, choice: &Choice) -> PromptOption {
    let stands = |key, count: usize| Message::new(key).number("stands", count as i64);
    let message = match choice {
        Choice::Move(_, ways) if ways.is_empty() => Message::new("option.stay"),
        Choice::Move(_, ways) => stands("option.move", ways.len()),
        Choice::Blast(at) => {
            let covered = under(&s.table, &marker(fixed, *at), Counts::Partly).len();
            let place = |length: i32| fixed.ruler().write(Length(length));
            let place = format!("{}, {}", place(at.at.x), place(at.at.y));
            stands("option.fire", covered).text("at", place)
        }
        Choice::Hold => Message::new("option.hold"),
    };
    let places = match choice {
        Choice::Move(_, ways) => {
            ways.iter().filter_map(|(stand, stops)| standing(fixed, s, *stand, stops)).collect()
        }
        _ => Vec::new(),
    };
    PromptOption {
        text: choice::write(fixed, choice),
        label: fixed.data.texts.render(&message),
        places,
        ..PromptOption::default()
    }
}

fn standing(fixed: &Fixed, s: &State, stand: BodyId, stops: &[Pose]) -> Option<Standing> {
    let (end, form) = (stops.last()?, s.table.form(stand)?);
    let (outline, radius) = sheet(fixed).outline(&form.body(*end).outline);
    Some(Standing {
        piece: fixed.name(stand).to_owned(),
        path: stops.iter().map(|stop| sheet(fixed).point(stop.at)).collect(),
        outline,
        radius,
        suffix: write_turn(*end),
    })
}

/// The form of a proposal.
pub fn proposal(fixed: &Fixed, s: &State, shape: choice::Shape) -> ProposalForm {
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let suggestions = rounds::candidates(fixed, s, shape, &mut SplitMix::new(1));
    let suggestions = suggestions.iter().map(|choice| option(fixed, s, choice)).collect();
    match shape {
        choice::Shape::Move(unit) => {
            let limit = fixed.numbers().advance.distance.0.0;
            let mover = |_: &BodyId| Mover { limit: Some(limit), suffix: String::new(), turret: None };
            let stands = s.members(unit);
            let input = FieldInput::Places {
                pieces: stands.iter().map(|stand| fixed.name(*stand).to_owned()).collect(),
                some: true,
                movers: stands.iter().map(mover).collect(),
                link: Some(Link { reach: fixed.numbers().together.reach.0.0, neighbours: 1 }),
                zones: Vec::new(),
            };
            ProposalForm {
                fields: vec![ProposalField { name: "ways".to_owned(), label: text("form.ways"), input }],
                suggestions,
                template: format!("move {} {{ways}}", fixed.unit_name(unit)),
                send: Some(text("form.move")),
            }
        }
        choice::Shape::Fire(_) => {
            let radius = fixed.numbers().shell.radius.0.0;
            let input = FieldInput::Point { radius, rim: None, zones: Vec::new() };
            ProposalForm {
                fields: vec![ProposalField { name: "at".to_owned(), label: text("form.at"), input }],
                suggestions,
                template: "blast {at}".to_owned(),
                send: Some(text("form.fire")),
            }
        }
    }
}
