//! The client's types, written from the Rust ones: `cargo xtask protocol` writes them, a test fails when they are stale.
//!
//! The sources are read, not compiled with a derive: the engine stays without a dependency for it, and the check takes no time.
//! What the types may use is little and regular (see `crates/engine/src/client/mod.rs`); anything else is an error here.

use std::fs;
use std::path::PathBuf;

use syn::{Attribute, Expr, Field, Fields, Item, Lit, Meta, Type, Variant};

use crate::steps::{Outcome, Step};

/// What the types are read from.
const SOURCES: [&str; 8] = ["scene", "prompt", "form", "query", "log", "setup", "stops", "document"];

/// Types of other modules that travel in these.
const OTHERS: [(&str, &str); 2] =
    [("Measuring", "\"always\" | \"when_declared\""), ("Carried", "{ kind: string; text: string }")];

pub(crate) fn steps() -> Vec<Step> {
    vec![Step { name: "protocol", run: write }]
}

fn target() -> PathBuf {
    crate::root().join("web/src/protocol/engine.ts")
}

fn write() -> Outcome {
    match generated().and_then(|text| fs::write(target(), text).map_err(|error| error.to_string())) {
        Ok(()) => Outcome::PASSED,
        Err(why) => Outcome::failed(why),
    }
}

/// Whether the client's types are those of the engine.
pub(crate) fn check() -> Outcome {
    let written = fs::read_to_string(target()).unwrap_or_default();
    match generated() {
        Ok(text) if text == written => Outcome::PASSED,
        Ok(_) => Outcome::failed("web/src/protocol/engine.ts is stale: run `cargo xtask protocol`"),
        Err(why) => Outcome::failed(why),
    }
}

/// The whole file.
fn generated() -> Result<String, String> {
    let mut text = vec![String::from(
        "// Written by `cargo xtask protocol` from crates/engine/src/client: change the types there.\n\nexport type Point = [number, number];\n",
    )];
    text.extend(OTHERS.map(|(name, is)| format!("export type {name} = {is};\n")));
    for name in SOURCES {
        let path = crate::root().join(format!("crates/engine/src/client/{name}.rs"));
        let source = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        text.push(types(&source).map_err(|why| format!("{}: {why}", path.display()))?);
    }
    Ok(text.concat())
}

/// Every public type of a file that travels.
fn types(source: &str) -> Result<String, String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let mut text: Vec<String> = Vec::new();
    for item in &file.items {
        match item {
            Item::Struct(item) if travels(&item.attrs) && item.ident != "Point" => {
                let Fields::Named(fields) = &item.fields else {
                    return Err(format!("{} has fields without names", item.ident));
                };
                let body = object(fields.named.iter(), "  ")?;
                text.push(docs(&item.attrs, ""));
                text.push(format!("export interface {} {{\n{body}}}\n", item.ident));
            }
            Item::Enum(item) if travels(&item.attrs) => {
                let serde = Serde::of(&item.attrs);
                let variants: Vec<String> = item
                    .variants
                    .iter()
                    .map(|variant| alternative(variant, &serde))
                    .collect::<Result<_, _>>()?;
                text.push(docs(&item.attrs, ""));
                text.push(format!("export type {} =\n  | {};\n", item.ident, variants.join("\n  | ")));
            }
            Item::Type(item) => {
                text.push(docs(&item.attrs, ""));
                text.push(format!("export type {} = {};\n", item.ident, type_of(&item.ty)?));
            }
            _ => {}
        }
    }
    Ok(text.concat())
}

/// Whether a type is serialized.
fn travels(attrs: &[Attribute]) -> bool {
    attrs.iter().filter(|attr| attr.path().is_ident("derive")).any(|attr| {
        let Meta::List(list) = &attr.meta else { return false };
        list.tokens.to_string().split(',').any(|name| name.trim() == "Serialize")
    })
}

/// What serde is told of a type or a field.
#[derive(Default)]
struct Serde {
    tag: Option<String>,
    snake: bool,
    skipped: bool,
    flatten: bool,
    untagged: bool,
}

impl Serde {
    fn of(attrs: &[Attribute]) -> Serde {
        let mut serde = Serde::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
            // What is not named here says nothing about the form.
            let _ = attr.parse_nested_meta(|meta| {
                let value = meta.value().and_then(syn::parse::ParseBuffer::parse::<syn::LitStr>).ok();
                let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match name.as_str() {
                    "tag" => serde.tag = value.map(|value| value.value()),
                    "rename_all" => serde.snake = value.is_some_and(|value| value.value() == "snake_case"),
                    "skip_serializing_if" => serde.skipped = true,
                    "flatten" => serde.flatten = true,
                    "untagged" => serde.untagged = true,
                    _ => {}
                }
                Ok(())
            });
        }
        serde
    }
}

