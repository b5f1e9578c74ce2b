-- As the fifth schema's program wrote it.
-- Two names that look alike, as names of before may.
INSERT INTO page_name (key, name, secret_hash, since, skeleton) VALUES
    ('ben', 'Ben', x'2222222222222222222222222222222222222222222222222222222222222222', 2000, 'ben'),
    ('веn', 'Веn', x'3333333333333333333333333333333333333333333333333333333333333333', 2001, 'ben');

INSERT INTO host_key (one, secret) VALUES (1, x'5555555555555555555555555555555555555555555555555555555555555555');
UPDATE game SET dice = 2 WHERE no = 5;

-- A name in letters of another shape, kept in lower case.
INSERT INTO person (id, platform, name, folded, since) VALUES ('discord:77', 'discord', '𝐙𝐨𝐞', '𝐙𝐨𝐞', 2000);
