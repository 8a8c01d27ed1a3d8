"""Types lines with Tab in an interactive shell: type.py RECORD SETUP LINES LISTED COMMAND...

SETUP is typed first. Each of LINES, a JSON list, is typed, then Enter until the file RECORD appears, which the program that the shell
starts writes. If LISTED is not empty, the Enter of the last line waits until the shell has shown this text. Prints JSON: what RECORD held
after each line (null if it never appeared), and all that the terminal showed.
"""
import fcntl, json, os, pty, select, struct, sys, termios, time

record, setup, lines, listed, command = sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), sys.argv[4].encode(), sys.argv[5:]
PATIENCE_SECONDS = 20
# Some editors wait until the terminal says where the cursor is.
QUESTION, ANSWER = b"\x1b[6n", b"\x1b[1;1R"
shown, answered = b"", 0

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))


def read_for(seconds):
    """Whatever is shown in this time; ends early when the shell has ended."""
    global shown, answered
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.02)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                return
            # One may arrive in two pieces.
            while (asked := shown.find(QUESTION, answered)) != -1:
                os.write(terminal, ANSWER)
                answered = asked + len(QUESTION)


def recorded():
    if not os.path.exists(record):
        return None
    with open(record, "rb") as file:
        text = file.read().decode()
    os.remove(record)
    return text


def type_line(line, awaited=b""):
    os.write(terminal, line.encode())
    end = time.monotonic() + PATIENCE_SECONDS
    while awaited not in shown and time.monotonic() < end:
        read_for(0.1)
    while time.monotonic() < end:
        # A shell that shows a list takes the first Enter as a choice from it.
        os.write(terminal, b"\r")
        for _ in range(10):
            read_for(0.1)
            text = recorded()
            if text is not None:
                return text
    return None


read_for(1)
ready = type_line(setup)
results = []
if ready is not None:
    results = [type_line(line) for line in lines[:-1]] + [type_line(lines[-1], listed)]
os.close(terminal)
os.waitpid(pid, 0)
print(json.dumps({"isReady": ready is not None, "results": results, "shown": shown.decode(errors="replace")}))
