-- oldest release: 0.1.0
-- The ES256 keys that sign ID tokens; the private key is encrypted. Release 0.1.0 signs with `signing_key` and knows only
-- the keys there: where it has keys, they sign until `signs_from`, so that servers of both releases can run side by side.
create table token_key (
  kid text primary key,
  public_jwk jsonb not null,
  -- nonce, encrypted PKCS 8, tag. They belong to this kid only
  private_key bytea not null,
  data_key integer not null references data_key,
  created_at timestamptz not null,
  signs_from timestamptz not null
);
