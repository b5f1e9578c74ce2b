//! Reads typed conditional moves: each condition and each reply must be possible when its turn
//! comes.

use games::Seat;
use scene::FightVerdict;

use super::{
    ANY, Branch, Condition, LEGAL, MAX_PLAN_DEPTH, MAX_PLAN_NODES, MAX_PLAN_TEXT, Plan,
    fault::PlanFault,
    future::{Explorer, Futures, going_on, mover, read, where_legal},
    verdict_of,
};
use crate::{AnyPosition, NotPlayed};

/// Of how many words a move consists at most.
const MOST_WORDS: usize = 6;

/// One `if … then …` as typed.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedClause {
    /// The words of the condition; where `then` was left out, also those of the reply.
    pub when: Vec<String>,
    /// The words behind `then`; `None` if there was none.
    pub reply: Option<Vec<String>>,
}

impl std::fmt::Debug for TypedClause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TypedClause(…)")
    }
}

/// A clause of which it is settled where its condition ends.
struct Clause {
    when: When,
    /// The condition as it was typed.
    typed: String,
    /// The reply; empty if there is none.
    reply: String,
}

/// A condition whose move is not read yet.
enum When {
    Any,
    Legal,
    Fight(FightVerdict),
    Move(String, Option<FightVerdict>),
}

/// A condition and a reply of a line that has been read.
type Step = (Condition, Option<String>);

impl Plan {
    /// Reads typed lines of `if … then …` as the plan of `owner` from this position, in which men no
    /// longer are arranged and the game goes on.
    ///
    /// The move of a condition must be legal when its turn comes, and a reply must be legal after
    /// it in at least one way in which it can turn out; behind `any`, in all. Behind `legal` it is read
    /// once more when its turn comes, so a step becomes an attack where somebody stands there then.
    ///
    /// # Errors
    /// [`PlanFault`], the first one that is found.
    pub fn read(
        position: &dyn AnyPosition,
        owner: Seat,
        lines: &[Vec<TypedClause>],
    ) -> Result<Self, PlanFault> {
        if lines.iter().all(Vec::is_empty) {
            return Err(PlanFault::Nothing);
        }
        if lines.iter().any(|line| line.len() > MAX_PLAN_DEPTH) {
            return Err(PlanFault::TooDeep);
        }
        if lines.len() > MAX_PLAN_NODES {
            return Err(PlanFault::TooMany);
        }
        let mut reader = Reader { owner, explorer: Explorer::new() };
        let mut plan = Self::default();
        for line in lines {
            let steps = reader.line(Explorer::start(position), line)?;
            insert(&mut plan.0, &steps)?;
        }
        if plan.size() > MAX_PLAN_NODES {
            return Err(PlanFault::TooMany);
        }
        if plan.to_string().chars().count() > MAX_PLAN_TEXT {
            return Err(PlanFault::TooLong);
        }
        Ok(plan)
    }
}

struct Reader {
    owner: Seat,
    explorer: Explorer,
}

impl Reader {
    /// Reads a line of clauses that begins at these positions.
    fn line(&mut self, start: Futures, clauses: &[TypedClause]) -> Result<Vec<Step>, PlanFault> {
        let (mut at, mut steps) = (start, Vec::new());
        for typed in clauses {
            at = self.clause(at, typed, &mut steps)?;
        }
        match (steps.last(), clauses.last()) {
            (Some((_, None)), Some(last)) => Err(PlanFault::NoReply(last.text())),
            (None, _) => Err(PlanFault::Nothing),
            _ => Ok(steps),
        }
    }

    /// Reads a clause in one of the ways in which its words can be split, and gives the positions
    /// after it.
    fn clause(
        &mut self,
        at: Futures,
        typed: &TypedClause,
        steps: &mut Vec<Step>,
    ) -> Result<Futures, PlanFault> {
        let at = going_on(at)?;
        let mut first_fault = None;
        let done = steps.len();
        for clause in typed.readings()? {
            match self.reading(&at, &clause, steps) {
                Ok(next) => return Ok(next),
                Err(PlanFault::TooOpen) => return Err(PlanFault::TooOpen),
                Err(fault) => {
                    steps.truncate(done);
                    first_fault = better(first_fault, fault);
                }
            }
        }
        Err(first_fault.unwrap_or(PlanFault::Nothing))
    }

    /// Reads a clause whose condition and reply are known, and gives the positions after it.
    fn reading(
        &mut self,
        at: &Futures,
        clause: &Clause,
        steps: &mut Vec<Step>,
    ) -> Result<Futures, PlanFault> {
        let is_own = mover(at) == Some(self.owner);
        let when = condition(at, &clause.when)?;
        let after = self.explorer.after(at, &when)?;
        if after.is_empty() {
            return Err(match clause.when {
                When::Fight(verdict) => PlanFault::NoSuchFight(verdict),
                When::Move(_, Some(verdict)) => {
                    PlanFault::NotSuchAFight(clause.typed.clone(), verdict)
                }
                When::Any | When::Legal | When::Move(_, None) => PlanFault::Over,
            });
        }
        let must_always = matches!(when, Condition::Any);
        let after = going_on(after)?;
        if !is_own {
            return self.reply(after, clause, must_always, when, steps);
        }
        // It is the reply that has to be legal, so it is asked after the opponent's ply.
        let (when, implied) = match when {
            Condition::Legal => (Condition::Any, Condition::Legal),
            when => (when, Condition::Any),
        };
        steps.push((when, None));
        if clause.reply.is_empty() {
            return Ok(after);
        }
        // Whatever the opponent plays then, the move follows if it is legal.
        let after = going_on(self.explorer.after(&after, &implied)?)?;
        self.reply(after, clause, must_always, implied, steps)
    }

