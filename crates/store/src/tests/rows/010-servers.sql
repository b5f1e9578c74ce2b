-- As the tenth schema's program wrote it: a server that has chosen when idle games end.
INSERT INTO setting (scope, key, value) VALUES ('server:discord:500', 'idle_days', '7 14');
