-- oldest release: 0.1.0
-- Trigrams do not reach across spaces, so a search for several words had to read all bookings that contain each of them to find
-- those with the words as typed (§5.5). With a letter in the place of the space, trigrams contain the end of a word and the start of
-- the next one. server/src/database/rule-to-sql.ts writes the same expression.
drop index booking_search;
create index booking_search on booking using gin (translate(search_text, ' ', 'ǀ') gin_trgm_ops);
