-- oldest release: 0.1.0
-- Counts the bookings that were made on a day (§2.5) from the index alone: on the disk, they are anywhere in the table.
drop index booking_by_time;
create index booking_by_time on booking (phase, booked_at desc, id desc, date_from, date_to)
  include (status, catering, photography, event, created_at);
drop index booking_newest;
create index booking_newest on booking (booked_at desc, id desc)
  include (status, catering, photography, event, created_at);
