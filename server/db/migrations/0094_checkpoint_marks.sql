-- min_reader: 93
-- Up to where the check of the last minute goes. It stands in the database and not in the memory of a process, because a process stays while
-- the database behind it becomes another one (a failover, a restore): numbers of the old one mean nothing there.
ALTER TABLE ledger_checkpoint
  ADD COLUMN mark_entry bigint,
  ADD COLUMN mark_transaction bigint,
  ADD COLUMN mark_xid xid8;
