"""Types into a shell on a terminal of its own: type.py STEPS COMMAND...

STEPS is a JSON list of {"type": KEYS}, which waits until the shell reads keys, {"keys": KEYS}, at once, {"expect": REGEX}, which waits until this is shown after what was expected before, {"write": [PATH, TEXT]},
which replaces a file, {"appears": PATH}, which waits until a file is there. Prints JSON: what was shown in all, and what was never
shown, or null. Control sequences are taken out of what is shown.
"""
import fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

steps, command = json.loads(sys.argv[1]), sys.argv[2:]
PATIENCE_SECONDS = 60
# Some editors wait until the terminal says where the cursor is, and what it can do.
QUESTIONS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c"}
CONTROL = re.compile(rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[\[?][0-9;?<>=]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|\x1b[PX^_][^\x1b]*\x1b\\")
raw, answered, looked = b"", 0, 0

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 240, 0, 0))


def read_for(seconds):
    """Whatever is shown in this time; false when the shell has ended."""
    global raw, answered
    end = time.monotonic() + seconds
    while True:
        if select.select([terminal], [], [], 0.01)[0]:
            try:
                raw += os.read(terminal, 65536)
            except OSError:
                return False
            for question, answer in QUESTIONS.items():
                for _ in range(raw[answered:].count(question)):
                    os.write(terminal, answer)
            answered = len(raw) - (3 if raw[-3:].count(b"\x1b") else 0)
        if time.monotonic() >= end:
            return True


def shown():
    return CONTROL.sub(b"", raw).replace(b"\r", b"").decode(errors="replace")


def wait_for_editor():
    """A line that is typed before is given to some editors with another line end."""
    end = time.monotonic() + PATIENCE_SECONDS
    seen = 0
    while seen < 3 and time.monotonic() < end:
        seen = 0 if termios.tcgetattr(terminal)[3] & termios.ICANON else seen + 1
        read_for(0.03)


def has_come(step):
    """Whether what a step waits for is there; what is shown counts once."""
    global looked
    if "appears" in step:
        return os.path.exists(step["appears"])
    found = re.search(step["expect"], shown()[looked:])
    if found:
        looked += found.end()
    return bool(found)


never = None
for step in steps:
    if "type" in step or "keys" in step:
        if "type" in step:
            wait_for_editor()
        os.write(terminal, (step.get("type") or step["keys"]).encode("latin-1"))
    elif "write" in step:
        path, text = step["write"]
        with open(path + ".new", "w") as file:
            file.write(text)
        os.rename(path + ".new", path)
    else:
        end = time.monotonic() + PATIENCE_SECONDS
        while not has_come(step):
            if not read_for(0.02) or time.monotonic() > end:
                never = step.get("expect") or step["appears"]
                break
        if never:
            break
os.kill(pid, signal.SIGHUP)
read_for(0.2)
os.close(terminal)
for _ in range(100):
    if os.waitpid(pid, os.WNOHANG)[0]:
        break
    time.sleep(0.02)
else:
    os.kill(pid, 9)
    os.waitpid(pid, 0)
print(json.dumps({"shown": shown(), "never": never}))
