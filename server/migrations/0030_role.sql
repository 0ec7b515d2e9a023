-- oldest release: 0.1.0
-- A viewer changes nothing, and sees no whole number and no document.
alter table administrator add column role text not null default 'administrator'
  check (role in ('administrator', 'viewer'));
