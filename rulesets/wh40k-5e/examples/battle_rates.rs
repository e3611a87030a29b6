//! Win rates and speed of the computer players in every battle that is offered, by either set of rules, and between the standard
//! lists (named `standard`): `battle_rates [--games N] [--player BOT] [--against BOT] [--only WORD]...`, such as
//! `--only hunters --only base`.

use std::process::ExitCode;

use grognard_engine::erased::Module;
use grognard_sim::{Bout, battle_rates};
use grognard_wh40k_5e::Fifth;
use serde_json::json;

/// The lists of the speed measures (5X-TAB-072 and 5X-TAB-073), each on the table of the first battle.
const LISTS: [(&str, &str, &str); 2] =
    [("small", "space-marines-small", "orks-small"), ("standard", "space-marines-standard", "orks-standard")];

fn bouts() -> Result<Vec<Bout>, String> {
    let module = Module::<Fifth>::embedded().map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for rules in ["variant", "base"] {
        for battle in module.data().battles.iter().filter(|battle| battle.offered) {
            let setup = json!({ "battle": battle.id, "rules": rules });
            all.push(Bout { name: format!("{} by the {rules}", battle.id), setup });
        }
        for (name, red, blue) in LISTS {
            let setup = json!({ "battle": "first-evening", "rules": rules, "red": red, "blue": blue });
            all.push(Bout { name: format!("{name} lists by the {rules}"), setup });
        }
    }
    Ok(all)
}

fn main() -> ExitCode {
    match bouts().and_then(|bouts| battle_rates::<Fifth>(&bouts)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{why}");
            ExitCode::FAILURE
        }
    }
}
