mod published;
mod second;
mod table;
