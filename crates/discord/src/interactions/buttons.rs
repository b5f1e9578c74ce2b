//! Buttons and lists: the actions of a reply, below it. What each does stands in its id, so that it works
//! after a restart as well.

use chat::{
    Action, Modal, Pick, PickOption, Pressed, Question, Reply, Weight, action_line, depends_on_ply,
};
use serde_json::{Value, json};
use table::{GameNo, PersonId, Platform};

use crate::{emojis::KnownEmojis, ids::snowflake};

/// The start of the ids of our buttons; the number is that of their form.
const FORM: &str = "mc1";
/// The action that is the yes to a question: behind it stand who was asked, until when a yes counts, and what
/// it does.
const SURE: &str = "sure";
/// The action of a list: what is chosen in it says what is done.
const PICK: &str = "pick";
/// The action that shows what can be moved.
const LEGAL: &str = "legal";
/// The button that shows more buttons.
const MORE: &str = "more";
/// The button that shows the form in which a set-up is typed, and what that form does.
const FORM_OF_SET_UP: &str = "form";
const TYPED: &str = "typed";
/// The action below which that button stands, and the one that leads to all of them.
pub(super) const SET_UP_DONE: &str = "setup:done";
pub(super) const SHOW_SET_UP: &str = "setup:show";
/// The longest id of a button, and the longest value of an option, in characters.
const MAX_ID: usize = 100;
/// The longest words on a button, in characters.
const MAX_LABEL: usize = 80;
/// How many buttons stand in a row, how many rows of them below a message, and how many options in a list.
const PER_ROW: usize = 5;
const MAX_ROWS: usize = 2;
/// How many rows of any kind a message has at most.
const MOST_ROWS: usize = 5;
const PER_LIST: usize = 25;
/// How many lists have room above a row of buttons.
const MAX_LISTS: usize = 4;

/// The request that a button makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pressable {
    /// The text of the line.
    Line {
        /// The line.
        line: String,
        /// The state of the game below which the button stands, if what it does depends on that.
        pressed: Option<Pressed>,
        /// The question to which it is the yes, if it is one.
        question: Option<Question>,
    },
    /// More buttons, or the form in which a set-up is typed, of this state of a game.
    Opens(Modal, Pressed),
}

/// Returns what the button with this id asks for, or the list with it in which this was chosen; `None` for one
/// that is not ours.
pub(super) fn read(custom_id: &str, chosen: Option<&str>) -> Option<Pressable> {
    let mut parts = custom_id.splitn(4, ':');
    let (form, game, ply) = (parts.next()?, parts.next()?, parts.next()?);
    let id = parts.next().filter(|id| !id.is_empty() && form == FORM)?;
    // What may be done in any position names none.
    let depends = !ply.is_empty();
    let (game, ply): (u32, u32) = (game.parse().ok()?, if depends { ply.parse().ok()? } else { 0 });
    let game = (game > 0).then_some(GameNo(game));
    let id = if id.split(':').next() == Some(PICK) { chosen? } else { id };
    match id {
        MORE => {
            return game
                .map(|game| Pressable::Opens(Modal::More, Pressed { game, ply, drafts: None }));
        }
        FORM_OF_SET_UP => {
            return game
                .map(|game| Pressable::Opens(Modal::SetUp, Pressed { game, ply, drafts: None }));
        }
        TYPED => {
            let (game, text) = (game?, chosen?);
            let line = format!("{game} setup {text}");
            let pressed = Some(Pressed { game, ply, drafts: None });
            return Some(Pressable::Line { line, pressed, question: None });
        }
        _ => {}
    }
    let (question, id) = match id.split_once(':') {
        Some((SURE, rest)) => read_question(rest).map(|(question, id)| (Some(question), id))?,
        None if id == SURE => return None,
        _ => (None, id),
    };
    let pressed = game.filter(|_| depends && depends_on_ply(id)).map(|game| Pressed {
        game,
        ply,
        drafts: None,
    });
    Some(Pressable::Line { line: action_line(id, game), pressed, question })
}

/// The question to which an action is the yes, and what the action does.
fn read_question(text: &str) -> Option<(Question, &str)> {
    let mut parts = text.splitn(3, ':');
    let (asked, until) = (snowflake(parts.next()?)?, parts.next()?.parse().ok()?);
    let asked = PersonId::new(Platform::Discord, asked.to_string());
    Some((Question { asked, until }, parts.next().filter(|id| !id.is_empty())?))
}

/// Returns what an action does, as its id says it. `None` if its question is for somebody of another platform.
fn does(action: &Action) -> Option<String> {
    let Some(Question { asked, until }) = &action.question else { return Some(action.id.clone()) };
    Some(format!("{SURE}:{}:{until}:{}", asked.key_on(Platform::Discord)?, action.id))
}

