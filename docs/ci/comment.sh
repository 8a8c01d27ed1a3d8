#!/bin/sh
# Keeps one comment of a pull request up to date: it is found by a marker, and changed in place.
#
#     comment.sh FILE
#
# FILE is the comment, as Markdown. Needs curl and node. Settings are variables:
#
#     FORGE            github (default), forgejo or gitlab
#     FORGE_API        address of the API: https://api.github.com, https://HOST/api/v1, https://HOST/api/v4
#     REPOSITORY       owner/name; of GitLab the number or the path of the project
#     PULL_REQUEST     its number
#     FORGE_TOKEN      may write comments; if it is empty, or may not, nothing is posted, and that is no failure
#     COMMENT_AUTHOR   whose comment it is (default: github-actions[bot], elsewhere the user of the token): another's is never changed
#     COMMENT_ID       tells several comments in one pull request apart (default: manifest)
set -u
file=$1
forge=${FORGE:-github}
if [ -z "${FORGE_TOKEN:-}" ] || [ -z "${PULL_REQUEST:-}" ]; then
  echo 'no comment: there is no token or no pull request'
  exit 0
fi
case $PULL_REQUEST in *[!0-9]*) echo "not a number: $PULL_REQUEST" >&2; exit 2 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
umask 077

# The token is in a file that only this user can read: arguments are seen by everybody.
case $forge in
  gitlab) header=PRIVATE-TOKEN: prefix='' ;;
  *) header=Authorization: prefix='Bearer ' ;;
esac
printf 'header = "%s %s%s"\n' "$header" "$prefix" "$FORGE_TOKEN" > "$work/curl"
project=$(node -p 'encodeURIComponent(process.argv[1])' "$REPOSITORY")
case $forge in
  github | forgejo)
    list="$FORGE_API/repos/$REPOSITORY/issues/$PULL_REQUEST/comments"
    one="$FORGE_API/repos/$REPOSITORY/issues/comments"
    change=PATCH
    ;;
  gitlab)
    list="$FORGE_API/projects/$project/merge_requests/$PULL_REQUEST/notes"
    one=$list
    change=PUT
    ;;
  *) echo "not a forge: $forge" >&2; exit 2 ;;
esac

# Prints the status; the answer is in a file.
call() {
  method=$1 address=$2
  shift 2
  curl --silent --show-error --config "$work/curl" --max-time 60 --request "$method" --output "$work/answer" \
    --write-out '%{http_code}' "$@" "$address" || echo 000
}

# A token that may not is that of a fork.
settle() {
  case $1 in
    20?) ;;
    401 | 403 | 404) echo "no comment: the token may not ($1)"; exit 0 ;;
    *) echo "the comment was not written: $1" >&2; exit 1 ;;
  esac
}

author=${COMMENT_AUTHOR:-}
if [ -z "$author" ]; then
  if [ "$forge" = github ]; then
    author='github-actions[bot]'
  else
    settle "$(call GET "$FORGE_API/user")"
    author=$(node -p 'const u = JSON.parse(require("fs").readFileSync(process.argv[1])); u.login ?? u.username' "$work/answer")
  fi
fi

marker="<!-- tool plan diff: ${COMMENT_ID:-manifest} -->"
# shellcheck disable=SC2016 # a program, not a text of the shell
node -e '
  const [file, marker, target] = process.argv.slice(1), fs = require("fs");
  fs.writeFileSync(target, JSON.stringify({ body: `${marker}\n${fs.readFileSync(file, "utf8")}` }));
' "$file" "$marker" "$work/body" || exit 2

page=1 found=''
while [ -z "$found" ]; do
  settle "$(call GET "$list?per_page=100&limit=100&page=$page")"
  found=$(node -e '
    const [file, marker, author] = process.argv.slice(1);
    const all = JSON.parse(require("fs").readFileSync(file, "utf8"));
    const by = ({ user, author }) => (user ?? author ?? {}).login ?? (user ?? author ?? {}).username;
    const own = all.find((one) => by(one) === author && String(one.body).startsWith(marker));
    console.log(own?.id ?? (all.length === 0 ? "none" : ""));
  ' "$work/answer" "$marker" "$author") || exit 1
  page=$((page + 1))
done

set -- --header 'Content-Type: application/json' --data-binary "@$work/body"
if [ "$found" = none ]; then
  settle "$(call POST "$list" "$@")"
  echo 'comment written'
else
  settle "$(call "$change" "$one/$found" "$@")"
  echo 'comment updated'
fi
