//! People: accounts, the lobby, invitations.

use axum::extract::{Query, State};
use axum::http::{StatusCode, header};

use super::parts::{Answer, Game, Given, Reply, Served, Spoken, Told};
use crate::device::{self, Caller};
use crate::fault::{Fault, json};
use crate::protocol::{Claim, Claimed, Credentials, Invite, Invited, Lobby, Me, Sit};

pub(super) async fn me(State(app): Served, caller: Caller) -> Reply<Me> {
    app.host.me(&caller).await.map(Told)
}

pub(super) async fn register(
    State(app): Served,
    caller: Caller,
    Given(given): Given<Credentials>,
) -> Result<Answer, Fault> {
    with_key(app.accounts.register(&app.host, &caller, given).await?, caller.secure)
}

pub(super) async fn login(
    State(app): Served,
    caller: Caller,
    Given(given): Given<Credentials>,
) -> Result<Answer, Fault> {
    with_key(app.accounts.login(&app.host, &caller, given).await?, caller.secure)
}

pub(super) async fn logout(State(app): Served, caller: Caller) -> Result<Answer, Fault> {
    with_key(app.accounts.logout(&app.host, &caller).await?, caller.secure)
}

/// An answer that gives the browser another key.
fn with_key((me, key): (Me, String), secure: bool) -> Result<Answer, Fault> {
    let cookie = device::cookie(&key, secure)?;
    let mut response = json(StatusCode::OK, &me);
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

pub(super) async fn lobby(State(app): Served, caller: Caller, Query(spoken): Query<Spoken>) -> Reply<Lobby> {
    app.host.lobby(&caller, spoken.language()).await.map(Told)
}

pub(super) async fn invite(
    State(app): Served,
    caller: Caller,
    Game(id): Game,
    Given(invite): Given<Invite>,
) -> Reply<Invited> {
    app.host.invite(&caller, &id, invite.seat).await.map(Told)
}

pub(super) async fn claim(
    State(app): Served,
    caller: Caller,
    Game(id): Game,
    Given(claim): Given<Claim>,
) -> Reply<Claimed> {
    app.host.claim(&caller, &id, claim.token, claim.name).await.map(Told)
}

pub(super) async fn sit(
    State(app): Served,
    caller: Caller,
    Game(id): Game,
    Given(sit): Given<Sit>,
) -> Reply<Claimed> {
    app.host.sit(&caller, &id, sit.seat, sit.name).await.map(Told)
}
