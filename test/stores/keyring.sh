#!/bin/sh
# The keyring provider against a real Secret Service: a gnome-keyring of its own, on a session bus of its own, with a
# home of its own. Needs a build (`npm run build`). Ends with `N passed, N failed`.
set -eu
cd "$(dirname "$0")/../.."

for program in dbus-run-session dbus-send gnome-keyring-daemon secret-tool; do
  if ! command -v "$program" >/dev/null; then
    echo "keyring: $program is missing (apt-get install gnome-keyring libsecret-tools dbus): 0 passed, 0 failed"
    exit 0
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/home" "$work/run"
export HOME="$work/home" XDG_RUNTIME_DIR="$work/run" CASES="$PWD/dist/test/stores/keyring-cases.js"
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY || true

# A command beside a keyring; shell code as `sh -ec CODE`.
session() {
  sh test/stores/keyring-session.sh "$@" 2>>"$work/errors" || echo "FAILED session: $*"
}
without_a_keyring() {
  "$@" node "$CASES" unreachable 2>>"$work/errors" || echo "FAILED program: $*"
}

{
  # With room for much garbage, so that only the tool itself closes connections of the library.
  session node --min-semi-space-size=256 --max-semi-space-size=256 "$CASES" library
  session sh -ec 'node "$CASES" unlocked
    printf canary | secret-tool store --label x service locked-entry username tester'
  session --locked node "$CASES" locked
  # Locked while the service runs: `secret-tool lock` crashes in some versions.
  session sh -ec 'dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
      org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >&2
    node "$CASES" locked-again'
  # One test after the other: gnome-keyring 42 also aborts when two clients change entries at the same moment.
  session sh -ec 'TOOL_TEST_KEYRING=1 node --experimental-vm-modules --no-warnings \
      node_modules/jest/bin/jest.js --runInBand test/contract/ -t keyring >&2
    echo "ok contract: every promise of the store interface"'
  session sh -ec 'trap "kill -KILL $KEYRING_PID" EXIT
    kill -STOP "$KEYRING_PID"
    node "$CASES" stopped'
  session sh -ec 'kill -KILL "$KEYRING_PID"
    while dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner \
      string:org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.1; done
    node "$CASES" unreachable'
  without_a_keyring env
  without_a_keyring env DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere/at/all
  node "$CASES" silent 2>>"$work/errors" || echo 'FAILED program: silent'
} | tee "$work/results"

passed=$(grep -c '^ok ' "$work/results" || true)
failed=$(grep -c '^FAILED ' "$work/results" || true)
if [ "$failed" -gt 0 ]; then cat "$work/errors"; fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
