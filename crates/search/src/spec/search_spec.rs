//! A parsed spec: every part found in its registry, and what follows from their claims.

use std::sync::Arc;

use hakooshi_board::SquareSet;
use hakooshi_level::Symmetry;

use super::{
    BuildSearch, Component, DEAD_SQUARES, Entry, Measure, Parts, RACE, Registry, SPACES,
    SearchClaims, SpaceKind, SpecError, TURNS, find, syntax, turned::TurnedSearch,
};
use crate::deadlocks::{self, BuildDetector, DetectorClaims};
use crate::heuristics::{self, BuildHeuristic, HeuristicClaims};
use crate::pruning::{self, BuildRule, Rule, RuleClaims};

use crate::{Objective, Search, Task};

const USUAL_HEURISTIC: &str = "matching";

/// The most members of a portfolio.
const MOST_MEMBERS: usize = 32;

/// The squares and boxes that prices are for.
const PRICED_BOARD: (u64, u64) = (100, 10);

/// A parsed spec, with every default filled in.
#[derive(Clone, Debug)]
pub struct SearchSpec {
    /// The search and its own parameters.
    pub search: Component<SearchClaims, BuildSearch>,
    /// The state space.
    pub space: SpaceKind,
    /// The estimate of the pushes left.
    pub heuristic: Component<HeuristicClaims, BuildHeuristic>,
    /// The deadlock tests.
    pub deadlocks: Vec<Component<DetectorClaims, BuildDetector>>,
    /// Whether boxes stay off dead squares.
    pub dead_squares: bool,
    /// The pruning rules.
    pub pruning: Vec<Component<RuleClaims, BuildRule>>,
    /// How the board is turned or mirrored, which changes the order of ties.
    pub turned: Symmetry,
    /// The members of a portfolio.
    pub members: Vec<Member>,
}

/// A member of a portfolio.
#[derive(Clone, Debug)]
pub struct Member {
    /// The search.
    pub spec: SearchSpec,
    /// Its share of the turns, relative to the others.
    pub share: u32,
    /// Its share when the portfolio has worked for a while.
    pub later: u32,
    /// Its label in reports: its name or alias if written without arguments, else its spec.
    pub label: Arc<str>,
}

impl SearchSpec {
    /// Parses a spec or an alias, whose parts can be overridden as in `sokokids(table=off)`;
    /// `objective` determines the default space.
    pub fn parse(text: &str, objective: Objective, registry: &Registry) -> Result<Self, SpecError> {
        let spec = Self::of(&syntax::parse(text)?, objective, registry)?;
        // Records have it with aliases written out, and must be read again.
        if !spec.members.is_empty() && syntax::parse(&spec.to_string()).is_err() {
            return Err(SpecError::Syntax { at: text.len(), expected: "a shorter spec" });
        }
        Ok(spec)
    }

    fn of(
        call: &syntax::Call<'_>,
        objective: Objective,
        registry: &Registry,
    ) -> Result<Self, SpecError> {
        let mut spec = match registry.aliases().find(|alias| alias.name == call.name) {
            Some(alias) => Self::parse(alias.spec, objective, registry)?,
            None => Self::defaults(call.name, objective, registry)?,
        };
        for (key, value) in &call.arguments {
            spec.set(key, value)?;
        }
        if !call.members.is_empty() {
            let members = call.members.iter().map(|(call, [share, later])| {
                let spec = Self::of(call, objective, registry)?;
                let is_bare = call.arguments.is_empty() && call.members.is_empty();
                let label = if is_bare { call.name.into() } else { spec.to_string().into() };
                Ok(Member { spec, share: *share, later: *later, label })
            });
            spec.members = members.collect::<Result<_, SpecError>>()?;
        }
        spec.check()?;
        Ok(spec)
    }

