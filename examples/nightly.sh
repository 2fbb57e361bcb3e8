#!/usr/bin/env bash
# For cron or Airflow: converts the files that arrived in FOLDER, moves each to done/ or failed/, and exits with an error when
# one failed, so that the scheduler notices. nightly.sh FOLDER
set -uo pipefail
cd "$1"
mkdir -p sql reports done failed
failures=0
for file in *.csv *.xlsx *.json; do
  [ -e "$file" ] || continue
  if rowmill convert "$file" --to postgresql -o "sql/$file.sql" --report "reports/$file.json" --quiet; then
    mv "$file" done/
  else
    mv "$file" failed/
    failures=$((failures + 1))
  fi
done
echo "$failures files failed"
[ "$failures" -eq 0 ]
