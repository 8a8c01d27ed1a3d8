#!/bin/sh
# The pass provider against real gpg and pass: keys and agents of its own, in folders of its own. Needs a build
# (`npm run build`). `pass.sh [--kills N] [COMMAND...]`: also asks through the tool as it is run. Ends with `N passed, N failed`.
set -eu
if [ "${1:-}" = --kills ]; then
  export KILLS="$2"
  shift 2
fi
cd "$(dirname "$0")/../.."

for program in gpg gpgconf pass git setsid; do
  if ! command -v "$program" >/dev/null; then
    echo "pass: $program is missing (apt-get install pass gnupg git util-linux): 0 passed, 0 failed"
    exit 0
  fi
done

# Short: the path of the agent's socket has a limit.
work=$(mktemp -d /tmp/pass.XXXXXX)
export HOME="$work" GNUPGHOME="$work/keys" WORK="$work" LC_ALL=C.UTF-8
export GIT_AUTHOR_NAME=tester GIT_AUTHOR_EMAIL=tester@tool.test GIT_COMMITTER_NAME=tester GIT_COMMITTER_EMAIL=tester@tool.test
unset GPG_TTY DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS GPG_AGENT_INFO || true
for variable in $(env | sed -n 's/^\(PASSWORD_STORE_[A-Z_]*\)=.*/\1/p'); do unset "$variable"; done

# new_home FOLDER: a home of gpg with an agent that asks on no desktop.
new_home() {
  mkdir -m 700 "$1"
}
# new_key HOME NAME PASSPHRASE
new_key() {
  GNUPGHOME=$1 gpg --quiet --batch --pinentry-mode loopback --passphrase "$3" --quick-gen-key "$2 <$2@tool.test>" ed25519 cert,sign 0
  fingerprint=$(GNUPGHOME=$1 gpg --list-keys --with-colons "$2@tool.test" | awk -F: '/^fpr/ { print $10; exit }')
  GNUPGHOME=$1 gpg --quiet --batch --pinentry-mode loopback --passphrase "$3" --quick-add-key "$fingerprint" cv25519 encr 0
}
end_agents() {
  for home in "$work"/keys "$work"/others; do GNUPGHOME=$home gpgconf --kill gpg-agent 2>/dev/null || true; done
}
trap 'end_agents; rm -rf "$work"' EXIT

{
  new_home "$work/keys"
  new_key "$work/keys" open ''
  new_key "$work/keys" locked 'a passphrase'
  # Someone else, of whose key only the public part is here.
  new_home "$work/others"
  new_key "$work/others" other ''
  GNUPGHOME="$work/others" gpg --export other@tool.test | gpg --quiet --batch --import
  printf '%s:6:\n' "$(gpg --list-keys --with-colons other@tool.test | awk -F: '/^fpr/ { print $10; exit }')" | gpg --quiet --batch --import-ownertrust
  # The passphrase was given, and must not be remembered.
  gpgconf --kill gpg-agent
} >"$work/made" 2>&1 || { cat "$work/made"; echo '0 passed, 1 failed'; exit 1; }

# holds NAME EXPECTED COMMAND...: what the command prints, and its status on the last line.
holds() {
  name=$1 expected=$2
  shift 2
  printed=$("$@" 2>&1 </dev/null) && status=0 || status=$?
  if printf '%s\n%s\n' "$printed" "$status" | tr '\n' '|' | grep -q "$expected"; then
    echo "ok $name"
  else
    echo "FAILED $name: $printed, status $status"
  fi
}
# The commands of docs/stores/pass.md.
through_tool() {
  mkdir "$work/shop"
  sed -n '/^```toml in=shop/,/^```$/p' docs/stores/pass.md | grep -v '^```' >"$work/shop/manifest.toml"
  pass init open@tool.test >/dev/null
  pass init -p web locked@tool.test >/dev/null
  printf 'login\n' | pass insert -m web/shop.example >/dev/null
  manifest="$work/shop/manifest.toml"
  holds 'a value is set' 'saved to pass.*|0|$' sh -c 'printf correct-horse | "$@"' sh "$@" --file "$manifest" set DATABASE_PASSWORD
  holds 'pass shows it' '^correct-horse|0|$' pass show tool/shop/default/DATABASE_PASSWORD
  holds 'the tool reads it' '^correct-horse|0|$' "$@" --file "$manifest" get DATABASE_PASSWORD
  holds 'a locked key is reported' 'E1103.*|1|$' "$@" --file "$manifest" get SHOP_LOGIN
  pass init -p web open@tool.test >/dev/null 2>&1 || true
  printf 'login\n' | pass insert -m -f web/shop.example >/dev/null
  holds 'a command gets both' '^correct-horse login|0|$' "$@" --file "$manifest" run -- sh -c 'echo "$DATABASE_PASSWORD $SHOP_LOGIN"'
  program=$(command -v "$1")
  shift
  holds 'a program that is missing is reported' 'E1111.*install GnuPG.*|1|$' env PATH=/nowhere "$program" "$@" --file "$manifest" get SHOP_LOGIN
}

jest='node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js'
{
  if TOOL_TEST_PASS=1 $jest test/contract/ -t '^pass' >"$work/errors" 2>&1; then
    echo 'ok contract: every promise of the store interface'
  else
    echo 'FAILED contract'
  fi
  # In a session without a terminal, as a service runs.
  setsid -w node dist/test/stores/pass-cases.js 2>>"$work/errors" </dev/null || echo 'FAILED cases: they did not end well'
  if [ $# -gt 0 ]; then through_tool "$@" 2>>"$work/errors"; fi
} | tee "$work/results"

passed=$(grep -c '^ok ' "$work/results" || true)
failed=$(grep -c '^FAILED ' "$work/results" || true)
if [ "$failed" -gt 0 ]; then cat "$work/errors"; fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
