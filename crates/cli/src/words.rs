//! What the engine shows to clients, in words: for the text client and for printed replays.

use grognard_engine::client::{
    Badge, Card, CardLine, Cost, Covered, DiceRoll, LogEntry, Meter, Modifier, Need, Odds, Piece, Refusal,
    RuleRef, RuleText, TargetNumber,
};

/// Degrees as a direction.
pub fn direction(degrees: i32) -> String {
    const NAMES: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let degrees = degrees.rem_euclid(360);
    if degrees % 45 == 0 { NAMES[degrees as usize / 45].to_owned() } else { format!("{degrees} degrees") }
}

/// `2 ap, 1 cp`
pub fn costs(costs: &[Cost]) -> String {
    costs.iter().map(|cost| format!("{} {}", cost.amount, cost.unit)).collect::<Vec<_>>().join(", ")
}

/// `SH-LOS-007, Corners block sight`
fn rule(rule: &RuleRef) -> String {
    if rule.title.is_empty() { rule.id.clone() } else { format!("{}, {}", rule.id, rule.title) }
}

/// One line of the log with its dice and rules; headings are set apart.
pub fn log_entry(entry: &LogEntry) -> String {
    let mut parts = vec![entry.sentence.clone()];
    parts.extend(entry.dice.iter().map(dice));
    if !entry.rules.is_empty() {
        let ids: Vec<_> = entry.rules.iter().map(|rule| rule.id.as_str()).collect();
        parts.push(format!("[{}]", ids.join(", ")));
    }
    let text = parts.join(" ");
    if entry.heading { format!("== {text} ==") } else { text }
}

/// `(to hit: 6 and 2 on 2d6, needs 6 or more: success)`
fn dice(roll: &DiceRoll) -> String {
    let faces = |faces: &[u32]| faces.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ");
    let shown = if roll.labels.is_empty() {
        format!("{} on {}d{}", faces(&roll.faces), roll.faces.len(), roll.sides)
    } else {
        roll.labels.join(" and ")
    };
    let shown = match roll.faces.len() {
        2.. if roll.summed => format!("{shown}, together {}", roll.faces.iter().sum::<u32>()),
        _ => shown,
    };
    let mut parts = vec![format!("{}: {shown}", roll.purpose)];
    if !roll.rerolled.is_empty() {
        parts.push(format!("rolled again: {}", faces(&roll.rerolled)));
    }
    if !roll.bonus.is_empty() {
        parts.push(modifiers(&roll.bonus));
    }
    parts.extend(roll.sum.map(|sum| format!("comes to {} against {}", sum.total, sum.against)));
    parts.extend(roll.target.as_ref().map(target_number));
    let end = match roll.success {
        Some(true) => ": success",
        Some(false) => ": failure",
        None => "",
    };
    format!("({}{end})", parts.join(", "))
}

/// `needs 5 or more (6, -1 sustained fire)`
fn target_number(target: &TargetNumber) -> String {
    let need = match target.need {
        Need::AtLeast { number } => format!("needs {number} or more"),
        Need::AtMost { number } => format!("needs {number} or less"),
        Need::Then { first, then } => format!("needs {first} or more, then {then} or more"),
        Need::Automatic => "needs no roll".to_owned(),
        Need::Impossible => "cannot succeed".to_owned(),
    };
    if target.modifiers.is_empty() {
        return need;
    }
    format!("{need} ({}, {})", target.base, modifiers(&target.modifiers))
}

fn modifiers(all: &[Modifier]) -> String {
    all.iter().map(|m| format!("{:+} {}", m.amount, m.why)).collect::<Vec<_>>().join(", ")
}

