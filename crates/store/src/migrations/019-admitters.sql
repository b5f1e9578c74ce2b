-- The local page: which browser of a name has let which one in, so that nobody signs out whoever let them in, and
-- which one has signed it out, so that it can be told. Browsers of before count as let in by the one that has the
-- name: nobody knows better, and that one cannot be signed out by them.

ALTER TABLE page_device ADD COLUMN admitted_by BLOB CHECK (length(admitted_by) = 32);
ALTER TABLE page_device ADD COLUMN signed_out_by BLOB CHECK (length(signed_out_by) = 32);
ALTER TABLE page_device ADD COLUMN signed_out INTEGER;  -- NULL: the name is this browser's

UPDATE page_device
    SET admitted_by = (SELECT n.secret_hash FROM page_name n WHERE n.key = page_device.key);
