//! `grognard rules`

use crate::{arg, folder, grognard};

#[test]
fn search() {
    let found = grognard(&["rules", "search", "hatch", "deck"]).ok();
    assert!(found.contains("EX-MOV-005"), "{found}");
    let json = grognard(&["rules", "search", "hatch", "--system", "example", "--json"]).json();
    assert_eq!(json["rules"][0]["system"], "example");
    assert!(grognard(&["rules", "search", "dragons", "--system", "example"]).fails(1).contains("`dragons`"));
}

#[test]
fn show() {
    let page = grognard(&["rules", "show", "ex-mov-005"]).ok();
    assert!(page.starts_with("EX-MOV-005") && page.contains("Status: enforced"), "{page}");
    assert_eq!(grognard(&["rules", "show", "EX-MOV-005", "--json"]).json()["id"], "EX-MOV-005");
    let unknown = grognard(&["rules", "show", "EX-MOV-999"]).fails(2);
    assert!(unknown.contains("goes from EX-MOV-001 to EX-MOV-"), "{unknown}");
    let unknown = grognard(&["rules", "show", "nonsense"]).fails(2);
    assert!(unknown.contains("rule ids begin with") && unknown.contains("EX-MOV"), "{unknown}");
}

#[test]
fn coverage() {
    let json = grognard(&["rules", "coverage", "--system", "example", "--json"]).json();
    let number = |name: &str| json[name].as_u64().unwrap();
    let missing = json["missing"].as_array().unwrap().len() as u64;
    assert_eq!(number("catalogued"), number("proved") + number("waived") + number("deferred") + missing);
    assert!(number("enforced") > 0, "{json}");
    let sections = json["sections"].as_object().unwrap();
    let sum: u64 = sections.values().map(|section| section["catalogued"].as_u64().unwrap()).sum();
    assert_eq!(sum, number("catalogued"));
    let table = grognard(&["rules", "coverage", "--system", "example"]).ok();
    assert!(table.contains("catalogued") && table.contains("MOV"), "{table}");
}

#[test]
fn a_ledger_of_tests() {
    let file = folder("ledger").join("ledger.txt");
    let with = |text: &str| {
        std::fs::write(&file, text).unwrap();
        grognard(&["rules", "coverage", "--system", "example", "--json", "--ledger", arg(&file)])
    };
    let json = with("# commit 0\nEX-MOV-005 moves::hatches\nZZ-ABC-001 of another system\n").json();
    assert!(json["by_tests"].as_array().unwrap().is_empty(), "a case proves it already: {json}");
    let wrong = with("EX-MOV-005\nEX-MOV-777 gone\n").fails(3);
    assert!(wrong.contains("ledger.txt:2: `EX-MOV-777` is not in the catalogue"), "{wrong}");
}