/// The rows below a reply, each as Discord takes it; none if there is nothing to press.
pub(crate) fn rows(reply: &Reply, is_private: bool, emojis: &KnownEmojis) -> Vec<Value> {
    let mut rows = reply.pick.as_ref().map_or_else(Vec::new, |pick| lists(pick, emojis));
    // Below a question which of several games is meant, a button stands for each of them.
    let mut games = reply.actions.iter().filter_map(|action| action.game);
    let is_of_one = games.next().is_none_or(|first| games.all(|game| game == first));
    let is_running = is_of_one && reply.actions.iter().any(|action| action.id == "resign");
    let actions = reply.actions.iter();
    let mut chosen: Vec<Action> = if is_running {
        // Moves that stand in a list, or that have nothing to do with what was chosen there, need no buttons.
        let shows_moves = is_private && reply.pick.is_none();
        actions.filter_map(|action| in_running(action, shows_moves)).collect()
    } else {
        actions.cloned().collect()
    };
    if is_running && let Some(first) = reply.actions.first() {
        chosen.extend(placing(&reply.actions));
        chosen.push(more(first));
    }
    chosen.retain(|action| !is_of_one || action.id != LEGAL || reply.pick.is_none());
    if let Some(back) = reply.pick.as_ref().and_then(|pick| pick.back.as_ref()) {
        chosen.retain(|action| action.id != back.id);
        chosen.insert(0, back.clone());
    }
    if let Some(at) = chosen.iter().position(|action| action.id == SET_UP_DONE) {
        let form = Action::command(FORM_OF_SET_UP).with_label("Type it");
        let Action { game, ply, .. } = chosen[at];
        chosen.insert(at + 1, Action { game, ply, ..form });
    }
    let buttons = buttons(&chosen);
    let room = MOST_ROWS.saturating_sub(rows.len()).min(MAX_ROWS);
    rows.extend(buttons.chunks(PER_ROW).take(room).map(row));
    rows
}

/// An action as it stands below a board of a running game: everything but moving and answering stands
/// behind one button.
fn in_running(action: &Action, shows_moves: bool) -> Option<Action> {
    match &*action.id {
        LEGAL => Some(action.clone().with_label("Move").weighing(Weight::Primary)),
        "help" | "board" | "resign" => None,
        id if id.starts_with("rules") => None,
        // Below a board for everyone they would look like advice.
        _ if action.is_move() && !shows_moves => None,
        _ => Some(action.clone()),
    }
}

/// The button with which men are placed in turns, where they are: moves are offered, but no list of them.
fn placing(actions: &[Action]) -> Option<Action> {
    let is_listed = actions.iter().any(|action| action.id == LEGAL);
    let first = actions.iter().find(|action| action.is_move()).filter(|_| !is_listed)?;
    let place = Action::command(LEGAL).with_label("Place").weighing(Weight::Primary);
    Some(Action { game: first.game, ply: first.ply, ..place })
}

/// The button behind which the rest stands, of the same state of a game.
fn more(of: &Action) -> Action {
    Action { game: of.game, ply: of.ply, ..Action::command(MORE).with_label("More") }
}

/// The rows with what can be done in a running game beside moving.
pub(super) fn beside_moving(actions: &[Action]) -> Vec<Value> {
    buttons(actions).chunks(PER_ROW).take(MAX_ROWS).map(row).collect()
}

/// The rows of lists to choose from.
fn lists(pick: &Pick, emojis: &KnownEmojis) -> Vec<Value> {
    let Some(first) = pick.options.first() else { return Vec::new() };
    let lists: Vec<&[PickOption]> = pick.options.chunks(PER_LIST).take(MAX_LISTS).collect();
    let many = lists.len() > 1;
    let list = |(n, options): (usize, &&[PickOption])| {
        let shown: Vec<Value> = options.iter().filter_map(|one| option(one, emojis)).collect();
        let prompt = match (options.first(), options.last()) {
            (Some(only), _) if many && options.len() == 1 => {
                format!("{} {}", pick.prompt, only.action.label)
            }
            (Some(from), Some(to)) if many => {
                format!("{} {} to {}", pick.prompt, from.action.label, to.action.label)
            }
            _ => pick.prompt.clone(),
        };
        let id = custom_id(&first.action, &format!("{PICK}:{n}"))?;
        let list = json!({ "type": 3, "custom_id": id, "options": shown, "placeholder": prompt });
        (!shown.is_empty()).then(|| row(&[list]))
    };
    lists.iter().enumerate().filter_map(list).collect()
}

