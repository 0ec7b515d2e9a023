-- oldest release: 0.1.0
-- What was destroyed on purpose. A restored backup contains it again, so each server copies this list to a file that no
-- restore replaces (server/src/erasure-list/erasure-list.ts). Rows are never changed or deleted.
create table erasure (
  -- not a sequence, which would begin again at an earlier number after a restore
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  subject text not null,
  subject_id text collate "C" not null
);
