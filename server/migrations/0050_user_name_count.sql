-- oldest release: 0.1.0
-- Counts users by the first characters of their names, so that a jump into the list of users, or of those with bookings of a
-- group, reads only names that begin alike. server/src/counters/declaration.ts declares the counters.
create table user_name_count (
  name_part text collate "C" not null,
  n bigint not null,
  primary key (name_part)
);

create table user_name_delta (
  name_part text collate "C" not null,
  n bigint not null
);

create table user_group_name_count (
  booking_group text collate "C" not null,
  day integer not null,
  name_part text collate "C" not null,
  n bigint not null,
  primary key (booking_group, day, name_part) include (n)
);

create table user_group_name_delta (
  booking_group text collate "C" not null,
  day integer not null,
  name_part text collate "C" not null,
  n bigint not null
);

create or replace function count_user_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_name_delta (name_part, n)
      select name_part, sum(n)
      from (
      select left(name, 3) as name_part, 1 as n from added
      ) counted
      group by name_part having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into user_name_delta (name_part, n)
      select name_part, sum(n)
      from (
      select left(name, 3) as name_part, -1 as n from removed
      ) counted
      group by name_part having sum(n) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into user_name_delta (name_part, n)
      select name_part, sum(n)
      from (
      select left(name, 3) as name_part, 1 as n from added
      union all
      select left(name, 3) as name_part, -1 as n from removed
      ) counted
      group by name_part having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from user_name_delta;
    delete from user_name_count;
  end if;
  return null;
end $$;

create or replace function count_user_group_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_group_name_delta (booking_group, day, name_part, n)
      select booking_group, day, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, left(name, 3) as name_part, 1 as n from added
      ) counted
      group by booking_group, day, name_part having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into user_group_name_delta (booking_group, day, name_part, n)
      select booking_group, day, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, left(name, 3) as name_part, -1 as n from removed
      ) counted
      group by booking_group, day, name_part having sum(n) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into user_group_name_delta (booking_group, day, name_part, n)
      select booking_group, day, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, left(name, 3) as name_part, 1 as n from added
      union all
      select booking_group, utc_day(at) as day, left(name, 3) as name_part, -1 as n from removed
      ) counted
      group by booking_group, day, name_part having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from user_group_name_delta;
    delete from user_group_name_count;
  end if;
  return null;
end $$;

create or replace function roll_up_user_names() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.userNames')) then
    return;
  end if;
  with moved as (delete from user_name_delta returning *)
  insert into user_name_count as c (name_part, n)
    select name_part, sum(n)
    from moved group by name_part
    on conflict (name_part) do update set n = c.n + excluded.n;
end $$;

create or replace function roll_up_user_group_names() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.userGroupNames')) then
    return;
  end if;
  with moved as (delete from user_group_name_delta returning *)
  insert into user_group_name_count as c (booking_group, day, name_part, n)
    select booking_group, day, name_part, sum(n)
    from moved group by booking_group, day, name_part
    on conflict (booking_group, day, name_part) do update set n = c.n + excluded.n;
end $$;

create or replace function rebuild_counters() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('mandap.count'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.expirable'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.totals'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.partner'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.userNames'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.userGroupNames'));
  lock table partner, app_user, booking, user_group in share mode;
  delete from record_count_delta;
  delete from record_count;
  delete from booking_count_delta;
  delete from booking_status_count;
  delete from booking_day_count;
  delete from booking_span_count;
  delete from booking_event_span_count;
  delete from booking_expirable_span_count;
  delete from booking_number_count;
  delete from booking_expirable_number_count;
  delete from booking_expirable_delta;
  delete from booking_expirable_count;
  delete from booking_total_delta;
  delete from booking_service_count;
  delete from booking_month_count;
  delete from partner_count_delta;
  delete from partner_count;
  delete from user_name_delta;
  delete from user_name_count;
  delete from user_group_name_delta;
  delete from user_group_name_count;
    insert into record_count_delta (subject, n)
      select subject, sum(n)
      from (
      select 'partner'::text as subject, 1 as n from partner
      ) counted
      group by subject having sum(n) <> 0;
    insert into record_count_delta (subject, n)
      select subject, sum(n)
      from (
      select 'app_user'::text as subject, 1 as n from app_user
      ) counted
      group by subject having sum(n) <> 0;
    insert into booking_count_delta (status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, n)
      select status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, 1 as n from booking
      ) counted
      group by status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id having sum(n) <> 0;
    insert into booking_expirable_delta (day, n)
      select day, sum(n)
      from (
      select utc_day(date_from) as day, 1 as n from booking where lead_days > 7
      ) counted
      group by day having sum(n) <> 0;
    insert into booking_total_delta (slice, catering, photography, event, n, paise)
      select slice, catering, photography, event, sum(n), sum(paise)
      from (
      select month_slice(created_at) as slice, catering, photography, event, 1 as n, 0 as paise from booking
      union all
      select month_slice(date_from) as slice, false as catering, false as photography, false as event, 0 as n, paise(budget) as paise from booking where phase in ('confirmed', 'completed')
      ) counted
      group by slice, catering, photography, event having sum(n) <> 0 or sum(paise) <> 0;
    insert into partner_count_delta (status, company_email, no_gst, missing_items, n)
      select status, company_email, no_gst, missing_items, sum(n)
      from (
      select status, coarse_company_email(company_email) as company_email, no_gst, coarse_items(missing_items) as missing_items, 1 as n from partner
      ) counted
      group by status, company_email, no_gst, missing_items having sum(n) <> 0;
    insert into user_name_delta (name_part, n)
      select name_part, sum(n)
      from (
      select left(name, 3) as name_part, 1 as n from app_user
      ) counted
      group by name_part having sum(n) <> 0;
    insert into user_group_name_delta (booking_group, day, name_part, n)
      select booking_group, day, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, left(name, 3) as name_part, 1 as n from user_group
      ) counted
      group by booking_group, day, name_part having sum(n) <> 0;
  perform roll_up_counts();
  perform roll_up_expirable_counts();
  perform roll_up_booking_totals();
  perform roll_up_partner_counts();
  perform roll_up_user_names();
  perform roll_up_user_group_names();
end $$;

create trigger user_name_counted_on_insert after insert on app_user referencing new table as added
  for each statement execute function count_user_names();
create trigger user_name_counted_on_update after update on app_user
  referencing old table as removed new table as added
  for each statement execute function count_user_names();
create trigger user_name_counted_on_delete after delete on app_user referencing old table as removed
  for each statement execute function count_user_names();
create trigger user_name_emptied_on_truncate after truncate on app_user
  for each statement execute function count_user_names();

create trigger user_group_name_counted_on_insert after insert on user_group referencing new table as added
  for each statement execute function count_user_group_names();
create trigger user_group_name_counted_on_update after update on user_group
  referencing old table as removed new table as added
  for each statement execute function count_user_group_names();
create trigger user_group_name_counted_on_delete after delete on user_group referencing old table as removed
  for each statement execute function count_user_group_names();
create trigger user_group_name_emptied_on_truncate after truncate on user_group
  for each statement execute function count_user_group_names();

insert into user_name_count (name_part, n) select left(name, 3), count(*) from app_user group by 1;
insert into user_group_name_count (booking_group, day, name_part, n)
  select booking_group, utc_day(at), left(name, 3), count(*) from user_group group by 1, 2, 3;

-- The names of the users of some hours of a day are in the index.
drop index user_group_by_time;
create index user_group_by_time on user_group (booking_group, at) include (name);
