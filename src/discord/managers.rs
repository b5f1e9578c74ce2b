//! Who may manage a server: its owner, and whoever has a role that allows it.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serenity::model::id::{GuildId, RoleId, UserId};

/// Those who may manage one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Managers {
    owner: UserId,
    /// The roles that allow it; that of everyone has the id of the server.
    roles: HashSet<RoleId>,
}

impl Managers {
    /// The owner, and the roles that allow it.
    pub(super) fn new(owner: UserId, roles: impl Iterator<Item = RoleId>) -> Self {
        Self { owner, roles: roles.collect() }
    }
}

/// Those who may manage the servers of which the gateway has told.
#[derive(Debug, Default)]
pub(super) struct AllManagers(Mutex<HashMap<GuildId, Managers>>);

impl AllManagers {
    /// Learns who may manage a server, in place of what was known.
    pub(super) fn learn(&self, server: GuildId, managers: Managers) {
        self.lock().insert(server, managers);
    }

    /// Learns whether a role of a server allows it.
    pub(super) fn learn_role(&self, server: GuildId, role: RoleId, manages: bool) {
        if let Some(managers) = self.lock().get_mut(&server) {
            if manages {
                managers.roles.insert(role);
            } else {
                managers.roles.remove(&role);
            }
        }
    }

    /// Whether it is known who may manage a server.
    pub(super) fn know(&self, server: GuildId) -> bool {
        self.lock().contains_key(&server)
    }

    /// Whether a person with these roles may manage a server.
    pub(super) fn include(&self, server: GuildId, person: UserId, roles: &[RoleId]) -> bool {
        self.lock().get(&server).is_some_and(|managers| {
            let everyone = RoleId::new(server.get());
            managers.owner == person
                || roles.iter().chain([&everyone]).any(|role| managers.roles.contains(role))
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GuildId, Managers>> {
        // A mere map, which is usable even after a panic in the middle of a change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_and_whoever_has_such_a_role_may_manage_a_server() {
        let (server, other, owner) = (GuildId::new(5), GuildId::new(6), UserId::new(1));
        let role = RoleId::new;
        let all = AllManagers::default();
        assert!(!all.include(server, owner, &[]), "nothing is known yet");
        all.learn(server, Managers::new(owner, [role(70)].into_iter()));
        let may = |person, roles: &[RoleId]| all.include(server, UserId::new(person), roles);
        assert!(may(1, &[]) && may(2, &[role(71), role(70)]) && !may(2, &[role(71)]));
        assert!(!all.include(other, owner, &[role(70)]));
        all.learn_role(server, role(71), true);
        all.learn_role(server, role(70), false);
        assert!(may(2, &[role(71)]) && !may(2, &[role(70)]));
        all.learn_role(server, role(5), true);
        assert!(may(2, &[]), "the role of everyone");
    }
}
