//! What can be played: systems, lessons, rules, documents and trials with them.

use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::parts::{Given, Kept, Reply, Served, Spoken, Told};
use crate::fault::Fault;
use crate::protocol::{
    LessonInfo, OpenDocument, PROTOCOL, RuleLine, RuleSection, StartTrial, Systems, Trial,
};

/// At most so many rules are found at once.
const MAX_RULES: usize = 50;

pub(super) async fn systems(State(app): Served, Query(spoken): Query<Spoken>) -> Told<Systems> {
    let (systems, languages) = (app.host.forms(&spoken.language()), app.host.languages());
    Told(Systems { protocol: PROTOCOL, version: app.version.clone(), systems, languages })
}

pub(super) async fn lessons(
    State(app): Served,
    Path(system): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Reply<Vec<LessonInfo>> {
    app.host.lessons(&system, &spoken.language()).map(Told)
}

pub(super) async fn documents(
    State(app): Served,
    Path(system): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Reply<impl serde::Serialize> {
    app.host.documents(&system, &spoken.language()).map(Told)
}

pub(super) async fn document(
    State(app): Served,
    Path((system, kind)): Path<(String, String)>,
    Query(spoken): Query<Spoken>,
    Given(open): Given<OpenDocument>,
) -> Result<Kept, Fault> {
    app.host.document(system, kind, open, spoken.language()).await.map(Kept)
}

pub(super) async fn start_trial(
    State(app): Served,
    Path(system): Path<String>,
    Given(start): Given<StartTrial>,
) -> Reply<Trial> {
    app.host.start_trial(system, start).await.map(Told)
}

pub(super) async fn trial(State(app): Served, Path(id): Path<String>) -> Reply<Trial> {
    app.host.trial(&id).map(Told)
}

/// The whole rulebook as a list: sections by their names, each with the titles of its rules, those of the rulings last.
pub(super) async fn sections(State(app): Served, Path(system): Path<String>) -> Reply<Vec<RuleSection>> {
    let system = app.host.system(&system)?;
    let catalogue = system.catalogue();
    let mut sections: Vec<RuleSection> = Vec::new();
    for id in catalogue.rules.keys().chain(catalogue.rulings.keys()) {
        let code = grognard_engine::rule::section_of(id);
        let Some(page) = catalogue.page(id) else { continue };
        let line = RuleLine { id: id.clone(), title: page.title, status: page.status };
        if let Some(section) = sections.iter_mut().find(|section| section.code == code) {
            section.rules.push(line);
        } else {
            let title = page.section;
            sections.push(RuleSection { code: code.to_owned(), title, rules: vec![line] });
        }
    }
    let rules =
        |section: &RuleSection| section.rules.iter().any(|line| catalogue.rules.contains_key(&line.id));
    sections.sort_by_key(|section| (!rules(section), section.title.to_lowercase()));
    Ok(Told(sections))
}

#[derive(Deserialize)]
pub(super) struct Search {
    #[serde(default)]
    q: String,
}

pub(super) async fn search_rules(
    State(app): Served,
    Path(system): Path<String>,
    Query(search): Query<Search>,
) -> Reply<Vec<impl serde::Serialize>> {
    let system = app.host.system(&system)?;
    let catalogue = system.catalogue();
    let found = catalogue.search(&search.q).into_iter().filter_map(|id| catalogue.page(id));
    Ok(Told(found.take(MAX_RULES).collect()))
}

pub(super) async fn rule(
    State(app): Served,
    Path((system, rule)): Path<(String, String)>,
) -> Reply<impl serde::Serialize> {
    let page = app.host.system(&system)?.catalogue().page(&rule);
    page.map(Told).ok_or_else(|| Fault::missing(format!("there is no rule `{}`", rule.escape_debug())))
}
