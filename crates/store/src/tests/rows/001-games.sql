-- As the first schema's program wrote it: an offer, a running game with a roll, a finished game.
INSERT INTO person VALUES
    ('local:ann', 'local', 'Ann', 'ann', 1000),
    ('local:bob', 'local', 'Bob', 'bob', 1000);
INSERT INTO game VALUES
    (1, 'lyra', 1, 'combat=dice', 'local:channel', 'offered', '{}', zeroblob(32), '1',
     0, 0, NULL, 0, 1, 1000, 1000, 90000, NULL, NULL),
    (2, 'lyra', 1, 'combat=dice', 'local:channel', 'running', '{}',
     x'2222222222222222222222222222222222222222222222222222222222222222', '2',
     2, 2, 1, 1, 3, 1000, 3000, NULL, NULL, NULL),
    (3, 'lyra', 1, 'combat=classic', 'local:private:bob', 'over', '{}', zeroblob(32), '3',
     1, 1, NULL, 0, 3, 1000, 2000, NULL, '1-0', 2500);
INSERT INTO seat VALUES
    (1, 0, 'local:ann', NULL, 0, NULL), (1, 1, NULL, NULL, 0, NULL),
    (2, 0, 'local:ann', NULL, 0, NULL), (2, 1, NULL, 4, 0, NULL),
    (3, 0, 'local:ann', NULL, 1, 2500), (3, 1, 'local:bob', NULL, 1, 2500);
INSERT INTO event VALUES
    (2, 1, 1, 0, 'ply', 'a1-a2', NULL, NULL, NULL, 2000),
    (2, 2, 2, 1, 'ply', 'h8xh7', 1, '3,2', '1.2', 3000),
    (3, 1, 1, 0, 'ply', 'a1-a2', NULL, NULL, NULL, 2000);
INSERT INTO outbox VALUES
    (1, 2, 'local:channel', 3000, 3001, 'local:8', NULL),
    (2, NULL, 'local:channel', 3000, NULL, NULL,
     '{"place":"local:channel","audience":"Place","reply_to":null,"text":"hello","ping":[],"picture":null,"game":null,"chips":[]}');
INSERT INTO handled VALUES ('local:7', 3000);
