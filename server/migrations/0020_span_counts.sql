-- oldest release: 0.1.0
-- Counts bookings by spans of time and by the first characters of their numbers: a jump reads only the span in which it
-- lands, and a list of numbers is not counted row by row. server/src/counters/declaration.ts declares the counters.

-- The deltas of before lack the new keys. They are counted again below.
lock table booking in share mode;
delete from booking_count_delta;
alter table booking_count_delta
  add column booked_span integer not null,
  add column event_span integer,
  add column expirable boolean not null,
  add column number_id text collate "C" not null;

-- A jump adds up thousands of these counts, so the index contains them.
create table booking_span_count (
  status text collate "C" not null,
  phase text collate "C" not null,
  catering boolean not null,
  photography boolean not null,
  event boolean not null,
  booked_span integer not null,
  n bigint not null,
  primary key (status, phase, catering, photography, event, booked_span) include (n)
);

create table booking_event_span_count (
  phase text collate "C" not null,
  event_span integer not null,
  booked_span integer not null,
  n bigint not null,
  primary key (phase, event_span, booked_span) include (n)
);

create table booking_expirable_span_count (
  event_span integer not null,
  booked_span integer not null,
  n bigint not null,
  primary key (event_span, booked_span) include (n)
);

-- `number_id` holds the first characters of a number.
create table booking_number_count (
  phase text collate "C" not null,
  number_id text collate "C" not null,
  event_span integer not null,
  n bigint not null,
  primary key (phase, number_id, event_span) include (n)
);

create table booking_expirable_number_count (
  number_id text collate "C" not null,
  event_span integer not null,
  n bigint not null,
  primary key (number_id, event_span) include (n)
);

create or replace function count_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_count_delta (subject, n)
      select subject, sum(n)
      from (
      select tg_table_name::text as subject, 1 as n from added
      ) counted
      group by subject having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into record_count_delta (subject, n)
      select subject, sum(n)
      from (
      select tg_table_name::text as subject, -1 as n from removed
      ) counted
      group by subject having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from record_count_delta where subject = tg_table_name;
    delete from record_count where subject = tg_table_name;
  end if;
  return null;
end $$;

create or replace function count_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_count_delta (status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, n)
      select status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, 1 as n from added
      ) counted
      group by status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into booking_count_delta (status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, n)
      select status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, -1 as n from removed
      ) counted
      group by status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id having sum(n) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into booking_count_delta (status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, n)
      select status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, 1 as n from added
      union all
      select status, phase, utc_day(date_from) as day, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, -1 as n from removed
      ) counted
      group by status, phase, day, catering, photography, event, booked_span, event_span, expirable, number_id having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from booking_count_delta;
    delete from booking_status_count;
    delete from booking_day_count;
    delete from booking_span_count;
    delete from booking_event_span_count;
    delete from booking_expirable_span_count;
    delete from booking_number_count;
    delete from booking_expirable_number_count;
  end if;
  return null;
end $$;

create or replace function count_expirable_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_expirable_delta (day, n)
      select day, sum(n)
      from (
      select utc_day(date_from) as day, 1 as n from added where lead_days > 7
      ) counted
      group by day having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into booking_expirable_delta (day, n)
      select day, sum(n)
      from (
      select utc_day(date_from) as day, -1 as n from removed where lead_days > 7
      ) counted
      group by day having sum(n) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into booking_expirable_delta (day, n)
      select day, sum(n)
      from (
      select utc_day(date_from) as day, 1 as n from added where lead_days > 7
      union all
      select utc_day(date_from) as day, -1 as n from removed where lead_days > 7
      ) counted
      group by day having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from booking_expirable_delta;
    delete from booking_expirable_count;
  end if;
  return null;
end $$;

create or replace function count_booking_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_total_delta (slice, catering, photography, event, n, paise)
      select slice, catering, photography, event, sum(n), sum(paise)
      from (
      select month_slice(created_at) as slice, catering, photography, event, 1 as n, 0 as paise from added
      union all
      select month_slice(date_from) as slice, false as catering, false as photography, false as event, 0 as n, paise(budget) as paise from added where phase in ('confirmed', 'completed')
      ) counted
      group by slice, catering, photography, event having sum(n) <> 0 or sum(paise) <> 0;
  elsif tg_op = 'DELETE' then
    insert into booking_total_delta (slice, catering, photography, event, n, paise)
      select slice, catering, photography, event, sum(n), sum(paise)
      from (
      select month_slice(created_at) as slice, catering, photography, event, -1 as n, -0 as paise from removed
      union all
      select month_slice(date_from) as slice, false as catering, false as photography, false as event, -0 as n, -paise(budget) as paise from removed where phase in ('confirmed', 'completed')
      ) counted
      group by slice, catering, photography, event having sum(n) <> 0 or sum(paise) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into booking_total_delta (slice, catering, photography, event, n, paise)
      select slice, catering, photography, event, sum(n), sum(paise)
      from (
      select month_slice(created_at) as slice, catering, photography, event, 1 as n, 0 as paise from added
      union all
      select month_slice(date_from) as slice, false as catering, false as photography, false as event, 0 as n, paise(budget) as paise from added where phase in ('confirmed', 'completed')
      union all
      select month_slice(created_at) as slice, catering, photography, event, -1 as n, -0 as paise from removed
      union all
      select month_slice(date_from) as slice, false as catering, false as photography, false as event, -0 as n, -paise(budget) as paise from removed where phase in ('confirmed', 'completed')
      ) counted
      group by slice, catering, photography, event having sum(n) <> 0 or sum(paise) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from booking_total_delta;
    delete from booking_service_count;
    delete from booking_month_count;
  end if;
  return null;
