-- Who changed what: one row for every change of a record, never altered and never removed.
create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- the administrator's e-mail, or the name of what wrote (an import)
  by text not null,
  -- what was done: create, update, delete
  kind text not null,
  -- what it was done to: booking, partner, user, tempPartner, and its id
  subject text not null,
  subject_id text collate "C" not null,
  -- the version that the change made; the last one for a deletion
  version integer not null,
  -- the fields that differ, as they were and as they became; a field that was absent is absent
  before jsonb not null,
  after jsonb not null
);

create index activity_of_record on activity (subject, subject_id, version);

create function refuse_activity_change() returns trigger language plpgsql as $$
begin
  raise exception 'The record of activity is only ever added to.';
end $$;

create trigger activity_is_append_only before update or delete or truncate on activity
  for each statement execute function refuse_activity_change();
