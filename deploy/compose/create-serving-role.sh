#!/bin/sh
# Creates the role of DATABASE_URL, when PostgreSQL creates the database. The server gives it its rights.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database_password)" \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role mandap_server login password :'password';
SQL
