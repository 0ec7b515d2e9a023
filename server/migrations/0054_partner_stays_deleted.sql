-- oldest release: 0.1.0
-- An import that brings a partner waits for the deletion of this partner that is under way, and then finds the partner among the
-- deleted ones. Before, it inserted the partner again when the deletion had removed the row.
create or replace function keep_partner_deleted() returns trigger language plpgsql
  -- a plan that was made for a small table is kept while an import fills it
  set enable_seqscan = off
as $$
begin
  -- as an import locks the rows that it changes: two imports with weaker locks would wait for each other
  perform from partner where id = new.id for update;
  if exists (select from deleted_partner where id = new.id) then
    return null;
  end if;
  return new;
end $$;
