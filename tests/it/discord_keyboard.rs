//! A game that is played by the keyboard alone: slash commands with what completes them, typed lines and
//! replies, and nothing that is pressed or tapped.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use serde_json::{Value, json};
use table::record::{Record, verify};

use crate::{
    discord_taps::{Walk, attack},
    discord_threads::started,
    support::{
        discord_hosted::{Hosted, mover},
        discord_rig::message_id,
        stand_in::{ANN, BEN, BOT, CHANNEL, Kind, Post, Shown, Someone, line, reply},
    },
};

/// How many plies there may be before the game has ended: whoever can take something takes it.
const PLIES: usize = 400;

/// A game by the keyboard, and what has been said of it last.
struct Keys {
    hosted: Hosted,
    walk: Walk,
    board: Post,
}

impl Keys {
    /// Lets Ann challenge Ben, and Ben accept.
    async fn begin() -> Self {
        let hosted = Hosted::start().await;
        let discord = &hosted.discord;
        discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
        let [ben, game, seat] = [BEN.id.to_string(), "lyra".to_owned(), "white".to_owned()];
        let filled = [("opponent", json!(ben)), ("game", json!(game)), ("colour", json!(seat))];
        let id = discord.slash(ANN, CHANNEL, "challenge", &filled);
        let offer = discord.post().await;
        assert!(offer.text().contains("<@102>") && offer.text().contains("accept"));
        assert_eq!(discord.answered(id).await.text(), "");
        // What is typed first is a slip, and is answered with what is meant.
        discord.say(line(BEN, "!acept"));
        let slip = discord.post().await;
        assert!(slip.text().contains("accept"), "{}", slip.text());
        let id = discord.slash(BEN, CHANNEL, "challenge-answer accept", &[("game", json!(1))]);
        let board = discord.post().await;
        assert!(board.file.is_some() && board.text().contains("#1"), "{}", board.text());
        assert!(discord.answered(id).await.is_ephemeral());
        Self { hosted, walk: Walk(7), board }
    }

    /// Returns what stands among the choices for a value while it is typed.
    async fn completed(&self, who: Someone, path: &str, name: &str, typed: &str) -> Vec<Value> {
        let filled = [(name, json!(typed))];
        let choices = self.hosted.discord.type_in(who, CHANNEL, path, &filled, name).await;
        choices.unwrap().into_iter().map(|(_, value)| value).collect()
    }

    /// A slash command, and the answer that its author alone sees.
    async fn slash(&self, who: Someone, path: &str, filled: &[(&str, Value)]) -> Shown {
        let id = self.hosted.discord.slash(who, CHANNEL, path, filled);
        let shown = self.hosted.discord.answered(id).await;
        assert!(shown.is_ephemeral(), "{:?}", shown.message);
        shown
    }

    /// Plays a move by one of the ways to type it, and looks at what is said of it.
    async fn play(&mut self, n: usize, who: Someone, mv: &str) {
        let discord = &self.hosted.discord;
        let mut waits = None;
        match n % 4 {
            0 => {
                let choices = self.completed(who, "move", "move", mv).await;
                assert!(choices.contains(&json!(mv)), "{mv}: {choices:?}");
                waits = Some(discord.slash(who, CHANNEL, "move", &[("move", json!(mv))]));
            }
            1 => drop(discord.say(line(who, mv))),
            2 => drop(discord.say(reply(who, self.board.id, mv))),
            _ => drop(discord.say(line(who, &format!("<@{BOT}> move {mv}")))),
        }
        self.board = discord.post().await;
        let text = self.board.text();
        let is_told = match mv.split_once('x') {
            // A fight is told in words.
            Some((_, to)) => text.contains(" attacks ") && text.contains(&to[..2]),
            None => text.contains(mv),
        };
        assert!(self.board.file.is_some() && is_told, "{mv}: {text}");
        if let Some(id) = waits {
            assert_eq!(discord.answered(id).await.text(), "", "the board is there");
        }
    }

