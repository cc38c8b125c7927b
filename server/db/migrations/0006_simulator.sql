-- The payment simulator's own books: the platform's cashier never reads them, only asks through the gateway's port.

CREATE TABLE simulator_payment (
  reference        text PRIMARY KEY,
  method           text NOT NULL,
  -- Kobo: asked for, and what the payer really sent.
  amount           bigint NOT NULL CHECK (amount > 0),
  paid_amount      bigint,
  currency         text NOT NULL,
  -- What the payer did, NULL = nothing yet.
  outcome          text,
  state            text NOT NULL CHECK (state IN ('pending', 'success', 'failed', 'cancelled')),
  -- A payment that is late becomes a success by itself.
  settles_at       timestamptz,
  return_success   text NOT NULL,
  return_cancel    text NOT NULL,
  return_failure   text NOT NULL,
  -- How often starting it was asked for.
  starts           integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL
);

CREATE TABLE simulator_notification (
  notification_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference       text NOT NULL REFERENCES simulator_payment (reference),
  body            text NOT NULL,
  due_at          timestamptz NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  last_status     integer,
  delivered_at    timestamptz
);
CREATE INDEX simulator_notification_due ON simulator_notification (due_at) WHERE delivered_at IS NULL;

-- The newest signs; the one before it is still believed while `valid_until` is ahead.
CREATE TABLE simulator_secret (
  secret_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  secret      text NOT NULL,
  created_at  timestamptz NOT NULL,
  valid_until timestamptz
);
CREATE UNIQUE INDEX simulator_secret_in_use ON simulator_secret ((true)) WHERE valid_until IS NULL;
