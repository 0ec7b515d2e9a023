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

create table user_group_span_name_count (
  booking_group text collate "C" not null,
  day_span integer not null,
  name_part text collate "C" not null,
  n bigint not null,
  primary key (booking_group, day_span, name_part) include (n)
);

create table user_group_name_delta (
  booking_group text collate "C" not null,
  day integer not null,
  day_span integer not null,
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
    insert into user_group_name_delta (booking_group, day, day_span, name_part, n)
      select booking_group, day, day_span, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, utc_day(at) >> 5 as day_span, left(name, 3) as name_part, 1 as n from added
      ) counted
      group by booking_group, day, day_span, name_part having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into user_group_name_delta (booking_group, day, day_span, name_part, n)
      select booking_group, day, day_span, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, utc_day(at) >> 5 as day_span, left(name, 3) as name_part, -1 as n from removed
      ) counted
      group by booking_group, day, day_span, name_part having sum(n) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into user_group_name_delta (booking_group, day, day_span, name_part, n)
      select booking_group, day, day_span, name_part, sum(n)
      from (
      select booking_group, utc_day(at) as day, utc_day(at) >> 5 as day_span, left(name, 3) as name_part, 1 as n from added
      union all
      select booking_group, utc_day(at) as day, utc_day(at) >> 5 as day_span, left(name, 3) as name_part, -1 as n from removed
      ) counted
      group by booking_group, day, day_span, name_part having sum(n) <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from user_group_name_delta;
    delete from user_group_name_count;
    delete from user_group_span_name_count;
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
  with moved as (delete from user_group_name_delta returning *),
  moved_1 as (
  insert into user_group_name_count as c (booking_group, day, name_part, n)
    select booking_group, day, name_part, sum(n)
    from moved group by booking_group, day, name_part
    on conflict (booking_group, day, name_part) do update set n = c.n + excluded.n
  )
  insert into user_group_span_name_count as c (booking_group, day_span, name_part, n)
    select booking_group, day_span, name_part, sum(n)
    from moved group by booking_group, day_span, name_part
    on conflict (booking_group, day_span, name_part) do update set n = c.n + excluded.n;
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
insert into user_group_span_name_count (booking_group, day_span, name_part, n)
  select booking_group, day >> 5, name_part, sum(n) from user_group_name_count group by 1, 2, 3;

-- The names of the users of some hours of a day are in the index.
drop index user_group_by_time;
create index user_group_by_time on user_group (booking_group, at) include (name);
