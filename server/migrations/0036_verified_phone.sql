-- oldest release: 0.1.0
-- The phones of Super Admins that received an OTP before, each for one administrator.
create table verified_phone (
  administrator_id uuid not null references administrator on delete cascade,
  -- of the administrator and the number
  phone_hash bytea not null,
  verified_at timestamptz not null,
  primary key (administrator_id, phone_hash)
);
-- null for a phone that needs no verification, and in challenges of release 0.1.0
alter table otp_challenge add column phone_hash bytea;
