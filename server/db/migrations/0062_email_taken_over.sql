-- Nobody had confirmed the e-mail when whoever reads its mails set a password: the account may be somebody else's doing. Closed
-- without ever having held money, it gives the e-mail back to them.
ALTER TABLE player ADD COLUMN email_taken_over_at timestamptz;
