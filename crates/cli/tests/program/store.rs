//! `grognard store`

use crate::{arg, folder, grognard};

#[test]
fn a_store_is_checked_backed_up_and_restored() {
    let folder = folder("store-keep");
    let (store, copy) = (folder.join("games"), folder.join("copy.sqlite"));
    std::fs::remove_dir_all(&store).ok();
    std::fs::remove_file(&copy).ok();
    let missing = grognard(&["store", "check", "--store", arg(&store)]).fails(3);
    assert!(missing.contains("grognard.sqlite"), "{missing}");
    drop(grognard_store::SqliteStore::open(&store).expect("a new store can be made"));
    let told = grognard(&["store", "check", "--store", arg(&store)]).ok();
    assert!(told.contains("0 games, nothing is damaged"), "{told}");
    grognard(&["store", "backup", arg(&copy), "--store", arg(&store)]).ok();
    let twice = grognard(&["store", "backup", arg(&copy), "--store", arg(&store)]).fails(3);
    assert!(twice.contains("copy.sqlite"), "{twice}");
    let told = grognard(&["store", "restore", arg(&copy), "--store", arg(&store)]).ok();
    assert!(told.contains("before-restore-1"), "{told}");
    std::fs::write(store.join("grognard.sqlite"), "").expect("the store can be emptied");
    let empty = grognard(&["store", "check", "--store", arg(&store)]).fails(3);
    assert!(empty.contains("is empty"), "{empty}");
    let start = grognard(&["play", "--no-open", "--store", arg(&store)]).fails(3);
    assert!(start.contains("is empty"), "{start}");
}
