-- oldest release: 0.1.0
-- A document whose content was destroyed because its time is over. The row stays, so that screens can say so.
alter table document
  add column destroyed_at timestamptz,
  -- the days of the setting; null if unknown
  add column destroyed_after_days integer;

-- finds the document that replaced another
create index document_of_partner on document (partner_id, kind, created_at, id);
