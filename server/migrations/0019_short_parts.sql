-- oldest release: 0.1.0
-- Returns the same parts in about half the time: `\&` needs no captured group. The indexes stay valid.
create or replace function short_parts(folded text) returns text[]
  language sql immutable strict parallel safe cost 1000
  return string_to_array(folded, null)
    || string_to_array(regexp_replace(folded, '..', E'\\&\t', 'g'), E'\t')
    || string_to_array(regexp_replace(substr(folded, 2), '..', E'\\&\t', 'g'), E'\t');
