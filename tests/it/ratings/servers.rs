//! Ratings of two servers and over all of them: what counts where, and what is told where.

use std::path::Path;

use host::ManualClock;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use table::{GameNo, PlaceId, Platform};

use super::{faults, kept};
use crate::support::{
    servers::{Discord, server},
    tables::{DAY, Folder, START},
};

impl Discord {
    /// A rated game in a server, in which each moves once and one of them resigns.
    async fn plays(&mut self, of: &str, white: &str, black: &str, loser: &str) -> String {
        self.asked(of, white, &format!("!challenge @{black} lyra white rated")).await;
        let begun = self.asked(of, black, "!accept").await;
        self.ends(of, &begun, white, black, loser).await
    }

    /// Lets a game that has just begun in a server end after a move of each.
    async fn ends(
        &mut self,
        of: &str,
        begun: &str,
        first: &str,
        then: &str,
        loser: &str,
    ) -> String {
        let no = begun.split_once('#').and_then(|(_, rest)| rest.split_once(' ')).unwrap().0;
        self.asked(of, first, &format!("!b2-b3 #{no}")).await;
        self.asked(of, then, &format!("!b5-b4 #{no}")).await;
        let said = self.asked(of, loser, &format!("!resign #{no} yes")).await;
        assert!(said.contains(" wins "), "{begun}\n{said}");
        said
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_asked_for_in_private_is_rated_in_the_server_of_the_game() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = Discord::at(&folder.db(), &clock);
    discord.plays("1", "ann", "eve", "eve").await;
    discord.asked("1", "ann", "!server set rated-min-age 30d").await;
    let said = discord.asked_in_private("ann", "!rematch").await;
    assert!(said.contains("eve's account is too new for rated games"), "{said}");
    let said = discord.asked_in_private("eve", "!rematch").await;
    assert!(said.contains("Your account is too new for rated games"), "{said}");
    discord.asked("1", "ann", "!server set rated-min-age off").await;
    let said = discord.asked_in_private("ann", "!rematch").await;
    assert!(said.contains("3d a move, rated"), "{said}");
    let begun = discord.asked("1", "eve", "!accept").await;
    discord.ends("1", &begun, "eve", "ann", "eve").await;
    discord.table.stop().await;
    let kept = kept(&folder.db());
    let servers: Vec<_> = kept.games.iter().map(|game| game.server.clone()).collect();
    assert_eq!(servers, [Some(server("1")), Some(server("1"))]);
    assert_eq!(faults(&folder.db()), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_game_counts_for_stays_when_its_server_is_learnt_after_its_end() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = Discord::at(&folder.db(), &clock);
    let story = [
        ("ann", "!challenge @ben lyra white rated"),
        ("ben", "!accept"),
        ("ann", "!b2-b3"),
        ("ben", "!b5-b4"),
    ];
    // The server is told after the end, in the middle, and by the last message itself.
    for when in ["after", "before", "with"] {
        // Each in a channel of its own, of which nothing is known yet.
        let place = PlaceId::channel(Platform::Discord, format!("9-{when}"));
        for (who, text) in story {
            discord.asked_at(place.clone(), None, who, text).await;
        }
        if when == "before" {
            discord.table.host.places(server("9"), vec![place.clone()]);
        }
        let known = (when == "with").then(|| server("9"));
        let said = discord.asked_at(place.clone(), known, "ben", "!resign yes").await;
        assert!(said.contains("Ratings: "), "{said}");
        discord.table.host.places(server("9"), vec![place.clone()]);
        discord.asked_at(place, Some(server("9")), "carl", "!top").await;
    }
    discord.table.stop().await;
    let kept = kept(&folder.db());
    let servers: Vec<_> = kept.games.iter().map(|game| game.server.clone()).collect();
    assert_eq!(servers, [None, Some(server("9")), Some(server("9"))]);
    assert_eq!(faults(&folder.db()), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_are_told_where_they_count() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = Discord::at(&folder.db(), &clock);
    discord.plays("1", "ann", "ben", "ben").await;
    discord.plays("2", "carl", "ben", "ben").await;
    // In a server, what counts there; overall one's own alone.
    let said = discord.asked("1", "dora", "!top").await;
    assert!(said.contains("ann **") && said.contains("ben **") && !said.contains("carl"), "{said}");
    let said = discord.asked("1", "ben", "!rating").await;
    assert!(said.contains(", 1 game; overall **") && said.contains(", 2 games."), "{said}");
    for line in ["!rating @ben", "!profile @ben"] {
        let said = discord.asked("1", "dora", line).await;
        assert!(said.contains(", 1 game.") && !said.contains("overall"), "{line}: {said}");
    }
    for line in ["!rating @carl", "!profile @carl", "!score @carl"] {
        let said = discord.asked("1", "dora", line).await;
        assert!(!said.contains("16") && !said.contains("1 game"), "{line}: {said}");
    }
    let said = discord.asked("1", "dora", "!rating @carl").await;
    assert!(said.starts_with("carl has finished no rated game in this server yet."), "{said}");
    // In private, one's own.
    let said = discord.asked_in_private("ben", "!rating").await;
    assert!(said.contains("Lyra: **") && said.contains(", 2 games."), "{said}");
    for line in ["!top", "!top lyra", "!rating @ben", "!profile @ben", "!rating @ann lyra"] {
        let said = discord.asked_in_private("dora", line).await;
        assert!(
            !said.contains("**13") && !said.contains("**16") && !said.contains("carl"),
            "{said}"
        );
    }
    let said = discord.asked_in_private("dora", "!top").await;
    assert!(said.starts_with("Each server has its own best in Lyra: type `top lyra`"), "{said}");
    assert!(said.contains("My levels in Lyra"), "{said}");
    let said = discord.asked_in_private("dora", "!rating @ben").await;
    assert!(said.starts_with("In private I tell your own ratings alone."), "{said}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_corrections_in_two_servers_leave_what_the_games_come_to() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = Discord::at(&folder.db(), &clock);
    let (people, mut random) = (["ann", "ben", "carl", "dora"], StdRng::seed_from_u64(11));
    let mut servers = Vec::new();
    for _ in 0..14 {
        let first = random.random_range(0..4_usize);
        let second = (first + 1 + random.random_range(0..3_usize)) % 4;
        let (white, black) = (people[first], people[second]);
        let loser = if random.random_bool(0.5) { white } else { black };
        let of = if random.random_bool(0.5) { "1" } else { "2" };
        servers.push(of);
        discord.plays(of, white, black, loser).await;
        clock.advance(DAY * random.random_range(0..5_u32));
    }
    let mut corrected = 0;
    for _ in 0..100 {
        let at = random.random_range(0..14_usize);
        let result = ["1-0", "0-1", "draw", "none"][random.random_range(0..4_usize)];
        let line = format!("!mod result #{} {result} by mistake", at + 1);
        let said = discord.asked(servers[at], "ann", &line).await;
        corrected += usize::from(said.contains("is put right"));
        assert!(said.contains("put right") || said.contains("stands so already"), "{said}");
    }
    assert!(corrected > 50, "{corrected}");
    discord.table.stop().await;
    let kept = kept(&folder.db());
    let areas: std::collections::BTreeSet<String> =
        kept.ratings.iter().map(|one| one.area.to_string()).collect();
    let wanted = ["platform:discord", "server:discord:1", "server:discord:2"];
    assert_eq!(areas.into_iter().collect::<Vec<_>>(), wanted);
    assert_eq!(faults(&folder.db()), [""; 0]);
    let annulled = kept.games.iter().find(|game| game.refused.is_some()).unwrap().no;
    finds_what_is_changed(&folder.db(), annulled);
}

/// Whatever is changed of a corrected game is found, since nothing of it is taken from where it is kept.
fn finds_what_is_changed(database: &Path, annulled: GameNo) {
    let changes = [
        ("UPDATE rated_game SET period = period + 1 WHERE game = ?1", "in another rating period"),
        ("UPDATE rated_game SET refused = NULL WHERE game = ?1", "whether it counts"),
        ("UPDATE rated_game SET server = NULL WHERE game = ?1", "another game than its log"),
        ("UPDATE rated_player SET place = 3 - place WHERE game = ?1 AND place < 3", "another game"),
        (
            "UPDATE rated_player SET period = period + 1 WHERE game = ?1",
            "players are kept elsewhere",
        ),
        ("DELETE FROM correction WHERE game = ?1", "whether it counts"),
    ];
    for (change, what) in changes {
        let copy = database.with_extension("copy");
        std::fs::copy(database, &copy).unwrap();
        let conn = rusqlite::Connection::open(&copy).unwrap();
        let is_draw = "SELECT count(DISTINCT place) = 1 FROM rated_player WHERE game = ?1";
        let is_draw: bool = conn.query_row(is_draw, [annulled.0], |row| row.get(0)).unwrap();
        let n_changed = conn.execute(change, [annulled.0]).unwrap();
        conn.close().unwrap();
        assert!(n_changed > 0, "{change}");
        let found = faults(&copy).join("\n");
        std::fs::remove_file(&copy).unwrap();
        assert!(found.contains(what) || is_draw && change.contains("place"), "{change}: {found}");
    }
}
