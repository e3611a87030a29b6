//! Builds the web client and embeds it.
//!
//! The client's files end up in a generated table of `include_bytes!`, which needs no crate of its own. The build is
//! kept below the target directory under a print of its sources, so that profiles share it and it runs again only when
//! `web/` changed. Where Node.js is missing the program still builds, with a page that says what to install.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, thread, time};

/// What the client is built from, within `web/`.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "vite.config.js",
    "svelte.config.js",
];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let web = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"))
        .join("../../web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GROGNARD_SKIP_WEB");
    for source in SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let dist = match built(&web, &out) {
        Ok(dist) => dist,
        Err(why) => {
            // A build machine must not ship a program without its client.
            let skipped = env::var_os("GROGNARD_SKIP_WEB").is_some();
            assert!(skipped || env::var_os("CI").is_none_or(|ci| ci != "true"), "{why}");
            println!("cargo::warning={why}");
            // A file that is never there: look again at the next build, Node.js may have been installed.
            println!("cargo::rerun-if-changed={}", out.join("never").display());
            placeholder(&out, &why)
        }
    };
    fs::write(out.join("assets.rs"), table(&dist)).expect("OUT_DIR is writable");
}

/// The directory with the built client.
fn built(web: &Path, out: &Path) -> Result<PathBuf, String> {
    if env::var_os("GROGNARD_SKIP_WEB").is_some() {
        return Err("The web client was left out of this build because GROGNARD_SKIP_WEB is set.".into());
    }
    if !web.join("index.html").exists() || !web.join("package.json").exists() {
        return Err(
            "The web client's sources are not beside this program's: build it from the whole repository."
                .into(),
        );
    }
    if !npm(&[]).arg("--version").output().is_ok_and(|out| out.status.success()) {
        return Err(
            "The web client was not built because Node.js is missing: install Node.js 18.19 or later with npm \
             (apt-get install nodejs npm) and build again."
                .into(),
        );
    }
    let broken =
        |what: &str| format!("The web client was not built: {what}; run `npm run build` in web/ to see why.");
    // target/<profile>/build/<package>/out
    let shared = out.ancestors().nth(4).unwrap_or(out).join("web-client");
    fs::create_dir_all(&shared).map_err(|e| broken(&e.to_string()))?;
    // Two profiles may be built at once.
    let lock = File::create(shared.join("lock")).map_err(|e| broken(&e.to_string()))?;
    lock.lock().map_err(|e| broken(&e.to_string()))?;
    let dist = shared.join(print_of(web));
    let done = dist.with_extension("done");
    if !done.exists() {
        install(web).map_err(|what| broken(&what))?;
        let target = dist.to_string_lossy().into_owned();
        let mut build = npm(&["run", "--silent", "build", "--", "--emptyOutDir", "--outDir", &target]);
        run(build.current_dir(web)).map_err(|what| broken(&what))?;
        fs::write(&done, "").map_err(|e| broken(&e.to_string()))?;
    }
    Ok(dist)
}

/// `npm ci`, unless what is installed is as new as the lock file.
fn install(web: &Path) -> Result<(), String> {
    let changed = |path: PathBuf| fs::metadata(path).and_then(|file| file.modified());
    let installed = changed(web.join("node_modules/.package-lock.json"));
    if let (Ok(installed), Ok(locked)) = (installed, changed(web.join("package-lock.json")))
        && installed >= locked
    {
        return Ok(());
    }
    let quiet = ["--no-audit", "--no-fund"];
    // `npm ci` refuses a lock file that lacks another platform's optional parts, which says nothing about this one:
    // then what is locked is installed as locked, and the rest as it comes. The registry may also be out of reach for a
    // moment.
    let attempts: [(&[&str], u64); 3] =
        [(&["ci"], 0), (&["install", "--no-save"], 0), (&["install", "--no-save"], 5)];
    let mut last = String::new();
    for (args, wait) in attempts {
        thread::sleep(time::Duration::from_secs(wait));
        match run(npm(args).args(quiet).current_dir(web)) {
            Ok(()) => return Ok(()),
            Err(what) => last = what,
        }
    }
    Err(last)
}

fn npm(args: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args);
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let out = command.output().map_err(|e| format!("npm cannot be started: {e}"))?;
    if out.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&out.stderr);
    let telling = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with("npm warn") && !line.contains("complete log of this run")
    };
    Err(format!("npm failed ({})", said.lines().find(telling).unwrap_or("no message")))
}

fn placeholder(out: &Path, why: &str) -> PathBuf {
    let dir = out.join("placeholder");
    fs::create_dir_all(&dir).expect("OUT_DIR is writable");
    let why = why.replace('&', "&amp;").replace('<', "&lt;");
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Grognard</title></head>\n\
         <body><main><h1>Grognard</h1><p>{why}</p></main></body>\n</html>\n"
    );
    fs::write(dir.join("index.html"), page).expect("OUT_DIR is writable");
    dir
}

/// The source of a table from address to bytes, sorted by address.
fn table(dist: &Path) -> String {
    let mut files = Vec::new();
    walk(dist, &mut files).expect("the client was just built");
    files.sort();
    let mut source = "&[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(dist).expect("walked from there");
        let address: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let absolute = fs::canonicalize(&file).expect("walked").to_string_lossy().into_owned();
        writeln!(source, "({:?}, include_bytes!({:?})),", address.join("/"), absolute)
            .expect("into a string");
    }
    source + "]"
}

/// A print of all sources, names and contents.
fn print_of(web: &Path) -> String {
    let mut files = Vec::new();
    for source in SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()) {
        walk(&source, &mut files).expect("the sources are readable");
    }
    files.sort();
    let mut print = DefaultHasher::new();
    for file in files {
        file.strip_prefix(web).unwrap_or(&file).hash(&mut print);
        fs::read(&file).expect("the sources are readable").hash(&mut print);
    }
    format!("{:016x}", print.finish())
}

fn walk(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            walk(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}
