//! Questions and options in words.

use grognard_engine::client::{CellId, Cost, PieceId as PieceName, PromptOption};
use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_space::grid::{Cell, Facing, Side as Flank};

use crate::Fixed;
use crate::choice::{Action, Choice, piece_name};
use crate::eldar;
use crate::eldar::{farseer, seers};
use crate::fixed::degrees;
use crate::guard::{self, choice::Deed};
use crate::harlequin;
use crate::legal;
use crate::piece::{Mark, PieceId, Place};
use crate::play::conversion::room_for_stealers;
use crate::present::names::{Words, door_id, mark_id, squares};
use crate::present::pieces::{active, points, value};
use crate::present::warnings;
use crate::psychic;
use crate::state::{MARINE, View, seat};
use crate::table::{Side, Table};

/// The question in plain words.
pub fn question(fixed: &Fixed, view: &View, ask: &Ask) -> String {
    let words = Words::new(fixed);
    let table = &view.table;
    let subject = asked_about(view, ask);
    let name = subject.map(|piece| words.piece(piece)).unwrap_or_default();
    let message = match (ask.kind, subject) {
        ("deploy", _) => Message::new("question.deploy"),
        ("act", Some(piece)) => {
            let left = points(fixed, table, piece);
            let key = match (ask.owner == MARINE, left) {
                (true, 1) => "question.act-marine-one",
                (true, _) => "question.act-marine",
                (false, 1) => "question.act-stealer-one",
                (false, _) => "question.act-stealer",
            };
            Message::new(key).number("ap", left)
        }
        ("act", None) if ask.owner == MARINE => Message::new("question.activate-marine"),
        ("act", None) => Message::new("question.activate-stealer"),
        ("command", _) => Message::new("question.command"),
        ("react", _) if spent(view, ask) => Message::new("question.react-without"),
        ("react", _) => Message::new("question.react"),
        ("reaction", _) => Message::new("question.reaction"),
        ("reveal", _) => Message::new("question.reveal"),
        ("place", _) if ask.owner == MARINE => Message::new("question.place"),
        ("place", _) => Message::new("question.place-stealer"),
        ("face", _) if ask.owner == MARINE => Message::new("question.face-marine"),
        ("face", _) => Message::new("question.face"),
        ("land", _) => Message::new("question.land"),
        ("retreat", _) => Message::new("question.retreat"),
        ("put", Some(PieceId::Marine(_))) => Message::new("question.put-model"),
        ("put", Some(piece)) => match value(view, piece) {
            Some(value) => {
                Message::new("question.put-known").text("value", crate::blips::counter::name(value))
            }
            None => Message::new("question.put"),
        },
        ("shoot", _) => Message::new("question.shoot"),
        ("aim", _) => Message::new("question.aim"),
        ("sting", _) => Message::new("question.sting"),
        ("turn-before", _) => Message::new("question.turn-before"),
        ("nemesis", _) => Message::new("question.nemesis"),
        ("parry", _) => Message::new("question.parry"),
        ("turn-to-face", _) if ask.owner == MARINE => Message::new("question.turn-to-face"),
        ("turn-to-face", _) => Message::new("question.turn-to-face-stealer"),
        ("defend", _) => Message::new("question.defend"),
        ("muster", _) => Message::new("question.muster"),
        ("bid", _) => crate::bidding::present::question(fixed, view),
        ("combine", _) => Message::new("question.combine"),
        ("lose", _) => Message::new("question.lose"),
        ("first", _) => Message::new("question.first"),
        ("ambush", _) => Message::new("question.ambush"),
        ("lie-in-wait", _) => Message::new("question.lie-in-wait"),
        (kind, _) if let Some(key) = guard::present::question(kind) => Message::new(key),
        (kind, _) if let Some(key) = seers::present::question(kind) => Message::new(key),
        (kind, _) if let Some(key) = farseer::present::question(kind) => Message::new(key),
        (kind, _) if let Some(key) = harlequin::present::question(kind) => Message::new(key),
        (kind, _) if let Some(key) = crate::eldar::present::question(kind) => Message::new(key),
        (kind, _) if let Some(message) = psychic::present::question(words, view, kind) => message,
        _ => Message::new("question.other"),
    };
    let side = owner(ask);
    let points = view.points(side).map_or_else(|| words.get("track.hidden"), |points| points.to_string());
    words.say(message.text("who", name).text("cp", points).text("side", words.side(side)))
}

