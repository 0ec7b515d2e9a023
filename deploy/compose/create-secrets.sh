#!/bin/sh
# Creates the files in secrets/ that compose.yaml reads. It replaces none that exists.
set -eu
cd "$(dirname "$0")/../.."
# only the owner can enter the folder, so the files can be readable: each container reads them with an account of its own
umask 022
mkdir -p -m 700 secrets
create() {
  [ -e "secrets/$1" ] || printf %s "$2" > "secrets/$1"
}
create database_password "$(openssl rand -hex 24)"
create database_owner_password "$(openssl rand -hex 24)"
create database_url "postgres://mandap_server:$(cat secrets/database_password)@database/mandap"
create database_owner_url "postgres://mandap:$(cat secrets/database_owner_password)@database/mandap"
create encryption_key "$(openssl rand -base64 32)"
create admin_password "$(openssl rand -base64 18)"
create backup_passphrase "$(openssl rand -base64 24)"
echo "The password of the first administrator is in secrets/admin_password."
echo "Keep copies of secrets/encryption_key and secrets/backup_passphrase elsewhere."
