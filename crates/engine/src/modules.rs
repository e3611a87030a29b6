//! What rulesets would otherwise write alike: numbers by rule id, values read from their texts, and the methods of the
//! contract that only lead to the module of the same name.

#![allow(clippy::crate_in_macro_def, reason = "the modules are those of the crate that calls the macro")]

/// The numbers of a system, one struct a rule, each under its rule's id in `numbers.toml`:
///
/// ```
/// grognard_engine::numbers! {
///     /// Every number of the rules.
///     #[serde(deny_unknown_fields)]
///     pub struct Numbers {}
///
///     /// How far a unit advances.
///     advance = "XX-MOV-001": Advance { distance: u8, at_most: u8 }
/// }
/// ```
///
/// Fields of the struct itself, such as a map for the rules that are not built yet, stand between its braces.
#[macro_export]
macro_rules! numbers {
    (
        $(#[$attribute:meta])* pub struct $all:ident { $($(#[$inner:meta])* pub $more:ident: $of:ty),* $(,)? }
        $($(#[$doc:meta])* $field:ident = $id:literal: $name:ident { $($key:ident: $type:ty),* $(,)? })*
    ) => {
        #[derive(Clone, Debug, ::serde::Deserialize)]
        $(#[$attribute])*
        pub struct $all {
            $($(#[$doc])* #[serde(rename = $id)] pub $field: $name,)*
            $($(#[$inner])* pub $more: $of,)*
        }
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, ::serde::Deserialize)]
            #[serde(deny_unknown_fields, rename_all = "kebab-case")]
            #[expect(missing_docs, reason = "the fields are the words of the rule")]
            pub struct $name { $(pub $key: $type),* }
        )*
    };
}

/// The same, where each number knows its rule: without the rule all its numbers are nothing
/// ([`OfRule`](crate::switch::OfRule)), so that what reads them need not ask whether it is in force. Every number then has
/// a default.
#[macro_export]
macro_rules! numbers_of_rules {
    (
        $(#[$attribute:meta])* pub struct $all:ident {}
        $($(#[$doc:meta])* $field:ident = $id:literal: $name:ident { $($key:ident: $type:ty),* $(,)? })*
    ) => {
        #[derive(Clone, Debug, ::serde::Deserialize)]
        #[serde(from = "AsRead")]
        $(#[$attribute])*
        pub struct $all {
            $($(#[$doc])* pub $field: $crate::switch::OfRule<$name>,)*
        }

        /// The numbers as they are read.
        #[derive(::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct AsRead {
            $(#[serde(rename = $id)] $field: $name,)*
        }

        impl From<AsRead> for $all {
            fn from(read: AsRead) -> $all {
                $all { $($field: $crate::switch::OfRule::new($crate::RuleId::new($id), read.$field),)* }
            }
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Default, ::serde::Deserialize)]
            #[serde(deny_unknown_fields, rename_all = "kebab-case")]
            #[expect(missing_docs, reason = "the fields are the words of the rule")]
            pub struct $name { $(pub $key: $type),* }
        )*
    };
}

/// A type that data files write as a text, with the sentence that says what would be right:
/// `text_form!(Score, Score::read, "a score such as \"4+\", or \"-\"");`
#[macro_export]
macro_rules! text_form {
    ($type:ty, $read:expr, $right:literal) => {
        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                $crate::data::from_text(deserializer, $read, $right)
            }
        }
    };
}

/// The methods of [`Ruleset`](crate::ruleset::Ruleset) that lead to the module of the same name, for a crate with the
/// usual modules: `data::load`, `fixed::Fixed::new`, `state::State::new`, `play::step`, `sound::check` and `revive`,
/// `legal::check`, `candidates::default` and `candidates`, `choice::write` and `parse`, `refusal::why_not`.
#[macro_export]
macro_rules! rules_in_modules {
    () => {
        type Data = crate::data::Data;
        type Setup = crate::fixed::Setup;
        type Fixed = crate::fixed::Fixed;
        type State = crate::state::State;
        type Choice = crate::choice::Choice;
        type Shape = crate::choice::Shape;
        type Event = crate::event::Event;

        fn load(files: &$crate::data::DataFiles) -> Result<Self::Data, $crate::data::DataError> {
            crate::data::load(<Self as $crate::ruleset::Ruleset>::ID, files)
        }

        fn fixed(data: &::std::sync::Arc<Self::Data>, setup: &Self::Setup) -> Result<Self::Fixed, String> {
            crate::fixed::Fixed::new(data, setup)
        }

        fn new_game(fixed: &Self::Fixed) -> Self::State {
            crate::state::State::new(fixed)
        }

        fn step(
            state: &mut Self::State,
            cx: &mut $crate::ctx::Ctx<'_, Self>,
        ) -> $crate::ctx::Step<$crate::ruleset::Next> {
            crate::play::step(state, cx)
        }

        fn sound(fixed: &Self::Fixed, state: &Self::State) -> Result<(), String> {
            crate::sound::check(fixed, state)
        }

        fn revive(fixed: &Self::Fixed, state: &mut Self::State) -> Result<(), String> {
            crate::sound::revive(fixed, state)
        }

        fn check(
            fixed: &Self::Fixed,
            view: &Self::View,
            shape: &Self::Shape,
            choice: &Self::Choice,
        ) -> Vec<$crate::refusal::Violation> {
            crate::legal::check(fixed, view, shape, choice)
        }

        fn default_proposal(
            fixed: &Self::Fixed,
            view: &Self::View,
            shape: &Self::Shape,
        ) -> Option<Self::Choice> {
            crate::candidates::default(fixed, view, shape)
        }

        fn candidates(
            fixed: &Self::Fixed,
            view: &Self::View,
            shape: &Self::Shape,
            rng: &mut $crate::rng::SplitMix,
        ) -> Vec<Self::Choice> {
            crate::candidates::candidates(fixed, view, shape, rng)
        }

        fn write(fixed: &Self::Fixed, choice: &Self::Choice) -> String {
            crate::choice::write(fixed, choice)
        }

        fn parse(fixed: &Self::Fixed, text: &str) -> Result<Self::Choice, String> {
            crate::choice::parse(fixed, text)
        }

        fn why_not(
            fixed: &Self::Fixed,
            view: &Self::View,
            ask: &$crate::decision::Ask,
            choice: &Self::Choice,
        ) -> Vec<$crate::refusal::Violation> {
            crate::refusal::why_not(fixed, view, ask, choice)
        }
    };
}

/// The methods of [`Ruleset`](crate::ruleset::Ruleset) about what is hidden, for a system in which nothing is: a view is
/// the state.
#[macro_export]
macro_rules! nothing_hidden {
    () => {
        type View = Self::State;

        fn view(_fixed: &Self::Fixed, state: &Self::State, _viewer: $crate::Viewer) -> Self::View {
            state.clone()
        }

        fn open_view(state: &Self::State) -> Option<&Self::View> {
            Some(state)
        }

        fn determinize(
            _fixed: &Self::Fixed,
            start: &Self::View,
            _now: &Self::View,
            _seen: &[$crate::log::Logged<Self>],
            _rng: &mut $crate::rng::SplitMix,
        ) -> Option<Self::State> {
            Some(start.clone())
        }
    };
}

/// The methods of [`Present`](crate::ruleset::Present) that lead to the module of the same name, for a folder `present`
/// with the usual files: `form::form`, `scene::scene`, `words::question` and `option`, `forms::proposal`, `card::query`;
/// and for the data's `texts` and `speech`, `fixed.data`, `crate::scenario` and `crate::embedded`.
#[macro_export]
macro_rules! shown_in_modules {
    () => {
        fn texts(fixed: &Self::Fixed) -> &$crate::message::Texts {
            &fixed.data.texts
        }

        fn data_texts(data: &Self::Data) -> Option<&$crate::message::Texts> {
            Some(&data.texts)
        }

        fn languages(data: &Self::Data) -> Vec<String> {
            data.speech.languages()
        }

        fn data_in(
            data: &::std::sync::Arc<Self::Data>,
            language: &str,
        ) -> Option<::std::sync::Arc<Self::Data>> {
            let texts = ::std::sync::Arc::clone(data.speech.texts(language));
            Some(::std::sync::Arc::new(crate::data::Data { texts, ..crate::data::Data::clone(data) }))
        }

        fn fixed_in(fixed: &Self::Fixed, language: &str) -> Option<Self::Fixed> {
            let data = Self::data_in(&fixed.data, language)?;
            Some(crate::fixed::Fixed { data, ..fixed.clone() })
        }

        fn setup_form(data: &::std::sync::Arc<Self::Data>) -> $crate::client::SetupForm {
            form::form(data)
        }

        fn scene(fixed: &Self::Fixed, view: &Self::View) -> $crate::client::Scene {
            scene::scene(fixed, view)
        }

        fn question(
            fixed: &Self::Fixed,
            view: &Self::View,
            decision: &$crate::decision::Decision<Self>,
        ) -> String {
            words::question(fixed, view, decision)
        }

        fn option(
            fixed: &Self::Fixed,
            view: &Self::View,
            ask: &$crate::decision::Ask,
            choice: &Self::Choice,
        ) -> $crate::client::PromptOption {
            words::option(fixed, view, ask, choice)
        }

        fn proposal(
            fixed: &Self::Fixed,
            view: &Self::View,
            shape: &Self::Shape,
        ) -> Option<$crate::client::ProposalForm> {
            Some(forms::proposal(fixed, view, shape))
        }

        fn query(
            fixed: &Self::Fixed,
            view: &Self::View,
            query: &$crate::client::Query,
        ) -> Result<$crate::client::QueryAnswer, $crate::refusal::Refusal> {
            card::query(fixed, view, query)
        }

        fn scenario(
            data: &::std::sync::Arc<Self::Data>,
            text: &str,
        ) -> Result<(Self::Fixed, Self::State), String> {
            crate::scenario::scenario(data, text)
        }

        fn inspect(fixed: &Self::Fixed, state: &Self::State, what: &str) -> Option<String> {
            crate::scenario::inspect(fixed, state, what)
        }

        fn cited() -> &'static [&'static str] {
            crate::embedded::CITED
        }

        fn embedded() -> &'static [(&'static str, &'static str)] {
            crate::embedded::DATA
        }
    };
}