/// The side that is asked.
fn owner(ask: &Ask) -> Side {
    if ask.owner == MARINE { Side::Marine } else { Side::Stealer }
}

/// Whether the side that is asked has no command points: it reacts by other means, a Farseer's card or a psi point.
fn spent(view: &View, ask: &Ask) -> bool {
    view.points(owner(ask)).is_some_and(|points| points == 0)
}

/// The piece and the squares a question is about.
pub fn subject(
    fixed: &Fixed,
    view: &View,
    ask: &Ask,
    options: &[Choice],
) -> (Option<PieceName>, Vec<CellId>) {
    let squares = options.iter().filter_map(|choice| match choice {
        Choice::Place(cell) => Some(Words::new(fixed).square(*cell)),
        _ => None,
    });
    (asked_about(view, ask).map(|piece| piece_name(fixed, piece)), squares.collect())
}

/// The piece a question is about.
pub fn asked_about(view: &View, ask: &Ask) -> Option<PieceId> {
    let table = &view.table;
    match ask.kind {
        "act" => active(table.flow),
        "deploy" => table.pieces().find(|piece| table.place(*piece) == Place::Hand),
        // Both sides are asked at once: each about its own fighter.
        "bonus" if table.subject.is_none() => {
            let own = |piece: &PieceId| seat(table.side(*piece)) == ask.owner;
            table
                .assaults
                .last()
                .and_then(|(attacker, defender)| [*attacker, *defender].into_iter().find(own))
        }
        _ => table.subject,
    }
}

