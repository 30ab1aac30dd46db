//! Actions of the page in the window's own menu. The shell builds the menu; the page has the actions, their keys and what they do.

/// Id and label of each action, in the order of the menu.
pub const ACTIONS: [(&str, &str); 4] = [
    ("settings", "Settings"),
    ("keys", "Keyboard shortcuts"),
    ("log", "Open log folder"),
    ("about", "About Tapline"),
];
