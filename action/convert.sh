#!/usr/bin/env bash
# Converts the files of the action's inputs. Inputs arrive as environment variables, so that no input is ever run as
# code.
set -euo pipefail

mapfile -t files < <(printf '%s\n' "$FILES" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d')
read -r -a options <<< "${OPTIONS:-}"
read -r -a rowmill <<< "$ROWMILL"
if [ "${FAIL_ON_REJECTS:-true}" = true ]; then options+=(--fail-on-rejects); fi
"${rowmill[@]}" convert "${files[@]}" --to "$TO" --out-dir "$OUT_DIR" "${options[@]}"
