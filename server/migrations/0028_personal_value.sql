-- oldest release: 0.1.0
-- The true values of what is masked in the records: encrypted one by one, found by record and path.
create table personal_value (
  -- the audit log's name of the kind of record
  subject text collate "C" not null,
  record_id text collate "C" not null,
  -- the names of the fields with dots between them
  path text collate "C" not null,
  -- aadhaar, pan, account; or text, which contains such numbers
  kind text not null,
  data_key integer not null references data_key,
  -- the JSON of the value: nonce, encrypted bytes, tag. They belong to this subject, record and path only
  encrypted bytea not null,
  primary key (subject, record_id, path)
);
create index personal_value_of_key on personal_value (data_key);
