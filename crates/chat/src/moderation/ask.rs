//! The question whether a manager is sure, and where they manage.

use table::Person;

use crate::{
    actions::action::{Action, Weight},
    handling::{
        context::Context,
        step::{Change, Step},
    },
    message::Reply,
    parse::plain_text::in_code,
    text,
};

/// The longest line that stands behind a button: platforms keep no more of it.
const LONGEST_LINE: usize = 80;

/// Asks whether the author is sure. `line` is the whole line that says so, without a prefix, for a way to name the
/// person whom it concerns; `words` makes the question from it as it is typed.
pub(crate) fn sure(
    ctx: Context<'_>,
    person: Option<&Person>,
    line: impl Fn(&str) -> String,
    words: impl FnOnce(&str) -> String,
) -> Step {
    let typed = person.map_or_else(String::new, |person| format!("@{}", in_code(&person.name)));
    let tapped = person.map_or_else(String::new, |person| format!("<@{}>", person.id.key()));
    let question = words(&format!("{}{} yes", ctx.prefix, line(&typed)));
    let yes = format!("{} yes", line(&tapped));
    let action = Action::command(&yes).with_label("Yes").weighing(Weight::Danger);
    let action = action.answering(ctx.question());
    let actions = if yes.len() <= LONGEST_LINE { vec![action] } else { Vec::new() };
    let replies = vec![Reply { actions, ..ctx.reply(question) }];
    // Whoever is named by a mention alone is known by then.
    let people = person.cloned().into_iter().collect();
    Step::Change(Change { people, replies, ..Change::default() })
}

/// The place that the author manages, in words.
pub(super) fn where_it_is(ctx: Context<'_>) -> String {
    text::managed_place(ctx.is_on_page()).to_owned()
}
