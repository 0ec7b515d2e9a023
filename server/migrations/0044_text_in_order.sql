-- oldest release: 0.1.0
-- Searches that read bookings in order find the text in the index. A text of more than 800 bytes might not fit.
create index booking_newest_text on booking (booked_at desc, id desc) include (search_text)
  where octet_length(search_text) <= 800;
create index booking_newest_long_text on booking (booked_at desc, id desc) where octet_length(search_text) > 800;
