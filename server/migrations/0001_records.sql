-- Records: the original as `body`, and beside it the facts that domain's rules ask for.
-- Facts are computed by domain when a record is written, never here. Instants are milliseconds
-- since the epoch, as domain has them; text is compared byte by byte, as domain compares it.

do $$
begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'Mandap needs a database whose encoding is UTF8; this one is %.',
      current_setting('server_encoding')
      using hint = 'create database mandap template template0 encoding ''UTF8''';
  end if;
end $$;

create extension if not exists pg_trgm;

create table booking (
  id text collate "C" primary key,
  body jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null,

  number_id text collate "C" not null,
  status text collate "C" not null,
  phase text collate "C" not null,
  date_from bigint,
  date_to bigint,
  created_at bigint,
  booked_at bigint not null,
  lead_days bigint,
  catering boolean not null,
  photography boolean not null,
  event boolean not null,
  partner_id text collate "C" not null,
  partner_name text collate "C" not null,
  user_id text collate "C" not null,
  budget double precision,
  search_text text collate "C" not null
);

-- Newest or oldest first within a tab; the dates trail so that hidden rows are passed over inside
-- the index (§2.5, §5.10).
create index booking_by_time on booking (phase, booked_at desc, id desc, date_from, date_to);
create index booking_newest on booking (booked_at desc, id desc);
-- Tabs and filters that few bookings pass: by the day of the event. Oldest first goes in here where
-- most of what is old is hidden, and the first characters of a number, which many have.
create index booking_by_event on booking (phase, date_from, date_to)
  include (booked_at, id, number_id);
-- Confirmed events under way (§4.3): few have ended after today, and begun before it ends.
create index booking_under_way on booking (date_to, date_from) where phase = 'confirmed';
-- Typed booking numbers, by range (§5.4), and exactly (§7). What else a tab asks is read in the index.
create index booking_by_number on booking (number_id, id)
  include (phase, date_from, date_to, booked_at);
create index booking_of_partner on booking (partner_id, booked_at desc, id desc);
create index booking_of_partner_name on booking (partner_name, phase, booked_at desc, id desc);
create index booking_of_user on booking (user_id, booked_at desc, id desc);
-- Expired bookings (§4.4): the condition on lead days is a constant of the rule.
create index booking_expirable on booking (date_from, id) where lead_days >= 8;
create index booking_search on booking using gin (search_text gin_trgm_ops);

create table partner (
  id text collate "C" primary key,
  body jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null,

  name text collate "C" not null,
  status text collate "C" not null,
  company_email text collate "C" not null,
  no_gst boolean not null,
  missing_items text[] not null,
  search_text text collate "C" not null,
  guest_search_text text collate "C" not null
);

create index partner_by_name on partner (name, id);
create index partner_by_status on partner (status, name, id);
create index partner_guest on partner (name, id)
  where status = 'approved' and company_email = 'Guest';
create index partner_gst_request on partner (name, id) where no_gst;
create index partner_in_progress on partner (name, id) where (missing_items = '{}') is not true;
create index partner_search on partner using gin (search_text gin_trgm_ops);
create index partner_guest_search on partner using gin (guest_search_text gin_trgm_ops);

create table app_user (
  id text collate "C" primary key,
  body jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null,

  name text collate "C" not null,
  search_text text collate "C" not null
);

create index app_user_by_name on app_user (name, id);
create index app_user_search on app_user using gin (search_text gin_trgm_ops);

-- Partners entered by hand for one booking (§3); they are only ever fetched by id.
create table temp_partner (
  id text collate "C" primary key,
  body jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
