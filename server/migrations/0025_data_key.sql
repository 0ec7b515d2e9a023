-- oldest release: 0.1.0
-- The keys that encrypt what is personal, each wrapped by the key in ENCRYPTION_KEY_FILE, which is not in the database
-- (docs/decisions/encryption-at-rest.md). The last one encrypts what is new.
create table data_key (
  id integer generated always as identity primary key,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);

-- Size and SHA-256 of the encrypted content in the store; null for content that an earlier release stored unencrypted.
-- So a backup is checked without the key.
alter table document add column stored_size bigint;
alter table document add column stored_sha256 bytea;
create index document_unencrypted on document (id) where stored_sha256 is null and specimen is null;
