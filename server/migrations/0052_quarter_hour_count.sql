-- oldest release: 0.1.0
-- Counts bookings by the quarter hour in which the event begins, too. The days of all time zones begin on one, so the events
-- of some days are counted without reading bookings.
create function quarter_hour(instant bigint) returns bigint
  language sql immutable parallel safe
  return (instant - case when instant < 0 then 899999 else 0 end) / 900000;

-- null in the deltas of earlier writes, which the counts below already contain
alter table booking_count_delta add column quarter_hour bigint;

create table booking_quarter_hour_count (
  phase text collate "C" not null,
  quarter_hour bigint not null,
  catering boolean not null,
  photography boolean not null,
  event boolean not null,
  n bigint not null,
  primary key (phase, quarter_hour, catering, photography, event) include (n)
);

insert into booking_quarter_hour_count (phase, quarter_hour, catering, photography, event, n)
  select phase, quarter_hour(date_from), catering, photography, event, count(*)
  from booking where phase <> '' and date_from is not null group by 1, 2, 3, 4, 5;

create or replace function count_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_count_delta (status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, n)
      select status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, quarter_hour(date_from) as quarter_hour, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, (date_from >> 32)::integer as long_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, 1 as n from added
      ) counted
      group by status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into booking_count_delta (status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, n)
      select status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, quarter_hour(date_from) as quarter_hour, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, (date_from >> 32)::integer as long_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, -1 as n from removed
      ) counted
      group by status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id having sum(n) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into booking_count_delta (status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, n)
      select status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, quarter_hour(date_from) as quarter_hour, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, (date_from >> 32)::integer as long_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, 1 as n from added
      union all
      select status, phase, utc_day(date_from) as day, quarter_hour(date_from) as quarter_hour, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, (date_from >> 32)::integer as long_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, -1 as n from removed
      ) counted
      group by status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from booking_count_delta;
    delete from booking_status_count;
    delete from booking_day_count;
    delete from booking_quarter_hour_count;
    delete from booking_span_count;
    delete from booking_event_span_count;
    delete from booking_long_span_count;
    delete from booking_expirable_span_count;
    delete from booking_expirable_long_span_count;
    delete from booking_number_count;
    delete from booking_expirable_number_count;
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
  insert into booking_quarter_hour_count as c (phase, quarter_hour, catering, photography, event, n)
    select phase, quarter_hour, catering, photography, event, sum(n)
    from moved where phase <> '' and quarter_hour is not null group by phase, quarter_hour, catering, photography, event
    on conflict (phase, quarter_hour, catering, photography, event) do update set n = c.n + excluded.n
  ),
  moved_4 as (
  insert into booking_span_count as c (status, phase, catering, photography, event, booked_span, n)
    select status, phase, catering, photography, event, booked_span, sum(n)
    from moved group by status, phase, catering, photography, event, booked_span
    on conflict (status, phase, catering, photography, event, booked_span) do update set n = c.n + excluded.n
  ),
  moved_5 as (
  insert into booking_event_span_count as c (phase, event_span, booked_span, n)
    select phase, event_span, booked_span, sum(n)
    from moved where phase <> '' and event_span is not null group by phase, event_span, booked_span
    on conflict (phase, event_span, booked_span) do update set n = c.n + excluded.n
  ),
  moved_6 as (
  insert into booking_long_span_count as c (phase, long_span, booked_span, n)
    select phase, long_span, booked_span, sum(n)
    from moved where phase <> '' and event_span is not null group by phase, long_span, booked_span
    on conflict (phase, long_span, booked_span) do update set n = c.n + excluded.n
  ),
  moved_7 as (
  insert into booking_expirable_span_count as c (event_span, booked_span, n)
    select event_span, booked_span, sum(n)
    from moved where expirable group by event_span, booked_span
    on conflict (event_span, booked_span) do update set n = c.n + excluded.n
  ),
  moved_8 as (
  insert into booking_expirable_long_span_count as c (long_span, booked_span, n)
    select long_span, booked_span, sum(n)
    from moved where expirable group by long_span, booked_span
    on conflict (long_span, booked_span) do update set n = c.n + excluded.n
  ),
  moved_9 as (
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
  delete from booking_quarter_hour_count;
  delete from booking_span_count;
  delete from booking_event_span_count;
  delete from booking_long_span_count;
  delete from booking_expirable_span_count;
  delete from booking_expirable_long_span_count;
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
  delete from user_group_span_name_count;
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
    insert into booking_count_delta (status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, n)
      select status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id, sum(n)
      from (
      select status, phase, utc_day(date_from) as day, quarter_hour(date_from) as quarter_hour, catering, photography, event, (booked_at >> 26)::integer as booked_span, (date_from >> 27)::integer as event_span, (date_from >> 32)::integer as long_span, coalesce(lead_days > 7, false) as expirable, left(number_id, 6) as number_id, 1 as n from booking
      ) counted
      group by status, phase, day, quarter_hour, catering, photography, event, booked_span, event_span, long_span, expirable, number_id having sum(n) <> 0;
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
    insert into user_group_name_delta (booking_group, day, day_span, name_part, n)
      select booking_group, day, day_span, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, utc_day(at) >> 5 as day_span, left(name, 3) as name_part, 1 as n from user_group
      ) counted
      group by booking_group, day, day_span, name_part having sum(n) <> 0;
  perform roll_up_counts();
  perform roll_up_expirable_counts();
  perform roll_up_booking_totals();
  perform roll_up_partner_counts();
  perform roll_up_user_names();
  perform roll_up_user_group_names();
end $$;
