-- oldest release: 0.1.0
-- Who has a record open: one row for each tab of a browser, while its stream of events is open. Not logged,
-- because a crash of PostgreSQL ends no work: the tabs connect again and write their rows again.
create unlogged table presence (
  tab uuid primary key,
  stream uuid not null,
  session_id uuid not null references session on delete cascade,
  administrator_id uuid not null references administrator on delete cascade,
  subject text not null check (subject in ('booking', 'partner')),
  subject_id text collate "C" not null,
  -- whether the person decides on the partner
  is_review boolean not null,
  since timestamptz not null default now(),
  -- the server of the stream confirms it every few seconds
  seen_at timestamptz not null default now()
);
create index presence_of_record on presence (subject, subject_id);
create index presence_of_stream on presence (stream);
