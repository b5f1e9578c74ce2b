//! Games that are shown once more: an animation shows what the still pictures of its plies show, and is
//! small.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use games::GameKind;
use image::{ImageFormat, RgbImage};
use render::{REPLAY_WIDTH, Theme};
use scene::{Animated as _, Frame, Scene};
use table::{
    Game, GameReplay, LogEvent, PlyRoll, ReplayRecipe,
    record::{self, Record},
};

use crate::support::{matches, pictures::renderer};

/// A game of bots that has gone on for up to so many plies at random, and then ends. Without a ply the men
/// that are arranged are not.
fn played(kind: GameKind, seed: u64, most: u32) -> Game {
    let mut game = matches::played(kind, "", seed, most);
    if game.is_running() {
        game.run_out_of_time(game.position().to_move(), 9).unwrap();
    }
    game
}

fn replay_of(game: &Game) -> ReplayRecipe {
    let names = vec!["Zoë".to_owned(), "ben".to_owned()];
    ReplayRecipe::of(game, names, None).unwrap()
}

/// A GIF as its pictures, each with its delay in hundredths of a second.
fn frames(bytes: &[u8]) -> Vec<(RgbImage, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(bytes).unwrap();
    let palette = reader.global_palette().unwrap().to_vec();
    let (width, height) = (u32::from(reader.width()), u32::from(reader.height()));
    let mut shown = RgbImage::new(width, height);
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert!(frame.palette.is_none(), "one palette serves all");
        let before = shown.clone();
        for (at, &index) in (0_u32..).zip(&*frame.buffer) {
            let (x, y) = (at % u32::from(frame.width), at / u32::from(frame.width));
            if frame.transparent != Some(index) {
                let [red, green, blue] = *palette.as_chunks().0.get(usize::from(index)).unwrap();
                let (left, top) = (u32::from(frame.left), u32::from(frame.top));
                shown.put_pixel(left + x, top + y, image::Rgb([red, green, blue]));
            }
        }
        frames.push((shown.clone(), frame.delay));
        if frame.dispose == gif::DisposalMethod::Previous {
            shown = before;
        }
    }
    frames
}

#[test]
fn every_frame_is_the_still_picture_of_its_ply() {
    let renderer = renderer();
    for (kind, theme) in GameKind::ALL.into_iter().zip(Theme::ALL) {
        let game = played(kind, 5, 16);
        let recipe = replay_of(&game);
        let replay = recipe.replay().unwrap();
        assert_eq!(replay.plies(), game.position().ply());
        let frames = frames(&renderer.gif(replay.frames(), Some(theme), REPLAY_WIDTH));
        assert_eq!(frames.len(), 1 + replay.plies() as usize);
        for (((frame, _), shown), ply) in frames.iter().zip(replay.frames()).zip(0..) {
            // Marks and arrows, words, and who is lit.
            assert_eq!(shown.scene, replay.still(ply).unwrap(), "{kind:?}, ply {ply}");
            let lit = shown.scene.panel.sides.iter().filter(|side| side.to_move).count();
            assert_eq!(lit, usize::from(ply < replay.plies()), "{kind:?}, ply {ply}");
            let still = renderer.png(&shown.scene, theme, REPLAY_WIDTH);
            let still = image::load_from_memory_with_format(&still, ImageFormat::Png).unwrap();
            assert!(*frame == still.into_rgb8(), "{kind:?}, ply {ply}");
        }
        assert_eq!(replay.still(replay.plies() + 1), None);

        let of_record = record::replay(&Record::of_game(&game).to_text()).unwrap().unwrap().replay;
        let boards = |replay: &GameReplay| -> Vec<_> {
            replay.frames().map(|frame| (frame.scene.board, frame.hundredths)).collect()
        };
        assert!(boards(&of_record) == boards(replay), "{kind:?}");
    }
    assert!(renderer.gif([], Some(Theme::Wood), REPLAY_WIDTH).is_empty(), "nothing to show");
}

/// For how long each picture of a GIF is shown, in hundredths of a second.
fn delays(bytes: &[u8]) -> Vec<u16> {
    let mut reader = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let delay = || reader.next_frame_info().unwrap().map(|frame| frame.delay);
    std::iter::from_fn(delay).collect()
}

/// For how long the plies without dice of a game are shown, and those with dice, without the last one; and how many
/// plies the animation shows. It is over in a minute and rests at its end.
fn held(game: &Game) -> ([Vec<u16>; 2], usize) {
    let recipe = replay_of(game);
    let held = delays(&renderer().gif(recipe.replay().unwrap().frames(), None, 100));
    assert!(held.iter().map(|&one| u32::from(one)).sum::<u32>() <= 6_000, "{held:?}");
    let [start, plies @ .., end] = held.as_slice() else { panic!("{held:?}") };
    assert!(held.iter().all(|one| (35..=*end).contains(one)), "{held:?}");
    assert!(*start >= 100 && (200..=300).contains(end), "{held:?}");
    let throws = game.log().iter().filter_map(|line| match &line.event {
        LogEvent::Ply { roll, .. } => Some(*roll != PlyRoll::NoDice),
        _ => None,
    });
    let throws: Vec<bool> = throws.collect();
    let left_out = throws.len() - 1 - plies.len();
    let of = |dice: bool| {
        let plies = plies.iter().zip(&throws[left_out..]);
        plies.filter(|(_, throws)| **throws == dice).map(|(held, _)| *held).collect()
    };
    ([of(false), of(true)], plies.len() + 1)
}