    /// What somebody asks and says in the middle of a game.
    async fn talk(&mut self, who: Someone, other: Someone, mv: &str) {
        let discord = &self.hosted.discord;
        let (from, _) = mv.split_at(2);
        let squares = self.completed(who, "legal", "from", from).await;
        assert!(squares.contains(&json!(from)), "{from}: {squares:?}");
        let legal = self.slash(who, "legal", &[("from", json!(from))]).await;
        assert!(legal.text().contains(mv), "{mv}: {}", legal.text());
        discord.say(line(who, &format!("!why {from}")));
        assert!(discord.post().await.text().contains(from));
        // A draw is offered by a command, and declined by a typed answer.
        let id = discord.slash(who, CHANNEL, "draw", &[("answer", json!("offer"))]);
        let offered = discord.post().await;
        assert!(offered.text().contains("draw decline"), "{}", offered.text());
        assert!(discord.answered(id).await.is_ephemeral());
        self.hosted.knows(offered.id).await;
        discord.say(reply(other, offered.id, "draw decline"));
        assert!(discord.post().await.text().contains("declines"));
        // What is no move is refused with what is near, and nothing happens.
        let refused = self.slash(who, "move", &[("move", json!("a1-a9"))]).await;
        assert!(!refused.text().is_empty() && refused.files.is_empty());
        let shown = self.slash(other, "games", &[]).await;
        assert!(shown.text().contains("#1"), "{}", shown.text());
    }

    /// Looks at the record of a game that is over, as a command gives it and as a line does.
    async fn check_record(&self) {
        let discord = &self.hosted.discord;
        let games = self.completed(BEN, "record", "game", "").await;
        assert_eq!(games[0], json!(1));
        let shown = self.slash(BEN, "record", &[("game", json!(1))]).await;
        discord.say(line(ANN, "!record #1"));
        let posted = discord.post().await.file.unwrap().bytes;
        assert_eq!(posted, shown.files[0].bytes);
        let text = String::from_utf8(posted).unwrap();
        let verdict = verify(&text).unwrap().to_string();
        assert!(verdict.starts_with("ok, signed by "), "{verdict}");
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.names, ["Ann", "ben"]);
        assert!(text.contains("} ") || text.contains("}\n"), "dice have fallen: {text}");
        discord.say(line(ANN, "!verify #1"));
        let told = discord.post().await;
        assert!(told.text().contains("fits the seal"), "{}", told.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_lyra_is_played_by_the_keyboard_alone() {
    let mut keys = Keys::begin().await;
    for n in 0..PLIES {
        let game = keys.hosted.game();
        if !game.is_running() {
            break;
        }
        let who = mover(&game, &[ANN, BEN]);
        let other = if who.id == ANN.id { BEN } else { ANN };
        let mv = attack(&game, &mut keys.walk);
        if n == 6 {
            keys.talk(who, other, &mv).await;
        }
        keys.play(n, who, &mv).await;
        if keys.hosted.game().is_running() {
            let next = format!("<@{}>", mover(&keys.hosted.game(), &[ANN, BEN]).id);
            assert!(keys.board.text().contains(&next), "{}", keys.board.text());
        }
    }
    assert!(keys.hosted.game().outcome().is_some(), "it has ended by its rules");
    assert!(keys.board.text().contains("#1"), "{}", keys.board.text());
    keys.check_record().await;
    let discord = &keys.hosted.discord;
    let is_typed = |kind: Kind| matches!(kind, Kind::Command | Kind::Typing);
    assert!(discord.world().interactions.iter().all(|one| is_typed(one.kind)));
    assert!(discord.world().unanswered_interactions().is_empty());
    keys.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_an_answer_names_its_game_after_the_program_was_killed() {
    let hosted = Keys::begin().await.hosted;
    let discord = &hosted.discord;
    discord.say(line(ANN, "!challenge bot:1 lyra white"));
    assert!(discord.post().await.text().contains("#2 Lyra"));
    let mut answers = Vec::new();
    for question in ["!legal #1", "!board #1", "!odds f2-f3 #1", "!#1 f2-f6"] {
        let asked = discord.say(line(ANN, question));
        answers.push(discord.post().await);
        // Otherwise it is answered once more after the kill.
        hosted.notes(&message_id(asked)).await;
    }
    for answer in &answers {
        hosted.knows(answer.id).await;
    }
    let (discord, folder) = hosted.kill().await;
    let hosted = started(discord, folder).await;
    let discord = &hosted.discord;
    for answer in &answers {
        discord.say(reply(ANN, answer.id, "board text"));
        let shown = discord.post().await;
        assert!(shown.text().contains("#1 Lyra"), "{}: {}", answer.text(), shown.text());
    }
    hosted.stop().await;
}
