//! `grognard play` and `grognard serve`: what keeps them from starting.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::{arg, folder, grognard};

#[test]
fn a_port_that_is_taken_is_told_how_to_ask_for_another() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let port = taken.local_addr().expect("it listens").port();
    let store = folder("taken-port");
    let (text, next) = (port.to_string(), port.checked_add(1).unwrap_or(7420));
    let play = grognard(&["play", "--no-open", "--store", arg(&store), "--port", &text]).fails(3);
    assert!(play.contains(&format!("127.0.0.1:{port} is taken by another program")), "{play}");
    assert!(play.contains(&format!("`--port {next}`")) && play.contains("`--port 0`"), "{play}");
    let listen = format!("127.0.0.1:{port}");
    let serve = grognard(&["serve", "--store", arg(&store), "--listen", &listen]).fails(3);
    assert!(serve.contains(&format!("`--listen 127.0.0.1:{next}`")), "{serve}");
}

#[test]
fn a_store_that_is_a_file_or_lies_below_one_is_refused() {
    let file = folder("file-store").join("games.txt");
    std::fs::write(&file, "not a folder").expect("the target folder can be written");
    for store in [file.clone(), file.join("below")] {
        let refused = grognard(&["play", "--no-open", "--store", arg(&store)]).fails(3);
        assert!(refused.contains(&format!("cannot keep games in {}", store.display())), "{refused}");
        assert!(refused.contains("games.txt is a file, not a folder"), "{refused}");
        assert!(refused.contains("name a folder you may write to with --store"), "{refused}");
    }
}

/// A server under way, and where it listens.
fn serving(args: &[&str]) -> (Child, String, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let out = BufReader::new(child.stdout.take().expect("the output is a pipe"));
    let mut said = Vec::new();
    for line in out.lines().map_while(Result::ok) {
        let last = line.starts_with("Games are kept");
        said.push(line);
        if last {
            break;
        }
    }
    let address = said.iter().find_map(|line| line.strip_prefix("Grognard is at http://"));
    let address = address.expect("it says where it is").trim_end_matches('/').to_owned();
    (child, address, said)
}

/// Asks for something and returns the whole answer.
fn ask(address: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let length = body.len();
    let cookie = format!("Cookie: grognard={}", "d".repeat(64));
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{cookie}\r\nConnection: close\r\n");
    write!(stream, "{head}Content-Length: {length}\r\n\r\n{body}").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

/// The log of a server that was asked for a few things, then ended.
fn logged(form: &str) -> Vec<String> {
    let store = folder(&format!("log-{form}"));
    let arguments =
        ["serve", "--listen", "127.0.0.1:0", "--store", arg(&store), "--log", "debug", "--log-format", form];
    let (mut child, address, _) = serving(&arguments);
    let seat = |seat: &str| format!(r#"{{"seat":"{seat}","player":{{"kind":"human"}}}}"#);
    let seats = ["red", "green", "blue"].map(seat).join(",");
    let game = format!(r#"{{"system":"example","seats":[{seats}],"name":"Waldemar"}}"#);
    let made = ask(&address, "POST", "/api/games", &game);
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");
    assert!(ask(&address, "GET", "/api/systems?lang=sesame", "").starts_with("HTTP/1.1 200"));
    let claim = r#"{"token":"open-sesame-token"}"#;
    let id = made.split("\"id\":\"").nth(1).expect("there is an id")[..32].to_owned();
    assert!(ask(&address, "POST", &format!("/api/games/{id}/claim"), claim).starts_with("HTTP/1.1 403"));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("it can be told to end");
    let mut log = String::new();
    child.stderr.take().expect("the log is a pipe").read_to_string(&mut log).expect("it is text");
    assert!(child.wait().expect("it ends").success(), "{log}");
    for secret in ["sesame", "dddddddd", "Waldemar"] {
        assert!(!log.contains(secret), "queries, bodies and keys are nobody's business: {log}");
    }
    log.lines().map(str::to_owned).collect()
}

#[test]
fn the_log_is_lines_or_json_on_standard_error_and_has_no_secrets() {
    let plain = logged("text");
    assert!(
        plain.iter().any(|line| line.contains("INFO") && line.contains("a game was set up")),
        "{plain:#?}"
    );
    assert!(plain.iter().any(|line| line.contains("the server has stopped")), "{plain:#?}");
    assert!(plain.iter().all(|line| !line.contains('\u{1b}')), "no colours in a file");
    let json: Vec<serde_json::Value> =
        logged("json").iter().map(|line| serde_json::from_str(line).expect("one object a line")).collect();
    let said =
        |what: &str| json.iter().find(|line| line["message"] == what).unwrap_or_else(|| panic!("{json:#?}"));
    assert_eq!(
        (&said("a game was set up")["level"], &said("a game was set up")["system"]),
        (&"INFO".into(), &"example".into())
    );
    assert!(
        said("the server listens")["address"]
            .as_str()
            .is_some_and(|address| address.starts_with("127.0.0.1:"))
    );
    let request =
        json.iter().find(|line| line["span"]["path"].as_str().is_some_and(|path| path.ends_with("/claim")));
    assert_eq!(request.expect("requests are logged")["span"]["method"], "POST");
}

#[test]
fn the_network_is_opened_by_one_flag_with_a_warning() {
    let store = folder("lan");
    let (mut child, address, said) =
        serving(&["play", "--no-open", "--lan", "--port", "0", "--store", arg(&store)]);
    let told = said.join("\n");
    // A machine without a network has no address to tell.
    if let Some(other) = said.iter().find_map(|line| line.strip_prefix("Others on this network open http://"))
    {
        assert!(told.contains("nothing is encrypted"), "{told}");
        let info = ask(other.trim_end_matches('/'), "GET", "/api/server", "");
        assert!(info.contains(r#""loopback":false"#) && info.contains(other.trim_end_matches('/')), "{info}");
    }
    assert!(address.starts_with("127.0.0.1:"), "{told}");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    let (mut child, address, said) = serving(&["play", "--no-open", "--port", "0", "--store", arg(&store)]);
    assert!(!said.join("\n").contains("network"), "{said:?}");
    assert!(ask(&address, "GET", "/api/server", "").contains(r#""loopback":true"#));
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
}

#[test]
fn a_database_that_cannot_be_had_is_told_without_its_password() {
    let refused =
        grognard(&["serve", "--listen", "127.0.0.1:0", "--database", "postgres://red:sesame@127.0.0.1:1/x"])
            .fails(3);
    assert!(refused.contains("127.0.0.1") && !refused.contains("sesame"), "{refused}");
    let odd =
        grognard(&["serve", "--listen", "127.0.0.1:0", "--database", "mysql://red:sesame@host/x"]).fails(3);
    assert!(odd.contains("is no database") && !odd.contains("sesame"), "{odd}");
    let both = grognard(&["serve", "--store", "x", "--database", "sqlite:x"]);
    assert_eq!(both.code, 2, "{}", both.err);
}
