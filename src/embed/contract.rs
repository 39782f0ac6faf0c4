//! What an embedded figure agrees on with the page around it, apart from the keys of the query.

/// An attribute of the custom element that is no key of the query.
pub struct Attribute {
    /// How it is written.
    pub name: &'static str,
    /// What it takes, with code between backticks.
    pub values: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// All attributes that are no keys.
pub const ATTRIBUTES: [Attribute; 3] = [
    Attribute {
        name: "query",
        values: "a query",
        meaning: "Several keys at once, as a link has them after its question mark. A key that is an attribute too counts as the attribute says.",
    },
    Attribute {
        name: "title",
        values: "a text",
        meaning: "What the figure is called: for those who hear the page, and above the figure until it is loaded. Not given, it is made from service and scenario.",
    },
    Attribute {
        name: "height",
        values: "pixels",
        meaning: "How much room is kept for the figure before it tells its own height, and how high it is at the least.",
    },
];

/// Who is told of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// The page, by a message from the frame; the custom element hands it on as an event.
    Everybody,
    /// Whoever listens to messages from the frame. The custom element makes use of it itself.
    Messages,
}

/// Something that a figure tells the page around it.
pub struct Event {
    /// The type of the message and of the event.
    pub name: &'static str,
    /// What comes with it: in the message itself, and in the `detail` of an event.
    pub data: &'static str,
    /// When it is told.
    pub meaning: &'static str,
    /// Who is told.
    pub told: Told,
}

/// By which a figure tells how high its content is.
pub const HEIGHT_MESSAGE: &str = "lock-simulator:height";

/// All of them.
pub const EVENTS: [Event; 5] = [
    Event {
        name: "lock-simulator:ready",
        data: "",
        meaning: "The run is shown. It comes again when the figure starts anew: when a key has changed, or the element was moved.",
        told: Told::Everybody,
    },
    Event {
        name: HEIGHT_MESSAGE,
        data: "`height`: the height of the content, in CSS pixels",
        meaning: "The content has become higher or lower.",
        told: Told::Messages,
    },
    Event {
        name: "lock-simulator:change",
        data: "`query`: what is shown, without the question mark; `headline`: `corrupted`, `at-risk`, `protected` or `safe`, or `null` while a question is open",
        meaning: "What is shown, right after `ready`; and again when something else is shown, or a question has been answered.",
        told: Told::Everybody,
    },
    Event {
        name: "lock-simulator:answer",
        data: "`question`: `stored` or `holder`; `answer` and `right`: a client, `A` to `E`, or `nobody` (holder) or `empty` (stored); `correct`: `true` or `false`",
        meaning: "The reader has answered the question.",
        told: Told::Everybody,
    },
    Event {
        name: "lock-simulator:failure",
        data: "",
        meaning: "The simulator could not be loaded, or has broken down. The custom element says it too when no figure answers.",
        told: Told::Everybody,
    },
];
