-- A link to an exported list, which works once. Only its maker has the secret; its hash is stored here. It is
-- valid only while its session is.
create table export_link (
  secret_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  -- the administrator's e-mail, as the trail names them
  by text not null,
  -- the list, its filters and the format, as they were asked for
  request jsonb not null,
  file_name text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index export_link_of_session on export_link (session_id);
create index export_link_expired on export_link (expires_at);
