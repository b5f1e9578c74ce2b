-- As the second schema's program wrote it: a name, a line by a person, a line with a picture.
INSERT INTO page_name VALUES
    ('ann', 'Ann', x'1111111111111111111111111111111111111111111111111111111111111111', 1000);
INSERT INTO page_line VALUES
    (1, 'local:channel', 'local:ann', 'Ann', '"Place"', NULL, 'hello', '[]', NULL, NULL, '[]',
     1000, 'ann:1', NULL),
    (2, 'local:channel', NULL, NULL, '{"Only":"local:ann"}', 'local:1', 'a game', '["local:ann"]',
     'a board', 2, '["board"]', 1001, 'outbox:1',
     '{"board":{"files":8,"ranks":8,"turned":false,"pieces":[],"marks":[]},"panel":{"headline":"Ann","note":"to move","far":{"name":"Bob","shade":"Dark","captured":[]},"near":{"name":"Ann","shade":"Light","captured":[]},"fights":[],"foot":""}}');
