-- Who may use the back office. A valid token of an identity service is not yet an administrator: a row here is.
create table administrator (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_folded text not null unique,
  name text not null default '',
  -- argon2id; null while no password was chosen, and always with an outer identity service
  password_hash text,
  password_changed_at timestamptz,
  -- set once a link mailed to the address was used
  email_verified_at timestamptz,
  -- the outer identity service's id of this person, bound at the first sign-in
  external_subject text unique,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  disabled_at timestamptz
);

-- One sign-in. A token counts only while its session lives.
create table session (
  id uuid primary key,
  administrator_id uuid not null references administrator on delete cascade,
  signed_in_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  address text not null,
  -- makes each refresh token's one successor; useless without the token itself
  refresh_secret bytea not null
);
create index session_of_administrator on session (administrator_id, address, signed_in_at);

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  used_at timestamptz
);
create index refresh_token_of_session on refresh_token (session_id);

create table reset_code (
  code_hash bytea primary key,
  administrator_id uuid not null references administrator on delete cascade,
  -- whether it went by mail, and so proves the address
  mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_code_of_administrator on reset_code (administrator_id);

-- Fixed windows. Rows past their window are swept.
create table attempt (
  kind text not null,
  subject text not null,
  count integer not null,
  window_ends_at timestamptz not null,
  primary key (kind, subject)
);
create index attempt_ended on attempt (window_ends_at);

-- RS256 keys, newest signs, all verify. In the database so that every process signs alike.
create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);
