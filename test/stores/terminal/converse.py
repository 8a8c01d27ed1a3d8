"""Holds a conversation on a new controlling terminal: converse.py STEPS COMMAND...

STEPS is a JSON list of {"expect": REGEX}, {"send": TEXT as Latin-1}, {"signal": NUMBER}, which the command gets or,
with "foreground", the group in the foreground, {"pause": SECONDS}, {"stopped": true}, which waits until every process that the
command has started is stopped, {"taken": true}, which waits until what was sent has been read, {"run": COMMAND}, apart from the terminal,
{"hangUp": true}, {"input": TEXT}, the whole standard input of the command, as a pipe. Prints JSON: what was shown, the status
(negative for a signal), whether the modes of the terminal are the same before and after, and whether what was typed was hidden at each expect.
"""
import errno, json, os, pty, re, select, subprocess, sys, termios, time

steps, command = json.loads(sys.argv[1]), sys.argv[2:]
PATIENCE_SECONDS = 20
MARK = b"\x1eend\x1e"
given = [step["input"] for step in steps if "input" in step]
steps = [step for step in steps if "input" not in step]
terminal, other_end = pty.openpty()
before = termios.tcgetattr(terminal)
if given:
    reading, writing = os.pipe()
    os.write(writing, given[0].encode("latin-1"))
    os.close(writing)
pid = os.fork()
if pid == 0:
    os.setsid()
    import fcntl
    fcntl.ioctl(other_end, termios.TIOCSCTTY, 0)
    for stream in range(3):
        os.dup2(other_end, stream)
    if given:
        os.dup2(reading, 0)
    os.closerange(3, 64)
    os.execvp(command[0], command)
if given:
    os.close(reading)

shown, looked, hidden, problem, status = b"", 0, [], None, None


def ended():
    global status
    if status is None:
        done, code = os.waitpid(pid, os.WNOHANG)
        if done:
            status = os.waitstatus_to_exitcode(code)
    return status is not None


def states():
    """Of the processes of this session, other than the command itself."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == pid:
            continue
        try:
            with open(f"/proc/{entry}/stat") as stat:
                state, _, _, session = stat.read().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == pid:
            yield state


def foreground():
    return -os.tcgetpgrp(terminal)


def read_some():
    global shown
    if terminal is None:
        time.sleep(0.02)
        return
    readable, _, _ = select.select([terminal], [], [], 0.02)
    if readable:
        try:
            shown += os.read(terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            time.sleep(0.02)


def write_all(data, end):
    """The terminal takes so much at once; what it shows meanwhile is read."""
    os.set_blocking(end, False)
    until = time.monotonic() + PATIENCE_SECONDS
    while data and time.monotonic() < until:
        try:
            data = data[os.write(end, data[:1024]):]
        except BlockingIOError:
            pass
        read_some()


def read_rest():
    """What the command wrote before it ended: it arrives in order, but on a busy machine later."""
    global shown
    if terminal is None:
        return
    # Opened again: processes that the command left have the other one, and expect it to block.
    end = os.open(os.ttyname(other_end), os.O_WRONLY | os.O_NOCTTY)
    write_all(MARK, end)
    os.close(end)
    until = time.monotonic() + PATIENCE_SECONDS
    while MARK not in shown and time.monotonic() < until:
        read_some()
    shown = shown.replace(MARK, b"")


for step in steps:
    until = time.monotonic() + PATIENCE_SECONDS
    if "expect" in step:
        is_all = False
        while not (found := re.search(step["expect"].encode("latin-1"), shown[looked:])):
            if time.monotonic() > until or is_all:
                problem = "never shown: " + step["expect"]
                break
            read_some()
            if ended():
                read_rest()
                is_all = True
        if problem:
            break
        looked += found.end()
        hidden.append(not termios.tcgetattr(terminal)[3] & termios.ECHO)
    elif "send" in step:
        write_all(step["send"].encode("latin-1"), terminal)
    elif "signal" in step:
        os.kill(foreground() if "foreground" in step else pid, step["signal"])
    elif "pause" in step:
        until = time.monotonic() + step["pause"]
        while time.monotonic() < until:
            read_some()
    elif "stopped" in step:
        # One that a stop has woken from reading may still take what is typed next.
        while any(state not in "TZ" for state in states()):
            if time.monotonic() > until:
                problem = "not stopped"
                break
            read_some()
        if problem:
            break
    elif "taken" in step:
        while select.select([other_end], [], [], 0)[0]:
            if time.monotonic() > until:
                problem = "not read"
                break
            read_some()
        if problem:
            break
    elif "run" in step:
        subprocess.run(step["run"], check=True, stdin=subprocess.DEVNULL)
    elif "hangUp" in step:
        os.close(other_end)
        os.close(terminal)
        terminal = None

until = time.monotonic() + PATIENCE_SECONDS
while not ended() and time.monotonic() < until:
    read_some()
if status is None:
    problem = (problem or "") + " does not end"
    os.kill(pid, 9)
    os.waitpid(pid, 0)
read_rest()
after = None if terminal is None else termios.tcgetattr(terminal)
text = shown.decode("latin-1").replace("\r\n", "\n")
result = {"shown": text, "status": status, "modesStay": after == before, "hidden": hidden, "problem": problem}
print(json.dumps(result))