/// SH-CMD-012, SH-CMD-013: what a Terminator could do with command points now, shots and blows first.
fn could_do(fixed: &Fixed, view: &View, piece: PieceId) -> Option<String> {
    let command = crate::play::phases::usable(fixed, &view.table, piece, view.cp.unwrap_or(0));
    let rank = |group: &str| match group {
        "fire" | "assault" => 0,
        "overwatch" | "door" | "other" => 1,
        _ => 2,
    };
    let mut options: Vec<PromptOption> = legal::menu(fixed, &view.table, piece, command)
        .into_iter()
        .map(|action| action_option(fixed, &view.table, Some(piece), action, Purse { ap: 0 }))
        .collect();
    options.sort_by_key(|option| rank(option.group.as_deref().unwrap_or_default()));
    // Steps and turns say little by name: they are summed up.
    let words = Words::new(fixed);
    let (deeds, steps): (Vec<_>, Vec<_>) =
        options.into_iter().partition(|option| rank(option.group.as_deref().unwrap_or_default()) < 2);
    let mut parts: Vec<String> = deeds.into_iter().map(|option| option.label).take(3).collect();
    if !steps.is_empty() {
        parts.push(words.get("detail.steps"));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// An option in plain words, with what to highlight.
pub fn option(fixed: &Fixed, view: &View, ask: &Ask, choice: &Choice) -> PromptOption {
    let words = Words::new(fixed);
    let about = asked_about(view, ask);
    let labelled = |label: Message, group: &str, rule: &str| PromptOption {
        label: words.say(label),
        group: Some(group.to_owned()),
        rule: Some(rule.to_owned()),
        ..PromptOption::default()
    };
    let of = |piece: PieceId| Some(piece_name(fixed, piece));
    let named = |key, piece| Message::new(key).text("who", words.piece(piece));
    match *choice {
        Choice::Do(action) => {
            let mut option = action_option(fixed, &view.table, about, action, purse(view, ask, about));
            if ask.kind == "aim" {
                // SH-MAF-003: the shot was paid for with the step or the turn.
                option.costs.clear();
                option.rule = Some("SH-MAF-003".to_owned());
            }
            option
        }
        Choice::Activate(piece) => PromptOption {
            piece: of(piece),
            warns: warnings::left_over(fixed, view, piece),
            ..labelled(named("option.activate", piece), "activate", "SH-ACT-001")
        },
        Choice::Command(piece) => PromptOption {
            piece: of(piece),
            ..labelled(named("option.command", piece), "command", "SH-CMD-008")
        },
        Choice::React(piece) => {
            let detail = could_do(fixed, view, piece);
            let option = labelled(named("option.react", piece), "react", "SH-CMD-012");
            let warns = warnings::overwatch_ends(fixed, &view.table, piece);
            PromptOption { piece: of(piece), detail, warns, ..option }
        }
        Choice::Convert(piece) => PromptOption {
            piece: of(piece),
            confirm: no_room(fixed, view, piece).then(|| words.get("confirm.no-room")),
            ..labelled(named("option.convert", piece), "convert", "SH-CNV-001")
        },
        Choice::Reveal(piece) => PromptOption {
            target: of(piece),
            to: view.table.cell(piece).map(|cell| words.square(cell)),
            ..labelled(named("option.reveal", piece), "convert", "SH-CNV-011")
        },
        Choice::EndPhase => PromptOption {
            key: Some("e".to_owned()),
            ends: true,
            ..labelled(Message::new("option.end-phase"), "end", "SH-TRN-009")
        },
        Choice::Pass => {
            let (key, rule) = match ask.kind {
                "parry" => ("option.no-parry", "SH-PAR-002"),
                "backup" => ("option.no-backup", "SH-IGF-007"),
                "turn-to-face" => ("option.stay", "SH-CLA-007"),
                "retreat" => ("option.hold", "SH-MLV-002"),
                "shoot" => ("option.cease-fire", "SH-WAC-004"),
                "aim" => ("option.cease-fire", "SH-MAF-003"),
                "sting" => ("option.no-sting", "SH-SSC-003"),
                "turn-before" => ("option.stay", "SH-HRL-008"),
                "nemesis" => ("option.no-nemesis", "SH-WNM-002"),
                "command" | "reaction" => ("option.keep-points", "SH-CMD-007"),
                "ambush" => ("option.no-ambush", "SH-ABU-002"),
                "combine" => ("option.no-combine", "SH-TYR-014"),
                "muster" => ("option.muster-done", "SH-TYR-014"),
                kind => seers::present::pass(kind)
                    .or_else(|| farseer::present::pass(kind))
                    .or_else(|| harlequin::present::pass(kind))
                    .or_else(|| psychic::present::pass(kind))
                    .unwrap_or(("option.pass", "SH-CMD-012")),
            };
            PromptOption { key: Some("x".to_owned()), ..labelled(Message::new(key), "end", rule) }
        }
        Choice::Place(cell) => PromptOption {
            piece: about.and_then(of),
            to: Some(words.square(cell)),
            ..labelled(
                Message::new("option.place").text("at", words.square(cell)),
                "place",
                match ask.kind {
                    "deploy" => "SH-BRD-003",
                    "land" => "SH-PIT-009",
                    "reinforce" => "SH-IGF-007",
                    "retreat" => "SH-MLV-002",
                    "follow" => "SH-HRL-006",
                    "teleport" => "SH-PCD-019",
                    "assail" => "SH-PCD-014",
                    "lie-in-wait" => "SH-ABU-003",
                    _ => "SH-CNV-006",
                },
            )
        },
        Choice::Face(facing) => PromptOption {
            piece: about.and_then(of),
            facing: Some(degrees(facing)),
            ..labelled(Message::new("option.face").text("to", words.facing(facing)), "face", "SH-CNV-010")
        },
        Choice::Put(entry) => PromptOption {
            target: Some(fixed.mission.entries[entry as usize].name.clone()),
            cells: vec![words.square(fixed.mission.entries[entry as usize].square)],
            ..labelled(Message::new("option.put").text("entry", words.entry(entry)), "place", "SH-ENP-002")
        },
        Choice::Shoot(mark) => PromptOption {
            target: Some(mark_id(fixed, mark)),
            cells: mark_cells(fixed, &view.table, mark),
            has_odds: true,
            ..labelled(
                Message::new("option.shoot").text("target", words.mark(mark)),
                "fire",
                match ask.kind {
                    // SH-EXA-011: the web of skulls flies on.
                    "web" => "SH-EXA-011",
                    // SH-WNM-002: the gun in the blade.
                    "nemesis" => "SH-WNM-002",
                    "sting" => "SH-SSC-003",
                    _ => "SH-WAC-003",
                },
            )
        },
        Choice::Reroll(die) => {
            labelled(Message::new("option.reroll").number("die", die), "fire", "SH-EXA-003")
        }
        Choice::Parry(die) => {
            labelled(Message::new("option.parry").number("die", die), "assault", "SH-PAR-001")
        }
        Choice::TurnToFace => PromptOption {
            key: Some("f".to_owned()),
            ..labelled(Message::new("option.turn-to-face"), "turn", "SH-CLA-007")
        },
        Choice::CallBackup => labelled(Message::new("option.call-backup"), "other", "SH-IGF-007"),
        Choice::Defend => labelled(Message::new("option.defend"), "assault", "SH-CLA-005"),
        Choice::MusterGenestealer => {
            labelled(Message::new("option.muster-genestealer"), "convert", "SH-TYR-014")
        }
        Choice::Muster(breed) => {
            let profile = &fixed.data.profiles[fixed.mission.breeds[breed as usize].profile];
            let label = Message::new("option.muster").text("what", words.role(profile));
            labelled(label, "convert", "SH-TYR-014")
        }
        Choice::Combine(piece) => PromptOption {
            target: of(piece),
            ..labelled(named("option.combine", piece), "convert", "SH-TYR-014")
        },
        Choice::Lose(None) | Choice::First(None) => {
            labelled(Message::new("option.muster-genestealer"), "convert", "SH-CNV-009")
        }
        Choice::Lose(Some(piece)) | Choice::First(Some(piece)) => {
            labelled(named("option.lose", piece), "convert", "SH-CNV-009")
        }
        Choice::TakeAmbush => labelled(Message::new("option.take-ambush"), "place", "SH-ABU-002"),
        Choice::Harlequin(answer) => PromptOption {
            piece: about.and_then(of),
            ..harlequin::present::option(words, &view.table, answer)
        },
        Choice::Psychic(choice) => {
            PromptOption { piece: about.and_then(of), ..psychic::present::option(words, &view.table, choice) }
        }
        Choice::Seer(choice) => seers::present::option(words, &view.table, choice),
        Choice::Farseer(choice) => farseer::present::option(words, view, choice),
        Choice::Bid(points) => crate::bidding::present::option(words, points),
        Choice::DetonateInstead => PromptOption {
            confirm: Some(warnings::blown_up(fixed, &view.table, about, "confirm.detonate")),
            ..labelled(Message::new("option.detonate-instead"), "other", "SH-WTH-003")
        },
    }
}

/// Whether a shot is at what a blip will turn into.
fn is_blip(mark: Mark) -> bool {
    matches!(mark, Mark::Model(PieceId::Blip(_)))
}

/// What actions are paid from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Purse {
    /// Action points; command points pay for the rest.
    pub ap: u8,
}

/// What the actions of a question are paid from: orders and reactions take command points alone (SH-CMD-007).
fn purse(view: &View, ask: &Ask, piece: Option<PieceId>) -> Purse {
    let table = &view.table;
    let ap = match (ask.kind, piece) {
        ("act", Some(PieceId::Marine(index))) => table.marines[index as usize].ap,
        ("act", Some(PieceId::Stealer(index))) if view.table.led => table.stealers[index as usize].ap,
        (_, Some(PieceId::Marine(_))) | ("command" | "reaction", _) => 0,
        _ => u8::MAX,
    };
    Purse { ap }
}

impl Purse {
    /// A price in points: action points first, command points for what is missing.
    pub fn pay(self, amount: u8) -> Vec<Cost> {
        let cost = |amount: u8, unit: &str| Cost { amount: amount.into(), unit: unit.to_owned() };
        let paid = amount.min(self.ap);
        let mut costs = vec![cost(paid, "ap"), cost(amount - paid, "cp")];
        costs.retain(|cost| cost.amount > 0);
        costs
    }
}

/// What a piece could do, in words.
pub fn action_option(
    fixed: &Fixed,
    table: &Table,
    piece: Option<PieceId>,
    action: Action,
    purse: Purse,
) -> PromptOption {
    let words = Words::new(fixed);
    let facing = piece.and_then(|piece| table.facing(piece));
    let section_of = |cell: Cell| Table::section(fixed, cell) as u8;
    let own_section = || piece.and_then(|piece| table.cell(piece)).map(section_of);
    let mut option = PromptOption {
        piece: piece.map(|piece| piece_name(fixed, piece)),
        costs: piece
            .and_then(|piece| legal::cost(fixed, table, piece, action))
            .map_or_else(Vec::new, |amount| purse.pay(amount)),
        ..PromptOption::default()
    };
    let (label, group, rule) = match action {
        Action::Move(to) => {
            let (key, rule) = match step_of(fixed, table, piece, to) {
                Some(flank) if flank.is_front() => ("option.forward", "SH-ACT-007"),
                Some(flank) if flank.is_rear() => ("option.backward", "SH-ACT-008"),
                Some(_) => ("option.sideways", "SH-ACT-009"),
                None => ("option.move", "SH-BLP-003"),
            };
            option.to = Some(words.square(to));
            option.facing = facing.map(degrees);
            (Message::new(key).text("to", words.square(to)), "move", rule)
        }
        Action::Turn(to) => {
            option.facing = Some(degrees(to));
            let (key, rule) = turn_words(piece, facing, to);
            (Message::new(key).text("to", words.facing(to)), "turn", rule)
        }
        Action::Fire(weapon, at) => {
            option.target = Some(mark_id(fixed, at));
            option.cells = mark_cells(fixed, table, at);
            option.has_odds = true;
            let label = Message::new("option.fire").text("weapon", words.ranged(weapon));
            (label.text("target", words.mark(at)), "fire", "SH-ACT-016")
        }
        Action::MoveFire(to, _, at) => {
            option.target = Some(mark_id(fixed, at));
            option.to = Some(words.square(to));
            option.cells = mark_cells(fixed, table, at);
            option.has_odds = !is_blip(at);
            let label = Message::new("option.move-fire").text("to", words.square(to));
            (label.text("target", words.mark(at)), "fire", "SH-ACT-010")
        }
        Action::TurnFire(to, _, at) => {
            option.target = Some(mark_id(fixed, at));
            option.facing = Some(degrees(to));
            option.cells = mark_cells(fixed, table, at);
            option.has_odds = !is_blip(at);
            let label = Message::new("option.turn-fire").text("to", words.facing(to));
            (label.text("target", words.mark(at)), "fire", "SH-ACT-014")
        }
        Action::Flame(at) => {
            let section = section_of(at);
            option.to = Some(words.square(at));
            option.cells = squares(fixed, &fixed.mission.sections[section as usize]);
            option.has_odds = true;
            option.confirm = warnings::burnt(fixed, table, at);
            (Message::new("option.flame").text("section", words.section(section)), "fire", "SH-WHF-001")
        }
        Action::FullAuto => {
            option.detail = Some(words.get("detail.full-auto"));
            option.confirm = warnings::swept(fixed, table, piece);
            (Message::new("option.full-auto"), "fire", "SH-WAC-003")
        }
        Action::Assault(at) => {
            option.target = Some(mark_id(fixed, at));
            option.cells = mark_cells(fixed, table, at);
            option.has_odds = true;
            let rule = if matches!(at, Mark::Door(_)) { "SH-DOR-016" } else { "SH-CLA-001" };
            (Message::new("option.assault").text("target", words.mark(at)), "assault", rule)
        }
        Action::Cut(at) => {
            option.target = Some(door_id(fixed, at));
            option.cells = vec![words.square(at)];
            (Message::new("option.cut").text("thing", words.thing(at)), "door", "SH-WCF-003")
        }
        Action::Open(at) | Action::Close(at) => {
            option.target = Some(door_id(fixed, at));
            option.cells = vec![words.square(at)];
            option.key = Some("d".to_owned());
            let key = if matches!(action, Action::Open(_)) { "option.open" } else { "option.close" };
            (Message::new(key).text("square", words.square(at)), "door", "SH-DOR-002")
        }
        Action::Overwatch => {
            option.key = Some("o".to_owned());
            (Message::new("option.overwatch"), "overwatch", "SH-OVW-001")
        }
        Action::ClearJam => {
            option.key = Some("b".to_owned());
            (Message::new("option.clear-jam"), "other", "SH-ACT-018")
        }
        Action::Reload => {
            option.key = Some("r".to_owned());
            option.detail = Some(words.get("detail.reload"));
            (Message::new("option.reload"), "other", "SH-ACT-022")
        }
        Action::Secure(entry) => {
            option.target = Some(fixed.mission.entries[entry as usize].name.clone());
            (Message::new("option.secure").text("entry", words.entry(entry)), "other", "SH-SEC-002")
        }
        Action::SelfDestruct => {
            option.confirm = Some(warnings::blown_up(fixed, table, piece, "confirm.self-destruct"));
            option.cells = blast(fixed, own_section());
            option.has_odds = true;
            (Message::new("option.self-destruct"), "other", "SH-WHF-017")
        }
        Action::Detonate => {
            option.confirm = Some(warnings::blown_up(fixed, table, piece, "confirm.detonate"));
            option.cells = blast(fixed, own_section());
            option.has_odds = true;
            (Message::new("option.detonate"), "other", "SH-WTH-002")
        }
        Action::Enter => {
            let at = piece.and_then(|piece| entry_square(fixed, table, piece));
            option.to = at.map(|at| words.square(at));
            let label =
                Message::new("option.enter").text("at", at.map_or(String::new(), |at| words.square(at)));
            (label, "move", "SH-ENP-004")
        }
        Action::Leave => (Message::new("option.leave"), "move", "SH-MOV-001"),
        Action::Take(item) | Action::LayDown(item) => {
            let key = if matches!(action, Action::Take(_)) { "option.take" } else { "option.lay-down" };
            option.key = Some("t".to_owned());
            (Message::new(key).text("item", words.item(item)), "other", "SH-BRD-001")
        }
        Action::PickUp => (Message::new("option.pick-up"), "other", "SH-TOX-003"),
        Action::PutDown => (Message::new("option.put-down"), "other", "SH-TOX-003"),
        Action::Arm => (Message::new("option.arm"), "other", "SH-TOX-005"),
        Action::Drop => (Message::new("option.drop"), "other", "SH-TOX-005"),
        Action::Climb(to) => {
            option.to = Some(words.square(to));
            (Message::new("option.climb").text("to", words.square(to)), "move", "SH-LAD-003")
        }
        Action::Jump => (Message::new("option.jump"), "move", "SH-PIT-007"),
        Action::MoveJump(to) => {
            option.to = Some(words.square(to));
            (Message::new("option.move-jump").text("to", words.square(to)), "move", "SH-PIT-006")
        }
        Action::Stand(to) => {
            option.facing = Some(degrees(to));
            (Message::new("option.stand").text("to", words.facing(to)), "move", "SH-PRN-001")
        }
        Action::Order(command) => {
            let warlock = match piece {
                Some(PieceId::Marine(index)) => Some(index),
                _ => None,
            };
            let (label, cells) = seers::present::command(words, table, warlock, command);
            option.cells = cells;
            (label, "order", "SH-WLK-005")
        }
        Action::Guard(deed) => {
            if let Deed::Aim(_, _, at) = deed {
                option.target = Some(mark_id(fixed, at));
                option.cells = mark_cells(fixed, table, at);
            }
            if let Deed::Inspire(victim) = deed {
                option.target = Some(piece_name(fixed, PieceId::Marine(victim)));
                option.confirm = Some(words.get("confirm.inspire"));
            }
            guard::present::action(words, deed)
        }
        Action::Blast(target) => {
            option.target = Some(piece_name(fixed, target));
            option.cells = mark_cells(fixed, table, Mark::Model(target));
            let label = Message::new("option.nemesis-blast").text("target", words.piece(target));
            (label, "psychic", "SH-WNM-003")
        }
        Action::Harlequin(deed) => {
            if let harlequin::choice::Deed::Dance(target) = deed {
                option.target = Some(piece_name(fixed, target));
                option.cells = mark_cells(fixed, table, Mark::Model(target));
            }
            harlequin::present::action(words, deed)
        }
        Action::Aspect(deed) => {
            if let eldar::deed::Deed::Melt(at) = deed {
                option.to = Some(words.square(at));
                option.cells = vec![words.square(at)];
            }
            if let (eldar::deed::Deed::Shout, Some(cell)) = (deed, piece.and_then(|piece| table.cell(piece)))
            {
                option.cells = squares(fixed, &legal::flame_extent(fixed, table, cell));
                option.confirm = piece.and_then(|piece| eldar::present::shout_warning(fixed, table, piece));
            }
            eldar::present::action(words, deed)
        }
        Action::Launch(weapon, at) => {
            option.to = Some(words.square(at));
            option.cells = squares(fixed, &legal::blast_extent(fixed, table, weapon, at));
            let thrown = fixed.weapon(weapon).is_some_and(|listed| listed.thrown);
            let label = Message::new(if thrown { "option.throw" } else { "option.launch" });
            let label = label.text("weapon", words.ranged(weapon));
            (label.text("at", words.square(at)), "fire", "SH-WPN-006")
        }
        Action::MoveLaunch(to, weapon, at) => {
            option.to = Some(words.square(to));
            option.cells = squares(fixed, &legal::blast_extent(fixed, table, weapon, at));
            let label = Message::new("option.move-launch").text("weapon", words.ranged(weapon));
            (label.text("to", words.square(to)).text("at", words.square(at)), "fire", "SH-WGR-012")
        }
        Action::TurnLaunch(to, weapon, at) => {
            option.facing = Some(degrees(to));
            option.cells = squares(fixed, &legal::blast_extent(fixed, table, weapon, at));
            let label = Message::new("option.turn-launch").text("weapon", words.ranged(weapon));
            (label.text("to", words.facing(to)).text("at", words.square(at)), "fire", "SH-ACT-014")
        }
        Action::FireMove(weapon, at, to) => {
            option.target = Some(mark_id(fixed, at));
            option.to = Some(words.square(to));
            option.cells = mark_cells(fixed, table, at);
            let label = Message::new("option.fire-move").text("weapon", words.ranged(weapon));
            (label.text("to", words.square(to)).text("target", words.mark(at)), "fire", "SH-IGF-005")
        }
        Action::Cast(cast) => {
            let rule = fixed.data.deck.face(cast.card).kind.rule();
            (psychic::present::cast(words, table, cast, &mut option), "psychic", rule.as_str())
        }
        Action::Leap(to) => {
            option.to = Some(words.square(to));
            option.facing = facing.map(degrees);
            let dancer = piece.is_some_and(|piece| harlequin::harlequin(fixed, piece).is_some());
            let rule = if dancer { "SH-HRL-004" } else { "SH-TYR-015" };
            (Message::new("option.leap").text("to", words.square(to)), "move", rule)
        }
        Action::Ride(to) => {
            option.to = Some(words.square(to));
            (Message::new("option.ride").text("to", words.square(to)), "move", "SH-AMB-012")
        }
    };
    option.label = words.say(label);
    option.group = Some(group.to_owned());
    option.rule = Some(rule.to_owned());
    option
}

/// On which side of itself a model would step; none for a blip.
fn step_of(fixed: &Fixed, table: &Table, piece: Option<PieceId>, to: Cell) -> Option<Flank> {
    let piece = piece?;
    let dir = fixed.mission.grid.direction(table.cell(piece)?, to)?;
    Some(Flank::of(table.facing(piece)?, dir))
}

fn turn_words(piece: Option<PieceId>, from: Option<Facing>, to: Facing) -> (&'static str, &'static str) {
    let rule = if matches!(piece, Some(PieceId::Stealer(_))) { "SH-TUR-002" } else { "SH-TUR-001" };
    let key = match from {
        Some(from) if from.left() == to => "option.turn-left",
        Some(from) if from.right() == to => "option.turn-right",
        Some(_) => "option.turn-about",
        None => "option.turn",
    };
    (key, rule)
}

fn mark_cells(fixed: &Fixed, table: &Table, mark: Mark) -> Vec<CellId> {
    let cell = match mark {
        Mark::Model(piece) => table.cell(piece),
        Mark::Door(door) => Some(door),
    };
    cell.into_iter().map(|cell| Words::new(fixed).square(cell)).collect()
}

fn blast(fixed: &Fixed, section: Option<u8>) -> Vec<CellId> {
    section.map(|section| squares(fixed, &fixed.mission.sections[section as usize])).unwrap_or_default()
}

fn entry_square(fixed: &Fixed, table: &Table, piece: PieceId) -> Option<Cell> {
    match table.place(piece) {
        Place::Entry(entry) => Some(fixed.mission.entries[entry as usize].square),
        _ => None,
    }
}

/// SH-AMB-054: whether turning a blip over where it lurks would lose some of it.
fn no_room(fixed: &Fixed, view: &View, piece: PieceId) -> bool {
    let Place::Entry(entry) = view.table.place(piece) else { return false };
    let room = room_for_stealers(fixed, &view.table, entry);
    value(view, piece).is_some_and(|face| crate::blips::counter::models(face) > room)
}
