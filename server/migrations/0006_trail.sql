-- The audit log: each entry has the hash of the one before, so that no entry can be changed, removed or inserted
-- unnoticed. docs/decisions/activity.md says what that proves.

alter table activity rename to earlier_activity;
alter index activity_pkey rename to earlier_activity_pkey;
alter index activity_of_record rename to earlier_activity_of_record;

create table activity (
  -- its place in the chain, without gaps
  id bigint primary key,
  at timestamptz not null,
  -- the administrator's e-mail, or the name of what wrote (an import)
  by text collate "C" not null,
  -- what was done, and to what (domain/src/audit/kind.ts)
  kind text collate "C" not null,
  subject text collate "C" not null,
  subject_id text collate "C" not null,
  -- as it was called then
  subject_name text not null,
  -- the version that a change made; null where it made none
  version integer,
  -- the fields that differ, as they were and as they became; personal numbers stand masked
  before jsonb not null,
  after jsonb not null,
  reason text,
  -- the masked number of the Super Admin, where the act needed one
  elevation text,
  -- folded by domain
  search_text text collate "C" not null,
  -- SHA-256 of the record before, and of this one with that
  previous bytea not null,
  hash bytea not null
);

create index activity_of_record on activity (subject, subject_id, id);
create index activity_of_person on activity (by, id);
create index activity_of_kind on activity (kind, id);
create index activity_by_time on activity (at, id);
create index activity_search on activity using gin (search_text gin_trgm_ops);

-- The end of the chain. A transaction that adds an entry locks it until the transaction ends.
create table activity_head (
  is_head boolean primary key default true check (is_head),
  id bigint not null,
  at timestamptz not null,
  hash bytea not null
);
insert into activity_head (id, at, hash) values (0, 'epoch', decode(repeat('00', 32), 'hex'));

-- Adds one record behind `head`, and returns the head that it becomes.
create function append_activity(head activity_head, happened timestamptz, entry jsonb)
returns activity_head language plpgsql as $$
declare
  fresh activity;
begin
  fresh.id := head.id + 1;
  -- times never run backwards along the chain, so that a span of time is a span of places
  fresh.at := greatest(happened, head.at);
  fresh."by" := entry ->> 'by';
  fresh.kind := entry ->> 'kind';
  fresh.subject := entry ->> 'subject';
  fresh.subject_id := entry ->> 'subject_id';
  fresh.subject_name := entry ->> 'subject_name';
  fresh.version := (entry ->> 'version')::integer;
  fresh.before := entry -> 'before';
  fresh.after := entry -> 'after';
  fresh.reason := entry ->> 'reason';
  fresh.elevation := entry ->> 'elevation';
  fresh.search_text := entry ->> 'search_text';
  fresh.previous := head.hash;
  -- server/src/audit/verify.ts computes the same
  fresh.hash := sha256(convert_to(jsonb_build_array(
    fresh.id, to_char(fresh.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), fresh."by", fresh.kind,
    fresh.subject, fresh.subject_id, fresh.subject_name, fresh.version, fresh.before, fresh.after,
    fresh.reason, fresh.elevation, fresh.search_text, encode(fresh.previous, 'hex'))::text, 'UTF8'));
  insert into activity values (fresh.*);
  head.id := fresh.id;
  head.at := fresh.at;
  head.hash := fresh.hash;
  return head;
end $$;

-- The one way to add to the trail: a list of entries, in order. The server's own role may do no more.
create function record_activity(entries jsonb) returns void
language plpgsql security definer as $$
declare
  head activity_head;
  entry jsonb;
begin
  -- waits in order; a row's lock, asked for by thirty at once, took three times as long
  perform pg_advisory_xact_lock(hashtext('mandap.activity'));
  select * into strict head from activity_head;
  for entry in select value from jsonb_array_elements(entries) with ordinality order by ordinality loop
    head := append_activity(head, clock_timestamp(), entry);
  end loop;
  update activity_head set id = head.id, at = head.at, hash = head.hash;
end $$;

revoke all on function append_activity, record_activity from public;

do $$
begin
  -- no table of the caller's own making stands in for ours
  execute format('alter function record_activity set search_path = %I, pg_temp', current_schema());
end $$;

do $$
declare
  head activity_head;
  earlier record;
begin
  select * into strict head from activity_head;
  for earlier in select * from earlier_activity order by id loop
    head := append_activity(head, earlier.at, to_jsonb(earlier)
      || jsonb_build_object('subject_name', '', 'search_text', lower(earlier."by")));
  end loop;
  update activity_head set id = head.id, at = head.at, hash = head.hash;
end $$;

drop table earlier_activity;

create trigger activity_is_append_only before update or delete or truncate on activity
  for each statement execute function refuse_activity_change();
