-- The list of expired bookings (§2.7, §4.4), newest first, and how many there are.

-- What has not begun yet, and other numbers, are passed over inside the index.
create index booking_expirable_newest on booking (booked_at desc, id desc, date_from, number_id)
  where lead_days >= 8;

-- Bookings that are expired once they have begun, by the UTC day of their event.
create table booking_expirable_count (
  day integer primary key,
  n bigint not null
);

create table booking_expirable_delta (
  day integer not null,
  n bigint not null
);

create function count_expirable_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_expirable_delta
      select utc_day(date_from), count(*) from added where lead_days >= 8 group by 1;
  elsif tg_op = 'DELETE' then
    insert into booking_expirable_delta
      select utc_day(date_from), -count(*) from removed where lead_days >= 8 group by 1;
  elsif tg_op = 'UPDATE' then
    insert into booking_expirable_delta
      select utc_day(date_from), sum(change)
      from (
        select date_from, lead_days, 1 as change from added
        union all
        select date_from, lead_days, -1 from removed
      ) changed
      where lead_days >= 8 group by 1 having sum(change) <> 0;
  else
    delete from booking_expirable_delta;
    delete from booking_expirable_count;
  end if;
  return null;
end $$;

create trigger expirable_inserted after insert on booking referencing new table as added
  for each statement execute function count_expirable_bookings();
create trigger expirable_updated after update on booking
  referencing old table as removed new table as added
  for each statement execute function count_expirable_bookings();
create trigger expirable_deleted after delete on booking referencing old table as removed
  for each statement execute function count_expirable_bookings();
create trigger expirable_truncated after truncate on booking
  for each statement execute function count_expirable_bookings();

insert into booking_expirable_count
  select utc_day(date_from), count(*) from booking where lead_days >= 8 group by 1;

-- Moves the deltas into the counters. Does nothing while another connection does it.
create function roll_up_expirable_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.expirable')) then
    return;
  end if;
  with moved as (delete from booking_expirable_delta returning *)
  insert into booking_expirable_count as c
    select day, sum(n) from moved group by day
    on conflict (day) do update set n = c.n + excluded.n;
end $$;
