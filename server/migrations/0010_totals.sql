-- Revenue, months and services without counting (§2.11), and the users who have bookings of a group.

-- A budget in whole paise, as domain's `paiseOf()` has it: sums of fractions would drift.
create function paise(budget double precision) returns bigint
  language sql immutable parallel safe
  return case
    -- what is far too much would overflow below
    when budget not between -1e14 and 1e14 then 0
    when budget * 100 between -9007199254740991 and 9007199254740991
      -- half up, as JavaScript rounds; the difference is exact
      then (floor(budget * 100) + (budget * 100 - floor(budget * 100) >= 0.5)::integer)::bigint
    else 0
  end;

-- The slice of a month that holds an instant, by its first millisecond. A month of any time zone begins
-- within a day of the UTC month, and on a quarter of an hour: so the first and the last day of a UTC
-- month are sliced by the quarter, and the days between are one slice. A missing instant comes before all.
create function month_slice(instant bigint) returns bigint
  language sql immutable parallel safe
  return case
    when instant is null then '-9223372036854775808'::bigint
    when extract(day from date '1970-01-01' + utc_day(instant)) = 1
      or extract(day from date '1970-01-01' + utc_day(instant) + 1) = 1
      then floor(instant / 900000.0)::bigint * 900000
    else (date_trunc('month', (date '1970-01-01' + utc_day(instant))::timestamp)::date + 1
      - date '1970-01-01')::bigint * 86400000
  end;

-- By slice: how many bookings were made in it, and the revenue of those whose event begins in it.
create table booking_month_count (
  slice bigint primary key,
  n bigint not null,
  paise numeric not null
);

create table booking_service_count (
  catering boolean not null,
  photography boolean not null,
  event boolean not null,
  n bigint not null,
  primary key (catering, photography, event)
);

create table booking_total_delta (
  slice bigint not null,
  catering boolean not null,
  photography boolean not null,
  event boolean not null,
  n bigint not null,
  paise numeric not null
);

create function count_booking_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from booking_total_delta;
    delete from booking_month_count;
    delete from booking_service_count;
    return null;
  end if;
  -- the phases are those of domain's `revenueBookings`
  if tg_op = 'INSERT' then
    insert into booking_total_delta
      select month_slice(created_at), catering, photography, event, count(*), 0
        from added group by 1, 2, 3, 4
      union all
      select month_slice(date_from), false, false, false, 0, sum(paise(budget))
        from added where phase in ('confirmed', 'completed') group by 1 having sum(paise(budget)) <> 0;
  elsif tg_op = 'DELETE' then
    insert into booking_total_delta
      select month_slice(created_at), catering, photography, event, -count(*), 0
        from removed group by 1, 2, 3, 4
      union all
      select month_slice(date_from), false, false, false, 0, -sum(paise(budget))
        from removed where phase in ('confirmed', 'completed') group by 1 having sum(paise(budget)) <> 0;
  else
    insert into booking_total_delta
      select month_slice(created_at), catering, photography, event, sum(change), 0
        from (
          select created_at, catering, photography, event, 1 as change from added
          union all
          select created_at, catering, photography, event, -1 from removed
        ) changed
        group by 1, 2, 3, 4 having sum(change) <> 0
      union all
      select month_slice(date_from), false, false, false, 0, sum(paise)
        from (
          select date_from, paise(budget) from added where phase in ('confirmed', 'completed')
          union all
          select date_from, -paise(budget) from removed where phase in ('confirmed', 'completed')
        ) changed (date_from, paise)
        group by 1 having sum(paise) <> 0;
  end if;
  return null;
end $$;

create trigger totals_inserted after insert on booking referencing new table as added
  for each statement execute function count_booking_totals();
create trigger totals_updated after update on booking
  referencing old table as removed new table as added
  for each statement execute function count_booking_totals();
create trigger totals_deleted after delete on booking referencing old table as removed
  for each statement execute function count_booking_totals();
create trigger totals_truncated after truncate on booking
  for each statement execute function count_booking_totals();

-- Moves the deltas into the counters. Does nothing while another connection does it.
create function roll_up_booking_totals() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('mandap.count.totals')) then
    return;
  end if;
  with moved as (delete from booking_total_delta returning *),
  by_service as (
    insert into booking_service_count as c
      select catering, photography, event, sum(n) from moved where n <> 0 group by 1, 2, 3
      on conflict (catering, photography, event) do update set n = c.n + excluded.n
  )
  insert into booking_month_count as c
    select slice, sum(n), sum(paise) from moved group by slice
    on conflict (slice) do update set n = c.n + excluded.n, paise = c.paise + excluded.paise;
end $$;

insert into booking_total_delta
  select month_slice(created_at), catering, photography, event, count(*), 0
    from booking group by 1, 2, 3, 4
  union all
  select month_slice(date_from), false, false, false, 0, sum(paise(budget))
    from booking where phase in ('confirmed', 'completed') group by 1;
select roll_up_booking_totals();

-- Whether a user has bookings of a group, and how many, from the index alone.
create index booking_of_user_by_phase on booking (user_id, phase, date_from) include (status);
