-- oldest release: 0.1.0
-- From which position in the log on write_position is complete. PostgreSQL empties both tables after a crash and when a
-- replica becomes the primary, because they are not logged. Without a row here, nobody's last write is known.
create unlogged table write_position_start (
  is_only boolean primary key default true check (is_only),
  position pg_lsn not null
);
