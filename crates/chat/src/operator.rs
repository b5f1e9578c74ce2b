//! Whoever runs the bot.

/// Whoever runs the bot, as far as they have said so, and where their papers stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator {
    /// The name by which people know them.
    pub name: Option<String>,
    /// The way to reach them: an address or a link.
    pub contact: Option<String>,
    /// The address of the privacy policy.
    pub privacy_url: Option<String>,
    /// The address of the terms of service.
    pub terms_url: Option<String>,
    /// The address of the place where people get help.
    pub support_url: Option<String>,
}
