-- oldest release: 0.1.0
-- Counts how often the tokens of a session were replaced. ID tokens with another number are refused. Those of release
-- 0.1.0 have none, which is 0.
alter table session add column token_serial integer not null default 0;
