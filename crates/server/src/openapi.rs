//! The API described for programs (`OpenAPI`) and for people, from one list of addresses.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    ArrayBuilder, ComponentsBuilder, ContentBuilder, InfoBuilder, ObjectBuilder, OpenApi, OpenApiBuilder,
    PathsBuilder, Ref, RefOr, Required, ResponseBuilder, Schema, Type,
};

use crate::protocol::{
    ApiError, Claim, Claimed, ClientMessage, CreateGame, Created, Credentials, ForkGame, GameSummary, Games,
    Invite, Invited, LessonInfo, Lobby, Me, OpenDocument, OpenedDocument, Qr, QrText, ReplayFrame, Report,
    RuleSection, ServerInfo, ServerMessage, Sit, StartTrial, Systems, Trial, Verified,
};

/// Method, address, what it is for, the type of its body, the type of its answer. Types are those of `docs/protocol.md`.
pub(crate) const ADDRESSES: &[(&str, &str, &str, &str, &str)] = &[
    ("GET", "/api/systems", "What can be played", "", "Systems"),
    ("GET", "/api/systems/{system}/lessons", "Lessons", "", "LessonInfo[]"),
    ("GET", "/api/systems/{system}/sections", "The rulebook by titles", "", "RuleSection[]"),
    ("GET", "/api/systems/{system}/rules", "Rules that match a text (q)", "", "RuleText[]"),
    ("GET", "/api/systems/{system}/rules/{rule}", "One rule", "", "RuleText"),
    ("GET", "/api/systems/{system}/documents", "Kinds of documents", "", "DocumentKind[]"),
    (
        "POST",
        "/api/systems/{system}/documents/{kind}",
        "Reads, checks or makes one",
        "OpenDocument",
        "OpenedDocument",
    ),
    ("POST", "/api/systems/{system}/trials", "Begins games between computers", "StartTrial", "Trial"),
    ("GET", "/api/trials/{id}", "How far they are", "", "Trial"),
    ("GET", "/api/server", "How others can reach this server", "", "ServerInfo"),
    ("GET", "/api/health", "The process answers", "", "object"),
    ("GET", "/api/ready", "The store answers, too; else 503", "", "object"),
    ("GET", "/api/docs", "This page", "", "html"),
    ("GET", "/api/docs/openapi.json", "The same for programs", "", "object"),
    ("POST", "/api/qr", "A text as a QR code", "QrText", "Qr"),
    ("GET", "/api/me", "The caller's account", "", "Me"),
    ("POST", "/api/account", "Makes an account and logs in", "Credentials", "Me"),
    ("POST", "/api/login", "Logs in", "Credentials", "Me"),
    ("POST", "/api/logout", "Logs out", "", "Me"),
    ("GET", "/api/lobby", "Games anybody can sit down at", "", "Lobby"),
    ("GET", "/api/games", "The caller's games, in pages (after, limit)", "", "Games"),
    ("POST", "/api/games", "Sets a game up", "CreateGame", "Created"),
    ("GET", "/api/games/{id}", "One game", "", "GameSummary"),
    ("DELETE", "/api/games/{id}", "Deletes it; for its owner", "", ""),
    ("GET", "/api/games/{id}/replay", "The game after some answers (at, as)", "", "ReplayFrame"),
    ("GET", "/api/games/{id}/record", "The record as a file", "", "jsonl"),
    ("GET", "/api/games/{id}/report", "Chances from each turn's start; finished games", "", "Report"),
    ("GET", "/api/games/{id}/verify", "What the record proves; finished games", "", "Verified"),
    ("POST", "/api/games/{id}/fork", "A new game from a frame", "ForkGame", "Created"),
    ("POST", "/api/games/{id}/invite", "A token for a seat, or to watch", "Invite", "Invited"),
    ("POST", "/api/games/{id}/claim", "Uses a token", "Claim", "Claimed"),
    ("POST", "/api/games/{id}/sit", "Takes an open seat of a game in the lobby", "Sit", "Claimed"),
    ("POST", "/api/games/{id}/rematch", "The same again with sides swapped", "", "Created"),
    ("GET", "/api/games/{id}/ws", "The WebSocket of a game (docs/protocol.md)", "", "101"),
    ("GET", "/metrics", "Figures for Prometheus; from this machine only", "", "text"),
];

