#!/bin/sh
# Judges a change of a manifest without any secret, and writes what it means to a file, as Markdown for a comment.
#
#     review.sh BASE FILE
#
# BASE is the revision that is compared with, such as origin/main; FILE gets the comment. Contacts no store. Settings are variables:
#
#     TOOL_COMMAND     how tool is started (default: npx --no-install tool)
#     FAIL_ON          fails for changes of this severity: notice, review or danger (default); never: for none
#     LINT_POLICIES    files with policies for lint, one a line
#     MAX_CALLS        most calls of one run, in the worst case
#     MAX_UNLOCKS      most unlocks of one run, in the worst case
#     COST_PROFILE     the profile whose cost is limited (default: every profile)
#     COST_ASSUME      NAME=STORE for stores that only a machine knows, one a line
#     TOOL_FILE        the manifest (default: the nearest one)
#
# Exits with 0 if every gate is passed, 1 if one is not, 2 if something cannot be judged. The hash of the plan is in FILE.hash.
set -u
base=$1 file=$2
tool=${TOOL_COMMAND:-npx --no-install tool}
fail_on=${FAIL_ON:-danger}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
worst=0

# Of several outcomes the worst counts.
outcome() { if [ "$1" -gt "$worst" ]; then if [ "$1" -eq 1 ]; then worst=1; else worst=2; fi; fi; }

# A part of the comment that is folded, with the output of a gate that was not passed. Code of four more than any backticks in it.
folded() {
  fence=$(grep -o '`\{3,\}' "$2" | sort | tail -n 1)
  printf '\n<details open>\n<summary>%s</summary>\n\n````%s\n' "$1" "$fence"
  head -c 1500 "$2"
  printf '\n````%s\n\n</details>\n' "$fence"
}

each_line() { printf '%s\n' "$1" | sed '/^[[:space:]]*$/d'; }

# Lines become arguments: no other shell language is read from settings.
set --
if [ -n "${LINT_POLICIES:-}" ]; then
  each_line "$LINT_POLICIES" > "$work/policies"
  while IFS= read -r policy; do set -- "$@" --policy "$policy"; done < "$work/policies"
fi
# shellcheck disable=SC2086 # a command line: words
$tool lint "$@" > "$work/lint" 2>&1
lint=$?
outcome "$lint"

# shellcheck disable=SC2086
if $tool plan --hash > "$file.hash" 2> "$work/hash"; then :; else : > "$file.hash"; outcome 2; fi

# shellcheck disable=SC2086
$tool plan diff "$base" --format markdown > "$file" 2> "$work/diff"
compared=$?
outcome "$compared"
if [ "$compared" -eq 0 ] && [ "$fail_on" != never ]; then
  # shellcheck disable=SC2086
  $tool plan diff "$base" --format text --fail-on "$fail_on" > /dev/null 2> "$work/gate"
  gate=$?
  outcome "$gate"
  [ "$gate" -le 1 ] || folded 'The change cannot be judged' "$work/gate" >> "$file"
fi
[ "$compared" -eq 0 ] || folded 'The change cannot be compared' "$work/diff" >> "$file"
[ "$lint" -eq 0 ] || folded 'Findings in the manifest' "$work/lint" >> "$file"

if [ -n "${MAX_CALLS:-}${MAX_UNLOCKS:-}" ]; then
  set --
  [ -z "${MAX_CALLS:-}" ] || set -- "$@" --max-calls "$MAX_CALLS"
  [ -z "${MAX_UNLOCKS:-}" ] || set -- "$@" --max-unlocks "$MAX_UNLOCKS"
  [ -z "${COST_PROFILE:-}" ] || set -- "$@" --profile "$COST_PROFILE"
  each_line "${COST_ASSUME:-}" > "$work/assumed"
  while IFS= read -r assumed; do set -- "$@" --assume "$assumed"; done < "$work/assumed"
  # shellcheck disable=SC2086
  $tool plan cost "$@" > "$work/cost" 2>&1
  cost=$?
  outcome "$cost"
  [ "$cost" -eq 0 ] || folded 'What a run costs' "$work/cost" >> "$file"
fi

cat "$work/lint" "$work/diff" "$work/hash" >&2
cat "$file"
exit "$worst"
