//! The serenity adapter: events in, replies out, the platform's limits. The only module that
//! names serenity.
