-- The local page: the other browsers that a name belongs to, besides the one that took it.

CREATE TABLE page_device (
    key         TEXT NOT NULL REFERENCES page_name (key),
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    since       INTEGER NOT NULL,
    PRIMARY KEY (key, secret_hash)
) STRICT, WITHOUT ROWID;
