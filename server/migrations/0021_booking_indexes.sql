-- oldest release: 0.1.0
-- The lists behind a count (§2.4) skip inside the index what they do not contain. booking_newest does not contain the
-- phase, or PostgreSQL would read it for the lists of one phase, whose bookings are not evenly distributed over time.
drop index booking_newest;
create index booking_newest on booking (booked_at desc, id desc)
  include (status, catering, photography, event);
drop index booking_by_time;
create index booking_by_time on booking (phase, booked_at desc, id desc, date_from, date_to)
  include (status, catering, photography, event);

-- Counts expired bookings of a span, and those of a long number, from the index alone.
drop index booking_expirable;
create index booking_expirable on booking (date_from) include (booked_at, number_id) where lead_days >= 8;
drop index booking_by_number;
create index booking_by_number on booking (number_id, id)
  include (phase, date_from, date_to, booked_at, lead_days);

-- Finds the double bookings of many partners (§2.6) from the index alone.
drop index booking_of_partner;
create index booking_of_partner on booking (partner_id, booked_at desc, id desc)
  include (phase, date_from, date_to);

-- Bookings at no stage (§2.4): few, and nowhere near the newest.
create index booking_unstaged on booking (booked_at desc, id desc)
  where (phase in ('booked', 'visited', 'confirmed', 'completed')) is not true
    and (status in ('cancel', 'Cancel', 'cancelBooking', 'cancelEvent')) is not true;
