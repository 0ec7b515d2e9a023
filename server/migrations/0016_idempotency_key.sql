-- oldest release: 0.1.0
-- The first answer to a write that came with an Idempotency-Key, for 24 hours: the same key again gets it
-- and changes nothing. The row is inserted before the change and completed with it, in one transaction, so
-- a second request with the key waits for the first.
create table idempotency_key (
  administrator_id uuid not null references administrator on delete cascade,
  key uuid not null,
  -- 'PATCH /bookings/65f0…', for people
  request text not null,
  -- SHA-256 of method, path, If-Match and body
  request_hash bytea not null,
  -- null only within the transaction
  status smallint,
  etag text,
  -- JSON as it was sent: personal numbers are masked in it
  body text,
  created_at timestamptz not null default now(),
  primary key (administrator_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);
