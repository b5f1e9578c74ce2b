-- As the thirteenth schema's program wrote it: a result that was put right once more.
INSERT INTO correction (n, game, at, person, result, reason)
    VALUES (2, 3, 9500, 'local:bob', 'win 1 adjudication', 'she had won indeed');
