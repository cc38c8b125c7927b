-- Secrets that all processes on this database share: a token made by one is believed by the others.

CREATE TABLE platform_secret (
  name       text PRIMARY KEY,
  secret     bytea NOT NULL,
  created_at timestamptz NOT NULL
);
