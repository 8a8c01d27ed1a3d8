#!/bin/sh
# Runs a command beside a gnome-keyring, on a session bus of its own that starts no services by itself:
# `keyring-session.sh [--locked] COMMAND...`. HOME and XDG_RUNTIME_DIR are folders of its own; the process of the keyring is
# KEYRING_PID. With --locked the keyrings are those of HOME, and nobody has unlocked them.
#
# Now and then gnome-keyring aborts when a client connects: it handles the client's first request before it has registered the
# client (issues 190, 196 and 199 of its tracker; with version 42.1 about once in 15,000 connections on a busy machine). A command that fails for the
# lack of a keyring that ended is run again.
set -eu
start='printf pw | gnome-keyring-daemon --unlock'
if [ "$1" = --locked ]; then
  start='gnome-keyring-daemon --start'
  shift
fi
work=$(mktemp -d)
trap 'cat "$work/printed"; rm -rf "$work"' EXIT
trap 'exit 143' TERM

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

# The daemon goes to the background before it can be reached. Its process is asked of the bus, so that it is never the keyring of
# somebody's desktop.
session='
  '"$start"' --components=secrets >/dev/null
  asked() {
    dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \
      org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets 2>/dev/null | tr -dc "0-9 " | awk "{print \$NF}"
  }
  for _ in $(seq 100); do
    KEYRING_PID=$(asked)
    [ -n "$KEYRING_PID" ] && break
    sleep 0.1
  done
  export KEYRING_PID
  status=0
  "$@" || status=$?
  [ "$(asked)" = "$KEYRING_PID" ] || touch "$work/keyring-ended"
  exit "$status"'

for attempt in 1 2 3; do
  rm -f "$work/keyring-ended"
  status=0
  work="$work" dbus-run-session --config-file="$work/bus.conf" -- sh -c "$session" sh "$@" >"$work/printed" || status=$?
  if [ "$status" -eq 0 ] || [ ! -e "$work/keyring-ended" ] || [ "$attempt" -eq 3 ]; then exit "$status"; fi
  echo "the keyring ended: once more" >&2
done
