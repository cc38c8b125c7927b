-- What the operator's people were mailed about. One row for each subject, so that a mail about it goes out once, whichever process finds it.
-- min_reader: 93
CREATE TABLE desk_mail (
  subject text PRIMARY KEY,
  kind    text NOT NULL,
  at      timestamptz NOT NULL
);
