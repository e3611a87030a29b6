//! What somebody may have meant: what there is near a name that does not exist.

/// A word that differs in more letters than this is another word, not a slip.
const WORD_SLIPS: usize = 2;
/// As many forms are proposed for an answer that is none.
const FORMS: usize = 5;

/// In how many letters two names differ: changed, left out, added, or two neighbours swapped.
pub fn slips(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Whether one word looks like a slip of another. Short words allow fewer slips: every one of three letters is near to many.
fn is_slip(word: &str, of: &str) -> bool {
    let slips = slips(word, of);
    slips <= WORD_SLIPS && slips * 2 <= word.len()
}

/// The names a slip may have meant, the likeliest first.
pub fn names<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<_> = known.into_iter().filter(|name| is_slip(wanted, name)).collect();
    found.sort_by_key(|name| slips(wanted, name));
    found
}

/// Why a text is no answer, with the few forms of answers that begin most like it.
pub fn no_answer<'a>(text: &str, forms: impl IntoIterator<Item = &'a str>) -> String {
    let verb = |text: &'a str| text.split(' ').next().unwrap_or(text);
    let first = text.split_whitespace().next().unwrap_or(text);
    let mut found: Vec<_> = forms.into_iter().filter(|form| is_slip(first, verb(form))).collect();
    let fewest = found.iter().map(|form| slips(first, verb(form))).min();
    found.retain(|form| Some(slips(first, verb(form))) == fewest);
    found.truncate(FORMS);
    let near = if found.is_empty() { String::new() } else { format!("; near it: `{}`", found.join("`, `")) };
    format!("`{text}` is not an answer{near}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (a, b, count) in [("", "SH", 2), ("SH-LOS-7", "SH-LOS-007", 2), ("SH-LSO-007", "SH-LOS-007", 1)] {
            assert_eq!((slips(a, b), slips(b, a)), (count, count), "{a} {b}");
        }
        assert_eq!(slips("SH-LOS-007", "SH-LOS-007"), 0);
    }

    #[test]
    fn names_come_by_likeness() {
        assert_eq!(names("mission", ["lessons", "missions", "texts"]), ["missions"]);
        assert_eq!(names("space_hulk", ["space-hulk", "example"]), ["space-hulk"]);
        assert!(names("foo", ["to", "for"]).len() == 1, "short words are near to everything");
    }

    #[test]
    fn an_answer_that_is_none_is_told_the_few_it_resembles() {
        let forms = ["move X,Y", "turn FACING", "move X,Y and jump", "mode X", "pass"];
        assert_eq!(
            no_answer("mvoe 3,4", forms),
            "`mvoe 3,4` is not an answer; near it: `move X,Y`, `move X,Y and jump`"
        );
        assert_eq!(no_answer("sing", forms), "`sing` is not an answer");
        let many: Vec<_> = std::iter::repeat_n("move X,Y", 20).collect();
        assert_eq!(no_answer("move", many).matches("move X,Y").count(), FORMS);
    }
}
