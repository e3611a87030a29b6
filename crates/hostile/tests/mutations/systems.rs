//! The same for the systems beside Space Hulk, which is older and has inputs of its own in `main.rs`.

use grognard_hostile::{self as hostile, seeds};

use crate::survives;

/// At most so many of them, spread evenly.
fn some(inputs: Vec<String>, most: usize) -> Vec<String> {
    let step = inputs.len().div_ceil(most).max(1);
    inputs.into_iter().step_by(step).collect()
}

/// The inputs there are, of which there must be some.
fn given(what: &str, id: &str, inputs: Vec<String>, most: usize) -> Vec<String> {
    assert!(!inputs.is_empty(), "{id} has no {what}: nothing is tested");
    some(inputs, most)
}

fn records(id: &str) {
    let inputs = given("records", id, seeds::records_of(id), 3);
    survives("record", hostile::records, &inputs, 20);
}

fn saves(id: &str) {
    let inputs = given("saves", id, seeds::saves_of(id), 6);
    survives("save", hostile::saves, &inputs, 30);
}

fn data(id: &str) {
    let inputs = given("data files", id, seeds::data_of(id), 16);
    survives("data file", hostile::data, &inputs, 6);
}

fn cases(id: &str) {
    let inputs = given("cases", id, seeds::cases_of(id), 12);
    survives("case", hostile::cases, &inputs, 12);
}

fn messages(id: &str) {
    let inputs = given("messages", id, seeds::messages_of(id), 20);
    survives("message", hostile::messages, &inputs, 12);
}

fn answers(id: &str) {
    let inputs = given("questions", id, seeds::answers_of(id), 16);
    survives("answer", hostile::answers, &inputs, 20);
}

fn patches(id: &str) {
    let inputs = given("numbers", id, seeds::patches_of(id), 1);
    survives("patch", hostile::patches, &inputs, 30);
}

fn documents(id: &str) {
    let inputs = given("documents", id, seeds::documents_of(id), 8);
    survives("document", hostile::documents, &inputs, 12);
}

macro_rules! fed {
    ($module:ident, $id:literal, [$($what:ident),+]) => {
        mod $module {
            $(#[test]
            fn $what() {
                super::$what($id);
            })+
        }
    };
}

fed!(wh40k_9e, "wh40k-9e", [records, saves, data, cases, messages, answers, patches, documents]);
fed!(wh40k_2e, "wh40k-2e", [records, saves, data, cases, messages, answers, patches, documents]);
fed!(wh40k_5e, "wh40k-5e", [records, saves, data, cases, messages, answers, patches, documents]);
fed!(
    epic_armageddon,
    "epic-armageddon",
    [records, saves, data, cases, messages, answers, patches, documents]
);
fed!(example, "example", [records, saves, data, cases, messages, answers, patches]);
fed!(example_table, "example-table", [records, saves, data, cases, messages, answers, patches]);
