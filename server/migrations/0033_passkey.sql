-- oldest release: 0.1.0
-- The passkeys of an administrator, as WebAuthn has them.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  administrator_id uuid not null references administrator on delete cascade,
  -- in base64url, as browsers send it
  credential_id text not null unique,
  -- a COSE key
  public_key bytea not null,
  -- how often the authenticator signed, if it counts: a lower or the same number is refused
  sign_count bigint not null,
  -- how browsers reach the authenticator, such as 'internal' or 'usb'
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_administrator on passkey (administrator_id);

-- What a passkey has to sign. Each one is checked once. A sign-in and a session have one for each purpose.
create table passkey_challenge (
  purpose text not null,
  -- the id of the session, or the hash of the credential with which the sign-in continues
  bound_to text not null,
  administrator_id uuid not null references administrator on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (purpose, bound_to)
);
create index passkey_challenge_of_administrator on passkey_challenge (administrator_id);
create index passkey_challenge_expired on passkey_challenge (expires_at);
