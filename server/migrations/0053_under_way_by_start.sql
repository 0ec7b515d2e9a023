-- oldest release: 0.1.0
-- Events in progress are counted among those of some days, so the day on which they begin comes first.
drop index booking_under_way;
create index booking_under_way on booking (date_from, date_to) include (catering, photography, event)
  where phase = 'confirmed';
