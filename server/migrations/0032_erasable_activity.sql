-- oldest release: 0.1.0
-- Makes the personal part of an audit entry erasable: the chain hashes a commitment to it, SHA-256 of a random salt and the
-- personal part, instead of the part itself. Without the salt, the commitment tells nothing about what was erased. The present
-- chain is verified and built again once. docs/decisions/activity.md says what this proves.

-- the usual 64 MB make the build of the search index slower
set local maintenance_work_mem = '128MB';

-- the lock of record_activity: a server of an earlier release may be running
select pg_advisory_xact_lock(hashtext('mandap.activity'));

alter table activity
  -- 32 random bytes; null if the personal part was erased
  add column salt bytea,
  -- to subject_name, before, after, reason and search_text
  add column commitment bytea;

create function activity_commitment(salt bytea, entry activity) returns bytea language sql stable as $$
  -- server/src/audit/verify.ts computes the same
  select sha256(salt || convert_to(jsonb_build_array(
    entry.subject_name, entry.before, entry.after, entry.reason, entry.search_text)::text, 'UTF8'))
$$;

create function activity_hash(previous bytea, entry activity, commitment bytea) returns bytea
language sql stable as $$
  -- server/src/audit/verify.ts computes the same
  select sha256(convert_to(jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry."by", entry.kind, entry.subject,
    entry.subject_id, entry.version, entry.elevation, encode(commitment, 'hex'), encode(previous, 'hex'))::text, 'UTF8'))
$$;

create or replace function append_activity(head activity_head, happened timestamptz, entry jsonb)
returns activity_head language plpgsql as $$
declare
  fresh activity;
begin
  fresh.id := head.id + 1;
  -- times never decrease along the chain, so that a span of time is a span of ids
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
  fresh.salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  fresh.commitment := activity_commitment(fresh.salt, fresh);
  fresh.previous := head.hash;
  fresh.hash := activity_hash(fresh.previous, fresh, fresh.commitment);
  insert into activity values (fresh.*);
  head.id := fresh.id;
  head.at := fresh.at;
  head.hash := fresh.hash;
  return head;
end $$;

-- Returns the entry without its personal part. Who acted, and the id of the subject, can still be searched for.
create function erased_activity(entry activity) returns activity language plpgsql immutable as $$
begin
  entry.salt := null;
  entry.subject_name := '';
  entry.before := '{}';
  entry.after := '{}';
  entry.reason := null;
  entry.search_text := lower(entry."by" || E'\n' || entry.subject_id);
  return entry;
end $$;

create or replace function refuse_activity_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new is not distinct from erased_activity(old) then return new; end if;
  end if;
  raise exception 'The audit log is only ever added to.';
end $$;

-- Erases the personal part of entries, and returns how many had one. The server's own role may change no entry in another way.
create function erase_activity(ids bigint[]) returns integer language plpgsql security definer as $$
declare
  erased integer;
begin
  with done as (
    update activity set (salt, subject_name, before, after, reason, search_text) = (
      select e.salt, e.subject_name, e.before, e.after, e.reason, e.search_text from erased_activity(activity) e)
    where salt is not null and id = any(ids)
    returning id
  ), rebuilt as (
    -- the hash of the chain before it was built again: a guess of what was erased could be compared with it
    update activity set (salt, subject_name, before, after, reason, search_text) = (
      select e.salt, e.subject_name, e.before, e.after, e.reason, e.search_text from erased_activity(activity) e)
    where salt is not null and kind = 'rebuildChain' and id > (select min(id) from unnest(ids) id) and id <> all(ids)
  )
  select count(*) into erased from done;
  return erased;
end $$;

revoke all on function activity_commitment, activity_hash, erased_activity, erase_activity from public;

do $$
begin
  -- no table of the caller's own making stands in for ours
  execute format('alter function erase_activity set search_path = %I, pg_temp', current_schema());
end $$;

-- The first entry of the present chain that is not what was written; null if there is none.
create function first_broken_entry() returns bigint language sql as $$
  with linked as (
    select *, row_number() over chain as place,
      lag(hash, 1, decode(repeat('00', 32), 'hex')) over chain as expected
    from activity window chain as (order by id)
  ), broken as (
    select least(id, place) as id from linked
    where id <> place or previous <> expected or hash <> sha256(convert_to(jsonb_build_array(
      id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), "by", kind, subject, subject_id, subject_name,
      version, before, after, reason, elevation, search_text, encode(previous, 'hex'))::text, 'UTF8'))
    union all
    select least(coalesce(max(activity.id), 0), head.id) + 1 from activity_head head left join activity on true
    group by head.id having coalesce(max(activity.id), 0) <> head.id
    union all
    select id from activity_head head
    where id > 0 and not exists (select from activity where activity.id = head.id and activity.hash = head.hash)
  )
  select min(id) from broken
$$;

create aggregate chained_hash(activity, bytea) (
  sfunc = activity_hash, stype = bytea, initcond = '\x0000000000000000000000000000000000000000000000000000000000000000'
);

do $$
declare
  head activity_head;
  broken bigint;
  last activity;
begin
  select * into strict head from activity_head;
  broken := first_broken_entry();

  -- one by one, changes of 1,000,000 entries would take most of their time in the indexes
  drop index activity_of_record, activity_of_person, activity_of_kind, activity_by_time, activity_search;
  alter table activity disable trigger user;
  with salted as materialized (
    select id, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt from activity
  ), committed as (
    select activity.id, activity as entry, salted.salt, activity_commitment(salted.salt, activity) as commitment
    from activity join salted using (id)
  ), hashed as (
    select id, salt, commitment, chained_hash(entry, commitment) over (order by id) as hash from committed
  ), linked as (
    select *, lag(hash, 1, decode(repeat('00', 32), 'hex')) over (order by id) as previous from hashed
  )
  update activity set salt = linked.salt, commitment = linked.commitment, previous = linked.previous, hash = linked.hash
  from linked where activity.id = linked.id;
  alter table activity enable trigger user;

  select * into last from activity order by id desc limit 1;
  if last is null and head.id = 0 then return; end if;
  head := append_activity(
    row(true, greatest(head.id, last.id), head.at, coalesce(last.hash, head.hash))::activity_head, clock_timestamp(),
    jsonb_build_object(
      'by', 'Mandap', 'kind', 'rebuildChain', 'subject', 'server',
      'subject_id', case when broken is null then 'intact' else 'broken at ' || broken end,
      'subject_name', 'audit log', 'before', '{}'::jsonb,
      'after', jsonb_build_object('entry', head.id, 'hash', encode(head.hash, 'hex')),
      'search_text', 'mandap'));
  update activity_head set id = head.id, at = head.at, hash = head.hash;
end $$;

drop aggregate chained_hash(activity, bytea);
drop function first_broken_entry();

alter table activity alter column commitment set not null;

create index activity_of_record on activity (subject, subject_id, id);
create index activity_of_person on activity (by, id);
create index activity_of_kind on activity (kind, id);
create index activity_by_time on activity (at, id);
create index activity_search on activity using gin (search_text gin_trgm_ops);

drop trigger activity_is_append_only on activity;
create trigger activity_is_append_only before delete or truncate on activity
  for each statement execute function refuse_activity_change();
create trigger activity_is_erased_only before update on activity
  for each row execute function refuse_activity_change();