fn option(option: &PickOption, emojis: &KnownEmojis) -> Option<Value> {
    let value = &option.action.id;
    if value.chars().count() > MAX_ID {
        return None;
    }
    let mut shown = json!({ "label": label(&option.action), "value": value });
    if !option.note.is_empty() {
        shown["description"] = json!(option.note);
    }
    if let Some(emoji) = emojis.beside(option) {
        shown["emoji"] = emoji;
    }
    Some(shown)
}

/// The buttons of actions, each once.
fn buttons(actions: &[Action]) -> Vec<Value> {
    let mut ids: Vec<String> = Vec::new();
    let mut buttons = Vec::new();
    for action in actions {
        let id =
            does(action).and_then(|does| custom_id(action, &does)).filter(|id| !ids.contains(id));
        let Some(id) = id else { continue };
        let style = match action.weight {
            Weight::Primary => 1,
            Weight::Normal => 2,
            Weight::Danger => 4,
        };
        let label = label(action);
        buttons.push(json!({ "type": 2, "style": style, "label": label, "custom_id": id }));
        ids.push(id);
    }
    buttons
}

/// The id of the form in which a set-up is typed.
pub(super) fn id_of_typed(at: Pressed) -> String {
    format!("{FORM}:{}:{}:{TYPED}", at.game.0, at.ply)
}

/// The id of what does this in the state of an action: `mc1:GAME:PLY:DOES`; `None` if it would be too long.
fn custom_id(action: &Action, does: &str) -> Option<String> {
    let ply = match (action.game, action.ply) {
        (Some(_), None) => String::new(),
        (_, ply) => ply.unwrap_or(0).to_string(),
    };
    let game = action.game.map_or(0, |no| no.0);
    let id = format!("{FORM}:{game}:{ply}:{does}");
    (id.chars().count() <= MAX_ID).then_some(id)
}

fn label(action: &Action) -> String {
    let words = if action.label.is_empty() { &action.id } else { &action.label };
    words.chars().take(MAX_LABEL).collect()
}

