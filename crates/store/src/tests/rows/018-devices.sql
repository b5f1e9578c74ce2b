-- As the eighteenth schema's program wrote it: a second browser of a name.
INSERT INTO page_device VALUES
    ('ann', x'1212121212121212121212121212121212121212121212121212121212121212', 6000);
