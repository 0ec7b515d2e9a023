-- The users with bookings of a group (§2.11), by name, and how many they are, without asking every booking.
-- Domain has the rules of the groups, so the server fills these tables. Each statement that changes the bookings
-- of users adds a note for these users, and a reader that finds many notes applies them.

-- A user and a group. `at` is an event's start: of `upcoming` the last one's, for the user is in the group on
-- every day that ends by then; of the others the first one's, for the user is in it on every day that begins
-- after it. What is in a group on any day is before all.
create table user_group (
  user_id text collate "C" not null,
  booking_group text collate "C" not null,
  name text collate "C" not null,
  at bigint not null,
  primary key (user_id, booking_group)
);

create index user_group_by_name on user_group (booking_group, name, user_id) include (at);
create index user_group_by_time on user_group (booking_group, at);

-- Users of a group by the UTC day of `at`.
create table user_group_count (
  booking_group text collate "C" not null,
  day integer not null,
  n bigint not null,
  primary key (booking_group, day)
);

-- Users of whom the above may be untrue.
create table user_group_note (
  user_id text collate "C" not null
);

create function note_users_of_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_group_note select distinct user_id from added;
  elsif tg_op = 'DELETE' then
    insert into user_group_note select distinct user_id from removed;
  elsif tg_op = 'UPDATE' then
    insert into user_group_note
      select distinct user_id
      from (
        select user_id, status, phase, date_from
        from (
          select user_id, status, phase, date_from, 1 as change from added
          union all
          select user_id, status, phase, date_from, -1 from removed
        ) written
        group by 1, 2, 3, 4 having sum(change) <> 0
      ) changed;
  else
    delete from user_group_note;
    delete from user_group_count;
    delete from user_group;
  end if;
  return null;
end $$;

create trigger users_noted_on_insert after insert on booking referencing new table as added
  for each statement execute function note_users_of_bookings();
create trigger users_noted_on_update after update on booking
  referencing old table as removed new table as added
  for each statement execute function note_users_of_bookings();
create trigger users_noted_on_delete after delete on booking referencing old table as removed
  for each statement execute function note_users_of_bookings();
create trigger users_forgotten_on_truncate after truncate on booking
  for each statement execute function note_users_of_bookings();

create function note_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_group_note select id from added;
  elsif tg_op = 'DELETE' then
    insert into user_group_note select id from removed;
  elsif tg_op = 'UPDATE' then
    insert into user_group_note
      select id from added join removed using (id) where added.name <> removed.name;
  else
    delete from user_group_note;
    delete from user_group_count;
    delete from user_group;
  end if;
  return null;
end $$;

create trigger user_noted_on_insert after insert on app_user referencing new table as added
  for each statement execute function note_users();
create trigger user_noted_on_update after update on app_user
  referencing old table as removed new table as added
  for each statement execute function note_users();
create trigger user_noted_on_delete after delete on app_user referencing old table as removed
  for each statement execute function note_users();
create trigger user_forgotten_on_truncate after truncate on app_user
  for each statement execute function note_users();

insert into user_group_note select id from app_user;

-- Whose confirmed events begin on a day.
create index booking_confirmed_by_day on booking (date_from, user_id) where phase = 'confirmed';

-- What it truly takes, or the planner would ask it of every record instead of the index that has it.
alter function short_parts(text) cost 1000;
