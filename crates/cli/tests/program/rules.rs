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
    let unknown = grognard(&["rules", "show", "ex-mvo-005"]).fails(2);
    assert!(unknown.contains("did you mean EX-MOV-005"), "{unknown}");
    let unknown = grognard(&["rules", "show", "nonsense"]).fails(2);
    assert!(unknown.contains("`grognard rules search WORDS`") && unknown.lines().count() < 3, "{unknown}");
}

#[test]
fn hits_in_titles_come_first_and_deferred_rules_are_marked() {
    let found = grognard(&["rules", "search", "overwatch", "--system", "space-hulk"]).ok();
    let titles: Vec<_> = found.lines().filter(|line| line.starts_with("SH-")).collect();
    let in_title = |line: &&str| line.to_lowercase().contains("overwatch");
    let last = titles.iter().rposition(in_title).unwrap();
    assert!(titles[..last].iter().all(in_title), "{found}");
    let json = grognard(&["rules", "search", "the", "--json"]).json();
    let marked = |status: &str| {
        let rules = json["rules"].as_array().unwrap().iter();
        rules.filter(|rule| rule["status"] == status).map(|rule| rule["id"].as_str().unwrap()).next()
    };
    assert!(marked("enforced").is_some());
    if let Some(id) = marked("deferred") {
        let found = grognard(&["rules", "search", id]).ok();
        assert!(found.lines().next().unwrap().ends_with("(deferred)"), "{found}");
    }
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

#[test]
fn differences_stand_rule_beside_rule() {
    let text = grognard(&["rules", "differences", "--system", "wh40k-5e"]).ok();
    assert!(text.contains("5B-SAV-004") && text.contains("5V-SAV-005"), "{text}");
    let json = grognard(&["rules", "differences", "--system", "wh40k-5e", "--json"]).json();
    let all = json["differences"].as_array().unwrap();
    let saves = all.iter().find(|one| one["rule"]["id"] == "5B-SAV-004").unwrap();
    assert_eq!(
        (saves["fate"].as_str(), saves["by"][0]["id"].as_str()),
        (Some("replaced"), Some("5V-SAV-005"))
    );
    assert!(all.iter().all(|one| !one["by"].as_array().unwrap().is_empty()), "each has a cause");
    assert!(grognard(&["rules", "differences", "--system", "example"]).fails(1).contains("no variant"));
}