    fn defaults(name: &str, objective: Objective, registry: &Registry) -> Result<Self, SpecError> {
        let known = registry.searches().map(|entry| (entry.name, Some(entry)));
        let aliases = registry.aliases().map(|alias| (alias.name, None));
        let Some(entry) = find("engine", name, known.chain(aliases))? else {
            return Self::parse(name, objective, registry);
        };
        let usual = if objective.counts_moves() { SpaceKind::Walk } else { SpaceKind::Push };
        let mut spec = Self {
            search: Component::new(entry),
            space: entry.claims.only.unwrap_or(usual),
            heuristic: Component::new(find("heuristic", USUAL_HEURISTIC, all_heuristics())?),
            deadlocks: Vec::new(),
            dead_squares: false,
            pruning: Vec::new(),
            turned: Symmetry::Identity,
            members: Vec::new(),
        };
        if !entry.claims.parts.usual.is_empty() {
            let usual = format!("{name}({})", entry.claims.parts.usual);
            for (key, value) in &syntax::parse(&usual)?.arguments {
                spec.set(key, value)?;
            }
        }
        Ok(spec)
    }

    /// Rejects parts that cannot be combined.
    fn check(&self) -> Result<(), SpecError> {
        let (name, claims) = (self.search.entry.name, self.search.entry.claims);
        let wrong = |text: String| Err(SpecError::Contradiction(text));
        if let Some(only) = claims.only
            && only != self.space
        {
            let (only, space) = (only.name(), self.space.name());
            return wrong(format!("{name} works with space={only} only, not with space={space}"));
        }
        let edits =
            matches!(self.space, SpaceKind::Push | SpaceKind::Relocation) && claims.only.is_none();
        if claims.parts.space && !self.pruning.is_empty() && !edits {
            return wrong(format!(
                "pruning rules apply to pushes and relocations; {name}(space={}) has neither",
                self.space.name()
            ));
        }
        let chooses = |rule: &&Component<RuleClaims, BuildRule>| rule.entry.claims.chooses_boxes;
        if !claims.parts.pruning
            && let Some(rule) = self.pruning.iter().find(|it| !chooses(it))
        {
            return wrong(format!(
                "{name} takes only rules that choose boxes, which {rule} does not"
            ));
        }
        if !claims.parts.members && !self.members.is_empty() {
            return wrong(format!("{name} does not take other searches"));
        }
        if self.members.len() > MOST_MEMBERS {
            return wrong(format!("{name} takes at most {MOST_MEMBERS} searches"));
        }
        if name == RACE && self.members.is_empty() {
            return wrong(format!("{name} needs searches, as in {name}(fess, backward)"));
        }
        Ok(())
    }

    /// The search, ready for its first turn.
    pub fn build(&self, task: &Task) -> Box<dyn Search> {
        if self.turned == Symmetry::Identity {
            (self.search.entry.build)(self, task)
        } else {
            Box::new(TurnedSearch::new(self, task))
        }
    }

    /// Whether it reports single states to an observer that wants them. Those of a turned board would be
    /// of no use.
    pub fn traces(&self) -> bool {
        self.search.entry.claims.traces && self.turned == Symmetry::Identity
    }

    /// Builds the pruning rules for boxes that land on `onto`.
    pub fn rules(&self, task: &Task, onto: &SquareSet) -> Vec<Box<dyn Rule>> {
        let rules = self.pruning.iter();
        rules.map(|rule| (rule.entry.build)(&task.board, onto, &rule.params)).collect()
    }

    fn set(&mut self, key: &str, value: &syntax::Value<'_>) -> Result<(), SpecError> {
        let parts = self.search.entry.claims.parts;
        let own = self.search.entry.params.iter().map(|param| param.name);
        let known: Vec<&'static str> = parts.keys().chain(own).collect();
        let name = find("parameter", key, known.iter().map(|&name| (name, name)))?;
        match name {
            "space" => {
                let name = value.word(key, "one word, such as push")?;
                let known = SPACES.iter().map(|entry| (entry.name, entry.build));
                self.space = find("space", name, known)?;
            }
            "h" => {
                let call = value.one(key, "one heuristic, such as matching")?;
                self.heuristic = component("heuristic", call, all_heuristics())?;
            }
            "deadlocks" => {
                self.deadlocks.clear();
                self.dead_squares = false;
                let known = deadlocks::ALL.iter().map(|&entry| (entry.name, entry));
                for call in value.list() {
                    if call.name == DEAD_SQUARES {
                        self.dead_squares = true;
                    } else {
                        self.deadlocks.push(component("deadlock test", call, known.clone())?);
                    }
                }
            }
            "pruning" => {
                let known = pruning::ALL.iter().map(|&entry| (entry.name, entry));
                let rules = value.list().iter();
                self.pruning = rules
                    .map(|call| component("pruning rule", call, known.clone()))
                    .collect::<Result<_, _>>()?;
            }
            "turned" => {
                let name = value.word(key, "one word, such as right")?;
                self.turned = find("turn", name, TURNS.into_iter())?;
            }
            own => self.search.params.set(own, value.word(key, "one value")?)?,
        }
        Ok(())
    }

