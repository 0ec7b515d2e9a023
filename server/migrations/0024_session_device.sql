-- oldest release: 0.1.0
-- The browser that signed in, as its User-Agent header. Earlier sessions have none.
alter table session add column user_agent text not null default '';
