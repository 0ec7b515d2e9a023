-- oldest release: 0.1.0
-- The key that encrypts the content in the store, so that a new key finds what it has to encrypt again. The header of the
-- content has it too; null here for content of an earlier release.
alter table document add column data_key integer references data_key;
