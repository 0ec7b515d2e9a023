-- oldest release: 0.1.0
-- Counts the confirmed events under way of one service (§4.3) from the index alone.
drop index booking_under_way;
create index booking_under_way on booking (date_to, date_from)
  include (catering, photography, event) where phase = 'confirmed';
