-- oldest release: 0.1.0
-- The last entry of the audit log that was written to the server log. Entries of before are not.
create table activity_logged (
  only_row boolean primary key default true check (only_row),
  id bigint not null
);

insert into activity_logged (id) select coalesce(max(id), 0) from activity;