    /// In what a solution of this search is guaranteed to be optimal, given `objective`: the
    /// objective itself, a weaker one, or [`Objective::Any`].
    pub fn guarantee(&self, objective: Objective) -> Objective {
        let claims = self.search.entry.claims;
        if claims.parts.members {
            let mut kept = self.members.iter().map(|member| member.spec.guarantee(objective));
            let first = kept.next().unwrap_or(Objective::Any);
            return if kept.all(|other| other == first) { first } else { Objective::Any };
        }
        let guided = !claims.informed || self.heuristic.is_admissible();
        if !claims.optimal || self.is_void() || !guided || !self.prunes_soundly() {
            return Objective::Any;
        }
        match (claims.measure, self.space) {
            _ if objective == Objective::Any => Objective::Any,
            (Measure::Steps, _) if !self.search.params.is_on("pushes") => Objective::Moves,
            (Measure::Actions, SpaceKind::Step) => Objective::Moves,
            // The fewest relocations may take more pushes, and so may pushes made in runs.
            (Measure::Actions, SpaceKind::Relocation) => Objective::Any,
            (Measure::Actions, _) if !self.pruning.is_empty() => Objective::Any,
            (Measure::Actions | Measure::Pushes | Measure::Steps, _) => Objective::Pushes,
            (Measure::Objective, space) if objective.counts_moves() && !space.counts_moves() => {
                Objective::Pushes
            }
            (Measure::Objective, _) => objective,
        }
    }

    /// Whether what [`SearchSpec::guarantee`] says is proved by this program, rather than the word of
    /// another.
    pub fn proves(&self) -> bool {
        !self.search.entry.claims.unchecked && self.members.iter().all(|it| it.spec.proves())
    }

    /// Whether a lower bound of this search, in what it counts, holds for what `objective` counts
    /// first. A bound on pushes is one on moves too, since every push is a move.
    pub fn bounds(&self, objective: Objective) -> bool {
        let asked = if objective == Objective::Any { Objective::Pushes } else { objective };
        let counted = self.guarantee(asked);
        counted != Objective::Any && (asked.moves_first() || !counted.moves_first())
    }

    /// Whether an exhausted search proves that there is no solution.
    pub fn is_complete(&self) -> bool {
        let claims = self.search.entry.claims;
        let kept = self.pruning.iter().all(|rule| rule.entry.claims.keeps_solvable);
        let own = claims.complete && !claims.unchecked && !self.is_void();
        let own = own && self.tests_are_sound() && kept;
        // A portfolio without members in its spec uses its built-in members.
        own && (self.members.is_empty() || self.members.iter().any(|it| it.spec.is_complete()))
    }

    /// Whether the same level takes the same course every time.
    pub fn is_repeatable(&self) -> bool {
        let Component { entry, params } = &self.search;
        let timed = entry.claims.timed_by.is_some_and(|(name, at)| params.choice(name) == at);
        let priced = self.members.is_empty() || self.price() > 0;
        let own = entry.claims.repeatable && !timed && priced;
        own && self.members.iter().all(|member| member.spec.is_repeatable())
    }

    /// What an expansion costs, as [`SearchClaims::price`] says; of a portfolio the mean over its
    /// members, and zero if one of them has no price.
    pub fn price(&self) -> u32 {
        if self.members.is_empty() {
            return self.search.entry.claims.price;
        }
        let shares: u32 = self.members.iter().map(|member| member.share).sum();
        // Each member has expansions in proportion to its share over its price.
        let expansions = self.members.iter().map(|member| {
            let price = member.spec.price();
            (price > 0).then(|| u64::from(member.share) * 1000 / u64::from(price))
        });
        match expansions.sum::<Option<u64>>() {
            Some(expansions) => (u64::from(shares) * 1000 / expansions.max(1)).max(1) as u32,
            None => 0,
        }
    }

