-- oldest release: 0.1.0
-- Whether a sign-in with the second factor made the device known. Only then do the limits of codes of an account not apply to it: a
-- password reset, which needs a mailbox alone, makes a known device too.
alter table device add column showed_factor boolean not null default false;
