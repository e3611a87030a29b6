//! `grognard case`

use crate::{arg, folder, grognard};

const GOOD: &str = "\
case An order is asked for
system example
setup
    drone red-1 a:2,2
    drone blue-1 a:3,2
    hand red surge
    begin drone red-1
red: stay red-1
    asks red attack EX-FGT-001
";

#[test]
fn embedded_cases_pass() {
    let told = grognard(&["case", "--all", "--system", "example"]).ok();
    let (passed, all) = told.trim().trim_end_matches(" cases passed").split_once(" of ").unwrap();
    assert_eq!(passed, all);
    assert!(passed.parse::<u32>().unwrap() > 5, "{told}");
    let json = grognard(&["case", "--all", "--system", "example", "--json"]).json();
    assert_eq!(json["failed"], 0);
    assert!(json["cases"][0]["proved"].as_array().is_some(), "{json}");
}

#[test]
fn files_are_run_and_told_what_differed() {
    let folder = folder("case-files");
    let (good, bad) = (folder.join("good.case"), folder.join("bad.case"));
    std::fs::write(&good, GOOD).unwrap();
    std::fs::write(&bad, GOOD.replace("asks red attack", "asks blue attack")).unwrap();
    assert_eq!(grognard(&["case", arg(&good)]).ok(), "1 of 1 cases passed\n");
    let ran = grognard(&["case", arg(&good), arg(&bad)]);
    assert!(
        ran.out.contains("FAILED") && ran.out.contains("line 9: expected `asks blue attack"),
        "{}",
        ran.out
    );
    assert!(ran.fails(1).contains("1 of 2 cases failed"));
}

#[test]
fn files_that_cannot_be_run() {
    let folder = folder("case-faults");
    let file = folder.join("x.case");
    std::fs::write(&file, "case Without a system\n").unwrap();
    assert!(grognard(&["case", arg(&file)]).fails(3).contains("no line `system ID`"));
    std::fs::write(&file, "case Of another game\nsystem chess\n").unwrap();
    let unknown = grognard(&["case", arg(&file)]).fails(3);
    assert!(unknown.contains("x.case: there is no system `chess`"), "{unknown}");
    assert!(grognard(&["case", arg(&folder.join("none.case"))]).fails(3).contains("cannot be read"));
    assert_eq!(grognard(&["case"]).code, 2);
}