fn row(components: &[Value]) -> Value {
    json!({ "type": 1, "components": components })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{PlaceId, Platform};

    fn action(words: &str) -> Action {
        Action { game: Some(GameNo(12)), ply: Some(7), ..Action::command(words) }
    }

    fn reply(actions: Vec<Action>, pick: Option<Pick>) -> Reply {
        Reply {
            actions,
            pick,
            ..Reply::new(PlaceId::channel(Platform::Discord, "5"), String::new())
        }
    }

    /// The rows below a reply, without emojis.
    fn rows(reply: &Reply, is_private: bool) -> Vec<Value> {
        super::rows(reply, is_private, &KnownEmojis::default())
    }

    /// The ids of all that can be pressed below a reply, by rows.
    fn ids(rows: &[Value]) -> Vec<Vec<String>> {
        let ids = |row: &Value| {
            let parts = row["components"].as_array().unwrap().iter();
            parts.map(|part| part["custom_id"].as_str().unwrap().to_owned()).collect()
        };
        rows.iter().map(ids).collect()
    }

    #[test]
    fn a_button_says_all_that_it_does() {
        let line = |id: &str| match read(id, None) {
            Some(Pressable::Line { line, pressed, question: None }) => {
                Some((line, pressed.map(|at| at.ply)))
            }
            _ => None,
        };
        assert_eq!(
            ids(&rows(&reply(vec![action("draw accept")], None), false)),
            [["mc1:12:7:draw:accept"]]
        );
        assert_eq!(line("mc1:12:7:draw:accept"), Some(("draw accept #12".into(), Some(7))));
        assert_eq!(line("mc1:12:7:board"), Some(("board #12".into(), Some(7))));
        assert_eq!(line("mc1:12:7:thread"), Some(("thread #12".into(), None)));
        assert_eq!(line("mc1:12:7:move:c2-c3"), Some(("#12 c2-c3".into(), Some(7))));
        assert_eq!(line("mc1:0:0:rules:lyra"), Some(("rules lyra".into(), None)));
        let state = Pressed { game: GameNo(12), ply: 7, drafts: None };
        assert_eq!(read("mc1:12:7:more", None), Some(Pressable::Opens(Modal::More, state)));
        for forged in [
            "",
            "mc1",
            "mc1:12:7",
            "mc1:12:7:",
            "mc2:12:7:board",
            "mc1:x:7:board",
            "mc1:0:0:more",
            "mc1:12:7:pick:0",
            "mc1:12:7:sure",
            "mc1:12:7:sure:resign:yes",
            "mc1:12:7:sure:101:soon:resign:yes",
            "mc1:12:7:sure:101:60000:",
        ] {
            assert_eq!(read(forged, None), None, "{forged}");
        }
    }

    #[test]
    fn buttons_stand_in_rows_each_once() {
        let mut actions: Vec<Action> = (0..13).map(|n| action(&format!("act {n}"))).collect();
        actions.insert(1, actions[0].clone());
        actions.push(action(&"x".repeat(100)));
        let rows = ids(&self::rows(&reply(actions, None), true));
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
        assert_eq!(rows[0][1], "mc1:12:7:act:1");
        assert!(self::rows(&reply(vec![action(&"x".repeat(100))], None), true).is_empty());
        assert!(self::rows(&reply(Vec::new(), None), true).is_empty());
    }

    #[test]
    fn below_a_board_for_everyone_stand_moving_and_more() {
        let mut actions: Vec<Action> =
            ["draw accept", "legal", "board", "help", "rules lyra", "resign"].map(action).into();
        actions
            .insert(1, Action { game: Some(GameNo(12)), ply: Some(7), ..Action::of_move("c2-c3") });
        let reply = reply(actions, None);
        assert_eq!(
            ids(&rows(&reply, false)),
            [["mc1:12:7:draw:accept", "mc1:12:7:legal", "mc1:12:7:more"]]
        );
        assert!(ids(&rows(&reply, true)).concat().contains(&"mc1:12:7:move:c2-c3".to_owned()));
        let more = ["board text", "takeback"].map(action);
        assert_eq!(ids(&beside_moving(&more)), [["mc1:12:7:board:text", "mc1:12:7:takeback"]]);
    }

    #[test]
    fn a_yes_tells_who_was_asked_and_until_when_it_counts() {
        let asked = |key: &str| PersonId::new(Platform::Discord, key);
        let question = Question { asked: asked("18446744073709551615"), until: 1_900_000_000_000 };
        let yes = |words| action(words).answering(question.clone());
        // It has room for the longest numbers that there are.
        let mut longest = yes("tournament cancel yes");
        (longest.game, longest.ply) = (Some(GameNo(u32::MAX)), Some(u32::MAX));
        let ids = ids(&rows(&reply(vec![yes("resign yes"), longest], None), false)).concat();
        let until = "18446744073709551615:1900000000000";
        assert_eq!(ids[0], format!("mc1:12:7:sure:{until}:resign:yes"));
        assert_eq!(ids.len(), 2);
        let line = Pressable::Line {
            line: "resign yes #12".into(),
            pressed: Some(Pressed { game: GameNo(12), ply: 7, drafts: None }),
            question: Some(question),
        };
        assert_eq!(read(&ids[0], None), Some(line));
    }

    #[test]
    fn what_can_be_chosen_stands_in_lists_that_are_short_enough() {
        let of_move = |n: usize| PickOption {
            action: Action {
                game: Some(GameNo(12)),
                ply: Some(7),
                ..Action::of_move(&format!("a1-b{n}"))
            },
            note: "note".into(),
            picture: None,
        };
        let options: Vec<PickOption> = (0..120).map(of_move).collect();
        let back = Some(action("legal").with_label("Back"));
        let pick = Pick { prompt: "Where to?".into(), options, back };
        let mut actions: Vec<Action> = ["resign", "legal"].map(action).into();
        actions.insert(1, Action::of_move("c2-c3"));
        let rows = self::rows(&reply(actions, Some(pick)), true);
        assert_eq!(
            ids(&rows).concat(),
            [
                "mc1:12:7:pick:0",
                "mc1:12:7:pick:1",
                "mc1:12:7:pick:2",
                "mc1:12:7:pick:3",
                "mc1:12:7:legal",
                "mc1:12:7:more"
            ]
        );
        let list = &rows[1]["components"][0];
        assert_eq!(list["options"].as_array().unwrap().len(), 25);
        assert_eq!(list["placeholder"], "Where to? a1-b25 to a1-b49");
        let chosen = list["options"][0]["value"].as_str();
        let line = Pressable::Line {
            line: "#12 a1-b25".into(),
            pressed: Some(Pressed { game: GameNo(12), ply: 7, drafts: None }),
            question: None,
        };
        assert_eq!(read("mc1:12:7:pick:1", chosen), Some(line));
    }

    #[test]
    fn what_is_done_in_any_position_depends_on_none() {
        let of_list = Action { game: Some(GameNo(12)), ..Action::command("board") };
        let id = custom_id(&of_list, "board").unwrap();
        let Some(Pressable::Line { line, pressed, .. }) = read(&id, None) else { panic!("{id}") };
        assert_eq!((&*id, &*line, pressed), ("mc1:12::board", "board #12", None));
    }
}
