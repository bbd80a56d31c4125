//! Components by name: static slices of [`Entry`], shared by the help, the command line, the page
//! and the tests.

use super::SpecError;

/// A component that specs can name.
#[derive(Debug)]
pub struct Entry<C: 'static, B: 'static> {
    /// The name in specs; also the name of its file.
    pub name: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// The source of the idea.
    pub reference: &'static str,
    /// The parameters, as in `name(parameter=3)`.
    pub params: &'static [Param],
    /// What it claims; the tests check every claim.
    pub claims: C,
    /// Builds it.
    pub build: B,
}

/// A parameter: a number, a switch that is `on` (1) or `off` (0), or one of several words (its
/// index among them).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// The default value.
    pub default: f64,
    /// The least and the largest value.
    pub range: (f64, f64),
    /// The words, if it is one of several.
    pub words: &'static [&'static str],
}

impl Param {
    /// A number within a range.
    pub const fn number(
        name: &'static str,
        title: &'static str,
        default: f64,
        range: (f64, f64),
    ) -> Self {
        Self { name, title, default, range, words: &[] }
    }

    /// A switch.
    pub const fn switch(name: &'static str, title: &'static str, is_on: bool) -> Self {
        Self::number(name, title, if is_on { 1.0 } else { 0.0 }, (0.0, 1.0))
    }

    /// One of several words; the first is the default.
    pub const fn word(
        name: &'static str,
        title: &'static str,
        words: &'static [&'static str],
    ) -> Self {
        Self { words, ..Self::number(name, title, 0.0, (0.0, words.len() as f64 - 1.0)) }
    }

    /// Whether it is a switch.
    pub fn is_switch(&self) -> bool {
        self.range == (0.0, 1.0) && self.words.is_empty()
    }

    /// A value as text.
    pub fn show(&self, value: f64) -> String {
        match self.words.get(value as usize) {
            Some(word) => (*word).to_owned(),
            None if self.is_switch() => if value == 0.0 { "off" } else { "on" }.to_owned(),
            None => value.to_string(),
        }
    }
}

/// The values of a component's parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    known: &'static [Param],
    values: Vec<f64>,
}

impl Params {
    /// Every default.
    pub fn new(known: &'static [Param]) -> Self {
        Self { known, values: known.iter().map(|param| param.default).collect() }
    }

    /// The value of a parameter that the component declares; zero for one it does not.
    pub fn get(&self, name: &str) -> f64 {
        let place = self.known.iter().position(|param| param.name == name);
        debug_assert!(place.is_some(), "{name} is not declared");
        place.map_or(0.0, |place| self.values[place])
    }

    /// Every parameter with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&Param, f64)> {
        self.known.iter().zip(self.values.iter().copied())
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) != 0.0
    }

    /// The index of the word chosen for a parameter of words.
    pub fn choice(&self, name: &str) -> usize {
        self.get(name) as usize
    }

    /// Whether a parameter differs from its default.
    pub(super) fn is_changed(&self, name: &str) -> bool {
        self.differing().any(|(param, _)| param.name == name)
    }

    #[expect(clippy::float_cmp, reason = "a default that was never set is the same number")]
    fn differing(&self) -> impl Iterator<Item = (&Param, f64)> {
        let all = self.known.iter().zip(self.values.iter().copied());
        all.filter(|(param, value)| param.default != *value)
    }

    /// Sets a parameter from its text.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), SpecError> {
        let places = self.known.iter().enumerate().map(|(place, param)| (param.name, place));
        let place = super::find("parameter", name, places)?;
        let param = self.known[place];
        let value = match text {
            word if !param.words.is_empty() => {
                param.words.iter().position(|known| *known == word).map(|place| place as f64)
            }
            "on" | "true" | "yes" => Some(1.0),
            "off" | "false" | "no" => Some(0.0),
            number => number.parse().ok(),
        };
        let (least, most) = param.range;
        let value = value.filter(|value| (least..=most).contains(value));
        self.values[place] = value.ok_or_else(|| SpecError::Value {
            key: param.name.to_owned(),
            value: text.to_owned(),
            expected: if param.words.is_empty() {
                format!("{} ({least} to {most})", param.title)
            } else {
                format!("{} ({})", param.title, param.words.join(", "))
            },
        })?;
        Ok(())
    }

    /// The parameters that differ from their defaults, as written in a spec.
    pub(super) fn changed(&self) -> Vec<String> {
        self.differing()
            .map(|(param, value)| format!("{}={}", param.name, param.show(value)))
            .collect()
    }
}

/// A registered component with its parameters set.
#[derive(Clone, Debug)]
pub struct Component<C: 'static, B: 'static> {
    /// The component.
    pub entry: &'static Entry<C, B>,
    /// The values of its parameters.
    pub params: Params,
}

impl<C, B> Component<C, B> {
    /// The component with every default.
    pub fn new(entry: &'static Entry<C, B>) -> Self {
        Self { entry, params: Params::new(entry.params) }
    }
}

/// As in a spec: `name`, or `name(parameter=value)` for values that are not the default.
impl<C, B> std::fmt::Display for Component<C, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let changed = self.params.changed();
        if changed.is_empty() {
            f.write_str(self.entry.name)
        } else {
            write!(f, "{}({})", self.entry.name, changed.join(","))
        }
    }
}
