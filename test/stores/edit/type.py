"""Has a program run on a terminal of its own, and types into it: type.py STEPS COMMAND...

STEPS is a JSON list: {"expect": REGEX} waits until this is shown after what was expected before, {"keys": KEYS} types, {"signal": NAME}
sends a signal to the program, {"sh": COMMAND} runs a command to its end, {"close": true} closes the terminal. Prints JSON when the program
has ended: what was shown in all, what was never shown, or null, and its status, negative for a signal. Control sequences are taken out of
what is shown.
"""
import fcntl, json, os, pty, re, select, signal, struct, subprocess, sys, termios, time

steps, command = json.loads(sys.argv[1]), sys.argv[2:]
PATIENCE_SECONDS = 90
# Some editors wait until the terminal says where the cursor is, and what it can do.
QUESTIONS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c"}
CONTROL = re.compile(rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[\[?][0-9;?<>=]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|\x1b[PX^_][^\x1b]*\x1b\\")
raw, answered, looked, is_open = b"", 0, 0, True

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))


def read_some():
    """Whatever is shown now; false when nobody has the terminal any more."""
    global raw, answered
    if not select.select([terminal], [], [], 0.02)[0]:
        return True
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        return False
    raw += piece
    for question, answer in QUESTIONS.items():
        for _ in range(raw[answered:].count(question)):
            os.write(terminal, answer)
    answered = len(raw)
    return piece != b""


def shown():
    return CONTROL.sub(b"", raw).replace(b"\r", b"").decode(errors="replace")


never = None
for step in steps:
    if "expect" in step:
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            found = re.search(step["expect"], shown()[looked:])
            if found:
                looked += found.end()
                break
            if not read_some() or time.monotonic() > end:
                never = step["expect"]
                break
        if never:
            break
    elif "keys" in step:
        os.write(terminal, step["keys"].encode("latin-1"))
    elif "signal" in step:
        os.kill(pid, getattr(signal, step["signal"]))
    elif "sh" in step:
        if subprocess.run(["sh", "-c", step["sh"]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            never = step["sh"]
            break
    else:
        os.close(terminal)
        is_open = False

if never:
    os.kill(pid, signal.SIGTERM)
end = time.monotonic() + PATIENCE_SECONDS
while True:
    ended, status = os.waitpid(pid, os.WNOHANG)
    if ended:
        break
    if time.monotonic() > end:
        os.kill(pid, signal.SIGKILL)
        never = never or "the end of the program"
        _, status = os.waitpid(pid, 0)
        break
    if is_open:
        read_some()
    else:
        time.sleep(0.02)
while is_open and select.select([terminal], [], [], 0.05)[0] and read_some():
    pass
print(json.dumps({"shown": shown(), "never": never, "status": os.waitstatus_to_exitcode(status)}))