end $$;

create or replace function count_partners() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into partner_count_delta (status, company_email, no_gst, missing_items, n)
      select status, company_email, no_gst, missing_items, sum(n)
      from (
      select status, coarse_company_email(company_email) as company_email, no_gst, coarse_items(missing_items) as missing_items, 1 as n from added
      ) counted
      group by status, company_email, no_gst, missing_items having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into partner_count_delta (status, company_email, no_gst, missing_items, n)
      select status, company_email, no_gst, missing_items, sum(n)
      from (
      select status, coarse_company_email(company_email) as company_email, no_gst, coarse_items(missing_items) as missing_items, -1 as n from removed
      ) counted
      group by status, company_email, no_gst, missing_items having sum(n) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into partner_count_delta (status, company_email, no_gst, missing_items, n)
      select status, company_email, no_gst, missing_items, sum(n)
      from (
      select status, coarse_company_email(company_email) as company_email, no_gst, coarse_items(missing_items) as missing_items, 1 as n from added
      union all
      select status, coarse_company_email(company_email) as company_email, no_gst, coarse_items(missing_items) as missing_items, -1 as n from removed
      ) counted
      group by status, company_email, no_gst, missing_items having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from partner_count_delta;
    delete from partner_count;
  end if;
  return null;
end $$;

create or replace function roll_up_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count')) then
    return;
  end if;
  with moved as (delete from record_count_delta returning *)
  insert into record_count as c (subject, n)
    select subject, sum(n)
    from moved group by subject
    on conflict (subject) do update set n = c.n + excluded.n;
  with moved as (delete from booking_count_delta returning *),
  moved_1 as (
  insert into booking_status_count as c (status, n)
    select status, sum(n)
    from moved group by status
    on conflict (status) do update set n = c.n + excluded.n
  ),
  moved_2 as (
  insert into booking_day_count as c (phase, day, catering, photography, event, n)
    select phase, day, catering, photography, event, sum(n)
    from moved where phase <> '' and day is not null group by phase, day, catering, photography, event
    on conflict (phase, day, catering, photography, event) do update set n = c.n + excluded.n
  ),
  moved_3 as (
  insert into booking_span_count as c (status, phase, catering, photography, event, booked_span, n)
    select status, phase, catering, photography, event, booked_span, sum(n)
    from moved group by status, phase, catering, photography, event, booked_span
    on conflict (status, phase, catering, photography, event, booked_span) do update set n = c.n + excluded.n
  ),
  moved_4 as (
  insert into booking_event_span_count as c (phase, event_span, booked_span, n)
    select phase, event_span, booked_span, sum(n)
    from moved where phase <> '' and event_span is not null group by phase, event_span, booked_span
    on conflict (phase, event_span, booked_span) do update set n = c.n + excluded.n
  ),
  moved_5 as (
  insert into booking_expirable_span_count as c (event_span, booked_span, n)
    select event_span, booked_span, sum(n)
    from moved where expirable group by event_span, booked_span
    on conflict (event_span, booked_span) do update set n = c.n + excluded.n
  ),
  moved_6 as (
  insert into booking_number_count as c (phase, number_id, event_span, n)
    select phase, number_id, event_span, sum(n)
    from moved where phase <> '' and event_span is not null group by phase, number_id, event_span
    on conflict (phase, number_id, event_span) do update set n = c.n + excluded.n
  )
  insert into booking_expirable_number_count as c (number_id, event_span, n)
    select number_id, event_span, sum(n)
    from moved where expirable group by number_id, event_span
    on conflict (number_id, event_span) do update set n = c.n + excluded.n;
end $$;

create or replace function roll_up_expirable_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.expirable')) then
    return;
  end if;
  with moved as (delete from booking_expirable_delta returning *)
  insert into booking_expirable_count as c (day, n)
    select day, sum(n)
    from moved group by day
    on conflict (day) do update set n = c.n + excluded.n;
end $$;

create or replace function roll_up_booking_totals() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.totals')) then
    return;
  end if;
  with moved as (delete from booking_total_delta returning *),
  moved_1 as (
  insert into booking_service_count as c (catering, photography, event, n)
    select catering, photography, event, sum(n)
    from moved where n <> 0 group by catering, photography, event
    on conflict (catering, photography, event) do update set n = c.n + excluded.n
  )
  insert into booking_month_count as c (slice, n, paise)
    select slice, sum(n), sum(paise)
    from moved group by slice
    on conflict (slice) do update set n = c.n + excluded.n, paise = c.paise + excluded.paise;
end $$;

create or replace function roll_up_partner_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.partner')) then
    return;
  end if;
  with moved as (delete from partner_count_delta returning *)
  insert into partner_count as c (status, company_email, no_gst, missing_items, n)
    select status, company_email, no_gst, missing_items, sum(n)
    from moved group by status, company_email, no_gst, missing_items
    on conflict (status, company_email, no_gst, missing_items) do update set n = c.n + excluded.n;
end $$;

create or replace function rebuild_counters() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('mandap.count'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.expirable'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.totals'));
  perform pg_advisory_xact_lock(hashtext('mandap.count.partner'));
  lock table partner, app_user, booking in share mode;
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
  perform roll_up_counts();
  perform roll_up_expirable_counts();
  perform roll_up_booking_totals();
  perform roll_up_partner_counts();
end $$;

select rebuild_counters();
