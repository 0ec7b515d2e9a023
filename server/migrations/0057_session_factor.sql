-- oldest release: 0.1.0
-- Whether a second factor was shown or added in the session. With SECOND_FACTOR=required, no call accepts another session. Servers of
-- release 0.1.0 do not write it, so their sessions count as started with the password alone.
alter table session add column showed_factor boolean not null default false;
