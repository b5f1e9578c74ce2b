//! The page adapter: a chat channel in the browser. The only crate that names the web server.
//!
//! [`PageListener::listen`] takes the address, [`PageListener::open`] makes the page, [`Page::serve`] runs it there. A message of a page
//! becomes a line in the store and an `Incoming` for the host (`inbound`); a reply of the host
//! becomes a line (`sender`) and goes to every page that may see it (`chat_room`). A page that was
//! away asks for what it missed by the last line that it has (`history`).

mod admission;
mod assets;
mod board_address;
mod chat_room;
mod claim;
mod click_map;
mod connections;
mod devices;
mod drawn;
mod events;
mod film;
mod forgetting;
mod history;
mod home;
mod http;
mod inbound;
mod limits;
mod living;
mod lock;
mod markup;
mod names;
mod origin;
mod packing;
mod page_place;
mod person;
mod picture_cache;
mod reading;
mod sender;
mod serve_error;
mod server;
mod sessions;
mod slim;
mod socket;
mod table_info;
mod table_pictures;
#[cfg(feature = "testkit")]
pub mod testkit;
mod text;
mod view;
mod wire;

pub use chat_room::THREADS;
pub use names::{Name, NameFault};
pub use serve_error::ServeError;
pub use server::{Page, PageListener, serve};
