-- One entry a draw and person, whichever account it is made with: an entry names the verified identity that it is made with.

-- Null of an entry from before: it stays in its draw, and is passed over where its account may not win when it is drawn.
ALTER TABLE draw_entry ADD COLUMN person_hash bytea CHECK (octet_length(person_hash) = 32);
CREATE UNIQUE INDEX draw_entry_of_person ON draw_entry (draw_id, person_hash);

-- It was drawn, and its account could not win then: the next one took its place. No entry leaves a draw any more; `left_out`
-- is true only in draws that were over before this.
ALTER TABLE draw_entry ADD COLUMN passed_over boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION keep_draw_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.passed_over AND NOT OLD.passed_over
     AND ROW (NEW.entry_id, NEW.draw_id, NEW.user_id, NEW.at, NEW.left_out, NEW.person_hash)
       IS NOT DISTINCT FROM ROW (OLD.entry_id, OLD.draw_id, OLD.user_id, OLD.at, OLD.left_out, OLD.person_hash)
     AND EXISTS (SELECT FROM draw WHERE draw_id = OLD.draw_id AND drawn_at IS NULL) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT'
     AND EXISTS (SELECT FROM draw WHERE draw_id = NEW.draw_id AND drawn_at IS NULL AND NEW.at >= opens_at AND NEW.at < closes_at)
     AND EXISTS (SELECT FROM identity WHERE user_id = NEW.user_id AND person_hash = NEW.person_hash AND passed_at IS NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an entry is made by a verified person while its draw is open, and stays';
END $$;