/// One alternative of an enum.
fn alternative(variant: &Variant, serde: &Serde) -> Result<String, String> {
    let name = if serde.snake { snake(&variant.ident.to_string()) } else { variant.ident.to_string() };
    let head = serde.tag.as_ref().map(|tag| format!("{tag}: \"{name}\""));
    Ok(match (&variant.fields, head) {
        (Fields::Unit, None) => format!("\"{name}\""),
        (Fields::Unit, Some(head)) => format!("{{ {head} }}"),
        (Fields::Named(fields), Some(head)) => {
            format!("{{\n      {head};\n{}    }}", object(fields.named.iter(), "      ")?)
        }
        (Fields::Unnamed(fields), head) if fields.unnamed.len() == 1 => {
            let inner = type_of(&fields.unnamed[0].ty)?;
            match head {
                Some(head) => format!("({{ {head} }} & {inner})"),
                None if serde.untagged => inner,
                None => return Err(format!("{name}: a value without a tag")),
            }
        }
        _ => return Err(format!("{name}: a form that is not known here")),
    })
}

/// The fields of an object, a line each.
fn object<'a>(fields: impl Iterator<Item = &'a Field>, indent: &str) -> Result<String, String> {
    let mut text: Vec<String> = Vec::new();
    for field in fields {
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        let serde = Serde::of(&field.attrs);
        if serde.flatten {
            return Err(format!("{name}: flattened fields are not known here"));
        }
        let (inner, optional) = match inside(&field.ty, "Option") {
            Some(inner) => (type_of(inner)?, true),
            None => (type_of(&field.ty)?, false),
        };
        let (mark, null) = match (serde.skipped, optional) {
            (true, _) => ("?", ""),
            (false, true) => ("", " | null"),
            (false, false) => ("", ""),
        };
        text.push(docs(&field.attrs, indent));
        text.push(format!("{indent}{name}{mark}: {inner}{null};\n"));
    }
    Ok(text.concat())
}

/// A type as the client writes it.
fn type_of(ty: &Type) -> Result<String, String> {
    for list in ["Vec", "SmallVec"] {
        if let Some(inner) = inside(ty, list) {
            let inner = type_of(inner)?;
            let simple = inner.chars().all(char::is_alphanumeric);
            return Ok(if simple { format!("{inner}[]") } else { format!("({inner})[]") });
        }
    }
    if let Some(inner) = inside(ty, "Box") {
        return type_of(inner);
    }
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last().ok_or("a type without a name")?;
            if last.ident == "BTreeMap"
                && let syn::PathArguments::AngleBracketed(of) = &last.arguments
                && let Some(syn::GenericArgument::Type(value)) = of.args.last()
            {
                return Ok(format!("Record<string, {}>", type_of(value)?));
            }
            Ok(match last.ident.to_string().as_str() {
                "String" | "BoardId" | "CellId" | "PieceId" | "SeatName" | "RuleName" => "string".to_owned(),
                "bool" => "boolean".to_owned(),
                "Value" => "unknown".to_owned(),
                "Degrees" | "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "i64" => "number".to_owned(),
                name => name.to_owned(),
            })
        }
        Type::Tuple(tuple) => {
            let all: Vec<String> = tuple.elems.iter().map(type_of).collect::<Result<_, _>>()?;
            Ok(format!("[{}]", all.join(", ")))
        }
        Type::Array(array) => {
            let Expr::Lit(length) = &array.len else { return Err("an array of unknown length".to_owned()) };
            let Lit::Int(length) = &length.lit else { return Err("an array of unknown length".to_owned()) };
            let count: usize = length.base10_parse().map_err(|error| error.to_string())?;
            Ok(format!("[{}]", vec![type_of(&array.elem)?; count].join(", ")))
        }
        _ => Err("a type that is not known here".to_owned()),
    }
}

/// What a type with one parameter holds: `T` of `Vec<T>`.
fn inside<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let syn::PathArguments::AngleBracketed(of) = &last.arguments else { return None };
    match of.args.first()? {
        syn::GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

/// Doc lines as a comment.
fn docs(attrs: &[Attribute], indent: &str) -> String {
    let lines: Vec<String> = attrs
        .iter()
        .filter(|attr| attr.path().is_ident("doc"))
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(pair) => match &pair.value {
                Expr::Lit(value) => match &value.lit {
                    Lit::Str(text) => Some(text.value().trim().to_owned()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("{indent}/** {} */\n", lines.join(" ")) }
}

/// `WhenDeclared` as `when_declared`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_written_as_serde_writes_them() {
        let source = "
            /// A thing.
            #[derive(Serialize)]
            pub struct Thing {
                /// Its name.
                pub id: PieceId,
                #[serde(default, skip_serializing_if = \"Option::is_none\")]
                pub at: Option<[i32; 2]>,
                pub parts: Vec<(String, u32)>,
                pub by: BTreeMap<SeatName, Thing>,
            }
            #[derive(Serialize)]
            #[serde(tag = \"kind\", rename_all = \"snake_case\")]
            pub enum What { Nothing, TwoWords { many: bool }, Other(Thing) }
            pub struct Silent { pub x: u8 }";
        let text = types(source).expect("every form is known");
        assert!(
            text.contains("/** A thing. */\nexport interface Thing {\n  /** Its name. */\n  id: string;\n")
        );
        assert!(text.contains("  at?: [number, number];\n  parts: ([string, number])[];\n"));
        assert!(text.contains("  by: Record<string, Thing>;\n"));
        assert!(text.contains("{ kind: \"nothing\" }"));
        assert!(text.contains("kind: \"two_words\";\n      many: boolean;"));
        assert!(text.contains("({ kind: \"other\" } & Thing)"));
        assert!(!text.contains("Silent"), "what is not serialized does not travel");
    }
}
