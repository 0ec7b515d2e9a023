-- oldest release: 0.1.0
-- The searched text of a user beside each group, so that a search among the users of a group reads one index. It is null if
-- it is long, and until the server stores it; the server then reads it from app_user.
alter table user_group add column search_text text collate "C";

drop index user_group_by_name;
create index user_group_by_name on user_group (booking_group, name, user_id) include (at, search_text);
create index user_group_without_text on user_group (booking_group, name, user_id) include (at)
  where search_text is null;

-- Users whose stored text may differ from that of app_user. A server of 0.1.0 does not store the text, so it must not take
-- these notes.
create table user_text_note (
  user_id text collate "C" not null
);

create or replace function note_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_group_note select id from added;
  elsif tg_op = 'DELETE' then
    insert into user_group_note select id from removed;
  elsif tg_op = 'UPDATE' then
    insert into user_group_note
      select id from added join removed using (id) where added.name <> removed.name;
    insert into user_text_note
      select id from added join removed using (id) where added.search_text <> removed.search_text;
  else
    delete from user_text_note;
    delete from user_group_note;
    delete from user_group_count;
    delete from user_group;
  end if;
  return null;
end $$;

insert into user_text_note select distinct user_id from user_group;