/// Every violation on a line of its own.
pub fn refusal(refusal: &Refusal) -> String {
    let line = |violation: &grognard_engine::client::Violation| match &violation.rule {
        Some(named) => format!("{} [{}]", violation.sentence, rule(named)),
        None => violation.sentence.clone(),
    };
    refusal.violations.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A rule's page.
pub fn rule_text(page: &RuleText) -> String {
    let mut lines = vec![format!("{}  {}", page.id, page.title), format!("Section: {}", page.section)];
    if !page.status.is_empty() {
        lines.push(format!("Status: {}", page.status));
    }
    lines.push(format!("\n{}", page.text));
    if let Some(ruling) = &page.ruling {
        lines.push(format!("\nRuling: {ruling}"));
    }
    if !page.related.is_empty() {
        lines.push("\nSee also:".to_owned());
        lines.extend(page.related.iter().map(|related| format!("  {}", rule(related))));
    }
    lines.join("\n")
}

/// Chances line by line.
pub fn odds(odds: &Odds) -> String {
    let need = odds.need.as_ref().map_or(String::new(), |need| format!(", {}", target_number(need)));
    let mut lines = vec![format!("{}{need}", odds.label)];
    for chance in &odds.chances {
        let (whole, part) = (chance.basis_points / 100, chance.basis_points % 100);
        lines.push(format!("  {}: {} ({whole}.{part:02} %)", chance.label, chance.exact));
    }
    lines.join("\n")
}

/// All that is known of a piece.
pub fn card(card: &Card) -> String {
    let subtitle = if card.subtitle.is_empty() { String::new() } else { format!(", {}", card.subtitle) };
    let mut lines = vec![format!("{}{subtitle}", card.title)];
    lines.extend(signs(&card.meters, &card.badges).into_iter().map(|sign| format!("  {sign}")));
    lines.extend(card.lines.iter().map(|line| format!("  {}", card_line(line))));
    lines.join("\n")
}

fn card_line(line: &CardLine) -> String {
    let rule = line.rule.as_ref().map_or(String::new(), |rule| format!(" [{rule}]"));
    format!("{}: {}{rule}", line.label, line.value)
}

/// What lies under templates, one a line.
pub fn covered(templates: &[Covered]) -> String {
    let counts = |covered: &Covered| {
        let labels: Vec<_> = covered.counts.iter().map(|count| count.label.as_str()).collect();
        if labels.is_empty() { "nothing".to_owned() } else { labels.join(", ") }
    };
    templates.iter().map(counts).collect::<Vec<_>>().join("\n")
}

/// What was measured.
pub fn measured(lines: &[CardLine]) -> String {
    lines.iter().map(card_line).collect::<Vec<_>>().join("\n")
}

fn signs(meters: &[Meter], badges: &[Badge]) -> Vec<String> {
    let meter = |meter: &Meter| match meter.max {
        Some(max) => format!("{} of {max} {}", meter.value, meter.label),
        None => format!("{} {}", meter.value, meter.label),
    };
    meters.iter().map(meter).chain(badges.iter().map(|badge| badge.label.clone())).collect()
}

/// A piece in a few words, without its place: `Sergeant (sergeant), facing north, 3 of 4 action points, overwatch`.
pub fn piece(piece: &Piece) -> String {
    let mut words = vec![if piece.name == piece.id {
        piece.name.clone()
    } else {
        format!("{} ({})", piece.name, piece.id)
    }];
    if let Some(text) = &piece.text {
        words.push(format!("marked {text}"));
    }
    if let Some(facing) = piece.facing {
        words.push(format!("facing {}", direction(facing)));
    }
    words.extend(signs(&piece.meters, &piece.badges));
    words.extend(piece.states.iter().cloned());
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_tells_what_it_needed_and_why() {
        let roll = DiceRoll {
            purpose: "to hit".into(),
            sides: 6,
            faces: vec![5, 2],
            labels: vec![],
            rerolled: vec![],
            target: Some(TargetNumber {
                base: 6,
                modifiers: vec![Modifier { amount: -1, why: "sustained fire".into(), rule: None }],
                need: Need::AtLeast { number: 5 },
            }),
            summed: false,
            success: Some(true),
            seat: None,
            bonus: vec![],
            sum: None,
        };
        assert_eq!(dice(&roll), "(to hit: 5 and 2 on 2d6, needs 5 or more (6, -1 sustained fire): success)");
        let summed = DiceRoll { summed: true, target: None, success: None, ..roll.clone() };
        assert_eq!(dice(&summed), "(to hit: 5 and 2 on 2d6, together 7)");
        let worded =
            DiceRoll { labels: vec!["misfire".into(), "90°".into()], target: None, success: None, ..roll };
        assert_eq!(dice(&worded), "(to hit: misfire and 90°)");
    }

    #[test]
    fn directions() {
        assert_eq!(direction(0), "north");
        assert_eq!(direction(-90), "west");
        assert_eq!(direction(30), "30 degrees");
    }
}
