-- oldest release: 0.1.0
-- The position in the log of PostgreSQL that contains the last write of each person, for reads on a replica. Not logged,
-- because it is of use only until the replicas have reached it.
create unlogged table write_position (
  administrator_id uuid primary key references administrator on delete cascade,
  position pg_lsn not null
);
