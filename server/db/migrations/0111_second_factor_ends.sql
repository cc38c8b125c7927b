-- The rows of before 0110 are checked here, without keeping their writers waiting.
-- min_reader: 93
ALTER TABLE session VALIDATE CONSTRAINT session_end_reason_check;
