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
mkdir -m 700 "$work/home" "$work/run" "$work/empty-home"
export HOME="$work/home" XDG_RUNTIME_DIR="$work/run" CASES="$PWD/dist/test/stores/keyring-cases.js"
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY || true

# A bus that starts no services by itself.
cat >"$work/bus.conf" <<'XML'
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_connections_per_user">100000</limit>
  <limit name="max_completed_connections">100000</limit>
</busconfig>
XML

on_a_bus() {
  dbus-run-session --config-file="$work/bus.conf" -- sh -ec "$1" 2>>"$work/errors" || echo "FAILED session: $1"
}
without_a_bus() {
  node "$CASES" "$1" 2>>"$work/errors" || echo "FAILED program: $1"
}
ask_bus='dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / org.freedesktop.DBus'
# The daemon goes to the background before it can be reached.
reached="for _ in \$(seq 100); do
  $ask_bus.GetNameOwner string:org.freedesktop.secrets >/dev/null 2>&1 && break; sleep 0.1
done"
start="gnome-keyring-daemon --start --components=secrets >/dev/null; $reached"
unlock="printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; $reached"
# By way of the bus, so that it is never the keyring of somebody's desktop.
daemon="\$($ask_bus.GetConnectionUnixProcessID string:org.freedesktop.secrets | tr -dc '0-9 ' | awk '{print \$NF}')"
# One test after the other: gnome-keyring 42 aborts when two clients change entries at the same moment.
jest='node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js --runInBand'

{
  # With room for much garbage, so that only the tool itself closes connections.
  on_a_bus "$unlock
    node --min-semi-space-size=256 --max-semi-space-size=256 \"\$CASES\" unlocked
    printf canary | secret-tool store --label x service locked-entry username tester"
  on_a_bus "$start
    node \"\$CASES\" locked"
  # Locked while the service runs: `secret-tool lock` crashes in some versions.
  on_a_bus "$unlock
    dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
      org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >&2
    node \"\$CASES\" locked-again"
  on_a_bus "$unlock
    TOOL_TEST_KEYRING=1 $jest test/contract/ -t keyring >&2
    echo 'ok contract: every promise of the store interface'"
  on_a_bus "$unlock
    daemon=$daemon
    kill -STOP \$daemon
    node \"\$CASES\" stopped
    kill -KILL \$daemon"
  on_a_bus 'node "$CASES" unreachable'
  without_a_bus unreachable
  DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere/at/all without_a_bus unreachable
  without_a_bus silent
} | tee "$work/results"

passed=$(grep -c '^ok ' "$work/results" || true)
failed=$(grep -c '^FAILED ' "$work/results" || true)
if [ "$failed" -gt 0 ]; then cat "$work/errors"; fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