    /// Reads the reply of a clause, and gives the positions after it.
    fn reply(
        &mut self,
        at: Futures,
        clause: &Clause,
        must_always: bool,
        when: Condition,
        steps: &mut Vec<Step>,
    ) -> Result<Futures, PlanFault> {
        let at: Futures =
            at.into_iter().filter(|future| future.position.to_move() == self.owner).collect();
        if clause.reply.is_empty() {
            return Err(PlanFault::NoReply(clause.typed.clone()));
        }
        let legal = read(&at, &clause.reply).map_err(|why| PlanFault::NotAMove {
            mover: self.owner,
            typed: clause.reply.clone(),
            why,
            is_reply: true,
        })?;
        let at = where_legal(at, &legal.mv, must_always)?;
        let reply = Condition::Move(legal.mv.clone(), None);
        let mut next = self.explorer.after(&at, &reply)?;
        steps.push((when, Some(legal.mv)));
        next.retain(|future| future.position.to_move() != self.owner);
        Ok(next)
    }
}

/// The condition with its move read.
fn condition(at: &Futures, when: &When) -> Result<Condition, PlanFault> {
    Ok(match when {
        When::Any => Condition::Any,
        When::Legal => Condition::Legal,
        When::Fight(verdict) => Condition::Fight(*verdict),
        When::Move(typed, verdict) => {
            let legal = read(at, typed).map_err(|why| PlanFault::NotAMove {
                mover: mover(at).unwrap_or(Seat::FIRST),
                typed: typed.clone(),
                why,
                is_reply: false,
            })?;
            Condition::Move(legal.mv, *verdict)
        }
    })
}

/// Of two faults of the same words, split in two ways, the one that tells more.
fn better(first: Option<PlanFault>, second: PlanFault) -> Option<PlanFault> {
    let says_little = |fault: &PlanFault| {
        matches!(
            fault,
            PlanFault::NotAMove { why: NotPlayed::NotAMove, .. } | PlanFault::NoReply(_)
        )
    };
    Some(match first {
        Some(first) if !says_little(&first) || says_little(&second) => first,
        _ => second,
    })
}

/// Adds a line to the tree.
fn insert(branches: &mut Vec<Branch>, steps: &[Step]) -> Result<(), PlanFault> {
    let Some(((when, reply), rest)) = steps.split_first() else { return Ok(()) };
    // Several replies stand behind each other where the first that is legal is played.
    let is_same = |branch: &&mut Branch| {
        branch.when == *when && (*when != Condition::Legal || branch.reply == *reply)
    };
    if let Some(same) = branches.iter_mut().find(is_same) {
        if same.reply != *reply {
            return Err(PlanFault::TwoReplies(when.to_string()));
        }
        return insert(&mut same.then, rest);
    }
    if let Some(earlier) = branches.iter().find(|branch| branch.when.covers(when)) {
        return Err(PlanFault::Unreachable {
            earlier: earlier.when.to_string(),
            later: when.to_string(),
        });
    }
    let mut branch = Branch { when: when.clone(), reply: reply.clone(), then: Vec::new() };
    insert(&mut branch.then, rest)?;
    branches.push(branch);
    Ok(())
}

impl TypedClause {
    /// The clause as it was typed, as far as its words are known.
    fn text(&self) -> String {
        self.when.join(" ")
    }

    /// The ways in which its words can be a condition and a reply.
    fn readings(&self) -> Result<Vec<Clause>, PlanFault> {
        if self.when.is_empty() {
            return Err(PlanFault::NoCondition(
                self.reply.as_deref().unwrap_or_default().join(" "),
            ));
        }
        if let Some(reply) = &self.reply {
            let is_whole = |end| end == self.when.len();
            let end = condition_end(&self.when).filter(|end| is_whole(*end));
            let clause = split(&self.when, end.unwrap_or(self.when.len()), reply.join(" "));
            return Ok(vec![clause]);
        }
        let at = |end: usize| {
            let reply = self.when.get(end..).unwrap_or_default().join(" ");
            split(&self.when, end, reply)
        };
        if let Some(end) = condition_end(&self.when) {
            return Ok(vec![at(end)]);
        }
        let most = self.when.len().min(MOST_WORDS);
        Ok((1..=most).rev().map(at).collect())
    }
}

/// Returns how many words the condition has, if a word tells where it ends: `any`, `legal`, or the end of a fight.
fn condition_end(words: &[String]) -> Option<usize> {
    let is_alone = |word: &String| [ANY, LEGAL].iter().any(|one| word.eq_ignore_ascii_case(one));
    let verdict = words.iter().position(|word| verdict_of(word).is_some());
    if words.first().is_some_and(is_alone) { Some(1) } else { verdict.map(|at| at + 1) }
}

/// A clause whose condition consists of so many words.
fn split(words: &[String], end: usize, reply: String) -> Clause {
    let words = words.get(..end).unwrap_or(words);
    let typed = words.join(" ");
    let when = match words {
        [any] if any.eq_ignore_ascii_case(ANY) => When::Any,
        [legal] if legal.eq_ignore_ascii_case(LEGAL) => When::Legal,
        [mv @ .., last] => match (mv, verdict_of(last)) {
            ([], Some(verdict)) => When::Fight(verdict),
            (mv, Some(verdict)) => When::Move(mv.join(" "), Some(verdict)),
            (_, None) => When::Move(typed.clone(), None),
        },
        [] => When::Any,
    };
    Clause { when, typed, reply }
}
