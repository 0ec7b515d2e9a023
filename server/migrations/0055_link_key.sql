-- oldest release: 0.1.0
-- The secret of document links and of what browsers store, encrypted: with the one of document_link_key, a reader of the database
-- could compute the cookie of any open session. Only servers of release 0.1.0 still read that table.
create table link_key (
  only_row boolean primary key default true check (only_row),
  -- nonce, encrypted secret, tag
  secret bytea not null,
  data_key integer not null references data_key
);
