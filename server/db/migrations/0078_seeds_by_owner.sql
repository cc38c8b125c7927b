-- A pair is named by the platform, never like a draw (server/seed-keys.ts refuses such a name as well). What is there is not looked at:
-- a row that somebody else wrote before is left for people to see, and gets no seed.
ALTER TABLE seed_pair ADD CONSTRAINT seed_pair_id_is_ours CHECK (seed_pair_id ~ '^[A-Za-z0-9_-]{22}$') NOT VALID;
