#!/usr/bin/env bash
# Loads every CSV file of a folder into one SQLite database: folder-to-sqlite.sh FOLDER DATABASE
set -euo pipefail
for file in "$1"/*.csv; do
  rowmill convert "$file" --to sqlite --quiet | sqlite3 -bail "$2"
done
