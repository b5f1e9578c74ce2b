//! Our application, as Discord describes it: who owns it, and which papers it names.

use serde_json::Value;
use serenity::model::id::{ApplicationId, UserId};

use super::payload::snowflake;

/// The state of a team's member who has accepted the invitation.
const ACCEPTED: u64 = 2;
/// The role of a team's member who may look at the application and change nothing.
const READ_ONLY: &str = "read_only";
/// The links of an application to its papers, by their names in its description and in the Developer Portal.
const PAPERS: [(&str, &str); 2] = [
    ("privacy_policy_url", "Privacy Policy URL"),
    ("terms_of_service_url", "Terms of Service URL"),
];

/// Our application.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Application {
    pub(super) id: ApplicationId,
    /// The people who may change it: its owner, or the members of the team to which it belongs.
    pub(super) owners: Vec<UserId>,
    /// The links to its papers that are missing, by their names in the Developer Portal.
    pub(super) missing_papers: Vec<&'static str>,
}

impl Application {
    /// Reads Discord's description of it; `None` without an id.
    pub(super) fn read(described: &Value) -> Option<Self> {
        let id = described["id"].as_str().and_then(snowflake)?;
        let is_missing = |key: &str| described[key].as_str().is_none_or(str::is_empty);
        let missing = PAPERS.iter().filter(|(key, _)| is_missing(key)).map(|(_, name)| *name);
        Some(Self { id: id.into(), owners: owners(described), missing_papers: missing.collect() })
    }
}

/// The people who may change an application. Where it belongs to a team, its owner is an account that stands for
/// the team, and is nobody.
fn owners(described: &Value) -> Vec<UserId> {
    let team = &described["team"];
    let user = |id: &Value| id.as_str().and_then(snowflake).map(UserId::new);
    if team.is_null() {
        return user(&described["owner"]["id"]).into_iter().collect();
    }
    let members = team["members"].as_array().into_iter().flatten();
    let members = members.filter(|one| {
        one["membership_state"].as_u64() == Some(ACCEPTED) && one["role"] != READ_ONLY
    });
    let mut owners: Vec<_> = members.filter_map(|one| user(&one["user"]["id"])).collect();
    owners.extend(user(&team["owner_user_id"]).filter(|owner| !owners.contains(owner)));
    owners
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn owners_of(described: &Value) -> Vec<u64> {
        let read = Application::read(described).expect("it has an id");
        read.owners.into_iter().map(UserId::get).collect()
    }

    #[test]
    fn an_application_belongs_to_its_owner_or_to_its_team() {
        let owner = json!({ "id": "5", "owner": { "id": "7" } });
        assert_eq!(owners_of(&owner), [7]);
        let member = |id: &str, state: u64, role: &str| json!({ "user": { "id": id }, "membership_state": state, "role": role });
        let members = [
            member("1", 2, "admin"),
            member("2", 2, "developer"),
            member("3", 2, "read_only"),
            member("4", 1, "admin"),
        ];
        let team = json!({ "owner_user_id": "6", "members": members });
        assert_eq!(
            owners_of(&json!({ "id": "5", "owner": { "id": "9" }, "team": team })),
            [1, 2, 6]
        );
        assert_eq!(owners_of(&json!({ "id": "5", "team": null })), [0; 0]);
        assert_eq!(Application::read(&json!({ "owner": { "id": "7" } })), None);
    }

    #[test]
    fn links_that_are_missing_are_named() {
        let missing = |described| Application::read(&described).expect("an id").missing_papers;
        let both = json!({ "id": "5", "privacy_policy_url": "https://a.example/p",
            "terms_of_service_url": "https://a.example/t" });
        assert_eq!(missing(both), [""; 0]);
        let empty = json!({ "id": "5", "privacy_policy_url": "", "terms_of_service_url": null });
        assert_eq!(missing(empty), ["Privacy Policy URL", "Terms of Service URL"]);
    }
}
