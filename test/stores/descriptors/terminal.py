"""Runs a script of sh on a new controlling terminal: terminal.py '[[SECONDS, "text to type"], ...]' SCRIPT.

What the terminal shows goes to stdout; the exit status is the script's, 128+n for a signal.
"""
import errno, json, os, pty, select, sys, time

typed, script = json.loads(sys.argv[1]), sys.argv[2]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-c", script])
next_at = time.monotonic() + (typed[0][0] if typed else 0)
shown = b""
while True:
    readable, _, _ = select.select([terminal], [], [], 0.05)
    if readable:
        try:
            chunk = os.read(terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            chunk = b""
        if not chunk:
            break
        shown += chunk
    if typed and time.monotonic() >= next_at:
        os.write(terminal, typed.pop(0)[1].encode())
        if typed:
            next_at = time.monotonic() + typed[0][0]
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
sys.stdout.flush()
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