    /// What an expansion costs on this level, in nanoseconds; zero if nobody knows. Over the levels of the
    /// Large Test Suite's sample it grows about as the squares and the root of the boxes.
    pub fn price_on(&self, task: &Task) -> u64 {
        let (squares, boxes) = (task.board.size() as u64, task.start.boxes().len() as u64);
        let root = (1_000_000 * boxes / PRICED_BOARD.1).isqrt();
        u64::from(self.price()) * (squares * root / PRICED_BOARD.0).max(1)
    }

    /// Whether the tests and rules keep some push-optimal solution.
    pub(crate) fn prunes_soundly(&self) -> bool {
        let kept = self.pruning.iter().all(|rule| rule.entry.claims.keeps_optimal);
        self.tests_are_sound() && kept
    }

    fn tests_are_sound(&self) -> bool {
        let safe = !self.search.entry.claims.informed || self.heuristic.entry.claims.safe;
        safe && self.deadlocks.iter().all(|test| test.entry.claims.sound)
    }

    /// Whether a parameter voids the claims.
    fn is_void(&self) -> bool {
        let Component { entry, params } = &self.search;
        entry.claims.voided_by.iter().any(|name| params.is_changed(name))
    }

    /// The deadlock tests as written in a spec.
    fn deadlock_list(&self) -> String {
        let mask = self.dead_squares.then(|| DEAD_SQUARES.to_owned());
        let tests = self.deadlocks.iter().map(ToString::to_string);
        mask.into_iter().chain(tests).collect::<Vec<_>>().join(",")
    }

    /// The parts as written in a spec; in full for a textbook search.
    fn part_list(&self) -> Vec<String> {
        let Parts { space, heuristic, deadlocks, usual, .. } = self.search.entry.claims.parts;
        let mut parts = Vec::new();
        if space {
            parts.push(format!("space={}", self.space.name()));
        }
        if heuristic && (space || self.heuristic.to_string() != USUAL_HEURISTIC) {
            parts.push(format!("h={}", self.heuristic));
        }
        let rules: Vec<String> = self.pruning.iter().map(ToString::to_string).collect();
        let tests = format!("deadlocks=[{}]", self.deadlock_list());
        let rules = format!("pruning=[{}]", rules.join(","));
        if deadlocks && (space || !usual.contains(&tests)) {
            parts.push(tests);
        }
        let default = if usual.contains("pruning=") { usual } else { "pruning=[]" };
        if !default.contains(&rules) {
            parts.push(rules);
        }
        if let Some((name, _)) = TURNS[1..].iter().find(|(_, turned)| *turned == self.turned) {
            parts.push(format!("turned={name}"));
        }
        parts
    }
}

/// The spec as text: for a textbook search with every default written out, for other searches only
/// what differs from the defaults.
impl std::fmt::Display for SearchSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.search.entry.name;
        let member = |member: &Member| match (member.share, member.later) {
            (1, 1) => member.spec.to_string(),
            (share, later) if share == later => format!("{}*{share}", member.spec),
            (share, later) => format!("{}*{share}/{later}", member.spec),
        };
        let members: Vec<String> = self.members.iter().map(member).collect();
        let mut arguments = self.part_list();
        arguments.extend(self.search.params.changed());
        if name == RACE && arguments.is_empty() {
            return f.write_str(&members.join("+"));
        }
        arguments.extend(members);
        if arguments.is_empty() {
            f.write_str(name)
        } else {
            write!(f, "{name}({})", arguments.join(","))
        }
    }
}

/// Looks up a component and sets its parameters.
fn component<C, B>(
    kind: &'static str,
    call: &syntax::Call<'_>,
    known: impl Iterator<Item = (&'static str, &'static Entry<C, B>)> + Clone,
) -> Result<Component<C, B>, SpecError> {
    let mut component = Component::new(find(kind, call.name, known)?);
    for (key, value) in &call.arguments {
        component.params.set(key, value.word(key, "one value")?)?;
    }
    Ok(component)
}

