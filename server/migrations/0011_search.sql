-- What the dashboard search (§5.5) asks in fewer than three characters, of which trigrams know nothing.

-- Every character and every two that stand together. No folded text holds a tab.
create function short_parts(folded text) returns text[]
  language sql immutable strict parallel safe
  return string_to_array(folded, null)
    || string_to_array(regexp_replace(folded, '(..)', E'\\1\t', 'g'), E'\t')
    || string_to_array(regexp_replace(substr(folded, 2), '(..)', E'\\1\t', 'g'), E'\t');

create index booking_short_search on booking using gin (short_parts(search_text));
create index partner_short_search on partner using gin (short_parts(search_text));
create index app_user_short_search on app_user using gin (short_parts(search_text));
