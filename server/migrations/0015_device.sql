-- oldest release: 0.1.0
-- A browser in which an administrator signed in before. It holds a token, of which only a hash is here.
-- The limits of an account or an address do not apply to it: it has one of its own.
create table device (
  token_hash bytea primary key,
  administrator_id uuid not null references administrator on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when every session of the administrator was ended
  ended_at timestamptz
);
create index device_of_administrator on device (administrator_id);
create index device_expired on device (expires_at);

-- A counter is updated in place as long as its page has room, without new index entries.
alter table attempt set (fillfactor = 70);
