//! Time zones by name, from the data that the program brings along: what the machine has installed
//! makes no difference.

use std::{cmp::Reverse, sync::LazyLock};

use jiff::tz::{TimeZone, TimeZoneDatabase};

/// The most names that are proposed for one that no zone has.
const MOST_NAMES: usize = 3;
/// How like a proposed name has to be, from 0 to 1.
const LIKENESS: f64 = 0.75;

static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The zone that somebody means by `Europe/Berlin`, `america/new york` or, where only one zone is
/// called after it, `Berlin`.
///
/// # Errors
/// The names that come near, the nearest first; there may be none.
pub(super) fn find_zone(typed: &str) -> Result<TimeZone, Vec<String>> {
    let typed = typed.trim().replace(' ', "_");
    if let Ok(zone) = ZONES.get(&typed) {
        return Ok(zone);
    }
    let lower = typed.to_lowercase();
    let names: Vec<String> = ZONES.available().map(|name| name.to_string()).collect();
    let cities = || names.iter().filter(|name| city(name).to_lowercase() == city(&lower));
    let mut zones = cities().filter_map(|name| ZONES.get(name).ok());
    match (zones.next(), zones.next()) {
        (Some(zone), None) => Ok(zone),
        (Some(_), Some(_)) => Err(cities().take(MOST_NAMES).cloned().collect()),
        (None, _) => Err(nearest(&lower, &names)),
    }
}

/// The last part of a name: `Berlin` of `Europe/Berlin`.
fn city(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The names that are most like a text in lower case, whole or by their city.
fn nearest(lower: &str, names: &[String]) -> Vec<String> {
    let likeness = |name: &str| {
        let name = name.to_lowercase();
        let whole = strsim::jaro_winkler(&name, lower);
        whole.max(strsim::jaro_winkler(city(&name), city(lower)))
    };
    // In thousandths, since fractions have no order of their own.
    let thousandths = |name: &String| (likeness(name) * 1_000.0) as u32;
    let mut near: Vec<(u32, &String)> =
        names.iter().map(|name| (thousandths(name), name)).collect();
    near.retain(|(likeness, _)| f64::from(*likeness) >= LIKENESS * 1_000.0);
    near.sort_by_key(|(likeness, name)| (Reverse(*likeness), name.len()));
    near.into_iter().take(MOST_NAMES).map(|(_, name)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::find_zone;

    fn name(typed: &str) -> Option<String> {
        find_zone(typed).ok()?.iana_name().map(str::to_owned)
    }

    #[test]
    fn zones_are_found_as_people_type_them() {
        for (typed, zone) in [
            ("Europe/Berlin", "Europe/Berlin"),
            ("europe/berlin", "Europe/Berlin"),
            ("Berlin", "Europe/Berlin"),
            ("america/new york", "America/New_York"),
            ("kathmandu", "Asia/Kathmandu"),
            ("UTC", "UTC"),
        ] {
            assert_eq!(name(typed).as_deref(), Some(zone), "{typed}");
        }
    }

    #[test]
    fn what_is_no_zone_is_answered_with_names_near_to_it() {
        for (typed, near) in [("Europe/Berln", "Europe/Berlin"), ("Kathmandoo", "Asia/Kathmandu")] {
            let names = find_zone(typed).unwrap_err();
            assert!(
                names.len() <= 3 && names.iter().any(|name| name == near),
                "{typed}: {names:?}"
            );
        }
        assert_eq!(find_zone("1234567890").unwrap_err(), [""; 0]);
        assert!(find_zone("").is_err());
    }
}
