//! What whoever runs a server looks at: health, figures, the description of the API, links for others.

use serde_json::{Value, json};

use crate::support::{Client, cookie, create, get, memory, new_game, post, request};

#[tokio::test]
async fn a_server_tells_how_it_is() {
    let server = memory().await;
    let address = server.address();
    assert_eq!(get(address, "/api/health").await.json(), json!({"ok": true}));
    assert_eq!(get(address, "/api/ready").await.status, 200);
    let id = create(address, &new_game("human", "human")).await;
    let mut client = Client::join(address, &id, "public").await;
    client.answer("north", "hide 1").await;
    let figures = get(address, "/metrics").await;
    assert_eq!(figures.status, 200, "{figures:?}");
    let figure = |name: &str| {
        let line = figures.body.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()
    };
    assert!(figure("grognard_sockets") >= 1.0 && figure("grognard_attempt_seconds_count") >= 1.0);
    assert!(figure("grognard_bytes_sent_total") > 1000.0 && figure("grognard_games_in_memory") >= 1.0);
    let proxied = format!("{}X-Forwarded-For: 10.0.0.1\r\n", cookie(crate::support::HERE));
    assert_eq!(request(address, "GET", "/metrics", &proxied, b"").await.status, 404, "not for the world");
}

#[tokio::test]
async fn every_address_is_described_and_every_description_is_true() {
    let server = memory().await;
    let described = get(server.address(), "/api/docs/openapi.json").await.json();
    let paths = described["paths"].as_object().unwrap();
    assert!(paths.len() > 30, "{}", paths.len());
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let asked =
                path.replace("{system}", "pebbles").replace("{id}", "abc").replace("{rule}", "PB-TAKE-001");
            let asked = asked.replace("{kind}", "heap");
            let answer = request(server.address(), &method.to_uppercase(), &asked, "", b"").await;
            assert_ne!(answer.status, 405, "{method} {path}");
            assert!(!answer.body.contains("nothing at this address"), "{method} {path}: {answer:?}");
        }
    }
    // Every type that is named is described, and bodies and answers of the protocol are.
    let text = described.to_string();
    let schemas = described["components"]["schemas"].as_object().unwrap();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schemas.contains_key(name), "{name} is not described");
    }
    let body = &paths["/api/games"]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    assert_eq!(body, "#/components/schemas/CreateGame");
    let fields = schemas["CreateGame"]["properties"].as_object().unwrap();
    for field in new_game("human", "human").as_object().unwrap().keys() {
        assert!(fields.contains_key(field), "{field} of a new game is not described");
    }
    // The other way round: what the router has is described.
    let source = include_str!("../../src/http.rs");
    for line in source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
        let path = line.split('"').next().unwrap();
        let path = if path == "/metrics" { path.to_owned() } else { format!("/api{path}") };
        let known = paths.get(&path).unwrap_or_else(|| panic!("{path} is not described"));
        for method in ["post", "delete"] {
            assert_eq!(line.contains(&format!("{method}(")), known.get(method).is_some(), "{method} {path}");
        }
    }
    let page = get(server.address(), "/api/docs").await;
    assert!(page.status == 200 && page.body.contains("/api/lobby"), "{}", page.head);
    assert!(page.head.to_lowercase().contains("content-security-policy"), "{}", page.head);
}

#[tokio::test]
async fn an_invitation_from_loopback_is_told_to_be_one() {
    let server = memory().await;
    let info = get(server.address(), "/api/server").await.json();
    assert_eq!((&info["loopback"], &info["addresses"]), (&json!(true), &json!([])));
    let code = post(server.address(), "/api/qr", &json!({"text": "http://127.0.0.1/#/game/1"})).await.json();
    let rows = code["rows"].as_array().unwrap();
    assert!(rows.len() > 20 && rows.iter().all(|row| row.as_str().unwrap().len() == rows.len()));
    for bad in [json!({"text": ""}), json!({"text": "x".repeat(401)}), json!({"text": 1}), Value::Null] {
        assert_eq!(post(server.address(), "/api/qr", &bad).await.status, 400);
    }
}