fn all_heuristics()
-> impl Iterator<Item = (&'static str, &'static heuristics::HeuristicEntry)> + Clone {
    heuristics::ALL.iter().map(|&entry| (entry.name, entry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{ALIASES, TEXTBOOK};

    fn parse(text: &str, objective: Objective) -> Result<SearchSpec, SpecError> {
        SearchSpec::parse(text, objective, &TEXTBOOK)
    }

    fn spec(text: &str) -> Result<SearchSpec, String> {
        parse(text, Objective::Pushes).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_are_written_out_and_read_back() {
        let full = spec("astar").expect("a spec").to_string();
        assert_eq!(full, "astar(space=push,h=matching,deadlocks=[dead_squares,freeze])");
        assert_eq!(spec(&full).expect("its own text").to_string(), full);
        let spaced = spec(" wastar ( weight = 1.5 , deadlocks = [ ] , h=zero ) ").expect("a spec");
        assert_eq!(spaced.to_string(), "wastar(space=push,h=zero,deadlocks=[],weight=1.5)");
        let moves = parse("astar", Objective::Moves).expect("a spec");
        assert_eq!(moves.space, SpaceKind::Walk);
    }

    #[test]
    fn errors_name_the_mistake_and_suggest_similar_names() {
        let error = |text: &str| spec(text).expect_err("a mistake");
        assert!(error("astra").contains("did you mean astar"));
        assert!(error("astar(h=matchign)").contains("did you mean matching"));
        assert!(error("xyzzy").contains("there are: bfs"));
        assert!(error("astar(colour=red)").contains("parameter"));
        assert!(error("astar(h=matching").contains("character 17"));
        assert!(error("wastar(weight=zero)").contains("weight=zero does not fit"));
        assert!(error("astar(h=[a,b])").contains("one heuristic"));
        assert!(error("astar(h=zero(x=1))").contains("parameter"));
        assert!(error("astar(space=push(x=1))").contains("one word"));
        assert!(error("astar(h=zero) nonsense").contains("character 15"));
        assert!(error("").contains("character 1"));
    }

    #[test]
    fn a_spec_guarantees_no_more_than_its_parts() {
        let kept =
            |text: &str, objective| parse(text, objective).expect("a spec").guarantee(objective);
        assert_eq!(kept("astar", Objective::MovesPushes), Objective::MovesPushes);
        assert_eq!(kept("astar(space=push)", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("bfs(space=step)", Objective::Moves), Objective::Moves);
        assert_eq!(kept("bfs(space=walk)", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("greedy", Objective::Pushes), Objective::Any);
        assert_eq!(kept("bfs(space=relocation)", Objective::Pushes), Objective::Any);
        assert_eq!(kept("astar(space=relocation)", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("idastar", Objective::Pushes), Objective::Pushes);
        assert_eq!(kept("idastar(exact=off)", Objective::Pushes), Objective::Any);
        assert_eq!(kept("bidirectional", Objective::Moves), Objective::Pushes);
        let complete = |text| spec(text).expect("a spec").is_complete();
        assert!(complete("idastar") && complete("dfs") && complete("sma"));
        assert!(!complete("idastar(exact=off)") && !complete("dfs(limit=9)") && !complete("beam"));
    }

    #[test]
    fn aliases_are_specs_whose_parts_can_be_set() {
        for alias in ALIASES {
            let spec = spec(alias.name).expect(alias.name);
            assert_eq!(spec.to_string(), self::spec(alias.spec).expect(alias.spec).to_string());
        }
        let bare = spec("sokokids(table=off)").expect("a spec").to_string();
        assert!(bare.starts_with("idastar(") && bare.contains("table=off"), "{bare}");
        assert!(spec("sokokid").expect_err("a mistake").contains("did you mean sokokids"));
    }

    #[test]
    fn contradictions_are_reported() {
        let error = |text: &str| spec(text).expect_err("a contradiction");
        assert!(error("bidirectional(space=step)").contains("space=push only"));
        assert!(error("astar(space=pull,pruning=[tunnels])").contains("pruning rules"));
        assert!(error("astar(pruning=[tunels])").contains("did you mean tunnels"));
    }
}
