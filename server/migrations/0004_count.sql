-- Counters: every statement that changes records adds its change to a delta table, and readers add the deltas
-- to the counters. So no writer waits for a counter row. A reader that finds many deltas rolls them up.

create table record_count (
  subject text primary key,
  n bigint not null
);

create table record_count_delta (
  subject text not null,
  n bigint not null
);

-- Bookings by status (§2.4).
create table booking_status_count (
  status text collate "C" primary key,
  n bigint not null
);

-- Bookings of a tab by the UTC day of their event and by service: the totals of Booking Details.
create table booking_day_count (
  phase text collate "C" not null,
  day integer not null,
  catering boolean not null,
  photography boolean not null,
  event boolean not null,
  n bigint not null,
  primary key (phase, day, catering, photography, event)
);

create table booking_count_delta (
  status text collate "C" not null,
  phase text collate "C" not null,
  day integer,
  catering boolean not null,
  photography boolean not null,
  event boolean not null,
  n bigint not null
);

-- The UTC day that holds an instant, in days since the epoch.
create function utc_day(instant bigint) returns integer
  language sql immutable parallel safe
  return floor(instant / 86400000.0)::integer;

create function count_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_count_delta
      select status, phase, utc_day(date_from), catering, photography, event, count(*)
      from added group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into booking_count_delta
      select status, phase, utc_day(date_from), catering, photography, event, -count(*)
      from removed group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'UPDATE' then
    insert into booking_count_delta
      select status, phase, utc_day(date_from), catering, photography, event, sum(change)
      from (
        select status, phase, date_from, catering, photography, event, 1 as change from added
        union all
        select status, phase, date_from, catering, photography, event, -1 from removed
      ) changed
      group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0;
  else
    delete from booking_count_delta;
    delete from booking_status_count;
    delete from booking_day_count;
  end if;
  return null;
end $$;

create trigger booking_inserted after insert on booking referencing new table as added
  for each statement execute function count_bookings();
create trigger booking_updated after update on booking
  referencing old table as removed new table as added
  for each statement execute function count_bookings();
create trigger booking_deleted after delete on booking referencing old table as removed
  for each statement execute function count_bookings();
create trigger booking_truncated after truncate on booking
  for each statement execute function count_bookings();

-- For partners and users, whose table's name is the subject.
create function count_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_count_delta select tg_table_name, count(*) from added having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into record_count_delta select tg_table_name, -count(*) from removed having count(*) > 0;
  else
    delete from record_count_delta where subject = tg_table_name;
    delete from record_count where subject = tg_table_name;
  end if;
  return null;
end $$;

create trigger partner_inserted after insert on partner referencing new table as added
  for each statement execute function count_records();
create trigger partner_deleted after delete on partner referencing old table as removed
  for each statement execute function count_records();
create trigger partner_truncated after truncate on partner
  for each statement execute function count_records();
create trigger app_user_inserted after insert on app_user referencing new table as added
  for each statement execute function count_records();
create trigger app_user_deleted after delete on app_user referencing old table as removed
  for each statement execute function count_records();
create trigger app_user_truncated after truncate on app_user
  for each statement execute function count_records();

-- Moves the deltas into the counters. Does nothing while another connection does it.
create function roll_up_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count')) then
    return;
  end if;
  with moved as (delete from record_count_delta returning *)
  insert into record_count as c (subject, n)
    select subject, sum(n) from moved group by subject
    on conflict (subject) do update set n = c.n + excluded.n;
  with moved as (delete from booking_count_delta returning *),
  by_status as (
    insert into booking_status_count as c (status, n)
      select status, sum(n) from moved group by status
      on conflict (status) do update set n = c.n + excluded.n
  )
  insert into booking_day_count as c (phase, day, catering, photography, event, n)
    select phase, day, catering, photography, event, sum(n)
    from moved where phase <> '' and day is not null
    group by phase, day, catering, photography, event
    on conflict (phase, day, catering, photography, event) do update set n = c.n + excluded.n;
end $$;
