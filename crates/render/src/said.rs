//! Words about the last ply, and the end, beside boards for more than two: in several ways, each with less
//! room than the one before.

use scene::{Panel, PlyNote};

/// The subject of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Who moved where.
    Ply,
    /// Its effects.
    Came,
    /// Who has won.
    End,
    /// Why, or what else counts.
    State,
}

use Part::{Came, End, Ply, State};

/// One of the ways: texts in their order.
pub(crate) type Way = Vec<(Part, String)>;

/// The separator of texts on one line.
const BETWEEN: &str = " · ";

/// All ways: the first one says most.
pub(crate) fn ways(panel: &Panel) -> Vec<Way> {
    let last = panel.plies.last();
    let came = last.map_or(&[][..], |last| &*last.came);
    let short = if panel.short_came.len() == came.len() { &*panel.short_came } else { came };
    let ply = last.map_or("", |last| &*last.words);
    if panel.is_running() || panel.sides.is_empty() {
        return running(panel, ply, [came, short]);
    }
    let [end, short_end] = [&panel.headline, &panel.short_headline].map(|who| {
        let who = if who.is_empty() { &panel.headline } else { who };
        if panel.is_won() { format!("{who} {}", panel.note) } else { who.clone() }
    });
    let note = if panel.is_won() { "" } else { &*panel.note };
    let because = |end: &str, state: &str| joined(&[end, note, state], ": ");
    let [full, brief] =
        [because(&end, panel.shortest_state()), because(&short_end, panel.shortest_state())];
    vec![
        way(&[
            &[(Ply, ply)],
            &told(Came, came),
            &[(End, &end), (State, note), (State, &panel.state)],
        ]),
        way(&[&[(Ply, ply), (End, &end), (State, note), (State, &panel.state)]]),
        way(&[&[(Ply, ply), (End, &full)]]),
        way(&[&[(Ply, ply), (End, &brief)]]),
        way(&[&[(End, &joined(&[ply, &brief], "; "))]]),
    ]
}

/// The ways of a game that goes on, with what came of its last ply in full and in short; or of a board that shows a
/// rule.
fn running(panel: &Panel, ply: &str, [came, short]: [&[String]; 2]) -> Vec<Way> {
    if panel.sides.is_empty() {
        return vec![way(&[&[
            (End, &panel.headline),
            (State, &panel.note),
            (State, &panel.state),
        ]])];
    }
    let state = [(State, &*panel.state)];
    // What came of it stands in the order of its weight.
    let rest = |short: &[String]| {
        let rest: Vec<&str> = short.iter().map(|text| &**text).chain([&*panel.state]).collect();
        joined(&rest, ", ")
    };
    let [all, fewer] = [short, &short[..short.len().saturating_sub(1)]].map(rest);
    vec![
        way(&[&[(Ply, ply)], &told(Came, came), &state]),
        way(&[&[(Ply, ply)], &told(Came, short), &state]),
        way(&[&[(Ply, ply), (Came, &all)]]),
        way(&[&[(Ply, &joined(&[ply, &all], ", "))]]),
        way(&[&[(Ply, &joined(&[ply, &fewer], ", "))]]),
    ]
}

fn told(part: Part, texts: &[String]) -> Vec<(Part, &str)> {
    texts.iter().map(|text| (part, &**text)).collect()
}

fn way(texts: &[&[(Part, &str)]]) -> Way {
    let texts = texts.iter().copied().flatten().filter(|(_, text)| !text.is_empty());
    texts.map(|(part, text)| (*part, (*text).to_owned())).collect()
}

/// `Queen c3×c6 · takes a Drone: +2 · the Queen is ben's now`
pub(crate) fn in_one_line(ply: &PlyNote) -> String {
    let came = ply.came.iter().map(|came| &**came);
    joined(&[&*ply.words].into_iter().chain(came).collect::<Vec<_>>(), BETWEEN)
}

/// The texts of a way that tell the ply, or those that tell the rest, on one line.
pub(crate) fn paragraph(way: &Way, is_ply: bool) -> String {
    let texts = way.iter().filter(|(part, _)| matches!(part, Ply | Came) == is_ply);
    joined(&texts.map(|(_, text)| &**text).collect::<Vec<_>>(), BETWEEN)
}

/// Joins the texts that there are, with something between them.
fn joined(texts: &[&str], between: &str) -> String {
    let texts: Vec<&str> = texts.iter().copied().filter(|text| !text.is_empty()).collect();
    texts.join(between)
}
