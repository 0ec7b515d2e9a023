-- oldest release: 0.1.0
-- As migration 0044, for users.
create index app_user_by_name_text on app_user (name, id) include (search_text)
  where octet_length(search_text) <= 800;
create index app_user_by_name_long_text on app_user (name, id) where octet_length(search_text) > 800;
