-- The version of the rules that the bet named; null where it named none. It is worked out by it once its secret is public.
ALTER TABLE refused_bet ADD COLUMN rules text CHECK (rules ~ '^[0-9a-f]{64}$');
