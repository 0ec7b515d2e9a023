-- oldest release: 0.1.0
-- Documents whose rows are deleted and whose content has to be removed from the store. That follows the transaction, so
-- that a failure of the database or of the store leaves nothing half erased (server/src/document-store/remove.ts).
create table document_removal (
  id text collate "C" primary key
);

-- An import looks up whether the people of its records were erased.
create index erasure_of_person on erasure (subject_id) where kind = 'erase';
