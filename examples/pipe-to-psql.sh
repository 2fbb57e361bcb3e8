#!/usr/bin/env bash
# Loads a file into PostgreSQL: pipe-to-psql.sh FILE postgres://user@host/database
# The script is one transaction. After an error nothing is loaded, and psql exits with an error.
set -euo pipefail
rowmill convert "$1" --to postgresql --style bulk --quiet | psql --quiet --no-psqlrc "$2"
