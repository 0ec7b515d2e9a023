-- Lists of partners, their counts, and the partners that were deleted.

-- The Approval Panel passes over partners without a companyEmail (§2.8).
create index partner_to_approve on partner (status, name, id) where (company_email = '') is not true;

-- Partners by what the rules of the lists ask, as coarsely as they ask it: of a companyEmail only
-- whether it is empty or Guest, of missing items only whether there are any. So a rule can be asked
-- of this table as it is asked of partners.
create table partner_count (
  status text collate "C" not null,
  company_email text collate "C" not null,
  no_gst boolean not null,
  missing_items text[] not null,
  n bigint not null,
  primary key (status, company_email, no_gst, missing_items)
);

create table partner_count_delta (
  status text collate "C" not null,
  company_email text collate "C" not null,
  no_gst boolean not null,
  missing_items text[] not null,
  n bigint not null
);

create function coarse_company_email(company_email text) returns text
  language sql immutable parallel safe
  return case when company_email in ('', 'Guest') then company_email else 'other' end;

create function coarse_items(items text[]) returns text[]
  language sql immutable parallel safe
  return case when items = '{}' then items else array['some'] end;

create function count_partners() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into partner_count_delta
      select status, coarse_company_email(company_email), no_gst, coarse_items(missing_items), count(*)
      from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into partner_count_delta
      select status, coarse_company_email(company_email), no_gst, coarse_items(missing_items), -count(*)
      from removed group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    insert into partner_count_delta
      select status, coarse_company_email(company_email), no_gst, coarse_items(missing_items), sum(change)
      from (
        select status, company_email, no_gst, missing_items, 1 as change from added
        union all
        select status, company_email, no_gst, missing_items, -1 from removed
      ) changed
      group by 1, 2, 3, 4 having sum(change) <> 0;
  else
    delete from partner_count_delta;
    delete from partner_count;
  end if;
  return null;
end $$;

create trigger partner_list_inserted after insert on partner referencing new table as added
  for each statement execute function count_partners();
create trigger partner_list_updated after update on partner
  referencing old table as removed new table as added
  for each statement execute function count_partners();
create trigger partner_list_deleted after delete on partner referencing old table as removed
  for each statement execute function count_partners();
create trigger partner_list_truncated after truncate on partner
  for each statement execute function count_partners();

insert into partner_count
  select status, coarse_company_email(company_email), no_gst, coarse_items(missing_items), count(*)
  from partner group by 1, 2, 3, 4;

-- Moves the deltas into the counters. Does nothing while another connection does it.
create function roll_up_partner_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.partner')) then
    return;
  end if;
  with moved as (delete from partner_count_delta returning *)
  insert into partner_count as c
    select status, company_email, no_gst, missing_items, sum(n) from moved group by 1, 2, 3, 4
    on conflict (status, company_email, no_gst, missing_items) do update set n = c.n + excluded.n;
end $$;

-- Deleted partners, whole, for as long as they can be restored (§5.9). They lie apart, so that no list,
-- count or search of partners can find them.
create table deleted_partner (
  id text collate "C" primary key,
  body jsonb not null,
  version integer not null,
  name text collate "C" not null,
  search_text text collate "C" not null,
  deleted_at timestamptz not null,
  -- as the call says it, Super Admin, and who it was by the session
  deleted_by text not null,
  administrator text not null
);

create index deleted_partner_by_name on deleted_partner (name, id);
create index deleted_partner_by_time on deleted_partner (deleted_at);

create function keep_partner_deleted() returns trigger language plpgsql as $$
begin
  if exists (select from deleted_partner where id = new.id) then
    return null;
  end if;
  return new;
end $$;

-- a deleted partner stays deleted when an import brings it again
create trigger partner_stays_deleted before insert on partner
  for each row execute function keep_partner_deleted();
