-- A network that a player signed in from before gives strangers there no tries of their own any more, so it is not kept.

ALTER TABLE known_device DROP COLUMN place;
