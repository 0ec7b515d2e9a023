-- Documents of partners. What a document holds lies in the store, under its id, and never changes.
create table document (
  id text collate "C" primary key,
  partner_id text collate "C" not null,
  -- the partner's field that it was brought for
  kind text not null,
  name text not null,
  -- media type, told from the content
  type text not null,
  size bigint not null,
  sha256 bytea not null,
  -- a demonstration's document: the file of the product's own that it shows, instead of one in the store
  specimen text,
  created_at timestamptz not null default now(),
  created_by text not null
);

-- What links are signed with: one row, so that every process signs alike. A new secret ends all links.
create table document_link_key (
  single boolean primary key default true check (single),
  secret bytea not null
);

-- 244 random bits
insert into document_link_key (secret)
select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
