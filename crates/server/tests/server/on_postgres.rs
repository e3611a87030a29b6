//! The tests of this program again, with `PostgreSQL` in place of memory and folders.

use std::process::Command;

use crate::support::DATABASE;
use crate::support::postgres::Postgres;

/// More than the tests open stores.
const SCHEMAS: u32 = 250;

/// Those about a file or a folder of `SQLite`, those that count something of the whole process, and those with a database of their own.
const LEFT_OUT: [&str; 8] = [
    "on_postgres",
    "cluster",
    "crash",
    "jobs",
    "old_store",
    "errors_name_no_files_of_the_host",
    "a_second_start_finds_the_first",
    "bad_starts_say_what_would_be_right",
];

#[test]
fn the_server_does_the_same_on_postgresql() {
    if std::env::var_os(DATABASE).is_some() {
        return;
    }
    let Some(postgres) = Postgres::start() else { return };
    let make: Vec<_> = (0..SCHEMAS).map(|number| format!("CREATE SCHEMA place_{number}")).collect();
    assert!(postgres.psql(&make.join(";")).status.success());
    let fresh = postgres.fresh();
    let (base, _) = fresh.rsplit_once("test_").unwrap();
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests.env(DATABASE, format!("{base}place_")).args(["--test-threads=3"]);
    for name in LEFT_OUT {
        tests.args(["--skip", name]);
    }
    let ran = tests.output().unwrap();
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{told}\n{}", String::from_utf8_lossy(&ran.stderr));
    let passed =
        told.lines().find_map(|line| line.split("ok. ").nth(1)?.split(' ').next()?.parse::<u32>().ok());
    assert!(passed.is_some_and(|passed| passed > 50), "{told}");
    // They were indeed in the database.
    let used = "SELECT count(*) FROM pg_tables WHERE tablename = 'games'";
    let used: u32 = String::from_utf8(postgres.psql(used).stdout).unwrap().trim().parse().unwrap();
    assert!(used > 50, "only {used} stores were opened");
}
