-- An OTP that was sent to a Super Admin's phone. Only the browser has the id of the challenge; its hash is stored
-- here. The OTP is hashed with that id, so these rows alone do not reveal it.
create table otp_challenge (
  id_hash bytea primary key,
  administrator_id uuid not null references administrator on delete cascade,
  session_id uuid not null references session on delete cascade,
  -- all but the last four digits hidden
  phone text not null,
  otp_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when it was used, replaced by a newer one, or found not to be sent
  ended_at timestamptz
);
-- the newest of an administrator is the only one that counts
create unique index otp_challenge_open on otp_challenge (administrator_id) where ended_at is null;
create index otp_challenge_of_session on otp_challenge (session_id);
create index otp_challenge_expired on otp_challenge (expires_at);

-- A grant of Super Admin mode. It counts only while its session lives.
create table elevation (
  grant_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  -- all but the last four digits hidden
  phone text not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index elevation_of_session on elevation (session_id);
create index elevation_expired on elevation (expires_at);

-- What changes no record has no version. A refusal says why.
alter table activity alter column version drop not null;
alter table activity add column reason text;
