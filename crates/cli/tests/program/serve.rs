//! `grognard play` and `grognard serve`: what keeps them from starting.

use std::net::TcpListener;

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
