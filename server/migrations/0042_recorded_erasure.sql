-- oldest release: 0.1.0
-- Refuses a transaction that erases personal details of the audit log without an entry that says so. Erasures call
-- erase_activity before they add their entries, so this is checked when the transaction ends.
create function require_erasure_entry() returns trigger language plpgsql security definer as $$
begin
  -- no other transaction can add an entry after one of this transaction
  if not exists (
    select from (values ('erase'), ('eraseDetails')) as kinds (kind)
    cross join lateral (
      select activity.xmin as written, salt from activity where activity.kind = kinds.kind
      order by id desc limit 1
    ) as newest
    -- the erasure of an entry writes it again, without its salt
    where newest.written = pg_current_xact_id()::xid and newest.salt is not null
  ) then
    raise exception 'An erasure needs an entry of the audit log in the same transaction.';
  end if;
  return null;
end $$;

revoke all on function require_erasure_entry from public;

do $$
begin
  -- no table of the caller's own making stands in for ours
  execute format('alter function require_erasure_entry set search_path = %I, pg_temp', current_schema());
end $$;

create constraint trigger activity_erasure_is_recorded after update on activity
  deferrable initially deferred for each row
  when (old.salt is not null and new.salt is null) execute function require_erasure_entry();
