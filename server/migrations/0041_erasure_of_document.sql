-- oldest release: 0.1.0
-- An import looks up whether the documents of its records were destroyed.
create index erasure_of_document on erasure (subject_id) where kind = 'destroy';
