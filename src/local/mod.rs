//! The page adapter: a chat channel in the browser. The only module that names the web server.