#[test]
fn a_quiet_ply_takes_half_a_second_and_less_in_a_long_game() {
    let mix = |plies| held(&played(GameKind::ALL[2], 3, plies));
    let alone = |hundredths: u16, plies: usize| ([vec![hundredths; plies - 1], Vec::new()], plies);
    assert_eq!(mix(1), alone(50, 1));
    assert_eq!(mix(60), alone(50, 60));
    assert_eq!(mix(112), alone(50, 112));
    assert_eq!(mix(139), alone(40, 139));
    assert_eq!(mix(159), alone(35, 159));
    assert_eq!(mix(160), alone(35, 159));
    assert_eq!(mix(300), alone(35, 159));
}

#[test]
fn fights_are_shown_longer_than_other_plies() {
    for (plies, shortened) in [(12, false), (80, false), (200, true)] {
        let ([quiet, fights], _) = held(&played(GameKind::ALL[0], 3, plies));
        assert!(!fights.is_empty() && !quiet.is_empty());
        assert!(fights.iter().min() > quiet.iter().max(), "{fights:?} {quiet:?}");
        assert!(quiet.iter().all(|&one| (one < 50) == shortened), "{quiet:?}");
    }
}

#[test]
fn an_animation_of_a_long_game_says_that_it_shows_the_last_plies() {
    for (plies, said) in [(159, None), (160, Some("159 of 160")), (300, Some("159 of 300"))] {
        let game = played(GameKind::ALL[2], 3, plies);
        let recipe = replay_of(&game);
        let replay = recipe.replay().unwrap();
        let scenes: Vec<_> = replay.frames().map(|frame| frame.scene).collect();
        let said = said.map(|said| format!("the last {said} plies"));
        assert_eq!(replay.shown_words(), said);
        let words = renderer().words(&scenes[0], Theme::Wood, REPLAY_WIDTH).join(" ");
        assert!(words.contains(said.as_deref().unwrap_or("THE START")), "{words}");
        let first = plies - 159 + 1;
        assert_eq!(scenes[1].panel.moment, format!("move {first}"));
        assert_eq!(scenes[1], replay.still(first).unwrap());
        assert_eq!(scenes.last(), replay.still(plies).as_ref());
    }
}

#[test]
fn every_form_of_board_has_room_to_say_which_plies_are_shown() {
    let long = |kind| {
        let mut games = (1..=9).map(|seed| played(kind, seed, 160));
        games.find(|game| game.position().ply() == 160)
    };
    let games: Vec<Game> = GameKind::ALL.into_iter().filter_map(long).collect();
    assert!(games.len() >= 3, "games that go on for so long");
    for game in games {
        let recipe = replay_of(&game);
        let replay = recipe.replay().unwrap();
        let said = replay.shown_words().unwrap();
        let first = replay.frames().next().unwrap();
        let words = renderer().words(&first.scene, first.scene.face, REPLAY_WIDTH).join(" ");
        assert!(words.contains(&said), "{:?}: {said}: {words}", game.kind());
    }
}

#[test]
fn pictures_tell_men_and_why_the_game_is_over() {
    let words = |scene: &Scene| -> String {
        let lines = renderer().words(scene, Theme::Wood, REPLAY_WIDTH).join(" ");
        lines.split_whitespace().collect()
    };
    let text = include_str!("../../docs/RECORD.md").split("```\n").nth(1).unwrap();
    let replay = record::replay(text).unwrap().unwrap().replay;
    let told: Vec<String> = replay.frames().map(|frame| words(&frame.scene)).collect();
    assert!(told[1].contains("Soldierf2–f3"), "{told:?}");
    assert!(told[3].contains("Soldierf3–f4"), "{told:?}");
    assert!(told[6].contains("resigned"), "{told:?}");
    for kind in GameKind::ALL {
        let recipe = replay_of(&played(kind, 5, 30));
        for Frame { scene, .. } in recipe.replay().unwrap().frames() {
            let quiet = scene.panel.plies.last().filter(|ply| ply.fight.is_none());
            let Some(ply) = quiet.filter(|_| scene.panel.is_running()) else { continue };
            let move_alone = ply.words.chars().next().is_some_and(char::is_lowercase);
            assert!(!move_alone || ply.words == "pass", "{kind:?}: {}", ply.words);
            let told = words(&scene);
            let ply = ply.words.split_whitespace().collect::<String>();
            assert!(told.contains(&ply), "{kind:?}: {ply} in {told}");
        }
    }
}

#[test]
fn an_animation_is_small() {
    let renderer = renderer();
    let a_ply = GameKind::ALL.map(|kind| {
        let (mut bytes, mut plies) = (0, 0);
        for seed in 1..=2 {
            let recipe = replay_of(&played(kind, seed, 60));
            let replay = recipe.replay().unwrap();
            bytes += renderer.gif(replay.frames(), None, REPLAY_WIDTH).len();
            plies += replay.plies() as usize;
        }
        bytes / plies
    });
    assert!(a_ply.iter().sum::<usize>() < 5_600 * a_ply.len(), "{a_ply:?}");
    assert!(a_ply.iter().all(|&bytes| bytes < 6_100), "{a_ply:?}");
}

#[test]
fn nothing_hidden_and_nothing_unplayed_is_shown() {
    for kind in GameKind::ALL {
        let game = played(kind, 1, 0);
        let shown = ReplayRecipe::of(&game, Vec::new(), Some(0));
        assert_eq!(shown, None, "{kind:?}");
    }
}
