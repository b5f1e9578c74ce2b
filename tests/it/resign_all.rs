//! `resign all`: asked once, and then each game ends for itself, also over a kill.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::time::Duration;

use chat::Reply;
use host::ManualClock;
use serde_json::json;
use table::GameNo;

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        servers::{Discord, channel_of, server},
        stand_in::{ANN, BEN, CHANNEL, line},
        tables::{Folder, START, Table, channel, person},
    },
};

/// As many games as one person may have.
const MOST: u32 = 50;

/// Begins these games of Lyra between Ann, who is to move, and Ben in the channel of the page.
async fn begin(table: &mut Table, games: impl IntoIterator<Item = u32>) {
    for no in games {
        table.asked("ann", "challenge @ben lyra white").await;
        let begun = table.asked("ben", &format!("accept {no}")).await;
        assert!(begun.contains("ann> begins"), "{begun}");
    }
}

/// Returns what is said until nothing more is done, while time goes on.
async fn told(table: &mut Table) -> Vec<Reply> {
    let mut all = table.replies().await;
    loop {
        table.clock.advance(Duration::from_millis(1));
        let more = table.replies().await;
        if more.is_empty() {
            return all;
        }
        all.extend(more);
    }
}

/// The result of a game; `None` while it runs.
fn result(table: &Table, no: u32) -> Option<String> {
    table.store.reader().unwrap().game_row(GameNo(no)).unwrap().unwrap().result
}

#[tokio::test]
async fn it_is_asked_once_and_ends_the_games_of_the_server_or_in_private_all() {
    let folder = Folder::new();
    let mut discord = Discord::at(&folder.db(), &ManualClock::new(START));
    for (no, of) in [(1, "1"), (2, "1"), (3, "2")] {
        discord.asked(of, "ben", "challenge @carl lyra white").await;
        discord.asked(of, "carl", &format!("accept {no}")).await;
    }
    let begun = discord.asked_in_private("ben", "challenge bot 1 lyra white").await;
    assert!(begun.contains("#4"), "{begun}");

    let asked = discord.asked("1", "ben", "resign all").await;
    let question = "Give up 2 games, all that you play in this server? Games elsewhere go on. Type `resign all yes`.";
    assert_eq!(asked, question);
    let mut said =
        discord.replies_at(channel_of("1"), Some(server("1")), "ben", "resign all yes").await;
    said.extend(told(&mut discord.table).await);
    let [yes, first, second] = said.as_slice() else { panic!("three: {said:?}") };
    assert_eq!(yes.text, "You give up 2 games. Each one ends where it is played.");
    let carl = discord.people.iter().find(|one| one.name == "carl").unwrap().id.clone();
    for (end, no) in [(first, 1), (second, 2)] {
        assert!(end.text.contains(&format!("carl wins #{no}")), "{}", end.text);
        assert!(end.text.contains("ben resigned") && end.shows_board(), "{}", end.text);
        assert_eq!((&end.place, &*end.ping), (&channel_of("1"), &[carl.clone()][..]));
    }
    let results = |discord: &Discord| [1, 2, 3, 4].map(|no| result(&discord.table, no).is_some());
    assert_eq!(results(&discord), [true, true, false, false]);
    assert!(discord.asked("1", "ben", "resign all").await.contains("no running game here"));

    let asked = discord.asked_in_private("ben", "resign all").await;
    assert!(asked.starts_with("Give up 2 games, all that you play anywhere? Type"), "{asked}");
    discord.asked_in_private("ben", "resign all yes").await;
    told(&mut discord.table).await;
    assert_eq!(results(&discord), [true; 4]);
    // Carl, who has won, has nothing left to give up either.
    assert!(discord.asked_in_private("carl", "resign all yes").await.contains("no running game"));
    discord.table.stop().await;
}

#[tokio::test]
async fn others_play_on_and_what_begins_later_is_not_given_up() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "challenge @ben @carl martian players:3").await;
    table.asked("ben", "accept").await;
    table.asked("carl", "accept").await;
    begin(&mut table, [2]).await;
    let private = person("ann").id.private_place();
    table.asked_in(private, "ann", "challenge bot 1 lyra").await;
    let asked = table.asked("ann", "resign all").await;
    assert!(asked.starts_with("Give up 2 games, all that you play in this channel?"), "{asked}");
    let first = table.asked("ann", "resign all yes").await;
    assert!(first.contains("ann gives up #1") && !first.contains("#2"), "{first}");
    begin(&mut table, [4]).await;
    let rest: String = told(&mut table).await.into_iter().map(|reply| reply.text).collect();
    assert!(rest.contains("ben wins #2"), "{rest}");
    assert_eq!([1, 3, 4].map(|no| result(&table, no)), [None, None, None]);
    assert!(table.asked("ann", "resign all").await.starts_with("Give up 1 game, all"));
    assert!(table.asked("ben", "resign all").await.starts_with("Give up 2 games, all"));
    table.stop().await;
}

#[tokio::test]
async fn a_kill_in_the_middle_leaves_each_game_as_it_was_and_the_rest_follows() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    begin(&mut table, 1..=MOST).await;
    let mut ends = usize::from(table.asked("ann", "resign all yes").await.contains("ann resigned"));
    for _ in 0..20 {
        table.clock.advance(Duration::from_millis(1));
        ends += table.replies().await.len();
    }
    assert_eq!(ends, 21);
    let clock = table.clock.clone();
    let left = table.kill(&folder.db()).await;
    let mut table = Table::at(&left.db(), &clock);
    let resigned = |table: &Table| {
        let results = (1..=MOST).filter_map(|no| result(table, no));
        results.inspect(|one| assert_eq!(one, "win 2 resignation")).count()
    };
    assert_eq!(resigned(&table), 21);
    let rest = told(&mut table).await;
    assert_eq!((rest.len(), resigned(&table)), (29, 50));
    assert!(rest.iter().all(|reply| reply.place == channel() && reply.ping == [person("ben").id]));
    assert!(told(&mut table).await.is_empty(), "nothing follows");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_slash_command_asks_whoever_types_it_alone() {
    let (hosted, clock) = Hosted::by_clock(START).await;
    let discord = &hosted.discord;
    discord.registered().await;
    for no in [1, 2] {
        discord.say(line(ANN, &format!("!challenge <@{}> lyra white", BEN.id)));
        discord.post().await;
        discord.say(line(BEN, &format!("!accept #{no}")));
        discord.post().await;
    }
    let id = discord.slash(BEN, CHANNEL, "resign-all", &[]);
    let asked = discord.answered(id).await;
    assert!(asked.is_ephemeral(), "{}", asked.message);
    assert!(asked.text().starts_with("Give up 2 games, all that you play in this server?"));
    assert!(asked.text().contains("resign-all"), "{}", asked.text());
    let yes = button(&asked.message, &["Yes, give up 2 games"]);
    let pressed = discord.press(BEN, asked.id, &yes);
    let answer = discord.answered(pressed).await;
    assert!(answer.text().starts_with("You give up 2 games."), "{}", answer.text());
    for no in [1, 2] {
        let end = discord.post().await;
        assert!(end.text().contains(&format!("Ann wins #{no}")), "{}", end.text());
        assert_eq!(end.channel, CHANNEL);
        assert_eq!(end.payload["allowed_mentions"]["users"], json!(["101"]));
        clock.advance(Duration::from_secs(1));
    }
    hosted.stop().await;
}