/// What the types look like. Those that rulesets fill (scenes, prompts, forms) are objects here; `docs/protocol.md` tells more.
fn schemas() -> BTreeMap<String, RefOr<Schema>> {
    fn add<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(all);
        all.push((T::name().into_owned(), T::schema()));
    }
    let mut all = Vec::new();
    macro_rules! add {
        ($($kind:ty),* $(,)?) => { $(add::<$kind>(&mut all);)* };
    }
    add!(
        ApiError,
        Claim,
        Claimed,
        ClientMessage,
        CreateGame,
        Created,
        Credentials,
        ForkGame,
        GameSummary,
        Games,
        Invite,
        Invited,
        LessonInfo,
        Lobby,
        Me,
        OpenDocument,
        OpenedDocument,
        Qr,
        QrText,
        ReplayFrame,
        Report,
        RuleSection,
        ServerInfo,
        ServerMessage,
        Sit,
        StartTrial,
        Systems,
        Trial,
        Verified,
    );
    all.into_iter().collect()
}

/// A type by its name; `[]` behind it makes a list.
fn typed(known: &BTreeMap<String, RefOr<Schema>>, name: &str) -> RefOr<Schema> {
    if let Some(item) = name.strip_suffix("[]") {
        return ArrayBuilder::new().items(typed(known, item)).build().into();
    }
    if known.contains_key(name) {
        return Ref::from_schema_name(name).into();
    }
    ObjectBuilder::new().title(Some(name)).schema_type(Type::Object).build().into()
}

/// The description for programs.
pub(crate) fn document() -> OpenApi {
    let known = schemas();
    let mut paths = PathsBuilder::new();
    for (method, address, summary, body, gives) in ADDRESSES {
        let mut operation = OperationBuilder::new().summary(Some(*summary));
        for name in address.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            let text = ObjectBuilder::new().schema_type(Type::String);
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path);
            operation = operation.parameter(parameter.required(Required::True).schema(Some(text)));
        }
        let object = |name: &str| ContentBuilder::new().schema(Some(typed(&known, name))).build();
        if !body.is_empty() {
            let given = RequestBodyBuilder::new().content("application/json", object(body));
            operation = operation.request_body(Some(given.required(Some(Required::True)).build()));
        }
        let (status, kind) = match *gives {
            "" => ("204", None),
            "101" => ("101", None),
            "html" => ("200", Some("text/html")),
            "text" => ("200", Some("text/plain")),
            "jsonl" => ("200", Some("application/jsonl")),
            _ => ("200", Some("application/json")),
        };
        let mut answer = ResponseBuilder::new().description(*gives);
        if let Some(kind) = kind {
            answer = answer.content(kind, object(gives));
        }
        let fault = ResponseBuilder::new()
            .description("What was wrong, where, and what would be right")
            .content("application/json", object("ApiError"));
        let operation = operation.response(status, answer).response("default", fault);
        let method = match *method {
            "POST" => HttpMethod::Post,
            "DELETE" => HttpMethod::Delete,
            _ => HttpMethod::Get,
        };
        paths = paths.path(*address, PathItem::new(method, operation));
    }
    let info = InfoBuilder::new().title("Grognard").version(env!("CARGO_PKG_VERSION"));
    let components = ComponentsBuilder::new().schemas_from_iter(known).build();
    OpenApiBuilder::new().info(info).paths(paths).components(Some(components)).build()
}

/// The same for people.
pub(crate) fn page() -> String {
    let mut rows = String::new();
    for (method, address, summary, body, gives) in ADDRESSES {
        writeln!(
            rows,
            "<tr><td>{method}</td><td><code>{address}</code></td><td>{summary}</td><td>{body}</td><td>{gives}</td></tr>"
        )
        .expect("into a string");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Grognard: the API</title>\n\
         <style>body{{font:16px sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}}\
         td,th{{text-align:left;padding:.2rem .8rem .2rem 0}}</style></head>\n<body><main><h1>The API</h1>\n\
         <p>For programs: <a href=\"docs/openapi.json\">openapi.json</a>. The types are described in docs/protocol.md.</p>\n\
         <table><thead><tr><th>method</th><th>address</th><th>what</th><th>body</th><th>answer</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table></main></body>\n</html>\n"
    )
}
