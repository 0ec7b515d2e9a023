-- oldest release: 0.1.0
-- A document that was opened in a session. Requests of its content within 15 minutes count as the same opening.
create table document_opening (
  session_id uuid not null references session on delete cascade,
  document_id text collate "C" not null references document on delete cascade,
  opened_at timestamptz not null,
  primary key (session_id, document_id)
);
create index document_opening_of_document on document_opening (document_id);
create index document_opening_old on document_opening (opened_at);

-- A day, in UTC, whose summary of disclosures was sent or is being sent.
create table disclosure_summary (
  day date primary key
);
