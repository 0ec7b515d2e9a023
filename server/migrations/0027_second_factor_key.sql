-- oldest release: 0.1.0
-- The secrets of authenticator apps are encrypted. No release stored one that is not.
delete from second_factor where key_id is null;
delete from factor_enrolment where key_id is null;
alter table second_factor alter column key_id set not null;
alter table factor_enrolment alter column key_id set not null;
comment on column second_factor.key_id is 'The row of data_key with which the secret is encrypted.';
comment on column factor_enrolment.key_id is 'The row of data_key with which the secret is encrypted.';
