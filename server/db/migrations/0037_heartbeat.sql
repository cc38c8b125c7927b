-- Written from time to time to find out whether the database takes writes. One row; room on its page keeps the updates there.
CREATE TABLE heartbeat (
  name text PRIMARY KEY,
  at timestamptz NOT NULL
) WITH (fillfactor = 50);
