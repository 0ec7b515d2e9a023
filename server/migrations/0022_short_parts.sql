-- oldest release: 0.1.0
-- The short parts of texts are index fields that server/src/records/short-parts.ts computes: an index of smallints is built
-- in less than a third of the time of one of texts. Older records have none until the server computes them at its start.
alter table booking add column short_parts smallint[] not null default '{}';
alter table partner add column short_parts smallint[] not null default '{}';
alter table app_user add column short_parts smallint[] not null default '{}';

drop index booking_short_search;
drop index partner_short_search;
drop index app_user_short_search;
drop function short_parts(text);

create index booking_short_search on booking using gin (short_parts);
create index partner_short_search on partner using gin (short_parts);
create index app_user_short_search on app_user using gin (short_parts);
