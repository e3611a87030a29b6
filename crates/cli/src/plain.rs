//! Output that cannot steer a terminal.
//!
//! Records, documents and names come from strangers. A control character in one of them could move the cursor, change the
//! window's title or hide a line. Line ends and tabs pass; every other control character is written as `\u{1b}`.

use std::io::{self, Write};

/// A writer for a terminal.
pub struct Plain<W> {
    out: W,
    /// The last byte was the first of a character that may be a control character.
    begun: bool,
}

/// The first byte of U+0080 to U+00BF in UTF-8; the first half of them are control characters.
const FIRST: u8 = 0xc2;

impl<W: Write> Plain<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, begun: false }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut plain = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            let begun = std::mem::take(&mut self.begun);
            match byte {
                0x80..=0x9f if begun => write!(plain, "\\u{{{byte:x}}}")?,
                _ if begun => plain.extend([FIRST, byte]),
                FIRST => self.begun = true,
                b'\n' | b'\t' => plain.push(byte),
                0x00..=0x1f | 0x7f => write!(plain, "\\u{{{byte:x}}}")?,
                _ => plain.push(byte),
            }
        }
        self.out.write_all(&plain)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(parts: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut writer = Plain::new(&mut out);
        for part in parts {
            writer.write_all(part).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn control_characters_are_written_out_and_words_pass() {
        let text = "Schlüssel „x“ ×\t½\n\u{a0}";
        assert_eq!(plain(&[text.as_bytes()]), text);
        assert_eq!(plain(&[b"a\x1b[2Jb\rc\x07\x7f"]), "a\\u{1b}[2Jb\\u{d}c\\u{7}\\u{7f}");
        assert_eq!(plain(&["\u{9b}2J".as_bytes()]), "\\u{9b}2J");
        assert_eq!(plain(&[b"\xc2", b"\x9b", b"\xc2", b"\xa0"]), "\\u{9b}\u{a0}", "cut in the middle");
    }
}
