-- oldest release: 0.1.0
-- The authenticator app of an administrator. key_id is null if the secret is stored as it is.
create table second_factor (
  id uuid primary key default gen_random_uuid(),
  administrator_id uuid not null unique references administrator on delete cascade,
  secret bytea not null,
  key_id integer,
  enrolled_at timestamptz not null,
  -- the last period of 30 seconds, since 1970, whose code was accepted: an earlier or the same code is refused
  last_period bigint not null
);

-- A secret that was shown and not yet confirmed by a code of the app.
create table factor_enrolment (
  id_hash bytea primary key,
  administrator_id uuid not null references administrator on delete cascade,
  secret bytea not null,
  key_id integer,
  expires_at timestamptz not null
);
create index factor_enrolment_of_administrator on factor_enrolment (administrator_id);
create index factor_enrolment_expired on factor_enrolment (expires_at);

-- The recovery codes of an administrator, each of which works once instead of a code of the app.
create table recovery_code (
  administrator_id uuid not null references administrator on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (administrator_id, code_hash)
);

-- A sign-in whose password was right and whose second factor is not checked yet.
create table pending_sign_in (
  credential_hash bytea primary key,
  administrator_id uuid not null references administrator on delete cascade,
  -- the hash that fitted: the sign-in ends if the password is changed
  password_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index pending_sign_in_of_administrator on pending_sign_in (administrator_id);
create index pending_sign_in_expired on pending_sign_in (expires_at);
